/* preprocess.c - Simulate the preprocessor on a source: collect macros and typedefs, and replace text that is not compiled by
 * blanks. Conditions, #define and typedef are evaluated, but macros predefined by the compiler are unknown. If a condition
 * depends on an unknown macro both branches are kept, and names that the branches define differently are doubtful. */
#include "kernel/kernel.h"
#include "kernel/words.h"
#include "runtime/allocation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CONDITIONS 64

typedef enum answer { NO, YES, UNKNOWN } answer;

static answer both(answer a, answer b)
{
    return a == NO || b == NO ? NO : a == YES && b == YES ? YES : UNKNOWN;
}

static answer opposite(answer a)
{
    return a == NO ? YES : a == YES ? NO : UNKNOWN;
}

static answer either(answer a, answer b)
{
    return opposite(both(opposite(a), opposite(b)));
}

/* ---- macros ---------------------------------------------------------------------------------------------------------- */
const gla_macro *gla_macro_find(const gla_macros *m, gla_word name)
{
    for (int i = m->n - 1; i >= 0; i--)
        if (gla_word_same(m->v[i].name, name))
            return m->v[i].defined ? &m->v[i] : NULL;
    return NULL;
}

/* sure: the definition is unconditional; otherwise a conflicting definition makes the name doubtful. */
static void add(gla_macros *m, gla_word name, gla_word value, bool defined, bool sure)
{
    const gla_macro *old = gla_macro_find(m, name);
    if (m->n == m->room) {
        int room = m->room ? 2 * m->room : 16;
        gla_macro *v = gla_realloc(m->v, (size_t)room * sizeof *v);
        if (!v) {
            m->failed = true;
            return;
        }
        m->v = v;
        m->room = room;
        old = gla_macro_find(m, name);
    }
    bool ambiguous = !sure && (!defined || (old && (old->ambiguous || !gla_word_same(old->value, value))));
    m->v[m->n++] = (gla_macro){name, value, defined || ambiguous, ambiguous};
}

void gla_macros_free(gla_macros *m)
{
    for (gla_text_copy *c = m->copies, *next; c; c = next) {
        next = c->next;
        gla_free(c);
    }
    gla_free(m->v);
    *m = (gla_macros){0};
}

/* ---- conditions ------------------------------------------------------------------------------------------------------- */
typedef struct number {
    bool known;
    long value;
} number;

typedef struct condition {
    const gla_macros *macros;
    const char *p, *end;
    gla_word word; /* the next word */
} condition;

static void go_on(condition *c)
{
    c->word = gla_word_next(&c->p, c->end);
}

static bool take(condition *c, const char *mark)
{
    bool found = gla_word_is(c->word, mark);
    if (found)
        go_on(c);
    return found;
}

