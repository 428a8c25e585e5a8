/* econ_model.h - formulas: the columns and rows that a formula makes of data.
 *
 * @namespace econ Econ */
#ifndef GPULINALG_ECON_MODEL_H
#define GPULINALG_ECON_MODEL_H

#include "econ.h"

GLA_BEGIN_DECLS

/** Return the dependent variable and the regressors that a formula makes of data.
 *
 * The estimators use the same columns and rows. Rows with a missing value in a variable of the formula are left out. The names
 * of columns are those of coefficients: "Intercept", "educ", "log(wage)", "I(x^2)", "x1:x2", "poly(age, 2)1", "region::west"
 * for a level of a factor, and "region::west:x" for the product of a level and a variable. A factor is a column of strings, or
 * any column in "i(x)", "factor(x)" or "C(x)". Its levels are sorted, and the first one is left out if the model has a constant
 * or fixed effects.
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
