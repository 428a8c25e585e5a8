/* hints.h - what is meant where an argument is what it cannot be. */
#ifndef GLA_BINDING_HINTS_H
#define GLA_BINDING_HINTS_H

#include "gpulinalg/binding.h"
#include "gpulinalg/call.h"

/* Of an argument of which a message says `rest`, " is 0.5, but it must be an integer": a format with expressions for
 * gla_spell, in which %s stands for *name; NULL where there is no hint. */
const char *gla_hint(const char *function, const char *argument, const char *rest, const char **name);
/* Whether an option asks a function to leave NaN out, and there is one that does so; its name. */
bool gla_ignores_nan(const gla_function *f, const char *option, char name[GLA_DESCRIPTION]);
/* Of so many arguments where another number is wanted: a text with expressions, or "". */
const char *gla_hint_of_count(const gla_function *f, int given);

#endif
