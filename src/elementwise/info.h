/* info.h - The table of elementwise operations as data, for the facade and the backends. */
#ifndef GLA_ELEMENTWISE_INFO_H
#define GLA_ELEMENTWISE_INFO_H

#include "backend.h"
#include "elementwise/op.h"

/* Kinds of dtypes for which an operation has an expression in the table. */
typedef enum gla_kind { GLA_KIND_BOOL, GLA_KIND_INT, GLA_KIND_REAL, GLA_KIND_COMPLEX, GLA_KIND_COUNT } gla_kind;

typedef enum gla_op_result { GLA_RESULT_SAME, GLA_RESULT_TO_BOOL, GLA_RESULT_TO_REAL } gla_op_result;

/* Flags of the table. */
enum {
    GLA_FLAG_PLAIN = 0,
    GLA_FLAG_NUMBERS = 1,
    GLA_FLAG_ZERO_DIVISOR = 2,
    GLA_FLAG_NEGATIVE_EXPONENT = 4,
    GLA_FLAG_NEGATIVE_SHIFT = 8,
    GLA_FLAG_COSTLY = 16
};
/* Flags that require a check of the second operand before integers are computed. */
#define GLA_FLAG_CHECKS (GLA_FLAG_ZERO_DIVISOR | GLA_FLAG_NEGATIVE_EXPONENT | GLA_FLAG_NEGATIVE_SHIFT)

typedef struct gla_op_info {
    const char *name;
    int arity;
    gla_op_result result;
    unsigned flags;
    const char *expression[GLA_KIND_COUNT]; /* expression in x, y, z as in table.h; NULL if there is none */
} gla_op_info;

GLA_BEGIN_DECLS

const gla_op_info *gla_op_describe(gla_op op);
/* Return the file of kernels/ with the function that the operation's expression calls; NULL if it calls none. */
const char *gla_op_file(gla_op op);
/* Find an operation by name; GLA_OP_COUNT if there is none. */
gla_op gla_op_find(const char *name);

gla_kind gla_kind_of(gla_dtype dtype);

/* Fail with the ArgumentError of a failed check: "floor_divide: an integer is divided by zero ...". */
gla_status gla_op_fail_check(gla_op op);
/* gla_op_warn_overflow: warn that a power of integers is not representable in the dtype. gla_op_ignores_overflow: return true
 * if the policy ignores that warning. */
gla_status gla_op_warn_overflow(gla_op op, gla_dtype dtype);
bool gla_op_ignores_overflow(void);

GLA_END_DECLS

#endif
