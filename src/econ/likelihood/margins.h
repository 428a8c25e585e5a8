/* margins.h - Marginal effects: what the two kinds of models share. */
#ifndef GLA_ECON_LIKELIHOOD_MARGINS_H
#define GLA_ECON_LIKELIHOOD_MARGINS_H

#include "econ/likelihood/search.h"

/* The rows at which effects are computed, and the effects. */
typedef struct lik_margins {
    const econ_estimates *e;
    int64_t k;            /* regressors */
    gla_array *X, *share; /* (rows, k); (rows,): weights with the sum 1 */
    gla_array *offset;    /* (rows,), or NULL */
    bool *dummy, *skip;   /* (k,): the regressor has the values 0 and 1; it is a constant */
    int64_t n;
    const char **names;
    double *effect, *gradient; /* (n,), and (n, number of coefficients): derivatives with respect to the coefficients */
} lik_margins;

/* margins_parts.c */
/* Average of v over the rows; averages of v times each regressor, (k,). */
double lik_average(gla_scope *s, const lik_margins *m, const gla_array *v);
void lik_averages(gla_scope *s, const lik_margins *m, const gla_array *v, double *to);
/* Begin an effect with that name; return the derivatives, to be filled in; NULL after a failure. */
double *lik_effect(gla_scope *s, lik_margins *m, const char *name, double effect);
gla_array *lik_regressor(gla_scope *s, const lik_margins *m, int64_t j); /* (rows,) */

/* margins_index.c, margins_mlogit.c */
void lik_index_margins(gla_scope *s, lik_margins *m);
void lik_mlogit_margins(gla_scope *s, lik_margins *m);

extern const econ_method lik_mlogit_method, lik_negbin_method, lik_tobit_method;

#endif
