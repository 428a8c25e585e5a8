/* signature.c - Rewrite kernels so that each pointer parameter becomes a buffer and an offset.
 *
 *     KERNEL scale(GLOBAL float *x, float a) {            KERNEL scale(GLOBAL float *gla_p_x, float a, ulong gla_at_x) {
 *         ...                                      =>         GLOBAL float *x = (GLOBAL float *)((GLOBAL char *)gla_p_x +
 *                                                                 gla_at_x); ...
 *
 * Only the parts of C that are needed to find kernels and their parameters are parsed. */
#include "signature.h"
#include "runtime/allocation.h"

#include "backend.h"
#include "runtime/writer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- parsing ------------------------------------------------------------------------------------------------------------ */
typedef struct token {
    const char *s;
    size_t length; /* 0 at the end of the source */
} token;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *end_of_line(const char *p)
{
    while (*p && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return p;
}

/* Skip white space, comments and preprocessor lines. */
static const char *skip(const char *p)
{
    for (;;) {
        if (isspace((unsigned char)*p))
            p++;
        else if (*p == '#' || (p[0] == '/' && p[1] == '/'))
            p = end_of_line(p);
        else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            p = end ? end + 2 : p + strlen(p);
        } else
            return p;
    }
}

static token next(const char **p)
{
    token t = {skip(*p), 0};
    const char *e = t.s;
    if (*e == '"' || *e == '\'') {
        for (e++; *e && *e != *t.s; e++)
            e += *e == '\\' && e[1];
        e += *e != '\0';
    } else if (is_word(*e)) {
        while (is_word(*e))
            e++;
    } else if (*e) {
        e++;
    }
    t.length = (size_t)(e - t.s);
    *p = e;
    return t;
}

static bool is(token t, const char *word)
{
    return strlen(word) == t.length && memcmp(t.s, word, t.length) == 0;
}

static bool is_any(token t, const char *const *words)
{
    while (*words && !is(t, *words))
        words++;
    return *words != NULL;
}

static const char *const kernel_words[] = {"KERNEL", "kernel", "__kernel", NULL};
static const char *const global_words[] = {"GLOBAL", "global", "__global", NULL};
static const char *const constant_words[] = {"CONSTANT", "constant", "__constant", NULL};
static const char *const local_words[] = {"LOCAL", "LOCAL_POINTER", "local", "__local", NULL};

/* A parameter, which consists of the text before its name and the name. */
typedef struct parameter {
    token type, name;
    gla_cl_parameter kind;
    bool is_constant;
} parameter;

typedef struct declaration {
    token name;
    const char *open, *close, *body; /* positions: after "(", at ")", after "{" */
    int n;
    parameter parameters[GLA_CL_PARAMETERS];
    bool has_local; /* DYNAMIC_LOCAL follows the last parameter */
} declaration;

/* Read a parameter that ends before `end`.  Return false if its form is not supported. */
static bool read_parameter(const char *p, const char *end, parameter *out)
{
    bool star = false, global = false, constant = false, local = false;
    token last = {0};
    out->type.s = skip(p);
    for (token t; (t = next(&p)).length && t.s < end;) {
        star |= is(t, "*");
        global |= is_any(t, global_words);
        constant |= is_any(t, constant_words);
        local |= is_any(t, local_words);
        if (is(t, "[") || is(t, "("))
            return false;
        last = t;
    }
    if (!last.length || !is_word(*last.s))
        return false;
    out->name = last;
    out->type.length = (size_t)(last.s - out->type.s);
    out->is_constant = constant;
    out->kind = star && (global || constant) ? GLA_CL_POINTER : star && local ? GLA_CL_LOCAL : GLA_CL_VALUE;
    return star == (out->kind != GLA_CL_VALUE) && memchr(out->type.s, '#', out->type.length) == NULL;
}

