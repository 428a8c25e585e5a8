/* statistics.h - moments beside `mean` and `var`: covariances, weighted means, quantiles, reductions that leave NaN out.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @alias ddof correction @alias correction ddof */
#ifndef GPULINALG_STATISTICS_H
#define GPULINALG_STATISTICS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Covariance matrix of variables that are observed together.
 *
 * Sums of products of deviations from the means, over n − ddof. Deviations are taken before they are multiplied, and the
 * rounding of the means is subtracted too, so that large means cost no digits; the variance of equal numbers is exactly 0.
 * With as few observations as ddof there is no estimate, and the elements are NaN.
 *
 * @param m         observations, shape (k, n) of k variables, or (n,) of one
 * @param y         more variables, of the same form
 * @param rowvar    variables are rows; false: columns
 * @param bias      divide by n, where ddof is not given, and not by n − 1
 * @param ddof      what is taken from n; none: 1, or 0 with bias
 * @param fweights  how often each observation was made, integers of shape (n,)
 * @param aweights  weights of observations, shape (n,)
 * @return          matrix of the type of the mean, symmetric to the last bit; of one variable a number
 * @throws ShapeError     if m or y has more than two dimensions, or the numbers of observations differ
 * @throws DTypeError     if fweights are not integers, or weights are complex
 * @throws ArgumentError  if a weight is negative or NaN
 * @needs  blas.gemm, array.map, array.reduce, array.copy
 * @see    NumPy, cov
 * @example cov [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]
 *   -> [[1. 2.]
 *   ->  [2. 4.]]
 *   cov [1.0, 2.0, 3.0, 4.0] bias=true -> 1.25
 */
gla_status gla_cov(const gla_array *m, gla_array **out, const gla_array *y GLA_DEFAULT(= NULL), bool rowvar GLA_DEFAULT(= true),
                   bool bias GLA_DEFAULT(= false), const gla_array *ddof GLA_DEFAULT(= NULL),
                   const gla_array *fweights GLA_DEFAULT(= NULL), const gla_array *aweights GLA_DEFAULT(= NULL));

/** Matrix of correlation coefficients of variables that are observed together.
 *
 * Covariances over the product of the standard deviations, between −1 and 1; NaN for a variable that is constant.
 *
 * @param x         observations, shape (k, n) of k variables, or (n,) of one
 * @param y         more variables, of the same form
 * @param rowvar    variables are rows; false: columns
 * @param fweights  how often each observation was made, integers of shape (n,)
 * @param aweights  weights of observations, shape (n,)
 * @return          matrix of the type of the mean, with ones on its diagonal; of one variable a number
 * @throws ShapeError     if x or y has more than two dimensions, or the numbers of observations or weights differ
 * @throws DTypeError     if fweights are not integers, or weights are complex
 * @throws ArgumentError  if a weight is negative or NaN
 * @needs  blas.gemm, array.map, array.reduce, array.copy
 * @see    NumPy, corrcoef, and cov for the weights
 * @example corrcoef [[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]
 *   -> [[ 1. -1.]
 *   ->  [-1.  1.]]
 */
gla_status gla_corrcoef(const gla_array *x, gla_array **out, const gla_array *y GLA_DEFAULT(= NULL),
                        bool rowvar GLA_DEFAULT(= true), const gla_array *fweights GLA_OPTION(= NULL),
                        const gla_array *aweights GLA_OPTION(= NULL));

/** Weighted mean along axes.
 *
 * @param a         array
 * @param axis      axes to average over; default: all axes
 * @param weights   weights, of the shape of a, or of its lengths along axis; none: `mean`
 * @param returned  return Σ weights as well
 * @param keepdims  keep the reduced axes with length 1
 * @return          Σ weights·a / Σ weights, NaN or Inf where the weights sum to zero; with returned also Σ weights, of the same
 *                  shape and type, or how many elements there are where no weights are given
 * @throws ShapeError  if weights has another shape
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, average
 * @example average [1.0, 2.0, 4.0] weights=[3.0, 1.0, 0.0] -> 1.25
 *   mean, total = average [1.0, 2.0, 4.0] weights=[3.0, 1.0, 0.0] returned=true
 *   total -> 4.0
 *   average [[1.0, 2.0], [3.0, 5.0]] axis=1 weights=[0.5, 1.5] -> [1.75 4.5 ]
 */
