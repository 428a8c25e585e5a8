/* sorting.h - order: sorting, searching in what is sorted, the different values of an array.
 *
 * One order holds for all functions here.  Numbers go by value, and −0.0 equals 0.0; NaN comes behind all numbers; False comes
 * before True.  Complex numbers go by their real parts and, where these are equal, by their imaginary ones; those with a NaN
 * come last: first those with a NaN as imaginary part, then those with one as real part, then those with two.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_SORTING_H
#define GPULINALG_SORTING_H

#include "core.h"

GLA_BEGIN_DECLS

/** Elements in ascending or descending order along an axis.
 *
 * Equal elements stay in their order, in descending order too, whatever `stable` says.  NaN is larger than any number: it comes
 * last in ascending order and first in descending order.
 *
 * @param x           array of any dtype with at least one dimension
 * @param axis        axis to sort along; negative values count from the end
 * @param descending  sort in descending order
 * @param stable      accepted for compatibility and ignored: sorting is always stable
 * @return            new array of the shape and type of x
 * @throws IndexError  if axis is out of range, or x is 0-d
 * @needs  sorting.sort
 * @see    Python array API standard 2025.12, sort
 * @example sort [3, 1, 2] -> [1 2 3]
 *   sort [3, 1, 2] descending=true -> [3 2 1]
 */
gla_status gla_sort(const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1), bool descending GLA_DEFAULT(= false),
                    bool stable GLA_DEFAULT(= true));

/** Positions of the elements in ascending or descending order along an axis.
 *
 * Of equal elements the first comes first, as in `sort`.
 *
 * @param x           array of any dtype with at least one dimension
 * @param axis        axis to sort along; negative values count from the end
 * @param descending  sort in descending order
 * @param stable      accepted for compatibility and ignored: sorting is always stable
 * @return            int64 array with the shape of x
 * @throws IndexError  if axis is out of range, or x is 0-d
 * @needs  sorting.argsort
 * @see    Python array API standard 2025.12, argsort
 * @example argsort [30, 10, 20] -> [1 2 0]
 *   argsort [30, 10, 20] descending=true -> [0 2 1]
 */
gla_status gla_argsort(const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1), bool descending GLA_DEFAULT(= false),
                       bool stable GLA_DEFAULT(= true));

/** Where values belong in a sorted array: positions at which they can be inserted so that it stays sorted.
 *
 * Before or behind equal elements, as `side` says.  What is not sorted as `sort` does gives undefined positions between 0 and
 * the length.  Operands are compared in the type that they promote to.
 *
 * @param x1      sorted array of one dimension, any type; or sorted rows, shape (..., n); unsorted where sorter is given
 * @param x2      array or number to find positions for; where x1 has rows, shape (..., k): k for each row, whose leading
 *                dimensions and those of x1 broadcast
 * @param side    "left": before all equal elements; "right": behind them; none means "left"
 * @param sorter  integers that bring x1 into order, as `argsort` returns them; none when x1 is sorted
 * @return        int64 array with the shape of x2, with the leading dimensions that broadcast
 * @throws ArgumentError  if side is neither
 * @throws ShapeError     if x1 is a number, rows and values do not broadcast, or sorter has not the shape of x1
 * @throws DTypeError     if sorter is not of integer type
 * @throws IndexError     if a number of sorter is out of range
 * @needs  sorting.search, array.gather
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

/** Whether each element of an array is among those of another one.
 *
 * Elements are the same where `equal` says so: −0.0 is 0.0, and NaN is never found.  Operands are compared in the type that
 * they promote to.
 *
 * @param x1      array or number to look for
 * @param x2      array or number to look in, of any shape
 * @param invert  whether it is not among them
 * @return        bool array with the shape of x1
 * @needs  sorting.search, sorting.sort
 * @see    Python array API standard 2025.12, isin
 * @example isin [1, 2, 3, 2] [2, 5] -> [False  True False  True]
 */
gla_status gla_isin(const gla_array *x1, const gla_array *x2, gla_array **out, bool invert GLA_DEFAULT(= false));

/** The different values of an array, where each comes first, where each element has its value, and how often each comes.
 *
 * −0.0 is 0.0, and of both that is the value which comes first.  Each NaN is a value of its own.
 *
 * @param x  array, any type and shape; its elements are counted in row-major order
 * @return   values, ascending as `sort` has them; indices, of the first element with each value; inverse_indices, of the shape
 *           of x, the place of each element among values; counts, the number of elements with each value
 * @needs  sorting.argsort, sorting.count_runs, sorting.write_runs, array.gather
 * @see    Python array API standard 2025.12, unique_all
 * @example values, indices, inverse_indices, counts = unique_all [5, 2, 5, 2, 2]
 *   values -> [2 5]
 *   indices -> [1 0]
 *   inverse_indices -> [1 0 1 0 0]
 *   counts -> [3 2]
 */
gla_status gla_unique_all(const gla_array *x, gla_array **values, gla_array **indices, gla_array **inverse_indices,
                          gla_array **counts);

/** The different values of an array, and how often each comes.
 *
 * As in `unique_all`.
 *
 * @param x  array of any dtype and shape
 * @return   values, ascending; counts, the number of elements with each value
 * @needs  sorting.sort, sorting.count_runs, sorting.write_runs
 * @see    Python array API standard 2025.12, unique_counts
 * @example values, counts = unique_counts [5, 2, 5, 2, 2]
 *   counts -> [3 2]
 */
gla_status gla_unique_counts(const gla_array *x, gla_array **values, gla_array **counts);

/** The different values of an array, and the place of each element among them.
 *
 * As in `unique_all`: `take` of values at inverse_indices has the elements of x.
 *
 * @param x  array of any dtype and shape
 * @return   values, ascending; inverse_indices, of the shape of x
 * @needs  sorting.argsort, sorting.count_runs, sorting.write_runs, array.gather
 * @see    Python array API standard 2025.12, unique_inverse
 * @example values, inverse_indices = unique_inverse [5, 2, 5, 2, 2]
 *   inverse_indices -> [1 0 1 0 0]
 */
gla_status gla_unique_inverse(const gla_array *x, gla_array **values, gla_array **inverse_indices);

/** The different values of an array.
 *
 * As in `unique_all`.
 *
 * @param x  array of any dtype and shape
 * @return   1-d array of the type of x, ascending
 * @needs  sorting.sort, sorting.count_runs, sorting.write_runs
 * @see    Python array API standard 2025.12, unique_values
 * @example unique_values [5, 2, 5, 2, 2] -> [2 5]
 */
gla_status gla_unique_values(const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
