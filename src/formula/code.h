/* code.h - typed expressions as device code in the portable dialect. */
#ifndef GLA_FORMULA_CODE_H
#define GLA_FORMULA_CODE_H

#include "core/core.h"
#include "formula/dialect.h"
#include "formula/expr.h"

/* The source of a file of kernels/ that device code of formulas is made of: scalar.h, complex.h, convert.h, fold.h, scan.h. */
const char *gla_dialect_source(const char *file);

/* All that these expressions call: for each type the table's operations and the conversions, as functions add_float64(x, y),
 * to_int32_of_float64(x).  stored: dtypes of operands in memory that are converted to the inputs of exprs[0]. */
void gla_put_vocabulary(gla_writer *w, int n, const gla_expr *const exprs[], const gla_dtype stored[]);

/* "DEVICE void NAME(float64 v0, ..., float64 *z0, ...)": one element of everything. */
void gla_put_function(gla_writer *w, const char *name, const gla_expr *e);

/* "to_float64_of_int32(" or "(" before a value of one type that is taken as another. */
void gla_put_conversion(gla_writer *w, gla_dtype from, gla_dtype to);

#endif
