/* array.h - what an array is inside the library.  Backends read these structs; nobody outside src/ does. */
#ifndef GLA_SRC_ARRAY_H
#define GLA_SRC_ARRAY_H

#include "runtime/buffer.h"

enum {
    GLA_READONLY = 1, /* setitem refuses: borrowed read-only memory, broadcast views */
    GLA_BORROWED = 2, /* host data of the script, not yet placed: goes where the other operands are */
    GLA_WEAK = 4,     /* a plain number of the script: takes the dtype of what it meets */
    GLA_OFFERED = 8   /* given up by its only holder: an elementwise operation may write its result here (gla_offer) */
};

struct gla_array {
    gla_object object; /* its device is the buffer's */
    gla_buffer *buffer;
    int64_t offset; /* of the first element from buffer->data, in elements of dtype */
    int64_t size;   /* number of elements */
    gla_dtype dtype;
    int ndim;
    unsigned flags;
    bool contiguous;         /* row-major without gaps (every array with size <= 1 is) */
    struct gla_chain *chain; /* what its elements are to be, while they are not there (formula/lazy.h) */
    int64_t *shape;          /* both point into `dims` */
    int64_t *strides;        /* in elements */
    int64_t dims[];
};

/* Address of the first element, on the array's device. */
#ifdef GLA_ANALYSIS /* static analysers cannot know that only empty arrays have none */
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

#endif
