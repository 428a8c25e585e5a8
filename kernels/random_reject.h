/* random_reject.h - distributions of which an element may take several attempts: each has blocks of its own.
 *
 * Sources: G. Marsaglia and W. W. Tsang, A simple method for generating gamma variables (2000); W. Hörmann, The transformed
 * rejection method for generating Poisson random variables (1993), The generation of binomial random variates (1993); C. P.
 * Robert, Simulation of truncated normal variables (1995). */
#ifndef RANDOM_REJECT_H
#define RANDOM_REJECT_H
#include "random_draws.h"

/* A gamma number in two factors: a, and the exponential of b, which alone would vanish for small shapes. */
DEVICE random_two random_gamma(random_stream g, uint64 at, float64 shape, uint32 kind, uint32 boost)
{
    float64 d = (shape < 1 ? shape + 1 : shape) - 0x1.5555555555555p-2, c = 1 / sqrt(9 * d), v, x, u;
    random_two r;
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, kind, attempt);
        float64 radius = sqrt(0 - 2 * random_log(w.a));
        x = radius * random_turn(w.b & 0xffffffff00000000UL).a;
        v = 1 + c * x;
        if (!(v > 0))
            continue;
        v = v * v * v;
        u = random_positive(w.b << 32 | (w.a & 0x7ff) << 21); /* of bits that the other two have left */
        if (u < 1 - 0.0331 * (x * x) * (x * x))
            break;
        if (random_log_of(u) < 0.5 * x * x + d * (1 - v + random_log_of(v)))
            break;
    }
    r.a = d * v;
    r.b = shape < 1 ? random_log(random_block(g, at, boost, 0).a) / shape : 0;
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

/* The logarithm of the probability of k by Poisson's distribution: by Stirling's series about the mode, so that large
 * numbers do not cancel. */
DEVICE float64 random_log_poisson(float64 k, float64 mean)
{
    if (k < 16) {
        float64 product = 1;
        for (float64 j = 2; j <= k; j++)
            product *= j;
        return k * random_log_of(mean) - mean - random_log_of(product);
    }
    float64 d = (mean - k) / k, z = 1 / (k * k);
    float64 rest = 0x1.a01a01a01a01ap-11 - z * 0x1.3813813813814p-11;
    rest = (0x1.5555555555555p-4 - z * (0x1.6c16c16c16c17p-9 - z * rest)) / k;
    return k * (special_log1p(d) - d) - rest - 0.5 * random_log_of(0x1.921fb54442d18p+2 * k);
}

/* Of small means by adding up probabilities, of others by transformed rejection. */
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
    float64 wide = 0.931 + 2.53 * sqrt(mean), top = -0.059 + 0.02483 * wide;
    float64 alpha = 1.1239 + 1.1328 / (wide - 3.4), quick = 0.9277 - 3.6224 / (wide - 2);
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, WORDS_GAMMA, attempt);
        float64 u = random_unit(w.a) - 0.5, v = random_positive(w.b), us = 0.5 - fabs(u);
        float64 k = floor((2 * top / us + wide) * u + mean + 0.43);
        if (us >= 0.07 && v <= quick)
            return k;
        if (!(k >= 0) || (us < 0.013 && v > us))
            continue;
        if (random_log_of(v * alpha / (top / (us * us) + wide)) <= random_log_poisson(k, mean))
            return k;
    }
}

DEVICE float64 random_log_binomial(float64 k, float64 n, float64 p)
{
    return random_log_poisson(k, n * p) + random_log_poisson(n - k, n * (1 - p));
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
    float64 deviation = sqrt(n * p * (1 - p)), wide = 1.15 + 2.53 * deviation, top = -0.0873 + 0.0248 * wide + 0.01 * p;
    float64 alpha = (2.83 + 5.1 / wide) * deviation, quick = 0.92 - 4.2 / wide, mode = floor((n + 1) * p);
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, WORDS_GAMMA, attempt);
        float64 u = random_unit(w.a) - 0.5, v = random_positive(w.b), us = 0.5 - fabs(u);
        float64 k = floor((2 * top / us + wide) * u + n * p + 0.5);
        if (!(k >= 0 && k <= n))
            continue;
        if (us >= 0.07 && v <= quick)
            return k;
        if (random_log_of(v * alpha / (top / (us * us) + wide)) <=
            random_log_binomial(k, n, p) - random_log_binomial(mode, n, p))
            return k;
    }
}

DEVICE float64 element_binomial(random_stream g, uint64 at, float64 n, float64 p, float64 c, float64 d)
{
    (void)c, (void)d;
    return p <= 0.5 ? random_binomial(g, at, n, p) : n - random_binomial(g, at, n, 1 - p);
}

/* Between a and b, where a + b >= 0: normal numbers where they fall there often, uniform ones where the interval is short, else
 * exponential ones beyond a. */
DEVICE float64 random_truncated(random_stream g, uint64 at, float64 a, float64 b)
{
    float64 rate = a < 1e9 ? 0.5 * (a + sqrt(a * a + 4)) : a, top = a > 0 ? a : 0;
    int is_short = a < 0.5 ? b - a <= 1.5 : (b - a) * a <= 1.5;
    for (uint32 attempt = 0;; attempt++) {
        random_words w = random_block(g, at, WORDS_GAMMA, attempt);
        float64 x, v = random_log(w.b);
        if (is_short) {
            x = a + (b - a) * random_unit(w.a);
            if (v <= 0.5 * (top - x) * (top + x))
                return x;
        } else if (a < 0.5) {
            x = standard_normal(w.a, w.b, 0).a;
            if (x >= a && x <= b)
                return x;
        } else {
            float64 beyond = -random_log(w.a) / rate, gap = a - rate + beyond;
            x = a + beyond;
            if (x <= b && v <= -0.5 * gap * gap)
                return x;
        }
    }
}

DEVICE float64 element_truncated_normal(random_stream g, uint64 at, float64 low, float64 high, float64 loc, float64 scale)
{
    float64 a = (low - loc) / scale, b = (high - loc) / scale, x;
    x = a + b < 0 ? -random_truncated(g, at, -b, -a) : random_truncated(g, at, a, b);
    x = loc + scale * x;
    return x < low ? low : x > high ? high : x;
}
#endif
