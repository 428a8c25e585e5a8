/* bitwise.h - bitwise operations on each element.  They accept integers and bool. Broadcasting and type promotion follow the
 * rules of arithmetic.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_BITWISE_H
#define GPULINALG_BITWISE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Compute the bitwise AND of each pair of elements.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_and
 * @example bitwise_and [12, 10] 6 -> [4 2]
 */
gla_status gla_bitwise_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the bitwise OR of each pair of elements.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_or
 * @example bitwise_or [12, 10] 6 -> [14 14]
 */
gla_status gla_bitwise_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the bitwise exclusive OR (XOR) of each pair of elements.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_xor
 * @example bitwise_xor [12, 10] 6 -> [10 12]
 */
gla_status gla_bitwise_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Shift the bits of x1 left by x2 positions. The result is x1·2^x2, without the bits that are shifted out.
 *
 * A shift by the width of the dtype or more yields 0.
 *
 * @param x1  integer array
 * @param x2  nonnegative integer array
 * @return    array of the promoted dtype
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is not an integer array
 * @throws ArgumentError  if a shift is negative
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_left_shift
 * @example bitwise_left_shift [1, 3] 4 -> [16 48]
 */
gla_status gla_bitwise_left_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Shift the bits of x1 right by x2 positions: ⌊x1/2^x2⌋.
 *
 * A shift by the width of the dtype or more yields 0, or −1 if x1 is negative.
 *
 * @param x1  integer array
 * @param x2  nonnegative integer array
 * @return    array of the promoted dtype
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is not an integer array
 * @throws ArgumentError  if a shift is negative
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_right_shift
 * @example bitwise_right_shift [16, -16] 2 -> [ 4 -4]
 */
gla_status gla_bitwise_right_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Invert all bits of each element; logical NOT for bool.
 *
 * @param x  integer or bool array
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is neither integer nor bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, bitwise_invert
 * @example bitwise_invert [0, 5] -> [-1 -6]
 */
gla_status gla_bitwise_invert(const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
