/* binding.h - what a binding of a script language is written in, beside gpulinalg.h: a binding can be built from an installation.
 *
 * The bindings decide nothing that a user could see: which words an error has, what fits which type, how lists become arrays and
 * expressions indices is decided here, once.  A language supplies conversions of its own values.
 *
 * A conversion knows what is wrong with a value, not whose value it is: it fails with gla_argument_is or gla_argument_fact.
 * On the way out each list adds the place (gla_argument_at), and the wrapper of the function the rest (gla_argument_of):
 *     "is 'x', but it must be an integer"  ->  "[1] is 'x', ..."  ->  "sum: axis[1] is 'x', but it must be an integer"
 */
#ifndef GPULINALG_BINDING_H
#define GPULINALG_BINDING_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* ---- errors, memory, addresses ----------------------------------------------------------------------------------- */
/* Set the thread's error and return its status.  One sentence: what the user called, fact, remedy. */
gla_status (gla_fail)(gla_status status, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* The same for running out of host memory: "solve: out of memory (asked for N bytes)". */
gla_status (gla_fail_memory)(const char *operation, size_t bytes);

/* The library's own memory, which gla_free releases; NULL on failure, without a message. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);

/* Address of an array's first element, on its device; NULL when it is empty. */
void *gla_array_address(const gla_array *a);

/* Before a call of one elementwise function: nobody but the caller knows of `a`, which it will only unref after the call.  Where
 * the library can see that nobody else holds the array or its memory either, true: the function may then return `a` itself, with
 * the result in it. */
bool gla_offer(gla_array *a);
/* The number of elements from which an array is worth the search for such operands; below, a new array costs less. */
enum { GLA_LEAST_REUSED = 32768 };

/* ---- how a value of the script is called in a message; they return buf ------------------------------------------- */
enum { GLA_DESCRIPTION = 160 };
const char *gla_describe_text(char buf[GLA_DESCRIPTION], const char *utf8, size_t length); /* 'abc', cut when it is long */
const char *gla_describe_integer(char buf[GLA_DESCRIPTION], int64_t value);
const char *gla_describe_real(char buf[GLA_DESCRIPTION], double value);
const char *gla_describe_complex(char buf[GLA_DESCRIPTION], double re, double im);
const char *gla_describe_object(char buf[GLA_DESCRIPTION], const char *class_name); /* "an object of class decimal.Decimal" */
const char *gla_describe_array(char buf[GLA_DESCRIPTION], const gla_array *a);      /* "a float64 Array of shape (2, 3)" */
#define GLA_DESCRIBE_NONE "none"
#define GLA_DESCRIBE_TRUE "true"
#define GLA_DESCRIBE_FALSE "false"
#define GLA_DESCRIBE_LIST "a list"
#define GLA_DESCRIBE_DICTIONARY "a dictionary" /* a hash */
#define GLA_DESCRIBE_FUNCTION "a function"
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
#define GLA_WANT_INTEGERS "an integer or a list of integers"
#define GLA_WANT_AXIS "an integer or none"
#define GLA_WANT_REAL "a real number"
#define GLA_WANT_BOOL "true or false"
#define GLA_WANT_MAYBE "true, false or none"
#define GLA_WANT_FLAG "true, false or none, not a number; several numbers are one argument, a list"
#define GLA_WANT_TEXT "text"
#define GLA_WANT_PATH "the name of a file"
#define GLA_WANT_TEXTS "text or a list of texts"
#define GLA_WANT_BYTES "bytes or text"
#define GLA_WANT_DTYPE "a dtype: bool, int8 to int64, uint8 to uint64, float32, float64, complex64 or complex128"
#define GLA_WANT_INDEX "an integer, a slice, a mask, a list of integers or a new axis"

/* ---- the outcome of a call: the status that a function returned decides, the thread's message is only its text ----- */
gla_status gla_failure_of(gla_status status);            /* itself; InternalError when it is no kind of error */
const char *gla_failure_message(gla_status status);      /* of this thread's last failure, when that was of this kind */

/* ---- failing ------------------------------------------------------------------------------------------------------ */
/* "is GOT, but it must be WANTED" */
gla_status gla_argument_is(gla_status kind, const char *got, const char *wanted);
/* Any other fact, as a verb phrase with its remedy: "holds a zero character; leave it out". */
gla_status gla_argument_fact(gla_status kind, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
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

GLA_END_DECLS

#endif
