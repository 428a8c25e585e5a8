/* table_text.h - Tables as text.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_TABLE_TEXT_H
#define GPULINALG_TABLE_TEXT_H

#include "table.h"

GLA_BEGIN_DECLS

/** Return a Table as it is printed: aligned columns, their kinds, and the first and last rows.
 *
 * Columns in the middle of a wide Table and rows in the middle of a long one are left out. A missing value is NA.
 *
 * @param table  Table
 * @return       text of several lines
 * @needs  array.copy
 * @since  0.2
 * @example t = table_from_columns ["wage", "educ"] [[2.5, 4.25], [12, 16]]
 *   table_text t
 *   ->      wage   educ
 *   ->   float64  int64
 *   -> 0    2.50     12
 *   -> 1    4.25     16
 *   -> [2 rows x 2 columns]
 */
gla_status gla_table_text(const gla_table *table, char **text);

GLA_END_DECLS

#endif
