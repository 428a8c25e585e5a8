/* lobpcg_begin.c - Public functions of LOBPCG: validation of the arguments, and the whole search with sparse matrices. */
#include "eigen/block.h"
#include "eigen/products.h"
#include "contract/dense.h"
#include "runtime/allocation.h"

#include "array/number.h"
#include "core/dispatch.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <math.h>
#include <stdio.h>

enum { MAX_COLUMNS = 2730 }; /* three times this number of columns gives a small matrix of order 8190 */

typedef struct request {
    const gla_array *x, *y, *tol;
    gla_axis maxiter;
    bool has_b, preconditioned, largest;
    gla_dtype dtype;
    gla_device *dev;
} request;

static void check_block(gla_scope *s, const char *name, const gla_array *x, int64_t rows)
{
    char text[GLA_SHAPE_TEXT];
    if (!s->status && (x->ndim != 2 || (rows >= 0 && x->shape[0] != rows)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must be 2-d and have the same number of rows as A", s->op,
                   name, gla_shape_text(x->ndim, x->shape, text, sizeof text));
}

static void check(gla_scope *s, const request *r)
{
    check_block(s, "X", r->x, -1);
    if (r->y)
        check_block(s, "Y", r->y, s->status ? -1 : r->x->shape[0]);
    if (s->status)
        return;
    int64_t n = r->x->shape[0], k = r->x->shape[1], constraints = r->y ? r->y->shape[1] : 0;
    if (gla_slot_place(r->dev->backend, GLA_SLOT(blas, gemm)) != GLA_ON_DEVICE)
        gla_s_check(s, gla_fail_unsupported(s->op, r->dev));
    else if (k < 1 || k > n - constraints)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: X has %lld columns, but it must have from 1 to %lld (its number of rows minus the columns of Y)", s->op,
                   (long long)k, (long long)(n - constraints));
    else if (k > MAX_COLUMNS || constraints > 3 * MAX_COLUMNS)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: X has %lld columns and Y has %lld, but this method supports at most %d and %d",
                   s->op, (long long)k, (long long)constraints, MAX_COLUMNS, 3 * MAX_COLUMNS);
    else if (r->maxiter != GLA_NO_AXIS && r->maxiter < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: maxiter is %lld, but it must be positive", s->op, (long long)r->maxiter);
}

/* Return the tolerance, or -1 if it is not given. */
static double read_tolerance(gla_scope *s, const gla_array *tol)
{
    gla_number number = {.re = -1};
    if (s->status || !tol || gla_s_check(s, gla_read_number(s->op, "tol", tol, &number)))
        return -1;
    if (!(number.re >= 0) || number.im != 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: tol is %g, but it must not be negative", s->op, number.re);
    return number.re;
}

/* Return a block in the dtype and on the device of the search. */
static gla_array *take_block(gla_scope *s, const request *r, const char *name, const gla_array *x)
{
    gla_array *made = gla_s_contiguous(s, r->dev, r->dtype, gla_s_convert(s, x, r->dtype, r->dev, GLA_YES));
    gla_array *finite = gla_s_apply(s, gla_isfinite, made);
    if (!s->status && made->size > 0 && !gla_s_truth(s, gla_s_reduce_all(s, gla_all, finite)))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf", s->op, name);
    return made;
}

/* Return the identity, which spans the whole space. */
static gla_array *everything(gla_scope *s, const request *r, int64_t n)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_eye(n, &made, NULL, 0, r->dtype, r->dev->name), &made);
}

static void prepare(gla_scope *s, eigen_solver *q, const request *r)
{
    int64_t n = r->x->shape[0], k = r->x->shape[1], constraints = r->y ? r->y->shape[1] : 0;
    gla_array *x = take_block(s, r, "X", r->x), *y = constraints > 0 ? take_block(s, r, "Y", r->y) : NULL;
    double tol = read_tolerance(s, r->tol);
    q->block = s->status ? NULL : gla_calloc(1, sizeof *q->block);
    if (!q->block && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, sizeof *q->block));
    if (s->status)
        return;
    *q->block = (eigen_block){.has_b = r->has_b,
                              .preconditioned = r->preconditioned,
                              .largest = r->largest,
                              .tol = tol,
                              .dense = n - constraints < 5 * k};
    q->k = (int)k;
    q->v = (eigen_basis){.n = n, .dtype = r->dtype, .dev = r->dev};
    q->maxiter = r->maxiter != GLA_NO_AXIS ? r->maxiter : n > INT64_MAX / 10 ? INT64_MAX : 10 * n;
    eigen_block_start(s, q, q->block->dense ? everything(s, r, n) : x, y);
}

