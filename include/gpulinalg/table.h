/* table.h - tables: named columns of one length, with missing values and categories.
 *
 * A Table is the data of an estimator. It has columns of numbers, which are arrays on any device, and columns of strings, which
 * are stored as codes and levels. Functions accept a Table wherever data is an argument, and make one from a dictionary of
 * columns, a list of records, or a data frame of pandas, polars or Arrow.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_TABLE_H
#define GPULINALG_TABLE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Named columns of one length.
 *
 * Columns of numbers are arrays. Columns of strings are stored as codes and levels. A missing value is marked in a mask; NaN in
 * a column of floats is a missing value too. */
GLA_CLASS(gla_table, "Table");

/** Make a Table.
 *
 * @param data  dictionary of columns; list of names and columns, one after the other; list of records; Table; or data frame of
 *              pandas, polars or Arrow. A column is an array, a list of numbers or a list of strings; `none` in a list is a
 *              missing value
 * @return      Table
 * @throws ShapeError     if the columns differ in length or are not vectors
 * @throws DTypeError     if a column contains values that are neither numbers nor strings, or is complex
 * @throws ArgumentError  if a name occurs twice
 * @needs  array.copy
 * @since  0.2
 * @example a = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   t = new_table a
 *   table_rows t -> 2
 */
gla_status gla_new_table(const gla_table *data, gla_table **table);

/** Make a Table from arrays.
 *
 * The arguments are the results of `read_table`, except that each column is an array of its own, or come from
 * `table_arrays`.
 *
 * @param names    names of the columns
 * @param columns  arrays of shape (n,). For a column of kind "text": positions in levels, or -1 for a missing string
 * @param kinds    kind of each column: "text", or anything else for numbers; default: all columns are numbers
 * @param levels   strings of the "text" columns
 * @param masks    bool array of shape (n,) for each column, true for a missing value, or an empty array if no value is marked;
 *                 default: no value is marked
 * @param counts   number of levels of each column; levels are then those of the first column, then those of the second, and so
 *                 on, in the order in which formulas use them. Default: the "text" columns share all levels, in any order;
 *                 each column has them sorted, and of several columns each keeps those that occur in it
 * @return         Table
 * @throws ShapeError     if the columns or masks differ in length or are not vectors
 * @throws DTypeError     if a column is complex, or a mask is not bool
 * @throws ArgumentError  if a name occurs twice, the number of names, kinds, masks or counts differs from the number of
 *                        columns, or a position is outside levels
 * @needs  array.copy
 * @since  0.2
 * @method Table.from_columns
 * @example t = table_from_columns ["wage", "region"] [[2.5, 4.0], [1, 0]] kinds=["float64", "text"] levels=["north", "south"]
 *   table_column t "region" -> [1 0]
 */
gla_status gla_table_from_columns(const gla_strings *names, const gla_arrays *columns, gla_table **table,
                                  const gla_strings *kinds GLA_DEFAULT(= NULL), const gla_strings *levels GLA_DEFAULT(= NULL),
                                  const gla_arrays *masks GLA_DEFAULT(= NULL), const gla_array *counts GLA_DEFAULT(= NULL));

/** Return all columns as they are stored, for `table_from_columns`.
 *
 * A Table is made again by `from_columns(names, arrays[:n], kinds, levels, arrays[n:], counts)`, where levels contains the
 * levels of all columns one after the other, and counts their numbers.
 *
 * @param table  Table with n columns
 * @return       list of 2n arrays: the values of each column, which are codes if it contains strings; then for each column a
 *               bool array that marks missing values, or an empty array
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["region"] [[1, 0]] kinds=["text"] levels=["north", "south"]
 *   codes, mask = table_arrays t
 *   codes -> [1 0]
 */
gla_status gla_table_arrays(const gla_table *table, gla_arrays **arrays);

/** Return the number of rows.
 *
 * @param table  Table
 * @return       int
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_rows t -> 2
 */
gla_status gla_table_rows(const gla_table *table, int64_t *rows);

/** Return the names of the columns.
 *
 * @param table  Table
 * @return       list of strings
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   names = table_names t
 */
gla_status gla_table_names(const gla_table *table, gla_strings **names);

/** Return the kinds of the columns.
 *
 * @param table  Table
 * @return       list of strings: "text" for a column of strings, or the dtype of a column of numbers, such as "float64"
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   kinds = table_kinds t
 */
gla_status gla_table_kinds(const gla_table *table, gla_strings **kinds);

/** Return a column as an array.
 *
 * @param table  Table
 * @param name   name of a column
 * @return       array of shape (n,): the values of a column of numbers, or the codes of a column of strings, which are
 *               positions in its levels or -1 for a missing string. If a value of a column of integers is missing, the values
 *               become float64, and the missing ones NaN
 * @throws ArgumentError  if there is no such column; the message gives the nearest name
 * @needs  array.map
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   table_column t "wage" -> [2.5 4. ]
 */
gla_status gla_table_column(const gla_table *table, const char *name, gla_array **out);

/** Return the levels of a column of strings: its distinct strings.
 *
 * @param table  Table
 * @param name   name of a column
 * @return       list of strings, in the order in which formulas use them: sorted, or the order of the categories or of the
 *               dictionary from which the column was made; empty for a column of numbers
 * @throws ArgumentError  if there is no such column; the message gives the nearest name
 * @needs  nothing
 * @since  0.2
 * @example t = table_from_columns ["region"] [[1, 0]] kinds=["text"] levels=["north", "south"]
 *   levels = table_levels t "region"
 */
gla_status gla_table_levels(const gla_table *table, const char *name, gla_strings **levels);

/** Return the strings of a column.
 *
 * @param table  Table
 * @param name   name of a column of strings
 * @return       list of strings; a missing string is `none`
 * @throws ArgumentError  if there is no such column; the message gives the nearest name
 * @throws DTypeError     if the column contains numbers
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["region"] [[1, 0]] kinds=["text"] levels=["north", "south"]
 *   texts = table_texts t "region"
 */
gla_status gla_table_texts(const gla_table *table, const char *name, gla_strings **texts);

/** Return the mask of the missing values of a column.
 *
 * @param table  Table
 * @param name   name of a column
 * @return       bool array of shape (n,)
 * @throws ArgumentError  if there is no such column; the message gives the nearest name
 * @needs  array.map
 * @since  0.2
 * @example t = table_from_columns ["region"] [[1, -1]] kinds=["text"] levels=["north", "south"]
 *   table_missing t "region" -> [False  True]
 */
gla_status gla_table_missing(const gla_table *table, const char *name, gla_array **out);

GLA_END_DECLS

#endif