/* Return true for names that the compiler or the dialect may define. */
static bool is_reserved(gla_word w)
{
    static const char *const begins[] = {"_", "cl_", "CL_", "HAS_", "CUDA", "NV_"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (w.n >= strlen(begins[i]) && memcmp(w.s, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static answer is_defined(const gla_macros *m, gla_word name)
{
    const gla_macro *found = gla_macro_find(m, name);
    return found ? found->ambiguous ? UNKNOWN : YES : is_reserved(name) ? UNKNOWN : NO;
}

static number integer(gla_word w)
{
    char *end, copy[24];
    if (!w.n || w.n >= sizeof copy)
        return (number){false, 0};
    memcpy(copy, w.s, w.n);
    copy[w.n] = 0;
    long value = strtol(copy, &end, 0);
    end += strspn(end, "uUlL");
    return (number){end > copy && !*end, value};
}

static number read_or(condition *c);

static number read_one(condition *c)
{
    number n = {false, 0};
    if (take(c, "!")) {
        n = read_one(c);
        return (number){n.known, !n.value};
    }
    if (take(c, "(")) {
        n = read_or(c);
        n.known &= take(c, ")");
        return n;
    }
    gla_word w = c->word;
    go_on(c);
    if (gla_word_is(w, "defined")) {
        bool open = take(c, "(");
        answer a = is_defined(c->macros, c->word);
        go_on(c);
        return (number){a != UNKNOWN && (!open || take(c, ")")), a == YES};
    }
    if (!w.n || !(isalpha((unsigned char)*w.s) || *w.s == '_'))
        return integer(w);
    const gla_macro *m = gla_macro_find(c->macros, w);
    if (!m)
        return (number){!is_reserved(w), 0};
    return m->ambiguous ? n : integer(m->value);
}

static number read_comparison(condition *c)
{
    number a = read_one(c);
    for (;;) {
        char first = c->word.n ? *c->word.s : 0;
        if (!first || !strchr("=!<>", first))
            return a;
        go_on(c);
        bool equal = take(c, "=");
        number b = read_one(c);
        long x = a.value, y = b.value;
        a.known &= b.known && (equal || first == '<' || first == '>');
        a.value = first == '=' ? x == y : first == '!' ? x != y : equal && x == y ? 1 : first == '<' ? x < y : x > y;
    }
}

static number read_and(condition *c)
{
    number a = read_comparison(c);
    while (take(c, "&")) {
        a.known &= take(c, "&");
        number b = read_comparison(c);
        bool no = (a.known && !a.value) || (b.known && !b.value);
        a = (number){no || (a.known && b.known), !no};
    }
    return a;
}

static number read_or(condition *c)
{
    number a = read_and(c);
    while (take(c, "|")) {
        a.known &= take(c, "|");
        number b = read_and(c);
        bool yes = (a.known && a.value) || (b.known && b.value);
        a = (number){yes || (a.known && b.known), yes};
    }
    return a;
}

static answer ask(const gla_macros *m, const char *p, const char *end)
{
    condition c = {.macros = m, .p = p, .end = end};
    go_on(&c);
    number n = read_or(&c);
    return !n.known || c.word.n ? UNKNOWN : n.value ? YES : NO;
}

/* ---- visible text ----------------------------------------------------------------------------------------------------- */
typedef struct reader {
    gla_macros *macros;
    int depth;
    answer now[MAX_CONDITIONS], before[MAX_CONDITIONS]; /* the current branch; any branch up to the current one */
} reader;

static answer shown(const reader *r)
{
    answer a = YES;
    for (int i = 0; i < r->depth && i < MAX_CONDITIONS; i++)
        a = both(a, r->now[i]);
    return a;
}

static void define(reader *r, const char *p, const char *end)
{
    gla_word name = gla_word_next(&p, end);
    if (!name.n || (p < end && *p == '(')) /* function-like macros are not types */
        return;
    while (p < end && isspace((unsigned char)*p))
        p++;
    while (end > p && isspace((unsigned char)end[-1]))
        end--;
    add(r->macros, name, (gla_word){p, (size_t)(end - p)}, true, shown(r) == YES);
}

/* Process one line that starts with #. */
static void process_directive(reader *r, const char *p, const char *end)
{
    gla_word w = gla_word_next(&p, end);
    const char *rest = p;
    bool is_ifdef = gla_word_is(w, "ifdef"), is_ifndef = gla_word_is(w, "ifndef"), is_elif = gla_word_is(w, "elif");
    answer a = is_ifdef || is_ifndef ? is_defined(r->macros, gla_word_next(&rest, end)) : UNKNOWN;
    if (is_ifndef)
        a = opposite(a);
    if (gla_word_is(w, "if") || is_elif)
        a = ask(r->macros, p, end);
    int top = (r->depth < MAX_CONDITIONS ? r->depth : MAX_CONDITIONS) - 1;
    if (is_ifdef || is_ifndef || gla_word_is(w, "if")) {
        if (r->depth++ < MAX_CONDITIONS)
            r->now[r->depth - 1] = r->before[r->depth - 1] = a;
    } else if ((is_elif || gla_word_is(w, "else")) && top >= 0) {
        r->now[top] = is_elif ? both(a, opposite(r->before[top])) : opposite(r->before[top]);
        r->before[top] = is_elif ? either(r->before[top], a) : YES;
    } else if (gla_word_is(w, "endif") && r->depth > 0) {
        r->depth--;
    } else if (gla_word_is(w, "define") && shown(r) != NO) {
        define(r, p, end);
    } else if (gla_word_is(w, "undef") && shown(r) != NO) {
        add(r->macros, gla_word_next(&rest, end), (gla_word){"", 0}, false, shown(r) == YES);
    }
}

static char *end_of_line(char *p)
{
    for (; *p && *p != '\n'; p++)
        if (*p == '\\' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n')))
            p += p[1] == '\n' ? 1 : 2;
    return p;
}

/* Return the end of a comment or quoted string that starts here, or p if none starts. */
static char *end_of_foreign(char *p)
{
    if (p[0] == '/' && p[1] == '/')
        return end_of_line(p);
    if (p[0] == '/' && p[1] == '*') {
        char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (*p != '"' && *p != '\'')
        return p;
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

static void blank(char *p, const char *end)
{
    for (; p < end; p++)
        if (*p != '\n')
            *p = ' ';
}

/* Record typedef TYPE NAME; if TYPE is a named type. */
static void find_typedefs(gla_macros *m, const char *p)
{
    const char *end = p + strlen(p);
    for (gla_word w; (w = gla_word_next(&p, end)).n;) {
        if (!gla_word_is(w, "typedef"))
            continue;
        const char *from = p;
        gla_word last = w;
        bool plain = true;
        while ((w = gla_word_next(&p, end)).n && !gla_word_is(w, ";")) {
            plain &= gla_in_name(*w.s);
            last = w;
        }
        if (plain && last.s > from)
            add(m, last, (gla_word){from, (size_t)(last.s - from)}, true, false);
    }
}

char *gla_macros_read(gla_macros *m, const char *text)
{
    size_t size = strlen(text) + 1;
    gla_text_copy *raw = gla_malloc(sizeof *raw + size), *copy = gla_malloc(sizeof *copy + size);
    if (!raw || !copy) {
        gla_free(raw);
        gla_free(copy);
        m->failed = true;
        return NULL;
    }
    raw->next = m->copies; /* macro values refer to raw; copy contains the compiled text */
    copy->next = raw;
    m->copies = copy;
    memcpy(raw->text, text, size);
    for (char *p = raw->text, *end; *p; p = end + (end == p))
        if ((end = end_of_foreign(p)) > p)
            blank(p, end);
    memcpy(copy->text, raw->text, size);
    reader r = {.macros = m};
    bool begins = true; /* only blanks since the start of the line */
    for (char *p = copy->text; *p; p++) {
        if (*p == '#' && begins) {
            char *end = end_of_line(p);
            const char *line = raw->text + (p - copy->text);
            process_directive(&r, line + 1, line + (end - p));
            blank(p, end);
            p = end - 1;
        } else if (*p == '\n') {
            begins = true;
        } else if (!isspace((unsigned char)*p)) {
            begins = false;
            if (shown(&r) == NO)
                *p = ' ';
        }
    }
    find_typedefs(m, copy->text);
    return copy->text;
}

void gla_macros_option(gla_macros *m, const char *option, const char *following)
{
    if (strncmp(option, "-D", 2) != 0)
        return;
    const char *p = option + 2 + strspn(option + 2, " "), *text = *p || !following ? p : following;
    const char *equal = strchr(text, '=');
    size_t n = equal ? (size_t)(equal - text) : strlen(text);
    if (n)
        add(m, (gla_word){text, n}, equal ? (gla_word){equal + 1, strlen(equal + 1)} : (gla_word){"1", 1}, true, true);
}
