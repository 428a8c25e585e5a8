/* fused.h - the contract of users' formulas (src/formula/expr.h); ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_FUSED_H
#define GLA_CONTRACT_FUSED_H

#include "backend.h"

typedef struct gla_expr gla_expr;
typedef struct gla_constant gla_constant;

typedef struct gla_fused_ops {
    /* out[k] = output k of e, element by element.  in[i] has the outputs' shape (strides 0 where it repeats), any strides and
     * any dtype, converted to the input's on load.  out[k] has the dtype of output k; all have the same layout, without gaps
     * in some order of axes. */
    gla_status (*map)(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);

    /* Of three expressions: map, the inputs to one value; combine, two of these to one; post, the last one and their number
     * to an output.  The first nkeep axes of all in[i] are those of out; over the others, `length` elements (not 0), the
     * mapped values are combined.  combine is associative and commutative.  The result does not depend on the number of
     * threads. */
    gla_status (*reduce)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                         int64_t length, gla_array *out);
    /* Along the last axis, all that came up to each element combined; with `before` it comes first, and the element itself
     * does not take part.  combine is associative.  in[i] have the shape of out, which has any strides. */
    gla_status (*scan)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], const gla_constant *before,
                       gla_array *out);
} gla_fused_ops;

#endif
