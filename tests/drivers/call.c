/* call.c - call a function of the library by name, with positional and named arguments. */
#include "backend.h" /* gla_test_fail_allocation */
#include "cases.h"

#include <ctype.h>
#include <string.h>

bool starve;

/* The i-th item of "name:kind=default name:kind ...": its parts. */
typedef struct spec {
    const char *name, *kind, *fallback; /* fallback NULL: a required argument */
    size_t name_length, kind_length, fallback_length;
} spec;

static spec nth_spec(const char *text, int i)
{
    for (; i > 0; i--)
        text = strchr(text, ' ') + 1;
    spec s = {.name = text, .name_length = strcspn(text, ":")};
    s.kind = text + s.name_length + 1;
    s.kind_length = strcspn(s.kind, "= ");
    if (s.kind[s.kind_length] == '=') {
        s.fallback = s.kind + s.kind_length + 1;
        s.fallback_length = strcspn(s.fallback, " ");
    }
    return s;
}

static int find_argument(const function *f, const char *name, size_t length)
{
    for (int i = 0; i < f->n_args; i++) {
        spec s = nth_spec(f->args, i);
        if (s.name_length == length && strncmp(s.name, name, length) == 0)
            return i;
    }
    return -1;
}

/* OPTION= at the front of the words; the value may follow directly ("axis=0", "axis=[0,1]"). */
static size_t option_length(const words *w)
{
    const char *word = w->v[w->at];
    size_t n = 0;
    while (isalnum((unsigned char)word[n]) || word[n] == '_')
        n++;
    return n && word[n] == '=' && !isdigit((unsigned char)*word) ? n : 0;
}

static const char *read_arguments(const function *f, words *w, const scope *names, value *given, bool *have)
{
    for (int position = 0; w->at < w->n;) {
        size_t n = option_length(w);
        const char *word = w->v[w->at];
        int i = n ? find_argument(f, word, n) : position++;
        if (i < 0 || i >= f->n_args || have[i])
            return format("%s does not take this argument: %s", f->name, word);
        if (n && word[n + 1])
            w->v[w->at] = word + n + 1;
        else if (n)
            w->at++;
        const char *problem = parse_value(w, names, &given[i]);
        if (problem)
            return problem;
        have[i] = true;
    }
    for (int i = 0; i < f->n_args; i++) {
        spec s = nth_spec(f->args, i);
        words fallback;
        if (have[i])
            continue;
        if (!s.fallback)
            return format("%s: argument %.*s is missing", f->name, (int)s.name_length, s.name);
        const char *problem = tokenize(keep_text(s.fallback, s.fallback_length), &fallback);
        if (!problem)
            problem = parse_value(&fallback, names, &given[i]);
        if (problem)
            return problem;
    }
    return NULL;
}

/* What the kind of a result, as tools/hdoc names it, is in the case language; that of an operator shows itself. */
static kind kind_of(const char *name, size_t length, const value *v)
{
    static const struct { const char *name; kind kind; } kinds[] = {
        {"array", ARRAY}, {"text", TEXT}, {"strings", STRINGS}, {"record", RECORD}, {"truth", BOOL}, {"number", REAL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, name, length) == 0)
            return kinds[i].kind;
    return strncmp(name, "operand", length) || v->object ? OBJECT : v->array ? ARRAY : BOOL;
}

/* A list of arrays becomes that many results. */
static int take_apart(value *out)
{
    gla_arrays *list = out[0].arrays;
    int n = list ? (int)list->n : 0;
    out[0].arrays = NULL;
    for (int i = 0; i < n; i++)
        keep_result(out[i] = (value){.kind = ARRAY, .array = gla_ref(list->v[i])});
    gla_arrays_free(list);
    return n;
}

static int label_results(const char *results, value *out)
{
    int n = 0;
    if (strstr(results, ":arrays"))
        return take_apart(out);
    for (const char *p = results; *p; n++) {
        spec s = nth_spec(p, 0);
        out[n].kind = kind_of(s.kind, s.kind_length, &out[n]);
        out[n].integer = out[n].truth;
        keep_result(out[n]);
        p = s.kind + s.kind_length;
        p += *p == ' ';
    }
    return n;
}

static void drop_results(int n, value *results)
{
    for (int i = 0; i < n; i++) {
        gla_unref(results[i].array);
        gla_free((char *)results[i].text);
        gla_strings_free(results[i].strings);
        gla_arrays_free(results[i].arrays);
        gla_record_free(results[i].record);
        gla_object_unref(results[i].object);
    }
    memset(results, 0, MAX_RESULTS * sizeof *results);
}

/* Run f again and again, each time with another of its allocations failing: the only answer may be OutOfMemoryError, what it
 * answers without a failure (where it knows a way round), and nothing may leak.  NULL once it has run without a failure. */
static const char *run_starved(const function *f, argument *in, value *results, gla_status *status)
{
    const char *odd = NULL;
    gla_status other = GLA_OK;
    for (long n = 1;; n++) {
        int64_t live = gla_live_arrays();
        gla_start_call();
        gla_test_fail_allocation(n, false);
        *status = f->run(in, results);
        long made = gla_test_allocations();
        gla_test_fail_allocation(0, false);
        bool changes = !strcmp(f->name, "kernel_launch") || !strcmp(f->name, "setitem"); /* what it is given: once is enough */
        if (made < n || (changes && !*status))
            return other && other != *status ? odd : NULL;
        if (*status && *status != GLA_OUT_OF_MEMORY_ERROR) {
            odd = format("%s: with allocation %ld failing: %s: %s", f->name, n, gla_status_name(*status), gla_last_message());
            other = *status;
        }
        if (*status)
            for (int i = 0; i < MAX_RESULTS; i++)
                if (results[i].array || results[i].text || results[i].strings || results[i].record || results[i].arrays ||
                    results[i].object)
                    return format("%s: with allocation %ld failing it left a result", f->name, n);
        drop_results(MAX_RESULTS, results);
        if (gla_live_arrays() != live)
            return format("%s: with allocation %ld failing it leaks %lld arrays", f->name, n,
                          (long long)(gla_live_arrays() - live));
    }
}

const char *call(words *w, const scope *names, int *n, value *results, gla_status *status)
{
    value given[MAX_ARGUMENTS] = {0};
    bool have[MAX_ARGUMENTS] = {false};
    argument in[MAX_ARGUMENTS];
    const char *name = w->at < w->n ? w->v[w->at++] : "";
    const function *f = strcmp(name, "operator") || w->at == w->n ? find_function(name) : find_operator(w->v[w->at++]);
    if (!f)
        return "no such function";
    const char *problem = read_arguments(f, w, names, given, have);
    if (problem)
        return problem;
    gla_start_call();
    *status = GLA_OK;
    for (int i = 0; i < f->n_args && !*status; i++) {
        spec s = nth_spec(f->args, i);
        *status = convert(s.kind, s.kind_length, s.fallback, &given[i], &in[i]);
    }
    memset(results, 0, MAX_RESULTS * sizeof *results);
    if (!*status) {
        if (starve && (problem = run_starved(f, in, results, status)))
            return problem;
        if (!starve)
            *status = f->run(in, results);
        *n = label_results(f->results, results);
        for (int i = 0; *status && i < *n; i++)
            if (results[i].array || results[i].text || results[i].strings || results[i].record ||
                results[i].object)
                return format("%s failed but left a result", f->name);
    }
    if (*status && (*status != gla_last_status() || !*gla_last_message()))
        return format("%s returned %s but the thread's status is %s: %s", f->name, gla_status_name(*status),
                      gla_status_name(gla_last_status()), gla_last_message());
    return NULL;
}
