/* quasi.h - Contract of quasi-random sequences. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_QUASI_H
#define GLA_CONTRACT_QUASI_H

#include "backend.h"

/* Points first, first + 1, … of a sequence; all indices are less than 2^32. Results are (n, d), contiguous, float64, and
 * identical on all devices. */
typedef struct gla_quasi {
    int64_t n, d, first;
    bool scramble;
    int64_t seed; /* seed as 64 bits */
} gla_quasi;

/* Halton sequence: number of table elements per dimension before the weights of the digits (kernels/halton.h). */
#define GLA_HALTON_ROW 5

typedef struct gla_quasi_ops {
    /* directions: direction numbers, (32, d), uint32, starting with the direction numbers of the least significant binary digit
     * of a position. */
    gla_status (*sobol)(gla_device *dev, const gla_quasi *q, const gla_array *directions, gla_array *out);
    /* table is uint64, permutations uint16. permutations is not read unless scramble is set. */
    gla_status (*halton)(gla_device *dev, const gla_quasi *q, const gla_array *table, const gla_array *permutations,
                         gla_array *out);
} gla_quasi_ops;

#endif
