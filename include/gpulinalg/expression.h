/* expression.h - functions that users write.
 *
 * A formula such as `z = a*x + exp(-y)` becomes a function of arrays that computes everything in one pass over memory, on
 * every device: GPUs compile it, the host needs no compiler.  It may have several statements, local variables, if and else,
 * loops between numbers, and all elementwise functions of the library.  See docs/guide/kernels.md.
 *
 * Threads: formulas may be used by several, with the same arrays, which are only read. */
#ifndef GPULINALG_EXPRESSION_H
#define GPULINALG_EXPRESSION_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** A function of each element of its arguments; called like a function.  See `new_elementwise`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_elementwise, "Elementwise");

/** A reduction along axes of its arguments; called like a function.  See `new_reduction`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_reducer, "Reduction");

/** A running reduction along an axis of its arguments; called like a function.  See `new_scan`.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_scanner, "Scan");

/** A function of each element of its arguments, from a formula.
 *
 * In Python `gla.elementwise(...)` and in Perl `GPULinalg::elementwise(...)` make it from a formula or from a function
 * of the language, and it is called like a function.
 *
 * Division of integers by zero, which a function of the library refuses, gives 0 in a formula: let the parameters be float64
 * where that can happen.  An integer to a power that may be negative is a CompileError.
 *
 * @param inputs     the parameters, such as "float64 a, T x, T y": a dtype; a name with a capital, which stands for the dtype
 *                   that its arguments promote to; or nothing, which takes what comes
 * @param outputs    the results, such as "float64 z"; nothing when the formula returns values
 * @param operation  the formula, in a language like C: statements that give the outputs values, or one value
 * @param name       name used in error messages
 * @return           Elementwise
 * @throws CompileError  if the text is wrong; the message names line and column
 * @example utility = new_elementwise "float64 c, float64 sigma" "float64 u" "u = pow(c, 1 - sigma)/(1 - sigma)"
 *   elementwise_call utility [[1.0, 2.0], 2.0] -> [-1.  -0.5]
 */
gla_status gla_new_elementwise(const char *inputs, const char *outputs, const char *operation, gla_elementwise **f,
                               const char *name GLA_DEFAULT(= NULL));

/** Apply a function to the elements of its arguments, which are broadcast against each other.
 *
 * It is computed on the device of the arguments, in one pass.  Arguments are converted to declared types when these hold all
 * their values; plain numbers take the type of what they meet.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      an array for each output, of the arguments' common shape: one, or several in their order
 * @throws ArgumentError  if the number of arguments is wrong, or one asks for more than 1,000,000 rounds of a loop
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an argument does not fit its parameter's type
 * @throws OverflowError  if a plain integer does not fit its parameter's type
 * @throws CompileError   if the formula is invalid for the dtypes of the arguments
 * @needs  fused.map
 * @method (*args)
 * @example f = new_elementwise "x, y" "" "x > y ? x - y : 0"
 *   elementwise_call f [[1.0, 5.0], [3.0, 3.0]] -> [0. 2.]
 */
gla_status gla_elementwise_call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results);

/** Apply a function step by step, each time to what it has made before: the path of a model's state.
 *
 * The first parameters of f are the state, the others what drives it, such as shocks. The first outputs are the state after
 * the step, in the same order; further outputs are kept beside them. All lines take their step at the same time, in one pass.
 *
 * @param f       Elementwise
 * @param init    list of array_like: the state before the first step, for each line
 * @param args    list of array_like, one for each other parameter; together they broadcast to the steps, along axis, of each
 *                line, and what has length one there, or is a number, is the same in all steps
 * @param axis    axis of the steps, from the end where negative
 * @param length  number of steps; none: what args have
 * @return        an array for each output: its values after each step, along axis; one array, or several in their order
 * @throws ArgumentError  if the number of arguments is wrong, f has fewer outputs than the state has parts, nothing says how
 *                        many steps there are, or one asks for more than 1,000,000 rounds of a loop
 * @throws ShapeError     if the shapes do not broadcast, or args have another number of steps
 * @throws DTypeError     if an argument does not fit its parameter's type, or the type of the state changes in every step
 * @throws IndexError     if axis is out of range
 * @throws CompileError   if the formula is invalid for the dtypes of the arguments
 * @needs  fused.map
 * @example solow = new_elementwise "k, z" "k1, y" "y = z*pow(k, 0.5); k1 = 0.5*k + 0.25*y"
 *   k, y = elementwise_scan solow [1.0] [[1.0, 2.0]]
 *   k -> [0.75      0.8080127]
 */
gla_status gla_elementwise_scan(const gla_elementwise *f, const gla_arrays *init, const gla_arrays *args, gla_arrays **paths,
                                int axis GLA_DEFAULT(= -1), gla_axis length GLA_DEFAULT(= GLA_NONE));

/** The device code that a call with such arguments compiles, in the portable dialect (kernels/prelude.h) without its prelude.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      the text as a string
 * @throws CompileError  if the formula is invalid for the dtypes of the arguments
 * @needs  nothing
 * @method (*args)
 * @example f = new_elementwise "float32 x" "float32 y" "y = 2*x + 1"
 *   x = asarray [1.0, 2.0] dtype=float32
 *   source = elementwise_code f [x]
 */
gla_status gla_elementwise_code(const gla_elementwise *f, const gla_arrays *args, char **text);

/** The formula of a function in its canonical form, the same in every language.
 *
 * @param f  Elementwise
 * @return   the statements as a string, operators in brackets
 * @method property
 * @example f = new_elementwise "x, y" "" "x*y + 1"
 *   elementwise_text f -> return ((x * y) + 1);
 */
