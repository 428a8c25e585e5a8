/* index.h - reading and writing parts of arrays.
 *
 * Threads: several threads may read the same array. No other thread may use an array while `setitem` or `put_along_axis`
 * changes it. */
#ifndef GPULINALG_INDEX_H
#define GPULINALG_INDEX_H

#include "core.h"

/* One item of an index expression x[3, 1:10:2, ..., newaxis, array]. */
typedef enum gla_index_kind {
    GLA_INDEX_INTEGER,
    GLA_INDEX_SLICE,
    GLA_INDEX_ELLIPSIS,
    GLA_INDEX_NEW_AXIS,
    GLA_INDEX_ARRAY /* integer or boolean array; borrowed */
} gla_index_kind;

typedef struct gla_index_item {
    gla_index_kind kind;
    bool has_start, has_stop;  /* for a slice: true if the bound is given */
    int64_t start, stop, step; /* start is also the value of an integer item; step 0 is an error */
    const gla_array *array;
} gla_index_item;

typedef struct gla_index {
    int n;
    gla_index_item v[2 * GLA_MAX_NDIM];
} gla_index;

GLA_BEGIN_DECLS

#ifndef SWIG
/* Parse items from a string such as "1:3,::2", "...,-1" or "newaxis,:" and append them to key. "*" means newaxis too. */
gla_status gla_index_parse(const char *text, gla_index *key);
#endif

/** Read a part of an array: x[key].
 *
 * Slices, integers, `...` and new axes yield a view that shares memory with x. Integer and boolean arrays yield a copy. Several
 * index arrays broadcast against each other, as in NumPy.
 *
 * @param x    array
 * @param key  string such as "1:3,::2" or "...,-1", an integer, an integer or boolean array, or a list of these; in Python any
 *             index expression
 * @return     array of the shape that key selects
 * @throws IndexError     if an index is out of range, there are too many indices, or the shape of a mask differs from the shape
 *                        of the dimensions that it indexes
 * @throws ShapeError     if index arrays do not broadcast, or the result would have more than 16 dimensions
 * @throws DTypeError     if an index array is neither integer nor boolean
 * @throws ArgumentError  if the step of a slice is 0, or a string cannot be parsed as an index
 * @needs  array.gather, array.count_nonzero, array.nonzero, array.select
 * @cost   view
 * @vjp    saves nothing
 * @example x = asarray [[1, 2, 3], [4, 5, 6]]
 *   getitem x "0" -> [1 2 3]
 *   getitem x ":,1:"
 *   -> [[2 3]
 *   ->  [5 6]]
 *   getitem x "1,::-1" -> [6 5 4]
 */
gla_status gla_getitem(const gla_array *x, const gla_index *key, gla_array **out);

/** Assign to a part of an array: x[key] = value.
 *
 * @param x      array to change. Arrays that share its memory change too
 * @param key    index, as in `getitem`
 * @param value  scalar or array that broadcasts to the shape of x[key]. Scalars and lists are checked by value: an integer
 *               dtype accepts 2.0, but not 1.5. If `value` is an array, the dtype of x must be able to represent all values of
 *               the dtype of value, except that floating-point dtypes accept arrays of every real dtype, and complex dtypes
 *               arrays of every dtype. Floating-point dtypes round
 * @return       nothing
 * @throws IndexError     if an index is out of range, there are too many indices, or the shape of a mask differs from the shape
 *                        of the dimensions that it indexes
 * @throws ShapeError     if `value` does not broadcast to the shape of x[key], or index arrays do not broadcast
 * @throws DTypeError     if the dtype of x cannot represent value (complex in real, fractions in integers), or an index array
 *                        is neither integer nor boolean
 * @throws OverflowError  if a scalar or a number in a list is out of the range of the dtype of x
 * @throws ArgumentError  if x is read-only, the step of a slice is 0, or a string cannot be parsed as an index
 * @needs  array.scatter, array.count_nonzero, array.nonzero
 * @vjp    saves nothing
 * @example x = zeros [2, 3]
 *   setitem x "0" [1.0, 2.0, 3.0]
 *   setitem x ":,2" 9.0
 *   x
 *   -> [[1. 2. 9.]
 *   ->  [0. 0. 9.]]
 */
