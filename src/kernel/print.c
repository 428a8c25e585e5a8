/* print.c - a formula in its canonical form, which reads back as the same tree. */
#include "kernel/syntax.h"

#include "array/digits.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
    const gla_formula *f;
    char *text;
    size_t used, size;
    gla_status status;
} writer;

static void put(writer *w, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (w->used + (size_t)n >= w->size) {
        size_t size = 2 * w->size + (size_t)n + 200;
        char *larger = w->status ? NULL : gla_realloc(w->text, size);
        if (!larger && !w->status)
            w->status = gla_fail_memory(w->f->op, size);
        if (larger) {
            w->text = larger;
            w->size = size;
        }
    }
    if (!w->status) {
        vsnprintf(w->text + w->used, w->size - w->used, format, again);
        w->used += (size_t)n;
    }
    va_end(args);
    va_end(again);
}

/* The fewest digits, as 12.5 or 1.25e-07. */
static void put_real(writer *w, double x)
{
    gla_digits d;
    gla_digits_shortest(&d, x, false);
    if (d.point > 16 || d.point < -3) {
        put(w, "%c%s%.*se%d", d.d[0], d.n > 1 ? "." : "", d.n - 1, d.d + 1, d.point - 1);
        return;
    }
    if (d.point <= 0) {
        put(w, "0.%.*s%.*s", -d.point, "000", d.n, d.d);
        return;
    }
    int whole = d.n < d.point ? d.n : d.point;
    put(w, "%.*s%.*s.", whole, d.d, d.point - whole, "0000000000000000");
    put(w, "%.*s", d.n > d.point ? d.n - d.point : 1, d.n > d.point ? d.d + d.point : "0");
}

static void put_constant(writer *w, const gla_constant *c)
{
    bool negative = c->dtype == GLA_FLOAT64 ? signbit(c->re) : c->dtype == GLA_INT64 && c->integer < 0;
    if (negative)
        put(w, "(-");
    switch (c->dtype) {
    case GLA_BOOL: put(w, c->integer ? "true" : "false"); break;
    case GLA_UINT64: put(w, "%llu", (unsigned long long)c->integer); break;
    case GLA_INT64: put(w, "%llu", negative ? 0 - (unsigned long long)c->integer : (unsigned long long)c->integer); break;
    case GLA_FLOAT64: put_real(w, fabs(c->re)); break;
    default: put_real(w, c->im); put(w, "j");
    }
    if (negative)
        put(w, ")");
}

static void put_value(writer *w, const gla_syntax *s);

static void put_operation(writer *w, const gla_syntax *s)
{
    int level, arity = gla_op_describe(s->op)->arity;
    const char *sign = gla_operator_of(s->op, &level);
    if (s->op == GLA_OP_where)
        put(w, "("), put_value(w, s->child[0]), put(w, " ? "), put_value(w, s->child[1]), put(w, " : "),
            put_value(w, s->child[2]), put(w, ")");
    else if (sign && arity == 1)
        put(w, "(%s", sign), put_value(w, s->child[0]), put(w, ")");
    else if (sign)
        put(w, "("), put_value(w, s->child[0]), put(w, " %s ", sign), put_value(w, s->child[1]), put(w, ")");
    else {
        put(w, "%s(", gla_op_describe(s->op)->name);
        for (int i = 0; i < arity; i++)
            put(w, i ? ", " : ""), put_value(w, s->child[i]);
        put(w, ")");
    }
}

static const char *type_text(gla_type type)
{
    return type.dtype ? gla_dtype_name(type.dtype) : type.name;
}

static void put_value(writer *w, const gla_syntax *s)
{
    switch (s->kind) {
    case GLA_SYNTAX_CONSTANT: put_constant(w, &s->value); break;
    case GLA_SYNTAX_NAME: put(w, "%s", s->name); break;
    case GLA_SYNTAX_CAST: put(w, "%s(", type_text(s->type)), put_value(w, s->child[0]), put(w, ")"); break;
    default: put_operation(w, s);
    }
}

static void put_list(writer *w, const gla_syntax *s, int indent)
{
    for (; s; s = s->next) {
        put(w, "%*s", indent, "");
        switch (s->kind) {
        case GLA_SYNTAX_ASSIGN:
            if (s->type.dtype || s->type.name)
                put(w, "%s ", type_text(s->type));
            put(w, "%s = ", s->name), put_value(w, s->child[0]), put(w, ";\n");
            break;
        case GLA_SYNTAX_IF:
            put(w, "if ("), put_value(w, s->child[0]), put(w, ") {\n"), put_list(w, s->child[1], indent + 4);
            if (s->child[2])
                put(w, "%*s} else {\n", indent, ""), put_list(w, s->child[2], indent + 4);
            put(w, "%*s}\n", indent, "");
            break;
        case GLA_SYNTAX_FOR:
            put(w, "for (%s = ", s->name), put_value(w, s->child[0]);
            put(w, "; %s %c ", s->name, s->value.integer > 0 ? '<' : '>'), put_value(w, s->child[1]);
            put(w, "; %s += %lld) {\n", s->name, (long long)s->value.integer), put_list(w, s->child[2], indent + 4);
            put(w, "%*s}\n", indent, "");
            break;
        default:
            put(w, "return ");
            for (const gla_syntax *v = s->child[0]; v; v = v->next)
                put_value(w, v), put(w, v->next ? ", " : ";\n");
        }
    }
}

gla_status gla_formula_print(const gla_formula *f, char **text)
{
    writer w = {.f = f};
    put_list(&w, f->body, 0);
    if (w.status) {
        gla_free(w.text);
        w.text = NULL;
    }
    *text = w.text;
    return w.status;
}
