/* sort_quick_v3.c - sort_quick.inc by instructions of AVX2, for which 64-bit words have a sign: their keys are turned around
 * it.  float64 are compared as what they are: the smaller and the larger one of two take one instruction each. */
#include "unroll.h"
#include "sort_quick.h"

#include <string.h>

#if defined(__AVX2__) && !defined(__AVX512BW__)
#include <immintrin.h>

#define WIDE_CODE
#define WIDE WIDE_CODE static inline __attribute__((always_inline))

typedef __m256i wide, noted;
#define ZERO _mm256_setzero_si256()
#define NOTHING ZERO
#define IS_ANY(special) (!_mm256_testz_si256(special, special))
#define LOAD(from) _mm256_loadu_si256((const wide *)(const void *)(from))
#define STORE(to, v) _mm256_storeu_si256((wide *)(void *)(to), v)
#define XOR _mm256_xor_si256
#define CHOOSE(x, y, by) _mm256_blendv_epi8(x, y, by)
#define FROM_PLACES(v, bytes) _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)(bytes))))

/* ---- 64 bits ------------------------------------------------------------------------------------------------------------- */
#define NAME(x) x##_u64
#define K uint64_t
#define LANES 4
#define LOWEST ((uint64_t)1 << 63)
#define SET(key) _mm256_set1_epi64x((long long)(key))
#define COUNT _mm256_set_epi64x(3, 2, 1, 0)
#define IS_MORE _mm256_cmpgt_epi64
#define IS_SAME _mm256_cmpeq_epi64
#define IS_NAN(v) _mm256_castpd_si256(_mm256_cmp_pd(_mm256_castsi256_pd(v), _mm256_castsi256_pd(v), _CMP_UNORD_Q))
#define NEGATIVE_ZERO _mm256_set1_epi64x(INT64_MIN)
#define XOR_WHAT_BOTH_HAVE(v, a, b) _mm256_xor_si256(v, _mm256_and_si256(a, b))
#define SIGNS(v) _mm256_cmpgt_epi64(ZERO, v)
#define LOAD_SOME(from, some) _mm256_maskload_epi64((const long long *)(const void *)(from), some)
#define STORE_SOME(to, some, v) _mm256_maskstore_epi64((long long *)(void *)(to), some, v)

WIDE void order_u64(wide *a, wide *b)
{
    wide x = *a, y = *b, more = IS_MORE(x, y);
    *a = CHOOSE(x, y, more);
    *b = CHOOSE(y, x, more);
}

WIDE void order_lanes_u64(wide *a, wide *b, unsigned upper)
{
    const wide turned = _mm256_set_epi64x(-(upper >> 3 & 1LL), -(upper >> 2 & 1LL), -(upper >> 1 & 1LL), -(upper & 1LL));
    wide x = *a, y = *b, other = XOR(IS_MORE(x, y), turned);
    *a = CHOOSE(x, y, other);
    *b = CHOOSE(y, x, other);
}

WIDE wide turn_lanes_u64(wide v, int turn)
{
    return turn == 1   ? _mm256_shuffle_epi32(v, 0x4e)
           : turn == 2 ? _mm256_permute4x64_epi64(v, 0x4e)
                       : _mm256_permute4x64_epi64(v, 0x1b);
}

WIDE wide lower_halves_u64(wide x, wide y)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y), 0x20);
}

WIDE wide upper_halves_u64(wide x, wide y)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y), 0x31);
}

/* Four rows, to rows that are `step` apart. */
WIDE void transpose_u64(const wide *v, wide *to, int step)
{
    const wide low = _mm256_unpacklo_epi64(v[0], v[1]), high = _mm256_unpackhi_epi64(v[0], v[1]);
    const wide other_low = _mm256_unpacklo_epi64(v[2], v[3]), other_high = _mm256_unpackhi_epi64(v[2], v[3]);
    to[0] = _mm256_permute2x128_si256(low, other_low, 0x20);
    to[step] = _mm256_permute2x128_si256(high, other_high, 0x20);
    to[2 * step] = _mm256_permute2x128_si256(low, other_low, 0x31);
    to[3 * step] = _mm256_permute2x128_si256(high, other_high, 0x31);
}

/* For each mask, where the 32-bit halves of the lanes come from, a byte for each. */
#define HALVES(a, b, c, d)                                                     \
    {                                                                          \
        2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1 \
    }
static const uint8_t places[16][8] = {HALVES(0, 1, 2, 3), HALVES(0, 1, 2, 3), HALVES(1, 0, 2, 3), HALVES(0, 1, 2, 3),
                                      HALVES(2, 0, 1, 3), HALVES(0, 2, 1, 3), HALVES(1, 2, 0, 3), HALVES(0, 1, 2, 3),
                                      HALVES(3, 0, 1, 2), HALVES(0, 3, 1, 2), HALVES(1, 3, 0, 2), HALVES(0, 1, 3, 2),
                                      HALVES(2, 3, 0, 1), HALVES(0, 2, 3, 1), HALVES(1, 2, 3, 0), HALVES(0, 1, 2, 3)};

