/* econ_model.h - formulas: the columns and rows that a formula makes of data.
 *
 * @namespace econ Econ
 *
 * A formula is written as in R and fixest: `"y ~ regressors | fixed effects | endogenous ~ instruments"`. The parts after the
 * first are optional.
 *
 * Regressors are columns, expressions such as `log(wage)` and `(age > 30)`, and terms. `a:b` is the product of a and b, `a*b`
 * is `a + b + a:b`, `(a + b)^2` contains all products of two, and `-x` removes a term. `.` is all other columns. `0` or `-1`
 * removes the constant. Arithmetic is written in `I()`: `I(a + b)`; `x^2` is `I(x^2)`. `poly(x, 2)` is an orthogonal
 * polynomial, and `poly(x, 2, raw = TRUE)` contains plain powers. `scale(x)` has mean 0 and standard deviation 1;
 * `scale(x, scale = FALSE)` and `center(x)` have mean 0, and `scale(x, center = FALSE)` is x divided by the root of the sum of
 * its squares over n - 1. `l(x, 1)`, `f(x, 1)` and `d(x, 1)` are the lag, the lead and the difference within `unit` by `time`,
 * and `l(x, 1:4)` is four lags. A period that the data does not have is a missing value.
 *
 * A column of strings, `factor(x)` and `C(x)` are factors: one indicator for each level but the first, or for each but `ref` in
 * `factor(x, ref = 'west')` and `C(x, ref = 3)`. `i(f, ref = 'west')` leaves out that level, `i(f, x)` is the product of each
 * level and a number, and `i(f, g)` contains all pairs of levels.
 *
 * Fixed effects are `firm + year`; `firm^year` joins columns, `firm[x]` adds slopes of x that vary by firm, and `firm[[x]]`
 * has slopes only. Instruments can also be written among the regressors: `y ~ x + [w ~ z]`.
 *
 * A name that is not a word, or is TRUE or FALSE, is written in backquotes; a backquote in it is written twice.
 *
 * A formula describes several regressions with `c(y1, y2) ~` or `y1 + y2 ~`, or with steps among the regressors or the fixed
 * effects: `sw(a, b)` is a, then b; `csw(a, b)` is a, then a + b; `sw0` and `csw0` begin without either. Other operators of
 * the dependent variable are arithmetic, as in `y1 - y2 ~` and `I(y1 + y2) ~`. */
#ifndef GPULINALG_ECON_MODEL_H
#define GPULINALG_ECON_MODEL_H

#include "econ.h"

GLA_BEGIN_DECLS

/** Return the dependent variable and the regressors that a formula makes of data.
 *
 * The estimators use the same columns and rows. Rows with a missing value in a variable of the formula are left out. The names
 * of columns are those of coefficients: "Intercept", "educ", "log(wage)", "I(x^2)", "x1:x2", "poly(age, 2)1", "region::west"
 * for a level of a factor, and "region::west:x" for the product of a level and a variable. A factor is a column of strings, or
 * any column in "i(x)", "factor(x)" or "C(x)". Its levels are sorted, or have the order of the categories from which the
 * column was made, and the first one is left out if the model has a constant or fixed effects.
 *
 * With fixed effects there is no constant. Instruments and fixed effects are not among the columns.
 *
 * @param formula  formula, or the dependent variable as an array of shape (n,)
 * @param data     data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param unit     panel units, for lags in the formula: an array of group numbers, or the name of a column
 * @param time     periods, whole numbers: an array or the name of a column
 * @return         y: dependent variable, shape (n,); X: regressors, shape (n, k); names: names of the columns of X; rows:
 *                 positions of the rows used, int64; notes: what was left out and why, a list of strings
 * @throws ArgumentError   if the formula does not parse, names an unknown column, describes several regressions, or no row or
 *                         regressor is left
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  array.map, array.reduce, array.group, array.gather, array.count_nonzero, array.nonzero
 * @cost   bytes bytes(data)
 * @see    R, model.matrix
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0, 3.0], [12.0, 16.0, nan]]
 *   y, X, names, rows, notes = econ.model_matrix "log(wage) ~ educ" t
 *   X
 *   -> [[ 1. 12.]
 *   ->  [ 1. 16.]]
 *   rows -> [0 1]
 */
gla_status gla_econ_model_matrix(const gla_variable *formula, const gla_dataset *data, gla_array **y, gla_array **X,
                                 gla_strings **names, gla_array **rows, gla_strings **notes,
                                 const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
