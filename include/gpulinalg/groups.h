/* groups.h - counts, sums and other summaries of the elements of groups.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @alias ddof correction */
#ifndef GPULINALG_GROUPS_H
#define GPULINALG_GROUPS_H

#include "core.h"
#include "index.h"

GLA_BEGIN_DECLS

/* After a list of texts: some of them may be missing.  Scripts give none for such a one, C NULL. */
#define GLA_OR_NONE

/** How often each whole number occurs, or the sum of the weights where it does.
 *
 * @param x          array of one dimension, of integers that are not negative, or of bool
 * @param weights    real array of the length of x; none counts
 * @param minlength  least length of the result
 * @return           int64 array of length max(x) + 1, or float64 with weights
 * @throws IndexError     if x has a negative number; the message says where
 * @throws ShapeError     if x is not 1-d, or weights has another length
 * @throws DTypeError     if x is neither of integer type nor bool, or weights is complex
 * @throws ArgumentError  if minlength is negative
 * @needs  array.group, array.reduce
 * @see    NumPy bincount
 * @example bincount [0, 1, 1, 3] -> [1 2 0 1]
 *   bincount [0, 1, 1] weights=[0.5, 1.0, 2.0] minlength=3 -> [0.5 3.  0. ]
 */
gla_status gla_bincount(const gla_array *x, gla_array **out, const gla_array *weights GLA_DEFAULT(= NULL),
                        int64_t minlength GLA_DEFAULT(= 0));

/** Number of elements of each group.
 *
 * @param keys        group number of each element: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            int64 array, one number for each group
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if keys is not 1-d
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce
 * @example group_count [0, 2, 2] num_groups=4 -> [1 0 2 0]
 */
