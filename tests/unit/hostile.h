/* hostile.h - every public function by its name, from the table that tools/hdoc makes of the headers, to be called with
 * arguments of any kind. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include "tap.h"

#include <dirent.h>
#include <limits.h>

#define MAX_ARGUMENTS 16

/* save and write_table write wherever a hostile text says: into a directory of the test's own, and gone with it. */
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

/* Sizes beyond all memory are asked for on purpose: malloc says no, and AddressSanitizer shall too. */
const char *__asan_default_options(void);
__attribute__((used, visibility("default"))) const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* One argument, or where one result goes. */
typedef struct slot {
    const void *p;
    int64_t n;
    double d;
} slot;

typedef struct function {
    const char *name, *args, *results; /* "a:array b:array trans:int=0" */
    int n;
    gla_status (*call)(const slot *in, const slot *out);
} function;

#define ARRAY(i) ((const gla_array *)in[i].p)
#define TARGET(i) ((gla_array *)in[i].p)
#define ARRAYS(i) ((const gla_arrays *)in[i].p)
#define INDEX(i) ((const gla_index *)in[i].p)
#define INTS(i) ((const gla_ints *)in[i].p)
#define DTYPE(i) ((gla_dtype)in[i].n)
#define AXIS(i) in[i].n
#define MAYBE(i) ((gla_maybe)in[i].n)
#define BOOL(i) (in[i].n != 0)
#define INT(i) ((int)in[i].n)
#define INT64(i) in[i].n
#define DOUBLE(i) in[i].d
#define TEXT(i) ((const char *)in[i].p)
#define OBJECT(i, type) ((const type *)in[i].p)
#define OUT_OBJECT(i, type) ((type **)out[i].p)
#define TEXTS(i) ((const gla_strings *)in[i].p)
#define BYTES(i) ((const gla_bytes *)in[i].p)
#define OUT_ARRAY(i) ((gla_array **)out[i].p)
#define OUT_ARRAYS(i) ((gla_arrays **)out[i].p)
#define OUT_TEXT(i) ((char **)out[i].p)
#define OUT_STRINGS(i) ((gla_strings **)out[i].p)
#define OUT_RECORD(i) ((gla_record **)out[i].p)
#define OUT_TRUTH(i) ((bool *)out[i].p)
#define OUT_NUMBER(i) ((double *)out[i].p)

#define FUNCTION(symbol, name, n, args, results, expression)         \
    static gla_status call_##symbol(const slot *in, const slot *out) \
    {                                                                \
        (void)in;                                                    \
        (void)out;                                                   \
        return expression;                                           \
    }
#include "../drivers/functions.def"
#undef FUNCTION

static const function functions[] = {
#define FUNCTION(symbol, name, n, args, results, expression) {name, args, results, n, call_##symbol},
#include "../drivers/functions.def"
#undef FUNCTION
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Kind of argument or result i of a specification: "array"; *optional when it has a default. */
static const char *kind_of(const char *spec, int i, bool *optional)
{
    static char kind[40];
    *kind = '\0';
    for (; i > 0 && spec; i--)
        spec = (spec = strchr(spec, ' ')) ? spec + 1 : NULL;
    const char *colon = spec && *spec ? strchr(spec, ':') : NULL;
    if (colon) {
        size_t n = strcspn(colon + 1, "= ");
        snprintf(kind, sizeof kind, "%.*s", (int)n, colon + 1);
        *optional = colon[1 + n] == '=';
    }
    return kind;
}

static int count_of(const char *spec)
{
    int n = *spec != '\0';
    for (; *spec; spec++)
        n += *spec == ' ';
    return n;
}

/* Release a result. */
static void release(const char *kind, void *p)
{
    if (!strcmp(kind, "array"))
        gla_unref(p);
    else if (!strcmp(kind, "arrays"))
        gla_arrays_free(p);
    else if (!strcmp(kind, "text"))
        gla_free(p);
    else if (!strcmp(kind, "strings"))
        gla_strings_free(p);
    else if (!strcmp(kind, "record"))
        gla_record_free(p);
    else if (strcmp(kind, "truth") && strcmp(kind, "number"))
        gla_object_unref(p);
}

#endif
