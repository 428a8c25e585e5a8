/* begin.c - Arguments of an eigenvalue search, and the functions of the Eigensolver object. */
#include "eigen/eigen.h"
#include "contract/dense.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include "array/number.h"
#include "core/dispatch.h"
#include "runtime/object.h"

#include <math.h>
#include <string.h>

enum { VECTORS = 40, CHECKED = 4, MAX_VECTORS = 8192 }; /* default and maximum size of a basis; the projected matrix is dense */

static int64_t given_or(gla_axis given, int64_t otherwise)
{
    return given == GLA_NO_AXIS ? otherwise : given;
}

/* Return the number of values. */
static int64_t order_of(const eigen_request *r)
{
    return r->kind == EIGEN_SINGULAR && r->rows < r->n ? r->rows : r->n;
}

/* Return the default size of the basis, which is larger for general matrices.  See docs/design/sparse-eigenvalues.md. */
static int64_t usual_size(const eigen_request *r)
{
    int64_t least = 2 * r->k + 1, size = r->k + VECTORS > 3 * r->k ? r->k + VECTORS : 3 * r->k;
    if (r->kind != EIGEN_GENERAL)
        return least > VECTORS ? least : VECTORS;
    return size <= MAX_VECTORS ? size : least > MAX_VECTORS ? least : MAX_VECTORS;
}

static int64_t basis_size(gla_scope *s, const eigen_request *r)
{
    int64_t order = order_of(r);
    if (r->k < 1 || r->k > order) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: k is %lld, but it must be from 1 to %lld", s->op, (long long)r->k,
                   (long long)order);
        return 0;
    }
    if (r->k > MAX_VECTORS) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: k is %lld, which is too large for this method; use linalg.eigh, eig or svd of A.toarray()", s->op,
                   (long long)r->k);
        return 0;
    }
    int64_t least = r->kind == EIGEN_GENERAL ? r->k + 2 : r->k + 1, usual = usual_size(r);
    int64_t m = given_or(r->ncv, usual < order ? usual : order);
    if (m > order || (m < least && m < order))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: ncv is %lld, but it must be from %lld to %lld", s->op, (long long)m,
                   (long long)(least < order ? least : order), (long long)order);
    else if (m > MAX_VECTORS)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: ncv is %lld, which is too large for this method; give a smaller value", s->op,
                   (long long)m);
    if (s->status)
        return 0;
    int64_t checked = r->k + CHECKED < order ? r->k + CHECKED : order; /* a few more values than the wanted ones show whether
                                                                        * one is missing */
    return m > checked ? m : checked;
}