static eigen_solver *begin(gla_scope *s, const request *r)
{
    check(s, r);
    eigen_solver *q = eigen_new(s, EIGEN_BLOCK);
    if (!q)
        return NULL;
    prepare(s, q, r);
    if (s->status) {
        gla_object_unref(q);
        return NULL;
    }
    return q;
}

gla_status gla_sparse_eigensolver_lobpcg(const gla_array *X, gla_sparse_eigensolver **solver, bool has_b, bool preconditioned,
                                         const gla_array *Y, const gla_array *tol, gla_axis maxiter, bool largest)
{
    request r = {.tol = tol, .maxiter = maxiter, .has_b = has_b, .preconditioned = preconditioned, .largest = largest};
    const gla_array *given[2] = {X, Y ? Y : X};
    gla_array *placed[2];
    gla_scope s;
    gla_scope_begin(&s, "lobpcg");
    *solver = NULL;
    gla_s_place(&s, 2, given, false, &r.dev, placed);
    r.dtype = gla_floating_of(gla_promote_arrays(2, given));
    r.x = placed[0];
    r.y = Y ? placed[1] : NULL;
    if (!s.status)
        *solver = begin(&s, &r);
    return gla_scope_end(&s);
}

/* Return a matrix in the dtype of the computation, so that the matrix is converted only once and not in each product. */
static const gla_sparse *typed(gla_scope *s, const gla_sparse *a, gla_dtype dtype, gla_sparse **made)
{
    if (!s->status && a && a->own.data->dtype != dtype)
        gla_s_check(s, gla_sparse_astype(a, dtype, made));
    return *made ? *made : a;
}

gla_status gla_sparse_lobpcg(const gla_sparse *A, const gla_array *X, gla_array **values, gla_array **vectors,
                             const gla_sparse *B, const gla_sparse_preconditioner *M, const gla_array *Y, const gla_array *tol,
                             gla_axis maxiter, bool largest)
{
    request r = {.tol = tol, .maxiter = maxiter, .has_b = B != NULL, .preconditioned = M != NULL, .largest = largest};
    const gla_array *given[4] = {X, A->own.data, Y ? Y : X, B ? B->own.data : X};
    gla_array *placed[4];
    gla_sparse *typed_a = NULL, *typed_b = NULL;
    eigen_solver *q = NULL;
    gla_scope s;
    gla_scope_begin(&s, "lobpcg");
    *values = *vectors = NULL;
    gla_s_place(&s, 4, given, false, &r.dev, placed);
    r.dtype = gla_floating_of(gla_promote_arrays(4, given));
    r.x = placed[0];
    r.y = Y ? placed[2] : NULL;
    eigen_products p = {.a = typed(&s, A, r.dtype, &typed_a), .m = typed(&s, B, r.dtype, &typed_b), .preconditioner = M};
    check_block(&s, "X", r.x, -1);
    if (!s.status)
        eigen_check_square(&s, A, "A", r.x->shape[0]);
    if (!s.status && B)
        eigen_check_square(&s, B, "B", r.x->shape[0]);
    q = s.status ? NULL : begin(&s, &r);
    eigen_formats f = eigen_make_formats(&s, p.a, p.m, false);
    if (!s.status)
        eigen_serve(&s, q, &p);
    eigen_drop_formats(&s, &f);
    gla_scope_give(&s, s.status ? NULL : q->values, values);
    gla_scope_give(&s, s.status ? NULL : q->vectors, vectors);
    gla_object_unref(q);
    gla_object_unref(typed_a);
    gla_object_unref(typed_b);
    return gla_scope_end(&s);
}
