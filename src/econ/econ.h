/* econ.h - What estimators share: options, estimates, and Fits.
 *
 * An estimator is one function that reads a model_frame and returns a Fit. To make one:
 *
 *     gla_econ_fit *fit = econ_new_fit(s, &method, f, o, k, names);   everything zero
 *     … fill in fit->of: b, bread, X and u (or scores), residuals, fitted, df …
 *     return econ_finish(s, fit, f, o);                               covariance matrix, statistics
 */
#ifndef GLA_ECON_ECON_H
#define GLA_ECON_ECON_H

#include "gpulinalg/econ_fit.h"
#include "model/model.h"
#include "runtime/object.h"

#include <stdatomic.h>

/* Options of estimators, as given. */
typedef struct econ_options {
    const char *vcov, *ssc, *weights_type;
    bool keep, drop_singletons;
    double tol, collinear_tol;
    int64_t maxiter;
} econ_options;

/* A class of estimators. */
struct econ_line;
struct econ_estimates;
struct econ_state;
typedef struct econ_method {
    const char *name;  /* "ols" */
    const char *title; /* in tables: "OLS" */
    bool likelihood;   /* coefficients are compared with the normal distribution, and fits have a log-likelihood */
    /* What is special about the method; each function may be NULL. */
    void (*drop)(void *extra);    /* release the arrays with a row for each observation in estimates.extra */
    void (*release)(void *extra); /* release estimates.extra, after drop */
    gla_array *(*predict)(gla_scope *s, const gla_econ_fit *fit,
                          gla_array *index); /* the mean of y, given X b + effects + offset */
    /* Compute the covariance matrix instead of econ_covariance. Return false to let econ_covariance do it. */
    bool (*covariance)(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc);
    /* Append lines of the summary, such as tests of instruments. Return their number. */
    int (*lines)(const gla_econ_fit *fit, struct econ_line *lines);
    /* The size of estimates.extra, if it is one block of memory without pointers, which is stored with a Fit. If the first
     * `size` bytes are no valid block, return 0. */
    size_t (*plain)(const struct econ_estimates *e, size_t size);
    /* Otherwise write or read estimates.extra, which is NULL when it is read: state.h. */
    void (*store)(struct econ_state *t, struct econ_estimates *e);
    const char *no_errors; /* the reason why there is no covariance matrix, which is NaN: "has no standard errors, because …" */
} econ_method;

/* A line below the coefficients of a summary: "J", 2.31, "p = .31". */
enum { ECON_LINES = 16 };
typedef struct econ_line {
    const char *label;
    double value;
    char text[64]; /* after the value, or "" */
} econ_line;

/* A fixed effect of a Fit. */
typedef struct econ_effect {
    char *name;
    gla_array *codes; /* int64, (n,) */
    int64_t groups;   /* number of groups that occur */
    bool has_slopes, has_intercepts;
} econ_effect;

/* The estimates, which Fits with different covariance matrices share. Nothing changes after econ_finish. Arrays are on the
 * device of the data, and NULL if the Fit does not keep its data. Rows are those that remain after missing values, singletons
 * and separated observations have been dropped. */
typedef struct econ_estimates {
    atomic_long refs;
    const econ_method *method;
    char *formula, *sample, *y_name; /* may be NULL, except y_name */
    model_recipe *recipe;
    gla_table *table;
    gla_array *rows; /* int64, (n,): positions in the table */
    int64_t n, k;
    double nobs;        /* n, or the sum of the weights if they are frequencies */
    gla_strings *names; /* names of the coefficients */
    gla_strings *dropped, *remarks;
    double *b;         /* (k,) */
    double *bread;     /* (k, k): for least squares (X'WX)⁻¹, for likelihoods minus the inverse Hessian */
    gla_array *X, *u;  /* (n, k) and (n,): the score of row i is u_i X_i; weights are in u */
    gla_array *scores; /* (n, k), instead of X and u */
    gla_array *y, *weights, *residuals, *fitted; /* (n,) */
    bool is_frequency, is_probability;           /* kind of the weights */
    bool constant;                               /* there is a constant, or a fixed effect */
    double sigma2_rss;                           /* weighted sum of squared residuals */
    double tss, tss_within, rss0;
    int64_t df_effects; /* rank of the fixed effects */
    int n_effects;
    econ_effect *effects;
    gla_array *unit, *time; /* int64, (n,), as in the frame */
    void *extra;            /* of the method: instruments, variance components … */
    int n_clusters;
    gla_array **clusters; /* from the argument cluster */
    double loglik, loglik0;
    int64_t ancillary; /* coefficients at the end that belong to no regressor: alpha, sigma */
    int64_t equations; /* of mlogit: the coefficients of this many indices follow each other; 0: there is one index */
    gla_array *offset; /* (n,), or NULL */
    double own[2];     /* numbers of the method, for its lines in a summary */
    int64_t iterations;
    gla_array *effects_sum; /* (n,): sum of the fixed effects of each row, for predictions; NULL: there are none */
    int64_t constant_at;    /* position of a regressor that is a constant, plus 1; 0: there is none */
    double weight_sum;      /* sum of the weights; 0: there are none */
    int64_t given;          /* number of regressors given, of which k are left; 0: k */
    int64_t *kept;          /* (k,): positions of the regressors left among those given; NULL: all, or unknown */
    /* Of a stack of regressions, instead of b and bread: */
    gla_array *params; /* (..., k) */
} econ_estimates;

