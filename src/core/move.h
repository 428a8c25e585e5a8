/* move.h - The two implementations of assignment: within one device and between devices. */
#ifndef GLA_CORE_MOVE_H
#define GLA_CORE_MOVE_H

#include "core/core.h"

/* dst = src on one device, with broadcasting and conversion. src and dst may overlap, and src may be a host scalar. The shapes
 * are compatible, dst is not empty, and both arrays may be used in the thread's current stream. */
gla_status gla_copy_within(const char *op, gla_array *dst, const gla_array *src);

/* dst = src on different devices. src and dst have the same dtype and shape and are contiguous. An array on the host need not
 * be contiguous; then its axes are sorted from the widest to the narrowest stride and all strides are positive. */
gla_status gla_transfer(const char *op, const gla_array *src, gla_array *dst);

#endif
