/* select.h - the normal form of an index expression, shared by getitem, setitem and take. */
#ifndef GLA_INDEX_SELECT_H
#define GLA_INDEX_SELECT_H

#include "core/scope.h"
#include "contract/reduction.h"

/* x[key] is view[idx[0], ..., idx[nidx-1]]: integers and slices are applied in the view already, and the axes that are
 * indexed by arrays come first in it.  Their common shape is that of each idx, int64 and contiguous on the device of
 * the call; in the result its dimensions stand before axis `position` of the others.  The scope of the call owns them. */
typedef struct gla_selection {
    gla_array *view;
    int nidx; /* 0: the view is all */
    gla_array *idx[2 * GLA_MAX_NDIM];
    int axis[2 * GLA_MAX_NDIM]; /* of x, that idx[j] indexes; for messages */
    int position;
    bool detached; /* an index was a 0-d array: the result is a copy, as for other index arrays */
} gla_selection;

/* dev is where the call works: the index arrays are brought there.  After a failure the view is NULL. */
void gla_select(gla_scope *s, gla_device *dev, const gla_array *x, const gla_index *key, gla_selection *sel);

/* Shape of x[key]. */
void gla_selection_shape(const gla_selection *sel, int *ndim, int64_t *shape);

/* View of an array of that shape with the index dimensions first, as gather and scatter take it. */
gla_array *gla_selection_permute(gla_scope *s, const gla_selection *sel, const gla_array *a);

/* View of value without the leading dimensions of one that x[key], of ndim dimensions, has not: a row of shape (1, n) fits
 * where (n,) does.  Then the value repeated to the shape of x[key], with the index dimensions first; ShapeError. */
const gla_array *gla_selection_strip(gla_scope *s, const gla_array *value, int ndim);
gla_array *gla_selection_spread(gla_scope *s, const gla_selection *sel, const gla_array *value);

/* Positions of an axis of that length, counted from the front; IndexError. */
gla_array *gla_index_wrap(gla_scope *s, const gla_array *positions, int axis, int64_t length);

/* How many positions of an axis of length n a slice takes, whose step is not 0, and which is the first. */
int64_t gla_slice_length(const gla_index_item *item, int64_t n, int64_t *first);

/* x[key] for getitem and take. */
gla_status gla_index_get(const char *op, const gla_array *x, const gla_index *key, gla_array **out);

/* The first IndexError of the index arrays, worded with the axes of x. */
void gla_selection_check(gla_scope *s, const gla_selection *sel);
/* What gather or scatter returned: an IndexError becomes that one. */
void gla_selection_report(gla_scope *s, const gla_selection *sel, gla_status st);

/* The index arrays of one key, brought to int64 on one device (arrays.c). */
gla_array *gla_index_from_integers(gla_scope *s, gla_device *dev, const gla_array *a);
/* How many elements of a mask, or of any array, are not zero, and where; false after a failure. */
bool gla_index_count(gla_scope *s, const gla_array *mask, gla_nonzero_ranges *ranges);
/* k vectors with the positions of what is true in a mask of k dimensions; one for a mask without dimensions. */
void gla_index_from_mask(gla_scope *s, gla_device *dev, const gla_array *mask, gla_array *out[]);
/* Bring all to their common shape, contiguous. */
void gla_index_broadcast(gla_scope *s, gla_device *dev, int n, gla_array *idx[]);

#endif
