/* quasi.h - the contract of quasi-random sequences.  ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_QUASI_H
#define GLA_CONTRACT_QUASI_H

#include "backend.h"

/* Points at `first` and behind it, all below 2^32; results are (n, d), contiguous, of float64, and the same on all devices. */
typedef struct gla_quasi {
    int64_t n, d, first;
    bool scramble;
    int64_t seed; /* its bits */
} gla_quasi;

/* Of Halton's sequence, before the weights of digits: a row of the table for each dimension (kernels/halton.h). */
#define GLA_HALTON_ROW 5

typedef struct gla_quasi_ops {
    /* directions, (32, d) of uint32: those of the last binary digit of a place come first. */
    gla_status (*sobol)(gla_device *dev, const gla_quasi *q, const gla_array *directions, gla_array *out);
    /* table is uint64, permutations uint16, of which nothing is read where nothing is scrambled. */
    gla_status (*halton)(gla_device *dev, const gla_quasi *q, const gla_array *table, const gla_array *permutations,
                         gla_array *out);
} gla_quasi_ops;

#endif
