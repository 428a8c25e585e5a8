/* reduce_first.h - what the files of reduce_first.inc share: its functions by instructions of AVX-512 (v4) and of AVX2 (v3). */
#ifndef GLA_BACKENDS_HOST_REDUCE_FIRST_H
#define GLA_BACKENDS_HOST_REDUCE_FIRST_H

#include "reduce.h"

GLA_REDUCE_FIRST(v4_float64, double);
GLA_REDUCE_FIRST(v4_float32, float);
GLA_REDUCE_FIRST(v4_int64, int64_t);
GLA_REDUCE_FIRST(v4_int32, int32_t);
GLA_REDUCE_FIRST(v3_float64, double);
GLA_REDUCE_FIRST(v3_float32, float);
GLA_REDUCE_FIRST(v3_int64, int64_t);
GLA_REDUCE_FIRST(v3_int32, int32_t);

#endif
