/* expression.h - user-defined functions.
 *
 * A formula such as `z = a*x + exp(-y)` becomes a function of arrays that computes everything in one pass over memory, on every
 * device. GPUs compile the formula; the host needs no compiler. A formula may contain several statements, local variables, if
 * and else, loops with scalar bounds, and all elementwise functions of the library. See docs/guide/kernels.md.
 *
 * Threads: several threads may use the same formulas and pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_EXPRESSION_H
#define GPULINALG_EXPRESSION_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** User-defined elementwise function, called like a function; see `new_elementwise`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_elementwise, "Elementwise");

/** User-defined reduction along axes, called like a function; see `new_reduction`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_reducer, "Reduction");

/** User-defined cumulative reduction along an axis, called like a function; see `new_scan`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_scanner, "Scan");

/** Compile a formula into an elementwise function.
 *
 * In scripts, call `gla.elementwise(...)` in Python or `GPULinalg::elementwise(...)` in Perl instead, with a formula, a Python
 * function or a Perl code reference. The result is called like a function.
 *
 * Inside a formula, `//` and `%` of integers yield 0 if the divisor is zero, whereas `floor_divide` and `remainder` raise an
 * error outside formulas. Declare the parameters float64 if a divisor can be zero. Raising an integer to a power that may be
 * negative is a CompileError.
 *
 * @param inputs     parameters, such as "float64 a, T x, T y". Each name may be preceded by a dtype, or by a capitalised letter
 *                   or word that stands for the common promoted dtype of all parameters declared with it. A parameter without
 *                   either accepts any dtype
 * @param outputs    results, such as "float64 z"; empty if the formula returns values
 * @param operation  formula, in a language like C: a single value, or statements that assign to the outputs
 * @param name       name used in error messages
 * @return           Elementwise
 * @throws CompileError  if the formula is invalid. The message gives the line and column
 * @example utility = new_elementwise "float64 c, float64 sigma" "float64 u" "u = pow(c, 1 - sigma)/(1 - sigma)"
 *   elementwise_call utility [[1.0, 2.0], 2.0] -> [-1.  -0.5]
 */
gla_status gla_new_elementwise(const char *inputs, const char *outputs, const char *operation, gla_elementwise **f,
                               const char *name GLA_DEFAULT(= NULL));

/** Apply an elementwise function to arguments that broadcast against each other.
 *
 * The computation makes one pass over memory, on the device of the arguments. Arguments are converted to the declared dtype if
 * it can represent all their values. Plain scalars adopt the dtype of the arrays that they are combined with.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      one array for each output, in the order of the outputs, each with the broadcast shape of the arguments
 * @throws ArgumentError  if the number of arguments is wrong, or the value of an argument makes a loop run for more than
 *                        1,000,000 iterations
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an argument cannot be converted to the dtype of its parameter
 * @throws OverflowError  if a plain integer is too large for the dtype of its parameter
 * @throws CompileError   if the formula is invalid for the dtypes of the arguments
 * @needs  fused.map
 * @method (*args)
 * @example f = new_elementwise "x, y" "" "x > y ? x - y : 0"
 *   elementwise_call f [[1.0, 5.0], [3.0, 3.0]] -> [0. 2.]
 */
gla_status gla_elementwise_call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results);

/** Iterate a function over time steps, from each state to the next, to compute the path of a model.
 *
 * The first parameters of f are the state. The remaining parameters are inputs of the step, such as shocks. The first outputs
 * of f are the state after the step, in the same order as the parameters. Any other outputs are stored too. All lines along the
 * axis are advanced together, in one pass.
 *
 * @param f       Elementwise
 * @param init    list of array_like, one for each state variable: the state of each line before the first step
 * @param args    list of array_like, one for each remaining parameter, with the steps along axis. The arrays broadcast against
 *                each other, and along the other axes against init. An array that is a scalar or has length one along axis has
 *                the same value in all steps
 * @param axis    axis of the steps; negative axes count from the end
 * @param length  number of steps; default: the length of args along axis
 * @return        one array for each output, in the order of the outputs, with the values after each step along axis
 * @throws ArgumentError  if the number of arguments is wrong, f has fewer outputs than state variables, length is negative, the
 *                        number of steps cannot be determined, or the value of an argument makes a loop run for more than
 *                        1,000,000 iterations
 * @throws ShapeError     if the shapes do not broadcast, the arrays in args differ in their number of steps, or their number of
 *                        steps is not length
 * @throws DTypeError     if an argument cannot be converted to the dtype of its parameter, or the dtype of the state changes at
 *                        every step
 * @throws IndexError     if axis is out of range
 * @throws CompileError   if the formula is invalid for the dtypes of the arguments
 * @needs  fused.map
 * @example solow = new_elementwise "k, z" "k1, y" "y = z*pow(k, 0.5); k1 = 0.5*k + 0.25*y"
 *   k, y = elementwise_scan solow [1.0] [[1.0, 2.0]]
 *   k -> [0.75      0.8080127]
 */
