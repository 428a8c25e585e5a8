/* penalized.h - What ridge regression and lasso share. */
#ifndef GLA_ECON_PENALIZED_PENALIZED_H
#define GLA_ECON_PENALIZED_PENALIZED_H

#include "econ/within.h"

extern const econ_method penalized_ridge, penalized_lasso;

/* ---- moments.c ------------------------------------------------------------------------------------------------------ */
/* Weighted means, standard deviations and moments of the regressors and of y. */
typedef struct penalized_moments {
    int64_t k, constant; /* position of the constant, or -1 */
    double level;        /* its value */
    double total;        /* sum of the weights */
    double *mean, *sd;   /* (k,); without a constant the means are 0 and sd are roots of mean squares */
    double y_mean, yy;   /* mean of y, and mean square of y around it */
    double *gram,
        *xy;          /* (k, k) and (k,): mean products of the deviations of regressors, and of them with y, divided by scale */
    double *scale;    /* (k,): sd or 1; 0 for the constant and regressors without variance */
    gla_array *Z, *v; /* what gram and xy are products of: (n, k) and (n,) */
} penalized_moments;

/* Fail if the frame has fixed effects, or weights that are not positive and finite. */
bool penalized_check(gla_scope *s, const model_frame *f, const econ_options *o);
/* The position of the constant: the first column whose values are all equal and not 0; -1 without one. */
int64_t penalized_constant(gla_scope *s, const gla_array *X, double *level);
/* Means and standard deviations; gram and xy too if `products` is true. */
void penalized_measure(gla_scope *s, const gla_array *X, const gla_array *y, const gla_array *weights, int64_t constant,
                       double level, bool standardize, bool products, penalized_moments *m);

/* ---- descent.c ------------------------------------------------------------------------------------------------------ */
/* Minimise b'Gb / 2 - b'c + alpha Σ|b_j|, starting from b, which is changed, by coordinate descent. `slope` is c - G b. */
typedef struct penalized_descent {
    const penalized_moments *m;
    double tol;
    int64_t maxiter, passes;
    double *b, *slope; /* (k,) */
    int64_t *active;   /* workspace of the solution of equations */
    double *solution, *rest, *factor;
} penalized_descent;
bool penalized_begin(gla_scope *s, const penalized_moments *m, double tol, int64_t maxiter, penalized_descent *d);
void penalized_minimise(gla_scope *s, penalized_descent *d, double alpha);

/* ---- path.c --------------------------------------------------------------------------------------------------------- */
typedef struct penalized_path {
    int64_t n, k;
    double *alphas; /* (n,), descending */
    double *b;      /* (n, k): coefficients of the regressors as given, with the constant */
    double *r2;
    int64_t *df; /* coefficients that are not 0, without the constant */
} penalized_path;
/* Make the sequence of penalties: `given` sorted, or n penalties below the smallest that sets all coefficients to 0. */
bool penalized_sequence(gla_scope *s, const penalized_moments *m, const gla_array *given, int64_t n, int64_t rows,
                        penalized_path *p);
/* Convert coefficients of the regressors divided by scale to those of the regressors as given, with the constant. */
void penalized_unscale(const penalized_moments *m, const double *from, double *b);
void penalized_follow(gla_scope *s, const penalized_moments *m, const econ_options *o, penalized_path *p);

#endif
