/* select.h - the normal form of an index expression, shared by getitem, setitem and take. */
#ifndef GLA_INDEX_SELECT_H
#define GLA_INDEX_SELECT_H

#include "core/core.h"

/* x[key] is view[idx[0], ..., idx[nidx-1]]: integers and slices are applied in the view already, and the axes that are
 * indexed by arrays come first in it.  Their common shape is that of each idx, int64 and contiguous on the device of
 * the call; in the result its dimensions stand before axis `position` of the others. */
typedef struct gla_selection {
    gla_array *view;
    int nidx;                  /* 0: the view is all */
    gla_array *idx[2 * GLA_MAX_NDIM];
    int axis[2 * GLA_MAX_NDIM]; /* of x, that idx[j] indexes; for messages */
    int position;
    bool detached; /* an index was a 0-d array: the result is a copy, as for other index arrays */
} gla_selection;

/* dev is where the call works: the index arrays are brought there. */
gla_status gla_select(const char *op, gla_device *dev, const gla_array *x, const gla_index *key, gla_selection *s);
void gla_selection_release(gla_selection *s);

/* Shape of x[key]. */
void gla_selection_shape(const gla_selection *s, int *ndim, int64_t *shape);

/* View of an array of that shape with the index dimensions first, as gather and scatter take it. */
gla_status gla_selection_permute(const gla_selection *s, const gla_array *a, gla_array **out);

/* x[key] for getitem and take. */
gla_status gla_index_get(const char *op, const gla_array *x, const gla_index *key, gla_array **out);

/* The first IndexError of the index arrays, worded with the axes of x. */
gla_status gla_selection_check(const char *op, const gla_selection *s);

/* The index arrays of one key, brought to int64 on one device (arrays.c).  op, and the axis for messages. */
gla_status gla_index_from_integers(const char *op, gla_device *dev, const gla_array *a, gla_array **out);
/* k vectors with the positions of what is true in a mask of k dimensions; one for a mask without dimensions. */
gla_status gla_index_from_mask(const char *op, gla_device *dev, const gla_array *mask, gla_array *out[]);
/* Bring all to their common shape, contiguous. */
gla_status gla_index_broadcast(const char *op, gla_device *dev, int n, gla_array *idx[]);
#endif
