/* call.h - the functions of the library as a table, and calls of them with values of a script.
 *
 * A language that shows its values (gla_binding, in binding.h) needs nothing else for the functions, methods and
 * operators of the library: gla_call_function sorts the arguments, converts them, calls, and says in one record how it
 * went.  The table is made from the headers, so a binding has a new function without a line of its own. */
#ifndef GPULINALG_CALL_H
#define GPULINALG_CALL_H

#include "gpulinalg/binding.h"

GLA_BEGIN_DECLS

/* What an argument or a result is, and the member of gla_passed that holds it. */
typedef enum gla_form {
    GLA_FORM_ARRAY,  /* anything array-like; a result is an Array */
    GLA_FORM_TARGET, /* an Array, which is changed */
    GLA_FORM_ARRAYS,
    GLA_FORM_PLACES, /* positions along an axis: array */
    GLA_FORM_INDEX,
    GLA_FORM_INTS,
    GLA_FORM_DTYPE,
    GLA_FORM_AXIS,
    GLA_FORM_MAYBE,
    GLA_FORM_BOOL,   /* truth */
    GLA_FORM_INT,    /* of 32 bits: integer */
    GLA_FORM_INT64,  /* integer */
    GLA_FORM_DOUBLE, /* real */
    GLA_FORM_TEXT,
    GLA_FORM_PATH, /* the name of a file: text */
    GLA_FORM_TEXTS,
    GLA_FORM_BYTES,
    GLA_FORM_OBJECT,   /* of the class that is named beside it */
    GLA_FORM_RECORD,   /* these are results only */
    GLA_FORM_OBJECTS,  /* a list of those of a class, or one */
    GLA_FORM_SHAPE,    /* of an array: a list of integers */
    GLA_FORM_NOTES,    /* of an outcome: a record of kinds and messages */
    GLA_FORM_RESULTS,  /* of an outcome: a record, by the names of results */
    GLA_FORM_OUTCOME,  /* a list of three: whether it failed, notes, results */
    GLA_FORM_FACTS,    /* of all functions: texts */
    GLA_FORM_SIZES,    /* a shape: a list of integers */
    GLA_FORM_UINT64,   /* integer */
    GLA_FORM_TYPED,    /* an argument: array-like, or the name of a type, which is an array without elements: array */
    GLA_FORM_TYPEDS,   /* such ones: arrays */
    GLA_FORM_BLOCKS,   /* lists of lists of arrays: arrays */
    GLA_FORM_SPARSES,  /* lists of sparse matrices, or lists of lists */
    GLA_FORM_LABELS,   /* texts of which some may be missing: texts */
    GLA_FORM_CHOSEN,   /* anything array-like, or one of the texts of a choice */
    GLA_FORM_TRANSPOSE /* 0, 1 or 2, or a letter: integer */
} gla_form;

/* An argument as C takes it; zero where it is none. */
typedef union gla_passed {
    const gla_array *array;
    gla_array *target;
    const gla_arrays *arrays;
    const gla_index *index;
    const gla_ints *ints;
    gla_dtype dtype;
    gla_axis axis;
    gla_maybe maybe;
    bool truth;
    int64_t integer;
    double real;
    const char *text;
    const gla_strings *texts;
    const gla_bytes *bytes;
    const gla_sparses *sparses;
    const gla_chosen *chosen;
    const void *object;
} gla_passed;

typedef struct gla_argument_info {
    const char *name;
    const char *alias; /* another name that it may be given by, or NULL */
    gla_form form;
    const char *class_name;     /* of an OBJECT, or of OBJECTS */
    const char *fallback;       /* the default as docs write it, "none", "true", "2.0"; NULL: it must be given */
    gla_passed value;           /* the same for C */
    const char *const *choices; /* the texts that it may be, and NULL behind them; NULL: any */
} gla_argument_info;

/* How scripts call a function. */
typedef enum gla_manner {
    GLA_PLAIN,   /* solve(a, b) */
    GLA_MAKES,   /* Stream(device), Module.load(binary): a function of a class */
    GLA_METHOD,  /* stream.record(): the first argument is the object */
    GLA_LIST,    /* f(x, y): the same, and the list of arrays is written out; so meshgrid(x, y), without a class: the
                     last that has a place */
    GLA_PROPERTY /* stream.device */
} gla_manner;

enum { GLA_MAX_ARGUMENTS = 24, GLA_MAX_RESULTS = 8, GLA_MAX_NOTES = 4 };

