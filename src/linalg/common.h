/* common.h - what the operations of this room share: operands, checks, errors. */
#ifndef GLA_LINALG_COMMON_H
#define GLA_LINALG_COMMON_H

#include "core/dispatch.h"
#include "elementwise/where.h"
#include "layout.h"
#include "contract/dense.h"

/* The operands of one call, on one device, and the type to compute in: floating or complex.  A copy with other dimensions is a
 * part of the call: what is made for it belongs to the same scope. */
typedef struct gla_call {
    const char *op, *name; /* what messages call the operation, and a */
    gla_scope *s;          /* of the whole call */
    gla_device *dev;
    gla_dtype dtype;
    gla_array *a, *b; /* of the scope; b NULL where there is but one */
    int nbatch;       /* the stack: a's dimensions before the last two, broadcast with b's */
    int64_t batch[GLA_MAX_NDIM];
    int64_t count; /* matrices in the stack */
    int64_t m, n;  /* of a */
    gla_scope own;
} gla_call;

/* a must have two dimensions or more, and equal ones where square.  `name` is what the message calls it.  A failure
 * is noted in the scope as well, and gla_call_end is called all the same. */
gla_status gla_call_begin(gla_call *c, const char *op, const char *name, const gla_array *a, bool square);
/* The same with a right-hand side, which must have the rows of a; 1-d b becomes a matrix of one column (*vector
 * true).  Where a stays it is in c->a as it was given, until gla_call_bring brings it to the device. */
gla_status gla_call_begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square, bool stays,
                               bool *vector);
void gla_call_bring(gla_call *c);
/* A call that places its operands itself, or computes with one m x n matrix of its own; nothing is checked. */
void gla_call_begin_part(gla_call *c, const char *op, const char *name, gla_device *dev, gla_dtype dtype, int64_t m, int64_t n);
/* Release all that the call has; the first failure. */
static inline gla_status gla_call_end(gla_call *c)
{
    return gla_scope_end(c->s);
}
/* The same, and *out is a new reference to the result, or NULL after a failure. */
static inline gla_status gla_call_return(gla_call *c, const gla_array *result, gla_array **out)
{
    return gla_scope_return(c->s, result, out);
}
static inline bool gla_failed(const gla_call *c)
{
    return c->s->status != GLA_OK;
}

/* ---- what is made for a call; its scope owns it, see core/scope.h ---------------------------------------------------- */
/* Memory for one info for each matrix. */
int64_t *gla_call_info(const gla_call *c);
/* An array of the shape of the stack, and k where that is not negative, contents undefined. */
gla_array *gla_call_new(const gla_call *c, gla_dtype dtype, int64_t k);
/* layout.c: a stack of m x n matrices without gaps, contents undefined.  GLA_AS_IT_LIES is not an order here. */
gla_matrices gla_call_matrices(const gla_call *c, int64_t m, int64_t n, gla_order order);
/* A working copy of x (broadcast to the stack) that may be overwritten. */
gla_matrices gla_call_copy(const gla_call *c, const gla_array *x, gla_order order);
/* x for reading: itself where BLAS can address it, else a copy; released by a mark, never by itself. */
gla_matrices gla_call_borrow(const gla_call *c, const gla_array *x);
/* A view of a stack without gaps as fewer rows or columns of the same matrices: rows [0, m), columns [0, n). */
gla_matrices gla_call_part(const gla_call *c, const gla_matrices *whole, int64_t m, int64_t n);
/* matmul.c: the product that others are made of, row-major: a (..., m, k), b (..., k, n), both on the device. */
gla_array *gla_call_product(const gla_call *c, const gla_array *a, const gla_array *b);
/* Fail unless the operands of a product fit; the message says which transposes would. */
gla_status gla_check_product(const char *op, const gla_array *x1, const gla_array *x2);
/* The type that operands are multiplied in, and the result as they have it: products of bools are computed in float32, where
 * sums of ones are never 0 again, and hold whether any pair was true. */
gla_dtype gla_product_dtype(int n, const gla_array *const in[]);
gla_array *gla_product_of(gla_scope *s, int n, const gla_array *const in[], gla_array *product);
/* As gla_call_product; the stack of c becomes that of the product.  conj_a takes the complex conjugate of a, which must then
 * have one row. */
gla_array *gla_product(gla_call *c, const gla_array *a, const gla_array *b, bool conj_a);
/* dst = triangle of src, zeros elsewhere; see the slot. */
void gla_call_triangle(const gla_call *c, bool lower, bool unit, const gla_array *src, gla_array *dst);
/* diagonal.c: each matrix of dst becomes the identity (dst may have more columns than rows, or fewer). */
void gla_call_eye(const gla_call *c, gla_array *dst);
/* Whether x, of any dtype, holds neither NaN nor Inf; false after a failure. */
bool gla_call_finite(const gla_call *c, const gla_array *x);
/* NonFiniteError unless all elements are finite; `before` a lapack slot that would report it, nothing. */
void gla_call_require_finite(const gla_call *c, const char *name, const gla_array *x);
static inline void gla_call_require_finite_before(const gla_call *c, const char *name, const gla_array *x)
{
    if (!gla_failed(c) && !c->dev->backend->lapack->tells_non_finite)
        gla_call_require_finite(c, name, x);
}

/* vecdot.c: whether inner products of so many vectors of that length are better sums of a product of all elements; `together`:
 * the elements of each vector lie without gaps. */
