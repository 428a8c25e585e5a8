/* sparse.c - searches that get their products from sparse matrices, in one call. */
#include "eigen/eigen.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/sorting.h"
#include "gpulinalg/sparse_direct.h"
#include "linalg/common.h"
#include "sparse/sparse.h"

#include <string.h>

#define DENSE 2000 /* unknowns that a dense factor is made for where there is no sparse one */

/* What multiplies, and what solves: factors of M, or of A - σM. */
typedef struct products {
    const gla_sparse *a, *m;
    gla_sparse_factorization *factor;
    gla_array *order, *lower, *upper; /* dense factors, where there are no sparse ones: P, L, U */
} products;

static void drop(products *p)
{
    gla_object_unref(p->factor);
    gla_unref(p->order);
    gla_unref(p->lower);
    gla_unref(p->upper);
}

/* The formats that products need, made once at the start; what a failed search has made it takes away again. */
typedef struct formats {
    sparse_use a, m;
} formats;

static formats make_formats(gla_scope *s, const gla_sparse *a, const gla_sparse *m, bool adjoint)
{
    formats f = {{NULL, NULL, false}, {NULL, NULL, false}};
    if (a && (adjoint || a->turned))
        f.a = sparse_in(s, a, !a->turned);
    if (m && m->turned)
        f.m = sparse_in(s, m, false);
    return f;
}

static void drop_formats(gla_scope *s, const formats *f)
{
    if (f->m.of)
        sparse_used(s->status, &f->m);
    if (f->a.of)
        sparse_used(s->status, &f->a);
}

/* A - σM. */
static gla_sparse *shifted(gla_scope *s, const gla_sparse *a, const gla_sparse *m, const gla_array *sigma)
{
    gla_sparse *eye = NULL, *moved = NULL, *made = NULL;
    if (s->status)
        return NULL;
    if (!m)
        gla_s_check(s, gla_sparse_eye(sparse_m(a), &eye, GLA_NO_AXIS, 0, a->own.data->dtype, sparse_device(a)->name));
    if (!s->status)
        gla_s_check(s, gla_sparse_multiply(m ? m : eye, sigma, &moved));
    if (!s->status)
        gla_s_check(s, gla_sparse_subtract(a, moved, &made));
    gla_object_unref(eye);
    gla_object_unref(moved);
    return made;
}

static void refuse_singular(gla_scope *s)
{
    gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: the matrix to be factored is singular; move sigma a little", s->op);
}

static void factor(gla_scope *s, products *p, const gla_sparse *a)
{
    gla_array *full = NULL, *order = NULL;
    if (s->status)
        return;
    gla_status st = gla_sparse_factor(a, &p->factor, "auto");
    if (st == GLA_SINGULAR_ERROR)
        refuse_singular(s);
    else if (st && (st != GLA_NOT_SUPPORTED_ERROR || sparse_m(a) > DENSE))
        gla_s_check(s, st);
    if (!st || s->status)
        return;
    if (gla_s_made(s, gla_sparse_toarray(a, &full), &full))
        gla_s_check(s, gla_lu(full, &order, &p->lower, &p->upper, true));
    if (gla_s_own(s, order) && !s->status)
        gla_s_check(s, gla_argsort(order, &p->order, -1, false, true));
    gla_array *pivots = p->upper ? gla_s_diagonal(s, p->upper, 0) : NULL;
    gla_array *singular = s->status ? NULL : gla_s_combine(s, gla_equal, pivots, gla_s_number(s, 0));
    if (singular && singular->size > 0 && gla_s_truth(s, gla_s_reduce_all(s, gla_any, singular)))
        refuse_singular(s);
}

/* The solution with the factors. */
static gla_array *substitute(gla_scope *s, const products *p, const gla_array *b)
{
    gla_array *made = NULL;
    if (p->factor)
        return gla_s_made(s, gla_sparse_factorization_solve(p->factor, b, &made, "n"), &made);
    if (!gla_s_made(s, gla_take(b, p->order, &made, NULL), &made) ||
        !gla_s_made(s, gla_solve_triangular(p->lower, made, &made, 0, true, true), &made) ||
        !gla_s_made(s, gla_solve_triangular(p->upper, made, &made, 0, false, false), &made))
        return NULL;
    return made;
}

/* What is wanted, or NULL where nothing here makes it. */
static gla_array *answer(gla_scope *s, const products *p, const eigen_solver *q)
{
    gla_array *y = NULL;
    const gla_sparse *by = strcmp(q->wants, "A") == 0 ? p->a : strcmp(q->wants, "M") == 0 ? p->m : NULL;
    if (by)
        return gla_s_made(s, gla_sparse_dot(by, q->vector, &y), &y);
    if (p->a && strcmp(q->wants, "AH") == 0)
        return sparse_adjoint_product(s, p->a, q->vector);
    if ((p->factor || p->upper) && (strcmp(q->wants, "OPinv") == 0 || strcmp(q->wants, "Minv") == 0))
        return substitute(s, p, q->vector);
    return NULL;
}