gla_status gla_elementwise_scan(const gla_elementwise *f, const gla_arrays *init, const gla_arrays *args, gla_arrays **paths,
                                int axis GLA_DEFAULT(= -1), gla_axis length GLA_DEFAULT(= GLA_NONE));

/** Return the device code that is compiled for a call to an elementwise function.
 *
 * The code is in the portable dialect (kernels/prelude.h), without the prelude.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      source code as a string
 * @throws CompileError  if the formula is invalid for the dtypes of the arguments
 * @needs  nothing
 * @method (*args)
 * @example f = new_elementwise "float32 x" "float32 y" "y = 2*x + 1"
 *   x = asarray [1.0, 2.0] dtype=float32
 *   source = elementwise_code f [x]
 */
gla_status gla_elementwise_code(const gla_elementwise *f, const gla_arrays *args, char **text);

/** Return the formula of an elementwise function in canonical form, which is the same in every language.
 *
 * @param f  Elementwise
 * @return   statements as a string, with parentheses around each operation
 * @method property
 * @example f = new_elementwise "x, y" "" "x*y + 1"
 *   elementwise_text f -> return ((x * y) + 1);
 */
gla_status gla_elementwise_text(const gla_elementwise *f, char **text);

/** Compile formulas into a reduction, which maps each element, combines the values in pairs, and transforms the result.
 *
 * Sums and products of integers are accumulated in int64 or uint64, as in `sum`. Other combinations keep the dtype of the
 * values. In scripts, call `gla.reduction(...)` in Python or `GPULinalg::reduction(...)` in Perl instead, with formulas, Python
 * functions or Perl code references.
 *
 * @param inputs    parameters of map, as in `new_elementwise`
 * @param output    result, such as "float64 z". If empty, the dtype follows from the formulas
 * @param map       formula of the inputs, which yields one value for each element
 * @param reduce    formula that combines two values, "a" and "b", into one. The formula must be associative and commutative,
 *                  because the order in which values are combined is unspecified (but always the same)
 * @param post      formula applied to the combined value "a" of n elements; default: the value itself
 * @param identity  result for empty arrays; by default an empty array is an error
 * @param name      name used in error messages
 * @return          Reduction
 * @throws CompileError  if a formula is invalid. The message identifies the formula and gives the line and column
 * @needs  nothing
 * @example norm = new_reduction "x" "" "x*x" "a + b" post="sqrt(a)" identity=0
 *   reduction_call norm [[3.0, 4.0]] -> 5.0
 */
gla_status gla_new_reduction(const char *inputs, const char *output, const char *map, const char *reduce, gla_reducer **f,
                             const char *post GLA_DEFAULT(= NULL), const gla_array *identity GLA_DEFAULT(= NULL),
                             const char *name GLA_DEFAULT(= NULL));

/** Apply a reduction to arguments that broadcast against each other, in one pass over memory.
 *
 * @param f         Reduction
 * @param args      list of array_like, one for each parameter
 * @param axis      axes to reduce; negative axes count from the end; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array without the reduced axes
 * @throws ArgumentError  if the number of arguments is wrong, or the value of an argument makes a loop run for more than
 *                        1,000,000 iterations
 * @throws ShapeError     if the shapes do not broadcast, or there are no elements and no identity
 * @throws DTypeError     if an argument cannot be converted to the dtype of its parameter, or identity cannot be converted to
 *                        the dtype of the result
 * @throws IndexError     if axis is out of range
 * @throws CompileError   if a formula is invalid for the dtypes of the arguments
 * @needs  fused.reduce
 * @method (*args)
 * @example farthest = new_reduction "x, y" "" "abs(x - y)" "max(a, b)"
 *   reduction_call farthest [[[1.0, 5.0], [2.0, 2.0]], [1.0, 1.0]] axis=1 -> [4. 1.]
 */
