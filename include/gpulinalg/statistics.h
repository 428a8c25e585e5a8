/* statistics.h - Covariances, correlations, weighted means, quantiles, and reductions that skip NaN.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @alias ddof correction @alias correction ddof */
#ifndef GPULINALG_STATISTICS_H
#define GPULINALG_STATISTICS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Estimate the covariance matrix of variables, one in each row of m by default (see rowvar).
 *
 * The result is the sum of products of deviations from the means, divided by n − ddof. Deviations from the means are computed
 * first and then multiplied, and the rounding error of the means is corrected, so large means cost no accuracy. The variance of
 * equal values is exactly 0. If n is at most ddof, all elements are NaN.
 *
 * @param m         n observations of k variables, shape (k, n), or (n, k) if rowvar is false; shape (n,) for a single variable
 * @param y         additional variables, in the same layout as m
 * @param rowvar    true: each row is a variable; false: each column is a variable, and each row is an observation
 * @param bias      divide by n instead of n − 1; ignored if ddof is given
 * @param ddof      value subtracted from n in the divisor; by default 1, or 0 if bias is true
 * @param fweights  frequency weights: number of times that each observation occurred, integers of shape (n,)
 * @param aweights  weights of the observations, shape (n,)
 * @return          matrix with the dtype that `mean` returns, exactly symmetric; a scalar if there is one variable
 * @throws ShapeError     if m or y has more than two dimensions, or m, y and the weights differ in their number of observations
 * @throws DTypeError     if fweights does not consist of integers, or the weights are complex
 * @throws ArgumentError  if a weight is negative or NaN
 * @needs  blas.gemm, array.map, array.reduce, array.copy
 * @cost   product 2 * size(m) * least(m)
 * @vjp    saves m, y, ddof, fweights, aweights
 * @see    NumPy, cov
 * @example cov [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]
 *   -> [[1. 2.]
 *   ->  [2. 4.]]
 *   cov [1.0, 2.0, 3.0, 4.0] bias=true -> 1.25
 */
gla_status gla_cov(const gla_array *m, gla_array **out, const gla_array *y GLA_DEFAULT(= NULL), bool rowvar GLA_DEFAULT(= true),
                   bool bias GLA_DEFAULT(= false), const gla_array *ddof GLA_DEFAULT(= NULL),
                   const gla_array *fweights GLA_DEFAULT(= NULL), const gla_array *aweights GLA_DEFAULT(= NULL));

/** Estimate the matrix of correlation coefficients of variables, one in each row of x by default (see rowvar).
 *
 * The coefficients are covariances divided by products of standard deviations, and are between −1 and 1. They are NaN for a
 * constant variable.
 *
 * @param x         n observations of k variables, shape (k, n), or (n, k) if rowvar is false; shape (n,) for a single variable
 * @param y         additional variables, in the same layout as x
 * @param rowvar    true: each row is a variable; false: each column is a variable, and each row is an observation
 * @param fweights  frequency weights: number of times that each observation occurred, integers of shape (n,)
 * @param aweights  weights of the observations, shape (n,)
 * @return          matrix with the dtype that `mean` returns, with ones on its diagonal; a scalar if there is one variable
 * @throws ShapeError     if x or y has more than two dimensions, or x, y and the weights differ in their number of observations
 * @throws DTypeError     if fweights does not consist of integers, or the weights are complex
 * @throws ArgumentError  if a weight is negative or NaN
 * @needs  blas.gemm, array.map, array.reduce, array.copy
 * @cost   product 2 * size(x) * least(x)
 * @vjp    saves x, y, fweights, aweights
 * @see    NumPy, corrcoef, and cov for the weights
 * @example corrcoef [[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]
 *   -> [[ 1. -1.]
 *   ->  [-1.  1.]]
 */
gla_status gla_corrcoef(const gla_array *x, gla_array **out, const gla_array *y GLA_DEFAULT(= NULL),
                        bool rowvar GLA_DEFAULT(= true), const gla_array *fweights GLA_OPTION(= NULL),
                        const gla_array *aweights GLA_OPTION(= NULL));

