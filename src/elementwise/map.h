/* map.h - Dispatch elementwise functions to the backend. */
#ifndef GLA_ELEMENTWISE_MAP_H
#define GLA_ELEMENTWISE_MAP_H

#include "core/core.h"
#include "elementwise/info.h"

/* out = op(in...): place the operands, choose the compute dtype, broadcast, and create the result. */
gla_status gla_map(gla_op op, int n, const gla_array *const in[], gla_array **out);

/* Like gla_map, with a given compute dtype, for which the operation has an expression. */
gla_status gla_map_as(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array **out);

/* Write op(in...) to an existing array. The operands are on its device and broadcast to its shape. An operand must not overlap
 * the array unless it coincides with it exactly. */
gla_status gla_map_into(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array *out);

/* Determine the dtype in which op computes these operands. Fails with DTypeError, or with OverflowError if the dtype cannot
 * represent an integer scalar. */
gla_status gla_map_type(gla_op op, int n, const gla_array *const in[], gla_dtype *compute);
/* Like gla_map_type, given the promoted dtype of the operands (without the condition of `where`). Fails with DTypeError. */
gla_status gla_map_type_of(gla_op op, gla_dtype promoted, gla_dtype *compute);
/* Return the dtype of the result of op computed in that dtype. */
gla_dtype gla_map_result(gla_op op, gla_dtype compute);

/* Return true if in[1] is a scalar 2 in the script, so that pow is the square of in[0]. */
bool gla_pow_is_square(const gla_array *const in[]);

/* Create a view of `a` with the shape of out. The caller knows that `a` broadcasts to that shape. */
const gla_array *gla_broadcast_on_stack(gla_stack_view *v, const gla_array *a, const gla_array *out);

/* Return true if the integer dtype can represent the value of an integer scalar. */
bool gla_weak_integer_fits(const gla_array *x, gla_dtype dtype);

/* Fail if gla_inplace(operation, x, y) does. */
gla_status gla_inplace_check(const char *operation, const gla_array *x, const gla_array *y);

#endif
