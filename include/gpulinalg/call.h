/* call.h - table of the library's functions, and calls of them with values of a script.
 *
 * A language that implements gla_binding (binding.h) can call all functions, methods and operators of the library.
 * gla_call_function assigns and converts the arguments, calls the function, and returns the outcome in one record. The table is
 * generated from the headers, so that a binding supports new functions without additional code. */
#ifndef GPULINALG_CALL_H
#define GPULINALG_CALL_H

#include "gpulinalg/binding.h"

GLA_BEGIN_DECLS

/* Kind of an argument or a result. If it is not obvious, the comment states the member of gla_passed that stores the value. */
typedef enum gla_form {
    GLA_FORM_ARRAY,  /* anything array-like; as a result an Array */
    GLA_FORM_TARGET, /* an Array that the function changes */
    GLA_FORM_ARRAYS,
    GLA_FORM_PLACES, /* positions along an axis; member array */
    GLA_FORM_INDEX,
    GLA_FORM_INTS,
    GLA_FORM_DTYPE,
    GLA_FORM_AXIS,
    GLA_FORM_MAYBE,
    GLA_FORM_BOOL,   /* member truth */
    GLA_FORM_INT,    /* 32 bits; member integer */
    GLA_FORM_INT64,  /* member integer */
    GLA_FORM_DOUBLE, /* member real */
    GLA_FORM_TEXT,
    GLA_FORM_PATH, /* file name; member text */
    GLA_FORM_TEXTS,
    GLA_FORM_BYTES,
    GLA_FORM_OBJECT,    /* handle of the class given in class_name */
    GLA_FORM_RECORD,    /* this and the following kinds are results only */
    GLA_FORM_OBJECTS,   /* list of handles of one class, or a single handle */
    GLA_FORM_SHAPE,     /* shape of an array, as a list of integers */
    GLA_FORM_NOTES,     /* messages of an outcome, as a record of kinds and messages */
    GLA_FORM_RESULTS,   /* results of an outcome, as a record by name */
    GLA_FORM_OUTCOME,   /* list of three: failure flag, notes, results */
    GLA_FORM_FACTS,     /* facts of all functions, as strings */
    GLA_FORM_SIZES,     /* a shape: a list of integers */
    GLA_FORM_UINT64,    /* member integer */
    GLA_FORM_TYPED,     /* argument: array-like, or a dtype name, passed as an array without elements; member array */
    GLA_FORM_TYPEDS,    /* list of these; member arrays */
    GLA_FORM_BLOCKS,    /* lists of lists of arrays; member arrays */
    GLA_FORM_SPARSES,   /* list of sparse matrices, or list of such lists */
    GLA_FORM_LABELS,    /* list of strings, some of which may be missing; member texts */
    GLA_FORM_CHOSEN,    /* anything array-like, or one of the strings of a choice */
    GLA_FORM_TRANSPOSE, /* 0, 1 or 2, or a letter; member integer */
    GLA_FORM_VARIABLE,  /* array-like, or a string */
    GLA_FORM_DATA,      /* anything that makes a Table, or array-like */
    GLA_FORM_FITS       /* list of Fits */
} gla_form;

/* An argument as passed to C. All members are zero if the argument is not given. */
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
    const gla_variable *variable;
    const gla_dataset *data;
    const gla_fits *fits;
    const void *object;
} gla_passed;

typedef struct gla_argument_info {
    const char *name;
    const char *alias; /* alternative name, or NULL */
    gla_form form;
    const char *class_name;     /* class of an OBJECT or of OBJECTS */
    const char *fallback;       /* default as written in the documentation: "none", "true", "2.0"; NULL if the argument is
                                 * required */
    gla_passed value;           /* default as passed to C */
    const char *const *choices; /* valid strings, terminated by NULL; NULL if any string is valid */
} gla_argument_info;

/* How scripts call a function. */
typedef enum gla_manner {
    GLA_PLAIN,   /* solve(a, b) */
    GLA_MAKES,   /* Stream(device), Module.load(binary): a class method */
    GLA_METHOD,  /* stream.record(): the object is the first argument */
    GLA_LIST,    /* f(x, y): the list of arrays is given as separate arguments; without a class, as in meshgrid, it is the last
                  * one */
    GLA_PROPERTY /* stream.device */
} gla_manner;

enum { GLA_MAX_ARGUMENTS = 24, GLA_MAX_RESULTS = 8, GLA_MAX_NOTES = 4 };

