/* trees.c - Nodes of formulas, and their text. */
#include "model/syntax.h"
#include "runtime/allocation.h"
#include "runtime/writer.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

node *model_node(gla_scope *s, node_kind kind, int at, int n)
{
    node *x = gla_s_memory(s, 1, sizeof *x);
    if (!x)
        return NULL;
    x->kind = kind;
    x->at = at;
    x->n = n;
    x->items = n ? gla_s_memory(s, n, sizeof *x->items) : NULL;
    return s->status ? NULL : x;
}

node *model_binary(gla_scope *s, int op, node *left, node *right)
{
    node *x = s->status || !left || !right ? NULL : model_node(s, NODE_BINARY, left->at, 2);
    if (!x)
        return NULL;
    x->op = op;
    x->items[0] = left;
    x->items[1] = right;
    return x;
}

bool model_is_truth_name(const char *name)
{
    return !strcmp(name, "true") || !strcmp(name, "TRUE") || !strcmp(name, "True") || !strcmp(name, "false") ||
           !strcmp(name, "FALSE") || !strcmp(name, "False");
}

bool model_is_truth(const node *x)
{
    return x->kind == NODE_NAME && !x->quoted && model_is_truth_name(x->text);
}

static bool is_plain_name(const char *text)
{
    bool plain = *text && !isdigit((unsigned char)text[*text == '.']);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        plain = plain &&
                (*c == '_' || *c == '.' || *c >= 0x80 || (*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'z'));
    return plain;
}

static const char *sign_of(int op)
{
    static const struct {
        int op;
        const char *text;
    } signs[] = {{OP_EQUAL, " == "},    {OP_UNEQUAL, " != "}, {OP_AT_MOST, " <= "},
                 {OP_AT_LEAST, " >= "}, {'<', " < "},         {'>', " > "},
                 {'&', " & "},          {'|', " | "},         {'+', " + "},
                 {'-', " - "},          {'*', " * "},         {'/', " / "},
                 {'~', " ~ "},          {':', ":"},           {'^', "^"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].op == op)
            return signs[i].text;
    return "?";
}

static void write_node(gla_writer *w, const node *x);

static void write_items(gla_writer *w, const node *x, int first)
{
    for (int i = first; i < x->n; i++) {
        gla_put_text(w, i > first ? ", " : "");
        if (x->keys && x->keys[i])
            gla_put(w, "%s = ", x->keys[i]);
        write_node(w, x->items[i]);
    }
}

/* The shortest text that reads as the same number. */
static void write_number(gla_writer *w, double number)
{
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits < 15 ? 15 : digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    gla_put_text(w, text);
}

/* A column whose name would be read as something else is in backquotes. */
static void write_name(gla_writer *w, const node *x)
{
    if (is_plain_name(x->text) && !(x->quoted && (model_is_truth_name(x->text) || !strcmp(x->text, ".")))) {
        gla_put_text(w, x->text);
        return;
    }
    gla_put_text(w, "`");
    for (const char *c = x->text; *c; c++)
        gla_put(w, "%s%c", *c == '`' ? "`" : "", *c);
    gla_put_text(w, "`");
}

static void write_node(gla_writer *w, const node *x)
{
    switch (x->kind) {
    case NODE_NUMBER:
        if (x->whole)
            gla_put(w, "%lld", (long long)x->integer);
        else
            write_number(w, x->number);
        break;
    case NODE_TEXT: gla_put(w, strchr(x->text, '\'') ? "\"%s\"" : "'%s'", x->text); break;
    case NODE_NAME: write_name(w, x); break;
    case NODE_UNARY:
        gla_put(w, "%c", x->op);
        write_node(w, x->items[0]);
        break;
    case NODE_BINARY:
    case NODE_IV:
        gla_put_text(w, x->kind == NODE_IV ? "[" : "");
        write_node(w, x->items[0]);
        gla_put_text(w, sign_of(x->op));
        write_node(w, x->items[1]);
        gla_put_text(w, x->kind == NODE_IV ? "]" : "");
        break;
    case NODE_CALL:
        gla_put(w, "%s(", x->text);
        write_items(w, x, 0);
        gla_put_text(w, ")");
        break;
    case NODE_GROUP:
        gla_put_text(w, "(");
        write_items(w, x, 0);
        gla_put_text(w, ")");
        break;
    case NODE_SLOPES:
        write_node(w, x->items[0]);
        gla_put_text(w, x->op == OP_DOUBLE ? "[[" : "[");
        write_items(w, x, 1);
        gla_put_text(w, x->op == OP_DOUBLE ? "]]" : "]");
        break;
    }
}

/* Move a text from the heap to the scope. */
static const char *to_scope(gla_scope *s, gla_writer *w)
{
    char *text = NULL;
    gla_s_check(s, gla_writer_finish(w, &text));
    char *copy = text ? gla_s_memory(s, (int64_t)strlen(text) + 1, 1) : NULL;
    if (copy)
        strcpy(copy, text);
    gla_free(text);
    return copy;
}

const char *model_formula_of(gla_scope *s, const node *x)
{
    gla_writer w = GLA_WRITER(s->op);
    if (s->status || !x)
        return NULL;
    write_node(&w, x);
    return to_scope(s, &w);
}

const char *model_text_of(gla_scope *s, const node *x)
{
    return x && x->kind == NODE_NAME ? x->text : model_formula_of(s, x);
}

bool model_is_call(const node *x, const char *name)
{
    return x && x->kind == NODE_CALL && !strcmp(x->text, name);
}

bool model_whole(const node *x, int64_t *value)
{
    bool negative = x && x->kind == NODE_UNARY && x->op == '-';
    const node *number = negative ? x->items[0] : x;
    if (!number || number->kind != NODE_NUMBER || number->number != floor(number->number) || number->number > 1e9)
        return false;
    *value = (int64_t)(negative ? -number->number : number->number);
    return true;
}
