/* hints.h - Hints in messages about wrong arguments. */
#ifndef GLA_BINDING_HINTS_H
#define GLA_BINDING_HINTS_H

#include "gpulinalg/binding.h"
#include "gpulinalg/call.h"

/* Return a hint for a message about an argument, or NULL if there is no hint. `rest` is the end of the message (" is 0.5, but
 * it must be an integer"). The hint is a format with expressions for gla_spell, in which %s is replaced by *name. */
const char *gla_hint(const char *function, const char *argument, const char *rest, const char **name);
/* Return true if an option requests that NaN be skipped and the library has a function that skips NaN. Store the name of that
 * function. */
bool gla_ignores_nan(const gla_function *f, const char *option, char name[GLA_DESCRIPTION]);
/* Return a hint for a wrong number of arguments: a format with expressions for gla_spell, or "". */
const char *gla_hint_of_count(const gla_function *f, int given);

#endif
