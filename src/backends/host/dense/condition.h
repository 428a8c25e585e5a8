/* condition.h - Estimate how many digits of a solution are right, from one more right-hand side.
 *
 * With c_j = 1/max_i |a_ij| and s = |A| c, a backward stable solution of A x = b is the exact solution for a matrix whose rows
 * differ by about ε s_i in the units c.  So z = A⁻¹ w with w_i = ±s_i, fixed and irregular, shows the effect on x: ε max_j
 * |z_j|/c_j estimates the relative error of the worst component, whatever the units of rows and columns.  Reference: Kenney and
 * Laub, Small-sample statistical condition estimates (1994). */
#ifndef GLA_BACKENDS_HOST_DENSE_CONDITION_H
#define GLA_BACKENDS_HOST_DENSE_CONDITION_H

#include "fortran.h"

/* A column-major matrix, or a triangle of it. */
typedef struct gla_surveyed {
    int64_t n, ld;
    const void *data;
    char part;   /* 'L' or 'U' for a triangle, 'A' for the whole matrix */
    bool unit;   /* the triangle has a unit diagonal */
    bool turned; /* the system is with the transpose */
} gla_surveyed;

/* Compute the sizes and the right-hand side of the estimate.  sizes: n elements of the real dtype, the largest of each column.
 * w: a column of dtype.  *fair becomes false if elements are NaN or Inf, or so small or large that elimination may underflow or
 * overflow. */
gla_status gla_host_survey(gla_dtype dtype, const gla_surveyed *a, void *sizes, void *w, bool *fair);
/* Survey a triangle.  All rows get the size √n, because R of a QR factorisation has an error of ε times the length of a column
 * in all rows.  The system is upper, or the transpose of lower; `turned` concerns x only.  x (NULL: unknown; x_transposed:
 * stored by rows) is the solution, and *fair becomes false if x is out of range. */
gla_status gla_host_survey_triangle(gla_dtype dtype, const gla_surveyed *a, const gla_matrix *x, bool x_transposed, void *sizes,
                                    void *w, bool *fair);
/* Survey the system L Lᴴ with a lower triangle L; `room` is a column of workspace. */
gla_status gla_host_survey_product(gla_dtype dtype, const gla_surveyed *l, void *sizes, void *w, void *room, bool *fair);
/* Return the factor, sign and size, of component i of w. */
double gla_host_irregular(int64_t i);
/* Return the estimate from z, the solution for the right-hand side w. */
double gla_host_finish_estimate(gla_dtype dtype, int64_t n, const void *z, const void *sizes);
/* Return true if the columns of b are neither too small nor too large, and quotients of them and the sizes do not underflow.
 * sizes: one element of the real dtype for each row of b; NULL if unknown. */
bool gla_host_fair(gla_dtype dtype, const gla_matrix *b, const void *sizes);

#endif