/* One register at both places: lanes of the mask stand at its end. */
WIDE int put_halves(wide v, unsigned is_high, uint64_t *low, uint64_t *high)
{
    const unsigned is_low = is_high ^ 15;
    wide ordered = FROM_PLACES(v, places[is_low]);
    STORE(low, ordered);
    STORE(high, ordered);
    return __builtin_popcount(is_low);
}

WIDE int put_both_u64(wide v, wide bound, uint64_t *low, uint64_t *high)
{
    return put_halves(v, (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(IS_MORE(v, bound))), low, high);
}

WIDE bool is_low_u64(uint64_t key, uint64_t bound)
{
    return (int64_t)key <= (int64_t)bound;
}

#include "sort_quick_v3.inc"
#include "sort_quick_words.inc"

/* ---- float64 ------------------------------------------------------------------------------------------------------------- */
#undef NAME
#undef LOWEST
#undef XOR_WHAT_BOTH_HAVE
#define NAME(x) x##_f64
#define SIGN ((uint64_t)1 << 63)
#define LAST 0x7ff0000000000000u /* infinity */
#define LOWEST (SIGN | LAST)
#define BEFORE(key) ((key)&SIGN ? (key) + 1 : (key) ? (key)-1 : SIGN + 1) /* of all zeros the next number */
#define XOR_WHAT_BOTH_HAVE(v, a, b) ((void)(b), v)
#define AS_NUMBERS _mm256_castsi256_pd
#define AS_BITS _mm256_castpd_si256

WIDE void order_f64(wide *a, wide *b)
{
    const __m256d x = AS_NUMBERS(*a), y = AS_NUMBERS(*b);
    *a = AS_BITS(_mm256_min_pd(x, y));
    *b = AS_BITS(_mm256_max_pd(x, y));
}

WIDE void order_lanes_f64(wide *a, wide *b, unsigned upper)
{
    const __m256d x = AS_NUMBERS(*a), y = AS_NUMBERS(*b), low = _mm256_min_pd(x, y), high = _mm256_max_pd(x, y);
    *a = AS_BITS(upper == 0xaaaa ? _mm256_blend_pd(low, high, 0xa) : _mm256_blend_pd(low, high, 0xc));
    *b = AS_BITS(upper == 0xaaaa ? _mm256_blend_pd(high, low, 0xa) : _mm256_blend_pd(high, low, 0xc));
}

WIDE wide turn_lanes_f64(wide v, int turn)
{
    const __m256d x = AS_NUMBERS(v);
    return turn == 1   ? AS_BITS(_mm256_permute_pd(x, 5))
           : turn == 2 ? AS_BITS(_mm256_permute4x64_pd(x, 0x4e))
                       : AS_BITS(_mm256_permute4x64_pd(x, 0x1b));
}

WIDE wide lower_halves_f64(wide x, wide y)
{
    return lower_halves_u64(x, y);
}

WIDE wide upper_halves_f64(wide x, wide y)
{
    return upper_halves_u64(x, y);
}

WIDE void transpose_f64(const wide *v, wide *to, int step)
{
    transpose_u64(v, to, step);
}

WIDE int put_both_f64(wide v, wide bound, uint64_t *low, uint64_t *high)
{
    return put_halves(v, (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(AS_NUMBERS(v), AS_NUMBERS(bound), _CMP_GT_OQ)), low, high);
}

WIDE bool is_low_f64(uint64_t key, uint64_t bound)
{
    double number, pivot;
    memcpy(&number, &key, sizeof key);
    memcpy(&pivot, &bound, sizeof bound);
    return number <= pivot;
}

/* Bits of positive numbers rise with them, those of negative numbers fall. */
static void sort_digits_f64(uint64_t *from, uint64_t *spare, int64_t n, uint64_t *to)
{
    for (int64_t i = 0; i < n; i++)
        from[i] ^= from[i] & SIGN ? UINT64_MAX : SIGN;
    const uint64_t *sorted = gla_host_sort_by_digits_u64(from, spare, n);
    for (int64_t i = 0; i < n; i++)
        to[i] = sorted[i] ^ (sorted[i] & SIGN ? SIGN : UINT64_MAX);
}

#include "sort_quick_v3.inc"
#include "sort_quick.inc"

#define DEFAULT_MODE 0x1f80u /* nothing traps, subnormal numbers are what they are */
#define FLAGS 0x3fu

/* NaN and subnormal numbers trap nowhere, and nobody has had the latter taken for zeros. */
WIDE_CODE static __attribute__((noinline)) bool sort_numbers(const uint64_t *x, int64_t n, uint64_t *spare, uint64_t *out,
                                                             bool descending)
{
    return sort_row_f64(x, n, spare, out, 0, descending ? SIGN ^ LOWEST : LOWEST, true);
}

