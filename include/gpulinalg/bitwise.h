/* bitwise.h - bits of each element.  For integers and bool; broadcasting and types are those of arithmetic.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_BITWISE_H
#define GPULINALG_BITWISE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Bits set in both.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_and
 * @example bitwise_and [12, 10] 6 -> [4 2]
 */
gla_status gla_bitwise_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in at least one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_or
 * @example bitwise_or [12, 10] 6 -> [14 14]
 */
gla_status gla_bitwise_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in exactly one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_xor
 * @example bitwise_xor [12, 10] 6 -> [10 12]
 */
gla_status gla_bitwise_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits moved left by x2 places, x1·2^x2 without the bits that fall off.
 *
 * A shift by the width of the type or more gives 0 (−1 for a negative number shifted right).
 *
 * @param x1  integer array
 * @param x2  integer array, not negative
 * @return   array of the promoted type
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is not integer
 * @throws ArgumentError  if a shift is negative
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_left_shift
 * @example bitwise_left_shift [1, 3] 4 -> [16 48]
 */
gla_status gla_bitwise_left_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits moved right by x2 places, ⌊x1/2^x2⌋.
 *
 * A shift by the width of the type or more gives 0 (−1 for a negative number shifted right).
 *
 * @param x1  integer array
 * @param x2  integer array, not negative
 * @return   array of the promoted type
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is not integer
 * @throws ArgumentError  if a shift is negative
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_right_shift
 * @example bitwise_right_shift [16, -16] 2 -> [ 4 -4]
 */
gla_status gla_bitwise_right_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** All bits turned; of a bool the opposite.
 *
 * @param x  integer or bool array
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_invert
 * @example bitwise_invert [0, 5] -> [-1 -6]
 */
gla_status gla_bitwise_invert(const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
