/* dialect.h - Common parts of all device code: names of dtypes in the portable dialect (kernels/prelude.h), and operands. */
#ifndef GLA_DIALECT_DIALECT_H
#define GLA_DIALECT_DIALECT_H

#include "array.h"
#include "runtime/writer.h"

GLA_BEGIN_DECLS

/* Return the name of a dtype in device code: "float64"; bool is "boolean". */
const char *gla_dialect_type(gla_dtype dtype);

/* Return the macro of kernels/convert.h that converts an element of dtype `from` to T. */
const char *gla_dialect_convert(gla_dtype from);

/* Append the definitions that kernels/scalar.h, complex.h and convert.h require for compute type T = dtype. */
void gla_put_dialect_type(gla_writer *w, gla_dtype dtype);

/* Convert an element of a host array to dtype, and store it in `value`, which has space for 16 bytes. */
void gla_dialect_value(const gla_array *a, gla_dtype dtype, void *value);

/* Sort axes from the widest to the narrowest stride, omitting axes of length 1. Return the number of remaining axes. */
int gla_order_axes(const gla_array *a, int order[]);

/* Merge axes that all arrays traverse with one stride, and omit axes of length 1. The axes are first ... end - 1, or
 * order[first] ... order[end - 1] if `order` is not NULL. lengths[axis] is the length of an axis; an array that is NULL has
 * strides 0. Return the number of remaining axes. */
int gla_merge_axes(int n, const gla_array *const a[], const int64_t *lengths, int first, int end, const int *order,
                   int64_t *shape, int64_t (*strides)[GLA_MAX_NDIM]);

GLA_END_DECLS

#endif