gla_status gla_group_count(const gla_array *keys, gla_array **out, gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Sum of the values of each group.
 *
 * Floating-point numbers are added as integers, so that their order does not matter: the result has the same bits on every run
 * and device: the exact sum, rounded to float64, however many there are and however far apart they lie.  Numbers below 2^-1000
 * of the largest of all may count as zeros.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values, int64 or uint64 for integers and bool; 0
 *                    for a group without elements
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce
 * @example group_sum [1.0, 2.0, 4.0] [0, 2, 0] -> [5. 0. 2.]
 */
gla_status gla_group_sum(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Mean of the values of each group.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k); NaN for an empty group
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_mean [1.0, 2.0, 4.0] [0, 1, 0] -> [2.5 2. ]
 */
gla_status gla_group_mean(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Variance of the values of each group, about the group's mean, whose rounding error is taken out.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param correction  0 for the variance of a population, 1 for the unbiased estimate from a sample
 * @return            real array of shape (groups,) or (groups, k); NaN for a group with at most correction elements
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_var [1.0, 3.0, 4.0] [0, 0, 1] -> [1. 0.]
 */
gla_status gla_group_var(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Standard deviation of the values of each group: the square root of `group_var`.
 *
 * @param values      values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param correction  0 for a population, 1 for a sample
 * @return            real array of shape (groups,) or (groups, k); NaN for a group with at most correction elements
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_std [1.0, 5.0, 4.0] [0, 0, 1] -> [2. 0.]
 */
gla_status gla_group_std(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Smallest value of each group; NaN if there is one.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; an empty group has NaN, or 0 if the
 *                    dtype has no NaN (`group_count` shows which groups are empty)
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool, or values is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_min [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_min(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Largest value of each group; NaN if there is one.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; an empty group has NaN, or 0 if the
 *                    dtype has no NaN (`group_count` shows which groups are empty)
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool, or values is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_max [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_max(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Median of the values of each group: the middle one, or the mean of both; NaN if there is one.
 *
 * @param values      real values, shape (n,) or (n, k); integers are converted to float64
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k); NaN for an empty group
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool, or values is complex
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.copy, array.gather, sorting.argsort
 * @see    NumPy median
 * @example group_median [1.0, 2.0, 4.0] [0, 1, 0] -> [2.5 2. ]
 */
gla_status gla_group_median(const gla_array *values, const gla_array *keys, gla_array **out,
                            gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Quantiles of the values of each group; NaN if there is one.
 *
 * @param values      real values, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param q           numbers from 0 to 1, of any shape; q may also stand before keys
 * @param num_groups  number of groups; default: max(keys) + 1
 * @param method      definition of the position of a quantile among the sorted elements, as in `quantile`
 * @return            array with the shape of q and then (groups,) or (groups, k), of the type that `quantile` has; for a group
 *                    without elements NaN, or 0 where the type has none (`group_count` says which these are)
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool, or values or q is complex
 * @throws ArgumentError  if num_groups is negative, or a level in q is outside [0, 1]
 * @needs  array.group, array.reduce, array.map, array.copy, array.gather, sorting.argsort
 * @see    NumPy quantile
 * @example group_quantile [1.0, 2.0, 4.0, 3.0] [0, 1, 0, 1] 0.25 -> [1.75 2.25]
 */
gla_status gla_group_quantile(const gla_array *values, const gla_array *keys, const gla_array *q, gla_array **out,
                              gla_axis num_groups GLA_DEFAULT(= GLA_NONE),
                              const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                            "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                            "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                            "nearest") GLA_DEFAULT(= "linear"));

/** First value of each group, in the order of the rows.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; an empty group has NaN, or 0 if the
 *                    dtype has no NaN (`group_count` shows which groups are empty)
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_first [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_first(const gla_array *values, const gla_array *keys, gla_array **out,
                           gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Last value of each group, in the order of the rows.
 *
 * @param values      values of any dtype, shape (n,) or (n, k)
 * @param keys        group number of each row: non-negative integers or bool, shape (n,)
 * @param num_groups  number of groups; default: max(keys) + 1
 * @return            array of shape (groups,) or (groups, k) with the dtype of values; an empty group has NaN, or 0 if the
 *                    dtype has no NaN (`group_count` shows which groups are empty)
 * @throws IndexError     if a key is negative or at least num_groups; the message gives its position
 * @throws ShapeError     if values is neither 1-d nor 2-d, keys is not 1-d, or their lengths differ
 * @throws DTypeError     if keys is neither integer nor bool
 * @throws ArgumentError  if num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_last [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_last(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Runs of equal neighbours: what is repeated, where each run begins, how long it is.
 *
 * @param x  array of one dimension, any type; NaN is equal to nothing
 * @return   values, the first element of each run; starts, int64; lengths, int64
 * @throws ShapeError  if x is not 1-d
 * @needs  array.nonzero, array.count_nonzero, array.map, array.gather
 * @example values, starts, lengths = run_lengths [7, 7, 7, 5, 7]
 *   lengths -> [3 1 1]
 */
gla_status gla_run_lengths(const gla_array *x, gla_array **values, gla_array **starts, gla_array **lengths);

/** Add values at positions, in place: a position that is named several times gets all its values.
 *
 * `a[indices] += values` adds only the last of these.  The values of a position are added up first, in no order (see
 * `group_sum`), and the sum is added to a, so the result has the same bits on every run.  Nothing changes after an error.
 *
 * @param a        array to change; other views of its memory change with it
 * @param indices  positions along the first axis, or any index as in `setitem`: several index arrays, slices, a mask;
 *                 negative numbers count from the end
 * @param values   number or array that broadcasts to the shape of a[indices], of what a can hold as in `setitem`; a part of a
 *                 itself is read before a changes.  Truth values are or-ed
 * @return         nothing
 * @throws IndexError     if an index is out of range, or there are too many
 * @throws ShapeError     if values does not broadcast to the shape of a[indices], or index arrays do not together
 * @throws DTypeError     if the type of a cannot hold values, or an index array is neither integer nor boolean
 * @throws OverflowError  if a whole number is too large for the type of a
 * @throws ArgumentError  if a is read-only, or the step of a slice is 0
 * @needs  array.group, array.reduce, array.map, array.gather, array.scatter, sorting.argsort, sorting.count_runs,
 *         sorting.write_runs
 * @see    NumPy ufunc.at
 * @example a = zeros [3]
 *   add_at a [0, 2, -1] [1.0, 2.0, 4.0]
 *   a -> [1. 0. 6.]
 */
gla_status gla_add_at(gla_array *a, const gla_index *indices, const gla_array *values);

/** Numbers 0, 1, 2 … for the different values of an array, as keys of groups.
 *
 * @param keys  array, any type; of texts `factorize_texts`
 * @param sort  number the values in their order; else in the order in which they occur
 * @return      codes, int64, of the shape of keys: the number of each key's value, -1 for NaN; uniques, the values, of the type
 *              of keys, without NaN: those of keys are uniques[codes]
 * @needs  array.group, array.reduce, array.map, array.gather, array.scan, array.count_nonzero, array.nonzero, sorting.argsort,
 *         sorting.count_runs, sorting.write_runs
 * @see    pandas factorize
 * @example codes, uniques = factorize [7, 5, 7, 6]
 *   codes -> [0 1 0 2]
 *   uniques -> [7 5 6]
 *   codes, uniques = factorize [2.5, nan, 0.5, 2.5] sort=true
 *   codes -> [ 1 -1  0  1]
 */
gla_status gla_factorize(const gla_array *keys, gla_array **codes, gla_array **uniques, bool sort GLA_DEFAULT(= false));

/** Numbers 0, 1, 2 … for the different texts of a list, as keys of groups.
 *
 * @param keys    list of texts, or a column of them; none, NaN and what pandas has for it are missing texts
 * @param sort    number the texts in their order, that of their characters' codes; else in the order in which they occur
 * @param device  where codes is made; none: the default device
 * @return        codes, int64: the number of each key's text, -1 for a missing one; uniques, the texts
 * @throws DeviceError  if there is no such device
 * @needs  array.copy
 * @see    pandas factorize
 * @example codes, uniques = factorize_texts ["FR", "DE", "FR"]
 *   codes -> [0 1 0]
 *   codes, uniques = factorize_texts ["FR", none, "DE"]
 *   codes -> [ 0 -1  1]
 */
gla_status gla_factorize_texts(const gla_strings *keys GLA_OR_NONE, gla_array **codes, gla_strings **uniques,
                               bool sort GLA_DEFAULT(= false), const char *device GLA_DEFAULT(= NULL));

/** The bin that each number falls into: i where bins[i-1] <= x < bins[i].
 *
 * @param x      real array, any shape
 * @param bins   real array of one dimension, rising or falling: the edges
 * @param right  take the right edge to the bin instead of the left one: bins[i-1] < x <= bins[i]
 * @return       int64 array with the shape of x: 0 before the first edge, the number of edges behind the last one, and for NaN
 *               behind rising ones; for falling bins i where bins[i-1] > x >= bins[i]
 * @throws ShapeError     if bins is not 1-d
 * @throws DTypeError     if x or bins is complex
 * @throws ArgumentError  if bins neither rises nor falls throughout, or has NaN
 * @needs  sorting.search, array.map, array.reduce
 * @see    NumPy digitize
 * @example digitize [0.2, 6.4, 3.0, 1.6] [0.0, 1.0, 2.5, 4.0, 10.0] -> [1 4 3 2]
 */
gla_status gla_digitize(const gla_array *x, const gla_array *bins, gla_array **out, bool right GLA_DEFAULT(= false));

/** How many numbers fall into each bin, or the sum of their weights.
 *
 * Each bin has its left edge, the last one also its right edge.  NaN and what lies outside count nowhere.
 *
 * Rules say how wide bins of equal width shall be, for n numbers in the range whose largest and smallest are r apart: "sqrt"
 * r/√n, "sturges" r/(log₂ n + 1), "rice" r/(2 ∛n), "scott" ∛(24√π/n) standard deviations, "fd" (Freedman and Diaconis) twice
 * the distance of the quartiles over ∛n, "doane" as "sturges", with more bins for skewed numbers, "stone" what cross-validation
 * of 1, 2, … bins says, "auto" the smaller width of "sturges" and "fd", but no more than twice the bins of "sqrt". Bins of
 * integers are never narrower than 1.
 *
 * @param a        real array, any shape
 * @param bins     number of bins of equal width, a rule for it, or the edges, a rising array of one dimension; none: 10
 * @param range    the lowest and the highest edge of bins of equal width; none: the smallest and largest number of a
 * @param density  give shares per unit of width: the integral over all bins is 1
 * @param weights  array with the shape of a; none counts
 * @return         hist, int64 counts, or sums of the weights as of `group_sum`, or float64 with density; bin_edges, one more
 *                 than bins, as of `histogram_bin_edges`
 * @throws ShapeError     if weights has another shape than a, bins more than one dimension, or range is not two numbers
 * @throws DTypeError     if a, bins or range is complex, or the number of bins is not an integer
 * @throws ArgumentError  if there is less than one bin, the edges fall or have NaN, the range is not finite or the wrong way
 *                        round, there are too many bins for it, or weights come with a rule
 * @throws OverflowError  if the width of the range overflows
 * @needs  sorting.search, array.group, array.reduce, array.map, array.copy, array.count_nonzero, array.nonzero, array.select,
 *         array.gather, sorting.order_statistics
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

/** The edges of `histogram`.
 *
 * @param a      real array, any shape
 * @param bins   number of bins of equal width, a rule for it as in `histogram`, or the edges, a rising array of one dimension;
 *               none: 10
 * @param range  the lowest and the highest edge of bins of equal width; none: the smallest and largest number of a
 * @return       array of one dimension: bins as it is, or float64 as of `linspace`, float32 where a is
 * @throws ShapeError     if bins has more than one dimension, or range is not two numbers
 * @throws DTypeError     if a or bins is complex, or the number of bins is not an integer
 * @throws ArgumentError  if there is less than one bin, the edges fall or have NaN, the range is not finite or the wrong way
 *                        round, or there are too many bins for it
 * @throws OverflowError  if the width of the range overflows
 * @needs  array.reduce, array.map, array.copy, array.count_nonzero, array.nonzero, array.select, array.gather,
 *         sorting.order_statistics, sorting.search, array.group
 * @see    NumPy histogram_bin_edges
 * @example histogram_bin_edges [1.0, 3.0, 5.0] bins=2 -> [1. 3. 5.]
 */
gla_status gla_histogram_bin_edges(const gla_array *a, gla_array **out,
                                   const gla_chosen *bins GLA_CHOICE("auto", "doane", "fd", "rice", "scott", "sqrt", "stone",
                                                                     "sturges") GLA_DEFAULT(= NULL),
                                   const gla_array *range GLA_DEFAULT(= NULL));

/** The order of rows by several keys.  Rows with equal keys stay in their order.
 *
 * @param keys  list of arrays of one shape, any type: the last one decides, those before it where it is equal
 * @param axis  axis of the rows
 * @return      int64 array with the shape of a key: positions along axis, as of `argsort`
 * @throws ShapeError     if the keys differ in shape
 * @throws IndexError     if the keys have no such axis
 * @throws ArgumentError  if there is no key
 * @needs  sorting.argsort, array.gather, array.map, array.range, array.reduce
 * @see    NumPy lexsort
 * @example lexsort [[1, 3, 2, 1], [5, 4, 4, 5]] -> [2 1 0 3]
 */
gla_status gla_lexsort(const gla_arrays *keys, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Ranks of numbers, 1 for the smallest.
 *
 * @param a       real array
 * @param method  ranks of equal numbers: "average" is the mean of those that they would have, "min" the lowest, "max" the
 *                highest of these; "dense" is as "min", but what comes after them has the next rank; "ordinal" are different
 *                ranks, in the order of the numbers
 * @param axis    axis of the lines; none: all numbers in row-major order are one
 * @return        ranks, of the shape of a, or of one dimension without axis; int64, but float64 for "average", and where there
 *                is NaN: a line with NaN has NaN throughout
 * @throws ArgumentError  if there is no such method
 * @throws IndexError     if a has no such axis
 * @throws DTypeError     if a is complex
 * @needs  sorting.argsort, array.gather, array.scatter, array.map, array.scan, array.count_nonzero, array.nonzero, array.range
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
