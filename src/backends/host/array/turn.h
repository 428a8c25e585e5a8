/* turn.h - blocks of matrices turned, for copies of what lies across. */
#ifndef GLA_BACKENDS_HOST_ARRAY_TURN_H
#define GLA_BACKENDS_HOST_ARRAY_TURN_H

#include <stddef.h>
#include <stdint.h>

/* to(i, j) = from(j, i) for `size` bytes each; steps from row to row, in elements. */
void gla_host_turn(size_t size, int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to, int64_t to_step);

#endif
