/* series.h - the contract of rows of numbers in their order.  ../backend.h, which includes this, says what holds for all
 * slots. */
#ifndef GLA_CONTRACT_SERIES_H
#define GLA_CONTRACT_SERIES_H

/* All arrays are contiguous and none is empty.  Results are the same on all devices. */
typedef struct gla_series_ops {
    /* out[i] = Σⱼ x[first + i − j] v[j] for vectors of one dtype, where x counts as 0 outside of itself; added up in the order
     * of j.  Of bools: whether any pair is true. */
    gla_status (*convolve)(gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, gla_array *out);
    /* Linear interpolation at places of a grid, both of the real type of values: as kernels/interp.h says.  Rows go along the
     * last axis; out has the shape of places, and grid and values have as many rows, or one for all. */
    gla_status (*interp)(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         gla_array *out);
} gla_series_ops;

#endif
