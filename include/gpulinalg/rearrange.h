/* rearrange.h - repeating, padding and rolling elements, triangles, grids, differences.  All work is done on the device of the
 * arrays.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_REARRANGE_H
#define GPULINALG_REARRANGE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Repeat each element of an array.
 *
 * @param x        array
 * @param repeats  number of repetitions: one integer, or one for each position along axis
 * @param axis     axis; default: flatten x first
 * @return         array with the dtype of x, longer along axis
 * @throws ShapeError     if repeats is neither one integer nor a vector with the length of the axis
 * @throws DTypeError     if `repeats` does not contain integers
 * @throws ArgumentError  if an element of repeats is negative
 * @throws IndexError     if axis is out of range
 * @needs  array.copy, array.gather
 * @vjp    saves repeats
 * @see    Python array API standard 2025.12, repeat
 * @example repeat [1, 2, 3] 2 -> [1 1 2 2 3 3]
 *   repeat [[1, 2], [3, 4]] [1, 2] axis=0
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [3 4]]
 */
gla_status gla_repeat(const gla_array *x, const gla_array *repeats, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Repeat the whole array along its axes, like tiles.
 *
 * @param x            array
 * @param repetitions  number of repetitions along each axis. If repetitions and the shape of x differ in length, leading ones
 *                     are added to the shorter of the two
 * @return             array with the dtype of x
 * @throws ArgumentError  if an element of repetitions is negative
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, tile
 * @example tile [1, 2] [2, 2]
 *   -> [[1 2 1 2]
 *   ->  [1 2 1 2]]
 */
gla_status gla_tile(const gla_array *x, const gla_ints *repetitions, gla_array **out);

/** Pad an array: add elements before and after it along each axis.
 *
 * @param x                array
 * @param pad_width        number of elements to add: a single number for both ends of all axes, a pair (before, after) for all
 *                         axes, or one such pair for each axis
 * @param mode             elements to add. "constant": the value constant_values. "edge": copies of the first and last element.
 *                         "reflect": mirror image without the edge element. "symmetric": mirror image with the edge element.
 *                         "wrap": elements from the opposite end
 * @param constant_values  scalar for mode "constant"; 0 if not given
 * @return                 array with the dtype of x
 * @throws ShapeError     if pad_width has an invalid shape, constant_values is not a scalar, or an empty axis is to be padded
 *                        in a mode that copies elements
 * @throws DTypeError     if pad_width does not contain integers, or the dtype of x cannot represent constant_values
 * @throws ArgumentError  if a width is negative, mode is unknown, or constant_values is given with a mode other than "constant"
 * @needs  array.copy, array.gather
 * @vjp    saves pad_width
 * @see    NumPy, pad
 * @example pad [1, 2, 3] [2, 1] -> [0 0 1 2 3 0]
 *   pad [1, 2, 3] 2 mode="reflect" -> [3 2 1 2 3 2 1]
 */
gla_status gla_pad(const gla_array *x, const gla_array *pad_width, gla_array **out,
                   const char *mode GLA_CHOICE("constant", "edge", "reflect", "symmetric", "wrap") GLA_DEFAULT(= "constant"),
                   const gla_array *constant_values GLA_OPTION(= NULL));

/** Roll elements along axes: elements shifted out at one end re-enter at the other.
 *
 * @param x      array
 * @param shift  number of positions to shift: one integer, or one for each axis; negative shifts move elements towards the
 *               front
 * @param axis   axis or axes; by default the flattened array is rolled and its shape is then restored
 * @return       array with the shape and dtype of x
 * @throws ShapeError  if the length of shift is neither 1 nor the number of axes
 * @throws IndexError  if an axis is out of range
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, roll
 * @example roll [1, 2, 3, 4, 5] 2 -> [4 5 1 2 3]
 */
gla_status gla_roll(const gla_array *x, const gla_ints *shift, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Return the lower triangle of each matrix: elements above a given diagonal are set to zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any dtype
 * @param k  last diagonal to keep: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   array with the shape and dtype of x
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.map, array.range
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, tril
 * @example tril [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
 *   -> [[1 0 0]
 *   ->  [4 5 0]
 *   ->  [7 8 9]]
 */
gla_status gla_tril(const gla_array *x, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Return the upper triangle of each matrix: elements below a given diagonal are set to zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any dtype
 * @param k  first diagonal to keep: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   array with the shape and dtype of x
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.map, array.range
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, triu
 * @example triu [[1, 2, 3], [4, 5, 6], [7, 8, 9]] k=1
 *   -> [[0 2 3]
 *   ->  [0 0 6]
 *   ->  [0 0 0]]
 */
gla_status gla_triu(const gla_array *x, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Return the coordinates of all points of a grid.
 *
 * @param arrays    coordinates along each axis, 1-d arrays or scalars
 * @param indexing  "ij": array i varies along axis i. "xy": the first two axes are exchanged, as in plots, where the rows
 *                  correspond to y
 * @return          one array for each input, with the shape of the grid and the dtype of the input
 * @throws ShapeError     if an input has more than one dimension, or there are more than 16 inputs
 * @throws ArgumentError  if indexing is neither "xy" nor "ij"
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, meshgrid
 * @example x, y = meshgrid [1, 2, 3] [10, 20]
 *   x
 *   -> [[1 2 3]
 *   ->  [1 2 3]]
 *   y
 *   -> [[10 10 10]
 *   ->  [20 20 20]]
 */
gla_status gla_meshgrid(const gla_arrays *arrays GLA_SPREAD, gla_arrays **grids,
                        const char *indexing GLA_CHOICE("xy", "ij") GLA_OPTION(= "xy"));

/** Compute differences of adjacent elements, x[i + 1] − x[i].
 *
 * @param x        array, any numeric dtype; differences of unsigned integers wrap around
 * @param n        order of the difference, that is, the number of times differences are taken. If n is 0, a copy of x is
 *                 returned, without prepend and append
 * @param axis     axis along which to take differences
 * @param prepend  values to insert before x before differences are taken: an array with the shape of x except along axis, or a
 *                 scalar; default: no values
 * @param append   values to append to x before differences are taken: an array with the shape of x except along axis, or a
 *                 scalar; default: no values
 * @return         array that is shorter than x by n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is negative
 * @throws ShapeError     if prepend or append is neither a scalar nor an array with the shape of x except along axis
 * @throws DTypeError     if x is bool
 * @needs  array.map, array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, diff
 * @example diff [1, 4, 9, 16] -> [3 5 7]
 *   diff [1, 4, 9, 16] 2 -> [2 2]
 */
gla_status gla_diff(const gla_array *x, gla_array **out, int64_t n GLA_DEFAULT(= 1), int axis GLA_DEFAULT(= -1),
                    const gla_array *prepend GLA_DEFAULT(= NULL), const gla_array *append GLA_DEFAULT(= NULL));

/** Return all windows of a given length as a view, for moving sums, averages and quantiles.
 *
 * For a 1-d array, element (i, k) of the result is x[i + k]. Nothing is copied. Use `mean` along the last axis for moving
 * averages.
 *
 * @param x             array
 * @param window_shape  length of the window, one for each element of axis
 * @param axis          axes along which the window slides; default: all axes
 * @return              read-only view. Each axis along which the window slides is shorter by the window length minus one. The
 *                      axes within the window come last
 * @throws ShapeError     if the length of window_shape differs from the number of axes
 * @throws ArgumentError  if a window is empty, or longer than its axis
 * @throws IndexError     if an axis is out of range
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @see    NumPy, lib.stride_tricks.sliding_window_view
 * @example sliding_window_view [1, 2, 3, 4] 3
 *   -> [[1 2 3]
 *   ->  [2 3 4]]
 */
gla_status gla_sliding_window_view(const gla_array *x, const gla_ints *window_shape, gla_array **out,
                                   const gla_ints *axis GLA_DEFAULT(= NULL));

/** Reinterpret the memory of an array as another dtype, without copying or converting.
 *
 * Complex numbers can be viewed as alternating real and imaginary parts, and vice versa. Dtypes of the same size share their
 * bits.
 *
 * @param x      array
 * @param dtype  dtype of the view
 * @return       view with the shape of x if both dtypes have the same size. Otherwise the length of the last axis differs
 * @throws ShapeError  if the sizes of the dtypes differ, and x is 0-d, its elements are not contiguous along the last axis, or
 *                     the length in bytes of the last axis is not a multiple of the new size
 * @throws DTypeError  if dtype is bool and the dtype of x is not
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @see    NumPy, ndarray.view
 * @example view [[1+2j, 3-4j]] float64 -> [[ 1.  2.  3. -4.]]
 */
gla_status gla_view(const gla_array *x, gla_dtype dtype, gla_array **out);

GLA_END_DECLS

#endif
