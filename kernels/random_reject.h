/* random_reject.h - Distributions sampled by rejection. Each attempt uses a separate block of words.
 *
 * Sources: G. Marsaglia and W. W. Tsang, A simple method for generating gamma variables (2000); W. Hörmann, The transformed
 * rejection method for generating Poisson random variables (1993), The generation of binomial random variates (1993); C. P.
 * Robert, Simulation of truncated normal variables (1995). */
#ifndef RANDOM_REJECT_H
#define RANDOM_REJECT_H
#include "random_draws.h"

/* Replacement for an exponential variate that is 0: half the smallest positive variate. */
#ifdef SINGLE_ONLY
#define RANDOM_LEAST 0x1p-25f
#else
#define RANDOM_LEAST 0x1p-54
#endif

DEVICE float64 random_waiting_of(uint64 word)
{
    float64 e = 0 - random_log(word);
    return e > RANDOM_LEAST ? e : RANDOM_LEAST;
}

/* Return a gamma variate of shape 1. The variate is never 0, because it may be a divisor. The first of two variates uses the
 * same word as the draw of `exponential` and equals that draw; the second uses a separate block. */
DEVICE float64 random_positive_exponential(random_stream g, uint64 at, uint32 kind)
{
    return random_waiting_of(kind == WORDS_GAMMA ? random_word(g, at) : random_block(g, at, kind, 0).a);
}

/* Return a gamma variate as the product a * exp(b). For small shapes exp(b) alone would underflow. */
DEVICE random_two random_gamma(random_stream g, uint64 at, float64 shape, uint32 kind, uint32 boost)
{
    float64 d = (shape < 1 ? shape + 1 : shape) - 0x1.5555555555555p-2, c = 1 / sqrt(9 * d), v, x, u;
    random_two r;
    r.b = 0;
    if (shape == 1) {
        r.a = random_positive_exponential(g, at, kind);
        return r;
    }
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, kind, attempt);
        float64 radius = sqrt(0 - 2 * random_log(w.a));
        x = radius * random_turn(w.b & 0xffffffff00000000UL).a;
        v = 1 + c * x;
        if (!(v > 0))
            continue;
        v = v * v * v;
        u = random_positive(w.b << 32 | (w.a & 0x7ff) << 21); /* from bits that neither x nor the radius uses */
        if (u < 1 - 0.0331 * (x * x) * (x * x))
            break;
        if (random_log_of(u) < 0.5 * x * x + d * (1 - v + random_log_of(v)))
            break;
    }
    r.a = d * v;
    if (shape < 1)
        r.b = random_log(random_block(g, at, boost, 0).a) / shape;
    return r;
}

DEVICE float64 element_gamma(random_stream g, uint64 at, float64 shape, float64 scale, float64 c, float64 d)
{
    random_two r = random_gamma(g, at, shape > 0 ? shape : 1, WORDS_GAMMA, WORDS_BOOST);
    (void)c, (void)d;
    if (!(shape > 0))
        return 0;
    return scale * (r.b < 0 ? r.a * special_exp(r.b) : r.a);
}

DEVICE float64 element_chisquare(random_stream g, uint64 at, float64 df, float64 b, float64 c, float64 d)
{
    return element_gamma(g, at, 0.5 * df, 2, c, b + d);
}

DEVICE float64 element_standard_t(random_stream g, uint64 at, float64 df, float64 b, float64 c, float64 d)
{
    random_words w = random_block(g, at, WORDS_SECOND, 0);
    return standard_normal(w.a, w.b, 0).a * sqrt(0.5 * df / element_gamma(g, at, 0.5 * df, 1, b, c + d));
}

DEVICE float64 element_beta(random_stream g, uint64 at, float64 a, float64 b, float64 c, float64 d)
{
    random_two x = random_gamma(g, at, a, WORDS_GAMMA, WORDS_BOOST);
    random_two y = random_gamma(g, at, b, WORDS_SECOND, WORDS_SECOND_BOOST);
    float64 larger = x.b > y.b ? x.b : y.b;
    (void)c, (void)d;
    x.a *= special_exp(x.b - larger);
    y.a *= special_exp(y.b - larger);
    return x.a / (x.a + y.a);
}

/* ---- counts -----------------------------------------------------------------------------------------------------------------
 *
 * Distributions with a small mean are sampled by summing probabilities, other distributions by transformed rejection. Two
 * uniform variates propose a count. A proposal in the inner part below the hat is accepted at once. Any other proposal is
 * compared with the probability of its count. */
typedef struct {
    float64 wide, top, alpha, quick, edge, centre; /* the hat, and the bound of immediate acceptance */
    float64 mean, other, n;                        /* mean; n (1 - p) and n, which are infinite for the Poisson distribution */
    float64 scale, least;                          /* normalisation of a binomial probability by the probability of the mode */
} random_law;

