/* binding.h - what a binding of a script language is written in, beside gpulinalg.h, so that one can be built from an
 * installation.
 *
 * The bindings decide nothing that a user could see: which words an error has, what fits which type, how lists become
 * arrays and expressions indices is decided here, once.  A language supplies conversions of its own values; call.h makes whole
 * calls of them.
 *
 * A conversion knows what is wrong with a value, not whose value it is: it fails with gla_argument_is or gla_argument_fact.
 * On the way out each list adds the place (gla_argument_at), and the wrapper of the function the rest (gla_argument_of):
 *     "is 'x', but it must be an integer"  ->  "[1] is 'x', ..."  ->  "sum: axis[1] is 'x', but it must be an integer"
 */
#ifndef GPULINALG_BINDING_H
#define GPULINALG_BINDING_H

#include "gpulinalg/core.h"
#include "gpulinalg/index.h"

GLA_BEGIN_DECLS

/* ---- how messages write code ------------------------------------------------------------------------------------- */
/* What stands in the expressions that a message shows, such as axis=1, x.T @ y, None:
 * "=", "", ".", "@", "None", "True", "False"
 * in Python. */
typedef struct gla_spelling {
    const char *option;   /* between the name of an option and its value */
    const char *variable; /* before the name of a variable */
    const char *method;   /* between an object and its method */
    const char *product;  /* of matrices */
    const char *none, *yes, *no;
} gla_spelling;
/* A binding says so when it starts; the record has to stay. */
void gla_set_spelling(const gla_spelling *spelling);

