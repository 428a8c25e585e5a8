/* common.h - Operands, checks and errors shared by the linear algebra operations. */
#ifndef GLA_LINALG_COMMON_H
#define GLA_LINALG_COMMON_H

#include "core/dispatch.h"
#include "elementwise/where.h"
#include "layout.h"
#include "contract/dense.h"

/* The operands of one call, all on one device, and the dtype to compute in (floating or complex).  A copy of the struct with
 * other dimensions is part of the same call and uses the same scope. */
typedef struct gla_call {
    const char *op, *name; /* name of the operation, and name of a, in messages */
    gla_scope *s;          /* scope of the whole call */
    gla_device *dev;
    gla_dtype dtype;
    gla_array *a, *b; /* owned by the scope; b is NULL if there is only one operand */
    int nbatch;       /* shape of the stack: the dimensions of a before the last two, broadcast with the dimensions of b before
                       * its last two */
    int64_t batch[GLA_MAX_NDIM];
    int64_t count; /* number of matrices in the stack */
    int64_t m, n;  /* rows and columns of a */
    gla_scope own;
} gla_call;

/* Begin a call with one operand.  a must have at least two dimensions; if `square`, the last two dimensions must be equal.
 * `name` is the name of a in messages.  A failure is also recorded in the scope; gla_call_end() must be called even after a
 * failure. */
gla_status gla_call_begin(gla_call *c, const char *op, const char *name, const gla_array *a, bool square);
/* Begin a call with a right-hand side, which must have the same number of rows as a.  A 1-d b becomes a matrix with one column
 * and *vector is set to true.  If `stays`, c->a remains on its original device until gla_call_bring() copies it to the
 * device. */
gla_status gla_call_begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square, bool stays,
                               bool *vector);
void gla_call_bring(gla_call *c);
/* Begin a call that moves its operands to a device itself, or that computes with one m x n matrix.  Nothing is checked. */
void gla_call_begin_part(gla_call *c, const char *op, const char *name, gla_device *dev, gla_dtype dtype, int64_t m, int64_t n);
/* Release everything that the call owns.  Return the first failure of the call. */
static inline gla_status gla_call_end(gla_call *c)
{
    return gla_scope_end(c->s);
}
/* End the call.  *out becomes a new reference to the result, or NULL after a failure. */
static inline gla_status gla_call_return(gla_call *c, const gla_array *result, gla_array **out)
{
    return gla_scope_return(c->s, result, out);
}
static inline bool gla_failed(const gla_call *c)
{
    return c->s->status != GLA_OK;
}

/* ---- arrays and memory made for a call; its scope owns them, see core/scope.h -------------------------------- */
/* Allocate one info value for each matrix. */
int64_t *gla_call_info(const gla_call *c);
/* Return an uninitialised array with the shape of the stack, plus a last dimension k if k >= 0. */
gla_array *gla_call_new(const gla_call *c, gla_dtype dtype, int64_t k);
/* layout.c: return an uninitialised contiguous stack of m x n matrices.  GLA_KEEP_ORDER is not allowed as the order. */
gla_matrices gla_call_matrices(const gla_call *c, int64_t m, int64_t n, gla_order order);
/* Return a writable copy of x, broadcast to the shape of the stack. */
gla_matrices gla_call_copy(const gla_call *c, const gla_array *x, gla_order order);
/* Return x for reading: x itself if BLAS can address its layout, otherwise a copy.  The scope releases the result; the caller
 * must not. */
gla_matrices gla_call_borrow(const gla_call *c, const gla_array *x);
/* Return a view of rows [0, m) and columns [0, n) of each matrix of a contiguous stack. */
gla_matrices gla_call_part(const gla_call *c, const gla_matrices *whole, int64_t m, int64_t n);
/* matmul.c: the row-major matrix product that other operations use: a (..., m, k) times b (..., k, n), both on the device. */
gla_array *gla_call_product(const gla_call *c, const gla_array *a, const gla_array *b);
/* Fail unless the inner dimensions of a product agree.  The message suggests the transposes that would make them agree. */
gla_status gla_check_product(const char *op, const gla_array *x1, const gla_array *x2);
/* Return the dtype in which products are computed; convert a product to its result dtype.  Products of bools are computed in
 * float32, where a sum of ones is never 0.  The product of bools is true if any product of two elements is true. */
