/* condition.h - how many digits of a solution may be right, from one more column beside the right-hand sides.
 *
 * With c_j = 1/max_i |a_ij| and s = |A| c, a backward stable solution of A x = b is the exact one of a matrix whose rows differ
 * by about ε s_i in the units c.  So z = A⁻¹ w with w_i = ±s_i, fixed and irregular, shows what that does to x: ε max_j
 * |z_j|/c_j estimates the relative error of the worst component, whatever the units of rows and columns.  Reference: Kenney
 * and Laub, Small-sample statistical condition estimates (1994). */
#ifndef GLA_BACKENDS_HOST_DENSE_CONDITION_H
#define GLA_BACKENDS_HOST_DENSE_CONDITION_H

#include "fortran.h"

/* A column-major matrix, or a triangle of it. */
typedef struct gla_surveyed {
    int64_t n, ld;
    const void *data;
    char part;   /* 'L', 'U', or 'A' for all */
    bool unit;   /* of a triangle: ones on the diagonal */
    bool turned; /* the system is of the transpose */
} gla_surveyed;

/* sizes: n numbers of the real type, the largest of each column; w: a column of dtype.  *fair is false when the numbers are
 * NaN or Inf, or so small or so large that elimination may underflow or overflow. */
gla_status gla_host_survey(gla_dtype dtype, const gla_surveyed *a, void *sizes, void *w, bool *fair);
/* The same for a triangle, in whose rows all sizes are taken for √n: R of Q R is wrong by ε times the length of a column in all
 * rows.  The system is upper, or the transpose of lower: turned is about x alone (NULL: unknown; x_transposed: by rows), which
 * has been solved for, and is not fair when it is out of range. */
gla_status gla_host_survey_triangle(gla_dtype dtype, const gla_surveyed *a, const gla_matrix *x, bool x_transposed, void *sizes,
                                    void *w, bool *fair);
/* The same for a lower triangle L, where the system is with L Lᴴ; room is a column too. */
gla_status gla_host_survey_product(gla_dtype dtype, const gla_surveyed *l, void *sizes, void *w, void *room, bool *fair);
/* The signs and sizes of w's components. */
double gla_host_irregular(int64_t i);
/* The estimate, from the column that w has become. */
double gla_host_finish_estimate(gla_dtype dtype, int64_t n, const void *z, const void *sizes);
/* Whether the columns of b are neither too small nor too large, and quotients of them and columns of these sizes (of the real
 * type, one for each row of b; NULL: unknown) do not vanish. */
bool gla_host_fair(gla_dtype dtype, const gla_matrix *b, const void *sizes);

#endif
