/* restriction.h - Functions of the coefficients of a Fit, written as text: "educ = exper", "exp(educ)/2". */
#ifndef GLA_ECON_TESTS_RESTRICTION_H
#define GLA_ECON_TESTS_RESTRICTION_H

#include "econ/econ.h"

/* Evaluate a function of the coefficients, and its gradient of k elements. "a = b" means a - b. Fail, with a caret under the
 * place, if the text does not parse or a name is not a coefficient. */
double econ_restriction(gla_scope *s, const econ_estimates *e, const char *text, double *gradient);
/* The same for a linear function; others fail. */
double econ_linear_restriction(gla_scope *s, const econ_estimates *e, const char *text, double *gradient);

/* A record of a test: statistic, degrees of freedom, p-value, and the distribution in words. df2: INFINITY for chi-squared. */
gla_record *econ_test_record(gla_scope *s, const char *test, double statistic, double df, double df2);
/* Upper tail probability of F(df, df2), or of chi-squared(df) if df2 is INFINITY; of |t| if `two_sided`. */
double econ_f_tail(gla_scope *s, double statistic, double df, double df2);
double econ_t_tail(gla_scope *s, double t, double df);
/* The quantile of t, or of the normal distribution, for a two-sided confidence interval. */
double econ_t_quantile(gla_scope *s, double level, double df);
/* The quantile of F(df, df2), or of chi-squared(df) if df2 is INFINITY. */
double econ_f_quantile(gla_scope *s, double level, double df, double df2);
/* Solve the symmetric system a x = b of order n by Cholesky; false if a is not positive definite. a is overwritten. */
bool econ_solve_positive(double *a, double *b, int64_t n);

#endif