gla_status gla_elementwise_text(const gla_elementwise *f, char **text);

/** A reduction from formulas: what is made of each element, how two of these are combined, and what is made of the last one.
 *
 * Sums and products of integers are accumulated in int64 or uint64, as `sum` does; other ways to combine keep their type.
 * In Python `gla.reduction(...)` and in Perl `GPULinalg::reduction(...)` make it, also from functions of the language.
 *
 * @param inputs    the parameters of map, as in `new_elementwise`
 * @param output    the result, such as "float64 z"; nothing takes the type that comes
 * @param map       formula of the inputs: one value for each element
 * @param reduce    formula that combines two such values, a and b; it is associative and commutative, for the order in
 *                  which elements are combined is not specified (but always the same)
 * @param post      formula of the combined value a of n elements; default: a itself
 * @param identity  the result for no elements; none: there has to be one
 * @param name      name used in error messages
 * @return          Reduction
 * @throws CompileError  if a text is wrong; the message says which, and names line and column
 * @needs  nothing
 * @example norm = new_reduction "x" "" "x*x" "a + b" post="sqrt(a)" identity=0
 *   reduction_call norm [[3.0, 4.0]] -> 5.0
 */
gla_status gla_new_reduction(const char *inputs, const char *output, const char *map, const char *reduce, gla_reducer **f,
                             const char *post GLA_DEFAULT(= NULL), const gla_array *identity GLA_DEFAULT(= NULL),
                             const char *name GLA_DEFAULT(= NULL));

/** Apply a reduction to its arguments, which are broadcast against each other, in one pass.
 *
 * @param f         Reduction
 * @param args      list of array_like, one for each parameter
 * @param axis      axes to reduce, from the end where negative; default: all
 * @param keepdims  keep reduced axes with length 1
 * @return          array with the other axes
 * @throws ArgumentError  if the number of arguments is wrong, or one asks for more than 1,000,000 rounds of a loop
 * @throws ShapeError     if the shapes do not broadcast, or there are no elements and no identity
 * @throws DTypeError     if an argument does not fit its parameter's type, or the identity does not fit the result's
 * @throws IndexError     if axis is out of range
 * @throws CompileError   if a formula is invalid for the dtypes of the arguments
 * @needs  fused.reduce
 * @method (*args)
 * @example farthest = new_reduction "x, y" "" "abs(x - y)" "max(a, b)"
 *   reduction_call farthest [[[1.0, 5.0], [2.0, 2.0]], [1.0, 1.0]] axis=1 -> [4. 1.]
 */
gla_status gla_reduction_call(const gla_reducer *f, const gla_arrays *args, gla_array **out,
                              const gla_ints *axis GLA_DEFAULT(= NULL), bool keepdims GLA_DEFAULT(= false));

/** The device code that a reduction of such arguments along all axes compiles, in the portable dialect without its prelude.
 *
 * @param f     Reduction
 * @param args  list of array_like, one for each parameter
 * @return      the text as a string
 * @throws CompileError  if a formula is invalid for the dtypes of the arguments
 * @needs  nothing
 * @method (*args)
 * @example total = new_reduction "float32 x" "" "x" "a + b" identity=0
 *   x = asarray [1.0, 2.0] dtype=float32
 *   source = reduction_code total [x]
 */
gla_status gla_reduction_code(const gla_reducer *f, const gla_arrays *args, char **text);

/** A running reduction from formulas, such as a cumulative sum of what is made of each element.
 *
 * In Python `gla.scan(...)` and in Perl `GPULinalg::scan(...)` make it, also from functions of the language.
 *
 * @param inputs    the parameters of map, as in `new_elementwise`
 * @param output    the result, such as "float64 z"; nothing takes the type that comes
 * @param map       formula of the inputs: one value for each element
 * @param reduce    formula that combines two such values, a of earlier elements and b of later ones; it is associative
 * @param post      formula of each combined value a of n elements; default: a itself
 * @param identity  what comes before the first element; needed by exclusive scans
 * @param name      name used in error messages
 * @return          Scan
 * @throws CompileError  if a text is wrong; the message says which, and names line and column
 * @needs  nothing
 * @example growth = new_scan "x" "" "1 + x" "a * b"
 *   scan_call growth [[0.02, 0.03, -0.01]] -> [1.02     1.0506   1.040094]
 */
gla_status gla_new_scan(const char *inputs, const char *output, const char *map, const char *reduce, gla_scanner **f,
                        const char *post GLA_DEFAULT(= NULL), const gla_array *identity GLA_DEFAULT(= NULL),
                        const char *name GLA_DEFAULT(= NULL));

/** Apply a running reduction to its arguments, which are broadcast against each other.
 *
 * @param f          Scan
 * @param args       list of array_like, one for each parameter
 * @param axis       axis to go along, from the end where negative
 * @param exclusive  leave each element itself out: the first result is the identity's
 * @return           array of the arguments' common shape
 * @throws ArgumentError  if the number of arguments is wrong, one asks for more than 1,000,000 rounds of a loop, or the
 *                        identity is missing
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an argument does not fit its parameter's type, or the identity does not fit the result's
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

/** The device code that a scan of such arguments along their last axis compiles, in the portable dialect without its prelude.
 *
 * @param f          Scan
 * @param args       list of array_like, one for each parameter
 * @param exclusive  as in `scan_call`
 * @return           the text as a string
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
