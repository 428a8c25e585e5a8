/* cholesky.c - Cholesky factors. */
#include "common.h"

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

/* The factor wanted lies so that LAPACK sees a lower one: L by columns, or U by rows, which by columns is its transpose
 * and factors conj(x): the triangle that is read is the one that is returned. */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper)
{
    gla_call c;
    gla_matrices f = {0};
    gla_array *typed = NULL;
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    int64_t few[GLA_FEW], *info = NULL;
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
    if (!st && answer != GLA_SMALL_DONE)
        st = gla_info_check(&c, GLA_NOT_POSITIVE_DEFINITE_ERROR, info,
                            "x is not positive definite: its leading minor of order %lld is not",
                            "check that x is symmetric and its columns are independent, or use eigh");
done:
    if (st)
        gla_matrices_release(&f);
    *out = f.array;
    gla_info_free(few, info);
    gla_unref(typed);
    gla_call_end(&c);
    return st;
}
