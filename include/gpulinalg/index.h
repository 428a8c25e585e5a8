/* index.h - reading and writing parts of arrays.
 *
 * Threads: any may read the same array; setitem changes x, which no other thread may use meanwhile. */
#ifndef GPULINALG_INDEX_H
#define GPULINALG_INDEX_H

#include "core.h"

/* One place of an index: x[3, 1:10:2, ..., newaxis, array]. */
typedef enum gla_index_kind {
    GLA_INDEX_INTEGER,
    GLA_INDEX_SLICE,
    GLA_INDEX_ELLIPSIS,
    GLA_INDEX_NEW_AXIS,
    GLA_INDEX_ARRAY /* integer or boolean array; borrowed */
} gla_index_kind;

typedef struct gla_index_item {
    gla_index_kind kind;
    bool has_start, has_stop;  /* of a slice: whether the bound is given */
    int64_t start, stop, step; /* start also holds the integer; step 0 is an error */
    const gla_array *array;
} gla_index_item;

typedef struct gla_index {
    int n;
    gla_index_item v[2 * GLA_MAX_NDIM];
} gla_index;

GLA_BEGIN_DECLS

#ifndef SWIG
/* Read items from text such as "1:3,::2", "...,-1", "newaxis,:" (also "*" for newaxis) and append them to key. */
gla_status gla_index_parse(const char *text, gla_index *key);
#endif

/** Part of an array: x[key].
 *
 * Slices, integers, `...` and new axes give a view that shares memory; integer and boolean arrays give a copy.  Several
 * index arrays broadcast together, as in NumPy.
 *
 * @param x    array
 * @param key  text such as "1:3,::2" or "...,-1"; an integer; an integer or boolean array; a list of these;
 *             in Python any index expression
 * @return     array of the shape that the key selects
 * @throws IndexError     if an index is out of range, there are too many, or a mask's shape does not fit
 * @throws ShapeError     if index arrays do not broadcast together, or the result would have more than 16 dimensions
 * @throws DTypeError     if an index array is neither integer nor boolean
 * @throws ArgumentError  if the step of a slice is 0, or text is not readable as an index
 * @needs  array.gather, array.count_nonzero, array.nonzero, array.select
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
 * @param x      array to change; other views of its memory change with it
 * @param key    as in `getitem`
 * @param value  number or array that broadcasts to the shape of x[key].  Numbers and lists of the script must fit the
 *               type of x exactly (2.0 fits integers, 1.5 does not), an array's type must be one whose values it has;
 *               floating-point types round
 * @return       nothing
 * @throws IndexError     if an index is out of range, there are too many, or a mask's shape does not fit
 * @throws ShapeError     if value does not broadcast to the shape of x[key], or index arrays do not together
 * @throws DTypeError     if x's type cannot hold value's (complex in real, fractions in integers), or an index array
 *                        is neither integer nor boolean
 * @throws OverflowError  if a whole number is too large for the type of x
 * @throws ArgumentError  if x is read-only, the step of a slice is 0, or text is not readable as an index
 * @needs  array.scatter, array.count_nonzero, array.nonzero
 * @example x = zeros [2, 3]
 *   setitem x "0" [1.0, 2.0, 3.0]
 *   setitem x ":,2" 9.0
 *   x
 *   -> [[1. 2. 9.]
 *   ->  [0. 0. 9.]]
 */
gla_status gla_setitem(gla_array *x, const gla_index *key, const gla_array *value);

/** Elements at the given positions along an axis.
 *
 * @param x        array
 * @param indices  integer array of one dimension; negative numbers count from the end
 * @param axis     axis; none when x has one dimension
 * @return         array of the shape of x, with the length of indices along axis
 * @throws IndexError  if an index or the axis is out of range
 * @throws ShapeError  if indices is not 1-d, or axis is none and x is not 1-d
 * @throws DTypeError  if indices is not of integer type
 * @needs  array.gather
 * @example take [[1, 2, 3], [4, 5, 6]] [2, 0] axis=1
 *   -> [[3 1]
 *   ->  [6 4]]
 */
gla_status gla_take(const gla_array *x, const gla_places *indices, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Elements at positions of each line along an axis.
 *
 * What argmax and argsort along an axis give can be taken so.
 *
 * @param x        array
 * @param indices  integer array with as many dimensions as x, which broadcasts with it but for axis; negative numbers count
 *                 from the end
 * @param axis     axis of the lines
 * @return         array of the type of x, with the length of indices along axis
 * @throws IndexError  if an index or the axis is out of range
 * @throws ShapeError  if indices does not have the dimensions of x
 * @throws DTypeError  if indices is not of integer type
 * @needs  array.gather, array.map, array.range, array.reduce
 * @see    Python array API standard 2025.12, take_along_axis
 * @example take_along_axis [[10, 30, 20], [60, 40, 50]] [[1], [0]]
 *   -> [[30]
 *   ->  [60]]
 */
gla_status gla_take_along_axis(const gla_array *x, const gla_array *indices, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Assign to positions of each line along an axis.
 *
 * @param x        array to change; other views of its memory change with it
 * @param indices  as in `take_along_axis`, but x is as long as it along the other axes
 * @param values   number or array that broadcasts to the places, of what x can hold as in `setitem`
 * @param axis     axis of the lines
 * @return         nothing
 * @throws IndexError     if an index or the axis is out of range
 * @throws ShapeError     if indices does not have the dimensions of x, or values does not broadcast
 * @throws DTypeError     if indices is not of integer type, or x's type cannot hold that of values
 * @throws OverflowError  if a whole number is too large for the type of x
 * @throws ArgumentError  if x is read-only
 * @needs  array.scatter, array.map, array.range, array.reduce
 * @see    NumPy, put_along_axis
 * @example x = zeros [2, 3]
 *   put_along_axis x [[1], [0]] 5.0
 *   x
 *   -> [[0. 5. 0.]
 *   ->  [5. 0. 0.]]
 */
gla_status gla_put_along_axis(gla_array *x, const gla_array *indices, const gla_array *values, int axis GLA_DEFAULT(= -1));

/** Choose between two arrays element by element.
 *
 * @param condition  boolean array; other types are true where not zero
 * @param x1         taken where condition is true
 * @param x2         taken where it is false
 * @return           array of the shape that the three broadcast to and the type that x1 and x2 promote to
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @example income = asarray [-150.0, 900.0, 2100.0]
 *   poor = less income 1000.0
 *   where poor 0.0 income -> [   0.    0. 2100.]
 */
gla_status gla_where(const gla_array *condition, const gla_array *x1, const gla_array *x2, gla_array **out);

GLA_END_DECLS

#endif
