/* transpose_blocks.h - Transposition of blocks, for copies between arrays with different memory order. */
#ifndef GLA_BACKENDS_HOST_ARRAY_TURN_H
#define GLA_BACKENDS_HOST_ARRAY_TURN_H

#include <stddef.h>
#include <stdint.h>

/* to(i, j) = from(j, i) for elements of `size` bytes.  from_step and to_step are row strides in elements. */
void gla_host_transpose_block(size_t size, int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to,
                              int64_t to_step);

#endif
