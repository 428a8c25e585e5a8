/* copy.h - conversion loops, and the common iteration space of strided arrays; for copies and maps. */
#ifndef GLA_BACKENDS_HOST_ARRAY_COPY_H
#define GLA_BACKENDS_HOST_ARRAY_COPY_H

#include "backends/host/host.h"

/* The compiler may vectorise: elements of input and output are the same ones or do not meet.  (Clang, which takes such a
 * wish for a promise and warns, finds out by itself at run time.) */
#if defined(__GNUC__) && !defined(__clang__)
#define GLA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define GLA_INDEPENDENT
#endif

/* dst[i*dst_stride] = src[i*src_stride], converted, for i below n; strides in elements.  Integers wrap around; reals
 * are cut towards zero and limited to the integer type's range, NaN becoming 0; complex numbers lose their imaginary
 * part. */
typedef void (*gla_host_converter)(int64_t n, const void *src, int64_t src_stride, void *dst, int64_t dst_stride);
gla_host_converter gla_host_convert(gla_dtype from, gla_dtype to);

#define GLA_WALK_ARRAYS 24

/* The index space that up to GLA_WALK_ARRAYS arrays of one shape have in common, with its axes in the order of the last array's
 * memory and merged where they can be.  ndim is at least 1. */
typedef struct gla_walk {
    int ndim, n;
    int64_t size;
    int64_t shape[GLA_MAX_NDIM];
    int64_t strides[GLA_WALK_ARRAYS][GLA_MAX_NDIM];
} gla_walk;

void gla_walk_init(gla_walk *w, int n, const gla_array *const arrays[]);

/* Whether array k is without gaps in the order of the walk, and whether it is a single element repeated. */
bool gla_walk_is_linear(const gla_walk *w, int k);
bool gla_walk_is_constant(const gla_walk *w, int k);

/* A place in a walk: the coordinates of a position. */
void gla_walk_seek(const gla_walk *w, int64_t position, int64_t *index);
int64_t gla_walk_offset(const gla_walk *w, int k, const int64_t *index);

/* Convert n elements of array k, whose first is at data, from a place on, into contiguous memory, and back. */
void gla_walk_gather(const gla_walk *w, int k, const void *data, gla_dtype from, const int64_t *index, int64_t n, void *dst,
                     gla_dtype to);
void gla_walk_scatter(const gla_walk *w, int k, void *data, gla_dtype to, const int64_t *index, int64_t n, const void *src,
                      gla_dtype from);

#endif
