/* lobpcg.c - Locally optimal block preconditioned conjugate gradients (Knyazev 2001).  See docs/design/sparse-eigenvalues.md.
 *
 * Each step takes the Ritz vectors from the span of the current vectors, their preconditioned residuals and the previous search
 * directions. */
#include "eigen/block.h"
#include "elementwise/ops.h"

#include "elementwise/map.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <math.h>

enum {
    RENEW = 40
}; /* number of steps after which products with the basis are recomputed, so that rounding errors do not
                      * accumulate */

static void ask(const block_step *t, block_stage stage, const char *what, gla_array *block)
{
    eigen_request_product(t->s, t->q, EIGEN_FIRST, what, block);
    t->b->stage = stage;
    if (!t->s->status && what[0] == 'A')
        t->q->products += block_width(block);
}

/* ---- the basis: X, and P if present -------------------------------------------------------------------------- */
static void ask_basis(const block_step *t)
{
    gla_scope *s = t->s;
    gla_array *q = block_part(t, PART_Q), *bq = block_part(t, PART_BQ);
    int64_t width = s->status ? 0 : block_width(q), k = width < t->q->k || !t->b->started ? width : t->q->k;
    gla_array *x = gla_s_contiguous(s, t->q->v.dev, t->q->v.dtype, block_columns(s, q, 0, k));
    gla_array *bx = bq == q ? x : gla_s_contiguous(s, t->q->v.dev, t->q->v.dtype, block_columns(s, bq, 0, k));
    block_span spans[2] = {{block_part(t, PART_Y), block_part(t, PART_BY)}, {NULL, NULL}};
    block_orthonormalise(s, 1, spans, &x, &bx);
    if (!s->status && t->b->dense && block_width(x) < k - block_width(block_part(t, PART_Y)))
        gla_s_fail(s, GLA_NOT_POSITIVE_DEFINITE_ERROR, "%s: B is singular, so it does not define an inner product", s->op);
    else if (!s->status && !t->b->dense && block_width(x) < k)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   block_part(t, PART_Y)
                       ? "%s: the columns of X and Y are linearly dependent; choose another X, for example a random one"
                       : "%s: the columns of X are linearly dependent; choose another X, for example a random one",
                   s->op);
    if (!s->status && width > k) {
        gla_array *p = gla_s_contiguous(s, t->q->v.dev, t->q->v.dtype, block_columns(s, q, k, width - k));
        gla_array *bp = bq == q ? p : gla_s_contiguous(s, t->q->v.dev, t->q->v.dtype, block_columns(s, bq, k, width - k));
        spans[1] = (block_span){x, bx};
        block_orthonormalise(s, 2, spans, &p, &bp);
        gla_array *joined = block_join(s, x, p);
        bx = bx == x ? joined : block_join(s, bx, bp);
        x = joined;
    }
    block_put(t, PART_Q, x);
    block_put(t, PART_BQ, bx);
    ask(t, BLOCK_BASIS, "A", x);
}

static void renew(const block_step *t)
{
    if (t->b->has_b)
        ask(t, BLOCK_INNER, "B", block_part(t, PART_Q));
    else
        ask_basis(t);
}

/* ---- residuals and directions -------------------------------------------------------------------------------- */
static void orthonormalise_directions(const block_step *t, gla_array *w, gla_array *bw);

static void ask_step(const block_step *t)
{
    gla_scope *s = t->s;
    int64_t k = t->q->k;
    if (!s->status && block_part(t, PART_W)) {
        ask(t, BLOCK_STEP, "A", block_part(t, PART_W));
    } else if (!s->status && block_width(block_part(t, PART_Q)) > k) { /* try without the directions of the last step */
        for (int i = PART_Q; i <= PART_BQ; i++)
            block_put(t, i, gla_s_contiguous(s, t->q->v.dev, t->q->v.dtype, block_columns(s, block_part(t, i), 0, k)));
        block_put(t, PART_GRAM, NULL);
        if (!t->b->has_b)
            block_put(t, PART_BQ, block_part(t, PART_Q));
        if (t->b->has_b)
            ask(t, BLOCK_DIRECTIONS, "B", block_part(t, PART_GIVEN));
        else
            orthonormalise_directions(t, block_part(t, PART_GIVEN), block_part(t, PART_GIVEN));
    } else if (!s->status && !t->b->fresh) {
        renew(t);
    } else if (!s->status) {
        block_finish(t, true);
    }
}

