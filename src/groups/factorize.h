/* factorize.h - Declarations shared by the implementations of factorize. */
#ifndef GLA_GROUPS_FACTORIZE_H
#define GLA_GROUPS_FACTORIZE_H

#include "core/scope.h"

/* On the host: number the distinct values of the 1-d array keys in order of first occurrence.  NaN has the number -1.  *first
 * receives the position of the first occurrence of each value.  Return false if another method is better, or after a
 * failure. */
bool gla_factorize_by_hash(gla_scope *s, const gla_array *keys, gla_array **codes, gla_array **first);

#endif
