/* within.h - What linear estimators share: variables without their fixed effects, independent regressors, weights. */
#ifndef GLA_ECON_WITHIN_H
#define GLA_ECON_WITHIN_H

#include "econ/econ.h"

/* ols.c: the finished Fit of a method that is least squares of the variables of the frame. */
gla_econ_fit *econ_least_squares(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o);

/* within.c: a frame without its fixed effects. */
typedef struct econ_within {
    model_frame frame; /* without singletons, which are noted; X, endogenous and instruments are as before */
    gla_array *y, *X;  /* what is left of y and of the columns */
    gla_array *rows;   /* positions in the frame given of the rows that remain, if there are singletons */
    int64_t df_effects, singletons, iterations;
    int64_t n_spanned, *spanned; /* columns that the effects span; they are zero in X */
} econ_within;
/* Remove the effects from f->y and from columns, (n, k). Without effects nothing changes. */
void econ_absorb(gla_scope *s, const model_frame *f, const gla_array *columns, const econ_options *o, econ_within *w);
/* "firm, year and region" */
const char *econ_effect_names(gla_scope *s, const model_frame *f);
/* The rows of x at these positions; x itself if x or rows is NULL. */
gla_array *econ_take(gla_scope *s, const gla_array *x, const gla_array *rows);

/* independent.c: columns of X that do not depend on earlier ones. */
typedef struct econ_independent {
    int64_t n, *kept; /* their number and positions */
    gla_array *X;     /* these columns; X itself if none depends on others */
    double *bread;    /* (n, n): (X'X)⁻¹ of these columns */
    /* For each column of X: the reason why it was dropped, or NULL: "depends on x1 and x2". */
    const char **reasons;
} econ_independent;
/* X is scaled by the roots of the weights. A column is dependent if what earlier columns leave of it is at most tol times its
 * norm. Columns in spanned are dependent for the reason that the effects span them. */
void econ_find_independent(gla_scope *s, const gla_array *X, const char *const *names, double tol, const econ_within *w,
                           econ_independent *result);
/* The kept columns of a matrix; the matrix itself if all are. */
gla_array *econ_select(gla_scope *s, const gla_array *X, const econ_independent *d);
/* Describe the dropped columns in a Fit. */
void econ_note_dropped(gla_scope *s, econ_estimates *e, const model_columns *X, const econ_independent *d);

/* weights.c: check the weights of a frame; return their roots as (n, 1), or NULL if there are none. */
void econ_check_weights(gla_scope *s, const model_frame *f, const econ_options *o);
gla_array *econ_roots(gla_scope *s, const gla_array *weights);
/* Sums, weighted if weights is not NULL: of x, of x², and of squared deviations from the mean. */
double econ_sum(gla_scope *s, const gla_array *x, const gla_array *weights);
double econ_squares(gla_scope *s, const gla_array *x, const gla_array *weights);
double econ_deviations(gla_scope *s, const gla_array *x, const gla_array *weights);

#endif
