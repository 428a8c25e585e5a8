/* copy.h - Conversion loops, and traversal of strided arrays of the same shape, for copies and elementwise operations. */
#ifndef GLA_BACKENDS_HOST_ARRAY_COPY_H
#define GLA_BACKENDS_HOST_ARRAY_COPY_H

#include "backends/host/host.h"

/* Let GCC vectorise the loop: an input element and an output element are either the same or do not overlap.  Clang would treat
 * this hint as a promise and warn, but without the hint it checks for overlap at run time. */
#if defined(__GNUC__) && !defined(__clang__)
#define GLA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define GLA_INDEPENDENT
#endif

/* Convert n elements: dst[i*dst_stride] = src[i*src_stride], with strides in elements.  Integers wrap around.  Reals are
 * truncated towards zero and clamped to the range of the integer type, and NaN becomes 0.  The imaginary part of a complex
 * number is dropped if the destination is real. */
typedef void (*gla_host_converter)(int64_t n, const void *src, int64_t src_stride, void *dst, int64_t dst_stride);
gla_host_converter gla_host_convert(gla_dtype from, gla_dtype to);

#define GLA_WALK_ARRAYS 24

/* Index space of up to GLA_WALK_ARRAYS arrays of the same shape.  The axes of the walk are in the memory order of the last
 * array, and are merged if possible.  ndim is at least 1. */
typedef struct gla_walk {
    int ndim, n;
    int64_t size;
    int64_t shape[GLA_MAX_NDIM];
    int64_t strides[GLA_WALK_ARRAYS][GLA_MAX_NDIM];
} gla_walk;

void gla_walk_init(gla_walk *w, int n, const gla_array *const arrays[]);

/* gla_walk_is_linear() returns true if array k is contiguous in the order of the walk. gla_walk_is_constant() returns true if
 * array k is a single repeated element. */
bool gla_walk_is_linear(const gla_walk *w, int k);
bool gla_walk_is_constant(const gla_walk *w, int k);

/* gla_walk_seek() converts a linear position to the coordinates `index`. gla_walk_offset() returns the offset of array k at
 * given coordinates. */
void gla_walk_seek(const gla_walk *w, int64_t position, int64_t *index);
int64_t gla_walk_offset(const gla_walk *w, int k, const int64_t *index);

/* gla_walk_gather() converts n elements of array k, starting at `index`, into contiguous memory.  gla_walk_scatter() converts
 * contiguous elements back.  `data` is the first element of array k. */
void gla_walk_gather(const gla_walk *w, int k, const void *data, gla_dtype from, const int64_t *index, int64_t n, void *dst,
                     gla_dtype to);
void gla_walk_scatter(const gla_walk *w, int k, void *data, gla_dtype to, const int64_t *index, int64_t n, const void *src,
                      gla_dtype from);

#endif
