/* condition.h - Warnings about ill-conditioned results, and scaling of matrices against overflow and underflow. */
#ifndef GLA_LINALG_CONDITION_H
#define GLA_LINALG_CONDITION_H

#include "common.h"

/* Error estimates that the backends return in addition to info, with one element for each matrix of a stack; see
 * src/backend.h. */
typedef struct gla_estimates {
    bool wanted; /* the user wants these warnings */
    bool none;   /* true if a kernel has reported that no matrix failed or is ill-conditioned; then neither the estimates nor
                  * info need be read */
    double *of;
    double limit; /* estimates above this limit cause a warning; 0 means GLA_DOUBTFUL.  Triangles are judged by their condition,
                   * with another limit */
} gla_estimates;

gla_estimates gla_estimates_new(const gla_call *c);
gla_estimates gla_estimates_of_triangle(const gla_call *c);
/* Return true if a matrix must be scaled. */
bool gla_estimates_need_scaling(const gla_call *c, const gla_estimates *d);
/* Warn about the worst matrix if its result might have no correct digit.  The message calls the result `what`. */
void gla_estimates_warn(const gla_call *c, const gla_estimates *d, const char *what, const char *remedy);

/* Compute estimates and info with the slot trcon, which the device must have.  The triangle is one half of a.  For
 * GLA_OF_CHOLESKY it is the lower triangle as stored in memory.  The stack of a has the shape of the stack of c or broadcasts
 * to it.  x is contiguous and may be NULL. */
void gla_estimate_triangle(const gla_call *c, const gla_matrices *a, gla_triangular triangle, const gla_matrices *x,
                           int64_t *info, gla_estimates *d);

/* factor.c: compute b = op(a)^-1 b, and P a = L U, with the slots gesv and getrf.  Both slots overwrite a. */
void gla_lu_solve(const gla_call *c, gla_trans trans, const gla_matrix *a, const gla_matrix *b, int64_t *info,
                  gla_estimates *d);
void gla_lu_factor(const gla_call *c, const gla_matrix *a, int64_t *pivots, int64_t *info, gla_estimates *d, bool wanted);

/* inv.c: return the inverses of c->a, with info and estimates as returned by gesv. */
gla_array *gla_inverse_stack(const gla_call *c, int64_t *info, gla_estimates *doubts);

/* ---- scaled.c: matrices whose rows and columns are scaled by powers of two, so that their largest elements are near one */
typedef struct gla_scaled {
    gla_matrices host; /* column-major array on the host, with the stack of c */
    int *rows, *cols;  /* exponents for each matrix: element (i, j) has been multiplied by 2^(rows[i] + cols[j]) */
} gla_scaled;

typedef enum gla_sides { GLA_SCALE_NOTHING, GLA_SCALE_BOTH, GLA_SCALE_COLUMNS, GLA_SCALE_SYMMETRIC } gla_sides;

/* Return a scaled copy of x, shape (..., m, n). */
gla_scaled gla_scaled_new(const gla_call *c, const gla_array *x, gla_sides sides);
/* Return a column-major copy of x on the host. */
gla_matrices gla_scaled_fetch(const gla_call *c, const gla_array *x);
/* Compute x = op(a)^-1 b for matrices on which elimination without scaling would overflow or underflow.  If b is NULL, compute
 * op(a)^-1.  x may be a view; info and estimates are as returned by gesv.  OverflowError if x itself is too large. */
void gla_scaled_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                      int64_t *info, gla_estimates *d);
/* Compute P A = L U for s, whose columns are scaled.  Both factors are written to dst, with the U of the unscaled A.  The
 * pivots are as returned by getrf. */
void gla_scaled_lu(const gla_call *c, gla_scaled *s, int64_t *pivots, gla_array *dst);
/* Set dst to the array on the host times 2^(rows[i] + cols[j]); rows, cols or both may be NULL.  OverflowError if `what`
 * exceeds the range of the dtype, unless the matrix has an info other than 0 (info may be NULL). */
void gla_scaled_store(const gla_call *c, const gla_matrices *host, const int *rows, const int *cols, const int64_t *info,
                      const char *what, gla_array *dst);

#endif
