/* move.h - the two ways in which values move: what move.c chooses between. */
#ifndef GLA_CORE_MOVE_H
#define GLA_CORE_MOVE_H

#include "core/core.h"

/* dst = src on one device, with broadcasting and conversion; they may overlap.  src may be a number on the host.  The shapes
 * fit, dst is not empty, and both may be used in the thread's current stream. */
gla_status gla_copy_within(const char *op, gla_array *dst, const gla_array *src);

/* dst = src on different devices.  Both have one type and one shape, and are contiguous unless on the host, where the axes go
 * from the widest to the narrowest stride, all forward. */
gla_status gla_transfer(const char *op, const gla_array *src, gla_array *dst);

#endif