/** Return the weighted mean along axes.
 *
 * @param a         array
 * @param axis      axes to average over; default: all axes
 * @param weights   weights, with the shape of a or with its lengths along axis; default: equal weights, as in `mean`
 * @param returned  also return the sum of the weights
 * @param keepdims  keep the reduced axes with length 1
 * @return          Σ weights·a / Σ weights, which is NaN or Inf if the weights sum to zero. If `returned` is true, also Σ
 *                  weights, or the number of elements if `weights` is not given, with the same shape and dtype
 * @throws ShapeError  if `weights` has neither the shape of a nor its lengths along axis
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves a if weights, weights, average
 * @see    NumPy, average
 * @example average [1.0, 2.0, 4.0] weights=[3.0, 1.0, 0.0] -> 1.25
 *   mean, total = average [1.0, 2.0, 4.0] weights=[3.0, 1.0, 0.0] returned=true
 *   total -> 4.0
 *   average [[1.0, 2.0], [3.0, 5.0]] axis=1 weights=[0.5, 1.5] -> [1.75 4.5 ]
 */
gla_status gla_average(const gla_array *a, gla_array **average, gla_array **sum_of_weights GLA_WITH(returned),
                       const gla_ints *axis GLA_DEFAULT(= NULL), const gla_array *weights GLA_DEFAULT(= NULL),
                       bool returned GLA_DEFAULT(= false), bool keepdims GLA_OPTION(= false));

/** Return the sum of the elements, skipping NaN.
 *
 * @param x         array
 * @param axis      axes to sum over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as in `sum`; 0 if all elements are NaN
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves x
 * @see    NumPy, nansum
 * @example nansum [1.0, nan, 2.5] -> 3.5
 */
