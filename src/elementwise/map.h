/* map.h - the one way from an elementwise function to the backend. */
#ifndef GLA_ELEMENTWISE_MAP_H
#define GLA_ELEMENTWISE_MAP_H

#include "core/core.h"
#include "elementwise/info.h"

/* out = op(in...): places the operands, chooses the type to compute in, broadcasts, makes the result. */
gla_status gla_map(gla_op op, int n, const gla_array *const in[], gla_array **out);

/* The same, computed in a given type, which the operation has an expression for. */
gla_status gla_map_as(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array **out);

/* Write op(in...) into an array that exists.  The operands are on its device and broadcast to its shape; they do not
 * overlap it, but for operands that are exactly it. */
gla_status gla_map_into(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array *out);

/* The type that op computes these operands in; DTypeError, or OverflowError for a plain integer that it cannot hold. */
gla_status gla_map_type(gla_op op, int n, const gla_array *const in[], gla_dtype *compute);
/* The same from the type that the operands (without the condition of `where`) promote to; DTypeError. */
gla_status gla_map_type_of(gla_op op, gla_dtype promoted, gla_dtype *compute);
/* The type of the result of op computed in that type. */
gla_dtype gla_map_result(gla_op op, gla_dtype compute);

/* Whether in[1] is the script's number 2, and pow of both the square of in[0]. */
bool gla_pow_is_square(const gla_array *const in[]);

/* A view of a with the shape of out, which it is known to broadcast to. */
const gla_array *gla_broadcast_on_stack(gla_stack_view *v, const gla_array *a, const gla_array *out);

/* Whether a plain integer of the script has a value that the integer type holds. */
bool gla_weak_integer_fits(const gla_array *x, gla_dtype dtype);

#endif
