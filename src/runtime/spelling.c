/* spelling.c - Write expressions in messages in the syntax of the script language. The format of a message contains them in
 * braces: {missing='nan'}, {stack(arrays, axis=1)}, {x1.T @ x2}. A word before a parenthesis is a function; a word before = is
 * an option; true, false and none are values; any other word is a variable. Quoted strings and printf conversions are not
 * changed. */
#include "gpulinalg/binding.h"

#include "runtime/runtime.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

static const gla_spelling plain = {"=", "", ".", "@", "none", "true", "false"};
static _Atomic(const gla_spelling *) chosen;

void gla_set_spelling(const gla_spelling *spelling)
{
    atomic_store(&chosen, spelling);
}

typedef struct text {
    char *to;
    size_t used;
} text;

static void put(text *t, const char *from, size_t length)
{
    if (length > GLA_SPELLED - 1 - t->used)
        length = GLA_SPELLED - 1 - t->used;
    memcpy(t->to + t->used, from, length);
    t->used += length;
}

static void put_text(text *t, const char *from)
{
    put(t, from, strlen(from));
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_same(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* Append a word and the separator after it. Return the start of the next part. */
static const char *put_word(text *t, const gla_spelling *s, const char *at, bool is_method)
{
    size_t length = 0;
    while (is_word(at[length]))
        length++;
    const char *end = at + length;
    bool is_option = end[0] == '=' && end[1] != '=', is_plain = is_method || end[0] == '(' || isdigit((unsigned char)at[0]);
    if (is_same(at, length, "none") || is_same(at, length, "true") || is_same(at, length, "false")) {
        put_text(t, at[0] == 'n' ? s->none : at[0] == 't' ? s->yes : s->no);
        return end;
    }
    if (!is_option && !is_plain)
        put_text(t, s->variable);
    put(t, at, length);
    if (is_option)
        put_text(t, s->option);
    return end + is_option;
}

/* Append the expression at `at`, up to its closing brace. Return the position after the brace. */
static const char *put_expression(text *t, const gla_spelling *s, const char *at)
{
    char quote = 0;
    for (bool is_method = false; *at && (quote || *at != '}');) {
        if (*at == '%') { /* skip to the conversion letter */
            size_t length = 1 + strspn(at + 1, "0123456789.*-+lz");
            put(t, at, length + 1);
            at += length + 1;
            is_method = false;
        } else if (!quote && is_word(*at)) {
            at = put_word(t, s, at, is_method);
            is_method = false;
        } else if (!quote && *at == '.' && (isalpha((unsigned char)at[1]) || at[1] == '%')) {
            put_text(t, s->method);
            is_method = true;
            at++;
        } else if (!quote && *at == '@') {
            put_text(t, s->product);
            at++;
        } else {
            quote = *at != '\'' && *at != '"' ? quote : quote ? 0 : *at;
            put(t, at++, 1);
        }
    }
    return at + (*at == '}');
}

const char *gla_spell(const char *format, char buffer[GLA_SPELLED])
{
    const gla_spelling *s = atomic_load(&chosen);
    text t = {buffer, 0};
    if (!strchr(format, '{'))
        return format;
    for (const char *at = format; *at;) {
        size_t length = strcspn(at, "{");
        put(&t, at, length);
        at += length;
        if (*at)
            at = put_expression(&t, s ? s : &plain, at + 1);
    }
    buffer[t.used] = '\0';
    return buffer;
}

int gla_spell_print(char *buf, size_t size, const char *format, ...)
{
    char buffer[GLA_SPELLED];
    va_list args;
    va_start(args, format);
    int n = gla_vprint(buf, size, gla_spell(format, buffer), args);
    va_end(args);
    return n;
}
