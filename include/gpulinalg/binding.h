/* binding.h - API for script language bindings, in addition to gpulinalg.h. A binding can be built against an installed
 * library.
 *
 * Bindings make no decisions that a user can observe. The wording of errors, the matching of values to types, and the
 * conversion of lists to arrays and of expressions to indices are implemented once, in the library. A language supplies
 * conversions of its own values, and the functions of call.h perform complete calls with these conversions.
 *
 * A conversion detects an invalid value, but does not have the name of the argument. It fails with gla_argument_is or
 * gla_argument_fact. Each enclosing list then adds the position (gla_argument_at), and the wrapper of the function adds the
 * names of the function and the argument (gla_argument_of):
 *     "is 'x', but it must be an integer"  ->  "[1] is 'x', ..."  ->  "sum: axis[1] is 'x', but it must be an integer" */
#ifndef GPULINALG_BINDING_H
#define GPULINALG_BINDING_H

#include "gpulinalg/core.h"
#include "gpulinalg/index.h"

GLA_BEGIN_DECLS

/* ---- spelling of code in messages -------------------------------------------------------------------------------- */
/* Spelling of the code in messages, such as axis=1, x.T @ y, None. In Python: "=", "", ".", "@", "None", "True", "False". */
typedef struct gla_spelling {
    const char *option;   /* between the name of an option and its value */
    const char *variable; /* before the name of a variable */
    const char *method;   /* between an object and its method */
    const char *product;  /* matrix product */
    const char *none, *yes, *no;
} gla_spelling;
/* Set the spelling. A binding calls this when it starts; the record must remain valid. */
void gla_set_spelling(const gla_spelling *spelling);

