/* elementwise.h - the compiled loops of elementwise operations; loop_table.h has the tables of them. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_ELEMENTWISE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_ELEMENTWISE_H

#include "backends/host/host.h"
#include "elementwise/op.h"

/* A name of one type's own: PASTE(add, TYPE). */
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)

/* r[i] = op(a[i]...) for contiguous operands p[0..], the result in the last p.  It may be exactly an operand. */
typedef void (*gla_loop)(int64_t n, void *const p[]);

/* The loop of a special function for a real type; NULL for others. */
gla_loop gla_host_special_loop(gla_op op, gla_dtype compute);

/* That of a function which is computed in wide registers; NULL for others, and where the processor has none. */
gla_loop gla_host_wide_loop(gla_op op, gla_dtype compute);

/* int_powers.c: whether the powers x^y (y NULL: the squares) of integers, computed in that type, are all within it. */
gla_status gla_host_check_powers(gla_dtype compute, const gla_array *x, const gla_array *y, bool *fit);

/* The loop of an operation for a type. */
gla_loop gla_host_loop(gla_op op, gla_dtype compute);

#endif