struct gla_econ_fit {
    gla_object object;
    econ_estimates *of;
    char *vcov;         /* the specification as given: "cluster:firm" */
    char *vcov_title;   /* in tables: "clustered by firm" */
    const char *ssc;    /* one of the choices, or NULL: not given, of a likelihood without fixed effects */
    double *covariance; /* (k, k) */
    gla_array *stacked; /* (..., k, k), of a stack instead */
    double df_t;        /* degrees of freedom of t, INFINITY for the normal distribution */
    int n_groups;       /* number of cluster dimensions */
    int64_t groups[4];  /* number of clusters of each */
};

/* small.c: a record of results, and the same when it is complete: NULL after a failure, which releases it. */
gla_record *econ_new_record(gla_scope *s);
gla_record *econ_finish_record(gla_scope *s, gla_record *r);
/* Fail if tol or collinear_tol is no tolerance. */
void econ_check_options(gla_scope *s, const econ_options *o);
/* Fail if an array of a call, with an element or a row for each row, contains NaN. `rows`: positions of these rows, or NULL. */
void econ_refuse_missing(gla_scope *s, const gla_array *x, const gla_array *rows, const char *name);
/* small.c: true if the covariance matrix of the Fit is "iid". */
bool econ_is_iid(const gla_econ_fit *fit);

/* run.c: run an estimator over the regressions of a call. */
typedef gla_econ_fit *econ_estimator(gla_scope *s, const model_frame *f, const econ_options *o, void *context);
gla_status econ_run(const char *op, const gla_variable *formula, const gla_dataset *data, const model_options *m,
                    const econ_options *o, econ_estimator *estimator, void *context, gla_objects **fits);

/* fit.c */
gla_econ_fit *econ_new_fit(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o, int64_t k,
                           const char *const *names);
/* A Fit without anything but its method. */
gla_econ_fit *econ_empty_fit(gla_scope *s, const econ_method *method);
/* Release the arrays that have an element for each row. */
void econ_drop_data(econ_estimates *e);
/* finish.c: compute the covariance matrix; drop the data unless o->keep. Return fit, or NULL after a failure, releasing it. */
gla_econ_fit *econ_finish(gla_scope *s, gla_econ_fit *fit, const econ_options *o);
/* Fail because a column is so large or small that its squares are not in the range of numbers. */
void econ_refuse_scale(gla_scope *s, const char *name, bool large);
/* A Fit with the same estimates, without a covariance matrix. */
gla_econ_fit *econ_share(gla_scope *s, const gla_econ_fit *fit);
/* Add to the list of what was dropped, or to the remarks. */
void econ_note(gla_scope *s, econ_estimates *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
void econ_remark(gla_scope *s, econ_estimates *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Fail if a Fit is a stack, or does not hold its data; `what` is the operation's subject: "residuals". */
bool econ_single(gla_scope *s, const gla_econ_fit *fit, const char *instead);
bool econ_holds(gla_scope *s, const gla_econ_fit *fit, const gla_array *data);
bool econ_has_residuals(gla_scope *s, const gla_econ_fit *fit);
/* Return x, to be stored in a Fit, or a copy if a script could change x; NULL stays NULL. */
gla_array *econ_keep(gla_scope *s, const gla_array *x);
/* Copy a text into memory that a Fit owns; NULL stays NULL. */
char *econ_copy_text(gla_scope *s, const char *text);
/* A second reference to an array of a Fit. */
gla_array *econ_again(const gla_array *x);

/* properties.c: standard errors, t statistics and p-values, (k,) of the scope; for stacks use the public functions. */
double *econ_errors(gla_scope *s, const gla_econ_fit *fit);
double *econ_tvalues(gla_scope *s, const gla_econ_fit *fit);
double *econ_pvalues(gla_scope *s, const gla_econ_fit *fit);
/* statistics.c: sums of squares and the like of a Fit that is no stack. NAN: the estimator has none. */
double econ_r2(const econ_estimates *e);
double econ_r2_within(const econ_estimates *e);
double econ_sigma(const econ_estimates *e);

/* stack.c: a stack of regressions. */
gla_econ_fit *econ_ols_stack(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o);

extern const econ_method econ_ols_method;

/* vcov/covariance.c: compute the covariance matrix of a Fit; the lasting name of a convention. */
const char *econ_convention(const char *ssc);
void econ_covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc);

/* small.c: small dense matrices on the host, row-major (k, k). */
double *econ_doubles(gla_scope *s, int64_t n);                           /* memory that a Fit owns: gla_calloc */
void econ_read(gla_scope *s, const gla_array *x, double *to, int64_t n); /* copy n elements of x to the host */
gla_array *econ_array(gla_scope *s, const double *values, int ndim, const int64_t *shape); /* host array, of the scope */
/* The columns of matrices and vectors side by side. A part may be NULL; NULL: all are. */
gla_array *econ_beside(gla_scope *s, int64_t n, const gla_array *const parts[]);

#endif
