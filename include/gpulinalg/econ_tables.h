/* econ_tables.h - tables of results: summaries of one Fit, and several Fits side by side.
 *
 * @namespace econ Econ */
#ifndef GPULINALG_ECON_TABLES_H
#define GPULINALG_ECON_TABLES_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Format one or more Fits side by side as a table.
 *
 * @param fits    one or more Fits
 * @param format  "text" (used if not given), "markdown", "latex" or "html"
 * @return        the table, as a string
 * @throws ArgumentError  if there is no Fit, or a Fit is a stack of regressions
 * @needs  nothing
 * @see    R, fixest, etable
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   text = econ.etable f
 */
gla_status gla_econ_etable(const gla_fits *fits GLA_SPREAD, char **table,
                           const char *format GLA_CHOICE("text", "markdown", "latex", "html") GLA_OPTION(= NULL));

GLA_END_DECLS

#endif
