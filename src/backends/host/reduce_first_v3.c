/* reduce_first_v3.c - reduce_first.inc by instructions of AVX2, whose masks are lanes of all ones. */
#include "clones.h"
#include "reduce_first.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define WIDE_CODE __attribute__((target("avx2")))
#define WIDE WIDE_CODE static inline __attribute__((always_inline))
#define AHEAD 2048 /* bytes */
#define W __m256i
#define mask __m256i
#define ALL _mm256_set1_epi64x(-1)
#define NONE _mm256_setzero_si256()
#define OR _mm256_or_si256
#define IS_ANY(lanes) (!_mm256_testz_si256(lanes, lanes))
#define PUT(where, some, other) _mm256_blendv_epi8(where, other, some)
#define CHOOSE_PLACE(less, some, least, where) _mm256_blendv_epi8(least, where, _mm256_and_si256(some, less(least, where)))

/* The largest or smallest of a vector's lanes. */
#define EXTREME_OF_LANES(name, T, V, STORE)                                      \
    WIDE T name(V v, bool largest)                                               \
    {                                                                            \
        T lane[32 / sizeof(T)], best;                                            \
        STORE((void *)lane, v);                                                  \
        best = lane[0];                                                          \
        for (unsigned k = 1; k < 32 / sizeof(T); k++)                            \
            best = (largest ? lane[k] > best : lane[k] < best) ? lane[k] : best; \
        return best;                                                             \
    }
EXTREME_OF_LANES(extreme_float64, double, __m256d, _mm256_storeu_pd)
EXTREME_OF_LANES(extreme_float32, float, __m256, _mm256_storeu_ps)
EXTREME_OF_LANES(extreme_int64, int64_t, __m256i, _mm256_storeu_si256)
EXTREME_OF_LANES(extreme_int32, int32_t, __m256i, _mm256_storeu_si256)

/* ---- 64 bits ------------------------------------------------------------------------------------------------------------- */
#define LANES 4
#define COUNTED _mm256_set_epi64x(3, 2, 1, 0)
#define SOME(n) _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), COUNTED)
#define SET_WORD(i) _mm256_set1_epi64x(i)
#define ADD_WORD _mm256_add_epi64
#define KEEP_MIN(least, some, where) CHOOSE_PLACE(_mm256_cmpgt_epi64, some, least, where)
#define MIN_PLACE(v) extreme_int64(v, false)

#define NAME(x) x##_v3_float64
#define T double
#define V __m256d
#define LOAD _mm256_loadu_pd
#define LOAD_SOME(some, at) _mm256_maskload_pd(at, some)
#define SET _mm256_set1_pd
#define BITS _mm256_castpd_si256
#define IS_MORE(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_pd(a, b, _CMP_GT_OQ)))
#define IS_LESS(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_pd(a, b, _CMP_LT_OQ)))
#define IS_NAN(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_pd(a, b, _CMP_UNORD_Q)))
#define IS_EQUAL(a, b) BITS(_mm256_cmp_pd(a, b, _CMP_EQ_OQ))
#define MOVE(a, some, b) _mm256_blendv_pd(a, b, _mm256_castsi256_pd(some))
#define MAX _mm256_max_pd
#define MIN _mm256_min_pd
#define MAX_OF_ALL(v) extreme_float64(v, true)
#define MIN_OF_ALL(v) extreme_float64(v, false)
#include "reduce_first.inc"
#undef BITS

#define NAME(x) x##_v3_int64
#define T int64_t
#define V __m256i
#define LOAD(at) _mm256_loadu_si256((const void *)(at))
#define LOAD_SOME(some, at) _mm256_maskload_epi64((const long long *)(at), some)
#define SET _mm256_set1_epi64x
#define IS_MORE(some, a, b) _mm256_and_si256(some, _mm256_cmpgt_epi64(a, b))
#define IS_LESS(some, a, b) _mm256_and_si256(some, _mm256_cmpgt_epi64(b, a))
#define IS_NAN(some, a, b) NONE
#define IS_EQUAL _mm256_cmpeq_epi64
#define MOVE(a, some, b) _mm256_blendv_epi8(a, b, some)
#define MAX(a, b) _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b))
#define MIN(a, b) _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b))
#define MAX_OF_ALL(v) extreme_int64(v, true)
#define MIN_OF_ALL(v) extreme_int64(v, false)
#include "reduce_first.inc"

#undef LANES
#undef COUNTED
#undef SOME
#undef SET_WORD
#undef ADD_WORD
#undef KEEP_MIN
#undef MIN_PLACE

/* ---- 32 bits ------------------------------------------------------------------------------------------------------------- */
#define LANES 8
#define COUNTED _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0)
#define SOME(n) _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), COUNTED)
#define SET_WORD(i) _mm256_set1_epi32((int)(i))
#define ADD_WORD _mm256_add_epi32
#define KEEP_MIN(least, some, where) CHOOSE_PLACE(_mm256_cmpgt_epi32, some, least, where)
#define MIN_PLACE(v) extreme_int32(v, false)

#define NAME(x) x##_v3_float32
#define T float
#define V __m256
#define LOAD _mm256_loadu_ps
#define LOAD_SOME(some, at) _mm256_maskload_ps(at, some)
#define SET _mm256_set1_ps
#define BITS _mm256_castps_si256
#define IS_MORE(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_ps(a, b, _CMP_GT_OQ)))
#define IS_LESS(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_ps(a, b, _CMP_LT_OQ)))
#define IS_NAN(some, a, b) _mm256_and_si256(some, BITS(_mm256_cmp_ps(a, b, _CMP_UNORD_Q)))
#define IS_EQUAL(a, b) BITS(_mm256_cmp_ps(a, b, _CMP_EQ_OQ))
#define MOVE(a, some, b) _mm256_blendv_ps(a, b, _mm256_castsi256_ps(some))
#define MAX _mm256_max_ps
#define MIN _mm256_min_ps
#define MAX_OF_ALL(v) extreme_float32(v, true)
#define MIN_OF_ALL(v) extreme_float32(v, false)
#include "reduce_first.inc"
#undef BITS

#define NAME(x) x##_v3_int32
#define T int32_t
#define V __m256i
#define LOAD(at) _mm256_loadu_si256((const void *)(at))
#define LOAD_SOME(some, at) _mm256_maskload_epi32(at, some)
#define SET _mm256_set1_epi32
#define IS_MORE(some, a, b) _mm256_and_si256(some, _mm256_cmpgt_epi32(a, b))
#define IS_LESS(some, a, b) _mm256_and_si256(some, _mm256_cmpgt_epi32(b, a))
#define IS_NAN(some, a, b) NONE
#define IS_EQUAL _mm256_cmpeq_epi32
#define MOVE(a, some, b) _mm256_blendv_epi8(a, b, some)
#define MAX _mm256_max_epi32
#define MIN _mm256_min_epi32
#define MAX_OF_ALL(v) extreme_int32(v, true)
#define MIN_OF_ALL(v) extreme_int32(v, false)
#include "reduce_first.inc"

#else
typedef int no_such_registers; /* a file is not empty */
#endif
