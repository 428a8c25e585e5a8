/* econ_tables.h - tables and plots of results: summaries of one Fit, and several Fits side by side.
 *
 * @namespace econ Econ
 *
 * Numbers are formatted in the same way in every language and locale.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_ECON_TABLES_H
#define GPULINALG_ECON_TABLES_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Describe a Fit: the sample, the coefficients with standard errors, tests and confidence intervals, and what was dropped.
 *
 * @param fit     Fit
 * @param level   level of the confidence intervals
 * @param digits  number of significant digits, from 1 to 15
 * @param stars   mark coefficients that differ from 0 at the levels 1 % (***), 5 % (**) and 10 % (*)
 * @return        text of several lines
 * @throws ArgumentError  if fit is a stack of regressions, level is not between 0 and 1, or digits is out of range
 * @needs  nothing
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   text = econ.fit_summary f
 */
gla_status gla_econ_fit_summary(const gla_econ_fit *fit, char **text, double level GLA_DEFAULT(= 0.95),
                                int64_t digits GLA_DEFAULT(= 6), bool stars GLA_DEFAULT(= false));

/** Format one or more Fits side by side as a table.
 *
 * Coefficients are listed in the order of their first appearance. Neighbouring Fits with the same dependent variable share one
 * heading.
 *
 * @param fits     one or more Fits
 * @param format   "text" (used if not given), "markdown", "latex" (for the LaTeX package booktabs) or "html"
 * @param keep     coefficients to show, in this order: names, in which an asterisk stands for any text; default: all
 * @param drop     coefficients to leave out, as in keep
 * @param labels   names to print instead of those of variables, as a dictionary, or as a list of alternating names and labels.
 *                 They apply to coefficients, parts of interactions, dependent variables and fixed effects
 * @param headers  a heading for each Fit; equal neighbours share one
 * @param stats    statistics to show: "nobs", "clusters", "r2", "r2_adjusted", "r2_within", "r2_pseudo", "sigma", "rss",
 *                 "loglik", "aic", "bic". Default: nobs, and those of r2, r2_within, r2_pseudo and loglik that apply
 * @param digits   number of significant digits, from 1 to 15; the digits before the decimal point are always shown
 * @param se       place of the standard errors, in parentheses: "below" (used if not given) or "beside" the coefficients, or
 *                 "none"
 * @param stars    mark coefficients that differ from 0 at the levels 1 % (***), 5 % (**) and 10 % (*)
 * @param title    title of the table; in LaTeX a caption, which makes a table environment
 * @param notes    lines to print below the table
 * @return         the table, as a string
 * @throws ArgumentError  if there is no Fit, a Fit is a stack of regressions, keep or drop matches no coefficient or nothing is
 *                        left, the number of headings differs from that of the Fits, a statistic is unknown or does not apply
 *                        to any Fit, or digits is out of range
 * @needs  nothing
 * @see    R, fixest, etable
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   text = econ.etable f
 */
gla_status gla_econ_etable(const gla_fits *fits GLA_SPREAD, char **table,
                           const char *format GLA_CHOICE("text", "markdown", "latex", "html") GLA_OPTION(= NULL),
                           const gla_strings *keep GLA_OPTION(= NULL), const gla_strings *drop GLA_OPTION(= NULL),
                           const gla_strings *labels GLA_OPTION(= NULL), const gla_strings *headers GLA_OPTION(= NULL),
                           const gla_strings *stats GLA_OPTION(= NULL), int64_t digits GLA_OPTION(= 3),
                           const char *se GLA_CHOICE("below", "beside", "none") GLA_OPTION(= NULL),
                           bool stars GLA_OPTION(= true), const char *title GLA_OPTION(= NULL),
                           const gla_strings *notes GLA_OPTION(= NULL));

/** Format a Fit as a LaTeX table, as `econ.etable` does with the format "latex".
 *
 * @param fit  Fit
 * @return     the table, as a string
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   text = econ.fit_to_latex f
 */
gla_status gla_econ_fit_to_latex(const gla_econ_fit *fit, char **table);

/** Draw the coefficients of one or more Fits with their confidence intervals, as an SVG image.
 *
 * Each coefficient has a row. Several Fits are drawn one below the other in the row, in different colours and shapes.
 *
 * @param fits     one or more Fits
 * @param keep     coefficients to draw, in this order: names, in which an asterisk stands for any text; default: all
 * @param drop     coefficients to leave out, as in keep
 * @param labels   names to print instead of those of coefficients, as in `econ.etable`
 * @param headers  a name for each Fit in the legend; if not given, its number and its dependent variable
 * @param level    level of the confidence intervals
 * @param title    title above the plot
 * @param width    width in pixels, at least 200
 * @param height   height in pixels; 0: as many as the rows need
 * @return         the image, as the text of an SVG file
 * @throws ArgumentError  if there is no Fit, a Fit is a stack of regressions, keep or drop matches no coefficient or nothing is
 *                        left, the number of names differs from that of the Fits, no confidence interval is defined, level is
 *                        not between 0 and 1, or width or height is out of range
 * @needs  nothing
 * @see    R, fixest, coefplot
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   svg = econ.coefplot f
 */
gla_status gla_econ_coefplot(const gla_fits *fits GLA_SPREAD, char **svg, const gla_strings *keep GLA_OPTION(= NULL),
                             const gla_strings *drop GLA_OPTION(= NULL), const gla_strings *labels GLA_OPTION(= NULL),
                             const gla_strings *headers GLA_OPTION(= NULL), double level GLA_OPTION(= 0.95),
                             const char *title GLA_OPTION(= NULL), int64_t width GLA_OPTION(= 640),
                             int64_t height GLA_OPTION(= 0));

GLA_END_DECLS

#endif
