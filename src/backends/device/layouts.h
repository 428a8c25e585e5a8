/* layouts.h - Structs that kernels accept as parameters, declared in kernels/layouts.h for both the host and the device. */
#ifndef GLA_BACKENDS_DEVICE_LAYOUTS_H
#define GLA_BACKENDS_DEVICE_LAYOUTS_H

#include "backend.h"
#include "contract/matrix.h"

#include <stddef.h>
#include <stdint.h>

#define int64 int64_t
#define CHECK_SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "the kernels lay " #type " out differently")
#include "../../../kernels/layouts.h"
#undef int64

/* After the leading ints, all members are 64 bits wide.  If the first of these members has the right offset, the others follow
 * without gaps. */
#define CHECK_OFFSET(type, member, bytes) \
    _Static_assert(offsetof(type, member) == (bytes), "the kernels have " #member " of " #type " elsewhere")
CHECK_OFFSET(map_layout, shape, 24);
CHECK_OFFSET(reduce_layout, keep_shape, 8);
CHECK_OFFSET(index_layout, idx_shape, 8);
CHECK_OFFSET(plain_layout, shape, 8);
CHECK_OFFSET(pair_layout, shape, 8);
CHECK_OFFSET(product_sizes, conj_a, 8 * 13);
CHECK_OFFSET(lower_sizes, conjugate, 8 * 9);

_Static_assert(sizeof(gla_strided) == offsetof(gla_strided, row) + sizeof(stack_strides), "strides are passed from there");
_Static_assert(MAX_NDIM == GLA_MAX_NDIM, "kernels take arrays of other dimensions");
#define CHECK_DTYPE(name) _Static_assert(DTYPE_##name == GLA_##name, "kernels have another code for " #name)
CHECK_DTYPE(BOOL);
CHECK_DTYPE(INT8);
CHECK_DTYPE(INT16);
CHECK_DTYPE(INT32);
CHECK_DTYPE(INT64);
CHECK_DTYPE(UINT8);
CHECK_DTYPE(UINT16);
CHECK_DTYPE(UINT32);
CHECK_DTYPE(UINT64);
CHECK_DTYPE(FLOAT32);
CHECK_DTYPE(FLOAT64);
CHECK_DTYPE(COMPLEX64);
CHECK_DTYPE(COMPLEX128);

#endif
