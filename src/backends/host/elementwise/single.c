/* single.c - Loops of elementary functions of float32.  Results for arguments between the bounds of short.h are computed in
 * registers of float32, and all other results in registers of float64 (single.h). */
#include "trigonometric32.h"
#include "single.h"

#include <string.h>

enum { SHORT_BLOCK = 2 * WIDE_BLOCK }; /* blocks with the same number of bytes as blocks of float64 */

/* Return a distance of x from its bounds as an unsigned integer, which increases with the distance.  short_size() is for bounds
 * on |x|.  short_distance() is for an interval of x that begins at `least`. */
static inline uint32 short_size(float x)
{
    return SHORT_BITS(x) & 0x7fffffffU;
}

static inline uint32 short_distance(float x, float least)
{
    return SHORT_BITS(x) - SHORT_BITS(least);
}

/* Define a loop whose results do not depend on neighbouring elements.  Blocks with all elements between the bounds skip the
 * code for other elements.  WHERE is one of the functions above, and `most` is its bound. */
#define SHORT_BETWEEN(name, WHERE, most)                                                               \
    FLAT static void name##_loop(int64_t n, void *const p[])                                           \
    {                                                                                                  \
        const float *x = p[0];                                                                         \
        float *r = p[1], kept[SHORT_BLOCK];                                                            \
        const bool apart = x != r;                                                                     \
        for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK, x += SHORT_BLOCK, r += SHORT_BLOCK) { \
            const int32 count = n - begin < SHORT_BLOCK ? (int32)(n - begin) : SHORT_BLOCK;            \
            const float *from = apart ? x : memcpy(kept, x, (size_t)count * sizeof *x);                \
            uint32 furthest = 0;                                                                       \
            ask_ahead(x, r, SHORT_BLOCK * sizeof *x);                                                  \
            GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                          \
            {                                                                                          \
                float v = from[i];                                                                     \
                uint32 where = WHERE;                                                                  \
                furthest = where > furthest ? where : furthest;                                        \
                r[i] = short_##name(v);                                                                \
            }                                                                                          \
            if (furthest > (most))                                                                     \
                GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                      \
                {                                                                                      \
                    float v = from[i], near = short_##name(v), far = (float)single_##name((double)v);  \
                    r[i] = WHERE > (most) ? far : near;                                                \
                }                                                                                      \
        }                                                                                              \
    }
#define SIZE short_size(v)
#define DISTANCE(least) short_distance(v, least)
SHORT_BETWEEN(exp, SIZE, SHORT_BITS(87))
SHORT_BETWEEN(expm1, SIZE, SHORT_BITS(60))
SHORT_BETWEEN(log, DISTANCE(0x1p-126f), 0x7effffffU)
SHORT_BETWEEN(log2, DISTANCE(0x1p-126f), 0x7effffffU)
SHORT_BETWEEN(log10, DISTANCE(0x1p-126f), 0x7effffffU)
SHORT_BETWEEN(log1p, short_distance(1 + v, 0.125f), short_distance(0x1p100f, 0.125f))
SHORT_BETWEEN(sinh, SIZE, SHORT_BITS(7.5f))
SHORT_BETWEEN(cosh, SIZE, SHORT_BITS(7.5f))
SHORT_BETWEEN(asin, SIZE, SHORT_BITS(0x1.fffffep-1f))
SHORT_BETWEEN(acos, SIZE, SHORT_BITS(0x1.fffffep-1f))
SHORT_BETWEEN(atan, SIZE, SHORT_BITS(0x1p60f))
SHORT_BETWEEN(atanh, SIZE, SHORT_BITS(0x1.fffffep-1f))

/* Define a loop for the logarithm of a sum.  The sum and the logarithm are computed in separate loops, because together they
 * would form too long a dependency chain. */
#define SHORT_LOG_OF_SUM(name, WHERE, most)                                                            \
    FLAT static void name##_loop(int64_t n, void *const p[])                                           \
    {                                                                                                  \
        const float *x = p[0];                                                                         \
        float *r = p[1], near[SHORT_BLOCK], low[SHORT_BLOCK];                                          \
        for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK, x += SHORT_BLOCK, r += SHORT_BLOCK) { \
            const int32 count = n - begin < SHORT_BLOCK ? (int32)(n - begin) : SHORT_BLOCK;            \
            uint32 furthest = 0;                                                                       \
            ask_ahead(x, r, SHORT_BLOCK * sizeof *x);                                                  \
            for (int32 i = 0; i < count; i++) {                                                        \
                float v = x[i];                                                                        \
                couple u = short_##name##_sum(v);                                                      \
                uint32 where = WHERE;                                                                  \
                furthest = where > furthest ? where : furthest;                                        \
                near[i] = u.h;                                                                         \
                low[i] = u.l;                                                                          \
            }                                                                                          \
            for (int32 i = 0; i < count; i++)                                                          \
                near[i] = short_##name(x[i], (couple){near[i], low[i]});                               \
            if (furthest > (most))                                                                     \
                for (int32 i = 0; i < count; i++) {                                                    \
                    float v = x[i], far = (float)single_##name((double)v);                             \
                    near[i] = WHERE > (most) ? far : near[i];                                          \
                }                                                                                      \
            memcpy(r, near, (size_t)count * sizeof *r);                                                \
        }                                                                                              \
    }
