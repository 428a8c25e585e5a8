/* runtime.h - what src/runtime offers to all that is above it.  Not exported. */
#ifndef GLA_RUNTIME_RUNTIME_H
#define GLA_RUNTIME_RUNTIME_H

#include "backend.h"
#include "runtime/error.h"

#include <stdarg.h>

/* ---- messages ---------------------------------------------------------------------------------------------------- */
/* The thread's message as it stands when it is about an argument whose name has to be added (src/binding/words.c); or NULL. */
const char *gla_marked_message(void);
/* Begins the message of a function that does not know whom it works for; the bindings put the name in its place. */
#define GLA_UNNAMED "\1:"

/* A format with the expressions in its braces as the language of the script writes them: itself where it has none, else in
 * buffer.  gla_fail, gla_warn and gla_argument_fact do it; what they are given as an argument needs it. */
enum { GLA_SPELLED = 1024 };
const char *gla_spell(const char *format, char buffer[GLA_SPELLED]);
/* snprintf with a format of that kind. */
int gla_spell_print(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* snprintf, vsnprintf and strtod in texts that are no output of the script's: with a point in every locale. */
int gla_print(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int gla_vprint(char *buf, size_t size, const char *format, va_list args);
/* gla_fail with arguments of another function. */
gla_status gla_vfail(gla_status status, const char *format, va_list args);
double gla_read_numeral(const char *text, char **end);

/* ---- warnings ---------------------------------------------------------------------------------------------------- */
enum { GLA_WARNINGS_KEPT = 4, GLA_WARNING_TEXT = 600 };
typedef struct gla_warning_list {
    int count;
    gla_warning kind[GLA_WARNINGS_KEPT];
    char message[GLA_WARNINGS_KEPT][GLA_WARNING_TEXT];
} gla_warning_list;
/* Of this thread's last call; found together with the status. */
extern _Thread_local gla_warning_list gla_warnings __attribute__((tls_model("local-dynamic")));

/* Announce that the result of op may be wrong, as the policy says: GLA_OK, and a warning that the binding shows when the call
 * has succeeded, or an error.  The message has the form of an error's: the fact, the remedy. */
gla_status gla_warn(gla_warning kind, const char *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Integers of that type have left its range, and wrapped around. */
gla_status gla_warn_overflow(const char *op, const char *what, gla_dtype dtype);
/* Whether nobody wants to know: then the check itself is left out. */
bool gla_policy_ignores(gla_warning kind);

/* ---- types of elements, beside gpulinalg/core.h ---------------------------------------------------------------------- */
gla_dtype gla_real_of(gla_dtype dtype);     /* complex128 -> float64; others unchanged */
gla_dtype gla_complex_of(gla_dtype dtype);  /* float64 -> complex128 */
gla_dtype gla_floating_of(gla_dtype dtype); /* integers and bool -> float64; others unchanged */
/* Whether an integer dtype holds the number with these 64 bits, read as uint64 or as int64. */
bool gla_integer_fits(uint64_t bits, bool is_unsigned, gla_dtype dtype);

/* ---- devices ------------------------------------------------------------------------------------------------------ */
gla_status gla_default_device(gla_device **dev);
gla_status gla_find_device(const char *name, gla_device **dev); /* NULL name: the default */

/* NotSupportedError "op: the cuda backend has no such operation; move the data to the host with to_device". */
gla_status gla_fail_unsupported(const char *op, const gla_device *dev);

/* Of a clock that nobody sets, to measure between two looks. */
double gla_seconds(void);

/* A copy of a text as a result; OutOfMemoryError. */
gla_status gla_copy_text(const char *op, const char *text, char **out);
/* An empty record as a result of op; and its end: *r is NULL after a failure, of st or in the record. */
gla_status gla_record_new(const char *op, gla_record **r);
gla_status gla_record_finish(gla_record **r, gla_status st);

#endif
