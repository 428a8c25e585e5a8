/* cholesky.c - Cholesky factors. */
#include "condition.h"

#include <string.h>

/* Estimates for systems with x, from its factor; none for matrices that have none. */
static gla_status look_at(const gla_call *c, const gla_matrices *f, const int64_t *info, gla_doubts *doubts)
{
    int64_t few[GLA_FEW], *zeros = NULL;
    gla_triangular factor = {.uplo = GLA_LOWER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT, .of = GLA_OF_CHOLESKY};
    if (!c->dev->backend->lapack->trcon) {
        doubts->wanted = false;
        return GLA_OK;
    }
    gla_status st = gla_info_new(c->op, c->count, few, &zeros);
    if (!st)
        st = gla_triangle_doubts(c, f, factor, NULL, zeros, doubts);
    for (int64_t i = 0; i < c->count && !st; i++)
        if (info[i])
            doubts->of[i] = 0;
    gla_info_free(few, zeros);
    return st;
}

static gla_status factor(const gla_call *c, bool upper, const gla_array *x, gla_matrices *f, int64_t *info)
{
    gla_status st = gla_triangle(c->op, !upper, false, x, f->array);
    if (!st)
        st = gla_require_finite_before(c, c->name, f->array);
    if (st)
        return st;
    void *state = gla_work_begin((double)c->count * (double)c->n * (double)c->n * (double)c->n / 3);
    st = c->dev->backend->lapack->potrf(c->dev, c->dtype, GLA_LOWER, &f->matrix, c->count, info);
    gla_work_end(state);
    return st;
}

/* D x D with powers of two in D, whose factor is D times that of x. */
static gla_status factor_scaled(const gla_call *c, bool upper, const gla_array *x, gla_matrices *f, int64_t *info,
                                gla_doubts *doubts)
{
    gla_scaled s = {.rows = NULL};
    gla_matrices back = {0};
    gla_array *there = NULL;
    gla_status st = gla_scaled_new(c, x, GLA_SCALE_SYMMETRIC, &s);
    if (!st)
        st = gla_array_contiguous(c->op, c->dev, c->dtype, s.host.array, &there);
    if (!st)
        st = factor(c, upper, there, f, info);
    if (!st)
        st = gla_matrices_copy(c->op, gla_device_of(s.host.array), c->dtype, f->array, c->nbatch, c->batch, GLA_COLUMN_MAJOR,
                               &back);
    for (int64_t i = 0; i < c->count * c->n && !st; i++)
        s.rows[i] = -s.rows[i];
    if (!st)
        st = look_at(c, f, info, doubts);
    if (!st)
        st = gla_scaled_store(c, &back, upper ? NULL : s.rows, upper ? s.rows : NULL, info, "the factor", f->array);
    gla_scaled_free(&s);
    gla_matrices_release(&back);
    gla_unref(there);
    return st;
}

/* The factor wanted lies so that LAPACK sees a lower one: L by columns, or U by rows, which by columns is its transpose
 * and factors conj(x): the triangle that is read is the one that is returned. */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper)
{
    gla_call c;
    gla_matrices f = {0};
    gla_array *typed = NULL;
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    int64_t few[GLA_FEW], *info = NULL;
    gla_doubts doubts = {.wanted = false};
    *out = NULL;
    gla_status st = gla_call_begin(&c, "cholesky", "x", x, true);
    if (!st)
        st = gla_matrices_new(c.op, c.dev, c.dtype, c.nbatch, c.batch, c.n, c.n,
                              upper ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR, &f);
    if (st || f.array->size == 0)
        goto done;
    st = gla_typed(c.op, c.dtype, c.a, &typed);
    if (!st)
        st = gla_info_new(c.op, c.count, few, &info);
    if (!st)
        st = gla_small_cholesky(&c, upper, typed, f.array, info, &answer);
    if (!st && answer == GLA_SMALL_NOT_TAKEN)
        st = factor(&c, upper, typed, &f, info);
    if (!st && answer == GLA_SMALL_DONE)
        memset(info, 0, (size_t)c.count * sizeof *info);
    if (!st)
        st = gla_info_check_finite(&c, info);
    if (!st)
        st = gla_doubts_new(&c, &doubts);
    if (!st)
        st = look_at(&c, &f, info, &doubts);
    if (!st && gla_doubts_scale(&c, &doubts))
        st = factor_scaled(&c, upper, typed, &f, info, &doubts);
    if (!st && answer != GLA_SMALL_DONE)
        st = gla_info_check(&c, GLA_NOT_POSITIVE_DEFINITE_ERROR, info,
                            "x is not positive definite: its leading minor of order %lld is not",
                            "check that x is symmetric and its columns are independent, or use eigh");
    if (!st)
        st = gla_doubts_check(&c, &doubts, "what is solved with its factor",
                              "look for columns that nearly depend on others, or add a small number to the diagonal");
done:
    if (st)
        gla_matrices_release(&f);
    *out = f.array;
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    gla_unref(typed);
    gla_call_end(&c);
    return st;
}
