/* functions.c - the public functions that are nothing but an operation of the table. */
#include "elementwise/map.h"

#define FUNCTION_1(name)                                       \
    gla_status gla_##name(const gla_array *x, gla_array **out) \
    {                                                          \
        return gla_map(GLA_OP_##name, 1, &x, out);             \
    }

#define FUNCTION_2(name)                                                             \
    gla_status gla_##name(const gla_array *x1, const gla_array *x2, gla_array **out) \
    {                                                                                \
        const gla_array *in[2] = {x1, x2};                                           \
        return gla_map(GLA_OP_##name, 2, in, out);                                   \
    }

#define OP(name, arity, ...) FUNCTION_##arity(name)
#define OWN_OP(...)
#include "elementwise/table.h"
