/* print.c - Print a formula in canonical form, which parses to the same tree. */
#include "core/core.h"
#include "formula/syntax.h"
#include "runtime/writer.h"
#include "elementwise/ops.h"

#include "array/digits.h"

#include <math.h>

/* Print the shortest decimal, as 12.5 or 1.25e-07. */
static void put_real(gla_writer *w, double x)
{
    gla_digits d;
    gla_digits_shortest(&d, x, false);
    if (d.point > 16 || d.point < -3) {
        gla_put(w, "%c%s%.*se%d", d.d[0], d.n > 1 ? "." : "", d.n - 1, d.d + 1, d.point - 1);
        return;
    }
    if (d.point <= 0) {
        gla_put(w, "0.%.*s%.*s", -d.point, "000", d.n, d.d);
        return;
    }
    int whole = d.n < d.point ? d.n : d.point;
    gla_put(w, "%.*s%.*s.", whole, d.d, d.point - whole, "0000000000000000");
    gla_put(w, "%.*s", d.n > d.point ? d.n - d.point : 1, d.n > d.point ? d.d + d.point : "0");
}

static void put_constant(gla_writer *w, const gla_constant *c)
{
    bool negative = c->dtype == GLA_FLOAT64 ? signbit(c->re) : c->dtype == GLA_INT64 && c->integer < 0;
    if (negative)
        gla_put(w, "(-");
    switch (c->dtype) {
    case GLA_BOOL: gla_put(w, c->integer ? "true" : "false"); break;
    case GLA_UINT64: gla_put(w, "%llu", (unsigned long long)c->integer); break;
    case GLA_INT64: gla_put(w, "%llu", negative ? 0 - (unsigned long long)c->integer : (unsigned long long)c->integer); break;
    case GLA_FLOAT64: put_real(w, fabs(c->re)); break;
    default: put_real(w, c->im); gla_put(w, "j");
    }
    if (negative)
        gla_put(w, ")");
}

static void put_value(gla_writer *w, const gla_syntax *s);

static void put_operation(gla_writer *w, const gla_syntax *s)
{
    int level, arity = gla_op_describe(s->op)->arity;
    const char *sign = gla_operator_of(s->op, &level);
    if (s->op == GLA_OP_where)
        gla_put(w, "("), put_value(w, s->child[0]), gla_put(w, " ? "), put_value(w, s->child[1]), gla_put(w, " : "),
            put_value(w, s->child[2]), gla_put(w, ")");
    else if (sign && arity == 1)
        gla_put(w, "(%s", sign), put_value(w, s->child[0]), gla_put(w, ")");
    else if (sign)
        gla_put(w, "("), put_value(w, s->child[0]), gla_put(w, " %s ", sign), put_value(w, s->child[1]), gla_put(w, ")");
    else {
        gla_put(w, "%s(", gla_op_describe(s->op)->name);
        for (int i = 0; i < arity; i++)
            gla_put(w, i ? ", " : ""), put_value(w, s->child[i]);
        gla_put(w, ")");
    }
}

static const char *type_text(gla_type type)
{
    return type.dtype ? gla_dtype_name(type.dtype) : type.name;
}

static void put_value(gla_writer *w, const gla_syntax *s)
{
    switch (s->kind) {
    case GLA_SYNTAX_CONSTANT: put_constant(w, &s->value); break;
    case GLA_SYNTAX_NAME: gla_put(w, "%s", s->name); break;
    case GLA_SYNTAX_CAST: gla_put(w, "%s(", type_text(s->type)), put_value(w, s->child[0]), gla_put(w, ")"); break;
    case GLA_SYNTAX_CALL:
        gla_put(w, "%s(", s->function->name);
        for (const gla_syntax *v = s->child[0]; v; v = v->next)
            put_value(w, v), gla_put(w, v->next ? ", " : "");
        gla_put(w, ")");
        break;
    default: put_operation(w, s);
    }
}

static void put_list(gla_writer *w, const gla_syntax *s, int indent)
{
    for (; s; s = s->next) {
        gla_put(w, "%*s", indent, "");
        switch (s->kind) {
        case GLA_SYNTAX_ASSIGN:
            if (s->type.dtype || s->type.name)
                gla_put(w, "%s ", type_text(s->type));
            gla_put(w, "%s = ", s->name), put_value(w, s->child[0]), gla_put(w, ";\n");
            break;
        case GLA_SYNTAX_IF:
            gla_put(w, "if ("), put_value(w, s->child[0]), gla_put(w, ") {\n"), put_list(w, s->child[1], indent + 4);
            if (s->child[2])
                gla_put(w, "%*s} else {\n", indent, ""), put_list(w, s->child[2], indent + 4);
            gla_put(w, "%*s}\n", indent, "");
            break;
        case GLA_SYNTAX_FOR:
            gla_put(w, "for (%s = ", s->name), put_value(w, s->child[0]);
            gla_put(w, "; %s %c%s ", s->name, s->value.integer > 0 ? '<' : '>', s->reached ? "=" : "");
            put_value(w, s->child[1]);
            gla_put(w, "; %s += %lld) {\n", s->name, (long long)s->value.integer), put_list(w, s->child[2], indent + 4);
            gla_put(w, "%*s}\n", indent, "");
            break;
        default:
            gla_put(w, "return ");
            for (const gla_syntax *v = s->child[0]; v; v = v->next)
                put_value(w, v), gla_put(w, v->next ? ", " : ";\n");
        }
    }
}

gla_status gla_formula_print(const gla_formula *f, char **text)
{
    gla_writer w = {.op = f->op};
    for (const gla_formula_function *own = f->functions; own; own = own->next) {
        gla_put(&w, "function %s(", own->name);
        for (int i = 0; i < own->n; i++)
            gla_put(&w, "%s%s", i ? ", " : "", own->parameters[i]);
        gla_put(&w, ") {\n"), put_list(&w, own->body, 4), gla_put(&w, "}\n");
    }
    put_list(&w, f->body, 0);
    return gla_writer_finish(&w, text);
}
