/* elementwise.h - the compiled loops of the table, one set for each type. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_H

#include "host.h"

/* A name of one type's own: PASTE(add, TYPE). */
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)

/* r[i] = op(a[i]...) for contiguous operands p[0..], the result in the last p.  It may be exactly an operand. */
typedef void (*gla_loop)(int64_t n, void *const p[]);
/* A loop for each operation; NULL where the table has no expression for the type. */
typedef gla_loop gla_loop_table[GLA_OP_COUNT];

extern const gla_loop_table gla_loops_bool8, gla_loops_int8, gla_loops_int16, gla_loops_int32, gla_loops_int64, gla_loops_uint8,
    gla_loops_uint16, gla_loops_uint32, gla_loops_uint64, gla_loops_float32, gla_loops_float64, gla_loops_complex64,
    gla_loops_complex128;

/* The loop of a special function for a real type; NULL for others. */
gla_loop gla_host_special_loop(gla_op op, gla_dtype compute);

/* That of a function which is computed in wide registers; NULL for others, and where the processor has none. */
gla_loop gla_host_wide_loop(gla_op op, gla_dtype compute);

/* The loop of an operation for a type. */
gla_loop gla_host_loop(gla_op op, gla_dtype compute);

/* powers.c: whether one of n powers of integers is beyond its type.  y: their exponents, or one for all (same); NULL: squares.
 * *limit is 0 at first, and kept from block to block. */
typedef bool (*gla_powers_check)(int64_t n, const void *x, const void *y, bool same, uint64_t *limit);
gla_powers_check gla_host_power_check(gla_op op, gla_dtype compute); /* NULL of other operations and types */

#endif
