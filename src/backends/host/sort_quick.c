/* sort_quick.c - keys sorted by instructions of AVX-512: quicksort down to what a network in registers sorts.  Compilers find
 * neither the selection of lanes by a mask nor registers for a whole network in loops over numbers. */
#include "clones.h"
#include "sort.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define WIDE_CODE __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")))
#define WIDE WIDE_CODE static inline __attribute__((always_inline))

#define XOR 0x96            /* of three words, for ternary logic; */
#define XOR_OF_BOTH 0x78    /* of the first with what both others have */
#define SPECIAL 0x85        /* classes: NaN, quiet and signalling, and the negative zero */
#define FEWEST (16 * LANES) /* keys for a network */
#define MANY 1024           /* keys, from which on a pivot is chosen with care */
#define SAMPLES 64          /* keys then */
#define NEAR 4096           /* keys, which become elements together */

/* Bytes that are asked for before, since processors do not look ahead beyond a page. */
#define AHEAD 2048

typedef __m512i wide;

/* ---- 64 bits ------------------------------------------------------------------------------------------------------------- */
#define NAME(x) x##_u64
#define K uint64_t
#define LANES 8
#define mask __mmask8
#define MIN _mm512_min_epu64
#define SET(key) _mm512_set1_epi64((long long)(key))
#define LESS_OR_EQUAL _mm512_cmple_epu64_mask
#define IS_EQUAL _mm512_cmpeq_epi64_mask
#define XOR_SOME(a, some, b, c) _mm512_mask_ternarylogic_epi64(a, (mask)(some), b, c, XOR)
#define LOAD_SOME _mm512_mask_loadu_epi64
#define STORE_SOME _mm512_mask_storeu_epi64
#define COMPRESS _mm512_maskz_compress_epi64
#define MOVE_SOME _mm512_mask_mov_epi64
#define SIGNS(v) _mm512_srai_epi64(v, 63)
#define IS_SPECIAL(some, v) _mm512_mask_fpclass_pd_mask(some, _mm512_castsi512_pd(v), SPECIAL)

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

/* For each mask, where the lanes of a register come from, a byte for each: those of the mask first, then the others. */
#define BEFORE(m, lane) __builtin_popcount((m) & ((1 << (lane)) - 1))
#define PLACE(m, lane) ((m) >> (lane)&1 ? BEFORE(m, lane) : __builtin_popcount(m) + (lane)-BEFORE(m, lane))
#define LANE(m, lane) (uint64_t)(lane) << 8 * PLACE(m, lane)
#define ENTRY(m) LANE(m, 1) | LANE(m, 2) | LANE(m, 3) | LANE(m, 4) | LANE(m, 5) | LANE(m, 6) | LANE(m, 7)
#define ENTRIES4(m) ENTRY(m), ENTRY((m) + 1), ENTRY((m) + 2), ENTRY((m) + 3)
#define ENTRIES16(m) ENTRIES4(m), ENTRIES4((m) + 4), ENTRIES4((m) + 8), ENTRIES4((m) + 12)
#define ENTRIES64(m) ENTRIES16(m), ENTRIES16((m) + 16), ENTRIES16((m) + 32), ENTRIES16((m) + 48)
static const uint64_t places[256] = {ENTRIES64(0), ENTRIES64(64), ENTRIES64(128), ENTRIES64(192)};

/* One order of lanes for both: to compress twice takes twice as long. */
WIDE void put_both_u64(wide v, mask is_low, int lows, uint64_t *low, uint64_t *high)
{
    const wide shifts = _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0);
    wide ordered = _mm512_permutexvar_epi64(_mm512_srlv_epi64(SET(places[is_low]), shifts), v);
    (void)lows;
    _mm512_storeu_si512(low, ordered);
    _mm512_storeu_si512(high, ordered);
}

#include "sort_quick.inc"
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
#define XOR_SOME(a, some, b, c) _mm512_mask_ternarylogic_epi32(a, (mask)(some), b, c, XOR)
#define LOAD_SOME _mm512_mask_loadu_epi32
#define STORE_SOME _mm512_mask_storeu_epi32
#define COMPRESS _mm512_maskz_compress_epi32
#define MOVE_SOME _mm512_mask_mov_epi32
#define SIGNS(v) _mm512_srai_epi32(v, 31)
#define IS_SPECIAL(some, v) _mm512_mask_fpclass_ps_mask(some, _mm512_castsi512_ps(v), SPECIAL)

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

WIDE void put_both_u32(wide v, mask is_low, int lows, uint32_t *low, uint32_t *high)
{
    _mm512_storeu_si512(low, COMPRESS(is_low, v));
    STORE_SOME(high + lows, (mask)(0xffffu >> lows), COMPRESS((mask)~is_low, v));
}

#include "sort_quick.inc"

bool gla_host_has_quicksort(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw");
}

#define SIGN_64 ((uint64_t)1 << 63)
#define SIGN_32 ((uint32_t)1 << 31)

bool gla_host_quicksort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, void *spare, void *out)
{
    const uint64_t turn = descending ? UINT64_MAX : 0;
    const uint32_t half = (uint32_t)turn;
    switch (dtype) {
    case GLA_INT32: return sort_row_u32(x, n, spare, out, &(code_u32){0, SIGN_32 ^ half, false});
    case GLA_UINT32: return sort_row_u32(x, n, spare, out, &(code_u32){0, half, false});
    case GLA_FLOAT32: return sort_row_u32(x, n, spare, out, &(code_u32){~SIGN_32, SIGN_32 ^ half, true});
    case GLA_INT64: return sort_row_u64(x, n, spare, out, &(code_u64){0, SIGN_64 ^ turn, false});
    case GLA_UINT64: return sort_row_u64(x, n, spare, out, &(code_u64){0, turn, false});
    case GLA_FLOAT64: return sort_row_u64(x, n, spare, out, &(code_u64){~SIGN_64, SIGN_64 ^ turn, true});
    default: return false;
    }
}

#else
bool gla_host_has_quicksort(void)
{
    return false;
}

void gla_host_quicksort_u64(uint64_t *a, uint64_t *spare, int64_t n)
{
    (void)a, (void)spare, (void)n;
}

void gla_host_quicksort_u32(uint32_t *a, uint32_t *spare, int64_t n)
{
    (void)a, (void)spare, (void)n;
}

bool gla_host_quicksort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, void *spare, void *out)
{
    (void)dtype, (void)x, (void)n, (void)descending, (void)spare, (void)out;
    return false;
}
#endif
