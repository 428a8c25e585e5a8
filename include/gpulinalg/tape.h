/* tape.h - Derivatives of what a script computes.
 *
 * A tape records the calls of its thread whose arguments depend on a variable. It then computes the gradient of a result with
 * respect to the variables, by the chain rule backwards ("reverse mode"): exactly, and at the cost of a few evaluations of the
 * function, however many variables there are. Scripts use `grad`, `value_and_grad`, `jacobian`, `hessian` and `GradientTape`,
 * which use tapes. Gradients can be differentiated again while an outer tape records.
 *
 * For complex variables the gradient g is that of df = Re Σ conj(g) dz, as in TensorFlow and PyTorch; it is the conjugate of
 * JAX's gradient.
 *
 * Threads: a tape records the calls of the thread that created it. */
#ifndef GPULINALG_TAPE_H
#define GPULINALG_TAPE_H

#include "core.h"

GLA_BEGIN_DECLS

/** A record of the calls of a thread, for derivatives. */
GLA_CLASS(gla_tape, "Tape");

/** Start to record the calls of this thread.
 *
 * @param persistent  keep the records after the first gradient, so that more gradients can be computed
 * @return            Tape
 * @needs  nothing
 * @example t = new_tape
 *   tape_stop t
 */
gla_status gla_new_tape(gla_tape **tape, bool persistent GLA_DEFAULT(= false));

/** Make an array a variable of a tape.
 *
 * @param tape  Tape that records
 * @param x     real or complex Array
 * @return      nothing
 * @throws DTypeError     if x contains integers or booleans
 * @throws ArgumentError  if the tape has stopped, or belongs to another thread
 * @needs  nothing
 * @example t = new_tape
 *   x = asarray [1.0, 2.0]
 *   tape_watch t x
 *   z = square x
 *   y = sum z
 *   g = tape_gradient t [y] [x]
 */
gla_status gla_tape_watch(const gla_tape *tape, gla_array *x);

/** Return a new variable of a tape with the values of an array.
 *
 * The array itself is not watched.
 *
 * @param tape  Tape that records
 * @param x     array_like; integers are converted to float64
 * @return      array, which shares memory with x if it needs no conversion
 * @throws ArgumentError  if the tape has stopped, or belongs to another thread
 * @needs  array.copy
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   y = square x
 *   g = tape_gradient t [y] [x]
 */
gla_status gla_tape_variable(const gla_tape *tape, const gla_array *x, gla_array **out);

/** Stop recording.
 *
 * @param tape  Tape
 * @return      nothing
 * @needs  nothing
 * @example t = new_tape
 *   tape_stop t
 */
gla_status gla_tape_stop(const gla_tape *tape);

/** Compute the gradient of results with respect to variables.
 *
 * If y is not a single number, the result is the gradient of Σ conj(seed)·y: the product of the seeds with the Jacobian matrix.
 *
 * @param tape   Tape
 * @param y      list of arrays, computed from the variables
 * @param x      list of variables, or of arrays computed from variables
 * @param seeds  list of arrays of the shapes of y; ones by default
 * @return       list of arrays of the shapes and dtypes of x: zeros if y does not depend on an x, NULL (None in Python, undef
 *               in Perl) if an x was not watched
 * @throws ArgumentError  if a function between x and y has no derivative, or the tape is not persistent and has been used
 * @throws ShapeError     if a seed has another shape than its y
 * @throws DTypeError     if a y contains integers or booleans
 * @warns  DerivativeWarning  if an x was not watched
 * @needs  array.map, array.reduce, array.copy
 * @see    A. Griewank and A. Walther, Evaluating Derivatives (2008), chapter 3
 * @example t = new_tape true
 *   x = tape_variable t [1.0, 2.0]
 *   y = multiply x x
 *   g = tape_gradient t [y] [x]
 *   row = tape_gradient t [y] [x] [[1.0, 0.0]]
 */
gla_status gla_tape_gradient(const gla_tape *tape, const gla_arrays *y, const gla_arrays *x, gla_arrays **gradients,
                             const gla_arrays *seeds GLA_DEFAULT(= NULL));

/** A gradient in progress. It stops at calls with a rule of the script (`custom_vjp`). */
GLA_CLASS(gla_backward, "Backward");