SHORT_LOG_OF_SUM(asinh, SIZE, SHORT_BITS(0x1p60f))
SHORT_LOG_OF_SUM(acosh, DISTANCE(0x1.000002p0f), short_distance(0x1p60f, 0x1.000002p0f))

FLAT static void tanh_loop(int64_t n, void *const p[])
{
    const float *x = p[0];
    float *r = p[1];
    for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK) {
        const int64_t end = n - begin < SHORT_BLOCK ? n : begin + SHORT_BLOCK;
        ask_ahead(x + begin, r + begin, SHORT_BLOCK * sizeof *x);
        GLA_INDEPENDENT for (int64_t i = begin; i < end; i++) r[i] = short_tanh(x[i]);
    }
}

/* Return how far a point is outside the range from 2^-50 to 2^50, as short_distance() does.  y may be 0. */
static inline uint32 distance_of_point(float y, float x)
{
    uint32 of_x = short_size(x) - SHORT_BITS(0x1p-50f), of_y = y == 0 ? 0 : short_size(y) - SHORT_BITS(0x1p-50f);
    return of_x > of_y ? of_x : of_y;
}
#define POINTS_END (SHORT_BITS(0x1p50f) - SHORT_BITS(0x1p-50f))

FLAT static uint32 furthest_point(int32 n, const float *y, const float *x)
{
    uint32 furthest = 0;
    for (int32 i = 0; i < n; i++) {
        uint32 where = distance_of_point(y[i], x[i]);
        furthest = where > furthest ? where : furthest;
    }
    return furthest;
}

FLAT static void take_angles(int32 n, const float *y, const float *x, float *r)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++) r[i] = short_atan2(y[i], x[i]);
}

FLAT static void take_all_angles(int32 n, const float *y, const float *x, float *r)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++)
    {
        float near = short_atan2(y[i], x[i]), far = (float)single_atan2((double)y[i], (double)x[i]);
        r[i] = distance_of_point(y[i], x[i]) > POINTS_END ? far : near;
    }
}

static void atan2_loop(int64_t n, void *const p[])
{
    const float *y = p[0], *x = p[1];
    float *r = p[2];
    for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK) {
        int32 count = n - begin < SHORT_BLOCK ? (int32)(n - begin) : SHORT_BLOCK;
        ask_ahead(x + begin, r + begin, SHORT_BLOCK * sizeof *x);
        ask_ahead(y + begin, y + begin, SHORT_BLOCK * sizeof *y);
        bool plain = furthest_point(count, y + begin, x + begin) <= POINTS_END;
        (plain ? take_angles : take_all_angles)(count, y + begin, x + begin, r + begin);
    }
}

FLAT static void logaddexp_loop(int64_t n, void *const p[])
{
    const float *x = p[0], *y = p[1];
    float *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = (float)single_logaddexp((double)x[i], (double)y[i]);
}

/* Results for angles up to 8192 are computed in float32, for angles up to 2^28 in float64, and for larger angles by the C
 * library. */
