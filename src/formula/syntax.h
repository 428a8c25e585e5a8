/* syntax.h - what a user's formula says: its syntax tree, read from text and written back in one canonical form.
 *
 *     parameters:  [type] name, ...             types are dtypes, or names that begin with a capital and stand for the type
 *                                               of the arguments; without a type a parameter takes any
 *     statements:  [type] name = value;  name += value;  if (c) ... else ...  for (i = a; i < b; i += step) ...
 *                  return value, ...;  { ... }          a value by itself, at the end, is returned
 *                  function name(a, b) { ... }          before its first use: one value, made of its arguments alone
 *     values:      || && | ^ & == != < <= > >= << >> + - * / // % **  - + ! ~  c ? a : b  type(x)  (type)x
 *                  a or b, a and b: one of the two, as in Python and Perl, where || and && are true or false
 *                  the operations of elementwise/table.h by name; numbers, 2j, true, false, pi, inf, nan
 *
 * Operators are operations of the table, so that `a + b` and `add(a, b)` are one; / is the division of real numbers, //
 * rounds down, % has the sign of the divisor, ** binds as in Python and Perl.  The front ends of script languages write
 * this text, so that one function means the same in all of them.  They say where a piece of it comes from as C does:
 * a line `#line 12 "script.py"` makes messages speak of line 12 of script.py. */
#ifndef GLA_FORMULA_SYNTAX_H
#define GLA_FORMULA_SYNTAX_H

#include "backend.h"
#include "elementwise/info.h"

#define GLA_MAX_INPUTS 16
#define GLA_MAX_OUTPUTS 8

/* A number: integers and bool in `integer` (the bits of an uint64), others in re and im. */
typedef struct gla_constant {
    gla_dtype dtype;
    int64_t integer;
    double re, im;
} gla_constant;

/* A type as it is written: a dtype, or the name of one that is known at the call, or neither. */
typedef struct gla_type {
    gla_dtype dtype;
    const char *name;
} gla_type;

typedef enum gla_syntax_kind {
    GLA_SYNTAX_CONSTANT,  /* value; numbers of the text are weak, as those of a script */
    GLA_SYNTAX_NAME,      /* name */
    GLA_SYNTAX_OPERATION, /* op; child[0...] */
    GLA_SYNTAX_CAST,      /* type; child[0] */
    GLA_SYNTAX_CALL,      /* function; child[0]: values, linked by next */
    GLA_SYNTAX_ASSIGN,    /* type if declared, name; child[0] */
    GLA_SYNTAX_IF,        /* child: condition, statements, statements or NULL */
    GLA_SYNTAX_FOR,       /* name; child: begin, end, statements; value: the step; reached: whether the end has a round */
    GLA_SYNTAX_RETURN     /* child[0]: values, linked by next */
} gla_syntax_kind;

typedef struct gla_syntax {
    gla_syntax_kind kind;
    int at;    /* place in the text, for messages */
    int depth; /* levels of the tree below and with this one */
    gla_op op;
    gla_type type;
    gla_constant value;
    bool reached;
    const char *name;
    struct gla_syntax *child[3];
    struct gla_syntax *next; /* the following statement of a list, or value */
    const struct gla_formula_function *function;
} gla_syntax;

/* A function that the formula defines. */
typedef struct gla_formula_function {
    struct gla_formula_function *next; /* defined after this one */
    const char *name;
    int n;
    const char *parameters[GLA_MAX_INPUTS];
    gla_syntax *body;
} gla_formula_function;

typedef struct gla_formula_parameter {
    gla_type type;
    const char *name;
    int at;
} gla_formula_parameter;

/* The texts of a formula; messages distinguish them. */
enum { GLA_TEXT_BODY, GLA_TEXT_INPUTS, GLA_TEXT_OUTPUTS, GLA_TEXT_COUNT };

typedef struct gla_formula {
    char *op;   /* begins messages: "new_elementwise: axpy" */
    char *part; /* what the body is called in messages: "operation", "map" */
    char *text[GLA_TEXT_COUNT];
    int n_inputs, n_outputs;
    gla_formula_parameter inputs[GLA_MAX_INPUTS], outputs[GLA_MAX_OUTPUTS];
    gla_syntax *body;
    gla_formula_function *functions;
    bool has_loops;
    struct gla_arena *memory; /* of everything above */
} gla_formula;

/* Read a formula; CompileError with line and column. */
gla_status gla_formula_parse(const char *op, const char *part, const char *inputs, const char *outputs, const char *text,
                             gla_formula **out);
void gla_formula_free(gla_formula *f);

/* The canonical text of the body: every operator in brackets, one space around it. */
gla_status gla_formula_print(const gla_formula *f, char **text);

/* CompileError "op: line 1, column 5, `x + y`: ..." or "op: line 12 of script.py: ..."; `at` as in the tree. */
gla_status gla_formula_fail(const gla_formula *f, int at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Memory that lives as long as the formula; NULL, with the error set, when there is none. */
void *gla_formula_alloc(gla_formula *f, size_t bytes);

/* The operator of an operation of one or two operands; NULL where it has none.  *level: how tightly it binds. */
const char *gla_operator_of(gla_op op, int *level);
/* The binary operator that stands at the beginning of the text: its operation, else GLA_OP_COUNT. */
gla_op gla_operator_read(const char *text, size_t length, int *level);

/* An operation of constants.  Integers are int64, those beyond it uint64; what fits neither is too large, and so is a real
 * number that becomes infinite. */
typedef enum gla_folding { GLA_NOT_FOLDED, GLA_FOLDED, GLA_FOLDS_TOO_LARGE, GLA_FOLDS_BY_ZERO } gla_folding;
gla_folding gla_fold_constants(gla_op op, int n, const gla_constant *const in[], gla_constant *value);
/* What is wrong, in words. */
const char *gla_folding_fault(gla_folding folding);

#endif