static bool row_f64(const uint64_t *x, int64_t n, uint64_t *spare, uint64_t *out, bool descending)
{
    const unsigned mode = _mm_getcsr();
    if ((mode & ~FLAGS) == DEFAULT_MODE)
        return sort_numbers(x, n, spare, out, descending);
    _mm_setcsr(DEFAULT_MODE);
    const bool done = sort_numbers(x, n, spare, out, descending);
    _mm_setcsr(mode);
    return done;
}

#undef NAME
#undef LAST
#undef BEFORE
#undef XOR_WHAT_BOTH_HAVE
#undef K
#undef LANES
#undef LOWEST
#undef SET
#undef COUNT
#undef IS_MORE
#undef IS_SAME
#undef IS_NAN
#undef NEGATIVE_ZERO
#undef SIGNS
#undef LOAD_SOME
#undef STORE_SOME

/* ---- 32 bits ------------------------------------------------------------------------------------------------------------- */
#define NAME(x) x##_u32
#define K uint32_t
#define LANES 8
#define LOWEST 0
#define SET(key) _mm256_set1_epi32((int)(key))
#define COUNT _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0)
#define IS_MORE _mm256_cmpgt_epi32
#define IS_SAME _mm256_cmpeq_epi32
#define IS_NAN(v) _mm256_castps_si256(_mm256_cmp_ps(_mm256_castsi256_ps(v), _mm256_castsi256_ps(v), _CMP_UNORD_Q))
#define NEGATIVE_ZERO _mm256_set1_epi32(INT32_MIN)
#define XOR_WHAT_BOTH_HAVE(v, a, b) _mm256_xor_si256(v, _mm256_and_si256(a, b))
#define SIGNS(v) _mm256_srai_epi32(v, 31)
#define LOAD_SOME(from, some) _mm256_maskload_epi32((const int *)(const void *)(from), some)
#define STORE_SOME(to, some, v) _mm256_maskstore_epi32((int *)(void *)(to), some, v)

WIDE void order_u32(wide *a, wide *b)
{
    wide x = *a, y = *b;
    *a = _mm256_min_epu32(x, y);
    *b = _mm256_max_epu32(x, y);
}

WIDE void order_lanes_u32(wide *a, wide *b, unsigned upper)
{
    wide low = _mm256_min_epu32(*a, *b), high = _mm256_max_epu32(*a, *b);
    *a = upper == 0xaaaa   ? _mm256_blend_epi32(low, high, 0xaa)
         : upper == 0xcccc ? _mm256_blend_epi32(low, high, 0xcc)
                           : _mm256_blend_epi32(low, high, 0xf0);
    *b = upper == 0xaaaa   ? _mm256_blend_epi32(high, low, 0xaa)
         : upper == 0xcccc ? _mm256_blend_epi32(high, low, 0xcc)
                           : _mm256_blend_epi32(high, low, 0xf0);
}

WIDE wide turn_lanes_u32(wide v, int turn)
{
    return turn == 1   ? _mm256_shuffle_epi32(v, 0xb1)
           : turn == 2 ? _mm256_shuffle_epi32(v, 0x4e)
           : turn == 3 ? _mm256_shuffle_epi32(v, 0x1b)
           : turn == 4 ? _mm256_permute4x64_epi64(v, 0x4e)
                       : _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

WIDE wide lower_halves_u32(wide x, wide y)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi32(x, y), _mm256_unpackhi_epi32(x, y), 0x20);
}

WIDE wide upper_halves_u32(wide x, wide y)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi32(x, y), _mm256_unpackhi_epi32(x, y), 0x31);
}

/* Eight rows, to rows that are `step` apart: by words, by pairs of them, by halves. */
WIDE void transpose_u32(const wide *v, wide *to, int step)
{
    wide pairs[8], fours[8];
    UNROLL(4)
    for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
    }
    UNROLL(2)
    for (int i = 0; i < 8; i += 4) {
        fours[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        fours[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        fours[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        fours[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
    UNROLL(4)
    for (int i = 0; i < 4; i++) {
        to[i * step] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        to[(i + 4) * step] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    }
}

WIDE int put_both_u32(wide v, wide bound, uint32_t *low, uint32_t *high)
{
    const wide below = IS_SAME(_mm256_min_epu32(v, bound), v);
    const unsigned is_low = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(below));
    wide ordered = FROM_PLACES(v, &gla_host_places[is_low]);
    STORE(low, ordered);
    STORE(high, ordered);
    return __builtin_popcount(is_low);
}

WIDE bool is_low_u32(uint32_t key, uint32_t bound)
{
    return key <= bound;
}

#include "sort_quick_v3.inc"
#include "sort_quick_words.inc"

const gla_quicksort gla_host_quicksort_v3 = {sort_row_u32, sort_row_u64, row_f64, sort_keys_u32, sort_keys_u64};
#else
const gla_quicksort gla_host_quicksort_v3 = {NULL, NULL, NULL, NULL, NULL};
#endif
