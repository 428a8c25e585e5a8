/* tables.c - exp and logarithms of float64 (tables.h).  With AVX-512 a permutation of two registers looks up eight table
 * entries at a time; compilers do not generate this instruction from a loop.  The code for other levels computes the same bits
 * by plain loops. */
#include "tables.h"

#include <string.h>

const gla_power_table gla_host_power_table = {
    {0x3ff0000000000000, 0x3fefb5586cf9890f, 0x3fef72b83c7d517b, 0x3fef387a6e756238, 0x3fef06fe0a31b715, 0x3feedea64c123422,
     0x3feebfdad5362a27, 0x3feeab07dd485429, 0x3feea09e667f3bcd, 0x3feea11473eb0187, 0x3feeace5422aa0db, 0x3feec49182a3f090,
     0x3feee89f995ad3ad, 0x3fef199bdd85529c, 0x3fef5818dcfba487, 0x3fefa4afa2a490da},
    {0, 0x1.79aa65d837b6dp-54, -0x1.01b15eaa59348p-55, 0x1.68efde3a8a894p-54, 0x1.34d754db0abb6p-55, 0x1.59f48a72a4c6dp-55,
     0x1.690cebb7aafb0p-56, 0x1.063e1e21c5409p-54, -0x1.3b3efbf5e2228p-54, -0x1.b32dcb94da51dp-56, 0x1.db72fc1f0eab4p-55,
     0x1.1affc2b91ce27p-56, 0x1.c1a7792cb3387p-55, 0x1.36eae30af0cb3p-56, 0x1.4a385a63d07a7p-56, -0x1.ff7128fd391f0p-55}};

const _Alignas(64) double gla_host_inverses[16] = {
    0x1.6000000000000p+0, 0x1.5800000000000p+0, 0x1.4800000000000p+0, 0x1.3800000000000p+0,
    0x1.3000000000000p+0, 0x1.2800000000000p+0, 0x1.1800000000000p+0, 0x1.1000000000000p+0,
    0x1.0800000000000p+0, 0x1.0000000000000p+0, 0x1.e000000000000p-1, 0x1.c800000000000p-1,
    0x1.b000000000000p-1, 0x1.9800000000000p-1, 0x1.8800000000000p-1, 0x1.7000000000000p-1};

const gla_log_table gla_host_natural = {
    0x1.62e42fefa3800p-1,
    0x1.ef35793c76730p-45,
    0x1.0000000000000p+0,
    0,
    -0x1.0000000000000p-1,
    {0x1.555555555553dp-2, -0x1.fffffffffffd4p-3, 0x1.9999999ad928ep-3, -0x1.555555567a454p-3, 0x1.2492344803eafp-3,
     -0x1.ffffd9c0c1073p-4, 0x1.c7fb84fcd87dep-4, -0x1.9a6616ccf874dp-4},
    {-0x1.4618bc21c6000p-2, -0x1.2e8e2bae12000p-2, -0x1.fb9186d5e4000p-3, -0x1.9525a9cf46000p-3, -0x1.5ff3070a7a000p-3,
     -0x1.29552f8200000p-3, -0x1.6f0d28ae58000p-4, -0x1.f0a30c0118000p-5, -0x1.f829b0e780000p-6, 0, 0x1.08598b59e4000p-4,
     0x1.da72763844000p-4, 0x1.5bf406b544000p-3, 0x1.d1037f2656000p-3, 0x1.1178e8227e000p-2, 0x1.522ae0738a000p-2},
    {0x1.3d82f484c84ccp-46, 0x1.67b1e99b72bd8p-45, 0x1.d572aab993c87p-47, 0x1.297137d9f158fp-44, 0x1.8586f183bebf2p-44,
     0x1.5b967f4471dfcp-44, 0x1.4b4641b664613p-44, 0x1.d599e83368e91p-45, -0x1.980267c7e09e4p-45, 0, -0x1.7e5dd7009902cp-46,
     0x1.a89401fa71733p-46, -0x1.27023eb68981cp-46, -0x1.84a7e75b6f6e4p-47, 0x1.1ef78ce2d07f2p-44, 0x1.ebe708164c759p-45}};

