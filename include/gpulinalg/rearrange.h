/* rearrange.h - repeating and moving elements, triangles, grids, differences.  All is done on the device of the arrays.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_REARRANGE_H
#define GPULINALG_REARRANGE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Each element several times in a row.
 *
 * @param x        array
 * @param repeats  how often: one integer, or one for each position along axis
 * @param axis     axis; none flattens x first
 * @return         array with the dtype of x, longer along axis
 * @throws ShapeError     if repeats has neither one number nor as many as the axis is long
 * @throws DTypeError     if repeats are not integers
 * @throws ArgumentError  if a number of repeats is negative
 * @throws IndexError     if axis is out of range
 * @needs  array.copy, array.gather
 * @see    Python array API standard 2025.12, repeat
 * @example repeat [1, 2, 3] 2 -> [1 1 2 2 3 3]
 *   repeat [[1, 2], [3, 4]] [1, 2] axis=0
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [3 4]]
 */
gla_status gla_repeat(const gla_array *x, const gla_array *repeats, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** The whole array several times side by side.
 *
 * @param x            array
 * @param repetitions  how often along each axis; the shorter of it and the shape of x is filled up with ones in front
 * @return             array with the dtype of x
 * @throws ArgumentError  if a number is negative
 * @needs  array.copy
 * @see    Python array API standard 2025.12, tile
 * @example tile [1, 2] [2, 2]
 *   -> [[1 2 1 2]
 *   ->  [1 2 1 2]]
 */
gla_status gla_tile(const gla_array *x, const gla_ints *repetitions, gla_array **out);

/** Put elements before and behind those of an array.
 *
 * @param x          array
 * @param pad_width  how many: one number for all, a pair (before, behind) for each axis, or one such pair for each dimension
 * @param mode       which: "constant": constant_values; "edge": the first and the last one; "reflect": mirrored at these;
 *                   "symmetric": mirrored beside these; "wrap": those of the other end
 * @param constant_values  the number that "constant" puts there; default: 0
 * @return           array with the dtype of x
 * @throws ShapeError     if pad_width has another shape, constant_values is not one number, or an axis without elements is
 *                        to be padded with its own
 * @throws DTypeError     if pad_width are not integers, or the type of x cannot hold constant_values
 * @throws ArgumentError  if a width is negative, mode is none of these, or constant_values is given with another mode
 * @needs  array.copy, array.gather
 * @see    NumPy, pad
 * @example pad [1, 2, 3] [2, 1] -> [0 0 1 2 3 0]
 *   pad [1, 2, 3] 2 mode="reflect" -> [3 2 1 2 3 2 1]
 */
gla_status gla_pad(const gla_array *x, const gla_array *pad_width, gla_array **out,
                   const char *mode GLA_CHOICE("constant", "edge", "reflect", "symmetric", "wrap") GLA_DEFAULT(= "constant"),
                   const gla_array *constant_values GLA_OPTION(= NULL));

/** Move elements along axes; what leaves at one end comes in at the other.
 *
 * @param x      array
 * @param shift  by how many places: one integer, or one for each axis; negative numbers move towards the front
 * @param axis   axis or axes; none rolls the array as one line, and the result has its shape
 * @return       array with the shape and dtype of x
 * @throws ShapeError  if there is not one shift, nor one for each axis
 * @throws IndexError  if an axis is out of range
 * @needs  array.copy
 * @see    Python array API standard 2025.12, roll
 * @example roll [1, 2, 3, 4, 5] 2 -> [4 5 1 2 3]
 */
gla_status gla_roll(const gla_array *x, const gla_ints *shift, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Lower triangle: what is above a diagonal becomes zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any dtype
 * @param k  last diagonal that is kept: 0 the main one, above it positive, below it negative
 * @return   array with the shape and dtype of x
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.map, array.range
 * @see    Python array API standard 2025.12, tril
 * @example tril [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
 *   -> [[1 0 0]
 *   ->  [4 5 0]
 *   ->  [7 8 9]]
 */
gla_status gla_tril(const gla_array *x, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Upper triangle: what is below a diagonal becomes zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any dtype
 * @param k  first diagonal that is kept: 0 the main one, above it positive, below it negative
 * @return   array with the shape and dtype of x
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.map, array.range
 * @see    Python array API standard 2025.12, triu
 * @example triu [[1, 2, 3], [4, 5, 6], [7, 8, 9]] k=1
 *   -> [[0 2 3]
 *   ->  [0 0 6]
 *   ->  [0 0 0]]
 */
gla_status gla_triu(const gla_array *x, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Coordinates of all points of a grid.
 *
 * @param arrays    coordinates along each axis, of one dimension or none
 * @param indexing  "ij": array i has axis i; "xy": the first two are exchanged, as in plots: rows are y
 * @return          for each array one of the shape of the grid, of its own type
 * @throws ShapeError     if an array has more than one dimension, or there are more than 16
 * @throws ArgumentError  if indexing is neither "xy" nor "ij"
 * @needs  array.copy
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

/** Differences of neighbours, x[i + 1] − x[i].
 *
 * @param x        array, any numeric dtype; unsigned integers wrap around
 * @param n        how often it is done; 0 gives a copy of x alone
 * @param axis     axis along which they are neighbours
 * @param prepend  put before x first: of its shape but for axis, or a number; default: nothing
 * @param append   put behind x first, in the same way
 * @return         array that is n shorter along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is negative
 * @throws ShapeError     if prepend or append do not fit x
 * @throws DTypeError     if x is bool
 * @needs  array.map, array.copy
 * @see    Python array API standard 2025.12, diff
 * @example diff [1, 4, 9, 16] -> [3 5 7]
 *   diff [1, 4, 9, 16] 2 -> [2 2]
 */
gla_status gla_diff(const gla_array *x, gla_array **out, int64_t n GLA_DEFAULT(= 1), int axis GLA_DEFAULT(= -1),
                    const gla_array *prepend GLA_DEFAULT(= NULL), const gla_array *append GLA_DEFAULT(= NULL));

/** Every stretch of a length, as a view: windows for moving sums, means and quantiles.
 *
 * Element (i, k) of the result for a vector is x[i + k]; nothing is copied. `mean` along the last axis gives moving averages.
 *
 * @param x             array
 * @param window_shape  lengths of the window: one for each axis in axis
 * @param axis          axes along which it slides; default: all
 * @return              read-only view: axes are shorter by the length of the window less one; its own are last
 * @throws ShapeError     if window_shape has not as many numbers as there are axes
 * @throws ArgumentError  if a window is longer than its axis, or empty
 * @throws IndexError     if an axis is out of range
 * @needs  nothing
 * @see    NumPy, lib.stride_tricks.sliding_window_view
 * @example sliding_window_view [1, 2, 3, 4] 3
 *   -> [[1 2 3]
 *   ->  [2 3 4]]
 */
gla_status gla_sliding_window_view(const gla_array *x, const gla_ints *window_shape, gla_array **out,
                                   const gla_ints *axis GLA_DEFAULT(= NULL));

/** The same memory as elements of another type: nothing is copied or converted.
 *
 * Complex numbers are their parts in turn, and the other way round; types of one size share the bits.
 *
 * @param x      array
 * @param dtype  type of the elements of the view
 * @return       view: of the shape of x where both types have the same size, else the last axis is longer or shorter
 * @throws ShapeError  if the sizes differ, and x has no dimensions, its elements do not lie together along the last axis, or
 *                     their number does not fit
 * @throws DTypeError  if dtype is bool and x is not
 * @needs  nothing
 * @see    NumPy, ndarray.view
 * @example view [[1+2j, 3-4j]] float64 -> [[ 1.  2.  3. -4.]]
 */
gla_status gla_view(const gla_array *x, gla_dtype dtype, gla_array **out);

GLA_END_DECLS

#endif
