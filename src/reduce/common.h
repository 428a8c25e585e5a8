/* common.h - what the reductions share. */
#ifndef GLA_REDUCE_COMMON_H
#define GLA_REDUCE_COMMON_H

#include "core/core.h"
#include "contract/reduction.h"

/* One call of a reduction. */
typedef struct gla_reduce_call {
    const char *name;
    gla_reduction op;
    gla_dtype in;      /* type to convert x to first; GLA_NO_DTYPE leaves it as it is */
    gla_dtype dtype;   /* of the result */
    double correction; /* of VAR and STD */
    bool present;      /* MIN or MAX, by the slot reduce_present */
    bool *beyond;      /* SUM or PROD in an integer type, by the slot reduce_integers where there is one; else NULL */
    bool has_empty;    /* whether nothing at all has a result, which is: */
    double empty;
} gla_reduce_call;

/* Reduce x over the axes (NULL: all). */
gla_status gla_reduce(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims, gla_array **out);

/* The type that sums and products have unless the caller chooses: narrow integers and bool are widened, so that they fit. */
gla_dtype gla_sum_dtype(gla_dtype t);

#endif
