/* shape.h - changing the shape of arrays, and joining arrays.  Results are views that share memory whenever the strides allow
 * it.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_SHAPE_H
#define GPULINALG_SHAPE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Reshape an array without changing its elements.
 *
 * @param x      array
 * @param shape  new shape, in which one dimension may be −1 to be inferred
 * @param copy   true: always copy; false: raise an error if a copy is needed; `none`: copy only if needed
 * @param order  order in which elements are read and placed: "C": row by row; "F": column by column, as in Fortran, R and
 *               MATLAB
 * @return       array of the given shape; a view if the strides allow it
 * @throws ShapeError     if shape has a different number of elements from x, or more than one dimension is −1
 * @throws ArgumentError  if `copy` is false and a copy is needed
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @example reshape [1, 2, 3, 4, 5, 6] [2, -1]
 *   -> [[1 2 3]
 *   ->  [4 5 6]]
 *   reshape [1, 2, 3, 4, 5, 6] [2, -1] order="F"
 *   -> [[1 3 5]
 *   ->  [2 4 6]]
 */
gla_status gla_reshape(const gla_array *x, const gla_ints *shape, gla_array **out, gla_maybe copy GLA_DEFAULT(= GLA_NONE),
                       const char *order GLA_CHOICE("C", "F") GLA_DEFAULT(= "C"));

/** Permute the axes of an array.
 *
 * @param x     array
 * @param axes  permutation of 0 … ndim−1; negative axes count from the end
 * @return      view of shape (shape[axes[0]], shape[axes[1]], …)
 * @throws ShapeError  if axes is not a permutation
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @example x = reshape [1, 2, 3, 4, 5, 6] [1, 2, 3]
 *   permute_dims x [2, 0, 1]
 *   -> [[[1 4]]
 *   ->
 *   ->  [[2 5]]
 *   ->
 *   ->  [[3 6]]]
 */
gla_status gla_permute_dims(const gla_array *x, const gla_ints *axes, gla_array **out);

/** Transpose matrices: swap the last two axes.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n)
 * @return   view of shape (..., n, m)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @also linalg
 * @example matrix_transpose [[1, 2, 3], [4, 5, 6]]
 *   -> [[1 4]
 *   ->  [2 5]
 *   ->  [3 6]]
 */
gla_status gla_matrix_transpose(const gla_array *x, gla_array **out);

/** Insert axes of length one.
 *
 * @param x     array
 * @param axis  position of the new axis in the result, from −ndim−1 to ndim, or a list of positions to insert several axes; 0
 *              if not given
 * @return      view with the additional axes
 * @throws IndexError  if axis is out of range
 * @throws ShapeError  if the result would have more than 16 dimensions, or an axis is given twice
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @example expand_dims [1.0, 2.0] axis=1
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_expand_dims(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Remove axes of length one.
 *
 * @param x     array
 * @param axis  axis or list of axes to remove, from −ndim to ndim−1; default: all axes of length one
 * @return      view without these axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis does not have length one, or is given twice
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @example squeeze [[1.0], [2.0]] 1 -> [1. 2.]
 */
gla_status gla_squeeze(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Broadcast an array to a given shape without copying.
 *
 * @param x      array
 * @param shape  shape of the result
 * @return       read-only view of the given shape
 * @throws ShapeError  if x does not broadcast to shape
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @example broadcast_to [1, 2, 3] [2, 3]
 *   -> [[1 2 3]
 *   ->  [1 2 3]]
 */
gla_status gla_broadcast_to(const gla_array *x, const gla_ints *shape, gla_array **out);

/** Concatenate arrays along an existing axis.
 *
 * @param arrays  list of at least one array; the shapes must agree except along axis
 * @param axis    axis to join along; `none`: the arrays are flattened first
 * @return        array of the promoted dtype
 * @throws ShapeError     if the other dimensions differ
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @vjp    saves nothing
 * @example concat [[1.0, 2.0], [3.0]] -> [1. 2. 3.]
 *   concat [[[1, 2]], [[3, 4], [5, 6]]] axis=0
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [5 6]]
 */
gla_status gla_concat(const gla_arrays *arrays, gla_array **out, gla_axis axis GLA_DEFAULT(= 0));

/** Stack arrays along a new axis.
 *
 * @param arrays  list of at least one array, all of the same shape
 * @param axis    position of the new axis in the result
 * @return        array with one more dimension, of the promoted dtype
 * @throws ShapeError     if the shapes differ
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @vjp    saves nothing
 * @example stack [[1, 2, 3], [4, 5, 6]] axis=1
 *   -> [[1 4]
 *   ->  [2 5]
 *   ->  [3 6]]
 */
gla_status gla_stack(const gla_arrays *arrays, gla_array **out, int axis GLA_DEFAULT(= 0));

/** Reverse the order of elements along axes.
 *
 * @param x     array
 * @param axis  axis or axes; default: all axes
 * @return      view of the shape of x
 * @throws IndexError  if an axis is out of range
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @example flip [[1, 2], [3, 4]] axis=0
 *   -> [[3 4]
 *   ->  [1 2]]
 */
gla_status gla_flip(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Move axes to new positions; the other axes keep their order.
 *
 * @param x            array
 * @param source       axis or axes to move
 * @param destination  new position of each of these axes
 * @return             view with the axes in the new order
 * @throws ShapeError  if source and destination differ in length, or an axis is given twice
 * @throws IndexError  if an axis is out of range
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, moveaxis
 * @example x = zeros [2, 3, 4]
 *   y = moveaxis x 0 -1
 *   y.ndim -> 3
 */
gla_status gla_moveaxis(const gla_array *x, const gla_ints *source, const gla_ints *destination, gla_array **out);

/** Split an array into its slices along an axis.
 *
 * @param x     array
 * @param axis  axis to split along, which is removed in the slices
 * @return      one view for each position along axis
 * @throws IndexError  if axis is out of range, which for a 0-d array is true of every axis
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, unstack
 * @example a, b = unstack [[1, 2, 3], [4, 5, 6]]
 *   b -> [4 5 6]
 */
gla_status gla_unstack(const gla_array *x, gla_arrays **arrays, int axis GLA_DEFAULT(= 0));

/** Broadcast arrays against each other without copying.
 *
 * @param arrays  arrays to broadcast
 * @return        one read-only view of the common shape for each array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, broadcast_arrays
 * @example a, b = broadcast_arrays [1, 2, 3] [[10], [20]]
 *   a
 *   -> [[1 2 3]
 *   ->  [1 2 3]]
 */
gla_status gla_broadcast_arrays(const gla_arrays *arrays GLA_SPREAD, gla_arrays **out);

/** Return the shape that several shapes broadcast to.
 *
 * @param shapes  shapes, as lists of integers
 * @return        the broadcast shape, a list of integers
 * @throws ShapeError  if the shapes do not broadcast, or a dimension is negative
 * @throws DTypeError  if an element of a shape is not an integer
 * @needs  nothing
 * @see    Python array API standard 2025.12, broadcast_shapes
 * @example shape = broadcast_shapes [2, 1] [3]
 */
gla_status gla_broadcast_shapes(const gla_arrays *shapes GLA_SPREAD, gla_ints **shape);

GLA_END_DECLS

#endif
