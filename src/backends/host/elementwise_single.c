/* elementwise_single.c - the loops of elementary functions of float32: in registers of float32 (elementwise_short.h) between
 * the bounds that those have, and of other numbers in registers of float64 (elementwise_single.h). */
#include "elementwise_short_angles.h"
#include "elementwise_single.h"

#include <string.h>

/* What a number gives does not depend on its neighbours: blocks that have all numbers between the bounds leave out what others
 * need. */
#define SHORT_BETWEEN(name, least, most)                                                            \
    CLONES static void name##_loop(int64_t n, void *const p[])                                      \
    {                                                                                               \
        const float *x = p[0];                                                                      \
        float *r = p[1];                                                                            \
        const bool apart = x != r;                                                                  \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, x += WIDE_BLOCK, r += WIDE_BLOCK) { \
            int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK, out = 0;        \
            ask_ahead(x, r, WIDE_BLOCK * sizeof *x);                                                \
            for (int32 i = 0; !apart && i < count; i++)                                             \
                out += ((x[i] >= least) & (x[i] <= most)) ? 0 : 1;                                  \
            if (!out)                                                                               \
                GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                   \
                {                                                                                   \
                    float v = x[i];                                                                 \
                    out += apart ? (((v >= least) & (v <= most)) ? 0 : 1) : 0;                      \
                    r[i] = short_##name(v);                                                         \
                }                                                                                   \
            if (out)                                                                                \
                GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                   \
                {                                                                                   \
                    float near = short_##name(x[i]), far = (float)single_##name((double)x[i]);      \
                    r[i] = ((x[i] >= least) & (x[i] <= most)) ? near : far;                         \
                }                                                                                   \
        }                                                                                           \
    }
SHORT_BETWEEN(exp, -87, 88)
SHORT_BETWEEN(expm1, -60, 60)
SHORT_BETWEEN(log, 0x1p-126f, 0x1.fffffep127f)
SHORT_BETWEEN(log2, 0x1p-126f, 0x1.fffffep127f)
SHORT_BETWEEN(log10, 0x1p-126f, 0x1.fffffep127f)
SHORT_BETWEEN(log1p, -0.9f, 0x1p100f)
SHORT_BETWEEN(sinh, -7.5f, 7.5f)
SHORT_BETWEEN(cosh, -7.5f, 7.5f)
SHORT_BETWEEN(asinh, -0x1p60f, 0x1p60f)
SHORT_BETWEEN(acosh, 0x1.000002p0f, 0x1p60f)
SHORT_BETWEEN(asin, -0x1.fffffep-1f, 0x1.fffffep-1f)
SHORT_BETWEEN(acos, -0x1.fffffep-1f, 0x1.fffffep-1f)
SHORT_BETWEEN(atan, -0x1p60f, 0x1p60f)
SHORT_BETWEEN(atanh, -0x1.fffffep-1f, 0x1.fffffep-1f)

CLONES static void tanh_loop(int64_t n, void *const p[])
{
    const float *x = p[0];
    float *r = p[1];
    for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK) {
        const int64_t end = n - begin < WIDE_BLOCK ? n : begin + WIDE_BLOCK;
        ask_ahead(x + begin, r + begin, WIDE_BLOCK * sizeof *x);
        GLA_INDEPENDENT for (int64_t i = begin; i < end; i++) r[i] = short_tanh(x[i]);
    }
}

static inline bool is_plain(float y, float x)
{
    return (fabsf(x) >= 0x1p-50f) & (fabsf(x) <= 0x1p50f) & (fabsf(y) <= 0x1p50f) & ((fabsf(y) >= 0x1p-50f) | (y == 0));
}

CLONES static int32 count_extreme(int32 n, const float *y, const float *x)
{
    int32 count = 0;
    for (int32 i = 0; i < n; i++)
        count += is_plain(y[i], x[i]) ? 0 : 1;
    return count;
}

CLONES static void take_angles(int32 n, const float *y, const float *x, float *r)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++) r[i] = short_atan2(y[i], x[i]);
}

