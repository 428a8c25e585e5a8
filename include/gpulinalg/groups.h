/* groups.h - Grouped counts, sums, means and quantiles; factorisation of keys, histograms and ranks.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. The
 * exception is `add_at`: no other thread may use the array while `add_at` changes it.
 *
 * @alias ddof correction */
#ifndef GPULINALG_GROUPS_H
#define GPULINALG_GROUPS_H

#include "core.h"
#include "index.h"

GLA_BEGIN_DECLS

/* Marks a list of strings, some of which may be missing. A missing string is None in Python, undef in Perl and NULL in C. */
#define GLA_OR_NONE

/** Count how often each non-negative integer occurs, or sum weights for each integer.
 *
 * @param x          1-d array of non-negative integers or bool
 * @param weights    real array of the length of x; by default occurrences are counted
 * @param minlength  minimum length of the result
 * @return           array of length max(x) + 1, at least minlength: int64 counts, or float64 sums if `weights` is given
 * @throws IndexError     if x contains a negative value. The message gives the position of that value
 * @throws ShapeError     if x is not 1-d, or `weights` differs from x in length
 * @throws DTypeError     if x is neither integer nor bool, or `weights` is complex
 * @throws ArgumentError  if minlength is negative
 * @needs  array.group, array.reduce
 * @vjp    saves x
 * @see    NumPy bincount
 * @example bincount [0, 1, 1, 3] -> [1 2 0 1]
 *   bincount [0, 1, 1] weights=[0.5, 1.0, 2.0] minlength=3 -> [0.5 3.  0. ]
 */
gla_status gla_bincount(const gla_array *x, gla_array **out, const gla_array *weights GLA_DEFAULT(= NULL),
                        int64_t minlength GLA_DEFAULT(= 0));

/** Return the number of elements of each group.
 *
 * @param keys        group number of each element: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            int64 array with one element for each group
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `keys` is not 1-d
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce
 * @vjp    zero
 * @example group_count [0, 2, 2] num_groups=4 -> [1 0 2 0]
 */