gla_status gla_average(const gla_array *a, gla_array **average, gla_array **sum_of_weights GLA_WITH(returned),
                       const gla_ints *axis GLA_DEFAULT(= NULL), const gla_array *weights GLA_DEFAULT(= NULL),
                       bool returned GLA_DEFAULT(= false), bool keepdims GLA_OPTION(= false));

/** Sum of the elements that are not NaN.
 *
 * @param x         array
 * @param axis      axes to sum over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as of `sum`, 0 where there are no others
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, nansum
 * @example nansum [1.0, nan, 2.5] -> 3.5
 */
gla_status gla_nansum(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Product of the elements that are not NaN.
 *
 * @param x         array
 * @param axis      axes to multiply over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as of `prod`, 1 where there are no others
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, nanprod
 * @example nanprod [4.0, nan, 2.5] -> 10.0
 */
gla_status gla_nanprod(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                       bool keepdims GLA_DEFAULT(= false));

/** Mean of the elements that are not NaN.
 *
 * @param x         array
 * @param axis      axes to average over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as of `mean`, NaN where there are no others
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, nanmean
 * @example nanmean [[1.0, nan], [2.0, 4.0]] axis=0 -> [1.5 4. ]
 */
gla_status gla_nanmean(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                       bool keepdims GLA_DEFAULT(= false));

/** Variance of the elements that are not NaN.
 *
 * @param x           array
 * @param axis        axes to reduce over; default: all axes
 * @param correction  value subtracted from the number of non-NaN elements in the divisor; 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            as of `var`, NaN where there are not more elements than correction
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if correction is not finite
 * @needs  array.map, array.reduce
 * @see    NumPy, nanvar
 * @example nanvar [1.0, nan, 3.0] correction=1 -> 2.0
 */
gla_status gla_nanvar(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Standard deviation of the elements that are not NaN.
 *
 * @param x           array
 * @param axis        axes to reduce over; default: all axes
 * @param correction  value subtracted from the number of non-NaN elements in the divisor; 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            as of `std`, NaN where there are not more elements than correction
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if correction is not finite
 * @needs  array.map, array.reduce
 * @see    NumPy, nanstd
 * @example nanstd [1.0, nan, 3.0] -> 1.0
 */
gla_status gla_nanstd(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Smallest of the elements that are not NaN.
 *
 * @param x         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x; NaN if all elements are NaN
 * @throws ShapeError  if there are no elements to reduce
 * @throws DTypeError  if x is complex
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, nanmin
 * @example nanmin [2.0, nan, 1.0] -> 1.0
 */
gla_status gla_nanmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Largest of the elements that are not NaN.
 *
 * @param x         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x; NaN if all elements are NaN
 * @throws ShapeError  if there are no elements to reduce
 * @throws DTypeError  if x is complex
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @see    NumPy, nanmax
 * @example nanmax [2.0, nan, 1.0] -> 2.0
 */
gla_status gla_nanmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Position of the smallest of the elements that are not NaN, the first one of several.
 *
 * @param x         real array
 * @param axis      axis to search along; default: search the flattened array
 * @param keepdims  keep the axis with length 1
 * @return          int64 array without axis
 * @throws ShapeError     if a has no elements to reduce
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if all elements along axis are NaN, or several axes are given
 * @needs  array.map, array.reduce, array.copy
 * @see    NumPy, nanargmin
 * @example nanargmin [nan, 2.0, 1.0] -> 2
 */
gla_status gla_nanargmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

/** Position of the largest of the elements that are not NaN, the first one of several.
 *
 * @param x         real array
 * @param axis      axis to search along; default: search the flattened array
 * @param keepdims  keep the axis with length 1
 * @return          int64 array without axis
 * @throws ShapeError     if a has no elements to reduce
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if all elements along axis are NaN, or several axes are given
 * @needs  array.map, array.reduce, array.copy
 * @see    NumPy, nanargmax
 * @example nanargmax [nan, 2.0, 1.0] -> 1
 */
gla_status gla_nanargmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

/** Quantiles of elements along axes.
 *
 * Order statistics, or points on the line between two of them. The method says where the quantile q of n sorted elements x₁ …
 * xₙ is. "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
 * "linear", "median_unbiased" and "normal_unbiased" are the types 1, 2, 3, 4, 5, 6, 7, 8 and 9 of Hyndman and Fan; "linear" is
 * at 1 + (n − 1)q. "lower", "higher", "midpoint" and "nearest" (of two as near the even one) take an element beside that, or
 * the middle between two.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 1, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if any element is NaN.
 *                  The dtype is that of a for "inverted_cdf", "closest_observation", "lower", "higher" and "nearest", and that
 *                  of its mean for other methods
 * @throws ArgumentError  if a level in q is out of range, weights are given with another method, a weight is negative, or the
 *                        weights sum to 0 or are not finite
 * @throws ShapeError     if a has no elements to reduce, or the shape of weights does not match
 * @throws DTypeError     if a, q or weights is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, quantile
 * @example quantile [3.0, 1.0, 2.0, 5.0] [0.25, 0.5] -> [1.75 2.5 ]
 *   quantile [3.0, 1.0, 2.0, 5.0] 0.3 method="median_unbiased" -> 1.6333333333333333
 *   quantile [3.0, 1.0, 2.0] 0.5 method="inverted_cdf" weights=[3, 1, 1] -> 3.0
 */
gla_status gla_quantile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                        const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                      "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                      "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                      "nearest") GLA_DEFAULT(= "linear"),
                        bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Percentiles of elements along axes.
 *
 * As `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 100 percent, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if any element is NaN.
 *                  The dtype is that of a for "inverted_cdf", "closest_observation", "lower", "higher" and "nearest", and that
 *                  of its mean for other methods
 * @throws ArgumentError  if a level in q is out of range, weights are given with another method, a weight is negative, or the
 *                        weights sum to 0 or are not finite
 * @throws ShapeError     if a has no elements to reduce, or the shape of weights does not match
 * @throws DTypeError     if a, q or weights is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, percentile
 * @example percentile [3.0, 1.0, 2.0, 5.0] 75 -> 3.5
 */
gla_status gla_percentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                          const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                        "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                        "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                        "nearest") GLA_DEFAULT(= "linear"),
                          bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Median of elements along axes: the middle one, or the mean of both.
 *
 * @param a         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array of the type of the mean, NaN where any element is NaN
 * @throws ShapeError  if a has no elements to reduce
 * @throws DTypeError  if a is complex
 * @throws IndexError  if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather
 * @see    NumPy, median
 * @example median [[1, 7, 3], [2, 8, 5]] axis=1 -> [3. 5.]
 */
gla_status gla_median(const gla_array *a, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Quantiles of the elements that are not NaN.
 *
 * As `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 1, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if all elements are NaN.
 *                  The dtype is that of a for "inverted_cdf", "closest_observation", "lower", "higher" and "nearest", and that
 *                  of its mean for other methods
 * @throws ArgumentError  if a level in q is out of range, weights are given with another method, a weight is negative, or the
 *                        weights sum to 0 or are not finite
 * @throws ShapeError     if a has no elements to reduce, or the shape of weights does not match
 * @throws DTypeError     if a, q or weights is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, nanquantile
 * @example nanquantile [3.0, nan, 2.0] 0.5 -> 2.5
 */
gla_status gla_nanquantile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                           const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                         "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                         "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                         "nearest") GLA_DEFAULT(= "linear"),
                           bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Percentiles of the elements that are not NaN.
 *
 * As `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 100 percent, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if all elements are NaN.
 *                  The dtype is that of a for "inverted_cdf", "closest_observation", "lower", "higher" and "nearest", and that
 *                  of its mean for other methods
 * @throws ArgumentError  if a level in q is out of range, weights are given with another method, a weight is negative, or the
 *                        weights sum to 0 or are not finite
 * @throws ShapeError     if a has no elements to reduce, or the shape of weights does not match
 * @throws DTypeError     if a, q or weights is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, nanpercentile
 * @example nanpercentile [3.0, nan, 2.0] [0, 100] -> [2. 3.]
 */
gla_status gla_nanpercentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                             const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                           "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                           "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                           "nearest") GLA_DEFAULT(= "linear"),
                             bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Median of the elements that are not NaN: the middle one, or the mean of both.
 *
 * @param a         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array of the type of the mean, NaN where there are no others
 * @throws ShapeError  if a has no elements to reduce
 * @throws DTypeError  if a is complex
 * @throws IndexError  if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce
 * @see    NumPy, nanmedian
 * @example nanmedian [4.0, nan, 1.0] -> 2.5
 */
gla_status gla_nanmedian(const gla_array *a, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
