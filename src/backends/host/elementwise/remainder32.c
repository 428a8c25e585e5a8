/* remainder32.c - remainder and floor_divide of float32 in wide registers. */
#include "wide.h"

#define T float
#define F(name) name##f
#define MIDDLE 0x1p23f
#include "remainder.h"

const gla_loop_table gla_host_remainder32_loops = {
    [GLA_OP_remainder] = remainder_loop, [GLA_OP_floor_divide] = floor_divide_loop};
