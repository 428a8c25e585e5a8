/* solve.c - Iterative solution in one call, with a sparse matrix and a preconditioner. */
#include "krylov/krylov.h"

#include "sparse/sparse.h"

static gla_status solve(const krylov_method *method, const gla_sparse *a, const gla_array *b, const gla_array *x0,
                        const krylov_options *o, const gla_sparse_preconditioner *m, gla_array **x)
{
    const gla_array *given[3] = {b, a->own.data, x0 ? x0 : b};
    gla_array *placed[3], *result = NULL;
    gla_device *dev = NULL;
    gla_sparse_iteration *q = NULL;
    gla_sparse *typed = NULL;
    gla_scope s;
    *x = NULL;
    gla_scope_begin(&s, method->op);
    gla_s_place(&s, 3, given, false, &dev, placed);
    gla_dtype dtype = gla_floating_of(gla_promote_arrays(3, given));
    if (!s.status && a->own.data->dtype != dtype) /* converted once instead of in each product */
        gla_s_check(&s, gla_sparse_astype(a, dtype, &typed));
    gla_array *right = s.status ? NULL : gla_s_astype(&s, dtype, placed[0]);
    if (right)
        q = krylov_new(&s, method, right, x0 ? placed[2] : NULL, o);
    const gla_sparse *of = typed ? typed : a;
    const bool other = method->least_squares || of->turned; /* the format that only some products need */
    const sparse_use form = sparse_in(&s, of, other ? !of->turned : of->turned);
    if (q)
        krylov_serve(q, &s, of, m);
    if (!s.status)
        result = krylov_solution(q, &s);
    gla_status st = sparse_used(gla_scope_return(&s, result, x), &form);
    gla_object_unref(q);
    gla_object_unref(typed);
    return st;
}

gla_status gla_sparse_cg(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0, double rtol, double atol,
                         gla_axis maxiter, const gla_sparse_preconditioner *M)
{
    const krylov_options o = {.rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = M};
    return solve(&krylov_cg, A, b, x0, &o, M, x);
}

gla_status gla_sparse_minres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0, double rtol,
                             double shift, gla_axis maxiter, const gla_sparse_preconditioner *M)
{
    const krylov_options o = {.rtol = rtol, .damp = shift, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = M};
    return solve(&krylov_minres, A, b, x0, &o, M, x);
}

gla_status gla_sparse_bicgstab(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0, double rtol,
                               double atol, gla_axis maxiter, const gla_sparse_preconditioner *M)
{
    const krylov_options o = {.rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = M};
    return solve(&krylov_bicgstab, A, b, x0, &o, M, x);
}

gla_status gla_sparse_gmres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0, double rtol,
                            double atol, int64_t restart, gla_axis maxiter, const gla_sparse_preconditioner *M)
{
    const krylov_options o = {
        .rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = restart, .preconditioned = M};
    return solve(&krylov_gmres, A, b, x0, &o, M, x);
}

gla_status gla_sparse_lsqr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp, double atol, double btol,
                           double conlim, gla_axis maxiter, const gla_array *x0)
{
    const krylov_options o = {
        .rtol = btol, .atol = atol, .damp = damp, .conlim = conlim, .maxiter = krylov_limit(maxiter), .restart = 1};
    return solve(&krylov_lsqr, A, b, x0, &o, NULL, x);
}

gla_status gla_sparse_lsmr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp, double atol, double btol,
                           double conlim, gla_axis maxiter, const gla_array *x0)
{
    const krylov_options o = {
        .rtol = btol, .atol = atol, .damp = damp, .conlim = conlim, .maxiter = krylov_limit(maxiter), .restart = 1};
    return solve(&krylov_lsmr, A, b, x0, &o, NULL, x);
}
