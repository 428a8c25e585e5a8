/* hypot.h - Loops for hypot in wide registers, called by the map slot. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_HYPOT_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_HYPOT_H

#include <stdint.h>

void gla_host_hypot_float32(int64_t n, void *const p[]);
void gla_host_hypot_float64(int64_t n, void *const p[]);

#endif
