/* codes.c - Expressions from which device code is generated: equal expressions share one code, which outlives them. */
#include "dialect/code.h"
#include "tap.h"
#include "elementwise/ops.h"
#include "runtime/allocation.h"

#include <stddef.h>

/* x + 2 in float64. */
static gla_value values[] = {
    {.kind = GLA_EXPR_INPUT, .dtype = GLA_FLOAT64, .loop = -1},
    {.kind = GLA_EXPR_CONSTANT, .dtype = GLA_FLOAT64, .loop = -1, .value = {.dtype = GLA_FLOAT64, .re = 2}},
    {.kind = GLA_EXPR_OPERATION, .dtype = GLA_FLOAT64, .compute = GLA_FLOAT64, .op = GLA_OP_add, .arg = {0, 1}, .loop = -1}};

static const gla_code *code_of(gla_value *all)
{
    gla_expr e = {.op = "test", .n = 3, .n_inputs = 1, .n_outputs = 1, .outputs = {2}, .values = all};
    const gla_expr *expr = &e;
    const gla_code *code = NULL, *again = NULL;
    return gla_code_of(1, &expr, &code) == GLA_OK && gla_code_of(1, &expr, &again) == GLA_OK && again == code ? code : NULL;
}

/* Members that make the expression a different one if one of their bits changes. */
#define MEMBER(name)                     \
    {                                    \
#name, offsetof(gla_value, name) \
    }
static const struct {
    const char *name;
    size_t offset;
} members[] = {MEMBER(kind), MEMBER(dtype),       MEMBER(compute),       MEMBER(op),       MEMBER(reached), MEMBER(arg[2]),
               MEMBER(loop), MEMBER(value.dtype), MEMBER(value.integer), MEMBER(value.re), MEMBER(value.im)};

int main(void)
{
    gla_value same[3];
    char *before = NULL, *after = NULL;
    const gla_code_key key = {{'m', 1, 0, 0, GLA_ACCESS_LINE << 4 | GLA_FLOAT64}};
    memcpy(same, values, sizeof values);
    const gla_code *first = code_of(values);
    ok(first && code_of(same) == first, "equal expressions are one");
    gla_code_source("test", (const gla_expr *const *)first->exprs, &key, &before);
    ok(before && strstr(before, "add_float64(v0, v1)"), "it has their source");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        memcpy(same, values, sizeof same);
        ((char *)&same[2])[members[i].offset] ^= 1;
        ok(code_of(same) && code_of(same) != first, "another %s makes another one", members[i].name);
    }
    gla_expr e = {.op = "test", .n = 3, .n_inputs = 1, .n_outputs = 1, .outputs = {2}, .values = values};
    const gla_expr *three[3] = {&e, &e, &e};
    const gla_code *code = NULL;
    gla_test_fail_allocation(1, false);
    ok(gla_code_of(3, three, &code) == GLA_OUT_OF_MEMORY_ERROR && !code, "without memory there is none");
    gla_test_fail_allocation(0, false);
    ok(gla_code_of(3, three, &code) == GLA_OK && code != first && code->n == 3, "three expressions are another code than one");
    values[1].value.re = 7;
    gla_code_source("test", (const gla_expr *const *)first->exprs, &key, &after);
    ok(before && after && strcmp(before, after) == 0, "it keeps its source");
    gla_free(before);
    gla_free(after);
    return done();
}
