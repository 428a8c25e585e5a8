/* build.h - Making a frame: variables of a formula, the rows that they leave, and their columns.
 *
 * A frame is made in three steps. The variables are evaluated in all rows. Rows with missing values are dropped. The remaining
 * values become columns: only then are the levels of factors and the coefficients of polynomials known. */
#ifndef GLA_MODEL_BUILD_H
#define GLA_MODEL_BUILD_H

#include "model/model.h"
#include "model/syntax.h"

/* One regression of a formula. Parts that the formula does not have are NULL. */
typedef struct regression {
    const node *y, *exogenous, *effects, *endogenous, *instruments;
    const char *text;
} regression;

/* steps.c: read a formula. Return its regressions, and their number. */
regression *model_read_formula(gla_scope *s, const formula_text *f, int *n);

const char *model_text_of_parts(gla_scope *s, const regression *r);
/* points.c: replace the point by the columns that it stands for. */
void model_spell_points(gla_scope *s, const formula_text *f, regression *r, const table_contents *c);

/* A variable as evaluated. */
typedef struct raw {
    const char *name;          /* "log(wage)" */
    const node *x;             /* NULL for an array of the call */
    gla_array *values;         /* (total,): float64, or for factors any real dtype; strings are codes, and -1 is missing */
    const gla_strings *levels; /* of strings, else NULL */
    bool factor, marked;       /* marked: -1 is a missing value */
    gla_array *used;           /* the rows used */
} raw;

/* What the encoding of a variable was, for new data. */
typedef struct model_state {
    struct model_state *next;
    char *key;
    gla_strings *levels; /* of a factor of strings */
    gla_array *values;   /* of a factor of numbers: sorted values; of joined factors: sorted keys */
    int n;
    double *numbers; /* of a polynomial */
} model_state;

struct model_recipe {
    atomic_long refs;
    char *formula, *unit, *time, *offset; /* the last three are names of columns or NULL; offset may be a formula */
    bool array_offset;                    /* the offset was given as an array */
    model_state *states;
};

/* A variable of a term. */
typedef enum variable_kind { VARIABLE_NUMBERS, VARIABLE_FACTOR, VARIABLE_I, VARIABLE_POLY, VARIABLE_SCALE } variable_kind;
typedef struct variable {
    variable_kind kind;
    const node *x;
    const char *name;
    int n;
    raw **raws;
    /* Its columns; for VARIABLE_FACTOR only after encoding: codes and the names of all levels. */
    bool encoded;
    model_columns columns;
    gla_array *codes;
    int64_t levels;
    const char **level_names;
} variable;

typedef struct term {
    int n;
    int *of; /* indices of variables, ascending */
} term;

typedef struct builder builder;

/* Terms of a part of the formula. */
typedef struct terms {
    builder *b;
    int n, capacity;
    term *of;
    bool intercept;
} terms;

struct builder {
    gla_scope *s;
    evaluation e;
    const model_options *o;
    const regression *r;
    int64_t rows; /* of the data */
    int64_t n;    /* rows used */
    gla_device *dev;
    gla_dtype dtype;
    int n_raws, n_variables;
    raw **raws;
    variable **variables;
    gla_array *keep; /* bool, (rows,); NULL: all */
    int64_t n_notes;
    const char **notes;
    model_recipe *recipe;
    bool predicting;     /* the states of the recipe are given */
    const char **unseen; /* receives the first level that the recipe does not have */
    raw *unit, *time, *weights;
    struct lag_order *order;
};

/* values.c: the rows of x at positions; a scalar; the numbers from 0 to n - 1; the number of elements of a mask that are true,
 * and the row of the first one, counted from 1. */
gla_array *model_take(gla_scope *s, const gla_array *x, const gla_array *at);
gla_array *model_integer(gla_scope *s, int64_t value);
gla_array *model_range(gla_scope *s, gla_device *dev, int64_t n);
int64_t model_count(gla_scope *s, const gla_array *mask);
long long model_first(gla_scope *s, const gla_array *mask);

