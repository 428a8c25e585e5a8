/* loop_table.h - Tables of loops by operation, one for each dtype. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_LOOP_TABLE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_LOOP_TABLE_H

#include "backends/host/elementwise/elementwise.h"
#include "elementwise/ops.h"

/* A loop for each operation; NULL if the table has no expression for the dtype. */
typedef gla_loop gla_loop_table[GLA_OP_COUNT];

extern const gla_loop_table gla_loops_bool8, gla_loops_int8, gla_loops_int16, gla_loops_int32, gla_loops_int64, gla_loops_uint8,
    gla_loops_uint16, gla_loops_uint32, gla_loops_uint64, gla_loops_float32, gla_loops_float64, gla_loops_complex64,
    gla_loops_complex128;

#endif
