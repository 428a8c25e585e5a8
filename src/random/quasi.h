/* quasi.h - Common part of the quasi-random sequences. */
#ifndef GLA_RANDOM_QUASI_H
#define GLA_RANDOM_QUASI_H

#include "core/dispatch.h"
#include "contract/quasi.h"

#define GLA_SOBOL_DIMENSIONS 1867
#define GLA_HALTON_DIMENSIONS 1024

/* Read and validate the arguments of a call, including the maximum number of dimensions, and find its device. */
gla_status gla_quasi_read(const char *op, int64_t n, int64_t d, int64_t dimensions, const gla_array *seed, int64_t skip,
                          bool scramble, const char *device, gla_quasi *q, gla_device **dev);
/* Return a vector on the host, and a pointer to its elements. */
gla_array *gla_quasi_table(gla_scope *s, gla_dtype dtype, int64_t n, void **data);

/* joe_kuo.c: the first 32 direction numbers of d dimensions; the numbers for one digit are contiguous. */
void gla_sobol_directions(int64_t d, uint32_t *directions);

#endif
