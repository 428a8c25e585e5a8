/* cases.h - what the files of the C case driver share. */
#ifndef CASES_H
#define CASES_H

#include <gpulinalg.h>

typedef enum kind { NONE, BOOL, INTEGER, UNSIGNED, REAL, COMPLEX, TEXT, LIST, ARRAY, STRINGS, RECORD, OBJECT } kind;

/* A plain value of the case language, or a result. */
typedef struct value {
    kind kind;
    int64_t integer; /* also a bool, and the bits of an UNSIGNED */
    double real, imag;
    const char *text;
    int n; /* of the items of a LIST */
    const struct value *items;
    gla_array *array;
    gla_strings *strings;
    gla_arrays *arrays; /* of a call, until they are taken apart */
    gla_record *record;
    void *object;
    bool truth;
} value;

/* The variables of one file. */
typedef struct scope {
    int n;
    struct { const char *name; value value; } v[400];
} scope;

/* memory.c: everything lives until the end of the file that is run. */
void *keep(size_t bytes);
const char *keep_text(const char *text, size_t length);
const char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
gla_array *keep_array(gla_array *a);
value keep_result(value v);
void let_go(void);

/* parse.c: words of a statement.  A problem is a text, kept; NULL is success. */
typedef struct words {
    int n, at;
    const char *v[4000];
} words;
const char *tokenize(const char *line, words *w);
const char *parse_value(words *w, const scope *names, value *out);
const value *find_name(const scope *names, const char *name);
void set_name(scope *names, const char *name, value v);

/* convert.c: a value as an argument of the kind that the library wants; fails as a binding does. */
typedef struct argument {
    const gla_array *array;
    gla_array *target;
    gla_arrays arrays;
    gla_index index;
    gla_ints ints;
    bool given; /* of ints */
    gla_dtype dtype;
    gla_axis axis;
    gla_maybe maybe;
    bool boolean;
    int64_t integer;
    double real;
    const char *text;
    const void *object;
    const gla_strings *texts;
    gla_bytes bytes;
} argument;
gla_status convert(const char *kind, size_t length, bool optional, const value *v, argument *out);

/* functions.c: every public function by its name. */
enum { MAX_ARGUMENTS = 12, MAX_RESULTS = 8 };
typedef struct function {
    const char *name;
    int n_args;
    const char *args, *results;
    gla_status (*run)(argument *in, value *out);
} function;
const function *find_function(const char *name);

/* operator.c: the operator that does what this function does to arrays. */
const function *find_operator(const char *name);

/* call.c: FUNCTION ARG... OPTION=ARG... from the words.  *status is the library's answer; a problem is the file's. */
extern bool starve; /* make each allocation of each call fail once, before it may succeed */
const char *call(words *w, const scope *names, int *n, value *results, gla_status *status);

/* compare.c: NULL, or how the two differ.  tolerance 0 asks for equal values. */
const char *compare(const value *got, const value *expected, double tolerance);
const char *compare_parts(const value *got, const value *expected, double tolerance);
const char *compare_shape(const value *got, const value *expected);
const char *hex_of(const value *v); /* "dtype shape bytes"; of large arrays a checksum of the bytes */

/* cases.c: one test's outcome, problem NULL when it passed; one result's bytes. */
void result(const char *problem, const char *name);
void hex_line(const char *place, const char *name, const value *v);

/* statement.c */
void statement(const char *text, scope *names, const char *place);

#endif