const gla_log_table gla_host_binary = {
    0x1.0000000000000p+0,
    0,
    0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56,
    -0x1.71547652b82fep-1,
    {0x1.ec709dc3a03dap-2, -0x1.71547652b82dep-2, 0x1.2776c50fe0436p-2, -0x1.ec709dc546de5p-3, 0x1.a617448ee2b4bp-3,
     -0x1.71545abbd4168p-3, 0x1.48ebfdfcae79dp-3, -0x1.280a47064beefp-3},
    {-0x1.d6753e032f000p-2, -0x1.b47ebf7388000p-2, -0x1.6e221cd9d1000p-2, -0x1.24407ab0e0000p-2, -0x1.fbc16b9026000p-3,
     -0x1.acf5e2db4e000p-3, -0x1.08c588cda8000p-3, -0x1.663f6fac90000p-4, -0x1.6bad3758f0000p-5, 0, 0x1.7d60496cfc000p-4,
     0x1.563dc29ffa000p-3, 0x1.f5fd8a9064000p-3, 0x1.4f6fbb2cec000p-2, 0x1.8a8980abfc000p-2, 0x1.e7df5fe539000p-2},
    {0x1.7c407050799bfp-44, -0x1.50520a377c7ecp-45, 0x1.90d43956fa5d8p-45, -0x1.ce60916e52e91p-44, -0x1.0144751b3314fp-44,
     -0x1.927dfc23d9780p-44, 0x1.871a7610e40bdp-45, -0x1.3167ccc538261p-44, 0x1.3c6764fc87b4ap-48, 0, -0x1.2ce6312ebb81dp-46,
     0x1.964190e41bca7p-44, -0x1.cb6f70109b0f1p-47, 0x1.661e393a16b95p-44, -0x1.66cccab240e90p-45, -0x1.532c412ba94dbp-44}};

const gla_log_table gla_host_decimal = {
    0x1.34413509f8000p-2,
    -0x1.80433b83b532ap-44,
    0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57,
    -0x1.bcb7b1526e50ep-3,
    {0x1.287a7636f434ap-3, -0x1.bcb7b1526e4e8p-4, 0x1.63c627763a9e6p-4, -0x1.287a7637f2a71p-4, 0x1.fc3f81d791541p-5,
     -0x1.bcb79019dcdb1p-5, 0x1.8c0fb5a5291d5p-5, -0x1.6477c56543606p-5},
    {-0x1.1b3e71ec94000p-3, -0x1.06cbd67a6c000p-3, -0x1.b8de4d3ab4000p-4, -0x1.5fe80488b0000p-4, -0x1.31b3055c48000p-4,
     -0x1.02428c1f08000p-4, -0x1.3ed1199a60000p-5, -0x1.af5f92b010000p-6, -0x1.b5e908eb20000p-7, 0, 0x1.cb38fccd90000p-6,
     0x1.9c197abf00000p-5, 0x1.2e3a740b78000p-4, 0x1.93e7de0fc4000p-4, 0x1.db11ed766c000p-4, 0x1.25ba8215b0000p-3},
    {-0x1.ef57776664942p-44, -0x1.db2a2c6287ec0p-46, 0x1.340511b402e0ap-47, 0x1.606adb567e739p-45, 0x1.dcffc97be8c9cp-45,
     -0x1.5ea6bc2bc8c2cp-52, 0x1.bdafc8ad828b8p-45, 0x1.9f05921f59258p-46, 0x1.90dfe0d1601cap-44, 0, -0x1.00925a535ae72p-44,
     0x1.badcf3d6e4566p-46, 0x1.d288560689912p-53, -0x1.80743406505e6p-48, -0x1.40bcd23c3e44cp-44, -0x1.007bf2d8bf07ap-44}};

/* ---- arguments beyond the bounds, as in elementwise/wide.h
 * ---------------------------------------------------------------- */
static inline double far_exp(double x)
{
    return whole_of(power_of(x, 0), 0);
}

