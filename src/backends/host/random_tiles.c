/* random_tiles.c - first attempts of many elements at once. */
#include "random_tiles.h"

#define TILE GLA_RANDOM_TILE
#define MAX_COUNT 128 /* entries of a table of probabilities */

typedef struct tile {
    random_stream g;
    uint64 at;
    int64_t n;
    uint64 a[TILE], b[TILE], good[TILE];
} tile;

static void make_blocks(tile *t, uint32 kind)
{
    gla_random_blocks(t->g, t->at, NULL, t->n, kind, 0, t->a, t->b);
}

/* ---- gamma numbers and what is made of them ------------------------------------------------------------------------- */
CLONES static void try_gamma(int64_t n, const uint64 *restrict a, const uint64 *restrict b, double d, double c,
                             double *restrict r, uint64 *restrict good)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double radius = sqrt(0 - 2 * random_log(a[i]));
        double x = radius * random_turn(b[i] & 0xffffffff00000000UL).a, v = 1 + c * x;
        double u = random_positive(b[i] << 32 | (a[i] & 0x7ff) << 21);
        r[i] = d * (v * v * v);
        good[i] = (v > 0) & (u < 1 - 0.0331 * (x * x) * (x * x));
    }
}

CLONES static void make_boosts(int64_t n, const uint64 *restrict a, double shape, double *restrict r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = random_log(a[i]) / shape;
}

/* As random_gamma: r, and the exponential of e. */
static void make_gamma(tile *t, double shape, uint32 kind, uint32 boost, double *r, double *e)
{
    double d = (shape < 1 ? shape + 1 : shape) - 0x1.5555555555555p-2, c = 1 / sqrt(9 * d);
    make_blocks(t, kind);
    try_gamma(t->n, t->a, t->b, d, c, r, t->good);
    for (int64_t i = 0; i < t->n; i++) {
        e[i] = 0;
        if (!t->good[i])
            r[i] = random_gamma(t->g, t->at + (uint64)i, shape, kind, boost).a;
    }
    if (shape < 1) {
        make_blocks(t, boost);
        make_boosts(t->n, t->a, shape, e);
    }
}

CLONES static void finish_gamma(int64_t n, const double *restrict r, const double *restrict e, double scale, double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) z[i] = scale * (e[i] < 0 ? r[i] * special_exp(e[i]) : r[i]);
}

static void draw_gamma(tile *t, double shape, double scale, double *z)
{
    double r[TILE], e[TILE];
    make_gamma(t, shape, WORDS_GAMMA, WORDS_BOOST, r, e);
    if (shape < 1)
        finish_gamma(t->n, r, e, scale, z);
    else
        for (int64_t i = 0; i < t->n; i++)
            z[i] = scale * r[i];
}

CLONES static void finish_t(int64_t n, const uint64 *restrict a, const uint64 *restrict b, double df, double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) z[i] = standard_normal(a[i], b[i], 0).a * sqrt(0.5 * df / z[i]);
}

static void draw_t(tile *t, double df, double *z)
{
    draw_gamma(t, 0.5 * df, 1, z);
    make_blocks(t, WORDS_SECOND);
    finish_t(t->n, t->a, t->b, df, z);
}

CLONES static void finish_beta(int64_t n, const double *restrict xa, const double *restrict xe, const double *restrict ya,
                               const double *restrict ye, double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double larger = xe[i] > ye[i] ? xe[i] : ye[i];
        double x = xa[i] * special_exp(xe[i] - larger), y = ya[i] * special_exp(ye[i] - larger);
        z[i] = x / (x + y);
    }
}

static void draw_beta(tile *t, double a, double b, double *z)
{
    double xa[TILE], xe[TILE], ya[TILE], ye[TILE];
    make_gamma(t, a, WORDS_GAMMA, WORDS_BOOST, xa, xe);
    make_gamma(t, b, WORDS_SECOND, WORDS_SECOND_BOOST, ya, ye);
    if (a < 1 || b < 1)
        finish_beta(t->n, xa, xe, ya, ye, z);
    else
        for (int64_t i = 0; i < t->n; i++)
            z[i] = xa[i] / (xa[i] + ya[i]);
}