/** Start to compute a gradient, as `tape_gradient` does, and stop at the first call with a rule of the script.
 *
 * @param tape   Tape
 * @param y      list of arrays, computed from the variables
 * @param x      list of variables, or of arrays computed from variables
 * @param seeds  list of arrays of the shapes of y; ones by default
 * @return       Backward
 * @throws ArgumentError  if a function between x and y has no derivative, or the tape is not persistent and has been used
 * @throws ShapeError     if a seed has another shape than its y
 * @throws DTypeError     if a y contains integers or booleans
 * @warns  DerivativeWarning  if an x was not watched
 * @needs  array.map, array.reduce, array.copy
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   y = square x
 *   b = tape_backward t [y] [x]
 *   g = backward_result b
 */
gla_status gla_tape_backward(const gla_tape *tape, const gla_arrays *y, const gla_arrays *x, gla_backward **out,
                             const gla_arrays *seeds GLA_DEFAULT(= NULL));

/** Return the key of the call whose rule the script must apply next.
 *
 * @param backward  Backward
 * @return          key as given to `tape_custom`; -1 if the gradient is complete
 * @needs  nothing
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   b = tape_backward t [x] [x]
 *   backward_waits b -> -1
 */
gla_status gla_backward_waits(const gla_backward *backward, int64_t *key);

/** Return the cotangents of the results of the call that waits for a rule.
 *
 * @param backward  Backward
 * @return          list of arrays
 * @throws ArgumentError  if no call waits
 * @needs  nothing
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   y = tape_custom 7 [9.0] [x]
 *   b = tape_backward t [y] [x]
 *   g = backward_cotangents b
 */
gla_status gla_backward_cotangents(const gla_backward *backward, gla_arrays **out);

/** Pass the cotangents of the arguments of the call that waits for a rule, and go on.
 *
 * @param backward    Backward
 * @param cotangents  list of arrays of the shapes of the arguments
 * @return            nothing
 * @throws ArgumentError  if no call waits, or the number of arrays is wrong
 * @throws ShapeError     if an array does not have the shape of its argument
 * @needs  array.map
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   y = tape_custom 7 [9.0] [x]
 *   b = tape_backward t [y] [x]
 *   backward_answer b [6.0]
 */
gla_status gla_backward_answer(const gla_backward *backward, const gla_arrays *cotangents);

/** Return the gradients.
 *
 * @param backward  Backward
 * @return          list of arrays, as from `tape_gradient`
 * @throws ArgumentError  if a call still waits for its rule
 * @needs  array.copy
 * @example t = new_tape
 *   x = tape_variable t 3.0
 *   b = tape_backward t [x] [x]
 *   g = backward_result b
 */
gla_status gla_backward_result(const gla_backward *backward, gla_arrays **out);

/** Record that the script has computed y from x, with a rule of its own.
 *
 * @param key  number by which the script finds the rule
 * @param y    list of arrays
 * @param x    list of arrays
 * @return     list of arrays with the values of y, which depend on x for the tapes of this thread
 * @throws ArgumentError  if y is on a tape already: it depends on a watched array other than x
 * @needs  nothing
 * @example y = tape_custom 7 [9.0] [3.0]
 */
gla_status gla_tape_custom(int64_t key, const gla_arrays *y, const gla_arrays *x, gla_arrays **out);

/** Return the number of calls that a tape has recorded.
 *
 * @param tape  Tape
 * @return      number of calls
 * @needs  nothing
 * @method property
 * @example t = new_tape
 *   tape_calls t -> 0
 */
gla_status gla_tape_calls(const gla_tape *tape, int64_t *calls);

/** Return true if a tape of this thread records what is computed from an array.
 *
 * @param x  array
 * @return   true if x is a variable, or depends on one, and the tape has not stopped
 * @needs  nothing
 * @example is_watched [1.0, 2.0] -> false
 */
gla_status gla_is_watched(const gla_array *x, bool *watched);

/** Return a copy of an array that is a constant for all tapes.
 *
 * @param x  array
 * @return   array with the values of x
 * @needs  array.copy
 * @example stop_gradient [1.0, 2.0] -> [1. 2.]
 */
gla_status gla_stop_gradient(const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