static void serve(gla_scope *whole, eigen_solver *q, const products *p)
{
    if (q->failed)
        eigen_start_search(whole, q);
    while (!whole->status && !q->done) {
        gla_scope s;
        gla_scope_begin(&s, q->op);
        gla_array *y = answer(&s, p, q);
        bool open = !y && !s.status;
        if (y)
            eigen_take(&s, q, y);
        if (!s.status && gla_interrupted())
            gla_s_fail(&s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s.op);
        gla_s_check(whole, gla_scope_end(&s));
        if (open)
            return;
    }
}

static void check_square(gla_scope *s, const gla_sparse *a, const char *name, int64_t n)
{
    if (sparse_m(a) != sparse_n(a))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape (%lld, %lld), but it must be square", s->op, name,
                   (long long)sparse_m(a), (long long)sparse_n(a));
    else if (sparse_m(a) != n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %lld rows, but it must have %lld", s->op, name, (long long)sparse_m(a),
                   (long long)n);
}

/* The type that values of both and a shift are computed in. */
static gla_dtype type_of(const gla_sparse *a, const gla_sparse *m, const eigen_request *r)
{
    gla_dtype dtype = m ? gla_promote(a->own.data->dtype, m->own.data->dtype) : a->own.data->dtype;
    bool complex_shift = r->kind == EIGEN_GENERAL && r->sigma && gla_dtype_is_complex(r->sigma->dtype);
    return complex_shift ? gla_complex_of(dtype) : dtype;
}

/* The whole search; what it has found is in *q, which the caller releases. */
static void search(gla_scope *s, eigen_request *r, const gla_sparse *a, const gla_sparse *m, eigen_solver **q)
{
    products p = {.a = a, .m = m};
    gla_sparse *moved = NULL;
    r->rows = sparse_m(a);
    r->n = sparse_n(a);
    r->has_m = m != NULL && !(r->mode && strcmp(r->mode, "buckling") == 0);
    r->dtype = type_of(a, m, r);
    r->dev = sparse_device(a);
    if (r->kind != EIGEN_SINGULAR)
        check_square(s, a, "A", r->n);
    if (m)
        check_square(s, m, "M", r->n);
    *q = s->status ? NULL : eigen_begin(s, r);
    if (r->sigma)
        moved = shifted(s, a, m, r->sigma);
    if (r->sigma || m)
        factor(s, &p, r->sigma ? moved : m);
    formats f = make_formats(s, a, m, r->kind == EIGEN_SINGULAR);
    if (!s->status)
        serve(s, *q, &p);
    drop_formats(s, &f);
    gla_object_unref(moved);
    drop(&p);
}

/* The eigenpairs; without vectors, none of these. */
static gla_status eigenpairs(eigen_request *r, const gla_sparse *a, const gla_sparse *m, bool with_vectors, gla_array **values,
                             gla_array **vectors)
{
    gla_scope s;
    eigen_solver *q = NULL;
    gla_scope_begin(&s, r->op);
    *values = *vectors = NULL;
    search(&s, r, a, m, &q);
    gla_array *x = s.status ? NULL : with_vectors ? q->vectors : gla_s_stretch(&s, q->vectors, 1, 0, 0);
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
    eigen_solver *q = NULL;
    gla_scope_begin(&s, r.op);
    *U = *S = *Vh = NULL;
    search(&s, &r, A, NULL, &q);
    gla_array *u = s.status ? NULL : return_singular_vectors ? q->left : gla_s_stretch(&s, q->left, 1, 0, 0);
    gla_array *v = s.status ? NULL : return_singular_vectors ? q->vectors : gla_s_stretch(&s, q->vectors, 0, 0, 0);
    gla_scope_give(&s, u, U);
    gla_scope_give(&s, s.status ? NULL : q->values, S);
    gla_scope_give(&s, v, Vh);
    gla_object_unref(q);
    return gla_scope_end(&s);
}

gla_status gla_sparse_eigensolver_run(const gla_sparse_eigensolver *solver, bool *more, const gla_sparse *A,
                                      const gla_sparse *M)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    products p = {.a = A, .m = M};
    gla_scope s;
    gla_scope_begin(&s, q->op);
    gla_lock(&q->lock);
    int64_t m = q->flipped ? q->v.n : q->u.n, n = q->flipped ? q->u.n : q->v.n;
    if (A && q->kind == EIGEN_SINGULAR && (sparse_m(A) != m || sparse_n(A) != n))
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: A has shape (%lld, %lld), but it must have (%lld, %lld)", s.op,
                   (long long)sparse_m(A), (long long)sparse_n(A), (long long)m, (long long)n);
    else if (A && q->kind != EIGEN_SINGULAR)
        check_square(&s, A, "A", q->v.n);
    if (M)
        check_square(&s, M, "M", q->v.n);
    formats f = make_formats(&s, A, M, q->kind == EIGEN_SINGULAR);
    serve(&s, q, &p);
    drop_formats(&s, &f);
    *more = !q->done;
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(&s);
}