gla_dtype gla_product_dtype(int n, const gla_array *const in[]);
gla_array *gla_product_of(gla_scope *s, int n, const gla_array *const in[], gla_array *product);
/* Compute a product as gla_call_product() does, and describe its stack in c.  If `conj_a`, the complex conjugate of a is used;
 * a must then have one row. */
gla_array *gla_product(gla_call *c, const gla_array *a, const gla_array *b, bool conj_a);
/* Copy one triangle of src to dst, with zeros elsewhere; see the `triangle` slot. */
void gla_call_triangle(const gla_call *c, bool lower, bool unit, const gla_array *src, gla_array *dst);
/* diagonal.c: set each matrix of dst to the identity.  The matrices may be rectangular. */
void gla_call_eye(const gla_call *c, gla_array *dst);
/* Return true if x, of any dtype, contains neither NaN nor Inf.  Return false after a failure. */
bool gla_call_finite(const gla_call *c, const gla_array *x);
/* Raise NonFiniteError unless all elements are finite.  The variant `before` does nothing if the backend's LAPACK slots detect
 * non-finite input themselves. */
void gla_call_require_finite(const gla_call *c, const char *name, const gla_array *x);
static inline void gla_call_require_finite_before(const gla_call *c, const char *name, const gla_array *x)
{
    if (!gla_failed(c) && !c->dev->backend->lapack->reports_non_finite)
        gla_call_require_finite(c, name, x);
}

/* vecdot.c: return true if `count` inner products of vectors of the given length are faster as elementwise products and sums.
 * `together` is true if the elements of each vector are contiguous. */
bool gla_are_short_vectors(const gla_call *c, double count, double length, bool together);
/* tensordot.c: sum over pairs of axes.  Messages use `op` as the name of the operation. */
typedef struct gla_pairs {
    int n;
    int first[GLA_MAX_NDIM], second[GLA_MAX_NDIM]; /* axes of x1, of x2 */
} gla_pairs;
gla_status gla_contract(const char *op, const gla_array *x1, const gla_array *x2, const gla_pairs *p, gla_array **out);
/* solve.c, inv.c: do the same as gla_solve() and gla_inv(), with `op` as the name of the operation in messages. */
gla_status gla_solve_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans);
gla_status gla_inv_as(const char *op, const gla_array *x, gla_array **out);
/* solve_triangular.c: do the same as gla_solve_triangular(), with `op` as the name of the operation in messages, and without a
 * warning if a is nearly singular. */
gla_status gla_substitute_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, bool lower,
                             bool unit_diagonal);
/* lstsq.c: do the same as gla_lstsq(), with `op` as the name of the operation in messages, and without a warning about the
 * rank. */
gla_status gla_lstsq_as(const char *op, const gla_array *a, const gla_array *b, gla_array **x, gla_array **rank);

gla_array *gla_s_sum(gla_scope *s, const gla_array *x, int axis, gla_dtype dtype);
/* vecdot.c: sums of |x|² along an axis. */
gla_array *gla_s_squares(gla_scope *s, const gla_array *x, int axis);
/* Return xᴴ: a view of x if x is real, otherwise a view of a conjugated copy. */
gla_array *gla_s_adjoint(gla_scope *s, const gla_array *x);

/* Turn the first nonzero info into an error.  `what` is the text of the error, with one %lld for the value of info.  If NaN or
 * Inf is the cause, NonFiniteError is raised instead. */
gla_status gla_info_check(const gla_call *c, gla_status kind, const int64_t *info, const char *what, const char *remedy);
/* Write " in matrix (1, 2) of the stack" for matrix number `at`, or an empty string if there is only one matrix. */
const char *gla_stack_text(const gla_call *c, int64_t at, char *buf, size_t size);
/* Raise NonFiniteError if an element of info reports NaN or Inf. */
gla_status gla_info_check_finite(const gla_call *c, const int64_t *info);

/* diagonal.c: return the diagonals of x, shape (..., length), as a view, which is writable if x is writable. */
gla_array *gla_s_diagonal(gla_scope *s, const gla_array *x, int64_t offset);
double gla_epsilon(gla_dtype dtype);

