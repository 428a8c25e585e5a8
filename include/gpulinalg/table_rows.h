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
 * @param rows   bool array with an element for each row; or positions of rows, where negative ones count from the end
 * @return       Table
 * @throws ShapeError  if rows is not a vector, or a mask does not have an element for each row
 * @throws DTypeError  if rows is neither bool nor integer
 * @throws IndexError  if a position is out of range
 * @needs  array.gather, array.nonzero
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.0, 3.0], [12, 16, 14]]
 *   u = table_where t [false, true, true]
 *   table_column u "wage" -> [4. 3.]
 */
gla_status gla_table_where(const gla_table *table, const gla_variable *rows, gla_table **selected);

GLA_END_DECLS

#endif