static void check(gla_scope *s, const eigen_request *r)
{
    if (s->status)
        return;
    if (gla_slot_place(r->dev->backend, GLA_SLOT(blas, gemm)) != GLA_ON_DEVICE)
        gla_s_check(s, gla_fail_unsupported(s->op, r->dev));
    else if (r->n < 0 || r->rows < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the number of rows is %lld, but it must not be negative", s->op,
                   (long long)(r->n < 0 ? r->n : r->rows));
    else if (!(r->tol >= 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: tol is %g, but it must not be negative", s->op, r->tol);
    else if (r->maxiter != GLA_NO_AXIS && r->maxiter < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: maxiter is %lld, but it must be positive", s->op, (long long)r->maxiter);
    else if (r->dtype < GLA_FLOAT32)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: dtype is %s, but it must be float32, float64, complex64 or complex128", s->op,
                   gla_dtype_name(r->dtype));
    else if (r->v0 && (r->v0->ndim != 1 || r->v0->shape[0] != order_of(r)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: v0 must be a vector of length %lld", s->op, (long long)order_of(r));
    else if (r->v0 && gla_dtype_is_complex(r->v0->dtype) && !gla_dtype_is_complex(r->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: v0 is complex, but the matrix is real", s->op);
}

static void set_mode(gla_scope *s, eigen_solver *q, const eigen_request *r)
{
    gla_number sigma = {0};
    const char *mode = r->mode ? r->mode : "normal";
    bool normal = strcmp(mode, "normal") == 0;
    q->has_m = r->has_m;
    q->flipped = r->kind == EIGEN_SINGULAR && r->rows < r->n;
    q->mode = !r->sigma                       ? EIGEN_REGULAR
              : normal                        ? EIGEN_SHIFTED
              : strcmp(mode, "buckling") == 0 ? EIGEN_BUCKLING
                                              : EIGEN_CAYLEY;
    if (!r->sigma && !normal)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: mode is \"%s\", which requires sigma", s->op, mode);
    if (s->status || !r->sigma || gla_s_check(s, gla_read_number(s->op, "sigma", r->sigma, &sigma)))
        return;
    q->sigma = CMPLX(sigma.re, sigma.im);
    if (!isfinite(sigma.re) || !isfinite(sigma.im))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: sigma is not finite", s->op);
    else if (sigma.im != 0 && q->kind == EIGEN_HERMITIAN)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: sigma is complex, but all eigenvalues are real", s->op);
    else if (sigma.im != 0 && !gla_dtype_is_complex(r->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: sigma is complex, but the computation is real; give a complex dtype", s->op);
    else if (creal(q->sigma) == 0 && (q->mode == EIGEN_BUCKLING || q->mode == EIGEN_CAYLEY))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: mode \"%s\" requires a nonzero sigma", s->op, mode);
}

static void prepare(gla_scope *s, eigen_solver *q, const eigen_request *r, int64_t m)
{
    q->k = (int)r->k;
    q->m = (int)m;
    q->which = eigen_which_of(r->which);
    q->tol = r->tol;
    int64_t usual = r->n > INT64_MAX / 10 ? INT64_MAX : 10 * r->n;
    q->maxiter = given_or(r->maxiter, usual);
    set_mode(s, q, r);
    bool inner = q->has_m || q->mode == EIGEN_BUCKLING;
    eigen_basis_begin(s, &q->v, order_of(r), q->m, r->dtype, r->dev, inner);
    if (q->kind == EIGEN_SINGULAR)
        eigen_basis_begin(s, &q->u, q->flipped ? r->n : r->rows, q->m, r->dtype, r->dev, false);
    q->h = s->status ? NULL : gla_calloc((size_t)m * (size_t)m, sizeof *q->h);
    if (!q->h && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)m * (size_t)m * sizeof *q->h));
    gla_array *start = r->v0 && !s->status ? gla_s_convert(s, r->v0, r->dtype, r->dev, GLA_YES) : NULL;
    if (!s->status) {
        eigen_keep(&q->start, start);
        eigen_start_search(s, q);
    }
}

eigen_solver *eigen_new(gla_scope *s, eigen_kind kind)
{
    eigen_solver *q = s->status ? NULL : gla_object_new(s->op, &gla_sparse_eigensolver_class, NULL, sizeof *q);
    if (!q) {
        gla_s_check(s, s->status ? s->status : gla_last_status());
        return NULL;
    }
    gla_make_lock(&q->lock);
    q->op = s->op;
    q->kind = kind;
    return q;
}

eigen_solver *eigen_begin(gla_scope *s, const eigen_request *r)
{
    check(s, r);
    int64_t m = s->status ? 0 : basis_size(s, r);
    eigen_solver *q = eigen_new(s, r->kind);
    if (!q)
        return NULL;
    prepare(s, q, r, m);
    if (s->status) {
        gla_object_unref(q);
        return NULL;
    }
    return q;
}

/* ---- public functions ---------------------------------------------------------------------------------------- */
static gla_status begin(eigen_request *r, const char *device, gla_sparse_eigensolver **solver)
{
    gla_scope s;
    gla_scope_begin(&s, r->op);
    *solver = NULL;
    gla_dtype given = r->v0 ? r->v0->dtype : GLA_FLOAT64;
    r->dtype = r->dtype == GLA_NO_DTYPE ? gla_floating_of(given) : r->dtype;
    if (!device && r->v0 && !(r->v0->flags & GLA_UNPLACED))
        r->dev = gla_device_of(r->v0);
    else
        gla_s_check(&s, gla_find_device(device, &r->dev));
    if (!s.status)
        *solver = eigen_begin(&s, r);
    return gla_scope_end(&s);
}

gla_status gla_sparse_eigensolver_hermitian(int64_t n, gla_sparse_eigensolver **solver, int64_t k, bool has_m,
                                            const gla_array *sigma, const char *which, const gla_array *v0, gla_axis ncv,
                                            gla_axis maxiter, double tol, const char *mode, gla_dtype dtype, const char *device)
{
    eigen_request r = {"eigsh", EIGEN_HERMITIAN, n,    n,    k, which ? which : "LM", mode, sigma, v0, ncv, maxiter,
                       tol,     dtype,           NULL, has_m};
    return begin(&r, device, solver);
}

gla_status gla_sparse_eigensolver_general(int64_t n, gla_sparse_eigensolver **solver, int64_t k, bool has_m,
                                          const gla_array *sigma, const char *which, const gla_array *v0, gla_axis ncv,
                                          gla_axis maxiter, double tol, gla_dtype dtype, const char *device)
{
    eigen_request r = {"eigs",  EIGEN_GENERAL, n,     n,    k,    which ? which : "LM", NULL, sigma, v0, ncv,
                       maxiter, tol,           dtype, NULL, has_m};
    return begin(&r, device, solver);
}

gla_status gla_sparse_eigensolver_singular(int64_t m, int64_t n, gla_sparse_eigensolver **solver, int64_t k, gla_axis ncv,
                                           double tol, const char *which, const gla_array *v0, gla_axis maxiter,
                                           gla_dtype dtype, const char *device)
{
    eigen_request r = {"svds", EIGEN_SINGULAR, m,    n,    k, which ? which : "LM", NULL, NULL, v0, ncv, maxiter,
                       tol,    dtype,          NULL, false};
    return begin(&r, device, solver);
}

gla_status gla_sparse_eigensolver_wants(const gla_sparse_eigensolver *solver, char **name)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    gla_scope s;
    gla_scope_begin(&s, q->op);
    *name = NULL;
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_end(&s);
    gla_s_check(&s, gla_copy_text(s.op, q->wants, name));
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(&s);
}

gla_status gla_sparse_eigensolver_vector(const gla_sparse_eigensolver *solver, gla_array **out)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    gla_scope s;
    gla_scope_begin(&s, q->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_return(&s, NULL, out);
    gla_array *x = q->vector ? gla_s_own(&s, gla_ref(q->vector)) : NULL;
    if (!x)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the search is finished and requests no product", s.op);
    gla_array *copy = x ? gla_s_convert(&s, x, x->dtype, gla_device_of(x), GLA_YES) : NULL; /* the caller may change it */
    pthread_mutex_unlock(&q->lock);
    return gla_scope_return(&s, copy, out);
}

gla_status gla_sparse_eigensolver_step(const gla_sparse_eigensolver *solver, const gla_array *product, bool *more)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver; /* the logically constant search changes */
    gla_scope s;
    gla_scope_begin(&s, q->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_end(&s);
    gla_array *kept = q->kind == EIGEN_BLOCK ? gla_s_convert(&s, product, GLA_NO_DTYPE, q->v.dev, GLA_YES) : NULL;
    if (!s.status)
        eigen_take(&s, q, kept ? kept : product); /* a block is copied, because the caller may change its array */
    *more = !q->done;
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(&s);
}

static gla_status result(const gla_sparse_eigensolver *solver, gla_array *const *which, gla_array **out)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    gla_scope s;
    gla_scope_begin(&s, q->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_return(&s, NULL, out);
    gla_array *x = *which ? gla_s_own(&s, gla_ref(*which)) : NULL;
    pthread_mutex_unlock(&q->lock);
    if (!x)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the search is not finished; pass it the products that it requests", s.op);
    return gla_scope_return(&s, x, out);
}

gla_status gla_sparse_eigensolver_values(const gla_sparse_eigensolver *solver, gla_array **out)
{
    return result(solver, &solver->values, out);
}

gla_status gla_sparse_eigensolver_vectors(const gla_sparse_eigensolver *solver, gla_array **out)
{
    return result(solver, &solver->vectors, out);
}

gla_status gla_sparse_eigensolver_left(const gla_sparse_eigensolver *solver, gla_array **out)
{
    if (solver->kind == EIGEN_SINGULAR)
        return result(solver, &solver->left, out);
    *out = NULL;
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: only singular values have left vectors", solver->op);
}

gla_status gla_sparse_eigensolver_products(const gla_sparse_eigensolver *solver, gla_array **out)
{
    gla_sparse_eigensolver *q = (gla_sparse_eigensolver *)solver;
    gla_scope s;
    gla_scope_begin(&s, q->op);
    *out = NULL;
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_end(&s);
    int64_t products = q->products;
    pthread_mutex_unlock(&q->lock);
    gla_s_check(&s, gla_scalar(GLA_INT64, &products, out));
    return gla_scope_end(&s);
}
