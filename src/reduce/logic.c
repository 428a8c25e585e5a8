/* logic.c - any and all. */
#include "common.h"

gla_status gla_any(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    gla_reduce_call call = {.name = "any", .op = GLA_REDUCE_ANY, .dtype = GLA_BOOL, .has_empty = true, .empty = 0};
    *out = NULL;
    return gla_reduce(&call, x, axis, keepdims, out);
}

gla_status gla_all(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    gla_reduce_call call = {.name = "all", .op = GLA_REDUCE_ALL, .dtype = GLA_BOOL, .has_empty = true, .empty = 1};
    *out = NULL;
    return gla_reduce(&call, x, axis, keepdims, out);
}
