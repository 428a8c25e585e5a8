/* select.h - Normal form of an index expression, shared by getitem, setitem and take. */
#ifndef GLA_INDEX_SELECT_H
#define GLA_INDEX_SELECT_H

#include "core/scope.h"
#include "contract/reduction.h"

/* x[key] equals view[idx[0], ..., idx[nidx-1]]. Integers and slices are already applied in the view, whose first axes are those
 * indexed by arrays. All idx have one shape, and are int64 and contiguous on the device of the call. In the result, the axes of
 * idx are inserted before axis `position` of the other axes. The scope of the call owns all arrays. */
typedef struct gla_selection {
    gla_array *view;
    int nidx; /* 0: the result is the view itself */
    gla_array *idx[2 * GLA_MAX_NDIM];
    int axis[2 * GLA_MAX_NDIM]; /* axis of x that idx[j] indexes, for messages */
    int position;
    bool detached; /* an index was a 0-d array: the result is a copy, as with other index arrays */
} gla_selection;

/* Process an index expression. dev is the device of the call, to which index arrays are copied. After a failure the view is
 * NULL. */
void gla_select(gla_scope *s, gla_device *dev, const gla_array *x, const gla_index *key, gla_selection *sel);

/* Compute the shape of x[key]. */
void gla_selection_shape(const gla_selection *sel, int *ndim, int64_t *shape);

/* Create a view of an array of that shape with the index axes first, as gather and scatter require. */
gla_array *gla_selection_permute(gla_scope *s, const gla_selection *sel, const gla_array *a);

/* gla_selection_strip: create a view of value without leading axes of length one in excess of ndim, the number of axes of
 * x[key]. A row of shape (1, n) can then be assigned to shape (n,). gla_selection_spread: broadcast value to the shape of
 * x[key], index axes first; fails with ShapeError if the shapes are incompatible. */
const gla_array *gla_selection_strip(gla_scope *s, const gla_array *value, int ndim);
gla_array *gla_selection_spread(gla_scope *s, const gla_selection *sel, const gla_array *value);

/* Convert positions along an axis of that length to nonnegative positions. Fails with IndexError if a position is out of
 * range. */
gla_array *gla_index_wrap(gla_scope *s, const gla_array *positions, int axis, int64_t length);

/* Return the number of positions that a slice with nonzero step selects from an axis of length n. Store the first position in
 * *first. */
int64_t gla_slice_length(const gla_index_item *item, int64_t n, int64_t *first);

/* Implement x[key] for getitem and take. */
gla_status gla_index_get(const char *op, const gla_array *x, const gla_index *key, gla_array **out);

/* Report the first index out of range in the index arrays; the message names the axis of x. */
void gla_selection_check(gla_scope *s, const gla_selection *sel);
/* Record the status of gather or scatter. The message of an IndexError is replaced by the message of gla_selection_check. */
void gla_selection_report(gla_scope *s, const gla_selection *sel, gla_status st);

/* Convert the index arrays of a key to int64 on one device (arrays.c). */
gla_array *gla_index_from_integers(gla_scope *s, gla_device *dev, const gla_array *a);
/* Count the nonzero elements of a mask, or of any array, and find the ranges that contain them. Return false after a
 * failure. */
bool gla_index_count(gla_scope *s, const gla_array *mask, gla_nonzero_ranges *ranges);
/* Convert a mask with k axes to k vectors of the positions of true elements; a 0-d mask yields one vector. */
void gla_index_from_mask(gla_scope *s, gla_device *dev, const gla_array *mask, gla_array *out[]);
/* Broadcast all index arrays to their common shape, contiguous. */
void gla_index_broadcast(gla_scope *s, gla_device *dev, int n, gla_array *idx[]);

#endif