/* qr.c: factor the column-major `work` in place and return tau. */
gla_array *gla_qr_factor(const gla_call *c, const gla_matrices *work);
/* solve_triangular.c: compute x = op(a)^-1 x for a triangular a of shape (..., n, n), where n is c->n. */
void gla_triangular_stack(const gla_call *c, const gla_array *a, gla_trans trans, bool lower, bool unit, gla_matrices *x);
/* svd.c: compute the singular values alone (job 'N'), with the thin factors ('S') or with the full factors ('A').  x must be on
 * the device and not empty.  The singular values s have shape (..., k); u and vh have the same shapes as in gla_svd(); they are
 * NULL for 'N'. */
typedef struct gla_singular {
    gla_array *u, *s, *vh;
} gla_singular;
gla_singular gla_svd_stack(const gla_call *c, const gla_array *x, char job);
/* svd.c: return the singular values of c->a, which may be empty. */
gla_array *gla_singular_values(const gla_call *c);
/* pinv.c: return a mask of the singular values s, shape (..., k) with k > 0, that exceed rtol times the largest one.  rtol is a
 * scalar or has the shape of the stack.  If rtol is NULL, max(m, n)·ε is used. */
gla_array *gla_significant(const gla_call *c, const gla_array *s, const gla_array *rtol);
/* pinv.c: check that a tolerance is real, finite and not negative; NULL means that none is given.  Raises DTypeError or
 * ArgumentError. */
gla_status gla_check_tolerance(const char *op, const char *name, const gla_array *tolerance);
/* pinv.c: return V diag(1/s) Uᴴ b, or V diag(1/s) Uᴴ if b is NULL.  Only singular values whose mask (..., k) is true are
 * used. */
gla_array *gla_apply_pinv(const gla_call *c, const gla_singular *f, const gla_array *mask, const gla_array *b);
/* small.c: return true if the matrices of a call are small.  gla_is_small() also requires that the matrices have the dtype of
 * the call. */
bool gla_has_small_order(const gla_call *c);
bool gla_is_small(const gla_call *c);
/* Operations on small matrices that a device does in one step.  gla_small_solve: x = op(a)^-1 b, or op(a)^-1 if b is NULL.
 * gla_small_cholesky: the lower or the upper factor of a.  gla_small_eigh, gla_small_eig: eigenvalues in w, and eigenvectors in
 * x or v unless these are NULL.  gla_small_svd: the same results as gla_svd_stack().  All arrays have the dtype of c and
 * broadcast to the shape of its stack.  The results are uninitialised arrays, and the device must have the slot.  *answer is
 * set by the slot. */
void gla_small_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                     int64_t *info, double *estimates, gla_small *answer);
void gla_small_cholesky(const gla_call *c, bool upper, const gla_array *a, const gla_array *x, int64_t *info, double *estimates,
                        gla_small *answer);
void gla_small_eigh(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *x, int64_t *info,
                    gla_small *answer);
/* Write the determinants of a to `values`.  If `logs` is not NULL, write the signs to `values` and the logarithms of the
 * absolute values to `logs`. info[b] > 0 means that determinant b overflows its dtype. */
void gla_small_det(const gla_call *c, const gla_array *a, const gla_array *values, const gla_array *logs, int64_t *info,
                   double *estimates, bool wanted, gla_small *answer);
void gla_small_eig(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *v, int64_t *info,
                   gla_small *answer);
/* Return true if a step such as gla_small_eigh() or gla_small_svd() has succeeded.  Otherwise another method must start from
 * the beginning. */
bool gla_small_converged(const gla_call *c, gla_small answer, int64_t *info);
void gla_small_svd(const gla_call *c, char job, const gla_array *a, const gla_singular *f, int64_t *info, gla_small *answer);
/* Compute x, residuals and s of least squares problems as the slot does.  All three are passed as uninitialised arrays. */
void gla_small_lstsq(const gla_call *c, double least, const gla_array *a, const gla_array *b, const gla_array *x,
                     const gla_array *residuals, const gla_array *s, gla_small *answer);
/* vector_norm.c: return the Euclidean norms along the last dimension of x, computed without overflow.  x is floating-point or
 * complex. */
gla_array *gla_s_length_last(gla_scope *s, const gla_array *x);

#endif
