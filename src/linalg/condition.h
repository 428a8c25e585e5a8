/* condition.h - Warnings about ill-conditioned results, and scaling of matrices against overflow and underflow. */
#ifndef GLA_LINALG_CONDITION_H
#define GLA_LINALG_CONDITION_H

#include "common.h"

/* Error estimates that the backends return in addition to info, one for each matrix of a stack; see src/backend.h. */
typedef struct gla_doubts {
    bool wanted; /* the user wants these warnings */
    bool none;   /* a kernel has reported that every matrix is fine; neither the estimates nor info need be read */
    double *of;
    double limit; /* estimates above this limit cause a warning; 0 means GLA_DOUBTFUL.  Triangles, judged by their condition,
                   * have another limit */
} gla_doubts;

gla_doubts gla_doubts_new(const gla_call *c);
gla_doubts gla_doubts_of_triangle(const gla_call *c);
/* Return true if a matrix must be scaled. */
bool gla_doubts_scale(const gla_call *c, const gla_doubts *d);
/* Warn about the worst matrix if its result, called `what` in the message, may have no correct digit. */
void gla_doubts_check(const gla_call *c, const gla_doubts *d, const char *what, const char *remedy);

/* Compute estimates and info with the slot trcon, which the device must have.  The triangle is part of a; for GLA_OF_CHOLESKY
 * it is the lower triangle as stored in memory.  a has the batch of c or broadcasts to it.  x is contiguous and may be NULL. */
void gla_triangle_doubts(const gla_call *c, const gla_matrices *a, gla_triangular triangle, const gla_matrices *x,
                         int64_t *info, gla_doubts *d);

/* factor.c: b = op(a)^-1 b, and P a = L U, with the slots gesv and getrf; a is overwritten. */
void gla_lu_solve(const gla_call *c, gla_trans trans, const gla_matrix *a, const gla_matrix *b, int64_t *info, gla_doubts *d);
void gla_lu_factor(const gla_call *c, const gla_matrix *a, int64_t *pivots, int64_t *info, gla_doubts *d, bool wanted);

/* inv.c: inverses of c->a; info and estimates as returned by gesv. */
gla_array *gla_inverse_stack(const gla_call *c, int64_t *info, gla_doubts *doubts);

/* ---- scaled.c: matrices whose rows and columns are scaled by powers of two, so that their largest elements are near one */
typedef struct gla_scaled {
    gla_matrices host; /* column-major, on the host, with the batch of c */
    int *rows, *cols;  /* exponents for each matrix: element (i, j) was multiplied by 2^(rows[i] + cols[j]) */
} gla_scaled;

typedef enum gla_sides { GLA_SCALE_NOTHING, GLA_SCALE_BOTH, GLA_SCALE_COLUMNS, GLA_SCALE_SYMMETRIC } gla_sides;

/* Return a scaled copy of x, shape (..., m, n). */
gla_scaled gla_scaled_new(const gla_call *c, const gla_array *x, gla_sides sides);
/* Return a column-major copy of x on the host. */
gla_matrices gla_scaled_fetch(const gla_call *c, const gla_array *x);
/* x = op(a)^-1 b (b NULL for the identity) if elimination without scaling would overflow or underflow.  x may be a view; info
 * and estimates are as returned by gesv.  OverflowError if x itself is too large. */
void gla_scaled_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                      int64_t *info, gla_doubts *d);
/* P A = L U of s, whose columns are scaled.  dst contains both factors, with the U of the unscaled A; pivots as returned by
 * getrf. */
void gla_scaled_lu(const gla_call *c, gla_scaled *s, int64_t *pivots, gla_array *dst);
/* dst = host times 2^(rows[i] + cols[j]); either array may be NULL.  OverflowError if `what` does not fit the dtype, except for
 * matrices whose info is not 0 (info may be NULL). */
void gla_scaled_store(const gla_call *c, const gla_matrices *host, const int *rows, const int *cols, const int64_t *info,
                      const char *what, gla_array *dst);

#endif