gla_status gla_group_count(const gla_array *keys, gla_array **out, gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the sum of the values of each group.
 *
 * Floating-point values are added as integers, so each sum is exact and is then rounded: to float64, and further to the dtype
 * of the result. The result does not depend on the order of the values and is bitwise identical on every run and device. Values
 * whose magnitude is below 2^-1000 times the largest magnitude may be treated as zero.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values, or int64 or uint64 for integers and
 *                    bool; 0 for an empty group
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce
 * @vjp    saves keys
 * @example group_sum [1.0, 2.0, 4.0] [0, 2, 0] -> [5. 0. 2.]
 */
gla_status gla_group_sum(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the mean of the values of each group.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k); NaN for an empty group
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @vjp    saves keys
 * @example group_mean [1.0, 2.0, 4.0] [0, 1, 0] -> [2.5 2. ]
 */
gla_status gla_group_mean(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the variance of the values of each group. The rounding error of the group mean is corrected.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param correction  value subtracted from the group size in the divisor: 0 for a population, 1 for the unbiased estimate from
 *                    a sample
 * @return            real array of shape (groups,) or (groups, k); NaN for a group with at most correction elements
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @vjp    saves values, keys
 * @example group_var [1.0, 3.0, 4.0] [0, 0, 1] -> [1. 0.]
 */
gla_status gla_group_var(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Return the standard deviation of the values of each group, the square root of `group_var`.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param correction  value subtracted from the group size in the divisor: 0 for a population, 1 for a sample
 * @return            real array of shape (groups,) or (groups, k); NaN for a group with at most correction elements
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @vjp    saves values, keys, out
 * @example group_std [1.0, 5.0, 4.0] [0, 0, 1] -> [2. 0.]
 */
gla_status gla_group_std(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Return the smallest value of each group, or NaN if the group contains NaN.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; for an empty group the result is NaN, or
 *                    0 if the dtype has no NaN. Use `group_count` to find the empty groups
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool, or `values` is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @vjp    saves values, keys, out
 * @example group_min [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_min(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the largest value of each group, or NaN if the group contains NaN.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; for an empty group the result is NaN, or
 *                    0 if the dtype has no NaN. Use `group_count` to find the empty groups
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool, or `values` is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @vjp    saves values, keys, out
 * @example group_max [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_max(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the median of each group: the middle value, or the mean of the two middle values; NaN if the group contains NaN.
 *
 * @param values      real values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k); NaN for an empty group
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool, or `values` is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.copy, array.gather, sorting.argsort
 * @vjp    saves values, keys
 * @see    NumPy median
 * @example group_median [1.0, 2.0, 4.0] [0, 1, 0] -> [2.5 2. ]
 */
gla_status gla_group_median(const gla_array *values, const gla_array *keys, gla_array **out,
                            gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return quantiles of the values of each group; NaN if the group contains NaN.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param q           quantile levels from 0 to 1, array of any shape. The order `values`, `q`, `keys` of the arguments is
 *                    accepted too
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param method      definition of the position of a quantile among the sorted elements, as in `quantile`
 * @return            array with the shape of q followed by (groups,) or (groups, k), with the dtype that `quantile` returns;
 *                    for an empty group the result is NaN, or 0 if the dtype has no NaN. Use `group_count` to find the empty
 *                    groups
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool, or values or q is complex
 * @throws ArgumentError  if num_groups is negative, or a level in q is outside [0, 1]
 * @needs  array.group, array.reduce, array.map, array.copy, array.gather, sorting.argsort
 * @vjp    saves values, keys, q
 * @see    NumPy quantile
 * @example group_quantile [1.0, 2.0, 4.0, 3.0] [0, 1, 0, 1] 0.25 -> [1.75 2.25]
 */
gla_status gla_group_quantile(const gla_array *values, const gla_array *keys, const gla_array *q, gla_array **out,
                              gla_axis num_groups GLA_DEFAULT(= GLA_NONE),
                              const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                            "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                            "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                            "nearest") GLA_DEFAULT(= "linear"));

/** Return the first value of each group, in row order.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; for an empty group the result is NaN, or
 *                    0 if the dtype has no NaN. Use `group_count` to find the empty groups
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @vjp    saves keys
 * @example group_first [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_first(const gla_array *values, const gla_array *keys, gla_array **out,
                           gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Return the last value of each group, in row order.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; for an empty group the result is NaN, or
 *                    0 if the dtype has no NaN. Use `group_count` to find the empty groups
 * @throws IndexError     if a key is negative, or not less than num_groups. The message gives the position of the key
 * @throws ShapeError     if `values` is neither 1-d nor 2-d, keys is not 1-d, or `keys` and `values` differ in length
 * @throws DTypeError     if `keys` is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @vjp    saves keys
 * @example group_last [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_last(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Find runs of equal adjacent elements: their value, start and length.
 *
 * @param x  1-d array of any dtype; NaN is not equal to any value
 * @return   values: first element of each run; starts: index at which each run begins, int64; lengths: number of elements of
 *           each run, int64
 * @throws ShapeError  if x is not 1-d
 * @needs  array.nonzero, array.count_nonzero, array.map, array.gather
 * @vjp    saves starts
 * @example values, starts, lengths = run_lengths [7, 7, 7, 5, 7]
 *   lengths -> [3 1 1]
 */
gla_status gla_run_lengths(const gla_array *x, gla_array **values, gla_array **starts, gla_array **lengths);

/** Add values at given positions in place, accumulating values if a position is repeated.
 *
 * If a position is repeated, `a[indices] += values` adds only the last value for that position, whereas `add_at` adds all
 * values. The values for a position are summed first, independently of their order (see `group_sum`), and the sum is added to
 * a. The result is therefore bitwise identical on every run. If the call fails, a is unchanged.
 *
 * @param a        array to change. Arrays that share its memory change too
 * @param indices  positions along the first axis, or any index that `setitem` accepts, such as several index arrays, slices or
 *                 a mask. Negative positions count from the end
 * @param values   scalar or array that broadcasts to the shape of a[indices], with a dtype that can be stored in a, as in
 *                 `setitem`. If `values` is a view of a, it is read before a changes. Bools are combined by logical OR
 * @return         nothing
 * @throws IndexError     if an index is out of range, or there are too many indices
 * @throws ShapeError     if `values` does not broadcast to the shape of a[indices], or the index arrays do not broadcast
 *                        together
 * @throws DTypeError     if the dtype of a cannot store values, or an index array is neither integer nor bool
 * @throws OverflowError  if a scalar or a number in a list is out of the range of the dtype of a
 * @throws ArgumentError  if a is read-only, or the step of a slice is 0
 * @needs  array.group, array.reduce, array.map, array.gather, array.scatter, sorting.argsort, sorting.count_runs,
 *         sorting.write_runs
 * @vjp    saves nothing
 * @see    NumPy ufunc.at
 * @example a = zeros [3]
 *   add_at a [0, 2, -1] [1.0, 2.0, 4.0]
 *   a -> [1. 0. 6.]
 */
gla_status gla_add_at(gla_array *a, const gla_index *indices, const gla_array *values);

/** Encode the distinct values of an array as consecutive group numbers that start at 0.
 *
 * @param keys  array of any dtype; for strings use `factorize_texts`
 * @param sort  true: number the values in ascending order; false: number the values in order of first occurrence
 * @return      codes: group numbers, int64, with the shape of keys, −1 for NaN; uniques: distinct values without NaN, with the
 *              dtype of keys. If there is no NaN, uniques[codes] equals keys
 * @needs  array.group, array.reduce, array.map, array.gather, array.scan, array.count_nonzero, array.nonzero, sorting.argsort,
 *         sorting.count_runs, sorting.write_runs
 * @cost   sort size(keys)
 * @vjp    none: choose the distinct values with take
 * @see    pandas factorize
 * @example codes, uniques = factorize [7, 5, 7, 6]
 *   codes -> [0 1 0 2]
 *   uniques -> [7 5 6]
 *   codes, uniques = factorize [2.5, nan, 0.5, 2.5] sort=true
 *   codes -> [ 1 -1  0  1]
 */
gla_status gla_factorize(const gla_array *keys, gla_array **codes, gla_array **uniques, bool sort GLA_DEFAULT(= false));

/** Encode the distinct strings of a list as consecutive group numbers that start at 0.
 *
 * @param keys    list or column of strings; `none`, NaN and the missing values of pandas are treated as missing strings
 * @param sort    true: number the strings in ascending order of their character codes; false: number the strings in order of
 *                first occurrence
 * @param device  device of codes; default: the current device
 * @return        codes: group numbers, int64, −1 for a missing string; uniques: the distinct strings
 * @throws DeviceError  if the device does not exist
 * @needs  array.copy
 * @see    pandas factorize
 * @example codes, uniques = factorize_texts ["FR", "DE", "FR"]
 *   codes -> [0 1 0]
 *   codes, uniques = factorize_texts ["FR", none, "DE"]
 *   codes -> [ 0 -1  1]
 */
gla_status gla_factorize_texts(const gla_strings *keys GLA_OR_NONE, gla_array **codes, gla_strings **uniques,
                               bool sort GLA_DEFAULT(= false), const char *device GLA_DEFAULT(= NULL));

/** Return the bin index of each element x, which is i if bins[i-1] <= x < bins[i].
 *
 * @param x      real array of any shape
 * @param bins   bin edges, a real vector in ascending or descending order. Equal edges are allowed
 * @param right  include the right edge of each bin instead of the left one: bins[i-1] < x <= bins[i]
 * @return       int64 array with the shape of x: 0 before the first edge, and the number of edges after the last edge. NaN is
 *               treated as larger than all edges. If the edges descend, the index is i if bins[i-1] > x >= bins[i]
 * @throws ShapeError     if `bins` is not 1-d
 * @throws DTypeError     if x or `bins` is complex
 * @throws ArgumentError  if `bins` is in neither ascending nor descending order, or contains NaN
 * @needs  sorting.search, array.map, array.reduce
 * @vjp    zero
 * @see    NumPy digitize
 * @example digitize [0.2, 6.4, 3.0, 1.6] [0.0, 1.0, 2.5, 4.0, 10.0] -> [1 4 3 2]
 */
gla_status gla_digitize(const gla_array *x, const gla_array *bins, gla_array **out, bool right GLA_DEFAULT(= false));

/** Count the elements in each bin, or sum their weights.
 *
 * Each bin includes its left edge; the last bin also includes its right edge. NaN and elements outside the bins are not
 * counted.
 *
 * If `bins` is a rule, all bins have the same width, which the rule computes from the n elements in the range. Let r be the
 * difference between the largest and the smallest of these elements. "sqrt" is r/√n, "sturges" is r/(log₂ n + 1), "rice" is
 * r/(2 ∛n), and "scott" is ∛(24√π/n) standard deviations. "fd" (Freedman and Diaconis) is twice the interquartile range divided
 * by ∛n. "doane" is "sturges" with more bins for skewed data. "stone" selects the number of bins by cross-validation. "auto" is
 * the smaller of the widths of "sturges" and "fd", but with at most twice as many bins as "sqrt". Bins of integers are never
 * narrower than 1.
 *
 * @param a        real array of any shape
 * @param bins     number of bins of equal width, a rule, or the bin edges as a vector in ascending order; 10 if not given
 * @param range    lowest and highest edge of bins of equal width; default: the smallest and largest element of a, or 0 and 1 if
 *                 a is empty
 * @param density  normalise the histogram so that the integral over all bins is 1
 * @param weights  array with the shape of a; default: elements are counted
 * @return         hist: counts (int64), or sums of weights as in `group_sum`, or the density (float64) if `density` is true;
 *                 bin_edges: edges of the bins, as in `histogram_bin_edges`, one more than the number of bins
 * @throws ShapeError     if `weights` and a differ in shape, bins has more than one dimension, or `range` does not have two
 *                        elements
 * @throws DTypeError     if a, bins or `range` is complex, or the number of bins is not an integer
 * @throws ArgumentError  if the number of bins is less than one, the edges decrease or contain NaN, the range is not finite or
 *                        is reversed, the range is too narrow for the number of bins, or both weights and a rule are given
 * @throws OverflowError  if the width of the range overflows
 * @needs  sorting.search, array.group, array.reduce, array.map, array.copy, array.count_nonzero, array.nonzero, array.select,
 *         array.gather, sorting.order_statistics
 * @vjp    saves a, weights, hist, bin_edges
 * @see    NumPy histogram; D. Freedman and P. Diaconis (1981); D. W. Scott (1979); D. P. Doane (1976); C. J. Stone (1984)
 * @example hist, bin_edges = histogram [1.0, 2.0, 1.0, 4.0] bins=3
 *   hist -> [2 1 1]
 *   bin_edges -> [1. 2. 3. 4.]
 *   hist, bin_edges = histogram [1.0, 2.0, 1.0, 4.0] bins="sqrt"
 *   hist -> [3 1]
 */
gla_status gla_histogram(const gla_array *a, gla_array **hist, gla_array **bin_edges,
                         const gla_chosen *bins GLA_CHOICE("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges")
                             GLA_DEFAULT(= NULL),
                         const gla_array *range GLA_DEFAULT(= NULL), bool density GLA_DEFAULT(= false),
                         const gla_array *weights GLA_DEFAULT(= NULL));

/** Return the bin edges that `histogram` uses.
 *
 * @param a      real array of any shape
 * @param bins   number of bins of equal width, a rule as in `histogram`, or the bin edges as a vector in ascending order; 10 if
 *               not given
 * @param range  lowest and highest edge of bins of equal width; default: the smallest and largest element of a, or 0 and 1 if a
 *               is empty
 * @return       vector of edges. If `bins` contains edges, the result is bins itself. Otherwise the edges are equally spaced,
 *               as in `linspace`, in float64, or in float32 if a is float32
 * @throws ShapeError     if `bins` has more than one dimension, or `range` does not have two elements
 * @throws DTypeError     if a or `bins` is complex, or the number of bins is not an integer
 * @throws ArgumentError  if the number of bins is less than one, the edges decrease or contain NaN, the range is not finite or
 *                        is reversed, or the range is too narrow for the number of bins
 * @throws OverflowError  if the width of the range overflows
 * @needs  array.reduce, array.map, array.copy, array.count_nonzero, array.nonzero, array.select, array.gather,
 *         sorting.order_statistics, sorting.search, array.group
 * @vjp    none: use linspace of the smallest and largest element
 * @see    NumPy histogram_bin_edges
 * @example histogram_bin_edges [1.0, 3.0, 5.0] bins=2 -> [1. 3. 5.]
 */
gla_status gla_histogram_bin_edges(const gla_array *a, gla_array **out,
                                   const gla_chosen *bins GLA_CHOICE("auto", "doane", "fd", "rice", "scott", "sqrt", "stone",
                                                                     "sturges") GLA_DEFAULT(= NULL),
                                   const gla_array *range GLA_DEFAULT(= NULL));

/** Return the indices that sort rows by several keys. Rows with equal keys keep their order.
 *
 * @param keys  list of arrays of the same shape and any dtype. The last key is the primary one; earlier keys break ties
 * @param axis  axis along which to sort
 * @return      int64 indices along axis with the shape of a key, as in `argsort`
 * @throws ShapeError     if the keys differ in shape
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if the list of keys is empty
 * @needs  sorting.argsort, array.gather, array.map, array.range, array.reduce
 * @cost   sort 2 * size(keys)
 * @vjp    zero
 * @see    NumPy lexsort
 * @example lexsort [[1, 3, 2, 1], [5, 4, 4, 5]] -> [2 1 0 3]
 */
gla_status gla_lexsort(const gla_arrays *keys, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Return the ranks of elements, 1 for the smallest.
 *
 * @param a       real array
 * @param method  rank assigned to tied elements. "average" (used if not given): mean of the ranks that the tied elements
 *                occupy. "min" or "max": lowest or highest of these ranks. "dense": as "min", but the next larger element has
 *                the next rank. "ordinal": distinct ranks in order of occurrence
 * @param axis    axis along which to rank; by default all elements are ranked together, in row-major order
 * @return        ranks with the shape of a, or 1-d if axis is not given. The dtype is float64 for "average" or if a contains
 *                NaN, and int64 otherwise. If a line along axis contains NaN, all ranks of that line are NaN
 * @throws ArgumentError  if method is another string
 * @throws IndexError     if axis is out of range
 * @throws DTypeError     if a is complex
 * @needs  sorting.argsort, array.gather, array.scatter, array.map, array.scan, array.count_nonzero, array.nonzero, array.range
 * @cost   sort 2 * size(a)
 * @vjp    zero
 * @see    SciPy stats.rankdata
 * @example rankdata [0, 2, 3, 2] -> [1.  2.5 4.  2.5]
 *   rankdata [0, 2, 3, 2] method="ordinal" -> [1 2 4 3]
 *   rankdata [[0, 2], [3, 2]] axis=1
 *   -> [[1. 2.]
 *   ->  [2. 1.]]
 */
gla_status gla_rankdata(const gla_array *a, gla_array **out,
                        const char *method GLA_CHOICE("average", "min", "max", "dense", "ordinal") GLA_DEFAULT(= NULL),
                        gla_axis axis GLA_DEFAULT(= GLA_NONE));

GLA_END_DECLS

#endif
