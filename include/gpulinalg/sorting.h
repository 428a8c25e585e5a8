/* sorting.h - Sort arrays, search in sorted arrays, and find unique elements.
 *
 * All functions use the same order. Elements are ordered by value. −0.0 equals 0.0, NaN comes after all other values, and False
 * comes before True. Complex elements are ordered by their real parts, and by their imaginary parts if the real parts are
 * equal. Complex elements with NaN come last: first those with only the imaginary part NaN, then those with only the real part
 * NaN, then those with both.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_SORTING_H
#define GPULINALG_SORTING_H

#include "core.h"

GLA_BEGIN_DECLS

/** Sort the elements along an axis in ascending or descending order.
 *
 * Equal elements keep their order, also in descending order, whatever the value of `stable`. NaN is treated as larger than any
 * other value. NaN therefore comes last in ascending order and first in descending order.
 *
 * @param x           array of any dtype with at least one dimension
 * @param axis        axis to sort along; negative values count from the end
 * @param descending  sort in descending order
 * @param stable      accepted for compatibility and ignored: sorting is always stable
 * @return            new array with the shape and dtype of x
 * @throws IndexError  if axis is out of range, or x is 0-d
 * @needs  sorting.sort
 * @cost   sort size(x)
 * @vjp    saves x
 * @see    Python array API standard 2025.12, sort
 * @example sort [3, 1, 2] -> [1 2 3]
 *   sort [3, 1, 2] descending=true -> [3 2 1]
 */
gla_status gla_sort(const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1), bool descending GLA_DEFAULT(= false),
                    bool stable GLA_DEFAULT(= true));

/** Return the indices that sort the elements along an axis in ascending or descending order.
 *
 * Equal elements keep their order, as in `sort`.
 *
 * @param x           array of any dtype with at least one dimension
 * @param axis        axis to sort along; negative values count from the end
 * @param descending  sort in descending order
 * @param stable      accepted for compatibility and ignored: sorting is always stable
 * @return            int64 array with the shape of x
 * @throws IndexError  if axis is out of range, or x is 0-d
 * @needs  sorting.argsort
 * @cost   sort size(x)
 * @vjp    zero
 * @see    Python array API standard 2025.12, argsort
 * @example argsort [30, 10, 20] -> [1 2 0]
 *   argsort [30, 10, 20] descending=true -> [0 2 1]
 */
gla_status gla_argsort(const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1), bool descending GLA_DEFAULT(= false),
                       bool stable GLA_DEFAULT(= true));

/** Return the indices at which values can be inserted into a sorted array so that it remains sorted.
 *
 * If x1 is not sorted in the order of `sort`, the results are arbitrary indices from 0 to the length of x1. Operands are
 * compared in their promoted dtype.
 *
 * @param x1      sorted array of any dtype, shape (n,), or (..., n) for sorted rows; the array need not be sorted if sorter is
 *                given
 * @param x2      scalar or array of values to insert, of any shape. If x1 has more than one dimension, x2 has shape (..., k),
 *                with k values for each row and leading dimensions that broadcast with those of x1, or is a scalar
 * @param side    "left": the position before all equal elements; "right": the position after all equal elements; "left" if not
 *                given
 * @param sorter  indices that sort x1, as returned by `argsort`; default: x1 is sorted
 * @return        int64 array with the shape of x2. If x1 has more than one dimension, its leading dimensions are broadcast with
 *                those of x2
 * @throws ArgumentError  if side is another string
 * @throws ShapeError     if x1 is a scalar, the leading dimensions of x1 and x2 do not broadcast, or sorter and x1 differ in
 *                        shape
 * @throws DTypeError     if sorter is not an integer array
 * @throws IndexError     if an index in sorter is out of range
 * @needs  sorting.search, array.gather
 * @cost   gather 300 * size(x2)
 * @vjp    zero
 * @see    Python array API standard 2025.12, searchsorted
 * @example searchsorted [10, 20, 20, 30] [20, 5, 99] -> [1 0 4]
 *   searchsorted [[10, 20, 30], [1, 2, 3]] [[20, 25], [3, 0]]
 *   -> [[1 2]
 *   ->  [2 0]]
 *   searchsorted [10, 20, 20, 30] 20 side="right" -> 3
 */