typedef struct {
    float64 k, us, v;
} random_trial;

/* Error of Stirling's formula for log k!, 1 <= k < 16. Element 0 is a placeholder. */
CONSTANT float64 random_stirling[16] = {
    0x1.4c071bcda0a5bp-4, 0x1.4c071bcda0a5bp-4, 0x1.52a9b923ea649p-5, 0x1.c579a268d80b3p-6,
    0x1.54a2662fd78a9p-6, 0x1.10b4e513fcbedp-6, 0x1.c6b167bebdf36p-7, 0x1.85d4d612e4a86p-7,
    0x1.552805e7b3076p-7, 0x1.2f4871b12ab64p-7, 0x1.10f9d4c0743a7p-7, 0x1.f0593088014f8p-8,
    0x1.c7018733aa9c6p-8, 0x1.a40514700f36cp-8, 0x1.86076c002d4a7p-8, 0x1.6c08f6f194a1p-8,
};

/* Return the last four bits of an integer. */
#ifdef SINGLE_ONLY
#define RANDOM_PLACE(k) ((int32)(k)&15)
#else
#define RANDOM_PLACE(k) (BITS_OF((k) + 0x1p52) & 15)
#endif

/* Return the error of Stirling's formula for log k!, without branches, so that CPUs can vectorise the function. */
DEVICE float64 random_stirling_of(float64 k)
{
    float64 is_large = (float64)(k >= 16), z = 1 / (k * k), r = 0x1.a01a01a01a01ap-11 - z * 0x1.3813813813814p-11;
    r = 0x1.5555555555555p-4 - z * (0x1.6c16c16c16c17p-9 - z * r);
    return is_large / k * r + (1 - is_large) * random_stirling[RANDOM_PLACE(k)];
}

DEVICE float64 random_at_least_1(float64 k)
{
    return k + (float64)(k < 1);
}

/* Return the logarithm of the Poisson probability of k, plus half the logarithm of 2 pi max(k, 1). Expanding about the mode
 * avoids cancellation of large terms. */
DEVICE float64 random_log_poisson(float64 k, float64 mean)
{
    float64 at = random_at_least_1(k), d = (mean - at) / at, y = 1 + d;
    float64 log1p = random_log_of(y) + (d - (y - 1)) / y;
    return k * log1p - at * d - random_stirling_of(at);
}

DEVICE random_law random_law_poisson(float64 mean)
{
    random_law w;
    w.wide = 0.931 + 2.53 * sqrt(mean);
    w.top = -0.059 + 0.02483 * w.wide;
    w.alpha = 1.1239 + 1.1328 / (w.wide - 3.4);
    w.quick = 0.9277 - 3.6224 / (w.wide - 2);
    w.edge = 0.013;
    w.centre = mean + 0.43;
    w.mean = mean;
    w.other = w.n = (float64)INFINITY;
    w.scale = 0x1.921fb54442d18p+2;
    w.least = 0;
    return w;
}

/* For p <= 1/2. */
DEVICE random_law random_law_binomial(float64 n, float64 p)
{
    float64 deviation = sqrt(n * p * (1 - p)), mode = floor((n + 1) * p);
    random_law w;
    w.wide = 1.15 + 2.53 * deviation;
    w.top = -0.0873 + 0.0248 * w.wide + 0.01 * p;
    w.alpha = (2.83 + 5.1 / w.wide) * deviation;
    w.quick = 0.92 - 4.2 / w.wide;
    w.edge = 0;
    w.centre = n * p + 0.5;
    w.mean = n * p;
    w.other = n * (1 - p);
    w.n = n;
    w.scale = 1 / (mode * (n - mode));
    w.least = random_log_poisson(mode, w.mean) + random_log_poisson(n - mode, w.other);
    return w;
}

DEVICE random_trial random_try(random_law w, random_words words)
{
    float64 u = random_unit(words.a) - 0.5;
    random_trial t;
    t.us = 0.5 - fabs(u);
    t.v = random_positive(words.b);
    t.k = floor((2 * w.top / t.us + w.wide) * u + w.centre);
    return t;
}

/* Return true if the trial is in the inner part of the hat, in which every count is in range. */
DEVICE int random_is_quick(random_law w, random_trial t)
{
    return (t.us >= 0.07) & (t.v <= w.quick);
}