gla_status gla_reduction_call(const gla_reducer *f, const gla_arrays *args, gla_array **out,
                              const gla_ints *axis GLA_DEFAULT(= NULL), bool keepdims GLA_DEFAULT(= false));

/** Return the device code that is compiled for a reduction of the arguments along all axes.
 *
 * The code is in the portable dialect, without the prelude.
 *
 * @param f     Reduction
 * @param args  list of array_like, one for each parameter
 * @return      source code as a string
 * @throws CompileError  if a formula is invalid for the dtypes of the arguments
 * @needs  nothing
 * @method (*args)
 * @example total = new_reduction "float32 x" "" "x" "a + b" identity=0
 *   x = asarray [1.0, 2.0] dtype=float32
 *   source = reduction_code total [x]
 */
gla_status gla_reduction_code(const gla_reducer *f, const gla_arrays *args, char **text);

/** Compile formulas into a cumulative reduction (scan), such as a cumulative sum of transformed elements.
 *
 * In scripts, call `gla.scan(...)` in Python or `GPULinalg::scan(...)` in Perl instead, with formulas, Python functions or Perl
 * code references.
 *
 * @param inputs    parameters of map, as in `new_elementwise`
 * @param output    result, such as "float64 z". If empty, the dtype follows from the formulas
 * @param map       formula of the inputs, which yields one value for each element
 * @param reduce    formula that combines two values into one: "a", from earlier elements, and "b", from later elements. The
 *                  formula must be associative
 * @param post      formula applied to each combined value "a" of n elements; default: the value itself
 * @param identity  value before the first element; required by exclusive scans
 * @param name      name used in error messages
 * @return          Scan
 * @throws CompileError  if a formula is invalid. The message identifies the formula and gives the line and column
 * @needs  nothing
 * @example growth = new_scan "x" "" "1 + x" "a * b"
 *   scan_call growth [[0.02, 0.03, -0.01]] -> [1.02     1.0506   1.040094]
 */
gla_status gla_new_scan(const char *inputs, const char *output, const char *map, const char *reduce, gla_scanner **f,
                        const char *post GLA_DEFAULT(= NULL), const gla_array *identity GLA_DEFAULT(= NULL),
                        const char *name GLA_DEFAULT(= NULL));

/** Apply a cumulative reduction to arguments that broadcast against each other.
 *
 * @param f          Scan
 * @param args       list of array_like, one for each parameter
 * @param axis       axis of the scan; negative axes count from the end
 * @param exclusive  true: each result combines only the elements before its own position, so that the first result is computed
 *                   from identity
 * @return           array with the broadcast shape of the arguments
 * @throws ArgumentError  if the number of arguments is wrong, the value of an argument makes a loop run for more than 1,000,000
 *                        iterations, or `exclusive` is true and there is no identity
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an argument cannot be converted to the dtype of its parameter, or identity cannot be converted to
 *                        the dtype of the result
 * @throws IndexError     if axis is out of range
 * @throws CompileError   if a formula is invalid for the dtypes of the arguments
 * @needs  fused.scan
 * @method (*args)
 * @example total = new_scan "x" "" "x" "a + b" identity=0
 *   scan_call total [[1, 2, 3, 4]] -> [ 1  3  6 10]
 *   scan_call total [[1, 2, 3, 4]] exclusive=true -> [0 1 3 6]
 */
gla_status gla_scan_call(const gla_scanner *f, const gla_arrays *args, gla_array **out, int axis GLA_DEFAULT(= -1),
                         bool exclusive GLA_DEFAULT(= false));

/** Return the device code that is compiled for a scan of the arguments along their last axis.
 *
 * The code is in the portable dialect, without the prelude.
 *
 * @param f          Scan
 * @param args       list of array_like, one for each parameter
 * @param exclusive  true: exclusive scan, as in `scan_call`
 * @return           source code as a string
 * @throws CompileError  if a formula is invalid for the dtypes of the arguments
 * @needs  nothing
 * @method (*args)
 * @example total = new_scan "float32 x" "" "x" "a + b" identity=0
 *   x = asarray [1.0, 2.0] dtype=float32
 *   source = scan_code total [x]
 */
gla_status gla_scan_code(const gla_scanner *f, const gla_arrays *args, char **text, bool exclusive GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
