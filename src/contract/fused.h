/* fused.h - Contract of user-defined formulas (src/formula/expr.h). Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_FUSED_H
#define GLA_CONTRACT_FUSED_H

#include "backend.h"

typedef struct gla_expr gla_expr;
typedef struct gla_constant gla_constant;

typedef struct gla_fused_ops {
    /* out[k] = output k of e, elementwise. in[i] has the shape of the outputs (stride 0 repeats), any strides and any dtype;
     * in[i] is converted to the dtype of input i on load. out[k] has the dtype of output k. All outputs have the same layout,
     * contiguous in some order of axes. */
    gla_status (*map)(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);

    /* Reduce with three expressions: exprs[0] maps the inputs to one value, exprs[1] combines two such values, and exprs[2]
     * computes the output from the final value and the number of elements. The first nkeep axes of each in[i] are the axes of
     * out. The other axes, with `length` > 0 elements in total, are reduced. The expression exprs[1] is associative and
     * commutative. The result does not depend on the number of threads. */
    gla_status (*reduce)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                         int64_t length, gla_array *out);
    /* Scan along the last axis with three expressions as in reduce. If `before` is NULL the scan is inclusive; otherwise it is
     * exclusive and starts from the value `before`. The combine expression is associative. Each in[i] has the shape of out,
     * which has any strides. */
    gla_status (*scan)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], const gla_constant *before,
                       gla_array *out);
} gla_fused_ops;

#endif
