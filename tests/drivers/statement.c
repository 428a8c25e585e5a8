/* statement.c - Statements of the case language. */
#include "cases.h"

#include <string.h>

static const char *library_failure(gla_status status)
{
    return format("%s: %s", gla_status_name(status), gla_last_message());
}

static const char *check_fails(words *w, const scope *names)
{
    value results[MAX_RESULTS];
    int n = 0;
    gla_status status = GLA_OK;
    const char *kind = w->v[w->at++];
    const char *problem = call(w, names, &n, results, &status);
    if (problem)
        return problem;
    if (!status)
        return format("got no error\nexpected %s", kind);
    return strcmp(gla_status_name(status), kind) ? format("got %s\nexpected %s", library_failure(status), kind) : NULL;
}

static bool has(const value *got, const char *text)
{
    bool found = got->kind == TEXT && strstr(got->text, text);
    for (int64_t i = 0; got->kind == STRINGS && i < got->strings->n; i++)
        found |= got->strings->v[i] && strcmp(got->strings->v[i], text) == 0;
    for (int i = 0; got->kind == RECORD && i < got->record->n; i++)
        found |= strcmp(got->record->fields[i]->key, text) == 0;
    return found;
}

/* Return the field of a record as a value. */
static value field(const value *got, const char *key)
{
    for (int i = 0; got->kind == RECORD && i < got->record->n; i++) {
        const gla_field *f = got->record->fields[i];
        if (strcmp(f->key, key))
            continue;
        switch (f->kind) {
        case GLA_FIELD_TEXT: return (value){.kind = TEXT, .text = f->text};
        case GLA_FIELD_REAL: return (value){.kind = REAL, .real = f->real};
        case GLA_FIELD_BOOL: return (value){.kind = BOOL, .integer = f->integer};
        case GLA_FIELD_UNSIGNED: return (value){.kind = UNSIGNED, .integer = f->integer};
        default: return (value){.kind = INTEGER, .integer = f->integer};
        }
    }
    return (value){.kind = NONE};
}

/* has NAME "key" VALUE [TOLERANCE] */
static const char *check_field(const value *got, const char *key, words *w, const scope *names)
{
    value expected, tolerance = {.real = 0}, own = field(got, key);
    const char *problem = parse_value(w, names, &expected);
    if (!problem && w->at < w->n)
        problem = parse_value(w, names, &tolerance);
    if (problem)
        return problem;
    if (own.kind != TEXT || expected.kind != TEXT)
        return own.kind == TEXT || expected.kind == TEXT ? "a text and another value"
                                                         : compare(&own, &expected, tolerance.real);
    return strcmp(own.text, expected.text) ? format("got %s\nexpected %s", own.text, expected.text) : NULL;
}

/* Run a statement that is a test; `w` begins after its keyword. */
static const char *check(const char *kind, words *w, const scope *names)
{
    if (w->n < 3)
        return "the statement is too short";
    if (strcmp(kind, "fails") == 0)
        return check_fails(w, names);
    const value *got = find_name(names, w->v[w->at++]);
    if (!got)
        return format("no such name: %s", w->v[1]);
    if ((strcmp(kind, "dtype") == 0 || strcmp(kind, "shape") == 0) && got->kind != ARRAY)
        return "not an array";
    if (strcmp(kind, "dtype") == 0) {
        const char *dtype = gla_dtype_name(gla_array_dtype(got->array));
        return strcmp(dtype, w->v[2]) ? format("got %s\nexpected %s", dtype, w->v[2]) : NULL;
    }
    value expected, tolerance = {.real = 1e-13};
    const char *problem = parse_value(w, names, &expected);
    if (strcmp(kind, "parts") == 0)
        tolerance.real = 0;
    if (!problem && w->at < w->n && (strcmp(kind, "near") == 0 || strcmp(kind, "parts") == 0))
        problem = parse_value(w, names, &tolerance);
    if (problem)
        return problem;
    if (strcmp(kind, "near") == 0)
        return compare(got, &expected, tolerance.real);
    if (strcmp(kind, "parts") == 0)
        return compare_parts(got, &expected, tolerance.real);
    if (strcmp(kind, "same") == 0)
        return compare(got, &expected, 0);
    if (strcmp(kind, "shape") == 0)
        return compare_shape(got, &expected);
    bool text = strcmp(kind, "text") == 0;
    if (!text && expected.kind == TEXT && w->at < w->n)
        return check_field(got, expected.text, w, names);
    if (expected.kind != TEXT || (text && got->kind != TEXT))
        return "not a text";
    if (text ? strcmp(got->text, expected.text) == 0 : has(got, expected.text))
        return NULL;
    return format("got %s\nexpected %s", got->kind == TEXT ? got->text : "a list", expected.text);
}

