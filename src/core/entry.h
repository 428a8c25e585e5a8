/* entry.h - Checks at the entry points of the library: handles, lists, dtypes and missing results. C callers may pass any
 * values. An invalid argument, as far as it can be recognised from memory contents, is an error that names the function and the
 * argument, and never a crash. See docs/design/security.md. */
#ifndef GLA_CORE_ENTRY_H
#define GLA_CORE_ENTRY_H

#include "core/core.h"
#include "core/placement.h"
#include "runtime/object.h"
#include "entries.h"

#include "gpulinalg/binding.h"

/* Set the error for an invalid argument; `what` describes a valid argument. */
gla_status gla_refuse_missing(const char *op, const char *name, const char *what);
gla_status gla_refuse_dtype(const char *op, const char *name, int64_t dtype);
gla_status gla_refuse_maybe(const char *op, const char *name, int value);

/* Handle a failure inside `op`. If the message names another operation that implements `op`, replace that name by `op`. Return
 * the status. */
gla_status gla_failed_in(const char *op, gla_status status);

/* Check lists. Return GLA_OK if the lists can be read. */
gla_status gla_check_ints(const char *op, const char *name, const gla_ints *list);
gla_status gla_check_index(const char *op, const char *name, const gla_index *key);
gla_status gla_check_operand(const char *op, const char *name, const gla_array *x); /* x may be a lazy array */
gla_status gla_check_arrays(const char *op, const char *name, const gla_arrays *list);
gla_status gla_check_objects(const char *op, const char *name, const gla_sparses *list, const gla_class *of); /* elements may be
                                                                                                               * NULL */
gla_status gla_check_texts(const char *op, const char *name, const gla_strings *list);
gla_status gla_check_labels(const char *op, const char *name, const gla_strings *list); /* missing strings are NULL */
gla_status gla_check_choice(const char *op, const char *name, const char *text, const char *const *choices); /* NULL: not given
                                                                                                              */
gla_status gla_check_chosen(const char *op, const char *name, const gla_chosen *chosen, const char *const *choices);
gla_status gla_check_variable(const char *op, const char *name, const gla_variable *variable);
gla_status gla_check_data(const char *op, const char *name, const gla_dataset *data, const gla_class *table);
gla_status gla_check_fits(const char *op, const char *name, const gla_fits *list, const gla_class *fit);
gla_status gla_check_bytes(const char *op, const char *name, const gla_bytes *bytes);

/* An operator for two classes of objects, one of which may be Array, as declared in the headers (@operator). `right` is NULL
 * for unary operators. */
typedef struct gla_pair {
    gla_operator_id id;
    const gla_class *left, *right;
    gla_object_operator *function; /* NULL: the end of the table */
} gla_pair;
extern const gla_pair gla_pairs[];

#endif
