/* functions.c - Public functions that consist of one operation of the table. */
#include "elementwise/map.h"
#include "elementwise/ops.h"

#define FUNCTION_1(name, op)                                   \
    gla_status gla_##name(const gla_array *x, gla_array **out) \
    {                                                          \
        return gla_map(GLA_OP_##op, 1, &x, out);               \
    }

#define FUNCTION_2(name, op)                                                         \
    gla_status gla_##name(const gla_array *x1, const gla_array *x2, gla_array **out) \
    {                                                                                \
        const gla_array *in[2] = {x1, x2};                                           \
        return gla_map(GLA_OP_##op, 2, in, out);                                     \
    }

#define FUNCTION_3(name, op)                                                                           \
    gla_status gla_##name(const gla_array *a, const gla_array *b, const gla_array *x, gla_array **out) \
    {                                                                                                  \
        const gla_array *in[3] = {a, b, x};                                                            \
        return gla_map(GLA_OP_##op, 3, in, out);                                                       \
    }

#define OP(name, arity, ...) FUNCTION_##arity(name, name)
#define OWN_OP(...)
#define SPECIAL(name, arity, file) FUNCTION_##arity(special_##name, name)
#define SHAPED(...)
#include "elementwise/table.h"
