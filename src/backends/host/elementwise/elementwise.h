/* elementwise.h - Compiled loops of elementwise operations; loop_table.h declares their tables. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_ELEMENTWISE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_ELEMENTWISE_H

#include "backends/host/host.h"
#include "elementwise/op.h"

/* Name for one type: PASTE(add, TYPE). */
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)

/* r[i] = op(a[i]...) for contiguous operands p[0..].  The last p is the result r, which may be identical with an operand. */
typedef void (*gla_loop)(int64_t n, void *const p[]);

/* Return the loop of a special function for a real dtype, or NULL for other operations. */
gla_loop gla_host_special_loop(gla_op op, gla_dtype compute);

/* Return the loop of a function that has an implementation in wide registers.  Return NULL if there is no such loop or the
 * processor lacks the instructions. */
gla_loop gla_host_wide_loop(gla_op op, gla_dtype compute);

/* Defined in int_powers.c: set *fit to true if all powers x^y of integers, computed in the dtype `compute`, are within the
 * range of that dtype.  If y is NULL, test the squares. */
gla_status gla_host_check_powers(gla_dtype compute, const gla_array *x, const gla_array *y, bool *fit);

/* Return the loop of an operation for a dtype. */
gla_loop gla_host_loop(gla_op op, gla_dtype compute);

#endif
