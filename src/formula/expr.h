/* expr.h - A formula with all dtypes resolved. Backends compute it, operator chains are fused into it, and it can be
 * differentiated.
 *
 * The expression is a list of values. Each value results from earlier values by one operation of the table in one dtype. There
 * are no branches: both sides of a choice are computed and `where` selects one result, because operations have no side effects.
 * The body of a loop is between its LOOP and its END. No value is computed twice. */
#ifndef GLA_FORMULA_EXPR_H
#define GLA_FORMULA_EXPR_H

#include "formula/syntax.h"

#include <stdatomic.h>

typedef enum gla_expr_kind {
    GLA_EXPR_INPUT,     /* element of an operand; inputs are the first values of the list, in order */
    GLA_EXPR_CONSTANT,  /* the constant `value` */
    GLA_EXPR_OPERATION, /* op of arg[...], computed in `compute`: operands have that dtype, a condition is bool */
    GLA_EXPR_CAST,      /* arg[0] converted to dtype */
    GLA_EXPR_LOOP,      /* start of a loop from arg[0] to arg[1] (int64 or uint64) in steps of value.integer; arg[2] is its
                         * END */
    GLA_EXPR_COUNTER,   /* counter of the enclosing loop */
    GLA_EXPR_CARRIED,   /* arg[0] in the first iteration, then arg[1] of the previous iteration; after the END, the final
                         * value */
    GLA_EXPR_END        /* end of the loop that starts at arg[0] */
} gla_expr_kind;

typedef struct gla_value {
    gla_expr_kind kind;
    gla_dtype dtype, compute;
    gla_op op;
    bool weak;    /* adopts the dtype of the other operand, like a scalar in a script */
    bool uniform; /* the same for all elements */
    bool reached; /* LOOP: arg[1] itself is included */
    int arg[3];
    int loop;          /* the enclosing LOOP; -1 if none */
    int64_t low, high; /* known bounds of an integer; for uint64, an upper bound of INT64_MAX means unbounded */
    gla_constant value;
} gla_value;

typedef struct gla_expr {
    const char *op; /* start of messages */
    int n, capacity, n_inputs, n_outputs;
    int outputs[GLA_MAX_OUTPUTS];
    int open; /* innermost open loop while the expression is built; -1 if none */
    gla_value *values;
    _Atomic(struct gla_code *) code; /* code compiled by devices; managed by dialect/code.h */
} gla_expr;

/* Maximum number of loop iterations per element, over all enclosing loops. A longer computation would appear to hang. */
#define GLA_MAX_ROUNDS 1000000

/* Type of a parameter in a call. */
typedef struct gla_operand_type {
    gla_dtype dtype;
    bool weak, uniform;
} gla_operand_type;

/* Dtypes of type names such as T. */
typedef struct gla_type_names {
    int n;
    const char *name[GLA_MAX_INPUTS + 2];
    gla_dtype dtype[GLA_MAX_INPUTS + 2];
} gla_type_names;

/* ---- building: each function returns the index of the value, or -1 with the error set --------------------------------- */
gla_expr *gla_expr_new(const char *op);
void gla_expr_free(gla_expr *e);
int gla_expr_input(gla_expr *e, gla_operand_type type);
int gla_expr_constant(gla_expr *e, gla_constant value, bool weak);
/* Append an operation; operands are promoted as in the library's functions. */
int gla_expr_operation(gla_expr *e, gla_op op, const int args[]);
int gla_expr_cast(gla_expr *e, int value, gla_dtype dtype, bool weak);
/* Convert a value to the dtype of another value with which it is merged under one name. Fails if the dtype might not represent
 * an integer. */
int gla_expr_join(gla_expr *e, int value, gla_dtype dtype, bool weak);
/* To build a loop, append the loop, its counter, its carried values and its other values. Then call gla_expr_end with the
 * values that the carried values have in the next iteration. */
int gla_expr_loop(gla_expr *e, int begin, int end, bool reached, int64_t step);
int gla_expr_counter(gla_expr *e);
int gla_expr_carried(gla_expr *e, int initial, bool wide); /* wide: an integer may exceed the bounds of its initial value */
gla_status gla_expr_end(gla_expr *e, int n, const int carried[], const int next[]);
/* Remove all values from index n on. */
void gla_expr_truncate(gla_expr *e, int n, int open);
/* Return the common dtype of two values, and whether it is weak. */
gla_dtype gla_expr_common(const gla_value *a, const gla_value *b, bool *weak);

/* ---- bounds of integers (ranges.c) ----------------------------------------------------------------------------------- */
void gla_expr_find_range(const gla_expr *e, gla_value *v);
bool gla_expr_range_fits(const gla_value *v, gla_dtype dtype);
bool gla_expr_range_within(const gla_value *v, const gla_value *other);
void gla_expr_widen(gla_value *v); /* to the full range of its dtype */

/* ---- from a formula ------------------------------------------------------------------------------------------------- */
/* Resolve all types. Fails with CompileError; the message gives the line and column. */
gla_status gla_expr_resolve(const gla_formula *f, const gla_operand_type inputs[], const gla_type_names *names, gla_expr **out);

/* Return the dtype of a written type; GLA_NO_DTYPE if any dtype is accepted. *known is false if the name is not in `names`. */
gla_dtype gla_type_dtype(gla_type type, const gla_type_names *names, bool *known);

GLA_BEGIN_DECLS
/* ---- for backends --------------------------------------------------------------------------------------------------- */
/* Print the list, one value per line, for tests and messages. */
gla_status gla_expr_text(const gla_expr *e, char **text);
GLA_END_DECLS

#endif