gla_status gla_setitem(gla_array *x, const gla_index *key, const gla_array *value);

/** Take elements at given positions along an axis.
 *
 * @param x        array
 * @param indices  1-d integer array of positions; negative positions count from the end
 * @param axis     axis; may be omitted if x is 1-d
 * @return         array with the shape of x, except that the length along axis is the length of indices
 * @throws IndexError  if an index or the axis is out of range
 * @throws ShapeError  if `indices` is not 1-d, or axis is `none` and x is not 1-d
 * @throws DTypeError  if `indices` is not of an integer dtype
 * @needs  array.gather
 * @vjp    saves indices
 * @example take [[1, 2, 3], [4, 5, 6]] [2, 0] axis=1
 *   -> [[3 1]
 *   ->  [6 4]]
 */
gla_status gla_take(const gla_array *x, const gla_places *indices, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Take elements along an axis, at positions given separately for each line.
 *
 * `argmax` and `argsort` along an axis return such positions.
 *
 * @param x        array
 * @param indices  integer array of positions, with the same number of dimensions as x. The array broadcasts against x along all
 *                 other axes, and negative positions count from the end
 * @param axis     axis along which the elements are taken
 * @return         array with the dtype of x, whose length along axis is the length of indices along axis
 * @throws IndexError  if an index or the axis is out of range
 * @throws ShapeError  if x and indices have different numbers of dimensions, or do not broadcast along the other axes
 * @throws DTypeError  if `indices` is not of an integer dtype
 * @needs  array.gather, array.map, array.range, array.reduce
 * @vjp    saves indices
 * @see    Python array API standard 2025.12, take_along_axis
 * @example take_along_axis [[10, 30, 20], [60, 40, 50]] [[1], [0]]
 *   -> [[30]
 *   ->  [60]]
 */
gla_status gla_take_along_axis(const gla_array *x, const gla_array *indices, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Assign to elements along an axis, at positions given separately for each line.
 *
 * @param x        array to change. Arrays that share its memory change too
 * @param indices  integer array of positions, as in `take_along_axis`, but it must broadcast to the lengths of x along all
 *                 other axes
 * @param values   scalar or array that broadcasts to the selected positions; x must accept it, as in `setitem`
 * @param axis     axis along which the elements are assigned
 * @return         nothing
 * @throws IndexError     if an index or the axis is out of range
 * @throws ShapeError     if x and indices have different numbers of dimensions, or indices or `values` does not broadcast
 * @throws DTypeError     if `indices` is not of an integer dtype, or the dtype of x cannot represent values
 * @throws OverflowError  if a scalar or a number in a list is out of the range of the dtype of x
 * @throws ArgumentError  if x is read-only
 * @needs  array.scatter, array.map, array.range, array.reduce
 * @vjp    saves indices
 * @see    NumPy, put_along_axis
 * @example x = zeros [2, 3]
 *   put_along_axis x [[1], [0]] 5.0
 *   x
 *   -> [[0. 5. 0.]
 *   ->  [5. 0. 0.]]
 */
gla_status gla_put_along_axis(gla_array *x, const gla_array *indices, const gla_array *values, int axis GLA_DEFAULT(= -1));

/** Choose elements from one of two arrays by a condition.
 *
 * @param condition  boolean array, or array of another dtype in which every nonzero element is true
 * @param x1         array or scalar, used where `condition` is true
 * @param x2         array or scalar, used where `condition` is false
 * @return           array with the broadcast shape of condition, x1 and x2, and the promoted dtype of x1 and x2
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    x1: where(condition, g, 0); x2: where(condition, 0, g)
 * @example income = asarray [-150.0, 900.0, 2100.0]
 *   poor = less income 1000.0
 *   where poor 0.0 income -> [   0.    0. 2100.]
 */
gla_status gla_where(const gla_array *condition, const gla_array *x1, const gla_array *x2, gla_array **out);

GLA_END_DECLS

#endif