/* terms.c: expand a part into terms, sorted by the number of their variables. */
void model_expand(builder *b, const node *x, terms *t);
/* Find or make the variable of a node. */
int model_variable(builder *b, const node *x);

/* raws.c: evaluate a node, or take an array of the call, as a number or a factor. */
raw *model_raw(builder *b, const node *x, bool factor);
raw *model_raw_array(builder *b, const char *name, const gla_array *values, bool factor);
/* A variable of the call: an array, or the text of an expression. */
raw *model_raw_given(builder *b, const char *name, const gla_variable *given, bool factor);
/* Evaluate the variables of terms. */
void model_evaluate_terms(builder *b, const terms *t);
void *model_append(gla_scope *s, void *list, int64_t n, size_t size);

/* rows.c: drop the rows in which a variable is missing; fail if one is infinite. Fill in rows, n, notes of the frame and
 * the member `used` of all variables. */
void model_select_rows(builder *b, model_frame *f);

/* factors.c: group numbers of the rows used; *levels receives the number of groups. The names, if wanted, are level names
 * in order of the numbers. New data has -1 for an unknown level. */
gla_array *model_codes(builder *b, const raw *r, int64_t *levels, const char ***names);
/* The group numbers of joined factors. */
gla_array *model_joined(builder *b, const char *name, int n, raw *const parts[], int64_t *levels);
const char *model_key(gla_scope *s, const raw *r);
model_state *model_find_state(builder *b, const char *key, bool *found);

/* encode.c: make the columns of a variable, and of terms. */
void model_encode(builder *b, variable *v);
/* `margins` says whether a constant is in the model, explicit or as fixed effects. */
void model_term_columns(builder *b, const terms *t, bool margins, model_columns *columns);
/* bases.c: polynomials and standardised variables. */
void model_encode_basis(builder *b, variable *v);

/* lags.c: evaluate calls of l, f, d, lag, lead and diff; NULL for others. */
gla_array *model_lag_call(evaluation *e, const node *call);
bool model_is_lag(const node *x);

/* groups.c: fixed effects. */
typedef struct effect_parts {
    const char *name;
    int n, n_slopes;
    raw **parts, **slopes;
    bool intercepts;
} effect_parts;
int model_effects(builder *b, const node *x, effect_parts **effects);
void model_fill_effect(builder *b, const effect_parts *e, model_group *group);
/* The parts of firm^year. */
int model_group_parts(builder *b, const node *x, raw ***parts);
void model_read_vcov(builder *b, const char *vcov);

/* recipe.c: a recipe without states; NULL after a failure. */
model_recipe *model_new_recipe(gla_scope *s, const char *formula, const model_options *o);

/* frame.c: begin a frame of a formula, whose table contents may be NULL. */
void model_begin(builder *b, gla_scope *s, const regression *r, const formula_text *text, table_contents *c,
                 const model_options *o);
/* Evaluate the arguments unit and time, which lags need. */
void model_read_panel(builder *b);
/* Evaluate the other arguments, select the rows, and fill in the frame, except its matrices. */
void model_fill_arrays(builder *b, model_frame *f);
/* A frame without exogenous regressors has a matrix without columns. */
void model_no_columns(builder *b, model_frame *f);
/* Run one regression in each sample. */
void model_run_regression(gla_scope *s, regression *r, const formula_text *text, const gla_table *table, const model_options *o,
                          model_estimate *estimate, void *context);
/* new_data.c: begin to read new data with a recipe, which is not changed. Release the contents with table_release. */
typedef struct model_reading {
    builder b;
    formula_text text;
    regression *r;
    table_contents *contents;
    gla_variable unit, time;
    model_options options;
} model_reading;
void model_begin_again(model_reading *p, gla_scope *s, const model_recipe *recipe, const gla_table *data, const char **unseen);
bool model_has_lags(const node *x);

/* arrays.c: the regression of arrays. */
void model_run_arrays(gla_scope *s, const gla_variable *y, const gla_dataset *data, const model_options *o,
                      model_estimate *estimate, void *context);

#endif
