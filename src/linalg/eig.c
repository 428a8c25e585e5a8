/* eig.c - eigenvalues of general matrices. */
#include "common.h"

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c;
    gla_matrices a = {0}, v = {0};
    int64_t few[GLA_FEW], *info = NULL, shape[GLA_MAX_NDIM];
    gla_status st = gla_call_begin(&c, op, "x", x, true);
    gla_dtype complex_type = gla_complex_of(c.dtype);
    for (int i = 0; !st && i < c.nbatch; i++)
        shape[i] = c.batch[i];
    shape[c.nbatch] = c.n;
    if (!st)
        st = gla_array_new(c.op, c.dev, complex_type, c.nbatch + 1, shape, values);
    if (!st && vectors)
        st = gla_matrices_new(c.op, c.dev, complex_type, c.nbatch, c.batch, c.n, c.n, GLA_COLUMN_MAJOR, &v);
    if (st || c.a->size == 0)
        goto done;
    st = gla_matrices_copy(c.op, c.dev, c.dtype, c.a, c.nbatch, c.batch, GLA_COLUMN_MAJOR, &a);
    if (!st)
        st = gla_require_finite_before(&c, "x", a.array);
    if (!st)
        st = gla_info_new(c.op, c.count, few, &info);
    if (!st) {
        void *state = gla_work_begin((double)c.count * 25 * (double)c.n * (double)c.n * (double)c.n);
        st = c.dev->backend->lapack->geev(c.dev, c.dtype, &a.matrix, gla_data(*values), vectors ? &v.matrix : NULL,
                                          c.count, info);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check(&c, GLA_CONVERGENCE_ERROR, info, "the eigenvalues did not converge (info %lld)",
                            "scale the matrix, or compute in float64");
done:
    if (st) {
        gla_unref(*values);
        *values = NULL;
        gla_matrices_release(&v);
    }
    if (vectors)
        *vectors = v.array;
    gla_info_free(few, info);
    gla_matrices_release(&a);
    gla_call_end(&c);
    return st;
}

gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    *eigenvalues = *eigenvectors = NULL;
    return decompose("eig", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvals(const gla_array *x, gla_array **out)
{
    *out = NULL;
    return decompose("eigvals", x, out, NULL);
}
