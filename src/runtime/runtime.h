/* runtime.h - Interface of src/runtime for all higher layers. Not exported. */
#ifndef GLA_RUNTIME_RUNTIME_H
#define GLA_RUNTIME_RUNTIME_H

#include "backend.h"
#include "runtime/error.h"

#include <stdarg.h>

/* ---- messages ---------------------------------------------------------------------------------------------------- */
/* If the thread's message still lacks the name of an argument, return the message in raw form (src/binding/words.c), else
 * NULL. */
const char *gla_marked_message(void);
/* Prefix of a message from a function that does not know its caller. Bindings replace the prefix by the caller's name. */
#define GLA_UNNAMED "\1:"

/* Rewrite expressions in braces in a format string in the syntax of the script language. Return `format` itself if it contains
 * no such expression, else buffer. gla_fail, gla_warn and gla_argument_fact call this function for their format; their string
 * arguments need a separate call. */
enum { GLA_SPELLED = 1024 };
const char *gla_spell(const char *format, char buffer[GLA_SPELLED]);
/* snprintf with a format that contains expressions in braces (gla_spell). */
int gla_spell_print(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* snprintf, vsnprintf and strtod with a decimal point in every locale. */
int gla_print(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int gla_vprint(char *buf, size_t size, const char *format, va_list args);
/* gla_fail with a va_list. */
gla_status gla_vfail(gla_status status, const char *format, va_list args);
double gla_read_numeral(const char *text, char **end);

/* ---- warnings ---------------------------------------------------------------------------------------------------- */
enum { GLA_WARNINGS_KEPT = 4, GLA_WARNING_TEXT = 600 };
typedef struct gla_warning_list {
    int count;
    gla_warning kind[GLA_WARNINGS_KEPT];
    char message[GLA_WARNINGS_KEPT][GLA_WARNING_TEXT];
} gla_warning_list;
/* Warnings of this thread's last call, which a binding reads together with the status of the call. */
extern _Thread_local gla_warning_list gla_warnings __attribute__((tls_model("local-dynamic")));

/* Warn that the result of op may be wrong. Depending on the policy, ignore the warning, record it and return GLA_OK, or fail.
 * The binding shows a recorded warning if the call succeeds. The message has the form of an error message: fact, remedy. */
gla_status gla_warn(gla_warning kind, const char *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Warn that integers of that dtype have overflowed and wrapped around. */
gla_status gla_warn_overflow(const char *op, const char *what, gla_dtype dtype);
/* Return true if the policy ignores this kind of warning, so that the check itself can be skipped. */
bool gla_policy_ignores(gla_warning kind);

/* ---- dtypes, in addition to gpulinalg/core.h ------------------------------------------------------------------------- */
gla_dtype gla_real_of(gla_dtype dtype);     /* complex128 -> float64; others unchanged */
gla_dtype gla_complex_of(gla_dtype dtype);  /* float64 -> complex128 */
gla_dtype gla_floating_of(gla_dtype dtype); /* integers and bool -> float64; others unchanged */
/* Return true if an integer dtype can represent an integer, whose 64 bits are those of a uint64 or an int64. */
bool gla_integer_fits(uint64_t bits, bool is_unsigned, gla_dtype dtype);

/* ---- devices ------------------------------------------------------------------------------------------------------ */
gla_status gla_default_device(gla_device **dev);
/* Return true if the name leaves the choice to the call: "auto", or "auto:cuda:0" for the device of a floating array. */
bool gla_device_floats(const char *name);
gla_status gla_find_device(const char *name, gla_device **dev); /* name NULL: the default device */
gla_status gla_first_gpu(gla_device **dev);                     /* fails without a message if there is none */

/* Fail with NotSupportedError because the device cannot compute op. */
gla_status gla_fail_unsupported(const char *op, const gla_device *dev);

/* Return the seconds of a monotonic clock. */
double gla_seconds(void);

/* Return a copy of a string as a result. Fails with OutOfMemoryError. */
gla_status gla_copy_text(const char *op, const char *text, char **out);
/* gla_record_new: create an empty record as a result of op. gla_record_finish: complete the record; *r is NULL if st is a
 * failure or the record has failed. */
gla_status gla_record_new(const char *op, gla_record **r);
gla_status gla_record_finish(gla_record **r, gla_status st);

#endif
