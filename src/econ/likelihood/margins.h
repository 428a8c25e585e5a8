/* margins.h - Marginal effects: what the two kinds of models share. */
#ifndef GLA_ECON_LIKELIHOOD_MARGINS_H
#define GLA_ECON_LIKELIHOOD_MARGINS_H

#include "econ/likelihood/search.h"

/* An effect to be computed: of a column of X (use is NULL), of a variable of the formula, or of a level of a factor. */
typedef struct lik_item {
    int64_t column; /* of X */
    const model_use *use;
    int64_t level, base; /* of a factor */
    const char *name;
} lik_item;

/* How the columns of X change with a variable: derivatives, or their values after and before a change. */
typedef struct lik_move {
    gla_array *slope, *one, *zero; /* (rows, k); slope is NULL for a change; one is NULL: nothing changes */
} lik_move;

/* The rows at which effects are computed, and the effects. */
typedef struct lik_margins {
    const econ_estimates *e;
    int64_t k;               /* regressors */
    const char **regressors; /* (k,) */
    gla_table *table;        /* the rows of the data; NULL: effects are by column */
    int64_t n_items;
    lik_item *items;
    gla_array *all; /* X in all rows, with the shares */
    gla_array *row_share;
    bool at_mean;
    const gla_strings *wanted; /* variables; NULL: all */
    gla_array *X, *share;      /* (rows, k); (rows,): weights with the sum 1 */
    gla_array *offset;         /* (rows,), or NULL */
    bool *dummy, *skip;        /* (k,): the regressor has the values 0 and 1; it is a constant */
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
void lik_averages_of(gla_scope *s, const lik_margins *m, const gla_array *v, gla_array *X, double *to);
gla_array *lik_regressor(gla_scope *s, const lik_margins *m, int64_t j); /* (rows,) */

/* margins_variables.c: list the effects; the Table of the rows is to be released. How the columns of X change for an effect. */
void lik_list_items(gla_scope *s, lik_margins *m);
lik_move lik_find_move(gla_scope *s, lik_margins *m, const lik_item *item);

/* margins_index.c, margins_mlogit.c */
void lik_index_margins(gla_scope *s, lik_margins *m);
void lik_mlogit_margins(gla_scope *s, lik_margins *m);

extern const econ_method lik_mlogit_method, lik_negbin_method, lik_tobit_method;

#endif