static void orthonormalise_directions(const block_step *t, gla_array *w, gla_array *bw)
{
    block_span spans[2] = {{block_part(t, PART_Y), block_part(t, PART_BY)}, {block_part(t, PART_Q), block_part(t, PART_BQ)}};
    block_orthonormalise(t->s, 2, spans, &w, &bw);
    block_put(t, PART_W, w);
    block_put(t, PART_BW, bw);
    ask_step(t);
}

static void ask_inner(const block_step *t, gla_array *w)
{
    block_put(t, PART_GIVEN, w);
    if (t->s->status)
        return;
    if (t->b->has_b)
        ask(t, BLOCK_DIRECTIONS, "B", w);
    else
        orthonormalise_directions(t, w, w);
}

/* Scale each column so that the magnitude of its largest element is one.  A preconditioner may return columns so large or small
 * that squares overflow or underflow. */
static gla_array *levelled(gla_scope *s, const gla_array *w)
{
    gla_array *largest = gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, w), 0, true);
    gla_array *zero = gla_s_combine(s, gla_equal, largest, gla_s_number(s, 0));
    zero = s->status ? NULL : gla_s_astype(s, largest->dtype, zero);
    return gla_s_combine(s, gla_multiply, w, gla_s_apply(s, gla_reciprocal, gla_s_combine(s, gla_add, largest, zero)));
}

/* Test the updated vectors for convergence, and start the next action. */
static void look(const block_step *t)
{
    gla_scope *s = t->s;
    eigen_solver *q = t->q;
    gla_array *r = block_residuals(t);
    block_put(t, PART_RESIDUAL, block_lengths(s, r));
    if (t->b->has_b)
        block_put(t, PART_LENGTH, block_lengths(s, block_columns(s, block_part(t, PART_BQ), 0, q->k)));
    int *which = gla_s_memory(s, q->k, sizeof *which), open = 0;
    for (int j = 0; j < q->k && !s->status; j++) {
        if (!isfinite(block_number(t, PART_RESIDUAL, j)))
            gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: A, B, M, X or Y contains NaN or Inf, or a product overflows", s->op);
        else if (!block_has_converged(t, j))
            which[open++] = j;
    }
    if (s->status)
        return;
    bool nearer = block_makes_progress(t), over = open == 0 || !nearer || q->restarts >= q->maxiter || t->b->dense;
    if (over && t->b->fresh) {
        block_finish(t, !nearer);
    } else if (over || (!t->b->fresh && q->restarts % RENEW == 0)) {
        renew(t);
    } else {
        q->restarts++;
        gla_array *w = open < q->k ? block_choose(s, r, which, open) : r;
        if (t->b->preconditioned)
            ask(t, BLOCK_PRECONDITIONED, "M", w);
        else
            ask_inner(t, w);
    }
}

/* ---- Rayleigh-Ritz ------------------------------------------------------------------------------------------- */
/* Return q c + w d, where the coefficients c are stacked on d. */
static gla_array *combine(gla_scope *s, const gla_array *q, const gla_array *w, const block_ritz *r)
{
    gla_array *x = block_combine(s, q, r->c, r->m, r->k + r->more);
    if (s->status || !w)
        return x;
    gla_array *other = block_combine(s, w, r->c + block_width(q), r->m, r->k + r->more);
    if (!s->status)
        gla_s_check(s, gla_map_into(GLA_OP_add, x->dtype, 2, (const gla_array *[]){x, other}, x));
    gla_s_release(s, other);
    return s->status ? NULL : x;
}

/* Return the Gram matrix with respect to A of q and w, where aw is A times w. */
static double complex *projected(const block_step *t, const gla_array *aw, int64_t m)
{
    gla_scope *s = t->s;
    const gla_array *q = block_part(t, PART_Q), *w = aw ? block_part(t, PART_W) : NULL;
    int64_t n = block_width(q);
    const gla_array *known = aw ? block_part(t, PART_GRAM) : NULL;
    const double complex *first = known ? gla_data(known) : block_gram_host(s, q, block_part(t, PART_AQ)),
                         *beside = aw ? block_gram_host(s, q, aw) : NULL, *last = aw ? block_gram_host(s, w, aw) : NULL;
    double complex *g = gla_s_memory(s, m * m, sizeof *g);
    for (int64_t j = 0; j < m && !s->status; j++)
        for (int64_t i = 0; i < m; i++) {
            g[i + j * m] = i < n && j < n ? first[i + j * n]
                           : i < n        ? beside[i + (j - n) * n]
                           : j < n        ? conj(beside[j + (i - n) * n])
                                          : last[i - n + (j - n) * (m - n)];
            if (!isfinite(creal(g[i + j * m])) || !isfinite(cimag(g[i + j * m])))
                gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: a product with A contains NaN or Inf, or overflows", s->op);
        }
    return g;
}

