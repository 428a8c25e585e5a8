/* pack.h - copy elements of a host array to a contiguous block, and back. */
#ifndef GLA_CORE_PACK_H
#define GLA_CORE_PACK_H

#include "array.h"

GLA_BEGIN_DECLS

/* Copy `count` elements of a host array, from number `first` of its row-major order on, to a block or from it. */
void gla_pack(const gla_array *x, int64_t first, int64_t count, void *block);
void gla_unpack(gla_array *x, int64_t first, int64_t count, const void *block);

GLA_END_DECLS

#endif