typedef struct gla_function {
    const char *symbol;              /* the function is gla_SYMBOL in C */
    const char *name;                /* name within the namespace and in messages */
    const char *space, *title;       /* namespace in Python and Perl: "fft", "FFT"; NULL if there is none */
    const char *also;                /* another namespace that contains the function, or NULL */
    const char *class_name, *method; /* NULL if PLAIN; method "new" creates an object */
    gla_manner manner;
    int total, required, places; /* number of arguments, number of required arguments, and number of arguments that may be
                                  * positional */
    /* Description of a function as a string, for scripts: "CALLED SYMBOL TITLE ALSO CLASS METHOD MANNER LETTERS ROOM SINCE
     * ARGUMENT=DEFAULT ... ALIAS=OPTION ...", where "-" means none. ROOM is the header, and SINCE is the version that
     * introduced the function. LETTERS has one letter for each argument: a array, s target, l arrays or sparse matrices, k
     * index, n ints, d dtype, x axis, m maybe, b bool, i integer, f double, t text, T texts, y bytes, c array or text, o
     * object. */
    const char *facts;
    const gla_argument_info *arguments;
    int results;
    const gla_argument_info *result;                           /* with name, form and class_name */
    gla_status (*run)(const gla_passed *in, void *const *out); /* out[i]: address for result i, or NULL */
} gla_function;

/* A class of handles. Scripts find it in its namespace. */
typedef struct gla_class_info {
    const char *name, *space, *title;
} gla_class_info;

const gla_function *gla_functions(int *n);
const gla_class_info *gla_classes(int *n);
/* Return the function called "solve", "fft.rfft" or "Stream.record"; NULL if it does not exist. */
const gla_function *gla_function_named(const char *called);

/* ---- arguments by name (src/binding/options.c) ------------------------------------------------------------------- */
/* Return the index of the argument with that name, searching from `first`, or -1. */
int gla_find_argument(const gla_function *f, int first, const char *name, size_t length);
/* Return the index of the name, among n, that is similar to `name` or that another library calls `name`; -1 if no name is
 * similar. */
int gla_nearest_name(const char *name, const char *const *names, int n);
/* Set the error for an unknown option, an argument given twice, or a wrong number of arguments. `described` describes the value
 * given as the option's name; text is that value if it is a string, else NULL. */
gla_status gla_fail_unknown_option(const gla_function *f, const char *described, const char *text);
gla_status gla_fail_twice(const gla_function *f, int argument);
gla_status gla_fail_count(const gla_function *f, int given);

/* Assign values to arguments, for languages that put names among the values: solve($a, $b, trans => 1). sorted[i] is the value
 * of argument i, or NULL if it is omitted. *count is one more than the index of the last argument given. No code of the script
 * runs. */
gla_status gla_sort_options(gla_reader *r, const gla_function *f, int n, void *const *values, void **sorted, int *count);

/* ---- calls (src/binding/call.c) ---------------------------------------------------------------------------------- */
typedef struct gla_result {
    gla_form form; /* determines how the result is released */
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

/* Return the number of items of a list or a record; -1 for any other result. gla_result_item returns an item, which is
 * borrowed, and its name or NULL. */
int64_t gla_result_length(const gla_result *r);
bool gla_result_is_single(const gla_result *r); /* a list of one item, which scripts see without the list */
const char *gla_result_item(const gla_result *r, int64_t i, gla_result *item);
void gla_release_result(gla_result *r);
/* Return the result that a function has stored at `place`. */
gla_result gla_result_at(gla_form form, const void *place);
/* Read the property dtype, device, floating, shape, ndim or size of an array. */
gla_status gla_property(const gla_array *x, const char *name, gla_result *value);

typedef struct gla_note {
    const char *kind, *message; /* "ShapeError" */
} gla_note;

/* Outcome of a call. The strings are valid until the thread's next call. */
typedef struct gla_outcome {
    gla_status status;
    const struct gla_argument_info *names; /* names of the results */
    int n, notes;                          /* after a failure one note and no results, otherwise the results, with warnings as
                                            * notes */
    bool declined;                         /* true for an operator that does not support these operands, although another class
                                            * may */
    gla_note note[GLA_MAX_NOTES];
    gla_result results[GLA_MAX_RESULTS]; /* owned by the caller, who takes or releases them */
} gla_outcome;

/* Call f with n values of the script. names[i] is NULL or "" for a positional value; `names` is NULL if all values are
 * positional. If the call fails or a value is invalid, the message is complete. */
gla_status gla_call_function(gla_reader *r, const gla_function *f, int n, void *const *values, const char *const *names,
                             gla_outcome *outcome);
/* Call a function by its name: "solve", "fft.rfft"; "Stream.record" for a method, where values[0] is the object unless the
 * method creates it; "Array.sum", "Array.shape"; "operator matmul". For a method with a list of arrays, the positional values
 * form that list. */
gla_status gla_call_named(gla_reader *r, const char *called, int n, void *const *values, const char *const *names,
                          gla_outcome *outcome);
/* Compute x1 op x2, where at least one operand is an Array or an object; x2 is NULL for a unary operator. For other classes
 * EQUAL and NOT_EQUAL compare identity and yield a bool. */
gla_status gla_operate(gla_reader *r, gla_operator_id id, void *x1, void *x2, gla_outcome *outcome);
/* Release the results that the caller has not taken, that is, those whose pointer is not NULL. */
void gla_release_outcome(gla_outcome *outcome);

GLA_END_DECLS

#endif
