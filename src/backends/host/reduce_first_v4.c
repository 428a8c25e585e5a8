/* reduce_first_v4.c - reduce_first.inc by instructions of AVX-512. */
#include "clones.h"
#include "reduce_first.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define WIDE_CODE __attribute__((target("avx512f,avx512dq")))
#define WIDE WIDE_CODE static inline __attribute__((always_inline))
#define AHEAD 2048 /* bytes */

#define NONE 0
#define SOME(n) ((mask)((1U << (n)) - 1))
#define OR(a, b) ((mask)((a) | (b)))
#define IS_ANY(lanes) (lanes)

/* ---- 64 bits ------------------------------------------------------------------------------------------------------------- */
#define LANES 8
#define W __m512i
#define mask __mmask8
#define ALL 0xff
#define COUNTED _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0)
#define SET_WORD(i) _mm512_set1_epi64(i)
#define ADD_WORD _mm512_add_epi64
#define PUT _mm512_mask_mov_epi64
#define KEEP_MIN(least, some, where) _mm512_mask_min_epi64(least, some, least, where)
#define MIN_PLACE _mm512_reduce_min_epi64

#define NAME(x) x##_v4_float64
#define T double
#define V __m512d
#define LOAD _mm512_loadu_pd
#define LOAD_SOME _mm512_maskz_loadu_pd
#define SET _mm512_set1_pd
#define IS_MORE(some, a, b) _mm512_mask_cmp_pd_mask(some, a, b, _CMP_GT_OQ)
#define IS_LESS(some, a, b) _mm512_mask_cmp_pd_mask(some, a, b, _CMP_LT_OQ)
#define IS_NAN(some, a, b) _mm512_mask_cmp_pd_mask(some, a, b, _CMP_UNORD_Q)
#define IS_EQUAL(a, b) _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ)
#define MOVE _mm512_mask_mov_pd
#define MAX _mm512_max_pd
#define MIN _mm512_min_pd
#define MAX_OF_ALL _mm512_reduce_max_pd
#define MIN_OF_ALL _mm512_reduce_min_pd
#include "reduce_first.inc"

#define NAME(x) x##_v4_int64
#define T int64_t
#define V __m512i
#define LOAD(at) _mm512_loadu_si512(at)
#define LOAD_SOME _mm512_maskz_loadu_epi64
#define SET _mm512_set1_epi64
#define IS_MORE _mm512_mask_cmpgt_epi64_mask
#define IS_LESS _mm512_mask_cmplt_epi64_mask
#define IS_NAN(some, a, b) NONE
#define IS_EQUAL _mm512_cmpeq_epi64_mask
#define MOVE _mm512_mask_mov_epi64
#define MAX _mm512_max_epi64
#define MIN _mm512_min_epi64
#define MAX_OF_ALL _mm512_reduce_max_epi64
#define MIN_OF_ALL _mm512_reduce_min_epi64
#include "reduce_first.inc"

#undef LANES
#undef mask
#undef ALL
#undef COUNTED
#undef SET_WORD
#undef ADD_WORD
#undef PUT
#undef KEEP_MIN
#undef MIN_PLACE

/* ---- 32 bits ------------------------------------------------------------------------------------------------------------- */
#define LANES 16
#define mask __mmask16
#define ALL 0xffff
#define COUNTED _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define SET_WORD(i) _mm512_set1_epi32((int)(i))
#define ADD_WORD _mm512_add_epi32
#define PUT _mm512_mask_mov_epi32
#define KEEP_MIN(least, some, where) _mm512_mask_min_epi32(least, some, least, where)
#define MIN_PLACE _mm512_reduce_min_epi32

#define NAME(x) x##_v4_float32
#define T float
#define V __m512
#define LOAD _mm512_loadu_ps
#define LOAD_SOME _mm512_maskz_loadu_ps
#define SET _mm512_set1_ps
#define IS_MORE(some, a, b) _mm512_mask_cmp_ps_mask(some, a, b, _CMP_GT_OQ)
#define IS_LESS(some, a, b) _mm512_mask_cmp_ps_mask(some, a, b, _CMP_LT_OQ)
#define IS_NAN(some, a, b) _mm512_mask_cmp_ps_mask(some, a, b, _CMP_UNORD_Q)
#define IS_EQUAL(a, b) _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ)
#define MOVE _mm512_mask_mov_ps
#define MAX _mm512_max_ps
#define MIN _mm512_min_ps
#define MAX_OF_ALL _mm512_reduce_max_ps
#define MIN_OF_ALL _mm512_reduce_min_ps
#include "reduce_first.inc"

#define NAME(x) x##_v4_int32
#define T int32_t
#define V __m512i
#define LOAD(at) _mm512_loadu_si512(at)
#define LOAD_SOME _mm512_maskz_loadu_epi32
#define SET _mm512_set1_epi32
#define IS_MORE _mm512_mask_cmpgt_epi32_mask
#define IS_LESS _mm512_mask_cmplt_epi32_mask
#define IS_NAN(some, a, b) NONE
#define IS_EQUAL _mm512_cmpeq_epi32_mask
#define MOVE _mm512_mask_mov_epi32
#define MAX _mm512_max_epi32
#define MIN _mm512_min_epi32
#define MAX_OF_ALL _mm512_reduce_max_epi32
#define MIN_OF_ALL _mm512_reduce_min_epi32
#include "reduce_first.inc"
#else
typedef int no_such_registers; /* a file is not empty */
#endif
