/* sort_quick_v4.c - sort_quick.inc by instructions of AVX-512. */
#include "unroll.h"
#include "sort_quick.h"

#ifdef __AVX512BW__
#include <immintrin.h>

#define WIDE_CODE
#define WIDE WIDE_CODE static inline __attribute__((always_inline))

#define XOR_OF_THREE 0x96 /* for ternary logic; */
#define XOR_OF_BOTH 0x78  /* of the first with what both others have */
#define SPECIAL 0x85      /* classes: NaN, quiet and signalling, and the negative zero */

typedef __m512i wide;
#define noted mask
#define NOTHING 0
#define IS_ANY(special) ((special) != 0)
#define LOWEST 0
#define ZERO _mm512_setzero_si512()
#define LOAD _mm512_loadu_si512
#define STORE _mm512_storeu_si512
#define XOR _mm512_xor_si512
#define XOR_WHAT_BOTH_HAVE(v, a, b) _mm512_ternarylogic_epi64(v, a, b, XOR_OF_BOTH)

/* ---- 64 bits ------------------------------------------------------------------------------------------------------------- */
#define NAME(x) x##_u64
#define K uint64_t
#define LANES 8
#define mask __mmask8
#define MIN _mm512_min_epu64
#define SET(key) _mm512_set1_epi64((long long)(key))
#define LESS_OR_EQUAL _mm512_cmple_epu64_mask
#define IS_EQUAL _mm512_cmpeq_epi64_mask
#define XOR_SOME(a, some, b, c) _mm512_mask_ternarylogic_epi64(a, (mask)(some), b, c, XOR_OF_THREE)
#define LOAD_SOME _mm512_mask_loadu_epi64
#define STORE_SOME _mm512_mask_storeu_epi64
#define COMPRESS _mm512_maskz_compress_epi64
#define MOVE_SOME _mm512_mask_mov_epi64
#define SIGNS(v) _mm512_srai_epi64(v, 63)
#define IS_SPECIAL(v) _mm512_fpclass_pd_mask(_mm512_castsi512_pd(v), SPECIAL)

WIDE wide turn_lanes_u64(wide v, int turn)
{
    return turn == 1   ? _mm512_shuffle_epi32(v, _MM_PERM_BADC)
           : turn == 2 ? _mm512_permutex_epi64(v, 0x4e)
           : turn == 3 ? _mm512_permutex_epi64(v, 0x1b)
           : turn == 4 ? _mm512_shuffle_i64x2(v, v, 0x4e)
                       : _mm512_permutexvar_epi64(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), v);
}

WIDE wide lower_halves_u64(wide x, wide y)
{
    return _mm512_permutex2var_epi64(x, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), y);
}

WIDE wide upper_halves_u64(wide x, wide y)
{
    return _mm512_permutex2var_epi64(x, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), y);
}

/* One order of lanes for both: to compress twice takes twice as long. */
WIDE int put_both_u64(wide v, wide bound, uint64_t *low, uint64_t *high)
{
    const wide shifts = _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0);
    const mask is_low = LESS_OR_EQUAL(v, bound);
    wide ordered = _mm512_permutexvar_epi64(_mm512_srlv_epi64(SET(gla_host_places[is_low]), shifts), v);
    _mm512_storeu_si512(low, ordered);
    _mm512_storeu_si512(high, ordered);
    return __builtin_popcount(is_low);
}

#include "sort_quick_v4.inc"
#include "sort_quick_words.inc"
#undef NAME
#undef K
#undef LANES
#undef mask
#undef MIN
#undef SET
#undef LESS_OR_EQUAL
#undef IS_EQUAL
#undef XOR_SOME
#undef LOAD_SOME
#undef STORE_SOME
#undef COMPRESS
#undef MOVE_SOME
#undef SIGNS
#undef IS_SPECIAL

/* ---- 32 bits ------------------------------------------------------------------------------------------------------------- */
#define NAME(x) x##_u32
#define K uint32_t
#define LANES 16
#define mask __mmask16
#define MIN _mm512_min_epu32
#define SET(key) _mm512_set1_epi32((int)(key))
#define LESS_OR_EQUAL _mm512_cmple_epu32_mask
#define IS_EQUAL _mm512_cmpeq_epi32_mask
#define XOR_SOME(a, some, b, c) _mm512_mask_ternarylogic_epi32(a, (mask)(some), b, c, XOR_OF_THREE)
#define LOAD_SOME _mm512_mask_loadu_epi32
#define STORE_SOME _mm512_mask_storeu_epi32
#define COMPRESS _mm512_maskz_compress_epi32
#define MOVE_SOME _mm512_mask_mov_epi32
#define SIGNS(v) _mm512_srai_epi32(v, 31)
#define IS_SPECIAL(v) _mm512_fpclass_ps_mask(_mm512_castsi512_ps(v), SPECIAL)

WIDE wide turn_lanes_u32(wide v, int turn)
{
    return turn == 1   ? _mm512_shuffle_epi32(v, _MM_PERM_CDAB)
           : turn == 2 ? _mm512_shuffle_epi32(v, _MM_PERM_BADC)
           : turn == 3 ? _mm512_shuffle_epi32(v, _MM_PERM_ABCD)
           : turn == 4 ? _mm512_shuffle_i32x4(v, v, 0xb1)
           : turn == 7 ? _mm512_permutexvar_epi32(_mm512_set_epi32(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7), v)
                       : _mm512_permutexvar_epi32(_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), v);
}

WIDE wide lower_halves_u32(wide x, wide y)
{
    return _mm512_permutex2var_epi32(x, _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0), y);
}

WIDE wide upper_halves_u32(wide x, wide y)
{
    return _mm512_permutex2var_epi32(x, _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8), y);
}

WIDE int put_both_u32(wide v, wide bound, uint32_t *low, uint32_t *high)
{
    const mask is_low = LESS_OR_EQUAL(v, bound);
    const int lows = __builtin_popcount(is_low);
    _mm512_storeu_si512(low, COMPRESS(is_low, v));
    STORE_SOME(high + lows, (mask)(0xffffu >> lows), COMPRESS((mask)~is_low, v));
    return lows;
}

#include "sort_quick_v4.inc"
#include "sort_quick_words.inc"

const gla_quicksort gla_host_quicksort_v4 = {sort_row_u32, sort_row_u64, NULL, sort_keys_u32, sort_keys_u64};
#else
const gla_quicksort gla_host_quicksort_v4 = {NULL, NULL, NULL, NULL, NULL};
#endif