/* Return true if a trial outside the inner part is accepted. */
DEVICE int random_takes_poisson(random_law w, random_trial t)
{
    float64 x = t.v * w.alpha / (w.top / (t.us * t.us) + w.wide), at = random_at_least_1(t.k);
    int fits = random_log_of(w.scale * at * x * x) <= 2 * random_log_poisson(t.k, w.mean);
    return (t.k >= 0) & ((t.us >= w.edge) | (t.v <= t.us)) & fits;
}

DEVICE int random_takes_binomial(random_law w, random_trial t)
{
    float64 x = t.v * w.alpha / (w.top / (t.us * t.us) + w.wide), rest = w.n - t.k;
    float64 at = random_at_least_1(t.k), beside = random_at_least_1(rest);
    float64 log = random_log_poisson(t.k, w.mean) + random_log_poisson(rest, w.other) - w.least;
    int fits = random_log_of(w.scale * at * beside * x * x) <= 2 * log;
    return (t.k >= 0) & (rest >= 0) & fits;
}

DEVICE float64 element_poisson(random_stream g, uint64 at, float64 mean, float64 b, float64 c, float64 d)
{
    (void)b, (void)c, (void)d;
    if (mean < 10) {
        float64 u = random_unit(random_block(g, at, WORDS_GAMMA, 0).a), p = special_exp(-mean), k = 0;
        while (u >= p && (p > 1e-18 || k < mean)) {
            u -= p;
            k += 1;
            p *= mean / k;
        }
        return k;
    }
    random_law w = random_law_poisson(mean);
    for (uint32 attempt = 0;; attempt++) {
        random_trial t = random_try(w, random_block(g, at, WORDS_GAMMA, attempt));
        if (random_is_quick(w, t) || random_takes_poisson(w, t))
            return t.k;
    }
}

/* For p <= 1/2. */
DEVICE float64 random_binomial(random_stream g, uint64 at, float64 n, float64 p)
{
    if (n * p < 10) {
        float64 u = random_unit(random_block(g, at, WORDS_GAMMA, 0).a), k = 0, odds = p / (1 - p);
        float64 q = special_exp(n * special_log1p(-p));
        while (u >= q && k < n && (q > 1e-18 || k < n * p)) {
            u -= q;
            k += 1;
            q *= (n - k + 1) / k * odds;
        }
        return k;
    }
    random_law w = random_law_binomial(n, p);
    for (uint32 attempt = 0;; attempt++) {
        random_trial t = random_try(w, random_block(g, at, WORDS_GAMMA, attempt));
        if (random_is_quick(w, t) || random_takes_binomial(w, t))
            return t.k;
    }
}

DEVICE float64 element_binomial(random_stream g, uint64 at, float64 n, float64 p, float64 c, float64 d)
{
    (void)c, (void)d;
    return p <= 0.5 ? random_binomial(g, at, n, p) : n - random_binomial(g, at, n, 1 - p);
}

/* Return a truncated normal variate. The interval is [a, b] in units of `scale`, relative to `loc`. If a + b < 0, the interval
 * is reflected, so that a is the end nearer to 0. Proposals are normal if normal variates often fall in the interval, uniform
 * if the interval is short, and otherwise exponential beyond a. Uniform and exponential proposals are distances that are added
 * to the near end of the original interval, because this end and the distance may differ greatly in magnitude. */
DEVICE float64 element_truncated_normal(random_stream g, uint64 at, float64 low, float64 high, float64 loc, float64 scale)
{
    float64 from = random_distance(loc, low, scale), to = random_distance(loc, high, scale);
    float64 width = random_distance(low, high, scale), sign = from + to < 0 ? -1 : 1, near = sign < 0 ? high : low;
    float64 a = sign < 0 ? -to : from, b = sign < 0 ? -from : to, span = sign * (high - low), x;
    float64 rate = a < 1e9 ? 0.5 * (a + sqrt(a * a + 4)) : a;
    int is_short = a < 0.5 ? width <= 1.5 : width * a <= 1.5;
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, WORDS_GAMMA, attempt);
        float64 v = random_log(w.b);
        if (is_short) {
            float64 u = random_unit(w.a), t = width * u;
            x = IS_FINITE_VALUE(span) ? fma(span, u, near) : fma(sign * scale, t, near);
            if (v <= (a > 0 ? -t * (a + 0.5 * t) : -0.5 * (a + t) * (a + t)))
                break;
        } else if (a < 0.5) {
            float64 z = standard_normal(w.a, w.b, 0).a;
            x = loc + sign * scale * z;
            if (z >= a && z <= b)
                break;
        } else {
            float64 beyond = -random_log(w.a) / rate, gap = a - rate + beyond;
            x = fma(sign * scale, beyond, near);
            if (beyond <= width && v <= -0.5 * gap * gap)
                break;
        }
    }
    return x < low ? low : x > high ? high : x;
}
#endif
