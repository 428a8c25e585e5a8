/* expr.h - a formula with all its types known: what backends compute, what operator chains are fused into, what
 * derivatives are taken of.
 *
 * It is a list of values; each is made from values before it, by one operation of the table in one type.  There are no
 * branches: both sides of a choice are computed and `where` picks, for nothing has side effects.  Loops stand in the list
 * between their LOOP and END.  The same value is never computed twice. */
#ifndef GLA_FORMULA_EXPR_H
#define GLA_FORMULA_EXPR_H

#include "formula/syntax.h"

#include <stdatomic.h>

typedef enum gla_expr_kind {
    GLA_EXPR_INPUT,     /* element of an operand; the first values of the list, in their order */
    GLA_EXPR_CONSTANT,  /* value */
    GLA_EXPR_OPERATION, /* op of arg[...], computed in `compute`: the operands have that type, a condition is bool */
    GLA_EXPR_CAST,      /* arg[0] as dtype */
    GLA_EXPR_LOOP,      /* begins a loop from arg[0] to arg[1] (int64 or uint64), by value.integer; arg[2] is its END */
    GLA_EXPR_COUNTER,   /* the counter of the loop that it stands in */
    GLA_EXPR_CARRIED,   /* arg[0] in the first round, then what arg[1] was in the round before; arg[1] after the END */
    GLA_EXPR_END        /* ends the loop that began at arg[0] */
} gla_expr_kind;

typedef struct gla_value {
    gla_expr_kind kind;
    gla_dtype dtype, compute;
    gla_op op;
    bool weak;    /* takes the type of what it meets, as a number of a script does */
    bool uniform; /* one number for all elements */
    bool reached; /* LOOP: there is a round for arg[1] itself */
    int arg[3];
    int loop;          /* the LOOP that it stands in; -1 */
    int64_t low, high; /* of integers: the bounds that are known; INT64_MAX of an uint64: and beyond */
    gla_constant value;
} gla_value;

typedef struct gla_expr {
    const char *op; /* begins messages */
    int n, capacity, n_inputs, n_outputs;
    int outputs[GLA_MAX_OUTPUTS];
    int open; /* while it is made: the innermost loop; -1 */
    gla_value *values;
    _Atomic(struct gla_code *) code; /* what devices compile of it; kept by dialect/code.h */
} gla_expr;

/* Rounds of a loop for each element, in all rounds of the loops around it: beyond, a formula would seem to hang. */
#define GLA_MAX_ROUNDS 1000000

/* What is known of a parameter at a call. */
typedef struct gla_operand_type {
    gla_dtype dtype;
    bool weak, uniform;
} gla_operand_type;

/* Types that stand for names such as T. */
typedef struct gla_type_names {
    int n;
    const char *name[GLA_MAX_INPUTS + 2];
    gla_dtype dtype[GLA_MAX_INPUTS + 2];
} gla_type_names;

/* ---- making one: each returns the number of the value, or -1 with the error set --------------------------------------- */
gla_expr *gla_expr_new(const char *op);
void gla_expr_free(gla_expr *e);
int gla_expr_input(gla_expr *e, gla_operand_type type);
int gla_expr_constant(gla_expr *e, gla_constant value, bool weak);
/* Promotes the operands as the functions of the library do. */
int gla_expr_operation(gla_expr *e, gla_op op, const int args[]);
int gla_expr_cast(gla_expr *e, int value, gla_dtype dtype, bool weak);
/* The value where it meets another of that type under one name: an integer that may not fit is refused. */
int gla_expr_join(gla_expr *e, int value, gla_dtype dtype, bool weak);
/* A loop, then its counter, its carried values, its other values; then the carried values' next ones, and the end. */
int gla_expr_loop(gla_expr *e, int begin, int end, bool reached, int64_t step);
int gla_expr_counter(gla_expr *e);
int gla_expr_carried(gla_expr *e, int initial, bool wide); /* wide: an integer may be beyond the bounds of the initial one */
gla_status gla_expr_end(gla_expr *e, int n, const int carried[], const int next[]);
/* Forget all values from the n-th on. */
void gla_expr_truncate(gla_expr *e, int n, int open);
/* Type that two values have in common, and whether it is weak. */
gla_dtype gla_expr_common(const gla_value *a, const gla_value *b, bool *weak);

/* ---- bounds of integers (ranges.c) ----------------------------------------------------------------------------------- */
void gla_expr_find_range(const gla_expr *e, gla_value *v);
bool gla_expr_range_fits(const gla_value *v, gla_dtype dtype);
bool gla_expr_range_within(const gla_value *v, const gla_value *other);
void gla_expr_widen(gla_value *v); /* to all that its type holds */

/* ---- from a formula ------------------------------------------------------------------------------------------------- */
/* Resolve all types; CompileError with line and column. */
gla_status gla_expr_resolve(const gla_formula *f, const gla_operand_type inputs[], const gla_type_names *names, gla_expr **out);

/* The dtype that a written type stands for; GLA_NO_DTYPE for any.  *known: false for a name that is not among them. */
gla_dtype gla_type_dtype(gla_type type, const gla_type_names *names, bool *known);

GLA_BEGIN_DECLS
/* ---- for backends --------------------------------------------------------------------------------------------------- */
/* The list in words, one value a line; for tests and messages. */
gla_status gla_expr_text(const gla_expr *e, char **text);
GLA_END_DECLS

#endif