CLONES static void take_all_angles(int32 n, const float *y, const float *x, float *r)
{
    GLA_INDEPENDENT for (int32 i = 0; i < n; i++)
    {
        float near = short_atan2(y[i], x[i]), far = (float)single_atan2((double)y[i], (double)x[i]);
        r[i] = is_plain(y[i], x[i]) ? near : far;
    }
}

static void atan2_loop(int64_t n, void *const p[])
{
    const float *y = p[0], *x = p[1];
    float *r = p[2];
    for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK) {
        int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK;
        ask_ahead(x + begin, r + begin, WIDE_BLOCK * sizeof *x);
        ask_ahead(y + begin, y + begin, WIDE_BLOCK * sizeof *y);
        bool plain = count_extreme(count, y + begin, x + begin) == 0;
        (plain ? take_angles : take_all_angles)(count, y + begin, x + begin, r + begin);
    }
}

CLONES static void logaddexp_loop(int64_t n, void *const p[])
{
    const float *x = p[0], *y = p[1];
    float *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = (float)single_logaddexp((double)x[i], (double)y[i]);
}

/* Angles of up to 8192 in float32, up to 2^28 in float64, and beyond NaN, which is left to the C library; they say how many. */
#define ANGLE(name)                                                       \
    CLONES static int32 take_##name(int32 n, const float *x, float *near) \
    {                                                                     \
        int32 out = 0, bad = 0;                                           \
        for (int32 i = 0; i < n; i++) {                                   \
            out += fabsf(x[i]) <= 8192 ? 0 : 1;                           \
            near[i] = short_##name(x[i]);                                 \
        }                                                                 \
        for (int32 i = 0; out && i < n; i++) {                            \
            float far = (float)single_##name((double)x[i]);               \
            near[i] = fabsf(x[i]) <= 8192 ? near[i] : far;                \
            bad += near[i] == near[i] ? 0 : 1;                            \
        }                                                                 \
        return bad;                                                       \
    }                                                                     \
    static void name##_loop(int64_t n, void *const p[])                   \
    {                                                                     \
        take_or_ask(take_##name, name##f, n, p[0], p[1]);                 \
    }

enum { NEAR = WIDE_BLOCK }; /* numbers at a time: the results may take the place of x */

static void take_or_ask(int32 (*take)(int32 n, const float *x, float *near), float (*library)(float), int64_t n, const float *x,
                        float *r)
{
    float near[NEAR];
    for (int64_t begin = 0; begin < n; begin += NEAR) {
        ask_ahead(x + begin, r + begin, NEAR * sizeof *x);
        int32 count = n - begin < NEAR ? (int32)(n - begin) : NEAR, bad = take(count, x + begin, near);
        for (int32 i = 0; bad && i < count; i++)
            near[i] = near[i] == near[i] ? near[i] : library(x[begin + i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
    }
}

ANGLE(sin)
ANGLE(cos)
ANGLE(tan)

CLONES static int32 take_pow(int32 n, const float *x, const float *y, float *near)
{
    int32 out = 0, bad = 0;
    for (int32 i = 0; i < n; i++) {
        float power = short_pow(x[i], y[i]);
        near[i] = power;
        out += power == power ? 0 : 1;
    }
    for (int32 i = 0; out && i < n; i++) {
        float far = (float)single_pow((double)x[i], (double)y[i]);
        near[i] = near[i] == near[i] ? near[i] : far;
        bad += near[i] == near[i] ? 0 : 1;
    }
    return bad;
}

static void pow_loop(int64_t n, void *const p[])
{
    const float *x = p[0], *y = p[1];
    float *r = p[2], near[NEAR];
    for (int64_t begin = 0; begin < n; begin += NEAR) {
        ask_ahead(x + begin, r + begin, NEAR * sizeof *x);
        ask_ahead(y + begin, y + begin, NEAR * sizeof *y);
        int32 count = n - begin < NEAR ? (int32)(n - begin) : NEAR, bad = take_pow(count, x + begin, y + begin, near);
        for (int32 i = 0; bad && i < count; i++)
            near[i] = near[i] == near[i] ? near[i] : powf(x[begin + i], y[begin + i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
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