static bool read_parameters(declaration *d)
{
    const char *p = d->open, *begin = p;
    token first = next(&p);
    d->n = 0;
    d->has_local = false;
    if (memchr(d->open, '#', (size_t)(d->close - d->open))) /* some parameters may be compiled conditionally */
        return false;
    if (first.s == d->close || (is(first, "void") && next(&p).s == d->close))
        return true;
    for (p = d->open; d->n < GLA_CL_PARAMETERS;) {
        token t = next(&p);
        if (!t.length)
            return false;
        d->has_local = is(t, "DYNAMIC_LOCAL");
        if (!is(t, ",") && t.s != d->close && !d->has_local)
            continue;
        if (!read_parameter(begin, t.s, &d->parameters[d->n++]))
            return false;
        if (t.s == d->close || d->has_local)
            return true;
        begin = p;
    }
    return false;
}

/* Read a kernel definition after the word "kernel".  Return false if the text is not a definition or its form is not
 * supported. */
static bool read_declaration(const char *p, declaration *d)
{
    token before = {0};
    int depth = 0;
    d->name = before;
    d->open = d->close = NULL;
    for (token t; (t = next(&p)).length; before = t) {
        if (is(t, "(") && depth++ == 0 && !d->open && before.length && !is(before, "__attribute__")) {
            d->name = before;
            d->open = p;
        } else if (is(t, ")") && --depth == 0 && d->open && !d->close) {
            d->close = t.s;
        } else if (is(t, ";") && depth == 0) {
            return false;
        } else if (is(t, "{")) {
            d->body = p;
            return d->close && read_parameters(d);
        }
    }
    return false;
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */
static void put_token(gla_writer *t, token what)
{
    gla_put_bytes(t, what.s, what.length);
}

static void put_body_start(gla_writer *t, const declaration *d)
{
    for (int i = 0; i < d->n; i++) {
        const parameter *p = &d->parameters[i];
        if (p->kind != GLA_CL_POINTER)
            continue;
        const char *space = p->is_constant ? "constant" : "global";
        gla_put_text(t, " ");
        put_token(t, p->type);
        put_token(t, p->name);
        gla_put_text(t, " = (");
        put_token(t, p->type);
        gla_put_text(t, ")((const ");
        gla_put_text(t, space);
        gla_put_text(t, " char *)gla_p_");
        put_token(t, p->name);
        gla_put_text(t, " + gla_at_");
        put_token(t, p->name);
        gla_put_text(t, ");");
    }
}

/* Write the source from `from` to the start of the body, with rewritten parameters. */
static void put_declaration(gla_writer *t, const char *from, const declaration *d)
{
    for (int i = 0; i < d->n; i++) {
        const parameter *p = &d->parameters[i];
        gla_put_bytes(t, from, (size_t)(p->name.s - from));
        if (p->kind == GLA_CL_POINTER)
            gla_put_text(t, "gla_p_");
        from = p->name.s;
    }
    gla_put_bytes(t, from, (size_t)(d->close - from));
    for (int i = 0; i < d->n; i++)
        if (d->parameters[i].kind == GLA_CL_POINTER) {
            gla_put_text(t, ", ulong gla_at_");
            put_token(t, d->parameters[i].name);
        }
    gla_put_bytes(t, d->close, (size_t)(d->body - d->close));
    put_body_start(t, d);
}

static gla_status list_kernel(gla_cl_signature **list, const declaration *d)
{
    gla_cl_signature *s = gla_calloc(1, sizeof *s);
    if (!s)
        return gla_fail_memory("module", sizeof *s);
    snprintf(s->name, sizeof s->name, "%.*s", (int)d->name.length, d->name.s);
    s->n = d->n;
    s->has_local = d->has_local;
    for (int i = 0; i < d->n; i++)
        s->parameters[i] = d->parameters[i].kind;
    s->next = *list;
    *list = s;
    return GLA_OK;
}

char *gla_cl_rewrite(const char *source, gla_cl_signature **list)
{
    gla_writer w = GLA_WRITER("module");
    declaration d;
    char *text;
    const char *done = source, *p = source;
    for (token k; (k = next(&p)).length && !w.status;) {
        if (!is_any(k, kernel_words) || !read_declaration(p, &d))
            continue;
        w.status = list_kernel(list, &d);
        put_declaration(&w, done, &d);
        done = p = d.body;
    }
    gla_put_text(&w, done);
    gla_writer_finish(&w, &text);
    return text;
}

void gla_cl_signatures_free(gla_cl_signature *list)
{
    while (list) {
        gla_cl_signature *next_one = list->next;
        gla_free(list);
        list = next_one;
    }
}
