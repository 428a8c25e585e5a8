/* eigh.c - eigenvalues of symmetric and Hermitian matrices. */
#include "common.h"

/* The lower triangle is copied to a column-major matrix, so that nothing of the other one is read; what is there after
 * the call are the eigenvectors. */
static gla_status factor(const gla_call *c, const gla_array *x, bool vectors, gla_array *values, gla_matrices *a, int64_t *info)
{
    gla_status st = gla_triangle(c->op, true, false, x, a->array);
    if (!st)
        st = gla_require_finite_before(c, c->name, a->array);
    if (st)
        return st;
    void *state = gla_work_begin((double)c->count * 9 * (double)c->n * (double)c->n * (double)c->n);
    st = c->dev->backend->lapack->syevd(c->dev, c->dtype, vectors, GLA_LOWER, &a->matrix, gla_data(values), c->count, info);
    gla_work_end(state);
    return st;
}

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c;
    gla_matrices a = {0};
    gla_array *typed = NULL;
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    int64_t few[GLA_FEW], *info = NULL, shape[GLA_MAX_NDIM];
    gla_status st = gla_call_begin(&c, op, "x", x, true);
    for (int i = 0; !st && i < c.nbatch; i++)
        shape[i] = c.batch[i];
    shape[c.nbatch] = c.n;
    if (!st)
        st = gla_array_new(c.op, c.dev, gla_real_of(c.dtype), c.nbatch + 1, shape, values);
    if (!st)
        st = gla_matrices_new(c.op, c.dev, c.dtype, c.nbatch, c.batch, c.n, c.n, GLA_COLUMN_MAJOR, &a);
    if (st || a.array->size == 0)
        goto done;
    st = gla_typed(c.op, c.dtype, c.a, &typed);
    if (!st)
        st = gla_info_new(c.op, c.count, few, &info);
    if (!st)
        st = gla_small_eigh(&c, typed, *values, vectors ? a.array : NULL, info, &answer);
    if (!st && answer == GLA_SMALL_NOT_TAKEN)
        st = factor(&c, typed, vectors != NULL, *values, &a, info);
    if (!st && answer != GLA_SMALL_DONE)
        st = gla_info_check(&c, GLA_CONVERGENCE_ERROR, info, "the eigenvalues did not converge (info %lld)",
                            "scale the matrix, or compute in float64");
done:
    if (st) {
        gla_unref(*values);
        *values = NULL;
    }
    if (st || !vectors)
        gla_matrices_release(&a);
    if (vectors)
        *vectors = a.array;
    gla_info_free(few, info);
    gla_unref(typed);
    gla_call_end(&c);
    return st;
}

gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    *eigenvalues = *eigenvectors = NULL;
    return decompose("eigh", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvalsh(const gla_array *x, gla_array **out)
{
    *out = NULL;
    return decompose("eigvalsh", x, out, NULL);
}
