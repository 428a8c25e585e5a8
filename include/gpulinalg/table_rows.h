/* table_rows.h - rows of a Table.
 *
 * The functions return a new Table or an array. The Table that they read does not change.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_TABLE_ROWS_H
#define GPULINALG_TABLE_ROWS_H

#include "table.h"

GLA_BEGIN_DECLS

/** Return a Table with some of the rows.
 *
 * @param table  Table
 * @param rows   bool array with an element for each row; positions of rows, where negative ones count from the end; or a
 *               formula, as in `table_evaluate`, such as "year > 1980 & region == 'west'"
 * @return       Table. Rows in which a formula is missing are left out
 * @throws ShapeError  if rows is not a vector, or a mask does not have an element for each row
 * @throws DTypeError  if rows is neither bool nor integer
 * @throws IndexError  if a position is out of range
 * @throws ArgumentError  if a formula does not parse or uses a column that does not exist
 * @needs  array.gather, array.nonzero
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0, 3.0], [12, 16, 14]]
 *   u = table_where t "wage > 2.75"
 *   table_column u "wage" -> [4. 3.]
 */
gla_status gla_table_where(const gla_table *table, const gla_variable *rows, gla_table **selected);

/** Return a Table with the rows in ascending order of one or several columns.
 *
 * Rows with equal values keep their order. Strings are ordered by their character codes. Missing values come last.
 *
 * @param table       Table
 * @param by          names of the columns, the most important one first
 * @param descending  true: descending order. Missing values still come last
 * @return            Table
 * @throws ArgumentError  if there is no such column, or `by` is empty
 * @needs  sorting.argsort, array.gather, array.map
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0, 3.0], [12, 16, 12]]
 *   u = table_sort t ["educ", "wage"]
 *   table_column u "wage" -> [2.5 3.  4. ]
 */
gla_status gla_table_sort(const gla_table *table, const gla_strings *by, gla_table **sorted,
                          bool descending GLA_DEFAULT(= false));

/** Return a Table without rows whose values repeat those of an earlier row.
 *
 * @param table  Table
 * @param by     names of the columns that are compared; default: all columns. Missing values equal each other
 * @return       Table with the first row of each combination of values, in the order of the rows
 * @throws ArgumentError  if there is no such column
 * @needs  array.group, array.gather, array.map, sorting.argsort
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0, 3.0], [12, 16, 12]]
 *   u = table_unique t ["educ"]
 *   table_column u "wage" -> [2.5 4. ]
 */
gla_status gla_table_unique(const gla_table *table, gla_table **distinct, const gla_strings *by GLA_DEFAULT(= NULL));

/** Join the columns of another Table, row by row, where keys are equal.
 *
 * Rows keep the order of this Table. Rows of `other` without a partner follow at the end. A missing key equals no key.
 *
 * @param table   Table
 * @param other   Table, or what `new_table` accepts
 * @param on      names of the columns that are keys, which both Tables have
 * @param how     rows of the result: "inner" (used if not given): those with a partner in `other`; "left": all rows of this
 *                Table, with missing values if there is no partner; "outer": also the rows of `other` without a partner
 * @param suffix  added to the names of columns of `other` that this Table has too; "_other" if not given
 * @param many    permit several rows of `other` with the same key; each makes a row of the result
 * @return        Table with the columns of this Table, and then those of `other` except the keys
 * @throws ArgumentError  if there is no such column, `on` is empty, or a key occurs several times in `other` and `many` is
 *                        false; the message gives the first two rows, counted from 1
 * @throws DTypeError     if a key is a column of strings in one Table and of numbers in the other, or of integers beyond 2^53
 *                        that the dtype of the other key cannot represent
 * @needs  array.group, array.gather, array.map, sorting.argsort
 * @see    pandas, DataFrame.merge
 * @since  0.2
 * @example t = table_from_columns ["firm", "wage"] [[3, 7, 3], [2.5, 4.0, 3.0]]
 *   firms = table_from_columns ["firm", "size"] [[7, 3], [10, 200]]
 *   u = table_merge t firms ["firm"]
 *   table_column u "size" -> [200  10 200]
 */
gla_status gla_table_merge(const gla_table *table, const gla_table *other, const gla_strings *on, gla_table **merged,
                           const char *how GLA_CHOICE("inner", "left", "outer") GLA_DEFAULT(= NULL),
                           const char *suffix GLA_DEFAULT(= NULL), bool many GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
