/* condition.h - Estimate the number of correct digits of a solution, from one additional right-hand side.
 *
 * Let c_j = 1/max_i |a_ij| and s = |A| c.  A backward stable solution of A x = b is the exact solution for a matrix whose rows
 * differ from the rows of A by about ε s_i in the units c.  Let z = A⁻¹ w with w_i = ±s_i, where the signs are fixed but
 * irregular.  Then ε max_j |z_j|/c_j estimates the relative error of the worst component of x, whatever the units of rows and
 * columns.  Reference: Kenney and Laub, Small-sample statistical condition estimates (1994). */
#ifndef GLA_BACKENDS_HOST_DENSE_CONDITION_H
#define GLA_BACKENDS_HOST_DENSE_CONDITION_H

#include "fortran.h"

/* A column-major matrix, or a triangle of it. */
typedef struct gla_surveyed {
    int64_t n, ld;
    const void *data;
    char part;   /* 'L' or 'U' for a triangle, 'A' for the whole matrix */
    bool unit;   /* the triangle has a unit diagonal */
    bool turned; /* the matrix of the system is the transpose */
} gla_surveyed;

/* Compute the sizes and the right-hand side of the estimate.  `sizes` has n elements of the real dtype, the largest magnitude
 * in each column.  `w` is a column of dtype.  Set *fair to false if elements are NaN or Inf, or so small or large that
 * elimination may underflow or overflow. */
gla_status gla_host_survey(gla_dtype dtype, const gla_surveyed *a, void *sizes, void *w, bool *fair);
/* Survey a triangle.  Every row has the size √n, because R of a QR factorisation has an error of ε times the length of a column
 * in all rows.  The triangle is upper, or the transpose of a lower triangle; `turned` concerns x only.  `x` is the solution, or
 * NULL if the solution is unknown.  If x_transposed, x is stored by rows.  Set *fair to false if x is out of range. */
gla_status gla_host_survey_triangle(gla_dtype dtype, const gla_surveyed *a, const gla_matrix *x, bool x_transposed, void *sizes,
                                    void *w, bool *fair);
/* Survey the system with matrix L Lᴴ, where L is a lower triangle.  `room` is a column of workspace. */
gla_status gla_host_survey_product(gla_dtype dtype, const gla_surveyed *l, void *sizes, void *w, void *room, bool *fair);
/* Return the signed pseudo-random factor by which component i of w is multiplied. */
double gla_host_irregular(int64_t i);
/* Return the estimate, given z, the solution for the right-hand side w. */
double gla_host_finish_estimate(gla_dtype dtype, int64_t n, const void *z, const void *sizes);
/* Return true if the columns of b are neither too small nor too large, and the quotients of columns and sizes do not underflow.
 * `sizes` has one element of the real dtype for each row of b, or is NULL if the sizes are unknown. */
bool gla_host_fair(gla_dtype dtype, const gla_matrix *b, const void *sizes);

#endif
