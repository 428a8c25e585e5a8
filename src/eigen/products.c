/* products.c - Products with sparse matrices, and solutions with factors, as requested by a search. */
#include "eigen/block.h"
#include "eigen/products.h"
#include "runtime/interrupt.h"

#include "gpulinalg/sparse_direct.h"
#include "gpulinalg/index.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/elementwise.h"
#include "linalg/common.h"

#include <string.h>

void eigen_drop_products(eigen_products *p)
{
    gla_object_unref(p->factor);
    gla_unref(p->order);
    gla_unref(p->lower);
    gla_unref(p->upper);
    p->factor = NULL;
    p->order = p->lower = p->upper = NULL;
}

eigen_formats eigen_make_formats(gla_scope *s, const gla_sparse *a, const gla_sparse *m, bool adjoint)
{
    eigen_formats f = {{NULL, NULL, false}, {NULL, NULL, false}};
    if (a && (adjoint || a->turned))
        f.a = sparse_in(s, a, !a->turned);
    if (m && m->turned)
        f.m = sparse_in(s, m, false);
    return f;
}

void eigen_drop_formats(gla_scope *s, const eigen_formats *f)
{
    if (f->m.of)
        sparse_used(s->status, &f->m);
    if (f->a.of)
        sparse_used(s->status, &f->a);
}

/* Solve with the factors. */
static gla_array *substitute(gla_scope *s, const eigen_products *p, const gla_array *b)
{
    gla_array *made = NULL;
    if (p->factor)
        return gla_s_adopt(s, gla_sparse_factorization_solve(p->factor, b, &made, GLA_AS_GIVEN), &made);
    if (!gla_s_adopt(s, gla_take(b, p->order, &made, NULL), &made) ||
        !gla_s_adopt(s, gla_substitute_as(s->op, p->lower, made, &made, true, true), &made) ||
        !gla_s_adopt(s, gla_substitute_as(s->op, p->upper, made, &made, false, false), &made))
        return NULL;
    return made;
}

gla_array *eigen_solutions(gla_scope *s, const eigen_products *p, gla_array *b)
{
    gla_array *made = NULL;
    const gla_array **columns = s->status ? NULL : gla_s_memory(s, b->shape[1], sizeof *columns);
    if (s->status || p->factor)
        return s->status ? NULL : substitute(s, p, b);
    for (int64_t j = 0; j < b->shape[1] && !s->status; j++)
        columns[j] = substitute(s, p, gla_s_view(s, b, 1, b->shape, b->strides, j * b->strides[1]));
    return s->status ? NULL : gla_s_adopt(s, gla_stack(&(gla_arrays){.n = b->shape[1], .v = columns}, &made, 1), &made);
}

/* ---- the smaller of aᴴa and aaᴴ ------------------------------------------------------------------------------ */
double eigen_largest(gla_scope *s, const gla_array *x)
{
    double *found = NULL;
    if (s->status || x->size == 0)
        return 0;
    gla_array *size = gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, x));
    gla_s_to_host(s, s->status ? NULL : gla_s_astype(s, GLA_FLOAT64, size), (void **)&found);
    return s->status ? 0 : *found;
}

gla_array *eigen_product(gla_scope *s, const gla_sparse *a, bool adjoint, gla_array *x)
{
    gla_array *made = NULL;
    if (s->status)
        return NULL;
    return adjoint ? sparse_adjoint_product(s, a, x) : gla_s_adopt(s, gla_sparse_dot(a, x, &made), &made);
}

static gla_array *multiply_by_gram(gla_scope *s, const gla_sparse *a, gla_array *x)
{
    bool flipped = sparse_m(a) < sparse_n(a);
    return eigen_product(s, a, !flipped, eigen_product(s, a, flipped, x));
}

/* Return true if singular values computed as square roots of the eigenvalues would lose digits.  After a restart the projected
 * matrix begins with the Ritz values, the best first. */
static bool gram_loses(const eigen_solver *q)
{
    const double lost = EIGEN_GRAM_RATIO * EIGEN_GRAM_RATIO;
    return q->restarts > 0 && creal(q->h[(q->k - 1) * (int64_t)(q->m + 1)]) * lost < creal(q->h[0]);
}

/* Return the requested product or solution; NULL if the operands for it are missing. */
static gla_array *answer(gla_scope *s, const eigen_products *p, const eigen_solver *q)
{
    gla_array *y = NULL;
    bool blocks = q->kind == EIGEN_BLOCK;
    const gla_sparse *by = strcmp(q->wants, "A") == 0 ? p->a : strcmp(q->wants, blocks ? "B" : "M") == 0 ? p->m : NULL;
    if (blocks && strcmp(q->wants, "M") == 0 && p->preconditioner)
        return gla_s_adopt(s, gla_sparse_preconditioner_apply(p->preconditioner, q->vector, &y), &y);
    if (by && p->gram)
        return multiply_by_gram(s, by, q->vector);
    if (by)
        return gla_s_adopt(s, gla_sparse_dot(by, q->vector, &y), &y);
    if (p->a && strcmp(q->wants, "AH") == 0)
        return sparse_adjoint_product(s, p->a, q->vector);
    if ((p->factor || p->upper) && (strcmp(q->wants, "OPinv") == 0 || strcmp(q->wants, "Minv") == 0))
        return substitute(s, p, q->vector);
    return NULL;
}

void eigen_serve(gla_scope *whole, eigen_solver *q, const eigen_products *p)
{
    bool block = q->kind == EIGEN_BLOCK && !q->done;
    eigen_saved saved;
    if (q->failed)
        eigen_start_search(whole, q);
    if (block)
        eigen_block_save(whole, q, &saved);
    for (bool open = false; !open && !whole->status && !q->done && !(p->gram && gram_loses(q));) {
        gla_scope s;
        gla_scope_begin(&s, q->op);
        gla_array *y = answer(&s, p, q);
        open = !y && !s.status;
        if (y)
            eigen_take(&s, q, y);
        if (!s.status && gla_interrupted())
            gla_s_fail(&s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s.op);
        gla_s_check(whole, gla_scope_end(&s));
    }
    if (block) /* after Ctrl-C the search can continue; after other failures its state is restored */
        eigen_block_restore(q, &saved, whole->status && whole->status != GLA_INTERRUPTED_ERROR && !q->done);
}

void eigen_check_square(gla_scope *s, const gla_sparse *a, const char *name, int64_t n)
{
    if (sparse_m(a) != sparse_n(a))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape (%lld, %lld), but it must be square", s->op, name,
                   (long long)sparse_m(a), (long long)sparse_n(a));
    else if (sparse_m(a) != n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %lld rows, but it must have %lld", s->op, name, (long long)sparse_m(a),
                   (long long)n);
}
