/* common.h - what the reductions share. */
#ifndef GLA_REDUCE_COMMON_H
#define GLA_REDUCE_COMMON_H

#include "core/core.h"

/* One call of a reduction. */
typedef struct gla_reduce_call {
    const char *name;
    gla_reduction op;
    gla_dtype in;      /* type to convert x to first; GLA_NO_DTYPE leaves it as it is */
    gla_dtype dtype;   /* of the result */
    double correction; /* of VAR and STD */
    bool present;      /* MIN or MAX, by the slot reduce_present */
    bool *leaves;      /* SUM and PROD of integers: set where a result may be beyond the type; NULL: nobody asks */
    bool has_empty;    /* whether nothing at all has a result, which is: */
    double empty;
} gla_reduce_call;

/* Reduce x over the axes (NULL: all). */
gla_status gla_reduce(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims, gla_array **out);

/* gla_sum without a look whether integers wrap around, for sums inside of other functions. */
gla_status gla_total(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims);

/* The type that sums and products have unless the caller chooses: narrow integers and bool are widened, so that they fit. */
gla_dtype gla_sum_dtype(gla_dtype t);

#endif
