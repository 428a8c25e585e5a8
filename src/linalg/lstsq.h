/* lstsq.h - Declarations shared by the least squares files. */
#ifndef GLA_LINALG_LSTSQ_H
#define GLA_LINALG_LSTSQ_H

#include "common.h"
#include "elementwise/op.h"

typedef struct gla_lstsq_call {
    gla_call c;
    int64_t k;        /* min(m, n) */
    gla_array *a, *b; /* in the dtype of the computation; a is NULL while it is still on the host */
    gla_array *norms; /* norms of the columns, (..., 1, n) */
    gla_array *scale; /* D, (..., 1, n) */
    gla_matrices qr;  /* factors of a D, column-major */
    gla_array *tau;
    gla_matrices r; /* the triangle alone, (..., k, n) */
    gla_array *s, *rank;
    const gla_array *rcond;
    gla_array *x, *residuals;       /* residuals are NULL until they are known */
    bool some_full, some_deficient; /* set if at least one matrix of the stack has full rank, or deficient rank */
    bool is_silent;                 /* the caller itself warns about the rank */
} gla_lstsq_call;

/* All functions return arrays that the scope of the call owns, or NULL after a failure. */

/* ---- lstsq_scale.c ------------------------------------------------------------------------------------------- */
/* Compute the norms of the columns of a, and the scale factors of the columns. */
void gla_lstsq_measure(gla_lstsq_call *p);
/* Compute dst = x op y.  The slot is called directly because dst has its own memory order. */
void gla_lstsq_map_into(const gla_call *c, gla_op op, const gla_array *x, const gla_array *y, gla_array *dst);

/* ---- lstsq_rank.c -------------------------------------------------------------------------------------------- */
/* Compute the singular values of a from R.  Determine the rank by p->rcond or from the scaled columns. */
void gla_lstsq_decide_rank(gla_lstsq_call *p);
/* Return the threshold for full rank: the rank is full if the smallest singular value exceeds the threshold times the largest.
 * The condition of the columns scaled to unit norm is within a factor √n of the best possible scaling (van der Sluis 1969), so
 * this scaling worsens the condition by at most √n. */
double gla_lstsq_full_rank_threshold(const gla_lstsq_call *p);
/* Return the norms of the columns of a D, (..., 1, n), with 1 for zero columns.  Dividing by these norms gives columns of unit
 * norm. */
gla_array *gla_lstsq_lengths(const gla_lstsq_call *p);
/* Count the rank from the mask.  Record whether the stack contains matrices of full column rank, and matrices of lower rank. */
void gla_lstsq_count_rank(gla_lstsq_call *p, const gla_array *mask);
/* Record that all matrices of the stack have full rank. */
void gla_lstsq_all_full(gla_lstsq_call *p);
/* Return the minimum-norm solution x, from the `rank` largest singular values. */
gla_array *gla_lstsq_solve_deficient(const gla_lstsq_call *p);

/* ---- lstsq_dependent.c --------------------------------------------------------------------------------------- */
/* Warn about the first matrix whose rank is less than min(m, n), and list its dependent columns. */
void gla_lstsq_warn_deficient(const gla_lstsq_call *p);

/* ---- lstsq_qr.c ---------------------------------------------------------------------------------------------- */
void gla_lstsq_factor(gla_lstsq_call *p);
/* Solve for x with R, and refine x, for matrices of full rank.  Set p->residuals if the residuals are a by-product. */
gla_array *gla_lstsq_solve_full(gla_lstsq_call *p);
/* b - a x */
gla_array *gla_lstsq_residual(const gla_lstsq_call *p, const gla_array *x);

/* ---- lstsq_gradient.c: refinement in doubled precision ------------------------------------------------------- */
/* Return the dtype of sums and gradients: float64 or complex128. */
static inline gla_dtype gla_wide_of(gla_dtype dtype)
{
    return gla_dtype_is_complex(dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
}
/* Return true if the device has the slots to refine solutions for the matrices of p. */
bool gla_lstsq_can_refine(const gla_lstsq_call *p);
/* Return the descriptor that the slots expect, for an array (m, n) with contiguous rows; see gla_lstsq_rows(). */
gla_tall gla_lstsq_tall_of(const gla_array *a);
/* Return a itself if each row is contiguous, otherwise a copy with contiguous rows; shape (..., m, n). */
gla_array *gla_lstsq_rows(const gla_lstsq_call *p, const gla_array *a);
/* Compute g = aᴴ (b - a x) and the sums of squares of b - a x, in the wide dtype.  If x is NULL, it is treated as zero. */
typedef struct gla_gram_gradient {
    gla_array *g, *sums;
} gla_gram_gradient;
gla_gram_gradient gla_lstsq_gradient(const gla_lstsq_call *p, const gla_tall *a, const gla_array *b, const gla_array *x);
/* Compute the same as gla_lstsq_gradient(), for a stack.  The rows of a are contiguous.  a and b broadcast; x has the shape of
 * the stack. */
gla_gram_gradient gla_lstsq_gradients(const gla_lstsq_call *p, const gla_array *a, const gla_array *b, const gla_array *x);
/* Return the sums of squares after a last correction of x by dx, in the real dtype of p.  dxᴴ g is subtracted, where g is the
 * gradient before the correction. */
gla_array *gla_lstsq_last_sums(const gla_lstsq_call *p, const gla_gram_gradient *d, const gla_array *dx);

/* ---- lstsq_gram.c: the triangle of a from Gram matrices, on the host ----------------------------------------- */
typedef struct gla_gram {
    gla_scope *s;
    gla_device *host;
    gla_dtype wide;
    int64_t n;
    gla_array *r, *w; /* (n, n), each transposed: R from a D = Q R, and W = D R⁻¹, so that a W = Q */
    double *scale;    /* D, n powers of two */
    double bound;     /* upper bound of the condition of R after its columns are scaled to unit norm */
} gla_gram;

gla_gram gla_gram_new(gla_scope *s, gla_dtype wide, int64_t n);
/* Compute the Cholesky factor of the Gram matrix g of a (n x n, row-major).  Return false if g is not finite, might have lost
 * elements to underflow or is not numerically positive definite, or after a failure. */
bool gla_gram_first(gla_gram *f, const gla_array *g);
/* Do the same as gla_gram_first() with the Gram matrix of a W.  This second step recovers the accuracy that the first lost to
 * the squared condition (CholeskyQR2).  Return false if a W is too far from orthonormal. */
bool gla_gram_second(gla_gram *f, const gla_array *g);
/* Return the singular values of a (if `of_a`), or of a with columns of unit norm, computed on dev, in the real counterpart of
 * the wide dtype. */
gla_array *gla_gram_values(const gla_gram *f, gla_device *dev, bool of_a);

/* ---- lstsq_tall.c -------------------------------------------------------------------------------------------- */
/* Return true if Gram matrices are worth trying; the device must have the slot. */
bool gla_lstsq_is_tall(const gla_lstsq_call *p);
/* Solve the least squares problem from Gram matrices if these are accurate enough.  Otherwise return false with no result
 * changed.  c.a may still be on the host, and may be on the device afterwards. */
bool gla_lstsq_tall(gla_lstsq_call *p);

#endif
