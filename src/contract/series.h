/* series.h - Contract of ordered data: convolution, recurrences, interpolation. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_SERIES_H
#define GLA_CONTRACT_SERIES_H

#include "backend.h"

/* All arrays are contiguous and not empty. Results are identical on all devices. */
/* Lines of n steps. A step replaces the state s by a·s + b, where b contains the terms of that step and the matrix a has k
 * rows. If `filters` is true, a step instead computes the scalar b + Σ a[i]·s[i], where s contains the last k such scalars,
 * newest first. Each line is divided into chunks that can be processed in parallel. */
#define GLA_RECURRENCE_ORDER 16 /* largest k of lines with several chunks */
typedef struct gla_recurrence {
    int64_t lines, n, k, chunk, chunks;
    bool filters;
    const gla_array *a;
    int64_t a_line, a_step; /* strides from line to line and from step to step; 0 if a is the same for all */
    const gla_array *start; /* (lines, k): states before the first step; NULL: zeros */
    gla_array *states;      /* workspace of shape (lines, chunks, k); NULL for one chunk; the same applies to `products` */
    gla_array *products;    /* workspace of k·k elements for each chunk, line and distinct matrix */
} gla_recurrence;

typedef struct gla_series_ops {
    /* out[i] = Σⱼ x[first + i − j] v[j] for a vector v and each row of x, which is treated as 0 outside its bounds. All arrays
     * have the same dtype. Products are added in ascending order of j. For bools the result is true if any pair of factors is
     * true. */
    gla_status (*convolve)(gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, gla_array *out);
    /* Linear interpolation at `places`, as defined in kernels/interp.h. places and grid have the real dtype of values. Rows are
     * along the last axis. out has the shape of places. grid and values have as many rows as places, or one row that is used
     * for all. */
    gla_status (*interp)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         gla_array *out);
    /* A linear recurrence, in place: out contains the terms b on entry. The order of all operations is defined in
     * kernels/recur.h. */
    gla_status (*recur)(gla_device *dev, const gla_recurrence *r, gla_array *out);
    /* Piecewise cubic functions at `places`, or the derivatives of order nu of these functions, as defined in
     * kernels/spline_value.h. All rows share one grid; values and slopes are (rows, n) and out is (rows, m). Outside the grid
     * the result is NaN, or extrapolated. */
    gla_status (*spline)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out);
    /* Slopes of monotone cubics (PCHIP); real dtypes only. */
    gla_status (*pchip_slopes)(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes);
    /* Interpolation on a regular grid at `places`, (points, dims), as defined in kernels/interpn_value.h. grid contains all
     * axes, one after the other; values is (n..., trailing) and out is (points, trailing). fill is the value outside the grid;
     * NULL means extrapolate. If `outside` is not NULL, *outside receives the first dimension, counted from 1, in which a point
     * is outside the grid, or 0. */
    gla_status (*interpn)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                          const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside);
} gla_series_ops;

#endif
