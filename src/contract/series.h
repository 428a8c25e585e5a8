/* series.h - the contract of rows of numbers in their order.  ../backend.h says what holds for all
 * slots. */
#ifndef GLA_CONTRACT_SERIES_H
#define GLA_CONTRACT_SERIES_H

#include "backend.h"

/* All arrays are contiguous and none is empty.  Results are the same on all devices. */
/* Lines of n steps.  A step makes of the state s and the terms b at its place the state a·s + b, with a matrix a of k rows; or,
 * when it filters, the number b + Σ a[i]·s[i], where s are the last k such numbers, the newest first.  Lines are cut into
 * chunks, as many as `states` has, that can be gone through at the same time. */
#define GLA_RECURRENCE_ORDER 16 /* the largest k of lines in several chunks */
typedef struct gla_recurrence {
    int64_t lines, n, k, chunk, chunks;
    bool filters;
    const gla_array *a;
    int64_t a_line, a_step; /* from line to line and from step to step; 0 where they have the same */
    const gla_array *start; /* (lines, k): states before the first step; NULL: zeros */
    gla_array *states;      /* memory for (lines, chunks, k); NULL for one chunk, as the next */
    gla_array *products;    /* memory for k·k numbers of each chunk, line and matrix that differ */
} gla_recurrence;

typedef struct gla_series_ops {
    /* out[i] = Σⱼ x[first + i − j] v[j] for a vector v and each row of x, which counts as 0 outside of itself; all are of one
     * dtype, and products are added up in the order of j.  Of bools: whether any pair is true. */
    gla_status (*convolve)(gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, gla_array *out);
    /* Linear interpolation at places of a grid, both of the real type of values: as kernels/interp.h says.  Rows go along the
     * last axis; out has the shape of places, and grid and values have as many rows, or one for all. */
    gla_status (*interp)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         gla_array *out);
    /* A linear recurrence, in out, which has its terms before.  The order of all operations is that of kernels/recur.h. */
    gla_status (*recur)(gla_device *dev, const gla_recurrence *r, gla_array *out);
    /* Piecewise cubic functions at places, or their derivative of order nu, as kernels/spline_value.h says: the grid is one for
     * all rows, of which values and slopes are (rows, n) and out (rows, m).  Outside of the grid NaN, or extrapolated. */
    gla_status (*spline)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out);
    /* The slopes of monotone cubics; real. */
    gla_status (*pchip_slopes)(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes);
    /* Interpolation on a regular grid at places, (points, dims), as kernels/interpn_value.h says.  grid has all axes, one after
     * the other; values (n..., trailing); out (points, trailing).  fill is one number for places outside; NULL: extrapolated.
     * *outside, unless NULL: the first dimension, counted from 1, in which any place is, or 0. */
    gla_status (*interpn)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                          const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside);
} gla_series_ops;

#endif