/* ---- errors, memory, addresses ----------------------------------------------------------------------------------- */
/* Set the thread's error and return its status.  One sentence: what the user called, fact, remedy. */
gla_status(gla_fail)(gla_status status, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* The same for running out of host memory: "solve: out of memory (asked for N bytes)". */
gla_status(gla_fail_memory)(const char *operation, size_t bytes);

/* The library's own memory, which gla_free releases; NULL on failure, without a message. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);

/* Before the memory of an array is shown to others: what was put off until it is needed is computed, and from then on the
 * library expects them to write there. */
gla_status gla_expose(const gla_array *a);
/* The address of the first element, on the array's device, after gla_expose; NULL when that fails or the array is empty. */
void *gla_array_address(const gla_array *a);

/* Before a call of one elementwise function: nobody but the caller knows of `a`, which it will only unref after the call.
 * Where the library can see that nobody else holds the array or its memory either, true: the function may then return `a`
 * itself, with the result in it. */
bool gla_offer(gla_array *a);
/* The number of elements from which an array is worth the search for such operands; below, a new array costs less. */
enum { GLA_MIN_REUSED = 32768 };

/* ---- how a value of the script is called in a message; they return buf ------------------------------------------- */
enum { GLA_DESCRIPTION = 160 };
const char *gla_describe_text(char buf[GLA_DESCRIPTION], const char *utf8, size_t length); /* 'abc', cut when it is long */
const char *gla_describe_integer(char buf[GLA_DESCRIPTION], int64_t value);
const char *gla_describe_real(char buf[GLA_DESCRIPTION], double value);
const char *gla_describe_complex(char buf[GLA_DESCRIPTION], double re, double im);
const char *gla_describe_object(char buf[GLA_DESCRIPTION], const char *class_name); /* "an object of class decimal.Decimal" */
const char *gla_describe_array(char buf[GLA_DESCRIPTION], const gla_array *a);      /* "a float64 Array of shape (2, 3)" */
const char *gla_describe_class(char buf[GLA_DESCRIPTION], const char *class_name);  /* of the library: "a Stream" */
#define GLA_DESCRIBE_TRUE "true"
#define GLA_DESCRIBE_FALSE "false"
#define GLA_DESCRIBE_LIST "a list"
#define GLA_DESCRIBE_DICTIONARY "a dictionary" /* a hash */
#define GLA_DESCRIBE_FUNCTION "a function"
#define GLA_DESCRIBE_REFERENCE "a reference to a scalar"
#define GLA_DESCRIBE_BYTES "bytes"
#define GLA_DESCRIBE_LARGE "an integer of more than 64 bits"

/* ---- what is asked for ------------------------------------------------------------------------------------------- */
#define GLA_WANT_ARRAY "an Array, a list of numbers, a number or an array of another library"
#define GLA_WANT_SELF "an Array, which is changed in place"
#define GLA_WANT_ARRAYS "a list of arrays"
#define GLA_WANT_NUMBER "a number"
#define GLA_WANT_INTEGER "an integer"
#define GLA_WANT_INTEGER_64 "an integer of 64 bits"
#define GLA_WANT_INTEGER_32 "an integer between -2147483648 and 2147483647"
#define GLA_WANT_TRANSPOSE "0 or 'n', 1 or 't', or 2 or 'h'"
#define GLA_WANT_INTEGERS "an integer or a list of integers"
#define GLA_WANT_AXIS "an integer or {none}"
#define GLA_WANT_REAL "a real number"
#define GLA_WANT_BOOL "true or false"
#define GLA_WANT_MAYBE "true, false or {none}"
#define GLA_WANT_FLAG "true, false or {none}, not a number; several numbers are one argument, a list"
#define GLA_WANT_TEXT "text"
#define GLA_WANT_PATH "the name of a file"
#define GLA_WANT_TEXTS "text or a list of texts"
#define GLA_WANT_BYTES "bytes or text"
#define GLA_WANT_DTYPE "a dtype: bool, int8 to int64, uint8 to uint64, float32, float64, complex64 or complex128"
#define GLA_WANT_INDEX "an integer, a slice, a mask, a list of integers or a new axis"

/* ---- the outcome of a call: the status that a function returned decides, the thread's message is only its text ----- */
gla_status gla_failure_of(gla_status status); /* itself; InternalError when it is no kind of error */
/* Of this thread's last failure, when that was of this kind.  A method is called as scripts call it, Generator.normal, where C
 * says generator_normal. */
const char *gla_failure_message(gla_status status);

/* ---- failing ------------------------------------------------------------------------------------------------------ */
/* "is GOT, but it must be WANTED" */
gla_status gla_argument_is(gla_status kind, const char *got, const char *wanted);
/* Any other fact, as a verb phrase with its remedy: "holds a zero character; leave it out". */
gla_status gla_argument_fact(gla_status kind, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* An object of a class whose objects are neither copied nor stored. */
gla_status gla_refuse_copy(const char *class_name);
/* The fact is about this element of a list; the innermost list first.  Other errors stay as they are. */
gla_status gla_argument_at(int64_t place);
/* The fact is about this argument of this function; other errors stay as they are. */
gla_status gla_argument_of(const char *function, const char *argument);

/* The thread's error, put aside while code of the script runs that may call the library. */
typedef struct gla_kept_error {
    gla_status status;
    char message[1024];
} gla_kept_error;
void gla_keep_error(gla_kept_error *kept);
void gla_restore_error(const gla_kept_error *kept); /* does nothing when there was none */

/* ---- values of the script ---------------------------------------------------------------------------------------- */
/* One number of any dtype.  dtype is BOOL, INT64, UINT64, FLOAT64 or COMPLEX128 and says what holds the value. */
typedef struct gla_number {
    gla_dtype dtype;
    union {
        uint8_t b;
        int64_t i;
        uint64_t u;
        double f[2];
    } v;
} gla_number;

/* The text of a number where text is meant, as in orders of norms: "2" for 2.0.  NULL for a truth value or a complex number. */
const char *gla_text_of_number(char buf[GLA_DESCRIPTION], const gla_number *n);
void gla_number_load(gla_number *n, gla_dtype dtype, const void *element);
double gla_number_real(const gla_number *n);
/* The value of an array of one element, which function op wants. */
gla_status gla_single(const gla_array *a, const char *op, gla_number *n);

typedef enum gla_value_kind {
    GLA_VALUE_OTHER, /* none of those below; `text` names its class */
    GLA_VALUE_NONE,
    GLA_VALUE_NUMBER,
    GLA_VALUE_LARGE, /* an integer beyond 64 bits; `number` is the nearest float64 */
    GLA_VALUE_TEXT,
    GLA_VALUE_BYTES,
    GLA_VALUE_LIST,
    GLA_VALUE_DICTIONARY,
    GLA_VALUE_FUNCTION,
    GLA_VALUE_ARRAY,
    GLA_VALUE_REFERENCE, /* to something that is none of these */
    GLA_VALUE_SLICE,
    GLA_VALUE_ELLIPSIS,
    GLA_VALUE_OBJECT /* of the library and not an Array */
} gla_value_kind;

/* A bound of a slice: an object that is to be looked at, or where that is NULL a plain integer, if any. */
typedef struct gla_bound {
    void *object;
    bool given;
    int64_t value;
} gla_bound;

typedef struct gla_value {
    gla_value_kind kind;
    gla_number number;
    gla_array *array;    /* borrowed from the script; owned where gla_binding.element fills it in */
    void *list;          /* of LIST: what length and item take; of its own and held where gla_binding.element fills it in */
    gla_bound bounds[3]; /* of SLICE: start, stop, step */
    void *object;        /* of OBJECT, borrowed; of PATH and BYTES: NULL, or held, what `text` is part of */
    const char *text; /* of TEXT and BYTES; UTF-8, alive as long as the object, or in `buffer`; of NUMBER: NULL, or its text */
    size_t length;
    char buffer[104];
} gla_value;

/* A handle of any class, text, true or false, a list, as values. */
void gla_show_handle(gla_value *v, void *handle);
void gla_show_text(gla_value *v, const char *utf8);
void gla_show_truth(gla_value *v, bool truth);
void gla_show_list(gla_value *v, void *list);

/* How closely a value is looked at.  What is not of the kind that is asked for is shown as what it is. */
typedef enum gla_look {
    GLA_LOOK_ONLY,    /* nothing of the script runs: for messages */
    GLA_LOOK_ELEMENT, /* the same for elements of nested lists; OTHER: element has to read it */
    GLA_LOOK_INTEGER, /* an object that can be an integer shows which */
    GLA_LOOK_REAL,    /* a real number */
    GLA_LOOK_TRUTH,   /* true or false: a number of dtype BOOL */
    GLA_LOOK_DTYPE,   /* the name of a type, as text */
    GLA_LOOK_TEXT,
    GLA_LOOK_PATH,  /* the name of a file: text, */
    GLA_LOOK_BYTES, /* bytes or text; the object of these two is held, and `object` or NULL */
    GLA_LOOK_PLACE, /* a part of an index expression */
    GLA_LOOK_ARRAY  /* as ELEMENT, for what is to be an array: a number that may also be more than that is OTHER */
} gla_look;

typedef struct gla_reader gla_reader;

/* Beside statuses, with the error set: the value is nothing like an array. */
#define GLA_NO_ARRAY GLA_STATUS_COUNT

/* What a language supplies.  Objects are its own; what may run code of the script says so.  Statuses come with the error. */
typedef struct gla_binding {
    bool whole_floats; /* 2.0 is an integer: the language does not keep the two apart */
    gla_status (*look)(gla_reader *r, void *object, gla_look how, gla_value *value); /* runs code unless ONLY or ELEMENT */
    /* Optional: gla_read_array in the language's own way.  May return GLA_NO_ARRAY.  Runs code. */
    gla_status (*array)(gla_reader *r, void *object, gla_array **array, gla_array **made);
    /* Optional: an array of what `look` does not know as one (OTHER), such as memory of the language's own arrays; else
     * GLA_WANT_ARRAY. */
    gla_status (*memory)(gla_reader *r, void *object, gla_array **made);
    /* What a list (or a dictionary: its keys and values in turn, sorted) holds now, as a list that nobody changes, held.  NULL
     * without an error: it is not a list, or longer than `most`, which *n says.  Runs code. */
    void *(*list)(gla_reader *r, void *object, int64_t most, int64_t *n, gla_status *status);

    /* A list that the script may change at any time: these run nothing.  The last three are optional. */
    int64_t (*length)(gla_reader *r, void *list);
    void *(*item)(gla_reader *r, void *list, int64_t i); /* borrowed; a hole in the list is none */
    /* Store the elements from `first` on, `n` at most, while they are plain numbers of dtype (FLOAT64 or INT64); how many.
     * `to` is NULL where integers are only counted. */
    int64_t (*numbers)(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to);
    void (*hold)(gla_reader *r, void *object);
    void (*release)(gla_reader *r, void *object); /* runs code: the thread's error stands all the same */

    /* Optional: one of two ways to read elements that run code, else they are `memory`.  One by one: NUMBER, LARGE, LIST or
     * ARRAY, else OTHER.  Or the whole list at once, as one without such elements, which lives until the call is over; NULL
     * on failure. */
    gla_status (*element)(gla_reader *r, void *object, gla_value *value);
    void *(*whole)(gla_reader *r, void *list, gla_status *status);
    gla_status (*pause)(gla_reader *r); /* optional: run what waits, such as handlers of signals */
    /* Optional: a plain number as the language writes it, where a text is asked for; it lives until the call is over. */
    const char *(*number_text)(gla_reader *r, void *object);
    /* Optional: whether a value can only be a list of the parts of an index expression.  Runs nothing. */
    bool (*is_parts)(gla_reader *r, void *object);

    bool none_is_false; /* where true or false is asked for */
    /* Optional: an object of a class, with a reference, made of what another package has for one; without it *made stays NULL.
     * Runs code. */
    gla_status (*object)(gla_reader *r, void *object, const char *class_name, void **made);
    /* Optional, for speed: what `look` would show as the text of a value, also where that is a number as well; NULL: it has
     * none.  Runs nothing. */
    const char *(*text)(gla_reader *r, void *object, size_t *length);
} gla_binding;

/* A language may put more behind this. */
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
gla_status gla_read_ints(gla_reader *r, void *o, gla_ints *store, const gla_ints **p); /* none: *p is NULL */
gla_status gla_read_dtype(gla_reader *r, void *o, gla_dtype *value);
/* A list of texts, or one, or a dictionary of them; none: NULL.  *p is released with gla_strings_free. */
gla_status gla_read_texts(gla_reader *r, void *o, gla_strings **p);
/* The same where texts may be missing, none or NaN in the list: NULL.  *p is released with gla_release_labels. */
gla_status gla_read_labels(gla_reader *r, void *o, gla_strings **p);
void gla_release_labels(gla_strings *s);
/* None (NULL), a text or a number as text: a copy, since the script may change or drop its own while the call goes on. */
typedef struct gla_text {
    char *owned, near[56];
} gla_text;
gla_status gla_read_text(gla_reader *r, void *o, const char **text, gla_text *store); /* *store is zero before */
void gla_release_text(gla_text *store);
/* The name of a file, never none; bytes, whose data is NULL for none.  Both are copies too. */
gla_status gla_read_path(gla_reader *r, void *o, const char **path, gla_text *store);
gla_status gla_read_bytes(gla_reader *r, void *o, gla_bytes *bytes, gla_text *store);
/* Text that C can hold: "holds a zero character, ..." */
gla_status gla_check_text(const char *text, size_t length);
/* An object of this class: *object is borrowed, or *made, which the caller releases; none: NULL. */
gla_status gla_read_object(gla_reader *r, void *o, const char *class_name, void **object, void **made);
/* Anything array-like: *array is borrowed, or *made, which the caller releases.  The second does not ask gla_binding.array. */
gla_status gla_read_array(gla_reader *r, void *o, gla_array **array, gla_array **made);
gla_status gla_make_array(gla_reader *r, void *o, gla_array **array, gla_array **made);
/* A list of array-likes, and its release. */
gla_status gla_read_arrays(gla_reader *r, void *o, gla_arrays *list);
/* The same where the name of a type stands for an array of it without elements. */
gla_status gla_read_typed(gla_reader *r, void *o, gla_array **array, gla_array **made);
gla_status gla_read_typeds(gla_reader *r, void *o, gla_arrays *list);
/* Anything array-like, or a text; none: *p is NULL.  What it needs until it is released, zero before. */
typedef struct gla_choice {
    gla_chosen chosen;
    gla_array *made;
    gla_text text;
} gla_choice;
gla_status gla_read_chosen(gla_reader *r, void *o, gla_choice *store, const gla_chosen **p);
void gla_release_choice(gla_choice *store);
gla_status gla_read_blocks(gla_reader *r, void *o, gla_blocks *blocks);
void gla_release_arrays(gla_arrays *list);
/* Sparse matrices in lists of any depth (src/binding/sparses.c): arrays become such, none is NULL.  One more, of a list whose
 * items are written out. */
gla_status gla_read_sparses(gla_reader *r, void *o, gla_sparses *list);
gla_status gla_add_sparse(gla_reader *r, void *o, gla_sparses *list);
void gla_release_sparses(gla_sparses *list);

/* ---- lists of lists, index expressions --------------------------------------------------------------------------- */
/* Lists of lists of numbers and arrays -> array (src/binding/nested.c). */
gla_status gla_read_nested(gla_reader *r, void *list, gla_array **out);
/* An index expression; `held` keeps its arrays until gla_release_arrays (src/binding/index.c).  A list of which
 * gla_binding.is_parts does not say more is an array of places where its elements can be such. */
gla_status gla_read_index(gla_reader *r, void *o, gla_index *index, gla_arrays *held);
/* An array of places, as gla_binding.array reads it; whole floats in a list become integers where the language has it so. */
gla_status gla_read_places(gla_reader *r, void *o, gla_array **array, gla_array **made);

/* ---- methods of arrays (src/binding/methods.c) ------------------------------------------------------------------- */
gla_status gla_truth(const gla_array *x, bool *truth); /* of the only element; errors are those of "bool" */
gla_status gla_contains(const gla_array *x, const gla_array *value, bool *found); /* errors are those of "in" */
/* The value of an array of one element that stands for a real number in op, or of one without dimensions for an integer. */
gla_status gla_single_real(const gla_array *x, const char *op, gla_number *n);
gla_status gla_single_index(const gla_array *x, gla_number *n);
gla_status gla_transpose_of(const gla_array *x, gla_array **out); /* of a matrix: T */
/* Elements as bytes, in row-major order; dtype none is float64, no shape one dimension.  Errors begin with `what`, such as
 * "asarray: the pickle". */
gla_status gla_from_bytes(const char *what, const gla_bytes *bytes, gla_dtype dtype, const gla_ints *shape, gla_array **out);
/* The way back: `to` points to memory for all elements (src/binding/exchange.c). */
gla_status gla_to_bytes(gla_reader *r, const gla_array *x, void *to);

/* For languages whose arrays have their first dimension in a row: gla_borrow of such memory, read only; and all elements
 * of an array in that order, as a dtype. */
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
    const char *name; /* of the function, in messages: "add" */
    gla_status (*unary)(const gla_array *x, gla_array **out);
    gla_status (*binary)(const gla_array *x1, const gla_array *x2, gla_array **out);
} gla_operator;

/* The table, in the order of the ids. */
const gla_operator *gla_operators(void);
gla_operator_id gla_operator_named(const char *name); /* GLA_OPERATOR_COUNT: none */
/* x = x op y, in x's own memory where the operator leaves type and shape as they are. */
gla_status gla_operate_in_place(const gla_operator *op, gla_array *x, const gla_array *y);

/* An operator of which an operand is an object of another class than Array.  The result is an Array or an object. */
typedef gla_status gla_object_operator(const void *x1, const void *x2, void **out);
/* What the headers declare for the classes of the two operands; NULL stands for one that is to be an array, and for the second
 * of an operator that has one.  Where nothing is declared: an error, but for GLA_OP_EQUAL and GLA_OP_NOT_EQUAL, which are about
 * being the same object then, and *function is NULL. */
gla_status gla_find_operator(gla_operator_id id, const void *x1, const void *x2, gla_object_operator **function);
/* Whether objects of the class can be subtracted from each other: to a script they are values, not things. */
bool gla_has_values(const void *x);

GLA_END_DECLS

#endif
