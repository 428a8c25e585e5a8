/* quicksort.c - keys sorted by instructions of AVX-512: neither the selection of lanes by a mask nor a network that stays in
 * registers is found in loops by compilers.  Other processors sort by digits. */
#include "backends/host/array/places.h"
#include "backends/host/sorting/sorting.h"
#include "backends/host/unroll.h"

#include <string.h>

#ifdef __AVX512BW__
#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))
#define AHEAD 2048 /* bytes that are asked for before: processors do not look ahead beyond a page */
#define MANY 1024  /* keys, from which on a pivot is chosen of SAMPLES */
#define SAMPLES 64
#define FEW_SAMPLES 16

/* Lane l of lane l ^ turn; lanes of two registers in turn. */
#define TURN_LANES(v, turn) __builtin_shuffle(v, COUNT ^ (unsigned)(turn))
#define LOWER_HALVES(x, y) __builtin_shuffle(x, y, COUNT / 2 + COUNT % 2 * LANES)
#define UPPER_HALVES(x, y) __builtin_shuffle(x, y, COUNT / 2 + COUNT % 2 * LANES + LANES / 2)

/* Keys of a register up to the bound to the begin of `low`, the others to the end of `high`; how many the former are.  One
 * order of lanes for both, where a table has it: to compress takes as long again. */
INLINE int put_u64(__m512i v, __m512i bound, uint64_t *low, uint64_t *high)
{
    const __m512i shifts = _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0);
    const __mmask8 is_low = _mm512_cmple_epu64_mask(v, bound);
    const __m512i places = _mm512_srlv_epi64(_mm512_set1_epi64((int64_t)gla_host_places[is_low]), shifts);
    const __m512i ordered = _mm512_permutexvar_epi64(places, v);
    _mm512_storeu_si512(low, ordered);
    _mm512_storeu_si512(high, ordered);
    return __builtin_popcount(is_low);
}

INLINE int put_u32(__m512i v, __m512i bound, uint32_t *low, uint32_t *high)
{
    const __mmask16 is_low = _mm512_cmple_epu32_mask(v, bound);
    const int lows = __builtin_popcount(is_low);
    _mm512_storeu_si512(low, _mm512_maskz_compress_epi32(is_low, v));
    _mm512_mask_storeu_epi32(high + lows, (__mmask16)(0xffffu >> lows), _mm512_maskz_compress_epi32((__mmask16)~is_low, v));
    return lows;
}

#define NAME(x) x##_u64
#define K uint64_t
#define LANES 8
#define COUNT ((V){0, 1, 2, 3, 4, 5, 6, 7})
#define MIN(x, y) (V) _mm512_min_epu64((__m512i)(x), (__m512i)(y))
#define MAX(x, y) (V) _mm512_max_epu64((__m512i)(x), (__m512i)(y))
#include "quicksort.inc"

#define NAME(x) x##_u32
#define K uint32_t
#define LANES 16
#define COUNT ((V){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
#define MIN(x, y) (V) _mm512_min_epu32((__m512i)(x), (__m512i)(y))
#define MAX(x, y) (V) _mm512_max_epu32((__m512i)(x), (__m512i)(y))
#include "quicksort.inc"

bool gla_host_has_quicksort(void)
{
    return true;
}
#else
bool gla_host_quicksort_u64(uint64_t *a, uint64_t *spare, int64_t n)
{
    (void)a, (void)spare, (void)n;
    return false;
}

bool gla_host_quicksort_u32(uint32_t *a, uint32_t *spare, int64_t n)
{
    (void)a, (void)spare, (void)n;
    return false;
}

bool gla_host_has_quicksort(void)
{
    return false;
}
#endif
