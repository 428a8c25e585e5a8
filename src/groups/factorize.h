/* factorize.h - what the files of factorize share. */
#ifndef GLA_GROUPS_FACTORIZE_H
#define GLA_GROUPS_FACTORIZE_H

#include "core/scope.h"

/* On the host: numbers of the elements of keys, which has one dimension, in the order in which their values occur, -1 for NaN;
 * and where each value occurs first.  False where another way is better, or something failed. */
bool gla_factorize_by_hash(gla_scope *s, const gla_array *keys, gla_array **codes, gla_array **first);

#endif
