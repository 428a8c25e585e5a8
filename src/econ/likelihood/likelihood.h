/* likelihood.h - What estimators by maximum likelihood share.
 *
 * The log-likelihood of a row depends on one index X b + effects + offset (logit, probit, poisson: glm.c), or on several
 * indices (negbin, tobit, mlogit: indices.h). Formulas compute the terms of all rows in one pass, on any device. */
#ifndef GLA_ECON_LIKELIHOOD_LIKELIHOOD_H
#define GLA_ECON_LIKELIHOOD_LIKELIHOOD_H

#include "econ/within.h"
#include "gpulinalg/econ_likelihood.h"
#include "gpulinalg/expression.h"

enum { LIK_OUTPUTS = 16 };

/* formula.c: evaluate a formula, or a compiled formula; the results belong to the scope. Nothing is done after a failure. */
void lik_compute(gla_scope *s, const gla_elementwise *f, int n, gla_array *const in[], gla_array *out[]);
void lik_formula(gla_scope *s, const char *inputs, const char *outputs, const char *text, int n, gla_array *const in[],
                 gla_array *out[]);
double lik_sum(gla_scope *s, const gla_array *x);     /* sum of all elements, on the host; NaN after a failure */
double lik_largest(gla_scope *s, const gla_array *x); /* largest element, on the host; 0 if there is none */
gla_array *lik_columns(gla_scope *s, gla_array *left, gla_array *right); /* matrices or vectors, side by side */
/* Replace an array that is owned outside the scope. */
void lik_hold(gla_scope *s, gla_array **held, gla_array *x);

/* rows.c: restrict a frame to the rows where the bool array `kept` is true; return the number of rows dropped. */
int64_t lik_keep(gla_scope *s, model_frame *f, const gla_array *kept);
/* Drop rows that are alone in a group of a fixed effect, and groups whose y is always 0 (or always 1, if binary), until there
 * is none, with a note for each cause. Fail if no row is left. */
void lik_drop_groups(gla_scope *s, model_frame *f, bool binary, bool singletons);
/* Fail if the frame has fixed effects. */
void lik_refuse_effects(gla_scope *s, const model_frame *f);
/* Add a note to a frame. */
void lik_note(gla_scope *s, model_frame *f, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* columns.c: keep the independent regressors of the frame, with notes about the others; true if there were any. X: the columns
 * scaled by the roots of weights; spanned: whether fixed effects span them; NULL: none. Fail if none is left. */
bool lik_keep_independent(gla_scope *s, model_frame *f, const gla_array *X, double tol, const bool *spanned);
/* effects.c: remove the fixed effects from columns, (n, m), with weights (n,); out[1] are the residuals, and the results belong
 * to the scope. The order of the results is that of absorb. */
enum { LIK_ABSORBED = 7 };
void lik_absorb(gla_scope *s, const model_frame *f, const gla_array *columns, const gla_array *weights, double tol,
                double collinear_tol, gla_array *out[LIK_ABSORBED]);
/* small.c: the inverse of an upper triangular matrix, row-major; of a symmetric positive definite matrix. False: singular. */
bool lik_invert_triangle(int64_t k, const double *R, int64_t ld, double *inverse);
bool lik_invert_positive(int64_t k, const double *A, double *inverse);

/* A likelihood with one index. T is the dtype of the data. */
typedef struct lik_family {
    econ_method method;
    bool binary;          /* y is 0 or 1; otherwise a number that is not negative */
    bool multiplicative;  /* the mean is exp(index) */
    const char *start;    /* T eta of T y, T w, T m: a first index, m is the mean of y */
    const char *step;     /* T l, T u, T r, T v of T y, T eta, T w: log-likelihood; score; r² = minus the second derivative;
                           * u/r² */
    const char *constant; /* T c of T y, T w: terms of the log-likelihood without the index; NULL: none */
    const char *mean;     /* T m of T eta */
    const char *quantile; /* e of m: the index whose mean is m */
    const char *slope;    /* T m of T eta: derivative of the mean */
    const char *bend;     /* T m of T eta: second derivative of the mean */
} lik_family;

extern const lik_family lik_logit, lik_probit, lik_poisson;

/* newton.c: a maximisation by Newton's method. */
typedef struct lik_problem {
    const lik_family *family;
    const econ_options *o;
    model_frame f; /* the rows and regressors that remain */
    gla_elementwise *step;
    gla_array *w;          /* weights, or the number 1 */
    gla_array *X;          /* regressors; residuals from the fixed effects if there are any */
    gla_array *eta, *base; /* index, and index before the step */
    gla_array *u, *change; /* scores, and the change of the index in the last step */
    double *b, *from;      /* (k,): coefficients, and coefficients before the step */
    double *R;             /* (k + 1, k + 1): triangular factor of the weighted regressors and working residuals */
    bool *spanned;         /* (k,): regressors that the fixed effects span, found by the first evaluation */
    double loglik;         /* without the constant */
    double tol;            /* the option, for the scale of y and of the weights */
    double furthest;       /* largest change of the index in the last step */
    bool inseparable;      /* no rows are separated */
    double drift;          /* bound of its change since the effects were removed from X */
    int64_t df_effects, iterations;
    gla_array *scaled; /* regressors scaled by the roots of the second derivatives; of the scope */
} lik_problem;

void lik_begin(gla_scope *s, lik_problem *p, const lik_family *family, const model_frame *f, const econ_options *o);
/* Find the maximum. Drops dependent regressors and separated rows. */
void lik_maximise(gla_scope *s, lik_problem *p);
void lik_end(lik_problem *p);

/* negbin.c: names of the regressors, and of a further parameter. */
const char **lik_names_and(gla_scope *s, const model_frame *f, const char *last);

/* rectifier.c: find separated rows. Return a bool array of the rows that are left, or NULL: there is none, or it cannot be
 * told. */
typedef struct lik_separation {
    bool told;     /* the result is certain */
    double *moved; /* (k,): change of the index by each regressor, if there are separated rows */
} lik_separation;
gla_array *lik_find_separated(gla_scope *s, const model_frame *f, bool binary, lik_separation *found);
/* separation.c: true if observations are separated; then they are dropped from the frame, with a note, and the problem starts
 * anew. Nothing is sought if the last step moved no index far. ended: the iteration has converged. Fail if nothing is left. */
bool lik_drop_separated(gla_scope *s, lik_problem *p, bool ended);

/* glm.c */
gla_econ_fit *lik_estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *family);
/* A line of a summary: the log-likelihood of the constant alone. */
int lik_lines(const gla_econ_fit *fit, econ_line *lines);
/* Check y: 0 or 1, or not negative. Fail with the first row that is not. */
void lik_check_y(gla_scope *s, const model_frame *f, bool binary, bool whole);
/* Fail if there is no row, or y has only one value (0 if not binary), because then the constant is infinite. */
void lik_check_variation(gla_scope *s, const model_frame *f, bool binary);
/* Terms of the log-likelihood without the index. */
double lik_constant(gla_scope *s, const lik_problem *p);
/* Fill in what all fits have: number of rows, sums of weights, position of the constant, residuals. given: number of regressors
 * before any was dropped. */
void lik_describe(gla_scope *s, econ_estimates *e, const model_frame *f, gla_array *fitted, int64_t given);

#endif