/* ---- errors, memory, addresses ----------------------------------------------------------------------------------- */
/* Set the thread's error and return its status. The message is one sentence: function called, fact, remedy. */
gla_status(gla_fail)(gla_status status, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Fail because host memory is exhausted: "solve: out of memory (asked for N bytes)". */
gla_status(gla_fail_memory)(const char *operation, size_t bytes);

/* Allocate memory, to be released with gla_free. Return NULL on failure, without a message. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);

/* Prepare the memory of an array for access by other code. Pending lazy results are computed, and from then on the library
 * assumes that other code may write to the memory. */
gla_status gla_expose(const gla_array *a);
/* Call gla_expose and return the address of the first element, on the array's device. Return NULL if that fails or the array is
 * empty. */
void *gla_array_address(const gla_array *a);

/* Offer `a` for reuse by the next call to an elementwise function. The caller must be the only owner, and may only unref `a`
 * after the call. Return true if the library confirms that there is no other reference to the array or its memory. The function
 * may then return `a` itself, with the result in it. */
bool gla_offer(gla_array *a);
/* Minimum number of elements for which reuse of operands pays off. Below it, a new array is cheaper. */
enum { GLA_MIN_REUSED = 32768 };

/* ---- descriptions of script values for messages; all functions return buf ---------------------------------------- */
enum { GLA_DESCRIPTION = 160 };
const char *gla_describe_text(char buf[GLA_DESCRIPTION], const char *utf8, size_t length); /* 'abc', shortened if it is long */
const char *gla_describe_integer(char buf[GLA_DESCRIPTION], int64_t value);
const char *gla_describe_real(char buf[GLA_DESCRIPTION], double value);
const char *gla_describe_complex(char buf[GLA_DESCRIPTION], double re, double im);
const char *gla_describe_object(char buf[GLA_DESCRIPTION], const char *class_name); /* "an object of class decimal.Decimal" */
const char *gla_describe_array(char buf[GLA_DESCRIPTION], const gla_array *a);      /* "a float64 Array of shape (2, 3)" */
const char *gla_describe_class(char buf[GLA_DESCRIPTION], const char *class_name);  /* object of the library: "a Stream" */
#define GLA_DESCRIBE_TRUE "true"
#define GLA_DESCRIBE_FALSE "false"
#define GLA_DESCRIBE_LIST "a list"
#define GLA_DESCRIBE_DICTIONARY "a dictionary" /* a hash in Perl */
#define GLA_DESCRIBE_FUNCTION "a function"
#define GLA_DESCRIBE_REFERENCE "a reference to a scalar"
#define GLA_DESCRIBE_BYTES "bytes"
#define GLA_DESCRIBE_LARGE "an integer of more than 64 bits"

/* ---- expected values, for messages ------------------------------------------------------------------------------- */
#define GLA_WANT_ARRAY "an Array, a list of numbers, a number or an array of another library"
#define GLA_WANT_SELF "an Array, which is changed in place"
#define GLA_WANT_ARRAYS "a list of arrays"
#define GLA_WANT_NUMBER "a number"
#define GLA_WANT_INTEGER "an integer"
#define GLA_WANT_INTEGER_64 "a 64-bit integer"
#define GLA_WANT_INTEGER_32 "an integer between -2147483648 and 2147483647"
#define GLA_WANT_TRANSPOSE "0 or 'n', 1 or 't', or 2 or 'h'"
#define GLA_WANT_INTEGERS "an integer or a list of integers"
#define GLA_WANT_AXIS "an integer or {none}"
#define GLA_WANT_REAL "a real number"
#define GLA_WANT_BOOL "true or false"
#define GLA_WANT_MAYBE "true, false or {none}"
#define GLA_WANT_FLAG "true, false or {none}, not a number; pass several numbers as one list: [2, 3]"
#define GLA_WANT_TEXT "a string"
#define GLA_WANT_PATH "the name of a file"
#define GLA_WANT_TEXTS "a string or a list of strings"
#define GLA_WANT_BYTES "bytes or a string"
#define GLA_WANT_DTYPE "a dtype: bool, int8 to int64, uint8 to uint64, float32, float64, complex64 or complex128"
#define GLA_WANT_INDEX "an integer, a slice, a mask, a list of integers or a new axis"

/* ---- outcome of a call: the returned status decides; the thread's message only describes it ------------------------ */
gla_status gla_failure_of(gla_status status); /* status itself; GLA_INTERNAL_ERROR if it is not a valid error */
/* Return the message of this thread's last failure if it had this status. Methods appear under the name that scripts use:
 * Generator.normal instead of generator_normal. */
const char *gla_failure_message(gla_status status);

/* ---- errors ------------------------------------------------------------------------------------------------------- */
/* "is GOT, but it must be WANTED" */
gla_status gla_argument_is(gla_status kind, const char *got, const char *wanted);
/* Fail with any other fact, given as a verb phrase with its remedy: "holds a zero character; leave it out". */
gla_status gla_argument_fact(gla_status kind, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Fail because objects of this class can be neither copied nor stored. */
gla_status gla_refuse_copy(const char *class_name);
/* Add the position of a list element to the fact, from the innermost list outwards. Other errors are unchanged. */
gla_status gla_argument_at(int64_t place);
/* Say that the fact is about a column, instead of an argument: "ols: column 'wage'[2] is ...". */
gla_status gla_argument_in(const char *column);
/* Add the names of function and argument to the fact. Other errors are unchanged. */
gla_status gla_argument_of(const char *function, const char *argument);

/* The thread's error, saved while the script's own code runs, which may call the library. */
typedef struct gla_kept_error {
    gla_status status;
    char message[1024];
} gla_kept_error;
void gla_keep_error(gla_kept_error *kept);
void gla_restore_error(const gla_kept_error *kept); /* does nothing if no error was saved */

struct gla_columns;

/* ---- values of the script ---------------------------------------------------------------------------------------- */
/* A scalar of any type. dtype is BOOL, INT64, UINT64, FLOAT64 or COMPLEX128 and selects the member of v. */
typedef struct gla_number {
    gla_dtype dtype;
    union {
        uint8_t b;
        int64_t i;
        uint64_t u;
        double f[2];
    } v;
} gla_number;

/* Return a number as a string, for arguments that are strings, such as orders of norms: "2" for 2.0. Return NULL for a truth
 * value or a complex number. */
const char *gla_text_of_number(char buf[GLA_DESCRIPTION], const gla_number *n);
void gla_number_load(gla_number *n, gla_dtype dtype, const void *element);
double gla_number_real(const gla_number *n);
/* Return the value of an array that must have one element, for the function op. */
gla_status gla_single(const gla_array *a, const char *op, gla_number *n);
/* Call before elements of an array become numbers of the script: warn if a tape of this thread records the array. */
gla_status gla_leave_tape(const char *op, const gla_array *x);

typedef enum gla_value_kind {
    GLA_VALUE_OTHER, /* none of the following; `text` is the name of its class */
    GLA_VALUE_NONE,
    GLA_VALUE_NUMBER,
    GLA_VALUE_LARGE, /* an integer of more than 64 bits; `number` is the nearest float64 */
    GLA_VALUE_TEXT,
    GLA_VALUE_BYTES,
    GLA_VALUE_LIST,
    GLA_VALUE_DICTIONARY,
    GLA_VALUE_FUNCTION,
    GLA_VALUE_ARRAY,
    GLA_VALUE_REFERENCE, /* a reference to any other kind of value */
    GLA_VALUE_SLICE,
    GLA_VALUE_ELLIPSIS,
    GLA_VALUE_OBJECT /* an object of the library other than an Array */
} gla_value_kind;

/* A bound of a slice: an object that has yet to be converted or, if the object is NULL, a plain integer if the bound is
 * given. */
typedef struct gla_bound {
    void *object;
    bool given;
    int64_t value;
} gla_bound;

typedef struct gla_value {
    gla_value_kind kind;
    gla_number number;
    gla_array *array;    /* borrowed from the script; owned if gla_binding.element sets it */
    void *list;          /* of a LIST: passed to length and item; separate and held if gla_binding.element sets it */
    gla_bound bounds[3]; /* of a SLICE: start, stop, step */
    void *object;        /* of an OBJECT: borrowed; of a PATH or BYTES: NULL, or the held owner of `text` */
    const char *text;    /* of TEXT and BYTES: UTF-8, stored in the object or in `buffer`; of a NUMBER: NULL or its string */
    size_t length;
    char buffer[104];
} gla_value;

/* Set *v to a handle of any class, a string, true or false, or a list. */
void gla_show_handle(gla_value *v, void *handle);
void gla_show_text(gla_value *v, const char *utf8);
/* Turn the text of v, the device of an array that floats, into the name that lets results float: "auto:cuda:0". */
void gla_show_floating_device(gla_value *v);
void gla_show_truth(gla_value *v, bool truth);
void gla_show_list(gla_value *v, void *list);

/* How to inspect a value. If a value is not of the requested kind, its actual kind is reported. */
typedef enum gla_look {
    GLA_LOOK_ONLY,    /* run no code of the script; for messages */
    GLA_LOOK_ELEMENT, /* the same, for elements of nested lists; OTHER means that `element` must read it */
    GLA_LOOK_INTEGER, /* an object that converts to an integer yields that integer */
    GLA_LOOK_REAL,    /* real number */
    GLA_LOOK_TRUTH,   /* truth value, as a number of dtype BOOL */
    GLA_LOOK_DTYPE,   /* dtype name, as a string */
    GLA_LOOK_TEXT,
    GLA_LOOK_PATH,  /* file name, as a string */
    GLA_LOOK_BYTES, /* bytes or string; for PATH and BYTES `object` is NULL or the object that owns the text, held */
    GLA_LOOK_PLACE, /* part of an index expression */
    GLA_LOOK_ARRAY  /* like ELEMENT, for an array argument: a number that may also be something else is OTHER */
} gla_look;

typedef struct gla_reader gla_reader;

/* An additional status, with the error set: the value is not array-like. */
#define GLA_NO_ARRAY GLA_STATUS_COUNT

/* Functions that a language supplies. Objects are values of the language. Comments mark the functions that may run the script's
 * code. A function that fails sets the error. */
typedef struct gla_binding {
    bool whole_floats; /* the language does not distinguish 2.0 from 2, so 2.0 is accepted as an integer */
    gla_status (*look)(gla_reader *r, void *object, gla_look how, gla_value *value); /* runs code of the script unless `how` is
                                                                                      * ONLY or ELEMENT */
    /* Optional: replaces gla_read_array. May return GLA_NO_ARRAY. Runs code of the script. */
    gla_status (*array)(gla_reader *r, void *object, gla_array **array, gla_array **made);
    /* Optional: make an array of a value that `look` reports as OTHER, such as an array of the language. Without it such a
     * value is an error (GLA_WANT_ARRAY). */
    gla_status (*memory)(gla_reader *r, void *object, gla_array **made);
    /* Return the present contents of a list as a separate, held list that is not changed. A dictionary yields its keys and
     * values alternately, sorted. Return NULL without an error if the value is not a list, or if the list is longer than
     * `most`; *n is then the length of the list. Runs code of the script. */
    void *(*list)(gla_reader *r, void *object, int64_t most, int64_t *n, gla_status *status);

    /* Access to a list that the script may change at any time. These functions run no code of the script. The last three are
     * optional. */
    int64_t (*length)(gla_reader *r, void *list);
    void *(*item)(gla_reader *r, void *list, int64_t i); /* borrowed; a hole in the list is `none` */
    /* Store at most `n` elements from `first` on, up to the first that is not a plain number of dtype (FLOAT64 or INT64), and
     * return the number of stored elements. If `to` is NULL, integers are only counted. */
    int64_t (*numbers)(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to);
    void (*hold)(gla_reader *r, void *object);
    void (*release)(gla_reader *r, void *object); /* runs code of the script, but preserves the thread's error */

    /* Optional: one of two ways to read elements that run code of the script; without them such elements are read by `memory`.
     * element reads a single one and reports NUMBER, LARGE, LIST or ARRAY, else OTHER. The other function converts the whole
     * list at once to a list without such elements, which lives until the call ends. It returns NULL on failure. */
    gla_status (*element)(gla_reader *r, void *object, gla_value *value);
    void *(*whole)(gla_reader *r, void *list, gla_status *status);
    gla_status (*pause)(gla_reader *r); /* optional: run pending handlers, such as those of signals */
    /* Optional: return a plain number as the language writes it, for arguments that are strings. The string lives until the
     * call ends. */
    const char *(*number_text)(gla_reader *r, void *object);
    /* Optional: return true if a value can only be a list of the parts of an index expression. Runs no code of the script. */
    bool (*is_parts)(gla_reader *r, void *object);

    bool none_is_false; /* accept `none` as false for boolean arguments */
    /* Optional: make an object of a class, with a reference, from a corresponding object of another package. Otherwise *made
     * stays NULL. Runs code of the script. */
    gla_status (*object)(gla_reader *r, void *object, const char *class_name, void **made);
    /* Optional: like `list` for a dictionary, but in the dictionary's own order. Without it the keys are sorted. */
    void *(*pairs)(gla_reader *r, void *object, int64_t *n, gla_status *status);
    /* Optional: append a column of another package, such as strings, categories, or numbers some of which are missing, to a
     * Table that is being made. *added stays false for a value that is read as an array. Runs code of the script. */
    gla_status (*column)(gla_reader *r, void *object, struct gla_columns *columns, const char *name, bool *added);
    /* Optional, for speed: return the string that `look` would report for a value, even if the value is a number too; NULL if
     * it has no string. Runs no code of the script. */
    const char *(*text)(gla_reader *r, void *object, size_t *length);
} gla_binding;

/* A language may append its own members to this struct. */
struct gla_reader {
    const gla_binding *binding;
};

/* ---- arguments (src/binding/arguments.c, texts.c) ---------------------------------------------------------------- */
/* "is OBJECT, but it must be WANTED" */
gla_status gla_wanted(gla_reader *r, gla_status kind, void *object, const char *wanted);
const char *gla_describe_value(char buf[GLA_DESCRIPTION], const gla_value *v);

gla_status gla_read_int64(gla_reader *r, void *o, int64_t *value);
gla_status gla_read_transpose(gla_reader *r, void *o, int *value); /* 0, 1 or 2, or "n", "t" or "h" */
gla_status gla_read_int(gla_reader *r, void *o, int *value);
gla_status gla_read_axis(gla_reader *r, void *o, gla_axis *value);
gla_status gla_read_double(gla_reader *r, void *o, double *value);
gla_status gla_read_bool(gla_reader *r, void *o, bool *value);
gla_status gla_read_maybe(gla_reader *r, void *o, gla_maybe *value);
gla_status gla_read_ints(gla_reader *r, void *o, gla_ints *store, const gla_ints **p); /* `none`: *p is NULL */
gla_status gla_read_dtype(gla_reader *r, void *o, gla_dtype *value);
/* Read a list of strings, a single string, or a dictionary of strings. `none` yields NULL. Release *p with gla_strings_free. */
gla_status gla_read_texts(gla_reader *r, void *o, gla_strings **p);
/* Read a list of strings, some of which may be missing: `none` or NaN in the list yields NULL. Release *p with
 * gla_release_labels. */
gla_status gla_read_labels(gla_reader *r, void *o, gla_strings **p);
void gla_release_labels(gla_strings *s);
/* Read `none` (as NULL), a string, or a number as a string. The result is a copy, because the script may change or free its own
 * string during the call. */
typedef struct gla_text {
    char *owned, near[56];
} gla_text;
gla_status gla_read_text(gla_reader *r, void *o, const char **text, gla_text *store); /* *store must be zero before the call */
void gla_release_text(gla_text *store);
/* Read a file name, which must not be `none`, or bytes, whose data is NULL for `none`. Both are copied too. */
gla_status gla_read_path(gla_reader *r, void *o, const char **path, gla_text *store);
gla_status gla_read_bytes(gla_reader *r, void *o, gla_bytes *bytes, gla_text *store);
/* Check that a string contains no zero character; otherwise set an error. */
gla_status gla_check_text(const char *text, size_t length);
/* Read an object of the given class. *object is either borrowed or equal to *made, which the caller releases. `none` yields
 * NULL. */
gla_status gla_read_object(gla_reader *r, void *o, const char *class_name, void **object, void **made);
/* Read anything array-like. *array is either borrowed or equal to *made, which the caller releases. gla_make_array,
 * unlike gla_read_array, does not call gla_binding.array. */
gla_status gla_read_array(gla_reader *r, void *o, gla_array **array, gla_array **made);
gla_status gla_make_array(gla_reader *r, void *o, gla_array **array, gla_array **made);
/* Read a list of array-likes, and release it. */
gla_status gla_read_arrays(gla_reader *r, void *o, gla_arrays *list);
/* Read anything array-like, or a dtype name, which yields an array of that dtype without elements. */
gla_status gla_read_typed(gla_reader *r, void *o, gla_array **array, gla_array **made);
gla_status gla_read_typeds(gla_reader *r, void *o, gla_arrays *list);
/* Read anything array-like, or a string; *p is NULL for `none`. The struct owns the memory of the value until the value is
 * released, and must be zero before the call. */
typedef struct gla_choice {
    gla_chosen chosen;
    gla_array *made;
    gla_text text;
} gla_choice;
gla_status gla_read_chosen(gla_reader *r, void *o, gla_choice *store, const gla_chosen **p);
void gla_release_choice(gla_choice *store);
/* Read anything array-like, or any string: gla_read_chosen under another name. */
#define gla_read_variable gla_read_chosen
/* Read an object of a class that other values can be converted to: a Table from a dictionary of columns, a list of records or
 * of names and columns, or a data frame of another package (src/binding/tables.c). `none` yields NULL, with GLA_OK. */
gla_status gla_read_table_like(gla_reader *r, void *o, struct gla_table **table, struct gla_table **made);
/* Read anything that makes a Table, or anything array-like; *p is NULL for `none`. The struct must be zero before the call. */
typedef struct gla_kept_data {
    gla_dataset data;
    gla_array *array;
    struct gla_table *table;
} gla_kept_data;
gla_status gla_read_data(gla_reader *r, void *o, gla_kept_data *store, const gla_dataset **p);
void gla_release_data(gla_kept_data *store);
/* Read a list of Fits. gla_add_fit adds one item, or a list of items, of a list whose items are separate arguments. */
gla_status gla_read_fits(gla_reader *r, void *o, gla_fits *list);
gla_status gla_add_fit(gla_reader *r, void *o, gla_fits *list);
void gla_release_fits(gla_fits *list);
gla_status gla_read_blocks(gla_reader *r, void *o, gla_blocks *blocks);
void gla_release_arrays(gla_arrays *list);
/* Read sparse matrices in lists of any depth (src/binding/sparses.c). Arrays are converted, and `none` yields NULL.
 * gla_add_sparses adds one item of a list whose items are separate arguments. */
gla_status gla_read_sparses(gla_reader *r, void *o, gla_sparses *list);
gla_status gla_add_sparse(gla_reader *r, void *o, gla_sparses *list);
void gla_release_sparses(gla_sparses *list);

/* ---- Tables that a binding makes (src/binding/columns.c) ----------------------------------------------------------- */
/* The columns of a Table before it is made. After a failure nothing is appended any more. */
typedef struct gla_columns gla_columns;
gla_columns *gla_begin_columns(void); /* NULL, with an error, if memory is exhausted */
/* Append a column of numbers, with a bool array of the missing values or NULL. The arrays are referenced. */
gla_status gla_add_numbers(gla_columns *c, const char *name, const gla_array *values, const gla_array *missing);
/* Append a column of strings: int64 positions in levels, or -1. The function takes over levels, also after a failure. */
gla_status gla_add_codes(gla_columns *c, const char *name, const gla_array *codes, gla_strings *levels);
/* Append a column of n strings. gla_text_at returns a string of so many bytes; NULL means that it is missing. */
typedef gla_status gla_text_at(void *context, int64_t i, const char **text, size_t *length);
gla_status gla_add_texts(gla_columns *c, const char *name, int64_t n, gla_text_at *text, void *context);
/* Append a column of any other value of the script: an array, or a list of numbers or strings. Runs code of the script. */
gla_status gla_add_values(gla_reader *r, gla_columns *c, const char *name, void *o);
/* Release the columns. If the status is GLA_OK, make a Table of them; otherwise *table is NULL. Return the first failure. */
gla_status gla_end_columns(gla_columns *c, gla_status status, struct gla_table **table);

/* ---- nested lists, index expressions ----------------------------------------------------------------------------- */
/* Convert nested lists of numbers and arrays to an array (src/binding/nested.c). */
gla_status gla_read_nested(gla_reader *r, void *list, gla_array **out);
/* Read an index expression (src/binding/index.c). `held` keeps its arrays alive until gla_release_arrays. A list is read as an
 * array of positions if its elements allow it, unless gla_binding.is_parts reports that it must be a list of parts. */
gla_status gla_read_index(gla_reader *r, void *o, gla_index *index, gla_arrays *held);
/* Read an array of positions, as gla_binding.array does. Floats with integer values in a list become integers if the language
 * has whole_floats. */
gla_status gla_read_places(gla_reader *r, void *o, gla_array **array, gla_array **made);

/* ---- methods of arrays (src/binding/methods.c) ------------------------------------------------------------------- */
gla_status gla_truth(const gla_array *x, bool *truth); /* truth of the only element; errors begin with "bool" */
gla_status gla_contains(const gla_array *x, const gla_array *value, bool *found); /* errors begin with "in" */
/* Return the value of an array of one element as a real number for op. The second function accepts a 0-d integer array as an
 * integer. */
gla_status gla_single_real(const gla_array *x, const char *op, gla_number *n);
gla_status gla_single_index(const gla_array *x, gla_number *n);
gla_status gla_transpose_of(const gla_array *x, gla_array **out); /* transpose of a matrix (T) */
/* Make an array from bytes in row-major order. Without a dtype it is float64; without a shape it is 1-d. Errors begin with
 * `what`, such as "asarray: the pickle". */
gla_status gla_from_bytes(const char *what, const gla_bytes *bytes, gla_dtype dtype, const gla_ints *shape, gla_array **out);
/* Write all elements as bytes in row-major order to `to`, which must have room for them (src/binding/exchange.c). */
gla_status gla_to_bytes(gla_reader *r, const gla_array *x, void *to);

/* For languages with column-major arrays: wrap such memory read-only, as gla_borrow does; and copy all elements of an array in
 * that order, as a dtype. */
gla_status gla_borrow_columns(void *data, gla_dtype dtype, int ndim, const int64_t *shape, void (*release)(void *owner),
                              void *owner, gla_array **out);
gla_status gla_to_columns(gla_reader *r, const gla_array *x, gla_dtype dtype, void *to);

/* ---- operators (src/binding/operators.c) ------------------------------------------------------------------------- */
typedef enum gla_operator_id {
    GLA_OP_ADD,
    GLA_OP_SUBTRACT,
    GLA_OP_MULTIPLY,
    GLA_OP_DIVIDE,
    GLA_OP_FLOOR_DIVIDE,
    GLA_OP_REMAINDER,
    GLA_OP_POW,
    GLA_OP_MATMUL,
    GLA_OP_ATAN2,
    GLA_OP_EQUAL,
    GLA_OP_NOT_EQUAL,
    GLA_OP_LESS,
    GLA_OP_LESS_EQUAL,
    GLA_OP_GREATER,
    GLA_OP_GREATER_EQUAL,
    GLA_OP_AND,
    GLA_OP_OR,
    GLA_OP_XOR,
    GLA_OP_LEFT_SHIFT,
    GLA_OP_RIGHT_SHIFT,
    GLA_OP_NEGATIVE,
    GLA_OP_POSITIVE,
    GLA_OP_ABS,
    GLA_OP_INVERT,
    GLA_OP_SQRT,
    GLA_OP_EXP,
    GLA_OP_LOG,
    GLA_OP_SIN,
    GLA_OP_COS,
    GLA_OP_TRUNC,
    GLA_OPERATOR_COUNT
} gla_operator_id;

/* One of the two functions is NULL. */
typedef struct gla_operator {
    const char *name; /* name of the function, used in messages: "add" */
    gla_status (*unary)(const gla_array *x, gla_array **out);
    gla_status (*binary)(const gla_array *x1, const gla_array *x2, gla_array **out);
} gla_operator;

/* Return the table of operators, in the order of the ids. */
const gla_operator *gla_operators(void);
gla_operator_id gla_operator_named(const char *name); /* GLA_OPERATOR_COUNT if the name is unknown */
/* Compute x = x op y in the memory of x if the result has the dtype and shape of x. */
gla_status gla_operate_in_place(const gla_operator *op, gla_array *x, const gla_array *y);

/* Apply an operator to operands of which at least one is not an Array. The result is an Array or an object. */
typedef gla_status gla_object_operator(const void *x1, const void *x2, void **out);
/* Find the function that the headers declare for an operator and the classes of its operands. NULL means an operand that must
 * be converted to an array, or a missing second operand. If no function is declared, the call fails, except for GLA_OP_EQUAL
 * and GLA_OP_NOT_EQUAL: then *function is NULL, and the operands are compared by identity. */
gla_status gla_find_operator(gla_operator_id id, const void *x1, const void *x2, gla_object_operator **function);
/* Return true if objects of the class of x can be subtracted from each other, so that scripts compare them by value and not by
 * identity. */
bool gla_has_values(const void *x);

GLA_END_DECLS

#endif