bool gla_are_short_vectors(const gla_call *c, double count, double length, bool together);
/* tensordot.c: sums over pairs of axes, for what scripts call op. */
typedef struct gla_pairs {
    int n;
    int first[GLA_MAX_NDIM], second[GLA_MAX_NDIM]; /* axes of x1, of x2 */
} gla_pairs;
gla_status gla_contract(const char *op, const gla_array *x1, const gla_array *x2, const gla_pairs *p, gla_array **out);
/* solve.c, inv.c: gla_solve and gla_inv for what scripts call op. */
gla_status gla_solve_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans);
gla_status gla_inv_as(const char *op, const gla_array *x, gla_array **out);
/* solve_triangular.c: gla_solve_triangular for what scripts call op, which must go on when a is nearly singular. */
gla_status gla_substitute_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, bool lower,
                             bool unit_diagonal);
/* lstsq.c: gla_lstsq for what scripts call op, which reports on the rank itself. */
gla_status gla_lstsq_as(const char *op, const gla_array *a, const gla_array *b, gla_array **x, gla_array **rank);

gla_array *gla_s_sum(gla_scope *s, const gla_array *x, int axis, gla_dtype dtype);
/* vecdot.c: sums of |x|² along an axis. */
gla_array *gla_s_squares(gla_scope *s, const gla_array *x, int axis);
/* xᴴ: a view of real x, of a conjugated copy of complex x. */
gla_array *gla_s_adjoint(gla_scope *s, const gla_array *x);

/* The first info that is not 0 becomes an error: `what` says it, with one %lld for the info.  NonFiniteError goes before. */
gla_status gla_info_check(const gla_call *c, gla_status kind, const int64_t *info, const char *what, const char *remedy);
/* " in matrix (1, 2) of the stack" for number `at`, or nothing. */
const char *gla_stack_text(const gla_call *c, int64_t at, char *buf, size_t size);
/* NonFiniteError when an info says so. */
gla_status gla_info_check_finite(const gla_call *c, const int64_t *info);

/* diagonal.c: diagonals of x, shape (..., length), as a view that can be written to where x can. */
gla_array *gla_s_diagonal(gla_scope *s, const gla_array *x, int64_t offset);
double gla_epsilon(gla_dtype dtype);

/* qr.c: factor the column-major work in place; tau. */
gla_array *gla_qr_factor(const gla_call *c, const gla_matrices *work);
/* solve_triangular.c: x = op(a)^-1 x for triangular a, shape (..., n, n), n of c. */
void gla_triangular_stack(const gla_call *c, const gla_array *a, gla_trans trans, bool lower, bool unit, gla_matrices *x);
/* svd.c: singular values (job 'N'), or also the factors, thin ('S') or full ('A').  x is on the device and not empty; s
 * has shape (..., k), u and vh are as gla_svd returns them, and NULL for 'N'. */
typedef struct gla_singular {
    gla_array *u, *s, *vh;
} gla_singular;
gla_singular gla_svd_stack(const gla_call *c, const gla_array *x, char job);
/* svd.c: singular values of c->a, which may be empty. */
gla_array *gla_singular_values(const gla_call *c);
/* pinv.c: which of s, shape (..., k), k > 0, are above rtol times the first; rtol NULL means max(m, n)·ε, else it is a
 * number or has the shape of the stack. */
gla_array *gla_significant(const gla_call *c, const gla_array *s, const gla_array *rtol);
/* pinv.c: a tolerance that was given, NULL if not, must be real, finite and not negative.  DTypeError, ArgumentError. */
gla_status gla_check_tolerance(const char *op, const char *name, const gla_array *tolerance);
/* pinv.c: V diag(1/s) Uᴴ b, or V diag(1/s) Uᴴ where b is NULL, over the s that the mask (..., k) keeps. */
gla_array *gla_apply_pinv(const gla_call *c, const gla_singular *f, const gla_array *mask, const gla_array *b);
/* small.c: whether the matrices of a call are small, and also of the type that it computes in. */
bool gla_has_small_order(const gla_call *c);
bool gla_is_small(const gla_call *c);
/* What a device does with small matrices in one step, x being new; x = op(a)^-1 b, b NULL for the identity; x the
 * lower factor of a, or with upper the upper one; the eigenvalues of a, Hermitian or general, in w and, unless x or v
 * is NULL, its eigenvectors there; singular values, and unless job is 'N' vectors, as gla_svd_stack returns them.
 * All are of the type of c and broadcast to its stack; the device has the slot.  *answer as of that. */
void gla_small_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                     int64_t *info, double *estimates, gla_small *answer);
void gla_small_cholesky(const gla_call *c, bool upper, const gla_array *a, const gla_array *x, int64_t *info, double *estimates,
                        gla_small *answer);
void gla_small_eigh(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *x, int64_t *info,
                    gla_small *answer);
/* The determinants of a to values or, where logs is not NULL, their signs, and there their logarithms; info[b] > 0: it is
 * beyond its type. */
void gla_small_det(const gla_call *c, const gla_array *a, const gla_array *values, const gla_array *logs, int64_t *info,
                   double *estimates, bool wanted, gla_small *answer);
void gla_small_eig(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *v, int64_t *info,
                   gla_small *answer);
/* Whether a step like the two around this has done its work; else another way is to do it, from the beginning. */
bool gla_small_converged(const gla_call *c, gla_small answer, int64_t *info);
void gla_small_svd(const gla_call *c, char job, const gla_array *a, const gla_singular *f, int64_t *info, gla_small *answer);
/* x, residuals and s of least squares as the slot has them, all new. */
void gla_small_lstsq(const gla_call *c, double least, const gla_array *a, const gla_array *b, const gla_array *x,
                     const gla_array *residuals, const gla_array *s, gla_small *answer);
/* vector_norm.c: Euclidean norms along the last dimension of x, floating or complex, safe from overflow. */
gla_array *gla_s_length_last(gla_scope *s, const gla_array *x);

#endif