/* ---- counts --------------------------------------------------------------------------------------------------------- */
/* By adding up the probabilities of 0 ... end - 1. */
static void invert(tile *t, const double *p, int end, double *z)
{
    make_blocks(t, WORDS_GAMMA);
    for (int64_t i = 0; i < t->n; i++) {
        double u = random_unit(t->a[i]);
        int k = 0;
        while (k < end && u >= p[k])
            u -= p[k++];
        z[i] = k;
    }
}

typedef struct counts {
    random_law law;
    int64_t n;
    uint32 which[TILE]; /* element which[i] of the tile */
    double k[TILE], us[TILE], v[TILE];
} counts;

CLONES static void try_counts(counts *c, const uint64 *restrict a, const uint64 *restrict b, uint64 *restrict good)
{
    double *restrict k = c->k, *restrict us = c->us, *restrict v = c->v;
    random_law law = c->law;
    int64_t n = c->n;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        random_words w = {a[i], b[i]};
        random_trial t = random_try(law, w);
        k[i] = t.k;
        us[i] = t.us;
        v[i] = t.v;
        good[i] = (uint64)random_is_quick(law, t);
    }
}

#define TAKE_LOOP(name)                                                            \
    CLONES static void take_##name(const counts *c, uint64 *restrict good)         \
    {                                                                              \
        const double *restrict k = c->k, *restrict us = c->us, *restrict v = c->v; \
        random_law law = c->law;                                                   \
        int64_t n = c->n;                                                          \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                            \
        {                                                                          \
            random_trial t = {k[i], us[i], v[i]};                                  \
            good[i] = (uint64)random_takes_##name(law, t);                         \
        }                                                                          \
    }
TAKE_LOOP(poisson)
TAKE_LOOP(binomial)

/* All counts go to z; those that are not taken stay, in front. */
static void keep_rest(counts *c, const uint64 *restrict good, double *restrict z)
{
    int64_t left = 0;
    for (int64_t i = 0; i < c->n; i++) {
        z[c->which[i]] = c->k[i];
        c->which[left] = c->which[i];
        c->k[left] = c->k[i];
        c->us[left] = c->us[i];
        c->v[left] = c->v[i];
        left += !good[i];
    }
    c->n = left;
}

static void draw_counts(tile *t, random_law law, void (*take)(const counts *c, uint64 *restrict good), double *z)
{
    counts c = {.law = law, .n = t->n};
    uint32 attempt = 0;
    for (int64_t i = 0; i < t->n; i++)
        c.which[i] = (uint32)i;
    make_blocks(t, WORDS_GAMMA);
    while (c.n > 0) {
        try_counts(&c, t->a, t->b, t->good);
        keep_rest(&c, t->good, z);
        take(&c, t->good);
        keep_rest(&c, t->good, z);
        gla_random_blocks(t->g, t->at, c.which, c.n, WORDS_GAMMA, ++attempt, t->a, t->b);
    }
}

static bool draw_poisson(tile *t, double mean, double *z)
{
    if (mean < 10) {
        double table[MAX_COUNT], p = special_exp(-mean);
        int k = 0;
        for (; k < MAX_COUNT && (p > 1e-18 || k < mean); p *= mean / ++k)
            table[k] = p;
        if (k == MAX_COUNT)
            return false;
        invert(t, table, k, z);
        return true;
    }
    draw_counts(t, random_law_poisson(mean), take_poisson, z);
    return true;
}

