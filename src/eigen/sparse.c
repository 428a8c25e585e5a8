/* sparse.c - Eigenvalue searches with sparse matrices, in one call. */
#include "eigen/products.h"

#include "linalg/common.h"

#include <string.h>

/* Return the dtype of computations with both matrices and a shift. */
static gla_dtype type_of(const gla_sparse *a, const gla_sparse *m, const eigen_request *r)
{
    gla_dtype dtype = m ? gla_promote(a->own.data->dtype, m->own.data->dtype) : a->own.data->dtype;
    bool complex_shift = r->kind == EIGEN_GENERAL && r->sigma && gla_dtype_is_complex(r->sigma->dtype);
    return complex_shift ? gla_complex_of(dtype) : dtype;
}

static void describe(eigen_request *r, const gla_sparse *a, const gla_sparse *m)
{
    r->rows = sparse_m(a);
    r->n = sparse_n(a);
    r->has_m = m != NULL && !(r->mode && strcmp(r->mode, "buckling") == 0);
    r->dtype = type_of(a, m, r);
    r->dev = sparse_device(a);
}

/* Run the whole search.  The result is in *q, which the caller releases. */
static void search(gla_scope *s, eigen_request *r, const gla_sparse *a, const gla_sparse *m, eigen_solver **q)
{
    eigen_products p = {.a = a, .m = m};
    describe(r, a, m);
    eigen_check_square(s, a, "A", r->n);
    if (m)
        eigen_check_square(s, m, "M", r->n);
    *q = s->status ? NULL : eigen_begin(s, r);
    if (r->sigma && !s->status)
        eigen_factor_shifted(s, *q, &p, a, m);
    else if (m)
        eigen_factor(s, &p, m);
    eigen_formats f = eigen_make_formats(s, a, m, false);
    if (!s->status)
        eigen_serve(s, *q, &p);
    eigen_polish(s, *q, &p);
    eigen_drop_formats(s, &f);
    eigen_drop_products(&p);
}

/* Return the eigenpairs; vectors is left NULL unless requested. */
static gla_status eigenpairs(eigen_request *r, const gla_sparse *a, const gla_sparse *m, bool with_vectors, gla_array **values,
                             gla_array **vectors)
{
    gla_scope s;
    eigen_solver *q = NULL;
    gla_scope_begin(&s, r->op);
    *values = *vectors = NULL;
    search(&s, r, a, m, &q);
    gla_array *x = s.status ? NULL : with_vectors ? q->vectors : gla_s_slice(&s, q->vectors, 1, 0, 0);
    gla_array *w = s.status ? NULL : q->values;
    gla_scope_give(&s, w, values);
    gla_scope_give(&s, x, vectors);
    gla_object_unref(q);
    return gla_scope_end(&s);
}

gla_status gla_sparse_eigsh(const gla_sparse *A, gla_array **values, gla_array **vectors, int64_t k, const gla_sparse *M,
                            const gla_array *sigma, const char *which, const gla_array *v0, gla_axis ncv, gla_axis maxiter,
                            double tol, bool return_eigenvectors, const char *mode)
{
    eigen_request r = {.op = "eigsh",
                       .kind = EIGEN_HERMITIAN,
                       .k = k,
                       .which = which ? which : "LM",
                       .mode = mode,
                       .sigma = sigma,
                       .v0 = v0,
                       .ncv = ncv,
                       .maxiter = maxiter,
                       .tol = tol};
    return eigenpairs(&r, A, M, return_eigenvectors, values, vectors);
}

gla_status gla_sparse_eigs(const gla_sparse *A, gla_array **values, gla_array **vectors, int64_t k, const gla_sparse *M,
                           const gla_array *sigma, const char *which, const gla_array *v0, gla_axis ncv, gla_axis maxiter,
                           double tol, bool return_eigenvectors)
{
    eigen_request r = {.op = "eigs",
                       .kind = EIGEN_GENERAL,
                       .k = k,
                       .which = which ? which : "LM",
                       .sigma = sigma,
                       .v0 = v0,
                       .ncv = ncv,
                       .maxiter = maxiter,
                       .tol = tol};
    return eigenpairs(&r, A, M, return_eigenvectors, values, vectors);
}

