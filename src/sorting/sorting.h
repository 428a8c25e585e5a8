/* sorting.h - Sorting and searching for use inside other operations. */
#ifndef GLA_SORTING_SORTING_H
#define GLA_SORTING_SORTING_H

#include "core/dispatch.h"
#include "contract/sorting.h"

/* Return a new contiguous array: either x, which is on a device, sorted along its last axis, or the int64 positions that sort
 * x.  x may be empty. */
gla_array *gla_s_sort(gla_scope *s, const gla_array *x, bool descending);
gla_array *gla_s_argsort(gla_scope *s, const gla_array *x, bool descending);

/* Return order statistics of x, which has a real dtype and is on a device: the elements at the positions `ranks` of the sorted
 * rows.  The positions are in increasing order.  The result has the leading shape of x, and `count` elements in each row. */
gla_array *gla_s_select(gla_scope *s, const gla_array *x, const int64_t *ranks, int count);

/* Search for values in sorted rows by the slot `search`.  Rows and values have the same leading dimensions, device and dtype.
 * The result is int64, or bool for GLA_SEARCH_FOUND and GLA_SEARCH_MISSING. */
gla_array *gla_s_search(gla_scope *s, gla_lookup what, const gla_array *rows, const gla_array *values);

extern const gla_strategies gla_unique_strategies;

#endif