/* For p <= 1/2, as random_binomial. */
static bool draw_binomial(tile *t, double n, double p, double *z)
{
    if (n * p < 10) {
        double table[MAX_COUNT], q = special_exp(n * special_log1p(-p)), odds = p / (1 - p);
        int k = 0;
        while (k < MAX_COUNT && k < n && (q > 1e-18 || k < n * p)) {
            table[k++] = q;
            q *= (n - k + 1) / k * odds;
        }
        if (k == MAX_COUNT)
            return false;
        invert(t, table, k, z);
        return true;
    }
    draw_counts(t, random_law_binomial(n, p), take_binomial, z);
    return true;
}

bool gla_random_tile(const gla_draw *d, gla_distribution of, uint64_t at, int64_t n, double *z)
{
    double a = d->parameters[0].value, b = d->parameters[1].value;
    tile t;
    t.g = random_stream_of((int64_t)d->key, d->substream);
    t.at = at;
    t.n = n;
    switch (of) {
    case GLA_DRAW_gamma:
        if (a > 0)
            draw_gamma(&t, a, b, z);
        return a > 0;
    case GLA_DRAW_chisquare: draw_gamma(&t, 0.5 * a, 2, z); return 0.5 * a > 0;
    case GLA_DRAW_standard_t: draw_t(&t, a, z); return 0.5 * a > 0;
    case GLA_DRAW_beta: draw_beta(&t, a, b, z); return true;
    case GLA_DRAW_poisson: return draw_poisson(&t, a, z);
    case GLA_DRAW_binomial:
        if (b <= 0.5)
            return draw_binomial(&t, a, b, z);
        if (!draw_binomial(&t, a, 1 - b, z))
            return false;
        for (int64_t i = 0; i < n; i++)
            z[i] = a - z[i];
        return true;
    default: return false;
    }
}

/* ---- whole numbers -------------------------------------------------------------------------------------------------- */
/* As random_product, by multiplications that processors have for several numbers at once. */
static inline random_words long_product(uint64 word, uint64 n)
{
    const uint64 half = 0xffffffffu;
    uint64 a = (word & half) * (n & half), b = (word >> 32) * (n & half) + (a >> 32);
    uint64 c = (word & half) * (n >> 32) + (b & half);
    random_words w = {(word >> 32) * (n >> 32) + (b >> 32) + (c >> 32), c << 32 | (a & half)};
    return w;
}

/* The first attempts of random_below; false where one of them is refused. */
#define BELOW_LOOP(name, whole, product)                                                                            \
    CLONES static bool name(int64_t n, const uint64 *restrict a, const uint64 *restrict b, uint64 low, whole count, \
                            uint64 limit, uint64 *restrict v)                                                       \
    {                                                                                                               \
        uint64 again = 0;                                                                                           \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                                                             \
        {                                                                                                           \
            random_words first = product(a[i], count), second = product(b[i], count);                               \
            again |= (uint64)(first.b < limit) | (uint64)(second.b < limit);                                        \
            v[2 * i] = low + first.a;                                                                               \
            v[2 * i + 1] = low + second.a;                                                                          \
        }                                                                                                           \
        return !again;                                                                                              \
    }
BELOW_LOOP(put_short, uint32, random_short_product)
BELOW_LOOP(put_long, uint64, long_product)

void gla_random_tile_below(random_stream g, uint64 at, int64_t n, const uint64 *a, const uint64 *b, uint64 low, uint64 range,
                           uint64 *v)
{
    uint64 count = range + 1, limit = count ? (0 - count) % count : 0;
    if (!count) {
        for (int64_t i = 0; i < n; i++) {
            v[2 * i] = low + a[i];
            v[2 * i + 1] = low + b[i];
        }
        return;
    }
    if (count <= UINT32_MAX ? put_short(n, a, b, low, (uint32)count, limit, v) : put_long(n, a, b, low, count, limit, v))
        return;
    for (int64_t i = 0; i < n; i++) {
        if (a[i] * count < limit)
            v[2 * i] = low + random_below(g, at + 2 * (uint64)i, a[i], range);
        if (b[i] * count < limit)
            v[2 * i + 1] = low + random_below(g, at + 2 * (uint64)i + 1, b[i], range);
    }
}
