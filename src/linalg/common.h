/* common.h - what the operations of this room share: operands, checks, errors. */
#ifndef GLA_LINALG_COMMON_H
#define GLA_LINALG_COMMON_H

#include "layout.h"

/* The operands of one call, on one device, and the type to compute in: floating or complex. */
typedef struct gla_call {
    const char *op, *name; /* what messages call the operation, and a */
    gla_device *dev;
    gla_dtype dtype;
    gla_array *a, *b; /* owned; b NULL where there is but one */
    int nbatch;       /* the stack: a's dimensions before the last two, broadcast with b's */
    int64_t batch[GLA_MAX_NDIM];
    int64_t count;    /* matrices in the stack */
    int64_t m, n;     /* of a */
} gla_call;

/* a must have two dimensions or more, and equal ones where square.  `name` is what the message calls it.  The device
 * must have the blas and lapack rooms. */
gla_status gla_call_begin(gla_call *c, const char *op, const char *name, const gla_array *a, bool square);
/* The same with a right-hand side, which must have the rows of a; 1-d b becomes a matrix of one column (*vector
 * true). */
gla_status gla_call_begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square,
                               bool *vector);
/* The same, but a stays where it is, and c->a is that, until gla_call_bring brings it to the device. */
gla_status gla_call_begin_late(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool *vector);
gla_status gla_call_bring(gla_call *c);
void gla_call_end(gla_call *c);

/* The product that matmul, vecdot and others are made of: a (..., m, k), b (..., k, n), both on dev; the result is
 * row-major. conj_a takes the complex conjugate of a, which must then have one row. */
gla_status gla_product(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *a, const gla_array *b,
                       bool conj_a, gla_array **out);

/* Whether x, of any dtype, holds neither NaN nor Inf. */
gla_status gla_all_finite(const gla_array *x, bool *yes);
/* NonFiniteError unless all elements are finite. */
gla_status gla_require_finite(const char *op, const char *name, const gla_array *x);
/* The same before a lapack slot with info; nothing where info will tell. */
gla_status gla_require_finite_before(const gla_call *c, const char *name, const gla_array *x);
/* dst = triangle of src, zeros elsewhere; see the slot. */
gla_status gla_triangle(const char *op, bool lower, bool unit, const gla_array *src, gla_array *dst);
gla_status gla_fill(const char *op, gla_array *dst, double value);
/* Each matrix of dst becomes the identity (dst may have more columns than rows, or fewer). */
gla_status gla_fill_eye(const char *op, gla_array *dst);

/* Room for one info for each matrix: `few` where that is enough. */
#define GLA_FEW 8
gla_status gla_info_new(const char *op, int64_t count, int64_t few[GLA_FEW], int64_t **info);
void gla_info_free(int64_t few[GLA_FEW], int64_t *info);
/* The first info that is not 0 becomes an error: `what` says it, with one %lld for the info.  NonFiniteError goes before. */
gla_status gla_info_check(const gla_call *c, gla_status kind, const int64_t *info, const char *what,
                          const char *remedy);
/* " in matrix (1, 2) of the stack" for number `at`, or nothing. */
const char *gla_stack_text(const gla_call *c, int64_t at, char *buf, size_t size);
/* NonFiniteError when an info says so. */
gla_status gla_info_check_finite(const gla_call *c, const int64_t *info);

/* x in another type: itself where it has that type already. */
gla_status gla_typed(const char *op, gla_dtype dtype, const gla_array *x, gla_array **out);
/* Replace *x by a view without its last dimension, which has length one. */
gla_status gla_drop_last(gla_array **x);
/* A view of x with a dimension of length one added as the last. */
gla_status gla_add_last(const gla_array *x, gla_array **out);
/* A view of x with its last two dimensions exchanged. */
gla_status gla_swap_last(const gla_array *x, gla_array **out);
/* Diagonals of x, shape (..., length), as a view that can be written to where x can. */
gla_status gla_diagonal_view(const gla_array *x, int64_t offset, gla_array **out);
/* A plain number, to meet arrays in the public elementwise functions. */
gla_status gla_number(double value, gla_array **out);
double gla_epsilon(gla_dtype dtype);

/* qr.c: factor the column-major work in place; tau is new. */
gla_status gla_qr_factor(const gla_call *c, gla_matrices *work, gla_array **tau);
/* solve_triangular.c: x = op(a)^-1 x for triangular a, shape (..., n, n), n of c. */
gla_status gla_triangular_stack(const gla_call *c, const gla_array *a, gla_trans trans, bool lower, bool unit,
                                gla_matrices *x);
/* svd.c: singular values (job 'N'), or also the factors, thin ('S') or full ('A').  x is on the device and not empty; s
 * has shape (..., k), u and vh are as gla_svd returns them, and may be NULL for 'N'. */
gla_status gla_svd_stack(const gla_call *c, const gla_array *x, char job, gla_array **u, gla_array **s, gla_array **vh);
/* svd.c: singular values of c->a, which may be empty. */
gla_status gla_singular_values(const gla_call *c, gla_array **s);
/* pinv.c: which of s, shape (..., k), k > 0, are above rtol times the first; rtol NULL means max(m, n)·ε, else it is a
 * number or has the shape of the stack. */
gla_status gla_significant(const gla_call *c, const gla_array *s, const gla_array *rtol, gla_array **mask);
/* pinv.c: a tolerance that was given, NULL if not, must be real, finite and not negative.  DTypeError, ArgumentError. */
gla_status gla_check_tolerance(const char *op, const char *name, const gla_array *tolerance);
/* pinv.c: V diag(1/s) Uᴴ b, or V diag(1/s) Uᴴ where b is NULL, over the s that the mask (..., k) keeps. */
gla_status gla_apply_pinv(const gla_call *c, const gla_array *u, const gla_array *s, const gla_array *vh,
                          const gla_array *mask, const gla_array *b, gla_array **out);
/* small.c: what a device does with small matrices in one step, x being new; x = op(a)^-1 b, b NULL for the identity; x the
 * lower factor of a, or with upper the upper one; the eigenvalues of a in w and, unless x is NULL, its eigenvectors in x.
 * All broadcast to the stack of c.  *answer as of the slots. */
gla_status gla_small_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                           int64_t *info, double *estimates, gla_small *answer);
gla_status gla_small_cholesky(const gla_call *c, bool upper, const gla_array *a, const gla_array *x, int64_t *info,
                              gla_small *answer);
gla_status gla_small_eigh(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *x, int64_t *info,
                          gla_small *answer);
/* vector_norm.c: Euclidean norms along the last dimension of x, floating or complex, safe from overflow. */
gla_status gla_length_last(const char *op, const gla_array *x, gla_array **out);

/* solve.c's way for one large matrix that is still on the host, where the device can factor it while it arrives.  *does
 * tells whether this is the case; if not, nothing has been done. */
gla_status gla_solve_from_host(const gla_array *a, const gla_array *b, int trans, gla_array **out, bool *does);

#endif
