/* distributions.h - Densities of the probability distributions by name, for the rules of the other functions. */
#ifndef GLA_TAPE_RULES_DISTRIBUTIONS_H
#define GLA_TAPE_RULES_DISTRIBUTIONS_H

#include "tape/rule.h"

/* `in` contains the arguments in the order of the C function; the result is not among them. */
typedef gla_status gla_r_distribution_function(const gla_array *const in[], gla_array **out);
/* Return the function called "stats.norm.pdf", which must be in the table. */
gla_r_distribution_function *gla_r_distribution(const char *called);

#endif