#define ANGLE(name)                                                        \
    FLAT static uint32 take_##name(int32 n, const float *x, float *r)      \
    {                                                                      \
        uint32 furthest = 0;                                               \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                      \
        {                                                                  \
            uint32 where = short_size(x[i]);                               \
            furthest = where > furthest ? where : furthest;                \
            r[i] = short_##name(x[i]);                                     \
        }                                                                  \
        return furthest;                                                   \
    }                                                                      \
    FLAT static void take_far_##name(int32 n, const float *x, float *r)    \
    {                                                                      \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                      \
        {                                                                  \
            float far = (float)single_##name((double)x[i]);                \
            r[i] = fabsf(x[i]) <= 8192 ? r[i] : far;                       \
        }                                                                  \
    }                                                                      \
    static void name##_loop(int64_t n, void *const p[])                    \
    {                                                                      \
        take_or_ask(take_##name, take_far_##name, name##f, n, p[0], p[1]); \
    }

static void take_or_ask(uint32 (*take)(int32 n, const float *x, float *r), void (*take_far)(int32 n, const float *x, float *r),
                        float (*library)(float), int64_t n, const float *x, float *r)
{
    float kept[SHORT_BLOCK];
    const bool apart = x != r;
    for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK, x += SHORT_BLOCK, r += SHORT_BLOCK) {
        const int32 count = n - begin < SHORT_BLOCK ? (int32)(n - begin) : SHORT_BLOCK;
        const float *from = apart ? x : memcpy(kept, x, (size_t)count * sizeof *x);
        ask_ahead(x, r, SHORT_BLOCK * sizeof *x);
        uint32 furthest = take(count, from, r);
        if (furthest > SHORT_BITS(8192))
            take_far(count, from, r);
        for (int32 i = 0; furthest >= SHORT_BITS(0x1p28f) && i < count; i++)
            r[i] = fabsf(from[i]) < 0x1p28f ? r[i] : library(from[i]);
    }
}

ANGLE(sin)
ANGLE(cos)
ANGLE(tan)

/* Compute the exponents of powers.  Return true if an exponent or a base is outside its bounds.  The powers themselves have a
 * separate loop, because together the steps would form too long a dependency chain. */
FLAT static bool take_exponents(int32 n, const float *x, const float *y, float *h, float *l)
{
    uint32 furthest = 0, base = 0;
    for (int32 i = 0; i < n; i++) {
        couple e = short_exponent(x[i], y[i]);
        uint32 where = short_size(e.h), of_base = short_distance(x[i], 0x1p-126f);
        furthest = where > furthest ? where : furthest;
        base = of_base > base ? of_base : base;
        h[i] = e.h;
        l[i] = e.l;
    }
    return (furthest > SHORT_BITS(8)) | (base > 0x7effffffU);
}

FLAT static void take_powers(int32 n, float *h, const float *l)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++) h[i] = short_value_of(short_power_of(h[i], l[i]));
}

/* Recompute powers outside the range from e^-8 to e^8, for which float32 has too few digits. */
FLAT static void take_far_powers(int32 n, const float *x, const float *y, float *r)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++)
    {
        float far = (float)single_pow((double)x[i], (double)y[i]);
        bool near = (fabsf(short_exponent(x[i], y[i]).h) <= 8) & (x[i] >= 0x1p-126f) & (x[i] <= 0x1.fffffep127f);
        r[i] = near ? r[i] : far;
    }
}

static void pow_loop(int64_t n, void *const p[])
{
    const float *x = p[0], *y = p[1];
    float *r = p[2], near[SHORT_BLOCK], low[SHORT_BLOCK];
    for (int64_t begin = 0; begin < n; begin += SHORT_BLOCK, x += SHORT_BLOCK, y += SHORT_BLOCK, r += SHORT_BLOCK) {
        const int32 count = n - begin < SHORT_BLOCK ? (int32)(n - begin) : SHORT_BLOCK;
        ask_ahead(x, r, SHORT_BLOCK * sizeof *x);
        ask_ahead(y, y, SHORT_BLOCK * sizeof *y);
        bool beyond = take_exponents(count, x, y, near, low);
        take_powers(count, near, low);
        if (beyond) {
            take_far_powers(count, x, y, near);
            for (int32 i = 0; i < count; i++)
                near[i] = near[i] == near[i] ? near[i] : powf(x[i], y[i]);
        }
        memcpy(r, near, (size_t)count * sizeof *r);
    }
}

const gla_loop_table gla_host_single_loops = {
    [GLA_OP_exp] = exp_loop,     [GLA_OP_expm1] = expm1_loop, [GLA_OP_log] = log_loop,
    [GLA_OP_log2] = log2_loop,   [GLA_OP_log10] = log10_loop, [GLA_OP_log1p] = log1p_loop,
    [GLA_OP_sinh] = sinh_loop,   [GLA_OP_cosh] = cosh_loop,   [GLA_OP_tanh] = tanh_loop,
    [GLA_OP_asinh] = asinh_loop, [GLA_OP_acosh] = acosh_loop, [GLA_OP_atanh] = atanh_loop,
    [GLA_OP_asin] = asin_loop,   [GLA_OP_acos] = acos_loop,   [GLA_OP_atan] = atan_loop,
    [GLA_OP_atan2] = atan2_loop, [GLA_OP_sin] = sin_loop,     [GLA_OP_cos] = cos_loop,
    [GLA_OP_tan] = tan_loop,     [GLA_OP_pow] = pow_loop,     [GLA_OP_logaddexp] = logaddexp_loop};
