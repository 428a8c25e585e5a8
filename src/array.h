/* array.h - The struct behind an array handle. Backends read it; code outside src/ does not. */
#ifndef GLA_SRC_ARRAY_H
#define GLA_SRC_ARRAY_H

#include "runtime/buffer.h"

enum {
    GLA_READONLY = 1, /* the array must not be changed: it is borrowed read-only memory, or a broadcast view */
    GLA_BORROWED = 2, /* host data of your script that is not placed on a device yet and is copied to the device of the other
                       * operands */
    GLA_WEAK = 4,     /* a Python or Perl scalar, which adopts the dtype of the other operand */
    GLA_PINNED = 16,  /* the array stays on its device, although its memory may float */
    GLA_OFFERED = 8   /* the only owner has released the array: an elementwise operation may write its result here
                       * (gla_offer) */
};

struct gla_array {
    gla_object object; /* block of memory; its device is the array's device */
    gla_buffer *buffer;
    int64_t offset; /* offset of the first element from buffer->data, in elements of dtype */
    int64_t size;   /* number of elements */
    gla_dtype dtype;
    int ndim;
    unsigned flags;
    bool contiguous;         /* row-major without gaps (every array with size <= 1 is) */
    struct gla_chain *chain; /* pending lazy computation of the elements; NULL once the elements are in the buffer
                              * (formula/lazy.h) */
    int64_t *shape;          /* shape and strides point into `dims` */
    int64_t *strides;        /* in elements */
    int64_t dims[];
};

/* Return the address of the first element, on the array's device. */
#ifdef GLA_ANALYSIS /* static analysers cannot infer that only empty arrays have a NULL address */
void *gla_data(const gla_array *a) __attribute__((returns_nonnull));
#else
static inline void *gla_data(const gla_array *a)
{
    static const unsigned char itemsize[GLA_DTYPE_COUNT] = {
        [GLA_BOOL] = 1,    [GLA_INT8] = 1,      [GLA_INT16] = 2,      [GLA_INT32] = 4,  [GLA_INT64] = 8,
        [GLA_UINT8] = 1,   [GLA_UINT16] = 2,    [GLA_UINT32] = 4,     [GLA_UINT64] = 8, [GLA_FLOAT32] = 4,
        [GLA_FLOAT64] = 8, [GLA_COMPLEX64] = 8, [GLA_COMPLEX128] = 16};
    return a->buffer->data ? (char *)a->buffer->data + a->offset * itemsize[a->dtype] : NULL;
}
#endif

static inline gla_device *gla_device_of(const gla_array *a)
{
    return a->object.dev;
}

/* Return true if a call may choose the device of the array: nobody has. */
static inline bool gla_floats(const gla_array *a)
{
    return a->buffer->floats && !(a->flags & GLA_PINNED);
}

#endif