static inline double far_log(double x)
{
    pair l = log_parts(x, 0, true, false);
    return at_ends(x, l.h + l.l);
}

/* Return a logarithm to another base, where h + l is the reciprocal of the natural logarithm of the base. */
static inline double far_log_by(double x, double h, double l)
{
    pair e = log_parts(x, 0, true, false), p = pair_product(e.h, h);
    return at_ends(x, p.h + fma(e.l, h, fma(e.h, l, p.l)));
}

static inline double far_log2(double x)
{
    return far_log_by(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
}

static inline double far_log10(double x)
{
    return far_log_by(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

static inline double far_log1p(double x)
{
    pair u = pair_sum(1, x), l = log_parts(u.h, u.l, false, false);
    return at_ends(u.h, copysign(l.h + l.l, x));
}

/* ---- arguments between the bounds
 * ----------------------------------------------------------------------------------------- */
#define EXP(table, x) table##_power(x, x, true)
#define LOG(table, x) table##_log(x, x, true, &gla_host_natural, true)
#define LOG2(table, x) table##_log(x, x, true, &gla_host_binary, false)
#define LOG10(table, x) table##_log(x, x, true, &gla_host_decimal, false)
#define LOG1P(table, x) table##_log1p(x)

#ifdef __AVX512DQ__
#include <immintrin.h>

#define LANES 8
#define AHEAD 2048 /* prefetch distance in bytes, because processors do not prefetch beyond a page */

typedef unsigned long long wide_words __attribute__((vector_size(64))); /* unsigned, so that sums may wrap around */

#define F(name) wide_##name
#define HOW static inline __attribute__((always_inline))
#define N __m512d
#define W wide_words
#define C(c) _mm512_set1_pd(c)
#define FMA _mm512_fmadd_pd
#define WORDS(x) ((wide_words)(x))
#define NUMBER(w) ((__m512d)(w))
#define TO_WORDS(w) ((wide_words)_mm512_set1_epi64((int64_t)(w)))
#define COUNT(over) _mm512_cvtepi64_pd(_mm512_srai_epi64((__m512i)(over), 52))
#define ENTRY(table, at) _mm512_permutex2var_pd(_mm512_load_pd(table), (__m512i)(at), _mm512_load_pd((table) + LANES))
#define ENTRY_WORDS(table, at) \
    ((wide_words)_mm512_permutex2var_epi64(_mm512_load_si512(table), (__m512i)(at), _mm512_load_si512((table) + LANES)))
#include "tables.inc"

/* Elements outside the bounds are recomputed, also eight at a time. */
#define OF_NUMBERS(name, NEAR, least, most)                                                             \
    FLAT static __attribute__((noinline)) void name##_beyond(double *v)                                 \
    {                                                                                                   \
        for (int i = 0; i < LANES; i++)                                                                 \
            v[i] = far_##name(v[i]);                                                                    \
    }                                                                                                   \
    static inline __attribute__((always_inline)) __m512d name##_lanes(__mmask8 some, __m512d x)         \
    {                                                                                                   \
        __mmask8 inside = _mm512_mask_cmp_pd_mask(some, x, C(least), _CMP_GE_OQ);                       \
        __m512d near = NEAR(wide, x);                                                                   \
        inside = _mm512_mask_cmp_pd_mask(inside, x, C(most), _CMP_LE_OQ);                               \
        if (__builtin_expect(inside != some, 0)) {                                                      \
            _Alignas(64) double v[LANES];                                                               \
            _mm512_store_pd(v, x);                                                                      \
            name##_beyond(v);                                                                           \
            near = _mm512_mask_mov_pd(_mm512_load_pd(v), inside, near);                                 \
        }                                                                                               \
        return near;                                                                                    \
    }                                                                                                   \
    static void name##_numbers(int64_t n, const double *x, double *r)                                   \
    {                                                                                                   \
        int64_t i = 0;                                                                                  \
        for (; i + LANES <= n; i += LANES) {                                                            \
            __builtin_prefetch((const void *)((uintptr_t)(x + i) + AHEAD));                             \
            __builtin_prefetch((const void *)((uintptr_t)(r + i) + AHEAD), 1);                          \
            _mm512_storeu_pd(r + i, name##_lanes(0xff, _mm512_loadu_pd(x + i)));                        \
        }                                                                                               \
        if (i < n) {                                                                                    \
            __mmask8 some = (__mmask8)((1 << (n - i)) - 1);                                             \
            _mm512_mask_storeu_pd(r + i, some, name##_lanes(some, _mm512_maskz_loadu_pd(some, x + i))); \
        }                                                                                               \
    }

/* Functions of sums h + l, in which the results replace h. */
#define OF_SUMS(name, NEAR)                                                                                    \
    void gla_host_##name(int32 n, double *h, const double *l)                                                  \
    {                                                                                                          \
        int32 i = 0;                                                                                           \
        for (; i + LANES <= n; i += LANES)                                                                     \
            _mm512_storeu_pd(h + i, NEAR(wide, _mm512_loadu_pd(h + i), _mm512_loadu_pd(l + i)));               \
        if (i < n) {                                                                                           \
            __mmask8 some = (__mmask8)((1 << (n - i)) - 1);                                                    \
            __m512d last = NEAR(wide, _mm512_maskz_loadu_pd(some, h + i), _mm512_maskz_loadu_pd(some, l + i)); \
            _mm512_mask_storeu_pd(h + i, some, last);                                                          \
        }                                                                                                      \
    }
#else
/* Scalar loops, which compilers vectorise.  The results may overwrite x. */
#define OF_NUMBERS(name, NEAR, least, most)                                                         \
    FLAT static void name##_numbers(int64_t n, const double *x, double *r)                          \
    {                                                                                               \
        double near[WIDE_BLOCK];                                                                    \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, x += WIDE_BLOCK, r += WIDE_BLOCK) { \
            int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK, out = 0;        \
            for (int32 i = 0; i < count; i++) {                                                     \
                out += IS_OUTSIDE(x[i], least, most);                                               \
                near[i] = NEAR(table, x[i]);                                                        \
            }                                                                                       \
            for (int32 i = 0; out && i < count; i++)                                                \
                near[i] = IS_OUTSIDE(x[i], least, most) ? far_##name(x[i]) : near[i];               \
            memcpy(r, near, (size_t)count * sizeof *r);                                             \
        }                                                                                           \
    }

/* Functions of sums h + l, in which the results replace h. */
#define OF_SUMS(name, NEAR)                                                           \
    FLAT void gla_host_##name(int32 n, double *h, const double *l)                    \
    {                                                                                 \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++) h[i] = NEAR(table, h[i], l[i]); \
    }
#endif

#define ELEMENTARY(name, NEAR, least, most)             \
    OF_NUMBERS(name, NEAR, least, most)                 \
    static void name##_loop(int64_t n, void *const p[]) \
    {                                                   \
        name##_numbers(n, p[0], p[1]);                  \
    }

ELEMENTARY(exp, EXP, -690, 690)
ELEMENTARY(log, LOG, 0x1p-1000, 0x1.fffffffffffffp1023)
ELEMENTARY(log2, LOG2, 0x1p-1000, 0x1.fffffffffffffp1023)
ELEMENTARY(log10, LOG10, 0x1p-1000, 0x1.fffffffffffffp1023)
ELEMENTARY(log1p, LOG1P, -0.9, 0x1p1000)

#define EXP_OF_SUM(table, h, l) table##_power(h, l, false)
#define LOG_OF_SUM(table, h, l) table##_log(h, l, false, &gla_host_natural, true)
OF_SUMS(exp_of_sums, EXP_OF_SUM)
OF_SUMS(log_of_sums, LOG_OF_SUM)

const gla_loop_table gla_host_table_loops = {[GLA_OP_exp] = exp_loop,
                                             [GLA_OP_log] = log_loop,
                                             [GLA_OP_log2] = log2_loop,
                                             [GLA_OP_log10] = log10_loop,
                                             [GLA_OP_log1p] = log1p_loop};
