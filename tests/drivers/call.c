/* call.c - Calls of library functions by name, with positional and named arguments. */
#include "backend.h" /* gla_test_fail_allocation */
#include "cases.h"
#include "runtime/allocation.h"

#include <ctype.h>
#include <string.h>

bool starve;

/* A parsed call of a function or of an operator. */
typedef struct request {
    const char *name;
    const gla_function *f;
    gla_operator_id id;
    int n;
    value given[GLA_MAX_ARGUMENTS];
    void *values[GLA_MAX_ARGUMENTS];
    const char *names[GLA_MAX_ARGUMENTS];
} request;

/* Length of OPTION= at the front of the words; the value may follow directly ("axis=0", "axis=[0,1]"). */
static size_t option_length(const words *w)
{
    const char *word = w->v[w->at];
    size_t n = 0;
    while (isalnum((unsigned char)word[n]) || word[n] == '_')
        n++;
    return n && word[n] == '=' && !isdigit((unsigned char)*word) ? n : 0;
}

static const char *read_arguments(request *q, words *w, const scope *names)
{
    for (q->n = 0; w->at < w->n; q->n++) {
        size_t n = option_length(w);
        const char *word = w->v[w->at];
        if (q->n == GLA_MAX_ARGUMENTS)
            return format("%s: too many arguments", q->name);
        q->names[q->n] = n ? keep_text(word, n) : NULL;
        if (n && word[n + 1])
            w->v[w->at] = word + n + 1;
        else if (n)
            w->at++;
        const char *problem = parse_value(w, names, &q->given[q->n]);
        if (problem)
            return problem;
        q->values[q->n] = &q->given[q->n];
    }
    return q->f || q->n == (gla_operators()[q->id].unary ? 1 : 2) ? NULL : "not the number of operands";
}

static gla_status run(request *q, gla_outcome *out)
{
    return q->f ? gla_call_function(&reader, q->f, q->n, q->values, q->names, out)
                : gla_operate(&reader, q->id, q->values[0], q->values[1], out);
}

/* Convert a list of integers to a list of the case language. */
static value list_of(gla_ints *sizes)
{
    value *items = keep((size_t)sizes->n * sizeof *items);
    for (int i = 0; i < sizes->n; i++)
        items[i] = (value){.kind = INTEGER, .integer = sizes->v[i]};
    value list = {.kind = LIST, .n = sizes->n, .items = items};
    gla_free(sizes);
    return list;
}

static value name_of_type(gla_dtype dtype)
{
    const char *name = gla_dtype_name(dtype);
    char *text = gla_malloc(strlen(name) + 1);
    return (value){.kind = TEXT, .text = text ? strcpy(text, name) : NULL};
}

/* Convert a result to a value, which takes it over. */
static value value_of(const gla_result *r)
{
    switch (r->form) {
    case GLA_FORM_TEXT: return (value){.kind = TEXT, .text = r->v.text};
    case GLA_FORM_TEXTS: return (value){.kind = STRINGS, .strings = r->v.texts};
    case GLA_FORM_RECORD: return (value){.kind = RECORD, .record = r->v.record};
    case GLA_FORM_SIZES: return list_of(r->v.sizes);
    case GLA_FORM_DTYPE: return name_of_type(r->v.dtype);
    case GLA_FORM_BOOL: return (value){.kind = BOOL, .integer = r->v.truth};
    case GLA_FORM_INT64: return (value){.kind = INTEGER, .integer = r->v.integer};
    case GLA_FORM_DOUBLE: return (value){.kind = REAL, .real = r->v.real};
    case GLA_FORM_OBJECT: return (value){.kind = OBJECT, .object = r->v.object};
    default: return (value){.kind = ARRAY, .array = r->v.array};
    }
}

/* A list of arrays or other objects counts as separate results. */
static int keep_results(gla_outcome *out, value *results)
{
    int n = 0;
    for (int i = 0; i < out->n; i++) {
        gla_result *r = &out->results[i], item;
        if (r->form != GLA_FORM_ARRAYS && r->form != GLA_FORM_OBJECTS) {
            results[n++] = keep_result(value_of(r));
            continue;
        }
        for (int64_t k = 0; k < gla_result_length(r) && n < MAX_RESULTS; k++) {
            gla_result_item(r, k, &item);
            item.v.object = gla_object_ref(item.v.object);
            results[n++] = keep_result(value_of(&item));
        }
        gla_release_result(r);
    }
    return n;
}

