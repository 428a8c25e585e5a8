/* expression.h - functions that users write.
 *
 * A formula such as `z = a*x + exp(-y)` becomes a function of arrays that computes everything in one pass over memory, on
 * every device: GPUs compile it, the host needs no compiler.  It may have several statements, local variables, if and else,
 * loops between numbers, and all elementwise functions of the library.  See docs/guide/kernels.md. */
#ifndef GPULINALG_EXPRESSION_H
#define GPULINALG_EXPRESSION_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** A function of each element of its arguments, from a formula.
 *
 * In Python `gpulinalg.elementwise(...)` and in Perl `GPULinalg::elementwise(...)` make it from a formula or from a function
 * of the language, and it is called like a function.
 *
 * Where an operation alone refuses integers (a zero divisor, a negative power or shift), a formula gives 0: let the
 * parameters be float64 where that can happen.
 *
 * @param inputs     the parameters, such as "float64 a, T x, T y": a dtype; a name with a capital, which stands for the dtype
 *                   that its arguments promote to; or nothing, which takes what comes
 * @param outputs    the results, such as "float64 z"; nothing when the formula returns values
 * @param operation  the formula, in a language like C: statements that give the outputs values, or one value
 * @param name       what messages call it
 * @return           Elementwise
 * @throws CompileError  when the text is wrong; the message tells line and column
 */
gla_status gla_new_elementwise(const char *inputs, const char *outputs, const char *operation, gla_elementwise **f,
                               const char *name GLA_DEFAULT(=NULL));

/** Apply a function to the elements of its arguments, which are broadcast against each other.
 *
 * It is computed on the device of the arguments, in one pass.  Arguments are converted to declared types when these hold all
 * their values; plain numbers take the type of what they meet.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      an array for each output, of the arguments' common shape: one, or several in their order
 * @throws ArgumentError  when the number of arguments is wrong
 * @throws ShapeError     when the shapes do not broadcast together
 * @throws DTypeError     when an argument does not fit its parameter's type
 * @throws OverflowError  when a plain integer does not fit its parameter's type
 * @throws CompileError   when the formula makes no sense for the types of the arguments
 */
gla_status gla_elementwise_call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results);

/** The device code that a call with such arguments compiles, in the portable dialect (kernels/prelude.h) without its prelude.
 *
 * @param f     Elementwise
 * @param args  list of array_like, one for each parameter
 * @return      the text as a string
 * @throws CompileError  when the formula makes no sense for the types of the arguments
 */
gla_status gla_elementwise_code(const gla_elementwise *f, const gla_arrays *args, char **text);

/** The formula of a function in its canonical form, the same in every language.
 *
 * @param f  Elementwise
 * @return   the statements as a string, operators in brackets
 */
gla_status gla_elementwise_text(const gla_elementwise *f, char **text);

GLA_END_DECLS

#endif
