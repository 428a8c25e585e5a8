/* function.c - Generate a device function that computes one element of a typed expression, with one line per value. */
#include "dialect/code.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_real(gla_writer *w, double x, bool single)
{
    char text[40];
    gla_print(text, sizeof text, "%a", x); /* hexadecimal notation is exact */
    if (isnan(x))
        gla_put(w, "NAN_VALUE");
    else if (isinf(x))
        gla_put(w, "%sINFINITY", x < 0 ? "-" : "");
    else
        gla_put(w, "%s%s", text, single ? "f" : "");
}

static void put_constant(gla_writer *w, const gla_value *v)
{
    const gla_constant *c = &v->value;
    bool single = v->dtype == GLA_FLOAT32 || v->dtype == GLA_COMPLEX64;
    const char *type = gla_dialect_type(v->dtype);
    if (gla_dtype_is_complex(v->dtype)) {
        gla_put(w, "c_make_%s(", type);
        put_real(w, c->re, single);
        gla_put(w, ", ");
        put_real(w, c->im, single);
        gla_put(w, ")");
    } else if (v->dtype >= GLA_FLOAT32) {
        gla_put(w, "(%s)", type);
        put_real(w, c->re, single);
    } else if (gla_dtype_is_unsigned(v->dtype)) {
        gla_put(w, "(%s)%lluUL", type, (unsigned long long)c->integer);
    } else if (c->integer == INT64_MIN) {
        gla_put(w, "(int64)(-9223372036854775807L - 1)");
    } else {
        gla_put(w, "(%s)%lldL", type, (long long)c->integer);
    }
}

/* Append a comparison of the values of two loop bounds. The operators of C would convert signed to unsigned integers. */
static void put_less(gla_writer *w, const gla_expr *e, int a, int b, bool or_equal)
{
    bool large_a = e->values[a].dtype == GLA_UINT64, large_b = e->values[b].dtype == GLA_UINT64;
    const char *sign = or_equal ? "<=" : "<";
    if (large_a && !large_b)
        gla_put(w, "(v%d >= 0 && v%d %s (uint64)v%d)", b, a, sign, b);
    else if (large_b && !large_a)
        gla_put(w, "(v%d < 0 || (uint64)v%d %s v%d)", a, a, sign, b);
    else
        gla_put(w, "v%d %s v%d", a, sign, b);
}

/* Append the declarations of carried values, then the loop. */
static void begin_loop(gla_writer *w, const gla_expr *e, int at)
{
    const gla_value *v = &e->values[at];
    for (int i = at + 1; i < v->arg[2]; i++)
        if (e->values[i].kind == GLA_EXPR_CARRIED && e->values[i].loop == at)
            gla_put(w, "    %s v%d = v%d;\n", gla_dialect_type(e->values[i].dtype), i, e->values[i].arg[0]);
    /* Count iterations instead of comparing the counter, which could overflow after the last one. */
    bool up = v->value.integer > 0;
    int a = up ? v->arg[0] : v->arg[1], b = up ? v->arg[1] : v->arg[0];
    long long step = (long long)v->value.integer;
    gla_put(w, "    uint64 r%d = ", at);
    put_less(w, e, a, b, v->reached);
    gla_put(w, " ? ((uint64)v%d - (uint64)v%d - %d) / %lldUL + 1 : 0;\n", b, a, !v->reached, up ? step : -step);
    gla_put(w, "    for (int64 v%d = (int64)v%d; r%d > 0; r%d--, v%d = (int64)((uint64)v%d + (uint64)%lldL)) {\n", at,
            v->arg[0], at, at, at, at, step);
}

static void end_loop(gla_writer *w, const gla_expr *e, int at)
{
    int loop = e->values[at].arg[0];
    for (int pass = 0; pass < 2; pass++) /* update all carried values at once */
        for (int i = loop + 1; i < at; i++) {
            const gla_value *v = &e->values[i];
            if (v->kind != GLA_EXPR_CARRIED || v->loop != loop)
                continue;
            if (pass == 0)
                gla_put(w, "    %s n%d = v%d;\n", gla_dialect_type(v->dtype), i, v->arg[1]);
            else
                gla_put(w, "    v%d = n%d;\n", i, i);
        }
    gla_put(w, "    }\n");
}

static void put_value(gla_writer *w, const gla_expr *e, int at)
{
    const gla_value *v = &e->values[at];
    const char *type = gla_dialect_type(v->dtype);
    switch (v->kind) {
    case GLA_EXPR_INPUT:
    case GLA_EXPR_CARRIED: break;
    case GLA_EXPR_LOOP: begin_loop(w, e, at); break;
    case GLA_EXPR_END: end_loop(w, e, at); break;
    case GLA_EXPR_COUNTER: gla_put(w, "    int64 v%d = v%d;\n", at, v->loop); break;
    case GLA_EXPR_CONSTANT:
        gla_put(w, "    %s v%d = ", type, at);
        put_constant(w, v);
        gla_put(w, ";\n");
        break;
    case GLA_EXPR_CAST:
        gla_put(w, "    %s v%d = ", type, at);
        gla_put_conversion(w, e->values[v->arg[0]].dtype, v->dtype);
        gla_put(w, "v%d);\n", v->arg[0]);
        break;
    default:
        gla_put(w, "    %s v%d = %s_%s(", type, at, gla_op_describe(v->op)->name, gla_dialect_type(v->compute));
        for (int k = 0; k < gla_op_describe(v->op)->arity; k++)
            gla_put(w, "%sv%d", k ? ", " : "", v->arg[k]);
        gla_put(w, ");\n");
    }
}

void gla_put_function(gla_writer *w, const char *name, const gla_expr *e)
{
    gla_put(w, "\nDEVICE void %s(", name);
    for (int i = 0; i < e->n_inputs; i++)
        gla_put(w, "%s v%d, ", gla_dialect_type(e->values[i].dtype), i);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "%s%s *z%d", k ? ", " : "", gla_dialect_type(e->values[e->outputs[k]].dtype), k);
    gla_put(w, ")\n{\n");
    for (int i = 0; i < e->n; i++)
        put_value(w, e, i);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "    *z%d = v%d;\n", k, e->outputs[k]);
    gla_put(w, "}\n");
}
