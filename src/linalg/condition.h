/* condition.h - answers that may hold no correct digit, and numbers that must be scaled before they are worked on. */
#ifndef GLA_LINALG_CONDITION_H
#define GLA_LINALG_CONDITION_H

#include "common.h"

/* What the backends say beside info, see src/backend.h: one estimate for each matrix of a stack. */
typedef struct gla_doubts {
    bool wanted; /* somebody wants to be warned */
    bool none;   /* a kernel has said that there is nothing to be said of any matrix: neither these nor info need be read */
    double *of;
    double limit; /* 0: GLA_DOUBTFUL; of a triangle, which is described by its condition, another one */
} gla_doubts;

gla_doubts gla_doubts_new(const gla_call *c);
gla_doubts gla_doubts_of_triangle(const gla_call *c);
/* Whether a matrix must be scaled. */
bool gla_doubts_scale(const gla_call *c, const gla_doubts *d);
/* Warn of the worst matrix if its answer, which the message calls `what`, may hold no correct digit. */
void gla_doubts_check(const gla_call *c, const gla_doubts *d, const char *what, const char *remedy);

/* Estimates and info as of trcon, which the device must have.  The triangle is that of a, but of GLA_OF_CHOLESKY it is the
 * lower one as it lies in memory.  a has the batch of c or repeats in it; x, which may be NULL, is without gaps. */
void gla_triangle_doubts(const gla_call *c, const gla_matrices *a, gla_triangular triangle, const gla_matrices *x,
                         int64_t *info, gla_doubts *d);

/* factor.c: b = op(a)^-1 b, and P a = L U, as of gesv and getrf; a is overwritten. */
void gla_lu_solve(const gla_call *c, gla_trans trans, const gla_matrix *a, const gla_matrix *b, int64_t *info, gla_doubts *d);
void gla_lu_factor(const gla_call *c, const gla_matrix *a, int64_t *pivots, int64_t *info, gla_doubts *d, bool wanted);

/* inv.c: inverses of c->a; info and estimates as of gesv. */
gla_array *gla_inverse_stack(const gla_call *c, int64_t *info, gla_doubts *doubts);

/* ---- scaled.c: matrices whose rows and columns are scaled by powers of two, so that their largest numbers are near one */
typedef struct gla_scaled {
    gla_matrices host; /* column-major, on the host, of the batch of c */
    int *rows, *cols;  /* element (i, j) was multiplied by 2^(rows[i] + cols[j]); for each matrix */
} gla_scaled;

typedef enum gla_sides { GLA_SCALE_NOTHING, GLA_SCALE_BOTH, GLA_SCALE_COLUMNS, GLA_SCALE_SYMMETRIC } gla_sides;

/* A scaled copy of x, (..., m, n). */
gla_scaled gla_scaled_new(const gla_call *c, const gla_array *x, gla_sides sides);
/* A copy of x on the host, column-major. */
gla_matrices gla_scaled_fetch(const gla_call *c, const gla_array *x);
/* x = op(a)^-1 b, b NULL for the identity, where elimination as it stands would overflow or underflow: x, which may be a view,
 * info and estimates are as of gesv.  OverflowError when x itself is too large. */
void gla_scaled_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                      int64_t *info, gla_doubts *d);
/* P A = L U of s, whose columns are scaled; dst is both in one, with U as of A itself; pivots as of getrf. */
void gla_scaled_lu(const gla_call *c, gla_scaled *s, int64_t *pivots, gla_array *dst);
/* dst = the numbers on the host times 2^(rows[i] + cols[j]), either NULL; OverflowError where `what` does not fit the type, but
 * for matrices with an info that is not 0 (NULL: none). */
void gla_scaled_store(const gla_call *c, const gla_matrices *host, const int *rows, const int *cols, const int64_t *info,
                      const char *what, gla_array *dst);

#endif
