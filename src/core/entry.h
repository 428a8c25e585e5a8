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
gla_status gla_refuse_maybe(const char *op, const char *name, int value);

/* A function has failed: where the message names another operation, of which this one is made, it shall name this one.  Returns
 * the status. */
gla_status gla_failed_in(const char *op, gla_status status);

/* Lists: GLA_OK when they may be read. */
gla_status gla_check_ints(const char *op, const char *name, const gla_ints *list);
gla_status gla_check_index(const char *op, const char *name, const gla_index *key);
gla_status gla_check_operand(const char *op, const char *name, const gla_array *x); /* may be one that is not computed yet */
gla_status gla_check_arrays(const char *op, const char *name, const gla_arrays *list);
gla_status gla_check_objects(const char *op, const char *name, const gla_sparses *list, const gla_class *of); /* or NULL */
gla_status gla_check_texts(const char *op, const char *name, const gla_strings *list);
gla_status gla_check_labels(const char *op, const char *name, const gla_strings *list); /* missing ones are NULL */
gla_status gla_check_choice(const char *op, const char *name, const char *text, const char *const *choices); /* NULL: none */
gla_status gla_check_chosen(const char *op, const char *name, const gla_chosen *chosen, const char *const *choices);
gla_status gla_check_bytes(const char *op, const char *name, const gla_bytes *bytes);

/* What an operator does with two classes of objects, one of which may be Array, as the headers declare it (@operator).  `right`
 * is NULL where there is one operand. */
typedef struct gla_pair {
    gla_operator_id id;
    const gla_class *left, *right;
    gla_object_operator *function; /* NULL: the end of the table */
} gla_pair;
extern const gla_pair gla_pairs[];

#endif