static void advance(const block_step *t, gla_array *aw)
{
    gla_scope *s = t->s;
    eigen_solver *q = t->q;
    gla_array *w = aw ? block_part(t, PART_W) : NULL, *value = NULL;
    int64_t k = q->k, m = s->status ? 0 : block_width(block_part(t, PART_Q)) + block_width(w);
    double complex *g = projected(t, aw, m);
    bool *active = gla_s_memory(s, k, sizeof *active), both = block_part(t, PART_BQ) == block_part(t, PART_Q);
    for (int j = 0; j < k && !s->status; j++)
        active[j] = !block_part(t, PART_RESIDUAL) || !block_has_converged(t, j);
    block_ritz r = block_solve(s, g, m, k, t->b->dense ? m : k, t->b->largest, active, !gla_dtype_is_complex(q->v.dtype));
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_FLOAT64, 1, &k, &value, &data)))
        return;
    gla_s_own(s, value);
    for (int64_t j = 0; j < k; j++)
        ((double *)data)[j] = r.value[j];
    gla_array *aq = combine(s, block_part(t, PART_AQ), aw, &r);
    gla_array *bq = both ? NULL : combine(s, block_part(t, PART_BQ), w ? block_part(t, PART_BW) : NULL, &r);
    gla_array *x = combine(s, block_part(t, PART_Q), w, &r);
    block_put(t, PART_Q, x);
    block_put(t, PART_AQ, aq);
    block_put(t, PART_BQ, both ? x : bq);
    block_put(t, PART_VALUE, value);
    block_put(t, PART_GRAM, r.gram);
    block_put(t, PART_W, NULL);
    block_put(t, PART_BW, NULL);
    block_put(t, PART_GIVEN, NULL);
    t->b->size = fmax(t->b->size, r.size);
    t->b->fresh = !aw;
    look(t);
}

/* ---- constraints --------------------------------------------------------------------------------------------- */
static void constrain(const block_step *t, gla_array *y, gla_array *by)
{
    int64_t width = t->s->status ? 0 : block_width(y);
    block_orthonormalise(t->s, 0, NULL, &y, &by);
    if (!t->s->status && block_width(y) < width)
        gla_s_fail(t->s, GLA_ARGUMENT_ERROR, "%s: the columns of Y are linearly dependent; remove the dependent ones",
                   t->s->op);
    block_put(t, PART_Y, y);
    block_put(t, PART_BY, by);
    renew(t);
}

/* ---- the search ---------------------------------------------------------------------------------------------- */
void eigen_block_start(gla_scope *s, eigen_solver *q, gla_array *x, gla_array *y)
{
    block_step t = {s, q, q->block};
    block_put(&t, PART_Q, x);
    block_put(&t, PART_BQ, x);
    if (s->status)
        return;
    if (!y)
        renew(&t);
    else if (t.b->has_b) {
        block_put(&t, PART_Y, y);
        ask(&t, BLOCK_CONSTRAINTS, "B", y);
    } else
        constrain(&t, y, y);
}

static void take(const block_step *t, gla_array *y)
{
    switch (t->b->stage) {
    case BLOCK_CONSTRAINTS: constrain(t, block_part(t, PART_Y), y); break;
    case BLOCK_INNER:
        block_put(t, PART_BQ, y);
        ask_basis(t);
        break;
    case BLOCK_BASIS:
        block_put(t, PART_AQ, eigen_scaled(t->s, t->q, y));
        t->b->started = true;
        advance(t, NULL);
        break;
    case BLOCK_PRECONDITIONED: ask_inner(t, levelled(t->s, y)); break;
    case BLOCK_DIRECTIONS: orthonormalise_directions(t, block_part(t, PART_GIVEN), y); break;
    case BLOCK_STEP: advance(t, eigen_scaled(t->s, t->q, y)); break;
    }
}

void eigen_block_take(gla_scope *s, eigen_solver *q, gla_array *y)
{
    eigen_saved saved;
    eigen_block_save(s, q, &saved);
    block_step t = {s, q, q->block};
    if (!s->status)
        take(&t, y);
    eigen_block_restore(q, &saved, s->status && !q->done);
}
