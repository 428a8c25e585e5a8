/* solver.c - The search as an object: its requests, and the steps that process the answers.  See
 * docs/design/sparse-eigenvalues.md. */
#include "eigen/block.h"

#include "gpulinalg/elementwise.h"
#include "runtime/object.h"

#include <math.h>
#include <string.h>

enum { TRIES = 4 }; /* number of random vectors that may be dependent on the basis before an error is raised */

static void destroy(void *object)
{
    eigen_solver *q = object;
    eigen_basis_end(&q->v);
    eigen_basis_end(&q->u);
    gla_free(q->h);
    gla_object_unref(q->random);
    gla_unref(q->start);
    gla_unref(q->vector);
    gla_unref(q->values);
    gla_unref(q->vectors);
    gla_unref(q->left);
    eigen_block_end(q->block);
    pthread_mutex_destroy(&q->lock);
    gla_free(q);
}

const gla_class gla_sparse_eigensolver_class = {.name = "Eigensolver", .destroy = destroy};

/* ---- requests ------------------------------------------------------------------------------------------------ */
static void ask_inner(gla_scope *s, eigen_solver *q, eigen_stage stage, int row)
{
    eigen_request_product(s, q, stage, eigen_inner(q), eigen_row(s, &q->v, q->v.rows, row));
}

/* Request a product with the operator: A; M⁻¹A; (A - σM)⁻¹M; (A - σM)⁻¹(A + σM). */
static void ask_product(gla_scope *s, eigen_solver *q)
{
    bool inverse = q->mode == EIGEN_SHIFTED || q->mode == EIGEN_BUCKLING;
    q->products++;
    if (q->kind == EIGEN_SINGULAR)
        eigen_golub_ask(s, q);
    else
        eigen_request_product(s, q, EIGEN_FIRST, inverse ? "OPinv" : "A",
                              eigen_row(s, &q->v, inverse && q->v.inner ? q->v.inner : q->v.rows, q->at));
}

/* ---- random vectors ------------------------------------------------------------------------------------------ */
/* Set a row to a random vector, orthogonalised against the previous rows. */
static void place(gla_scope *s, eigen_solver *q, eigen_basis *b, int row)
{
    bool given = q->start != NULL && !q->started;
    if (b->inner) {
        eigen_orthogonalise(s, b, eigen_start(s, q, b), row, 0, row, b->m);
        ask_inner(s, q, EIGEN_PLACED, row);
        return;
    }
    for (int i = 0; i < TRIES && !s->status; i++) {
        eigen_orthogonalise(s, b, eigen_start(s, q, b), row, 0, row, b->m);
        eigen_normalise(s, b, row, b->m);
        eigen_steps t = eigen_read(s, b);
        if (s->status || !eigen_is_usable(s, q, eigen_square(&t, b->m)))
            return;
        if (!eigen_is_dependent(&t, b->m, row))
            return;
        if (given)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: v0 is zero; give another v0 or omit it", s->op);
    }
    gla_s_fail(s, GLA_CONVERGENCE_ERROR, "%s: no vector outside the current space was found; give a smaller k or ncv", s->op);
}

static void go_on(gla_scope *s, eigen_solver *q, eigen_next next)
{
    if (s->status || next == EIGEN_OVER)
        return;
    if (next == EIGEN_PLACE_LEFT) {
        place(s, q, &q->u, q->at);
        q->placed_left = true;
    } else if (next == EIGEN_PLACE) {
        place(s, q, &q->v, q->at);
        if (q->v.inner) /* continues when its product arrives */
            return;
    }
    ask_product(s, q);
}

void eigen_start_search(gla_scope *s, eigen_solver *q)
{
    uint64_t seed = 83;
    gla_array *number = NULL;
    q->failed = true; /* until it has started */
    gla_object_unref(q->random);
    q->random = NULL;
    if (s->status || !gla_s_adopt(s, gla_scalar(GLA_UINT64, &seed, &number), &number) ||
        gla_s_check(s, gla_random_new_generator(&q->random, number)))
        return;
    memset(q->h, 0, (size_t)q->m * (size_t)q->m * sizeof *q->h);
    q->from = q->at = 0;
    q->done = false;
    q->restarts = 0;
    q->scale = 0;
    q->excess = INFINITY;
    q->locked = q->rounds = 0;
    q->checking = q->incomplete_check = false;
    q->began = 0;
    eigen_plan_checks(q);
    q->placed_left = q->started = false;
    go_on(s, q, EIGEN_PLACE);
    q->failed = s->status != GLA_OK;
}

/* ---- steps --------------------------------------------------------------------------------------------------- */
/* The row computed by this step is complete: go to the next step. */
static void close_row(gla_scope *s, eigen_solver *q)
{
    int step = q->at;
    eigen_normalise(s, &q->v, step + 1, step);
    q->at++;
    bool early = q->k == 1 || q->checking; /* if several values are wanted, further copies converge later than the first copy */
    bool look = early && q->at > q->locked + 2 && q->products >= q->next_check;
    if (q->at == q->m || look || eigen_ends_here(s, &q->v, step, step + 1))
        go_on(s, q, eigen_end_cycle(s, q));
    else
        ask_product(s, q);
}

