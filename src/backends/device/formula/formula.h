/* formula.h - Users' formulas on any driver, compiled from the source that src/dialect generates. */
#ifndef GLA_BACKENDS_DEVICE_FORMULA_H
#define GLA_BACKENDS_DEVICE_FORMULA_H

#include "backends/device/array/array_kernels.h"
#include "dialect/code.h"

/* Return the program for the given expressions and kind of call. */
gla_status gla_device_formula_program(int n, const gla_expr *const exprs[], const gla_code_key *key, gla_device_program *p);

/* Return the number of groups for n steps.  There are at most as many groups as a large device can run at a time, because each
 * thread loops over several steps. */
int64_t gla_device_formula_groups(int64_t n);

/* Append the arguments for the operands at args[n], and return the new number of arguments. */
int gla_device_fold_arguments(const gla_fold_plan *p, gla_argument *args, int n);

/* The slots of gla_fused_ops. */
gla_status gla_device_formula_map(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);
gla_status gla_device_formula_reduce(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                     int64_t length, gla_array *out);
gla_status gla_device_formula_scan(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[],
                                   const gla_constant *before, gla_array *out);

#endif
