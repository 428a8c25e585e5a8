/* entry.h - what the library's entries look at before anything else: handles, lists, types and missing results.  Whoever calls
 * from C may pass anything; what is wrong is an error that names function and argument, never a crash, as far as memory can
 * show it.  See docs/decisions/0027. */
#ifndef GLA_CORE_ENTRY_H
#define GLA_CORE_ENTRY_H

#include "core/core.h"
#include "runtime/object.h"
#include "entries.h"

#include "gpulinalg/binding.h"

/* The errors; `what` is what the argument must be. */
gla_status gla_refuse_missing(const char *op, const char *name, const char *what);
gla_status gla_refuse_dtype(const char *op, const char *name, int64_t dtype);

/* A function has failed: where the message names another operation, of which this one is made, it shall name this one.  Returns
 * the status. */
gla_status gla_failed_in(const char *op, gla_status status);

/* Lists: GLA_OK when they may be read. */
gla_status gla_check_ints(const char *op, const char *name, const gla_ints *list);
gla_status gla_check_index(const char *op, const char *name, const gla_index *key);
gla_status gla_check_arrays(const char *op, const char *name, const gla_arrays *list);
gla_status gla_check_texts(const char *op, const char *name, const gla_strings *list);
gla_status gla_check_choice(const char *op, const char *name, const char *text, const char *const *choices); /* NULL: none */
gla_status gla_check_bytes(const char *op, const char *name, const gla_bytes *bytes);

/* What an operator does with two classes of objects, one of which may be Array, as the headers declare it (@operator).  `right`
 * is NULL where there is one operand. */
typedef struct gla_pair {
    gla_operator_id id;
    const gla_class *left, *right;
    gla_object_operator *function; /* NULL: the end of the table */
} gla_pair;
extern const gla_pair gla_pairs[];

/* ---- what src/entries.c is written in ----------------------------------------------------------------------------- */
#define ENTRY(op) static const char this_function[] = op; (void)this_function

/* A result is NULL, or 0, until all is well; one that the caller does not want is made all the same, and dropped. */
#define RESULT(type, name, none)   \
    type own_##name = none;        \
    if (name)                      \
        *name = none;              \
    else                           \
        name = &own_##name
#define UNWANTED(name, release)    \
    if (name == &own_##name)       \
        release(own_##name)

#define REFUSE_UNLESS(good, refusal) \
    do {                             \
        if (!(good))                 \
            return refusal;          \
    } while (0)
#define PASS(check)                                   \
    do {                                              \
        gla_status wrong = check;                     \
        if (wrong)                                    \
            return wrong;                             \
    } while (0)

#define ARRAY(name) REFUSE_UNLESS(gla_is_array(name), gla_refuse_handle(this_function, #name, name, "array"))
#define OPTIONAL_ARRAY(name) \
    REFUSE_UNLESS(!name || gla_is_array(name), gla_refuse_handle(this_function, #name, name, "array"))
#define TARGET(name) ARRAY(name)
#define HANDLE(name, record, class) \
    REFUSE_UNLESS(gla_is_object(name, &record), gla_refuse_handle(this_function, #name, name, class))
#define OPTIONAL_HANDLE(name, record, class) \
    REFUSE_UNLESS(!name || gla_is_object(name, &record), gla_refuse_handle(this_function, #name, name, class))

#define DTYPE(name) \
    REFUSE_UNLESS((unsigned)name < GLA_DTYPE_COUNT, gla_refuse_dtype(this_function, #name, (int64_t)name))
#define MAYBE(name)                                                                                                  \
    REFUSE_UNLESS((unsigned)name <= GLA_YES, gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %d, but it must be GLA_MAYBE, " \
                                                      "GLA_NO or GLA_YES", this_function, #name, (int)name))
#define CHOICE(name, ...)                                            \
    do {                                                             \
        static const char *const choices[] = {__VA_ARGS__, NULL};    \
        PASS(gla_check_choice(this_function, #name, name, choices)); \
    } while (0)
#define TEXT(name) REFUSE_UNLESS(name, gla_refuse_missing(this_function, #name, "a string"))

#define INTS(name) PASS(gla_check_ints(this_function, #name, name))
#define OPTIONAL_INTS(name)                                                       \
    REFUSE_UNLESS(!name || (name->n >= 0 && name->n <= GLA_MAX_NDIM), \
                  gla_check_ints(this_function, #name, name))
#define INDEX(name) PASS(gla_check_index(this_function, #name, name))
#define ARRAYS(name) PASS(gla_check_arrays(this_function, #name, name))
#define TEXTS(name) PASS(gla_check_texts(this_function, #name, name))
#define OPTIONAL_TEXTS(name) PASS(name ? gla_check_texts(this_function, #name, name) : GLA_OK)
#define BYTES(name) PASS(gla_check_bytes(this_function, #name, name))

#endif
