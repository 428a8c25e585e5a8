/* table_columns.h - columns of a Table: set, assign, select, remove and rename.
 *
 * Columns share the memory of the arrays that they are set from.
 *
 * Threads: all functions are thread-safe. A thread that reads a Table while another changes it reads the old columns or the
 * new ones. */
#ifndef GPULINALG_TABLE_COLUMNS_H
#define GPULINALG_TABLE_COLUMNS_H

#include "groups.h"
#include "table.h"

GLA_BEGIN_DECLS

/** Replace a column, or append one.
 *
 * @param table    Table to change
 * @param name     name of the column
 * @param values   array of shape (n,), or a number for all rows
 * @param missing  bool array of shape (n,) that marks missing values; default: only NaN is missing
 * @return         nothing
 * @throws ShapeError  if the length differs from the number of rows, or an array is not a vector
 * @throws DTypeError  if values is complex, or missing is not bool
 * @needs  array.copy, array.reduce
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_set t "lwage" [0.92, 1.39]
 *   table_column t "lwage" -> [0.92 1.39]
 */
gla_status gla_table_set(const gla_table *table, const char *name, const gla_array *values,
                         const gla_array *missing GLA_DEFAULT(= NULL));

/** Replace a column by strings, or append a column of strings.
 *
 * @param table  Table to change
 * @param name   name of the column
 * @param texts  n strings, or one string for all rows; `none` is a missing string
 * @return       nothing
 * @throws ShapeError  if the number of strings differs from the number of rows
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_set_texts t "region" ["south", "north"]
 *   table_column t "region" -> [1 0]
 */
gla_status gla_table_set_texts(const gla_table *table, const char *name, const gla_strings *texts GLA_OR_NONE);

/** Replace a column by strings that are given as codes and levels, or append such a column.
 *
 * @param table   Table to change
 * @param name    name of the column
 * @param codes   positions in levels, or -1 for a missing string, shape (n,)
 * @param levels  strings, in the order in which formulas use them; equal strings become one level
 * @return        nothing
 * @throws ShapeError     if the length differs from the number of rows, or codes is not a vector
 * @throws DTypeError     if codes is not an integer array
 * @throws ArgumentError  if a code is not a position in levels
 * @needs  array.copy, array.map, array.reduce
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_set_codes t "region" [1, -1] ["north", "south"]
 *   table_missing t "region" -> [False  True]
 */
gla_status gla_table_set_codes(const gla_table *table, const char *name, const gla_array *codes, const gla_strings *levels);

/** Compute columns by formulas.
 *
 * The formulas are computed one after the other, so that each may use the columns before it. The Table then receives all of
 * them at once, or none after an error.
 *
 * @param table     Table to change
 * @param formulas  names and formulas, separated by semicolons, such as "lwage = log(wage); d = year > 1980". Formulas are
 *                  written as in `table_evaluate`. A value is missing if a value that the formula uses is missing
 * @return          nothing
 * @throws ArgumentError  if a formula does not parse or uses a column that does not exist
 * @throws DTypeError     if a formula uses strings where numbers are needed
 * @needs  array.map
 * @since  0.2
 * @example t = table_from_columns ["wage", "year"] [[2.5, 4.0], [1979, 1985]]
 *   table_assign t "double = 2 * wage; late = year > 1980"
 *   table_column t "late" -> [False  True]
 */
gla_status gla_table_assign(const gla_table *table, const char *formulas);

/** Remove columns.
 *
 * @param table  Table to change
 * @param names  names of the columns
 * @return       nothing
 * @throws ArgumentError  if there is no such column; the message gives the nearest name
 * @needs  nothing
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_remove t "educ"
 *   names = table_names t
 */
gla_status gla_table_remove(const gla_table *table, const gla_strings *names);

/** Rename a column.
 *
 * @param table  Table to change
 * @param name   name of the column
 * @param to     its new name
 * @return       nothing
 * @throws ArgumentError  if there is no such column, or another column has the new name
 * @needs  nothing
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_rename t "educ" "years"
 *   table_column t "years" -> [12 16]
 */
gla_status gla_table_rename(const gla_table *table, const char *name, const char *to);

/** Return a Table with some of the columns, in the given order.
 *
 * @param table  Table
 * @param names  names of the columns
 * @return       Table
 * @throws ArgumentError  if there is no such column, or a name occurs twice
 * @needs  nothing
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   u = table_select t ["educ"]
 *   table_column u "educ" -> [12 16]
 */
gla_status gla_table_select(const gla_table *table, const gla_strings *names, gla_table **selected);

GLA_END_DECLS

#endif
