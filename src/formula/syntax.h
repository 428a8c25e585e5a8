/* syntax.h - Syntax tree of a user-defined formula, parsed from text and printed in one canonical form.
 *
 *     parameters:  [type] name, ...             types are dtypes, or names with a capital that stand for the dtype of the
 *                                               arguments; a parameter without a type accepts any dtype
 *     statements:  [type] name = value;  name += value;  if (c) ... else ...  for (i = a; i < b; i += step) ...
 *                  return value, ...;  { ... }          a value alone, at the end, is returned
 *                  function name(a, b) { ... }          before its first use; returns one value of its arguments only
 *     values:      || && | ^ & == != < <= > >= << >> + - * / // % **  - + ! ~  c ? a : b  type(x)  (type)x
 *                  a or b, a and b: one of the two, as in Python and Perl; || and && yield true or false
 *                  the operations of elementwise/table.h by name; numbers, 2j, true, false, pi, inf, nan
 *
 * Operators are operations of the table, so that `a + b` and `add(a, b)` are the same. / is real division, // rounds down, %
 * has the sign of the divisor, and ** has the precedence of Python and Perl. The front ends of script languages generate this
 * text, so that a function means the same in all languages. As in C, a line `#line 12 "script.py"` makes messages refer to line
 * 12 of script.py. */
#ifndef GLA_FORMULA_SYNTAX_H
#define GLA_FORMULA_SYNTAX_H

#include "backend.h"
#include "elementwise/info.h"

#define GLA_MAX_INPUTS 16
#define GLA_MAX_OUTPUTS 8

/* A constant: integers and bool are in `integer` (for uint64 its bits), others in re and im. */
typedef struct gla_constant {
    gla_dtype dtype;
    int64_t integer;
    double re, im;
} gla_constant;

/* A type as written: a dtype, a name that is resolved at the call, or neither. */
typedef struct gla_type {
    gla_dtype dtype;
    const char *name;
} gla_type;

typedef enum gla_syntax_kind {
    GLA_SYNTAX_CONSTANT,  /* value; constants in the text are weak, like scalars in a script */
    GLA_SYNTAX_NAME,      /* name */
    GLA_SYNTAX_OPERATION, /* op; child[0...] */
    GLA_SYNTAX_CAST,      /* type; child[0] */
    GLA_SYNTAX_CALL,      /* function; child[0]: values, linked by next */
    GLA_SYNTAX_ASSIGN,    /* type if declared, name; child[0] */
    GLA_SYNTAX_IF,        /* child: condition, statements, statements or NULL */
    GLA_SYNTAX_FOR,       /* name; children: begin, end, statements; value: step; reached: true if the end is included */
    GLA_SYNTAX_RETURN     /* child[0]: values, linked by next */
} gla_syntax_kind;

typedef struct gla_syntax {
    gla_syntax_kind kind;
    int at;    /* position in the text, for messages */
    int depth; /* height of the tree from this node */
    gla_op op;
    gla_type type;
    gla_constant value;
    bool reached;
    const char *name;
    struct gla_syntax *child[3];
    struct gla_syntax *next; /* next statement or value of a list */
    const struct gla_formula_function *function;
} gla_syntax;

/* A function defined in the formula. */
typedef struct gla_formula_function {
    struct gla_formula_function *next; /* the function defined next */
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

/* Texts of a formula, which messages distinguish. */
enum { GLA_TEXT_BODY, GLA_TEXT_INPUTS, GLA_TEXT_OUTPUTS, GLA_TEXT_COUNT };

typedef struct gla_formula {
    char *op;   /* start of messages: "new_elementwise: axpy" */
    char *part; /* name of the body in messages: "operation", "map" */
    char *text[GLA_TEXT_COUNT];
    int n_inputs, n_outputs;
    gla_formula_parameter inputs[GLA_MAX_INPUTS], outputs[GLA_MAX_OUTPUTS];
    gla_syntax *body;
    gla_formula_function *functions;
    bool has_loops;
    struct gla_arena *memory; /* memory of all members above */
} gla_formula;

/* Parse a formula. Fails with CompileError; the message gives the line and column. */
gla_status gla_formula_parse(const char *op, const char *part, const char *inputs, const char *outputs, const char *text,
                             gla_formula **out);
void gla_formula_free(gla_formula *f);

/* Print the body in canonical form: every operation in parentheses, with one space around the operator. */
gla_status gla_formula_print(const gla_formula *f, char **text);

/* Fail with CompileError "op: line 1, column 5, `x + y`: ..." or "op: line 12 of script.py: ..."; `at` is a position of the
 * tree. */
gla_status gla_formula_fail(const gla_formula *f, int at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Allocate zeroed memory that lives as long as the formula. Return NULL, with the error set, if memory is exhausted. */
void *gla_formula_alloc(gla_formula *f, size_t bytes);

/* Return the operator of a unary or binary operation; NULL if it has none. *level is its precedence. */
const char *gla_operator_of(gla_op op, int *level);
/* Return the operation of the binary operator at the start of the text, or GLA_OP_COUNT. *level is its precedence. */
gla_op gla_operator_read(const char *text, size_t length, int *level);

/* Result of folding constants. Integers are int64, or uint64 if int64 cannot represent them. Larger integers and infinite reals
 * are reported as too large. */
typedef enum gla_folding { GLA_NOT_FOLDED, GLA_FOLDED, GLA_FOLDS_TOO_LARGE, GLA_FOLDS_BY_ZERO } gla_folding;
gla_folding gla_fold_constants(gla_op op, int n, const gla_constant *const in[], gla_constant *value);
/* Describe the error of a folding. */
const char *gla_folding_fault(gla_folding folding);

#endif
