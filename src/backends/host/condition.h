/* condition.h - how many digits of a solution may be right, from one more column beside the right-hand sides.
 *
 * With c_j = 1/max_i |a_ij| and s = |A| c, a backward stable solution of A x = b is the exact one of a matrix whose rows differ
 * by about ε s_i in the units c.  So z = A⁻¹ w with w_i = ±s_i, fixed and irregular, shows what that does to x: ε max_j
 * |z_j|/c_j estimates the relative error of the worst component, whatever the units of rows and columns.  Reference: Kenney
 * and Laub, Small-sample statistical condition estimates (1994). */
#ifndef GLA_BACKENDS_HOST_CONDITION_H
#define GLA_BACKENDS_HOST_CONDITION_H

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
/* The same for a triangle with which x has been solved for (x_transposed: by rows): c_j = |x_j|, in units of the largest of a
 * right-hand side, for substitution is as wrong as |A| |x| says, and that is often much less; units is a column too. */
gla_status gla_host_survey_solved(gla_dtype dtype, const gla_surveyed *a, const gla_matrix *x, bool x_transposed, void *sizes,
                                  void *w, void *units, bool *fair);
/* The same for a lower triangle L, where the system is with L Lᴴ; room is a column too. */
gla_status gla_host_survey_product(gla_dtype dtype, const gla_surveyed *l, void *sizes, void *w, void *room, bool *fair);
/* The same for the triangle R of Q R, whose columns are wrong by ε times their length in all rows. */
gla_status gla_host_survey_orthogonal(gla_dtype dtype, const gla_surveyed *r, void *sizes, void *w, bool *fair);
/* The signs and sizes of w's components. */
double gla_host_irregular(int64_t i);
/* The estimate, from the column that w has become. */
double gla_host_finish_estimate(gla_dtype dtype, int64_t n, const void *z, const void *sizes);
/* Whether the columns of b are neither too small nor too large, and quotients of them and columns of these sizes (of the real
 * type, one for each row of b; NULL: unknown) do not vanish. */
bool gla_host_fair(gla_dtype dtype, const gla_matrix *b, const void *sizes);

#endif
