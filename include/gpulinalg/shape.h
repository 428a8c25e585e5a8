/* shape.h - changing the shape of arrays, joining them.  Views share memory wherever strides allow it.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_SHAPE_H
#define GPULINALG_SHAPE_H

#include "core.h"

GLA_BEGIN_DECLS

/** The same elements in another shape.
 *
 * @param x      array
 * @param shape  new dimensions; one may be −1 and is worked out
 * @param copy   true: always copy; false: an error if one is needed; none: only if needed
 * @param order  "C": elements go row by row; "F": column by column, as in Fortran, R and MATLAB
 * @return       array of that shape, a view where the strides allow it
 * @throws ShapeError     if the sizes differ, or more than one dimension is −1
 * @throws ArgumentError  if copy is false and a copy is needed
 * @needs  array.copy
 * @example reshape [1, 2, 3, 4, 5, 6] [2, -1]
 *   -> [[1 2 3]
 *   ->  [4 5 6]]
 *   reshape [1, 2, 3, 4, 5, 6] [2, -1] order="F"
 *   -> [[1 3 5]
 *   ->  [2 4 6]]
 */
gla_status gla_reshape(const gla_array *x, const gla_ints *shape, gla_array **out, gla_maybe copy GLA_DEFAULT(= GLA_NONE),
                       const char *order GLA_CHOICE("C", "F") GLA_DEFAULT(= "C"));

/** Permute the axes.
 *
 * @param x     array
 * @param axes  permutation of 0 … ndim−1; negative numbers count from the end
 * @return      view of shape (shape[axes[0]], shape[axes[1]], …)
 * @throws ShapeError  if axes is not a permutation
 * @needs  nothing
 * @example x = reshape [1, 2, 3, 4, 5, 6] [1, 2, 3]
 *   permute_dims x [2, 0, 1]
 *   -> [[[1 4]]
 *   ->
 *   ->  [[2 5]]
 *   ->
 *   ->  [[3 6]]]
 */
gla_status gla_permute_dims(const gla_array *x, const gla_ints *axes, gla_array **out);

/** Transpose matrices: exchange the last two axes.
 *
 * @param x  matrix or stack of matrices, shape (..., m, n)
 * @return   view of shape (..., n, m)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  nothing
 * @also linalg
 * @example matrix_transpose [[1, 2, 3], [4, 5, 6]]
 *   -> [[1 4]
 *   ->  [2 5]
 *   ->  [3 6]]
 */
gla_status gla_matrix_transpose(const gla_array *x, gla_array **out);

/** Insert a dimension of size one.
 *
 * @param x     array
 * @param axis  where, from −ndim−1 to ndim; a list inserts several, counted in the result; default: 0
 * @return      view with more dimensions
 * @throws IndexError  if axis is out of range
 * @throws ShapeError  if there would be more than 16 dimensions, or an axis is named twice
 * @needs  nothing
 * @example expand_dims [1.0, 2.0] axis=1
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_expand_dims(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Remove dimensions of size one.
 *
 * @param x     array
 * @param axis  which, from −ndim to ndim−1: one or a list; default: all of size one
 * @return      view with fewer dimensions
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is not of size one, or named twice
 * @needs  nothing
 * @example squeeze [[1.0], [2.0]] 1 -> [1. 2.]
 */
gla_status gla_squeeze(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Repeat an array along new or size-one dimensions without copying it.
 *
 * @param x      array
 * @param shape  dimensions to reach
 * @return       read-only view of that shape
 * @throws ShapeError  if x does not broadcast to shape
 * @needs  nothing
 * @example broadcast_to [1, 2, 3] [2, 3]
 *   -> [[1 2 3]
 *   ->  [1 2 3]]
 */
gla_status gla_broadcast_to(const gla_array *x, const gla_ints *shape, gla_array **out);

/** Join arrays along an axis that they have.
 *
 * @param arrays  list of at least one array; same shapes but for that axis
 * @param axis    axis to join along; none flattens them first
 * @return        array of the promoted dtype
 * @throws ShapeError     if the other dimensions differ
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @example concat [[1.0, 2.0], [3.0]] -> [1. 2. 3.]
 *   concat [[[1, 2]], [[3, 4], [5, 6]]] axis=0
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [5 6]]
 */
gla_status gla_concat(const gla_arrays *arrays, gla_array **out, gla_axis axis GLA_DEFAULT(= 0));

/** Join arrays along a new axis.
 *
 * @param arrays  list of at least one array, all of one shape
 * @param axis    position of the new axis in the result
 * @return        array with one dimension more, of the promoted type
 * @throws ShapeError     if the shapes differ
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
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
 * @example flip [[1, 2], [3, 4]] axis=0
 *   -> [[3 4]
 *   ->  [1 2]]
 */
gla_status gla_flip(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Move axes to other places; the others keep their order.
 *
 * @param x            array
 * @param source       axis or axes to move
 * @param destination  where each of them goes
 * @return             view with the axes in that order
 * @throws ShapeError  if source and destination are not of one length, or an axis is named twice
 * @throws IndexError  if an axis is out of range
 * @needs  nothing
 * @see    Python array API standard 2025.12, moveaxis
 * @example x = zeros [2, 3, 4]
 *   y = moveaxis x 0 -1
 *   y.ndim -> 3
 */
gla_status gla_moveaxis(const gla_array *x, const gla_ints *source, const gla_ints *destination, gla_array **out);

/** Take an array apart along an axis.
 *
 * @param x     array
 * @param axis  axis, which the parts lack
 * @return      a view for each position along axis
 * @throws IndexError  if axis is out of range, as every one is of an array without dimensions
 * @needs  nothing
 * @see    Python array API standard 2025.12, unstack
 * @example a, b = unstack [[1, 2, 3], [4, 5, 6]]
 *   b -> [4 5 6]
 */
gla_status gla_unstack(const gla_array *x, gla_arrays **arrays, int axis GLA_DEFAULT(= 0));

/** Bring arrays to their common shape without copying them.
 *
 * @param arrays  arrays
 * @return        read-only views, one for each
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.copy
 * @see    Python array API standard 2025.12, broadcast_arrays
 * @example a, b = broadcast_arrays [1, 2, 3] [[10], [20]]
 *   a
 *   -> [[1 2 3]
 *   ->  [1 2 3]]
 */
gla_status gla_broadcast_arrays(const gla_arrays *arrays GLA_SPREAD, gla_arrays **out);

/** The shape that shapes broadcast to.
 *
 * @param shapes  lists of integers
 * @return        list of integers
 * @throws ShapeError  if the shapes do not broadcast, or a dimension is negative
 * @throws DTypeError  if a shape has numbers that are not integers
 * @needs  nothing
 * @see    Python array API standard 2025.12, broadcast_shapes
 * @example shape = broadcast_shapes [2, 1] [3]
 */
gla_status gla_broadcast_shapes(const gla_arrays *shapes GLA_SPREAD, gla_ints **shape);

GLA_END_DECLS

#endif