static void take_product(gla_scope *s, eigen_solver *q, gla_array *w)
{
    bool all = q->kind == EIGEN_GENERAL || q->at == q->from || q->at == 0 || q->locked > 0;
    int first = all ? 0 : q->at - 1;
    eigen_orthogonalise(s, &q->v, eigen_scaled(s, q, w), q->at + 1, first, q->at + 1, q->at);
    if (q->v.inner)
        ask_inner(s, q, EIGEN_INNER, q->at + 1);
    else
        close_row(s, q);
}

static void take_first(gla_scope *s, eigen_solver *q, gla_array *y)
{
    if (q->mode == EIGEN_CAYLEY) {
        const eigen_basis *v = &q->v;
        gla_array *mv = eigen_row(s, v, v->inner ? v->inner : v->rows, q->at);
        y = gla_s_combine(s, gla_add, y, gla_s_combine(s, gla_multiply, mv, gla_s_number(s, creal(q->sigma))));
        eigen_request_product(s, q, EIGEN_SECOND, "OPinv", y);
    } else if (q->mode == EIGEN_REGULAR && q->has_m) {
        eigen_request_product(s, q, EIGEN_SECOND, "Minv", y);
    } else {
        take_product(s, q, y);
    }
}

static void take_inner(gla_scope *s, eigen_solver *q, const gla_array *y, int row)
{
    gla_array *to = eigen_row(s, &q->v, q->v.inner, row);
    q->failed = true; /* the row will be normalised in place, so the search cannot be restored until the step is complete */
    if (!s->status)
        gla_s_assign(s, to, y);
}

static void take_placed(gla_scope *s, eigen_solver *q, const gla_array *y)
{
    take_inner(s, q, y, q->at);
    eigen_normalise(s, &q->v, q->at, q->m);
    eigen_steps t = eigen_read(s, &q->v);
    if (s->status || !eigen_is_usable(s, q, eigen_square(&t, q->m)))
        return;
    if (eigen_is_dependent(&t, q->m, q->at))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the start vector has norm zero; give another v0, or a positive definite %s",
                   s->op, eigen_inner(q));
    ask_product(s, q);
}

static gla_array *check_product(gla_scope *s, const eigen_solver *q, const gla_array *y)
{
    char text[GLA_SHAPE_TEXT], wanted[GLA_SHAPE_TEXT];
    bool block = q->kind == EIGEN_BLOCK;
    if (block && !gla_same_shape(y, q->vector))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the product with %s has shape %s, but it must have %s", s->op, q->wants,
                   gla_shape_text(y->ndim, y->shape, text, sizeof text),
                   gla_shape_text(2, q->vector->shape, wanted, sizeof wanted));
    else if (!block && (y->ndim != 1 || y->shape[0] != (q->stage == EIGEN_LEFT ? q->u.n : q->v.n)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the product with %s has shape %s, but it must be a vector of %lld", s->op, q->wants,
                   gla_shape_text(y->ndim, y->shape, text, sizeof text), (long long)(q->stage == EIGEN_LEFT ? q->u.n : q->v.n));
    else if (gla_dtype_is_complex(y->dtype) && !gla_dtype_is_complex(q->v.dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the product with %s is complex, but the computation is real; give %s", s->op,
                   q->wants, block ? "a complex X" : "a complex dtype");
    return s->status ? NULL : gla_s_contiguous(s, q->v.dev, q->v.dtype, gla_s_to_device(s, q->v.dev, y));
}

static void take(gla_scope *s, eigen_solver *q, gla_array *y)
{
    switch (q->stage) {
    case EIGEN_FIRST: take_first(s, q, y); break;
    case EIGEN_SECOND: take_product(s, q, y); break;
    case EIGEN_INNER:
        take_inner(s, q, y, q->at + 1);
        close_row(s, q);
        break;
    case EIGEN_PLACED: take_placed(s, q, y); break;
    case EIGEN_LEFT:
    case EIGEN_RIGHT:
        if (eigen_golub_take(s, q, y))
            go_on(s, q, eigen_end_golub(s, q));
        break;
    }
}

void eigen_take(gla_scope *s, eigen_solver *q, const gla_array *given)
{
    if (q->done) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the search is finished and requests no product", s->op);
        return;
    }
    if (q->failed)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the search failed earlier and cannot continue; create a new search", s->op);
    gla_array *y = s->status ? NULL : check_product(s, q, given);
    if (s->status)
        return;
    const eigen_solver before = *q;
    gla_array *vector = gla_ref(q->vector);
    if (q->kind == EIGEN_BLOCK)
        eigen_block_take(s, q, y);
    else
        take(s, q, y);
    q->failed = q->failed && s->status && !q->done;
    if (s->status && !q->done && !q->failed) { /* restore the state, so that the same product is requested again */
        q->at = before.at;
        q->from = before.from;
        q->stage = before.stage;
        q->wants = before.wants;
        q->products = before.products;
        q->placed_left = before.placed_left;
        eigen_keep(&q->vector, vector);
    }
    gla_unref(vector);
}
