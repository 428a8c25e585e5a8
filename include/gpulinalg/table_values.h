/* table_values.h - values computed from the columns of a Table: formulas, lags, leads and differences.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_TABLE_VALUES_H
#define GPULINALG_TABLE_VALUES_H

#include "table.h"

GLA_BEGIN_DECLS

/** Compute a formula of the columns.
 *
 * A formula contains names of columns, numbers, strings in quotes, `+ - * / ^`, comparisons, `&`, `|`, `!` and functions such
 * as `log(x)`. A name that is not a word is written in backquotes.
 *
 * @param table    Table
 * @param formula  formula, such as "log(wage) * 2 + educ" or "region == 'west'"
 * @return         array of shape (rows,): numbers, which are NaN where a value that the formula uses is missing; or truth
 *                 values, which are false there
 * @throws ArgumentError  if the formula does not parse or uses a column that does not exist; the message shows the place
 * @throws DTypeError     if the formula uses strings where numbers are needed
 * @needs  array.map
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_evaluate t "2 * wage + educ" -> [17. 24.]
 */
gla_status gla_table_evaluate(const gla_table *table, const char *formula, gla_array **out);

/** Return the values of a column n periods before.
 *
 * With `time`, the value is that of the same unit in the period n periods before, also if rows are missing or in another
 * order. Without `time`, it is that of the unit's row n rows before.
 *
 * @param table  Table
 * @param name   name of a column of numbers
 * @param n      number of periods or rows; negative: in the other direction
 * @param unit   units of a panel: name of a column, or an array with an element for each row; default: all rows are one unit
 * @param time   periods, whole numbers: name of a column, or an array; default: rows are in order of time
 * @return       float array of shape (rows,); NaN if there is no such period or row, the value is missing, or the unit or
 *               period of the row is missing
 * @throws ArgumentError  if there is no such column, or two rows have the same unit and period; the message gives the first two
 *                        such rows, counted from 1. Also if a period is not a whole number
 * @throws DTypeError     if the column or `time` contains strings
 * @throws ShapeError     if `unit` or `time` is an array that does not have an element for each row
 * @needs  sorting.argsort, sorting.search, array.group, array.gather, array.scatter, array.map
 * @since  0.2
 * @example t = table_from_columns ["firm", "year", "sales"] [[1, 1, 1, 2], [2000, 2001, 2003, 2001], [5.0, 7.0, 4.0, 9.0]]
 *   table_lag t "sales" unit="firm" time="year" -> [nan  5. nan nan]
 */
gla_status gla_table_lag(const gla_table *table, const char *name, gla_array **out, int64_t n GLA_DEFAULT(= 1),
                         const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL));

/** Return the values of a column n periods later.
 *
 * With `time`, the value is that of the same unit in the period n periods later, also if rows are missing or in another
 * order. Without `time`, it is that of the unit's row n rows later.
 *
 * @param table  Table
 * @param name   name of a column of numbers
 * @param n      number of periods or rows; negative: in the other direction
 * @param unit   units of a panel: name of a column, or an array with an element for each row; default: all rows are one unit
 * @param time   periods, whole numbers: name of a column, or an array; default: rows are in order of time
 * @return       float array of shape (rows,); NaN if there is no such period or row, the value is missing, or the unit or
 *               period of the row is missing
 * @throws ArgumentError  if there is no such column, or two rows have the same unit and period; the message gives the first two
 *                        such rows, counted from 1. Also if a period is not a whole number
 * @throws DTypeError     if the column or `time` contains strings
 * @throws ShapeError     if `unit` or `time` is an array that does not have an element for each row
 * @needs  sorting.argsort, sorting.search, array.group, array.gather, array.scatter, array.map
 * @since  0.2
 * @example t = table_from_columns ["firm", "year", "sales"] [[1, 1, 1, 2], [2000, 2001, 2003, 2001], [5.0, 7.0, 4.0, 9.0]]
 *   table_lead t "sales" unit="firm" time="year" -> [ 7. nan nan nan]
 */
gla_status gla_table_lead(const gla_table *table, const char *name, gla_array **out, int64_t n GLA_DEFAULT(= 1),
                          const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL));

/** Return the values of a column minus those n periods before.
 *
 * With `time`, the earlier value is that of the same unit in the period n periods before, also if rows are missing or in
 * another order. Without `time`, it is that of the unit's row n rows before.
 *
 * @param table  Table
 * @param name   name of a column of numbers
 * @param n      number of periods or rows; negative: in the other direction
 * @param unit   units of a panel: name of a column, or an array with an element for each row; default: all rows are one unit
 * @param time   periods, whole numbers: name of a column, or an array; default: rows are in order of time
 * @return       float array of shape (rows,); NaN if there is no such period or row, either value is missing, or the unit or
 *               period of the row is missing
 * @throws ArgumentError  if there is no such column, or two rows have the same unit and period; the message gives the first two
 *                        such rows, counted from 1. Also if a period is not a whole number
 * @throws DTypeError     if the column or `time` contains strings
 * @throws ShapeError     if `unit` or `time` is an array that does not have an element for each row
 * @needs  sorting.argsort, sorting.search, array.group, array.gather, array.scatter, array.map
 * @since  0.2
 * @example t = table_from_columns ["firm", "year", "sales"] [[1, 1, 1, 2], [2000, 2001, 2003, 2001], [5.0, 7.0, 4.0, 9.0]]
 *   table_diff t "sales" unit="firm" time="year" -> [nan  2. nan nan]
 */
gla_status gla_table_diff(const gla_table *table, const char *name, gla_array **out, int64_t n GLA_DEFAULT(= 1),
                          const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
