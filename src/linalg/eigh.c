/* eigh.c - eigenvalues of symmetric and Hermitian matrices. */
#include "common.h"

/* The lower triangle is copied to a column-major matrix, so that nothing of the other one is read; what is there after
 * the call are the eigenvectors. */
static void factor(const gla_call *c, const gla_array *x, bool vectors, gla_array *values, gla_matrices *a, int64_t *info)
{
    gla_call_triangle(c, true, false, x, a->array);
    gla_call_require_finite_before(c, c->name, a->array);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, syevd),
                              (double)c->count * 9 * (double)c->n * (double)c->n * (double)c->n);
    gla_matrix m = gla_run_matrix(&r, vectors ? GLA_UPDATED : GLA_READ, c->dtype, &a->matrix, c->count);
    void *w = gla_run_array(&r, GLA_WRITTEN, values);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->syevd(r.at, c->dtype, vectors, GLA_LOWER, &m, w, c->count, info));
    gla_run_end(&r);
}

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c;
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    gla_call_begin(&c, op, "x", x, true);
    gla_array *w = gla_call_new(&c, gla_real_of(c.dtype), c.n);
    gla_matrices a = gla_call_matrices(&c, c.n, c.n, GLA_COLUMN_MAJOR);
    if (!gla_failed(&c) && a.array->size > 0) {
        gla_array *typed = gla_s_typed(c.s, c.dtype, c.a);
        int64_t *info = gla_call_info(&c);
        gla_small_eigh(&c, typed, w, vectors ? a.array : NULL, info, &answer);
        if (answer == GLA_SMALL_NOT_TAKEN)
            factor(&c, typed, vectors != NULL, w, &a, info);
        if (answer != GLA_SMALL_DONE)
            gla_info_check(&c, GLA_CONVERGENCE_ERROR, info, "the eigenvalues did not converge (info %lld)",
                           "scale the matrix, or compute in float64");
    }
    if (vectors)
        gla_scope_give(c.s, a.array, vectors);
    return gla_call_return(&c, w, values);
}

gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    return decompose("eigh", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvalsh(const gla_array *x, gla_array **out)
{
    return decompose("eigvalsh", x, out, NULL);
}