gla_status gla_nansum(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Return the product of the elements, skipping NaN.
 *
 * @param x         array
 * @param axis      axes to multiply over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as in `prod`; 1 if all elements are NaN
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves x, out
 * @see    NumPy, nanprod
 * @example nanprod [4.0, nan, 2.5] -> 10.0
 */
gla_status gla_nanprod(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                       bool keepdims GLA_DEFAULT(= false));

/** Return the mean of the elements, skipping NaN.
 *
 * @param x         array
 * @param axis      axes to average over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          as in `mean`; NaN if all elements are NaN
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves x
 * @see    NumPy, nanmean
 * @example nanmean [[1.0, nan], [2.0, 4.0]] axis=0 -> [1.5 4. ]
 */
gla_status gla_nanmean(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                       bool keepdims GLA_DEFAULT(= false));

/** Return the variance of the elements, skipping NaN.
 *
 * @param x           array
 * @param axis        axes to reduce over; default: all axes
 * @param correction  value subtracted from the number of non-NaN elements in the divisor; 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            as in `var`; NaN if the number of non-NaN elements is at most correction
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if correction is not finite
 * @needs  array.map, array.reduce
 * @vjp    saves x
 * @see    NumPy, nanvar
 * @example nanvar [1.0, nan, 3.0] correction=1 -> 2.0
 */
gla_status gla_nanvar(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Return the standard deviation of the elements, skipping NaN.
 *
 * @param x           array
 * @param axis        axes to reduce over; default: all axes
 * @param correction  value subtracted from the number of non-NaN elements in the divisor; 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            as in `std`; NaN if the number of non-NaN elements is at most correction
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if correction is not finite
 * @needs  array.map, array.reduce
 * @vjp    saves x, out
 * @see    NumPy, nanstd
 * @example nanstd [1.0, nan, 3.0] -> 1.0
 */
gla_status gla_nanstd(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Return the smallest element, skipping NaN.
 *
 * @param x         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x; NaN if all elements are NaN
 * @throws ShapeError  if there are no elements to reduce
 * @throws DTypeError  if x is complex
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves x, out
 * @see    NumPy, nanmin
 * @example nanmin [2.0, nan, 1.0] -> 1.0
 */
gla_status gla_nanmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Return the largest element, skipping NaN.
 *
 * @param x         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x; NaN if all elements are NaN
 * @throws ShapeError  if there are no elements to reduce
 * @throws DTypeError  if x is complex
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce
 * @vjp    saves x, out
 * @see    NumPy, nanmax
 * @example nanmax [2.0, nan, 1.0] -> 2.0
 */
gla_status gla_nanmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Return the index of the first smallest element, skipping NaN.
 *
 * @param x         real array
 * @param axis      axis to search along; default: search the flattened array
 * @param keepdims  keep the axis with length 1
 * @return          int64 array without axis
 * @throws ShapeError     if x has no elements to search
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if all elements along axis are NaN, or more than one axis is given
 * @needs  array.map, array.reduce, array.copy
 * @vjp    zero
 * @see    NumPy, nanargmin
 * @example nanargmin [nan, 2.0, 1.0] -> 2
 */
gla_status gla_nanargmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

/** Return the index of the first largest element, skipping NaN.
 *
 * @param x         real array
 * @param axis      axis to search along; default: search the flattened array
 * @param keepdims  keep the axis with length 1
 * @return          int64 array without axis
 * @throws ShapeError     if x has no elements to search
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if all elements along axis are NaN, or more than one axis is given
 * @needs  array.map, array.reduce, array.copy
 * @vjp    zero
 * @see    NumPy, nanargmax
 * @example nanargmax [nan, 2.0, 1.0] -> 1
 */
gla_status gla_nanargmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

/** Return quantiles of the elements along axes.
 *
 * A quantile is an order statistic, or is interpolated linearly between two order statistics. The method determines the
 * position of the quantile at level q among the n sorted elements x₁ … xₙ. The methods "inverted_cdf", "averaged_inverted_cdf",
 * "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased" and "normal_unbiased" are
 * types 1, 2, 3, 4, 5, 6, 7, 8 and 9 of Hyndman and Fan. The position of "linear" is 1 + (n − 1)q. The methods "lower",
 * "higher" and "nearest" select one of the two elements around the position of "linear", and "midpoint" is the mean of these
 * two elements. If both elements are equally near, "nearest" selects the one with the odd index in x₁ … xₙ.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 1, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is then the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if any element is NaN.
 *                  For "inverted_cdf", "closest_observation", "lower", "higher" and "nearest" the dtype is the dtype of a. For
 *                  the other methods the dtype is the one that `mean` returns
 * @throws ArgumentError  if a level in q is out of range, weights are given but `method` is not "inverted_cdf", a weight is
 *                        negative, or the sum of the weights is 0 or not finite
 * @throws ShapeError     if a has no elements to reduce, or `weights` has neither the shape of a nor its lengths along axis
 * @throws DTypeError     if a, q or `weights` is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a, q, out
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

/** Return percentiles of the elements along axes.
 *
 * The methods are described in `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 100 percent, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is then the first element at which the cumulative weight reaches q percent of the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if any element is NaN.
 *                  For "inverted_cdf", "closest_observation", "lower", "higher" and "nearest" the dtype is the dtype of a. For
 *                  the other methods the dtype is the one that `mean` returns
 * @throws ArgumentError  if a level in q is out of range, weights are given but `method` is not "inverted_cdf", a weight is
 *                        negative, or the sum of the weights is 0 or not finite
 * @throws ShapeError     if a has no elements to reduce, or `weights` has neither the shape of a nor its lengths along axis
 * @throws DTypeError     if a, q or `weights` is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a, q, out
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, percentile
 * @example percentile [3.0, 1.0, 2.0, 5.0] 75 -> 3.5
 */
gla_status gla_percentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                          const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                        "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                        "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                        "nearest") GLA_DEFAULT(= "linear"),
                          bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Return the median of the elements along axes: the middle element, or the mean of the two middle elements.
 *
 * @param a         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of the mean; NaN if any element is NaN
 * @throws ShapeError  if a has no elements to reduce
 * @throws DTypeError  if a is complex
 * @throws IndexError  if an axis is out of range
 * @needs  sorting.order_statistics, array.map, array.copy, array.gather
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a
 * @see    NumPy, median
 * @example median [[1, 7, 3], [2, 8, 5]] axis=1 -> [3. 5.]
 */
gla_status gla_median(const gla_array *a, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Return quantiles of the elements, skipping NaN.
 *
 * The methods are described in `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 1, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is then the first element at which the cumulative weight reaches q times the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if all elements are NaN.
 *                  For "inverted_cdf", "closest_observation", "lower", "higher" and "nearest" the dtype is the dtype of a. For
 *                  the other methods the dtype is the one that `mean` returns
 * @throws ArgumentError  if a level in q is out of range, weights are given but `method` is not "inverted_cdf", a weight is
 *                        negative, or the sum of the weights is 0 or not finite
 * @throws ShapeError     if a has no elements to reduce, or `weights` has neither the shape of a nor its lengths along axis
 * @throws DTypeError     if a, q or `weights` is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a, q, out
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, nanquantile
 * @example nanquantile [3.0, nan, 2.0] 0.5 -> 2.5
 */
gla_status gla_nanquantile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                           const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                         "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                         "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                         "nearest") GLA_DEFAULT(= "linear"),
                           bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Return percentiles of the elements, skipping NaN.
 *
 * The methods are described in `quantile`.
 *
 * @param a         real array
 * @param q         quantile levels from 0 to 100 percent, array of any shape
 * @param axis      axes to reduce over; default: all axes
 * @param method    definition of the position of a quantile among the sorted elements
 * @param keepdims  keep the reduced axes with length 1
 * @param weights   real weights, with the shape of a or with its lengths along axis; allowed only if method is "inverted_cdf".
 *                  The quantile is then the first element at which the cumulative weight reaches q percent of the total weight
 * @return          array with the shape of q followed by the shape of a without the reduced axes; NaN if all elements are NaN.
 *                  For "inverted_cdf", "closest_observation", "lower", "higher" and "nearest" the dtype is the dtype of a. For
 *                  the other methods the dtype is the one that `mean` returns
 * @throws ArgumentError  if a level in q is out of range, weights are given but `method` is not "inverted_cdf", a weight is
 *                        negative, or the sum of the weights is 0 or not finite
 * @throws ShapeError     if a has no elements to reduce, or `weights` has neither the shape of a nor its lengths along axis
 * @throws DTypeError     if a, q or `weights` is complex
 * @throws IndexError     if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce,
 *         array.scan, sorting.argsort, sorting.search
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a, q, out
 * @see    R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996); NumPy, nanpercentile
 * @example nanpercentile [3.0, nan, 2.0] [0, 100] -> [2. 3.]
 */
gla_status gla_nanpercentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                             const char *method GLA_CHOICE("inverted_cdf", "averaged_inverted_cdf", "closest_observation",
                                                           "interpolated_inverted_cdf", "hazen", "weibull", "linear",
                                                           "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint",
                                                           "nearest") GLA_DEFAULT(= "linear"),
                             bool keepdims GLA_DEFAULT(= false), const gla_array *weights GLA_OPTION(= NULL));

/** Return the median of the elements, skipping NaN: the middle element, or the mean of the two middle elements.
 *
 * @param a         real array
 * @param axis      axes to reduce over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of the mean; NaN if all elements are NaN
 * @throws ShapeError  if a has no elements to reduce
 * @throws DTypeError  if a is complex
 * @throws IndexError  if an axis is out of range
 * @needs  sorting.order_statistics, sorting.sort, array.map, array.copy, array.gather, array.reduce
 * @cost   sort 0.3 * size(a)
 * @vjp    saves a
 * @see    NumPy, nanmedian
 * @example nanmedian [4.0, nan, 1.0] -> 2.5
 */
gla_status gla_nanmedian(const gla_array *a, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                         bool keepdims GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
