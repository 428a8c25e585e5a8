/* eig.c - eigenvalues of general matrices. */
#include "common.h"

static void factor(const gla_call *c, gla_array *values, gla_matrices *v)
{
    gla_matrices a = gla_call_copy(c, c->a, GLA_COLUMN_MAJOR);
    gla_call_require_finite_before(c, "x", a.array);
    int64_t *info = gla_call_info(c);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, geev),
                              (double)c->count * 25 * (double)c->n * (double)c->n * (double)c->n);
    gla_matrix m = gla_run_matrix(&r, GLA_READ, c->dtype, &a.matrix, c->count);
    gla_matrix columns = gla_run_matrix(&r, GLA_WRITTEN, gla_complex_of(c->dtype), &v->matrix, c->count);
    void *w = gla_run_array(&r, GLA_WRITTEN, values);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->geev(r.at, c->dtype, &m, w, v->array ? &columns : NULL, c->count, info));
    gla_run_end(&r);
    gla_info_check(c, GLA_CONVERGENCE_ERROR, info, "the eigenvalues did not converge (info %lld)",
                   "scale the matrix, or compute in float64");
}

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c, of_complex;
    gla_call_begin(&c, op, "x", x, true);
    of_complex = c;
    of_complex.dtype = gla_complex_of(c.dtype);
    gla_array *w = gla_call_new(&of_complex, of_complex.dtype, c.n);
    gla_matrices v = vectors ? gla_call_matrices(&of_complex, c.n, c.n, GLA_COLUMN_MAJOR) : (gla_matrices){0};
    if (!gla_failed(&c) && c.a->size > 0)
        factor(&c, w, &v);
    if (vectors)
        gla_scope_give(c.s, v.array, vectors);
    return gla_call_return(&c, w, values);
}

gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    return decompose("eig", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvals(const gla_array *x, gla_array **out)
{
    return decompose("eigvals", x, out, NULL);
}
