/* info.c - The table of elementwise operations as data. */
#include "runtime/runtime.h"
#include "elementwise/info.h"
#include "elementwise/ops.h"

#include <string.h>

#define PLAIN GLA_FLAG_PLAIN
#define NUMBERS GLA_FLAG_NUMBERS
#define ZERO_DIVISOR GLA_FLAG_ZERO_DIVISOR
#define NEGATIVE_EXPONENT GLA_FLAG_NEGATIVE_EXPONENT
#define NEGATIVE_SHIFT GLA_FLAG_NEGATIVE_SHIFT
#define COSTLY GLA_FLAG_COSTLY

#define BOOL(...) [GLA_KIND_BOOL] = #__VA_ARGS__,
#define INT(...) [GLA_KIND_INT] = #__VA_ARGS__,
#define REAL(...) [GLA_KIND_REAL] = #__VA_ARGS__,
#define COMPLEX(...) [GLA_KIND_COMPLEX] = #__VA_ARGS__,
#define OP(name, arity, result, flags, expressions) [GLA_OP_##name] = {#name, arity, GLA_RESULT_##result, flags, {expressions}},

static const gla_op_info table[GLA_OP_COUNT] = {
#include "table.h"
};

#define SPECIAL(name, arity, file) [GLA_OP_##name] = "special_" #file ".h",
static const char *const files[GLA_OP_COUNT] = {
#include "special.h"
};

const char *gla_op_file(gla_op op)
{
    return files[op];
}

const gla_op_info *gla_op_describe(gla_op op)
{
    return &table[op];
}

gla_op gla_op_find(const char *name)
{
    for (int op = 0; op < GLA_OP_COUNT; op++)
        if (strcmp(name, table[op].name) == 0)
            return (gla_op)op;
    return GLA_OP_COUNT;
}

gla_kind gla_kind_of(gla_dtype dtype)
{
    return dtype == GLA_BOOL       ? GLA_KIND_BOOL
           : dtype < GLA_FLOAT32   ? GLA_KIND_INT
           : dtype < GLA_COMPLEX64 ? GLA_KIND_REAL
                                   : GLA_KIND_COMPLEX;
}

gla_status gla_op_fail_check(gla_op op)
{
    const char *name = table[op].name;
    if (table[op].flags & ZERO_DIVISOR)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: an integer is divided by zero; use floating-point numbers for Inf and NaN",
                        name);
    if (table[op].flags & NEGATIVE_EXPONENT)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: an integer is raised to a negative integer; convert one of them to "
                        "floating point",
                        name);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: a shift is negative; shift the other way instead", name);
}

gla_status gla_op_warn_overflow(gla_op op, gla_dtype dtype)
{
    return gla_warn_overflow(table[op].name, "a power", dtype);
}

bool gla_op_ignores_overflow(void)
{
    return gla_policy_ignores(GLA_OVERFLOW_WARNING);
}
