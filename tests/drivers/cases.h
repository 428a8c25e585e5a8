/* cases.h - Declarations shared by the files of the C case driver. */
#ifndef CASES_H
#define CASES_H

#include <gpulinalg.h>
#include <gpulinalg/call.h>

typedef enum kind { NONE, BOOL, INTEGER, UNSIGNED, REAL, COMPLEX, TEXT, LIST, ARRAY, STRINGS, RECORD, OBJECT } kind;

/* A plain value of the case language, or a result. */
typedef struct value {
    kind kind;
    int64_t integer; /* also a bool, or the bits of an UNSIGNED */
    double real, imag;
    const char *text;
    int n; /* number of items of a LIST */
    const struct value *items;
    gla_array *array;
    gla_strings *strings;
    gla_record *record;
    void *object;
} value;

/* The variables of one file. */
typedef struct scope {
    int n;
    struct {
        const char *name;
        value value;
    } v[400];
} scope;

/* memory.c: allocate memory that lives until the end of the case file. */
void *keep(size_t bytes);
const char *keep_text(const char *text, size_t length);
const char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
gla_array *keep_array(gla_array *a);
value keep_result(value v);
void let_go(void);

/* parse.c: words of a statement.  Functions return NULL on success, or a description of the problem. */
typedef struct words {
    int n, at;
    const char *v[4000];
} words;
const char *tokenize(const char *line, words *w);
const char *parse_value(words *w, const scope *names, value *out);
const value *find_name(const scope *names, const char *name);
void set_name(scope *names, const char *name, value v);

/* reader.c: reader of the case language's values, as in a binding. */
extern gla_reader reader;

/* call.c: call FUNCTION ARG... OPTION=ARG... from the words.  *status is the library's status; the return value reports errors
 * in the file. */
enum { MAX_RESULTS = 64 };
extern bool starve; /* make each allocation of each call fail once, before it may succeed */
const char *call(words *w, const scope *names, int *n, value *results, gla_status *status);

/* compare.c: return NULL, or the difference of the two.  A tolerance of 0 requires equal values. */
const char *compare(const value *got, const value *expected, double tolerance);
const char *compare_parts(const value *got, const value *expected, double tolerance);
const char *compare_shape(const value *got, const value *expected);
const char *hex_of(const value *v); /* "dtype shape bytes"; for large arrays a checksum of the bytes */

/* cases.c: report a test, which has passed if problem is NULL; write the bytes of a result. */
void result(const char *problem, const char *name);
void hex_line(const char *place, const char *name, const value *v);

/* statement.c */
void statement(const char *text, scope *names, const char *place);

#endif