/* Compute singular values by the search that preserves the digits of small values. */
static void search_in_two_bases(gla_scope *s, const eigen_request *r, const gla_sparse *a, gla_array *found[3])
{
    const eigen_products p = {.a = a};
    eigen_solver *q = s->status ? NULL : eigen_begin(s, r);
    if (q)
        eigen_serve(s, q, &p);
    if (!s->status) {
        found[0] = gla_s_own(s, gla_ref(q->left));
        found[1] = gla_s_own(s, gla_ref(q->values));
        found[2] = gla_s_own(s, gla_ref(q->vectors));
    }
    gla_object_unref(q);
}

gla_status gla_sparse_svds(const gla_sparse *A, gla_array **U, gla_array **S, gla_array **Vh, int64_t k, gla_axis ncv,
                           double tol, const char *which, const gla_array *v0, gla_axis maxiter, bool return_singular_vectors)
{
    eigen_request r = {.op = "svds",
                       .kind = EIGEN_SINGULAR,
                       .k = k,
                       .which = which ? which : "LM",
                       .v0 = v0,
                       .ncv = ncv,
                       .maxiter = maxiter,
                       .tol = tol};
    gla_scope s;
    gla_array *found[3] = {NULL};
    gla_scope_begin(&s, r.op);
    *U = *S = *Vh = NULL;
    describe(&r, A, NULL);
    eigen_formats f = eigen_make_formats(&s, A, NULL, true);
    if (!eigen_by_gram(&s, &r, A, found))
        search_in_two_bases(&s, &r, A, found);
    eigen_drop_formats(&s, &f);
    gla_array *u = return_singular_vectors ? found[0] : gla_s_slice(&s, found[0], 1, 0, 0);
    gla_array *v = return_singular_vectors ? found[2] : gla_s_slice(&s, found[2], 0, 0, 0);
    gla_scope_give(&s, u, U);
    gla_scope_give(&s, found[1], S);
    gla_scope_give(&s, v, Vh);
    return gla_scope_end(&s);
}

/* A search with sigma requests solutions with A - sigma M instead of products with A.  Therefore, if A is given, factor A -
 * sigma M. */
static void factor_for(gla_scope *s, eigen_solver *q, eigen_products *p)
{
    bool shifted = q->kind != EIGEN_BLOCK && q->mode != EIGEN_REGULAR;
    if (!s->status && !q->done && shifted && p->a && (!q->has_m || p->m))
        eigen_factor_shifted(s, q, p, p->a, p->m);
}

gla_status gla_sparse_eigensolver_run(const gla_sparse_eigensolver *solver, bool *more, const gla_sparse *A,
                                      const gla_sparse *M, const gla_sparse_preconditioner *preconditioner)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    eigen_products p = {.a = A, .m = M, .preconditioner = preconditioner};
    gla_scope s;
    gla_scope_begin(&s, q->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_end(&s);
    int64_t m = q->flipped ? q->v.n : q->u.n, n = q->flipped ? q->u.n : q->v.n;
    if (A && q->kind == EIGEN_SINGULAR && (sparse_m(A) != m || sparse_n(A) != n))
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: A has shape (%lld, %lld), but it must have (%lld, %lld)", s.op,
                   (long long)sparse_m(A), (long long)sparse_n(A), (long long)m, (long long)n);
    else if (A && q->kind != EIGEN_SINGULAR)
        eigen_check_square(&s, A, "A", q->v.n);
    if (M)
        eigen_check_square(&s, M, q->kind == EIGEN_BLOCK ? "B" : "M", q->v.n);
    factor_for(&s, q, &p);
    eigen_formats f = eigen_make_formats(&s, A, M, q->kind == EIGEN_SINGULAR);
    eigen_serve(&s, q, &p);
    eigen_polish(&s, q, &p);
    eigen_drop_formats(&s, &f);
    eigen_drop_products(&p);
    *more = !q->done;
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(&s);
}
