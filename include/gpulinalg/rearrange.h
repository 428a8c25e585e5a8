/* rearrange.h - repeating and moving elements, triangles, grids, differences.  All is done on the device of the arrays.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_REARRANGE_H
#define GPULINALG_REARRANGE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Each element several times in a row.
 *
 * @param x        array
 * @param repeats  how often: one integer, or one for each position along axis
 * @param axis     axis; none flattens x first
 * @return         array of the type of x, longer along axis
 * @throws ShapeError     when repeats has neither one number nor as many as the axis is long
 * @throws DTypeError     when repeats are not integers
 * @throws ArgumentError  when a number of repeats is negative
 * @throws IndexError     when axis is out of range
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
 * @return             array of the type of x
 * @throws ArgumentError  when a number is negative
 * @needs  array.copy
 * @see    Python array API standard 2025.12, tile
 * @example tile [1, 2] [2, 2]
 *   -> [[1 2 1 2]
 *   ->  [1 2 1 2]]
 */
gla_status gla_tile(const gla_array *x, const gla_ints *repetitions, gla_array **out);

/** Move elements along axes; what leaves at one end comes in at the other.
 *
 * @param x      array
 * @param shift  by how many places: one integer, or one for each axis; negative numbers move towards the front
 * @param axis   axis or axes; none rolls the array as one line, and the result has its shape
 * @return       array of the shape and type of x
 * @throws ShapeError  when there is not one shift, nor one for each axis
 * @throws IndexError  when an axis is out of range
 * @needs  array.copy
 * @see    Python array API standard 2025.12, roll
 * @example roll [1, 2, 3, 4, 5] 2 -> [4 5 1 2 3]
 */
gla_status gla_roll(const gla_array *x, const gla_ints *shift, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Lower triangle: what is above a diagonal becomes zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any type
 * @param k  last diagonal that is kept: 0 the main one, above it positive, below it negative
 * @return   array of the shape and type of x
 * @throws ShapeError  when x has fewer than two dimensions
 * @needs  array.map, array.range
 * @see    Python array API standard 2025.12, tril
 * @example tril [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
 *   -> [[1 0 0]
 *   ->  [4 5 0]
 *   ->  [7 8 9]]
 */
gla_status gla_tril(const gla_array *x, gla_array **out, int64_t k GLA_OPTION(= 0));

/** Upper triangle: what is below a diagonal becomes zero.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n), any type
 * @param k  first diagonal that is kept: 0 the main one, above it positive, below it negative
 * @return   array of the shape and type of x
 * @throws ShapeError  when x has fewer than two dimensions
 * @needs  array.map, array.range
 * @see    Python array API standard 2025.12, triu
 * @example triu [[1, 2, 3], [4, 5, 6], [7, 8, 9]] k=1
 *   -> [[0 2 3]
 *   ->  [0 0 6]
 *   ->  [0 0 0]]
 */
gla_status gla_triu(const gla_array *x, gla_array **out, int64_t k GLA_OPTION(= 0));

/** Coordinates of all points of a grid.
 *
 * @param arrays    coordinates along each axis, of one dimension or none
 * @param indexing  "ij": array i has axis i; "xy": the first two are exchanged, as in plots: rows are y
 * @return          for each array one of the shape of the grid, of its own type
 * @throws ShapeError     when an array has more than one dimension, or there are more than 16
 * @throws ArgumentError  when indexing is neither "xy" nor "ij"
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
 * @param x        array, any numeric type; unsigned integers wrap around
 * @param n        how often it is done; 0 gives a copy of x alone
 * @param axis     axis along which they are neighbours
 * @param prepend  put before x first: of its shape but for axis, or a number; none means nothing
 * @param append   put behind x first, in the same way
 * @return         array that is n shorter along axis
 * @throws IndexError     when axis is out of range
 * @throws ArgumentError  when n is negative
 * @throws ShapeError     when prepend or append do not fit x
 * @throws DTypeError     when x is bool
 * @needs  array.map, array.copy
 * @see    Python array API standard 2025.12, diff
 * @example diff [1, 4, 9, 16] -> [3 5 7]
 *   diff [1, 4, 9, 16] 2 -> [2 2]
 */
gla_status gla_diff(const gla_array *x, gla_array **out, int64_t n GLA_DEFAULT(= 1), int axis GLA_DEFAULT(= -1),
                    const gla_array *prepend GLA_OPTION(= NULL), const gla_array *append GLA_OPTION(= NULL));

/** Every stretch of a length, as a view: windows for moving sums, means and quantiles.
 *
 * Element (i, k) of the result for a vector is x[i + k]; nothing is copied. `mean` along the last axis gives moving averages.
 *
 * @param x             array
 * @param window_shape  lengths of the window: one for each axis in axis
 * @param axis          axes along which it slides; none means all
 * @return              read-only view: axes are shorter by the length of the window less one; its own are last
 * @throws ShapeError     when window_shape has not as many numbers as there are axes
 * @throws ArgumentError  when a window is longer than its axis, or empty
 * @throws IndexError     when an axis is out of range
 * @needs  nothing
 * @see    NumPy, lib.stride_tricks.sliding_window_view
 * @example sliding_window_view [1, 2, 3, 4] 3
 *   -> [[1 2 3]
 *   ->  [2 3 4]]
 */
gla_status gla_sliding_window_view(const gla_array *x, const gla_ints *window_shape, gla_array **out,
                                   const gla_ints *axis GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
