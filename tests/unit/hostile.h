/* hostile.h - Valid and invalid arguments for the functions of the library's table. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include "tap.h"

#include "gpulinalg/call.h"

#include <dirent.h>
#include <limits.h>

/* save and write_table write to any file that a hostile string names, so the test runs in its own directory, which is removed
 * afterwards. */
static char scratch[] = "/tmp/hostile-XXXXXX";

__attribute__((unused)) static void enter_scratch(void)
{
    ok(mkdtemp(scratch) && chdir(scratch) == 0, "a directory to write into");
}

__attribute__((unused)) static void remove_scratch(void)
{
    DIR *directory = opendir(".");
    for (struct dirent *file; directory && (file = readdir(directory));)
        unlink(file->d_name);
    if (directory)
        closedir(directory);
    ok(chdir("/") == 0 && rmdir(scratch) == 0, "it is removed");
}

/* Sizes beyond all memory are requested on purpose: malloc returns NULL, and AddressSanitizer must do so too. */
const char *__asan_default_options(void);
__attribute__((used, visibility("default"))) const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Restore global settings that a call may have changed.  With much memory, 2^31 - 1 elements are no error but take minutes;
 * 2^31 - 1 steps of a recurrence take hours. */
__attribute__((unused)) static void restore_globals(void)
{
    gla_set_device("host");
    gla_set_memory_limit("256M", NULL);
    gla_set_stream(NULL);
}

/* One argument. */
typedef struct slot {
    const void *p;
    int64_t n;
    double d;
} slot;

static const char *const kinds[] = {
    [GLA_FORM_ARRAY] = "array",       [GLA_FORM_TARGET] = "target", [GLA_FORM_ARRAYS] = "arrays", [GLA_FORM_PLACES] = "array",
    [GLA_FORM_INDEX] = "index",       [GLA_FORM_INTS] = "ints",     [GLA_FORM_DTYPE] = "dtype",   [GLA_FORM_AXIS] = "axis",
    [GLA_FORM_MAYBE] = "maybe",       [GLA_FORM_BOOL] = "bool",     [GLA_FORM_INT] = "int",       [GLA_FORM_INT64] = "int64",
    [GLA_FORM_DOUBLE] = "double",     [GLA_FORM_TEXT] = "text",     [GLA_FORM_PATH] = "text",     [GLA_FORM_TEXTS] = "texts",
    [GLA_FORM_BYTES] = "bytes",       [GLA_FORM_TYPED] = "array",   [GLA_FORM_TYPEDS] = "arrays", [GLA_FORM_BLOCKS] = "arrays",
    [GLA_FORM_SPARSES] = "sparses",   [GLA_FORM_LABELS] = "labels", [GLA_FORM_CHOSEN] = "chosen", [GLA_FORM_TRANSPOSE] = "int",
    [GLA_FORM_VARIABLE] = "variable", [GLA_FORM_DATA] = "data",     [GLA_FORM_FITS] = "fits"};

/* Return the kind of an argument; for an object its class. */
__attribute__((unused)) static const char *kind_of(const gla_argument_info *a)
{
    return a->class_name ? a->class_name : kinds[a->form];
}

/* Convert the slot to the argument that the function expects. */
static gla_passed passed(gla_form form, slot s)
{
    switch (form) {
    case GLA_FORM_DTYPE: return (gla_passed){.dtype = (gla_dtype)s.n};
    case GLA_FORM_AXIS: return (gla_passed){.axis = s.n};
    case GLA_FORM_MAYBE: return (gla_passed){.maybe = (gla_maybe)s.n};
    case GLA_FORM_BOOL: return (gla_passed){.truth = s.n != 0};
    case GLA_FORM_INT:
    case GLA_FORM_TRANSPOSE:
    case GLA_FORM_INT64: return (gla_passed){.integer = s.n};
    case GLA_FORM_DOUBLE: return (gla_passed){.real = s.d};
    default: return (gla_passed){.object = s.p};
    }
}

/* Time limits are 0: `calibrate` would use every second that it is given. */
static gla_passed limited(const gla_argument_info *a, gla_passed given)
{
    bool is_time_limit = a->form == GLA_FORM_DOUBLE && !strcmp(a->name, "seconds") && given.real > 0;
    return is_time_limit ? (gla_passed){.real = 0} : given;
}

/* Return true if f has left nothing but its results. A search may keep memory, because it stores intermediate values. */
__attribute__((unused)) static bool left_nothing(const gla_function *f, int64_t live)
{
    return gla_live_arrays() == live || !strcmp(f->symbol, "search_step");
}

/* Return true for results that are not pointers. */
static bool is_value(gla_form form)
{
    return form == GLA_FORM_BOOL || form == GLA_FORM_DOUBLE || form == GLA_FORM_DTYPE || form == GLA_FORM_INT64;
}

/* Call f; `wanted` has a bit for each requested result.  Return false if f breaks the rules: it must return an error with a
 * message, or all requested results, and these must be sound. */
static bool call_function(const gla_function *f, const slot *in, unsigned wanted, bool (*sound)(const gla_result *),
                          gla_status *status)
{
    static char nothing; /* a failed call must not leave this pointer in a result */
    gla_outcome outcome = {.n = 0};
    gla_passed given[GLA_MAX_ARGUMENTS];
    void *out[GLA_MAX_RESULTS] = {NULL};
    for (int i = 0; i < f->total; i++)
        given[i] = limited(&f->arguments[i], passed(f->arguments[i].form, in[i]));
    for (int i = 0; i < f->results; i++) {
        outcome.results[i] = (gla_result){.form = f->result[i].form, .v.object = &nothing};
        out[i] = wanted >> i & 1 ? &outcome.results[i].v : NULL;
    }
    gla_start_call();
    *status = f->run(given, out);
    bool good = !*status || (*gla_last_message() && gla_last_status() == *status);
    for (int i = 0; i < f->results; i++) {
        gla_result *result = &outcome.results[i];
        if (!out[i])
            result->v.object = NULL;
        else if (*status)
            good = good && (is_value(result->form) || !result->v.object);
        else if (!result->v.object && f->result[i].fallback)
            continue; /* result that was not requested */
        else if (!(good = good && (is_value(result->form) || result->v.object != &nothing) && (!sound || sound(result))))
            return false;
    }
    outcome.n = *status ? 0 : f->results;
    gla_release_outcome(&outcome);
    return good;
}

#endif