/* let NAME = LITERAL [as DTYPE] */
static const char *do_let(words *w, scope *names)
{
    value v;
    if (w->n < 4 || strcmp(w->v[2], "="))
        return "let NAME = LITERAL";
    w->at = 3;
    const char *problem = parse_value(w, names, &v);
    if (!problem && w->at < w->n) {
        value given[2] = {v, {.kind = TEXT, .text = w->v[w->n - 1]}}, results[MAX_RESULTS];
        scope both = {.n = 2, .v = {{"x", given[0]}, {"t", given[1]}}};
        words as = {.n = 3, .v = {"asarray", "x", "dtype=t"}};
        gla_status status = GLA_OK;
        int n;
        if (w->n - w->at != 2 || strcmp(w->v[w->at], "as"))
            return "let NAME = LITERAL as DTYPE";
        problem = call(&as, &both, &n, results, &status);
        if (!problem && status)
            problem = library_failure(status);
        v = results[0];
    }
    if (!problem)
        set_name(names, w->v[1], v);
    return problem;
}

/* Check that the last call caused at least one warning, and that all are of this kind; NULL: that it caused none. */
static const char *check_warnings(const char *kind)
{
    if (kind && !gla_warning_count())
        return format("got no warning\nexpected %s", kind);
    for (int i = 0; i < gla_warning_count(); i++) {
        const char *got = gla_warning_name(gla_warning_kind(i));
        if (!kind || strcmp(got, kind))
            return format("got %s: %s\nexpected %s", got, gla_warning_message(i), kind ? kind : "no warning");
    }
    return NULL;
}

/* call NAME... = FUNCTION ...; do FUNCTION ... */
static const char *do_call(words *w, scope *names, const char *place, const char *warning)
{
    value results[MAX_RESULTS];
    int n = 0, wanted = 0;
    gla_status status = GLA_OK;
    w->at = 1;
    if (strcmp(w->v[0], "call") == 0) {
        while (1 + wanted < w->n && strcmp(w->v[1 + wanted], "="))
            wanted++;
        w->at = wanted + 2;
    }
    bool undefined = w->at < w->n && strncmp(w->v[w->at], "empty", 5) == 0; /* the content of `empty` is undefined */
    const char *problem = call(w, names, &n, results, &status);
    if (!problem && status)
        problem = library_failure(status);
    if (!problem)
        problem = check_warnings(warning);
    if (!problem && n != wanted)
        problem = format("%d results for %d names", n, wanted);
    for (int i = 0; !problem && i < n; i++) {
        set_name(names, w->v[1 + i], results[i]);
        if (!undefined && (results[i].kind == ARRAY || results[i].kind == TEXT || results[i].kind >= STRINGS) &&
            results[i].kind != OBJECT)
            hex_line(place, w->v[1 + i], &results[i]);
    }
    return problem;
}

/* warns KIND NAME... = FUNCTION ...: a call that must cause a warning. */
static const char *do_warns(words *w, scope *names, const char *place)
{
    if (w->n < 4)
        return "warns KIND NAME... = FUNCTION ...";
    const char *kind = w->v[1];
    w->n--;
    memmove(w->v, w->v + 1, (size_t)w->n * sizeof *w->v);
    w->v[0] = "call";
    return do_call(w, names, place, kind);
}

void statement(const char *text, scope *names, const char *place)
{
    static words w;
    static const char *const tests[] = {"near", "same", "parts", "dtype", "shape", "text", "has", "fails"};
    const char *name = format("%s %s", place, text), *problem = tokenize(text, &w);
    const char *kind = w.n ? w.v[0] : "";
    for (size_t i = 0; !problem && i < sizeof tests / sizeof *tests; i++)
        if (strcmp(kind, tests[i]) == 0) {
            w.at = 1;
            result(check(kind, &w, names), name);
            return;
        }
    if (!problem && strcmp(kind, "let") == 0)
        problem = do_let(&w, names);
    else if (!problem && (strcmp(kind, "call") == 0 || strcmp(kind, "do") == 0))
        problem = do_call(&w, names, place, NULL);
    else if (!problem && strcmp(kind, "warns") == 0) {
        result(do_warns(&w, names, place), name);
        return;
    } else if (!problem)
        problem = format("unknown statement '%s'", kind);
    if (problem)
        result(problem, name);
}