gla_status gla_searchsorted(const gla_array *x1, const gla_array *x2, gla_array **out,
                            const char *side GLA_CHOICE("left", "right") GLA_DEFAULT(= NULL),
                            const gla_array *sorter GLA_DEFAULT(= NULL));

/** Test whether each element of an array occurs in another array.
 *
 * Elements are compared as in `equal`: −0.0 equals 0.0, and NaN is never found. Operands are compared in their promoted dtype.
 *
 * @param x1      scalar or array of elements to look for
 * @param x2      scalar or array to search, of any shape
 * @param invert  return true for elements that do not occur in x2
 * @return        bool array with the shape of x1
 * @needs  sorting.search, sorting.sort
 * @cost   sort size(x1) + size(x2)
 * @vjp    zero
 * @see    Python array API standard 2025.12, isin
 * @example isin [1, 2, 3, 2] [2, 5] -> [False  True False  True]
 */
gla_status gla_isin(const gla_array *x1, const gla_array *x2, gla_array **out, bool invert GLA_DEFAULT(= false));

/** Return the distinct elements of an array, the position and number of occurrences of each, and the inverse indices.
 *
 * −0.0 equals 0.0, and whichever occurs first is returned. Each NaN is treated as a distinct element.
 *
 * @param x  array of any dtype and shape; its elements are numbered in row-major order
 * @return   values: the distinct elements in the order of `sort`; indices: position of the first occurrence of each value;
 *           inverse_indices: for each element of x its index in values, with the shape of x; counts: number of occurrences of
 *           each value
 * @needs  sorting.argsort, sorting.count_runs, sorting.write_runs, array.gather
 * @cost   sort 2 * size(x)
 * @vjp    saves x
 * @see    Python array API standard 2025.12, unique_all
 * @example values, indices, inverse_indices, counts = unique_all [5, 2, 5, 2, 2]
 *   values -> [2 5]
 *   indices -> [1 0]
 *   inverse_indices -> [1 0 1 0 0]
 *   counts -> [3 2]
 */
gla_status gla_unique_all(const gla_array *x, gla_array **values, gla_array **indices, gla_array **inverse_indices,
                          gla_array **counts);

/** Return the distinct elements of an array and their counts.
 *
 * The rules for zeros and NaN are those of `unique_all`.
 *
 * @param x  array of any dtype and shape
 * @return   values: the distinct elements, ascending; counts: number of elements with each value
 * @needs  sorting.sort, sorting.count_runs, sorting.write_runs
 * @cost   sort 0.3 * size(x)
 * @vjp    saves x
 * @see    Python array API standard 2025.12, unique_counts
 * @example values, counts = unique_counts [5, 2, 5, 2, 2]
 *   counts -> [3 2]
 */
gla_status gla_unique_counts(const gla_array *x, gla_array **values, gla_array **counts);

/** Return the distinct elements of an array, and for each element its index in the array of distinct elements.
 *
 * The rules for zeros and NaN are the same as in `unique_all`. `take` applied to values and inverse_indices restores the
 * elements of x.
 *
 * @param x  array of any dtype and shape
 * @return   values: the distinct elements, ascending; inverse_indices: for each element of x its index in values, with the
 *           shape of x
 * @needs  sorting.argsort, sorting.count_runs, sorting.write_runs, array.gather
 * @cost   sort 2 * size(x)
 * @vjp    saves x
 * @see    Python array API standard 2025.12, unique_inverse
 * @example values, inverse_indices = unique_inverse [5, 2, 5, 2, 2]
 *   inverse_indices -> [1 0 1 0 0]
 */
gla_status gla_unique_inverse(const gla_array *x, gla_array **values, gla_array **inverse_indices);

/** Return the distinct elements of an array.
 *
 * The rules for zeros and NaN are those of `unique_all`.
 *
 * @param x  array of any dtype and shape
 * @return   1-d array with the dtype of x, in ascending order
 * @needs  sorting.sort, sorting.count_runs, sorting.write_runs
 * @cost   sort 0.3 * size(x)
 * @vjp    saves x
 * @see    Python array API standard 2025.12, unique_values
 * @example unique_values [5, 2, 5, 2, 2] -> [2 5]
 */
gla_status gla_unique_values(const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
