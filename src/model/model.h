/* model.h - Formulas and data of regressions: from a formula, or from arrays, to the arrays that an estimator reads.
 *
 * All arrays of a frame belong to the scope of the call, and are on the device of the data. Numbers are float64, or float32
 * on a device without float64. */
#ifndef GLA_MODEL_MODEL_H
#define GLA_MODEL_MODEL_H

#include "core/scope.h"
#include "gpulinalg/econ.h"

/* Columns of a matrix, with their names. */
typedef struct model_columns {
    int64_t n;
    const char **names;
    gla_array *values; /* (rows, n); NULL if n is 0, except for X of a frame */
} model_columns;

/* A grouping variable: fixed effects, clusters. */
typedef struct model_group {
    const char *name;     /* "firm", "firm^year" */
    gla_array *codes;     /* int64, (rows,): group numbers from 0; none is missing */
    bool intercepts;      /* for fixed effects: false for firm[[x]], which has slopes only */
    model_columns slopes; /* for fixed effects: variables whose slopes vary by group */
} model_group;

/* How a formula became columns: what is needed to make the same columns of new data. Reference-counted. */
typedef struct model_recipe model_recipe;

/* The data of one regression. */
typedef struct model_frame {
    const char *formula;    /* text of this regression; NULL for arrays */
    const char *sample;     /* "region = west" if the call has split, else NULL */
    model_recipe *recipe;   /* NULL for arrays */
    const gla_table *table; /* data, NULL for arrays without a Table */
    int64_t total, n;       /* rows of the data, and rows used */
    gla_array *rows;        /* int64, (n,): positions of the rows used; NULL: all */
    const char *y_name;
    gla_array *y;    /* (n,); (..., n) for a stack */
    model_columns X; /* exogenous regressors, with the constant first if there is one; (..., n, k) for a stack */
    bool constant;   /* X has the column Intercept */
    model_columns endogenous, instruments; /* endogenous regressors and excluded instruments; n is 0 without them */
    int n_effects;
    model_group *effects;        /* fixed effects */
    gla_array *weights, *offset; /* (n,), or NULL */
    gla_array *unit, *time;      /* int64, (n,): group numbers and periods; NULL: not given */
    int n_clusters;
    gla_array **clusters; /* from the argument cluster: int64, (n,) */
    bool stack;
    int64_t n_outcomes; /* if y is a column of strings: its levels, in order of the codes */
    const char **outcomes;
    int64_t n_notes;
    const char **notes; /* what was dropped and why: "12 rows: wage is missing" */
} model_frame;

/* Arguments that estimators share. */
typedef struct model_options {
    const gla_variable *weights, *offset, *split, *unit, *time;
    const gla_arrays *absorb, *cluster;
    const char *vcov;                          /* rows in which a column named here is missing are dropped */
    const gla_array *endogenous, *instruments; /* columns (n, m) beside arrays instead of a formula; NULL: none */
    bool stacks;                               /* the estimator accepts stacks of arrays */
    bool instrumental;                         /* the estimator accepts endogenous regressors */
    bool any_y;                                /* y may be a column of strings: mlogit, whose y is then the codes */
} model_options;

/* run.c: call `estimate` for each regression that the formula or the arrays describe, in order: dependent variables, then sets
 * of regressors, then samples. `estimate` records failures in the scope; arrays that it makes are released after it. */
typedef void model_estimate(gla_scope *s, const model_frame *f, void *context);
void model_run(gla_scope *s, const gla_variable *formula, const gla_dataset *data, const model_options *o,
               model_estimate *estimate, void *context);

/* rows.c: fail because no row of so many is left, and list the causes. */
void model_refuse_empty(gla_scope *s, int64_t total, int64_t n, const char *const *notes);

/* read.c: read variables from a Table later. `rows` selects rows, NULL all. The text of a grouping variable is the name of a
 * column or several joined by ^. It is an error, which counts them, if values are missing in these rows. */
bool model_read_group(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text, model_group *group);
gla_array *model_read_numbers(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text);

/* new_data.c: make the columns X of a formula, and of endogenous regressors after them, from new data. A row in which a
 * variable is missing, or has a level that the data of the fit did not have, is NaN; *unseen receives the first such level,
 * or NULL. The names select and order the columns: columns that the fit dropped are left out. */
gla_array *model_new_columns(gla_scope *s, const model_recipe *recipe, const gla_table *data, int64_t n, char *const *names,
                             const char **unseen);
/* The offset of new data, or NULL if the recipe has none; warn if it was given as an array. */
gla_array *model_new_offset(gla_scope *s, const model_recipe *recipe, const gla_table *data);
/* The group numbers that new data has in a fixed effect of the fit, -1 for an unseen group. */
gla_array *model_new_group(gla_scope *s, const model_recipe *recipe, const gla_table *data, int effect, const char **unseen);
/* uses.c: the variables of the regressors of a formula, in the order of the terms. */
typedef struct model_use {
    const char *name, *label; /* name of the column of the Table, and as the formula writes it */
    bool indicator;           /* it is a condition, such as I(x > 0), whose column has the label as its name */
    bool several;             /* it occurs in a function, in a product, or more than once */
    bool expression;          /* a factor of an expression, such as i(x > 0), as a term of its own */
    int64_t levels;           /* of a factor; 0: numbers */
    const char *const *level_names;
} model_use;
/* Return their number. Fail if a term cannot be traced to columns, unless the formula has lags, which `*lags` receives. `data`
 * contains the rows of the fit. */
int64_t model_uses(gla_scope *s, const model_recipe *recipe, const gla_table *data, model_use **uses, bool *lags);
/* pack.c: a recipe as an array of bytes, for a Fit that is stored; and again as a recipe. */
gla_array *model_recipe_pack(gla_scope *s, const model_recipe *r);
model_recipe *model_recipe_unpack(gla_scope *s, const gla_array *bytes);
/* recipe.c */
model_recipe *model_recipe_ref(model_recipe *r);
void model_recipe_unref(model_recipe *r); /* NULL is allowed */

#endif