typedef struct gla_function {
    const char *symbol;              /* gla_SYMBOL in C */
    const char *name;                /* in its namespace, and in messages */
    const char *space, *title;       /* the namespace: "fft", "FFT"; NULL where the name stands without one */
    const char *also;                /* another namespace that it stands in, or NULL */
    const char *class_name, *method; /* NULL of PLAIN; "new" makes an object */
    gla_manner manner;
    int total, required, places; /* arguments; those that must be given; those that may be given without their names */
    /* The same in words, for scripts: "CALLED SYMBOL TITLE ALSO CLASS METHOD MANNER LETTERS ROOM SINCE ARGUMENT=DEFAULT ...
     * ALIAS=OPTION ...", where - is none; ROOM is the header, SINCE the version that brought it; a letter for each
     * argument: a array, s target, l arrays or sparse matrices, k index, n ints, d dtype, x axis, m maybe, b bool,
     * i integer, f double, t text, T texts, y bytes, c array or text, o object. */
    const char *facts;
    const gla_argument_info *arguments;
    int results;
    const gla_argument_info *result;                           /* name, form, class_name */
    gla_status (*run)(const gla_passed *in, void *const *out); /* out[i]: where result i goes, or NULL */
} gla_function;

/* A class of handles; scripts name it in its namespace. */
typedef struct gla_class_info {
    const char *name, *space, *title;
} gla_class_info;

const gla_function *gla_functions(int *n);
const gla_class_info *gla_classes(int *n);
/* "solve", "fft.rfft", "Stream.record"; NULL where there is none. */
const gla_function *gla_function_named(const char *called);

/* ---- arguments by name (src/binding/options.c) ------------------------------------------------------------------- */
/* The number of the argument of that name, from `first` on, or -1. */
int gla_find_argument(const gla_function *f, int first, const char *name, size_t length);
/* Which of n names is near enough to be meant, or what another library's name is here; or -1. */
int gla_nearest_name(const char *name, const char *const *names, int n);
/* The errors.  `described` is what was given as the name of an option; text is it where it is a text, else NULL. */
gla_status gla_fail_unknown_option(const gla_function *f, const char *described, const char *text);
gla_status gla_fail_twice(const gla_function *f, int argument);
gla_status gla_fail_count(const gla_function *f, int given);

/* For languages that have names among the values, solve($a, $b, trans => 1): sorted[i] is the value of argument i, NULL where
 * it is left out, and *count the number of arguments up to the last one that is given.  Runs nothing. */
gla_status gla_sort_options(gla_reader *r, const gla_function *f, int n, void *const *values, void **sorted, int *count);

/* ---- calls (src/binding/call.c) ---------------------------------------------------------------------------------- */
typedef struct gla_result {
    gla_form form; /* which says how it is released */
    union {
        gla_array *array;
        gla_arrays *arrays;
        gla_objects *objects;
        char *text;
        gla_strings *texts;
        gla_record *record;
        gla_ints *sizes;
        gla_dtype dtype;
        bool truth;
        int64_t integer;
        double real;
        void *object;
        const struct gla_outcome *outcome;
    } v;
} gla_result;

/* The number of items of a list or a record, -1 of any other result; an item, which is borrowed, and its name or NULL. */
int64_t gla_result_length(const gla_result *r);
bool gla_result_is_single(const gla_result *r); /* a list of one item, which scripts see by itself */
const char *gla_result_item(const gla_result *r, int64_t i, gla_result *item);
void gla_release_result(gla_result *r);
/* The result that a function has stored there. */
gla_result gla_result_at(gla_form form, const void *place);
/* dtype, device, shape, ndim or size of an array. */
gla_status gla_property(const gla_array *x, const char *name, gla_result *value);

typedef struct gla_note {
    const char *kind, *message; /* "ShapeError" */
} gla_note;

/* How a call went.  Its texts live until the thread's next call. */
typedef struct gla_outcome {
    gla_status status;
    const struct gla_argument_info *names; /* of the results */
    int n, notes;                          /* of a failure one note and no result, else results, and the warnings */
    bool declined;                         /* of an operator: it knows no such operands; others may */
    gla_note note[GLA_MAX_NOTES];
    gla_result results[GLA_MAX_RESULTS]; /* the caller's, who takes or releases them */
} gla_outcome;

/* Call f with n values of the script.  names[i] is NULL or "" for a value without a name; `names` is NULL where none has
 * one.  Where the call fails, or a value does not fit, the message is complete. */
gla_status gla_call_function(gla_reader *r, const gla_function *f, int n, void *const *values, const char *const *names,
                             gla_outcome *outcome);
/* The same by name: "solve", "fft.rfft"; "Stream.record" of a class, where values[0] is the object but for what makes one;
 * "Array.sum", "Array.shape"; "operator matmul".  Of a method with a list of arrays the values without a name are that list. */
gla_status gla_call_named(gla_reader *r, const char *called, int n, void *const *values, const char *const *names,
                          gla_outcome *outcome);
/* x1 op x2, of two values of which one at least is an Array or an object; x2 is NULL where there is one operand.  EQUAL
 * and NOT_EQUAL of other classes are about being the same object: a truth. */
gla_status gla_operate(gla_reader *r, gla_operator_id id, void *x1, void *x2, gla_outcome *outcome);
/* Release the results that nobody has taken: those whose pointer is not NULL. */
void gla_release_outcome(gla_outcome *outcome);

GLA_END_DECLS

#endif
