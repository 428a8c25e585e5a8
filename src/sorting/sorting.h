/* sorting.h - sorting and searching within an operation, for this room and others. */
#ifndef GLA_SORTING_SORTING_H
#define GLA_SORTING_SORTING_H

#include "core/dispatch.h"
#include "contract/sorting.h"

/* A new contiguous array: x, on a device, sorted along its last axis; or the int64 positions of x in that order.  x without
 * elements is fine. */
gla_array *gla_s_sort(gla_scope *s, const gla_array *x, bool descending);
gla_array *gla_s_argsort(gla_scope *s, const gla_array *x, bool descending);

/* Order statistics of x, of a real type on a device: what stands at the places `ranks` of its sorted rows, which rise.  Of the
 * leading shape of x, and `count` elements in each row. */
gla_array *gla_s_select(gla_scope *s, const gla_array *x, const int64_t *ranks, int count);

/* What the slot of that name finds, for sorted rows and values with the same leading dimensions on one device, in one type:
 * int64, bool for GLA_SEARCH_FOUND and GLA_SEARCH_MISSING. */
gla_array *gla_s_search(gla_scope *s, gla_lookup what, const gla_array *rows, const gla_array *values);

extern const gla_strategies gla_unique_strategies;

#endif
