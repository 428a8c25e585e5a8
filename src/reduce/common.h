/* common.h - Declarations shared by the reductions. */
#ifndef GLA_REDUCE_COMMON_H
#define GLA_REDUCE_COMMON_H

#include "core/core.h"
#include "contract/reduction.h"

/* One call of a reduction. */
typedef struct gla_reduce_call {
    const char *name;
    gla_reduction op;
    gla_dtype in;      /* dtype to which x is converted first; GLA_NO_DTYPE: not converted */
    gla_dtype dtype;   /* dtype of the result */
    double correction; /* of VAR and STD */
    bool present;      /* MIN or MAX ignoring NaN, by the slot reduce_present */
    bool *beyond;      /* receives whether a SUM or PROD of integers, by the slot reduce_integers, has overflowed; NULL if
                        * the slot is not used */
    bool has_empty;    /* true if an empty reduction has a result, which is `empty` */
    double empty;
} gla_reduce_call;

/* Reduce x over the axes (NULL: all). */
gla_status gla_reduce(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims, gla_array **out);

/* Return the default dtype of sums and products.  bool and narrow integers are widened, so that overflow is unlikely. */
gla_dtype gla_sum_dtype(gla_dtype t);

#endif
