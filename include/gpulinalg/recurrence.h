/* recurrence.h - what each step makes of the one before: digital filters and linear recurrences along an axis.
 *
 * Lines of at least 1024 steps, where there are fewer than 1024 of them, are cut into chunks that are computed at the same
 * time: a chunk is what it makes of the state before it, which is linear, plus what it makes of zeros. Where the cuts are
 * depends on the sizes alone, so that results are the same bits on every device, with any number of threads. Within a chunk
 * numbers are those of the loop over the line; the states between chunks have rounding errors within the same bound as that
 * loop's.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_RECURRENCE_H
#define GPULINALG_RECURRENCE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Digital filter along an axis: a[0]·y[t] = Σ b[j]·x[t − j] − Σ a[i]·y[t − i], where i begins with 1.
 *
 * All other axes are series of their own. The recursion is computed in chunks where there are few long series, and a is not
 * longer than 17.
 *
 * @param b     coefficients of the input, a vector
 * @param a     coefficients of the output, a vector; both are divided by a[0]
 * @param x     series
 * @param axis  time axis
 * @param zi    state before the first step, max(len(a), len(b)) − 1 numbers along axis, other axes as in x or 1: what comes to
 *              the first outputs from the past, as `lfilter_state` returns it; none: zeros
 * @return      y, of the shape of x, in float64, or in float32 if all operands are float32, or in the corresponding complex
 *              dtype
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if a or b is not a vector or has no elements, or the shape of zi does not match
 * @throws ArgumentError  if a[0] is zero
 * @needs  series.convolve, series.recur, array.map, array.copy
 * @see    SciPy, signal.lfilter; A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing
 * @example lfilter [1.0] [1.0, -0.5] [1.0, 0.0, 0.0, 2.0] -> [1.    0.5   0.25  2.125]
 *   lfilter [0.5, 0.5] [1.0] [[1.0, 3.0], [5.0, 7.0]] axis=0
 *   -> [[0.5 1.5]
 *   ->  [3.  5. ]]
 */
gla_status gla_lfilter(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1),
                       const gla_array *zi GLA_DEFAULT(= NULL));

/** Digital filter along an axis, as `lfilter`, and the state behind it, with which the next stretch of the series begins.
 *
 * @param b     coefficients of the input, a vector
 * @param a     coefficients of the output, a vector
 * @param x     series
 * @param axis  time axis
 * @param zi    state before the first step; none: zeros
 * @return      y, of the shape of x; the state zf behind the last step, max(len(a), len(b)) − 1 numbers along axis
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if a or b is not a vector or has no elements, or the shape of zi does not match
 * @throws ArgumentError  if a[0] is zero
 * @needs  series.convolve, series.recur, array.map, array.copy
 * @see    SciPy, signal.lfilter with zi
 * @example y, zf = lfilter_state [1.0] [1.0, -0.5] [1.0, 1.0]
 *   y -> [1.  1.5]
 *   lfilter [1.0] [1.0, -0.5] [1.0, 1.0] zi=zf -> [1.75  1.875]
 */
gla_status gla_lfilter_state(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **y, gla_array **zf,
                             int axis GLA_DEFAULT(= -1), const gla_array *zi GLA_DEFAULT(= NULL));

/** Recurrence of first order along an axis: x[t] = a[t]·x[t − 1] + b[t].
 *
 * @param a     coefficients
 * @param b     terms; a and b broadcast
 * @param x0    what comes before the first element, of the shape of the result without axis, or broadcast to that; none: 0
 * @param axis  axis of the result along which time goes
 * @return      x, of the common shape of a and b, in float64, or in float32 if all operands are float32, or in the
 *              corresponding complex dtype
 * @throws ShapeError  if shapes do not broadcast together
 * @throws IndexError  if axis is out of range
 * @needs  series.recur, array.copy
 * @see    G. E. Blelloch, Prefix sums and their applications (1990)
 * @example linear_recurrence 0.5 [1.0, 0.0, 0.0, 1.0] -> [1.    0.5   0.25  1.125]
 *   linear_recurrence [1.5, 2.0] [1.0, -1.0] x0=10.0 -> [16. 31.]
 */
gla_status gla_linear_recurrence(const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *x0 GLA_DEFAULT(= NULL), int axis GLA_DEFAULT(= -1));

/** Recurrence of vectors: x[t] = a[t] x[t − 1] + b[t], with matrices a[t]; vector autoregressions, impulse responses.
 *
 * For states of a few numbers: a step costs k² multiplications, one after the other. Lines are cut into chunks where k is at
 * most 16, or 4 where a changes with t.
 *
 * @param a   matrices: (k, k) for all steps, or (..., n, k, k), of which the leading dimensions broadcast with those of b
 * @param b   terms, (..., n, k)
 * @param x0  state before the first step, (k,) or (..., k); none: zeros
 * @return    x, (..., n, k), in float64, or in float32 if all operands are float32, or in the corresponding complex dtype
 * @throws ShapeError  if a is not made of square matrices, b or x0 does not fit, or shapes do not broadcast together
 * @needs  series.recur, array.copy
 * @see    H. Lütkepohl, New Introduction to Multiple Time Series Analysis, 2.1; G. E. Blelloch, Prefix sums and their
 *         applications (1990)
 * @example vector_recurrence [[0.5, 1.0], [0.0, 2.0]] [[1.0, 1.0], [0.0, 0.0]]
 *   -> [[1.  1. ]
 *   ->  [1.5 2. ]]
 */
gla_status gla_vector_recurrence(const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *x0 GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
