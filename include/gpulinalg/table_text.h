/* table_text.h - Tables as text.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_TABLE_TEXT_H
#define GPULINALG_TABLE_TEXT_H

#include "table.h"

GLA_BEGIN_DECLS

/** Return a Table as it is printed: aligned columns, their kinds, and the first and last rows.
 *
 * Columns in the middle of a wide Table and rows in the middle of one with more than 20 are left out. Numbers have 6
 * significant digits. A missing value is NA.
 *
 * @param table  Table
 * @return       text of several lines
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.25], [12, 16]]
 *   table_text t
 *   ->       wage   educ
 *   ->    float64  int64
 *   -> 0     2.50     12
 *   -> 1     4.25     16
 *   -> [2 rows x 2 columns]
 */
gla_status gla_table_text(const gla_table *table, char **text);

/** Return all rows and columns of a Table in a format.
 *
 * @param table   Table
 * @param format  "text" (used if not given): aligned columns; "markdown"; "latex": a tabular; "html": a table; or "csv": fields
 *                separated by commas, with missing values empty and numbers with all their digits
 * @param digits  significant digits of floating-point numbers, 1 to 17; "csv" has all
 * @return        text
 * @throws ArgumentError  if digits is less than 1 or more than 17
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.25], [12, 16]]
 *   table_format t "markdown"
 *   -> | wage | educ |
 *   -> | ---: | ---: |
 *   -> | 2.50 |   12 |
 *   -> | 4.25 |   16 |
 */
gla_status gla_table_format(const gla_table *table, char **text,
                            const char *format GLA_CHOICE("text", "markdown", "latex", "html", "csv") GLA_DEFAULT(= NULL),
                            int64_t digits GLA_DEFAULT(= 6));

/** Describe each column: how many values it has, and their distribution.
 *
 * @param table  Table
 * @return       Table with a row for each column: its name and kind; count, the number of values that are not missing; missing,
 *               the number of missing ones; distinct, the number of distinct strings; mean, sd (with count - 1), min, 25%,
 *               median, 75% and max of the numbers. What a column does not have is missing
 * @needs  array.reduce, array.map, sorting.argsort, array.gather, array.group
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0], [12, 16]]
 *   d = table_describe t
 *   table_column d "mean" -> [ 3.25 14.  ]
 */
gla_status gla_table_describe(const gla_table *table, gla_table **described);

GLA_END_DECLS

#endif
