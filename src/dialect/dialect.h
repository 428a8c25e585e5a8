/* dialect.h - what all device code shares: words of the portable dialect (kernels/prelude.h) for the types, operands. */
#ifndef GLA_DIALECT_DIALECT_H
#define GLA_DIALECT_DIALECT_H

#include "array.h"
#include "runtime/writer.h"

GLA_BEGIN_DECLS

/* The name of a dtype in device code: "float64"; bool is "boolean". */
const char *gla_dialect_type(gla_dtype dtype);

/* The macro of kernels/convert.h that makes a T of such an element. */
const char *gla_dialect_convert(gla_dtype from);

/* The lines that kernels/scalar.h, complex.h and convert.h want before them for compute type T = dtype. */
void gla_put_dialect_type(gla_writer *w, gla_dtype dtype);

/* The element of an array on the host as dtype, into 16 bytes. */
void gla_dialect_value(const gla_array *a, gla_dtype dtype, void *value);

/* Axes from the widest stride to the narrowest, those of length 1 left out; how many are left. */
int gla_order_axes(const gla_array *a, int order[]);

/* Axes that all arrays walk in one step are merged, and those of length 1 left out: axes first ... end - 1, or with `order`
 * order[first] ...  lengths[axis] is the length of an axis; NULL among the arrays has strides 0.  Returns how many are left. */
int gla_merge_axes(int n, const gla_array *const a[], const int64_t *lengths, int first, int end, const int *order,
                   int64_t *shape, int64_t (*strides)[GLA_MAX_NDIM]);

GLA_END_DECLS

#endif