/* Check that a failed call leaves no results, and that its status is the thread's status, with a message. */
static const char *check_failure(const request *q, const gla_outcome *out)
{
    for (int i = 0; i < (q->f ? q->f->results : 1); i++)
        if (out->results[i].form != GLA_FORM_BOOL && out->results[i].form != GLA_FORM_DOUBLE && out->results[i].v.object)
            return format("%s failed but left a result", q->name);
    if (out->status != gla_last_status() || !*out->note[0].message)
        return format("%s returned %s but the thread's status is %s: %s", q->name, out->note[0].kind,
                      gla_status_name(gla_last_status()), gla_last_message());
    return NULL;
}

/* Return false for functions whose failure changes their arguments: a failed iteration cannot be restarted, factors lose their
 * matrix, and a gradient is computed once. Tapes keep arrays, which are no leaks. */
static bool is_starved(const request *q)
{
    bool watched = strstr(q->name, "tape") || !strncmp(q->name, "backward", 8);
    for (int i = 0; i < q->n && !watched; i++)
        if (q->given[i].kind == ARRAY)
            gla_is_watched(q->given[i].array, &watched);
    return !watched && strncmp(q->name, "sparse.iteration_", 17) != 0 && strcmp(q->name, "sparse.factorization_refactor") != 0;
}

/* Return true for functions that change an argument or a random generator, because a second call would give other results. */
static bool changes(const request *q)
{
    if (!strcmp(q->name, "kernel_launch") || !strcmp(q->name, "setitem"))
        return true;
    for (int i = 0; i < q->n; i++)
        if (q->given[i].kind == OBJECT && !strcmp(gla_object_class(q->given[i].object), "Generator"))
            return true;
    return false;
}

/* A call with many allocations repeats the same ones, so not each of them is made to fail. */
static long next_failure(long n)
{
    return n + 1 + n / 64;
}

/* Repeat a call, each time with another allocation failing. The call must report OutOfMemoryError, or return the usual result
 * if it can do without the memory, and nothing may leak.  Return NULL after a call without a failure. */
static const char *run_starved(request *q, gla_outcome *out)
{
    const char *odd = NULL;
    gla_status other = GLA_OK;
    bool kept = false;
    for (long n = 1, next;; n = next) {
        int64_t live = gla_live_arrays();
        memset(out, 0, sizeof *out);
        next = next_failure(n);
        gla_test_fail_allocation(n, false);
        gla_status status = run(q, out);
        long made = gla_test_allocations();
        gla_test_fail_allocation(0, false);
        if (made < n || (!status && changes(q)))
            return other && other != status ? odd : NULL;
        if (status && status != GLA_OUT_OF_MEMORY_ERROR) {
            odd = format("%s: with allocation %ld failing: %s: %s", q->name, n, out->note[0].kind, out->note[0].message);
            other = status;
        }
        const char *problem = status ? check_failure(q, out) : NULL;
        if (problem)
            return format("%s (with allocation %ld failing)", problem, n);
        gla_release_outcome(out);
        if (gla_live_arrays() != live && !status && !kept) { /* a matrix may cache its other format, once */
            kept = true;
            next = n;
        } else if (gla_live_arrays() != live)
            return format("%s: with allocation %ld failing (%s) it leaks %lld arrays", q->name, n, gla_status_name(status),
                          (long long)(gla_live_arrays() - live));
    }
}

const char *call(words *w, const scope *names, int *n, value *results, gla_status *status)
{
    static request q; /* calls are not nested */
    gla_outcome out = {.status = GLA_OK};
    memset(&q, 0, sizeof q);
    q.name = w->at < w->n ? w->v[w->at++] : "";
    if (strcmp(q.name, "operator") || w->at == w->n)
        q.f = gla_function_named(q.name);
    else
        q.id = gla_operator_named(q.name = w->v[w->at++]);
    if (!q.f && (q.id == GLA_OPERATOR_COUNT || strcmp(q.name, gla_operators()[q.id].name)))
        return "no such function";
    const char *problem = read_arguments(&q, w, names);
    if (!problem && starve && is_starved(&q))
        problem = run_starved(&q, &out);
    else if (!problem)
        run(&q, &out);
    if (problem)
        return problem;
    *status = out.status;
    *n = keep_results(&out, results);
    return *status ? check_failure(&q, &out) : NULL;
}
