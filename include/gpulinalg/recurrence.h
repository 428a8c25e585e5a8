/* recurrence.h - Digital filters, linear recurrences and vector autoregressions along an axis.
 *
 * If there are fewer than 1024 series and each has at least 1024 steps, the series are divided into chunks that are computed in
 * parallel. Because the recurrence is linear, the output of a chunk is the sum of the output for a zero initial state and the
 * response to the actual initial state. Chunk boundaries depend only on the sizes, so results are bitwise identical on every
 * device and with any number of threads. Within a chunk the values are those of a sequential loop. The rounding errors of the
 * states between chunks satisfy the same bound as those of a sequential loop.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_RECURRENCE_H
#define GPULINALG_RECURRENCE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Apply a digital filter along an axis: a[0]·y[t] = Σ b[j]·x[t − j] − Σ a[i]·y[t − i], where i starts at 1.
 *
 * The other axes index separate series. If there are few long series and a has at most 17 elements, each series is divided into
 * chunks that are computed in parallel.
 *
 * @param b     coefficients of the input, a vector
 * @param a     coefficients of the output, a vector; a and b are divided by a[0]
 * @param x     input series
 * @param axis  time axis
 * @param zi    state before the first step, as returned by `lfilter_state`, that is, the contribution of past values to the
 *              first outputs. The state has max(len(a), len(b)) − 1 elements along axis. Each other axis has the same length as
 *              in x, or length 1. The state is zero if zi is not given
 * @return      y, with the shape of x. The dtype is float64, or float32 if all operands are float32, or the corresponding
 *              complex dtype
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if a or b is not a vector or has no elements, or zi has the wrong shape
 * @throws ArgumentError  if a[0] is zero
 * @needs  series.convolve, series.recur, array.map, array.copy
 * @cost   view
 * @vjp    saves b if x, a, x if b, zi if a, out
 * @see    SciPy, signal.lfilter; A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing
 * @example lfilter [1.0] [1.0, -0.5] [1.0, 0.0, 0.0, 2.0] -> [1.    0.5   0.25  2.125]
 *   lfilter [0.5, 0.5] [1.0] [[1.0, 3.0], [5.0, 7.0]] axis=0
 *   -> [[0.5 1.5]
 *   ->  [3.  5. ]]
 */
gla_status gla_lfilter(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **out, int axis GLA_DEFAULT(= -1),
                       const gla_array *zi GLA_DEFAULT(= NULL));

/** Apply a digital filter as in `lfilter`, and return the final state too, so that a later call can continue with the next
 * section of the series.
 *
 * @param b     coefficients of the input, a vector
 * @param a     coefficients of the output, a vector
 * @param x     input series
 * @param axis  time axis
 * @param zi    state before the first step, as in `lfilter`; zeros if not given
 * @return      y: output with the shape of x; zf: state after the last step, with max(len(a), len(b)) − 1 elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if a or b is not a vector or has no elements, or zi has the wrong shape
 * @throws ArgumentError  if a[0] is zero
 * @needs  series.convolve, series.recur, array.map, array.copy
 * @cost   view
 * @vjp    saves b if x, a, x if b, zi if a, y, zf
 * @see    SciPy, signal.lfilter with zi
 * @example y, zf = lfilter_state [1.0] [1.0, -0.5] [1.0, 1.0]
 *   y -> [1.  1.5]
 *   lfilter [1.0] [1.0, -0.5] [1.0, 1.0] zi=zf -> [1.75  1.875]
 */
gla_status gla_lfilter_state(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **y, gla_array **zf,
                             int axis GLA_DEFAULT(= -1), const gla_array *zi GLA_DEFAULT(= NULL));

/** Compute a first-order linear recurrence along an axis: x[t] = a[t]·x[t − 1] + b[t].
 *
 * @param a     coefficients
 * @param b     additive terms; a and b broadcast
 * @param x0    value before the first step, which broadcasts to the shape of the result without axis; 0 if not given
 * @param axis  time axis of the result
 * @return      x, with the broadcast shape of a and b. The dtype is float64, or float32 if all operands are float32, or the
 *              corresponding complex dtype
 * @throws ShapeError  if shapes do not broadcast together
 * @throws IndexError  if axis is out of range
 * @needs  series.recur, array.copy
 * @cost   view
 * @vjp    saves a, x0 if a, out
 * @see    G. E. Blelloch, Prefix sums and their applications (1990)
 * @example linear_recurrence 0.5 [1.0, 0.0, 0.0, 1.0] -> [1.    0.5   0.25  1.125]
 *   linear_recurrence [1.5, 2.0] [1.0, -1.0] x0=10.0 -> [16. 31.]
 */
gla_status gla_linear_recurrence(const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *x0 GLA_DEFAULT(= NULL), int axis GLA_DEFAULT(= -1));

/** Compute a vector recurrence x[t] = a[t] x[t − 1] + b[t] with matrices a[t], such as a vector autoregression or an impulse
 * response.
 *
 * Use this function for states with few elements k, because each step takes k² multiplications and the steps are sequential.
 * Series are divided into chunks if k is at most 16, or at most 4 if a varies with t.
 *
 * @param a   matrices, shape (k, k) if the matrix is the same in all steps, or (..., n, k, k); the leading dimensions broadcast
 *            with those of b
 * @param b   additive terms, (..., n, k)
 * @param x0  state before the first step, shape (k,) or (..., k); zeros if not given
 * @return    x, shape (..., n, k). The dtype is float64, or float32 if all operands are float32, or the corresponding complex
 *            dtype
 * @throws ShapeError  if a does not consist of square matrices, a, b and x0 have states of different lengths, or the shapes do
 *                     not broadcast
 * @needs  series.recur, array.copy
 * @cost   view
 * @vjp    saves a, x0 if a, out
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
