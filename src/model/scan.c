/* scan.c - The words of a formula: names, numbers, strings and signs. */
#include "model/syntax.h"

#include <stdlib.h>
#include <string.h>

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c >= 0x80;
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static const char *copy(gla_scope *s, const char *from, int n)
{
    char *text = gla_s_memory(s, n + 1, 1);
    if (text)
        memcpy(text, from, (size_t)n);
    return text;
}

static void read_name(gla_scope *s, const formula_text *f, token *t)
{
    int end = t->at;
    while (is_letter((unsigned char)f->text[end]) || is_digit((unsigned char)f->text[end]))
        end++;
    t->kind = TOKEN_NAME;
    t->end = end;
    t->text = copy(s, f->text + t->at, end - t->at);
}

/* A name in backquotes; a backquote in it is written twice. */
static void read_backquoted(gla_scope *s, const formula_text *f, token *t)
{
    const char *from = f->text + t->at + 1;
    char *to = gla_s_memory(s, (int64_t)strlen(from) + 1, 1);
    int n = 0, used = 0;
    for (; from[n] && (from[n] != '`' || from[n + 1] == '`'); n++) {
        if (to)
            to[used++] = from[n];
        n += from[n] == '`';
    }
    if (!from[n])
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, t->at, "the quotation mark ` is not closed");
    t->kind = TOKEN_NAME;
    t->quoted = true;
    t->end = t->at + n + 2;
    t->text = to;
}

static void read_quoted(gla_scope *s, const formula_text *f, token *t)
{
    char quote = f->text[t->at];
    const char *end = strchr(f->text + t->at + 1, quote);
    if (!end) {
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, t->at, "the quotation mark %c is not closed", quote);
        return;
    }
    t->kind = TOKEN_TEXT;
    t->end = (int)(end - f->text) + 1;
    t->text = copy(s, f->text + t->at + 1, t->end - t->at - 2);
}

/* Return true if a number consists of digits, and fits into int64. */
static bool read_integer(const char *text, int n, int64_t *value)
{
    *value = 0;
    for (int i = 0; i < n; i++) {
        int digit = text[i] - '0';
        if (!is_digit((unsigned char)text[i]) || *value > (INT64_MAX - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return true;
}

static void read_number(const formula_text *f, token *t)
{
    int end = t->at;
    while (is_digit((unsigned char)f->text[end]) || f->text[end] == '.')
        end++;
    int power = end + 1 + (f->text[end] != '\0' && (f->text[end + 1] == '-' || f->text[end + 1] == '+'));
    if ((f->text[end] == 'e' || f->text[end] == 'E') && is_digit((unsigned char)f->text[power]))
        for (end = power; is_digit((unsigned char)f->text[end]);)
            end++;
    t->kind = TOKEN_NUMBER;
    t->end = end;
    t->number = strtod(f->text + t->at, NULL);
    t->whole = read_integer(f->text + t->at, end - t->at, &t->integer);
}

static void read_sign(gla_scope *s, const formula_text *f, token *t)
{
    static const struct {
        char text[3];
        int op;
    } doubles[] = {{"==", OP_EQUAL}, {"!=", OP_UNEQUAL}, {"<=", OP_AT_MOST}, {">=", OP_AT_LEAST},
                   {"&&", '&'},      {"||", '|'},        {"**", '^'}};
    const char *here = f->text + t->at;
    t->kind = TOKEN_SIGN;
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        if (!strncmp(here, doubles[i].text, 2)) {
            t->op = doubles[i].op;
            t->end = t->at + 2;
            return;
        }
    t->op = *here;
    t->end = t->at + 1;
    if (!strchr("+-*/^:~|&!<>=()[],", *here))
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, t->at, "the character %c has no meaning in a formula", *here);
}

token model_next_token(gla_scope *s, const formula_text *f, int at)
{
    while (f->text[at] == ' ' || f->text[at] == '\t' || f->text[at] == '\n' || f->text[at] == '\r')
        at++;
    token t = {.kind = TOKEN_END, .at = at, .end = at};
    unsigned char c = (unsigned char)f->text[at];
    if (!c)
        return t;
    if (is_digit(c) || (c == '.' && is_digit((unsigned char)f->text[at + 1])))
        read_number(f, &t);
    else if (is_letter(c))
        read_name(s, f, &t);
    else if (c == '`')
        read_backquoted(s, f, &t);
    else if (c == '\'' || c == '"')
        read_quoted(s, f, &t);
    else
        read_sign(s, f, &t);
    return t;
}
