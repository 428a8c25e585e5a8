/* pack.h - Copy elements of a host array to a contiguous block, and back. */
#ifndef GLA_CORE_PACK_H
#define GLA_CORE_PACK_H

#include "array.h"

GLA_BEGIN_DECLS

/* Copy `count` elements of a host array, in row-major order from element `first` on, to or from a block. */
void gla_pack(const gla_array *x, int64_t first, int64_t count, void *block);
void gla_unpack(gla_array *x, int64_t first, int64_t count, const void *block);

GLA_END_DECLS

#endif
