/* remainder64.c - remainder and floor_divide of float64 in wide registers. */
#include "wide.h"

#define T double
#define F(name) name
#define MIDDLE 0x1p52
#include "remainder.h"

const gla_loop_table gla_host_remainder64_loops = {
    [GLA_OP_remainder] = remainder_loop, [GLA_OP_floor_divide] = floor_divide_loop};
