/* syntax.h - Model formulas as trees: read, written as text, and evaluated.
 *
 * Memory of trees belongs to the scope of the call. */
#ifndef GLA_MODEL_SYNTAX_H
#define GLA_MODEL_SYNTAX_H

#include "core/scope.h"
#include "table/table.h"

typedef enum node_kind {
    NODE_NUMBER,
    NODE_TEXT,   /* 'west' */
    NODE_NAME,   /* wage, also `hourly wage` */
    NODE_CALL,   /* text(item, ...): the names of the arguments are in `keys` */
    NODE_UNARY,  /* op item */
    NODE_BINARY, /* item op item */
    NODE_GROUP,  /* (item) */
    NODE_SLOPES, /* item[item, ...], or item[[item, ...]]: op is '[' or 'D' */
    NODE_IV      /* [item ~ item] */
} node_kind;

/* Operators that are not one character. */
enum { OP_EQUAL = 'E', OP_UNEQUAL = 'N', OP_AT_MOST = 'L', OP_AT_LEAST = 'G', OP_DOUBLE = 'D' };

typedef struct node {
    node_kind kind;
    int op;
    double number;
    bool whole; /* the number is an integer of int64 */
    int64_t integer;
    const char *text;
    bool quoted;        /* a name in backquotes, which is always a column */
    const char *inside; /* name of the function whose argument contains the node, or NULL */
    int at;             /* position in the formula */
    int n;
    struct node **items;
    const char **keys; /* NULL, or names of arguments, each of which may be NULL */
} node;

/* A formula, for messages. */
typedef struct formula_text {
    const char *text, *what; /* "formula", "weights" */
} formula_text;

/* parse.c: read an expression, in which | means "or". Fail and return NULL if the text is not one. */
node *model_parse_expression(gla_scope *s, const formula_text *f);
/* Read the parts of a formula, separated by |. Return their number. */
enum { FORMULA_PARTS = 4 };
int model_parse_parts(gla_scope *s, const formula_text *f, node *parts[FORMULA_PARTS]);

/* scan.c: the words of a formula. */
typedef enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_NAME, TOKEN_SIGN } token_kind;
typedef struct token {
    token_kind kind;
    int op, at, end;
    double number;
    bool whole, quoted;
    int64_t integer;
    const char *text;
} token;
token model_next_token(gla_scope *s, const formula_text *f, int at);

/* trees.c: make nodes, and write them as text, as R writes them. */
node *model_node(gla_scope *s, node_kind kind, int at, int n);
node *model_binary(gla_scope *s, int op, node *left, node *right);
const char *model_text_of(gla_scope *s, const node *x);    /* a column alone is its name, without backquotes */
const char *model_formula_of(gla_scope *s, const node *x); /* reads as the same tree */
bool model_is_call(const node *x, const char *name);
bool model_is_truth_name(const char *name); /* TRUE, false … */
bool model_is_truth(const node *x);         /* such a name without backquotes */
/* Read an argument that is a whole number. */
bool model_whole(const node *x, int64_t *value);

/* calls.c: check the functions of a tree and the names of their arguments. Arguments of elementwise functions lose their
 * names. */
void model_check_calls(gla_scope *s, const formula_text *f, node *x, const char *inside);
/* The argument of that name, with or without its name; NULL if it is not given. */
node *model_argument(const node *call, const char *name);

/* messages.c: fail, and show the place in the formula. `at` is -1 for a failure without a place. */
void model_fail_at(gla_scope *s, gla_status kind, const formula_text *f, int at, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The name among n that is most similar to `name`; NULL if none is similar. */
const char *model_nearest(const char *name, int64_t n, const char *const *names);
/* Number of changes of characters that make one name of the other. */
int model_distance(const char *a, const char *b);
/* The column of that name. Fail and show the nearest name if there is none. */
table_column *model_find_column(gla_scope *s, const formula_text *f, const table_contents *c, const char *name, int at);

/* What a variable is evaluated with. */
typedef struct evaluation {
    gla_scope *s;
    formula_text formula;
    const table_contents *table;
    bool strict_logs; /* the logarithm of 0 is NaN instead of -Inf */
    /* Evaluate calls that the evaluation itself does not know, such as lags. Return NULL, without a failure, for others. */
    gla_array *(*special)(struct evaluation *e, const node *call);
    void *context;
} evaluation;

/* expression.c: evaluate a tree to float64 numbers, to truth values, or to whichever of both it is. The result of model_truths
 * is false in a row with a missing value, whether the tree or (if `negated`) its negation is wanted. Results may be scalars. */
gla_array *model_numbers(evaluation *e, const node *x);
gla_array *model_truths(evaluation *e, const node *x, bool negated);
gla_array *model_value(evaluation *e, const node *x);
bool model_is_logical(const node *x);
/* Evaluate a formula of a column: numbers with NaN for missing values, or truth values, false for missing ones. */
gla_array *model_evaluate(gla_scope *s, const gla_table *t, const char *text);

/* strings.c: compare strings. Return NULL if neither operand is a string or a column of strings. */
gla_array *model_compare_strings(evaluation *e, const node *x, bool negated);

/* exact.c: the operands of a comparison, if it needs another dtype than float64, and the mask of missing ones, or NULL. */
bool model_exact_operands(evaluation *e, const node *x, gla_array *values[2], gla_array **missing);
/* Return true if all columns of a tree are float32: numbers then take this dtype, as in expressions of arrays. */
bool model_is_narrow(evaluation *e, const node *x);

/* calls.c: fail because a function is in a place in which it is not possible. */
void model_fail_place(evaluation *e, const node *call);

/* functions.c: the number of arguments of an elementwise function, or 0; the name of function i, or NULL; apply a function. */
int model_arity(const char *name);
const char *model_function(int i);
gla_array *model_apply(evaluation *e, const node *call, gla_array *const arguments[2]);
gla_array *model_power(evaluation *e, gla_array *a, gla_array *b); /* missing if an operand is missing */

#endif
