/* reduce_first.c - where the first of the largest, or smallest, of a short row stands: in one pass, while the loops of
 * reduce_extremes.inc look for the best and then for its place, which leaves a loop early, at no foreseeable end. */
#include "reduce_first.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_V4 (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
#define HAS_V3 __builtin_cpu_supports("avx2")
#define CHOOSE(which, type) \
    HAS_V4 ? gla_reduce_first_##which##_v4_##type(x, n, value) : HAS_V3 ? gla_reduce_first_##which##_v3_##type(x, n, value) : -1
#else
#define CHOOSE(which, type) (void)x, (void)n, (void)value, -1
#endif

#define FIRST(which, type, T)                                                  \
    int64_t gla_reduce_first_##which##_##type(const T *x, int64_t n, T *value) \
    {                                                                          \
        return CHOOSE(which, type);                                            \
    }
FIRST(max, float64, double)
FIRST(min, float64, double)
FIRST(max, float32, float)
FIRST(min, float32, float)
FIRST(max, int64, int64_t)
FIRST(min, int64, int64_t)
FIRST(max, int32, int32_t)
FIRST(min, int32, int32_t)
