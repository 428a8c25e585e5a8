/* counts.c - Poisson and binomial variates, for many elements at once. */
#include "tiles.h"

#define TILE GLA_RANDOM_TILE
#define MAX_COUNT 128 /* number of entries in a table of probabilities */

/* Elements that are not yet accepted.  which[i] is the index of element i in the tile. */
typedef struct counts {
    bool same;
    random_law law;          /* common parameters, if all elements have the same parameters */
    double x[TILE], y[TILE]; /* otherwise, for each element, the mean, or the number of trials and the probability (at most
                              * 1/2) */
    int64_t n;
    uint32 which[TILE];
    double k[TILE], us[TILE], v[TILE];
} counts;

/* ---- rejection ------------------------------------------------------------------------------------------------------ */
#define LAW_same common
#define LAW_poisson random_law_poisson(x[i])
#define LAW_binomial random_law_binomial(x[i], y[i])

#define TRY_LOOP(kind)                                                                                                \
    FLAT static void try_##kind(counts *c, const uint64 *restrict a, const uint64 *restrict b, uint64 *restrict good) \
    {                                                                                                                 \
        double *restrict k = c->k, *restrict us = c->us, *restrict v = c->v;                                          \
        const double *restrict x = c->x, *restrict y = c->y;                                                          \
        const random_law common = c->law;                                                                             \
        int64_t n = c->n;                                                                                             \
        (void)x, (void)y, (void)common;                                                                               \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                                                               \
        {                                                                                                             \
            random_words w = {a[i], b[i]};                                                                            \
            random_law its = LAW_##kind;                                                                              \
            random_trial t = random_try(its, w);                                                                      \
            k[i] = t.k;                                                                                               \
            us[i] = t.us;                                                                                             \
            v[i] = t.v;                                                                                               \
            good[i] = (uint64)random_is_quick(its, t);                                                                \
        }                                                                                                             \
    }
TRY_LOOP(same)
TRY_LOOP(poisson)
TRY_LOOP(binomial)

#define TAKE_LOOP(name, kind)                                                      \
    FLAT static void take_##name##_##kind(const counts *c, uint64 *restrict good)  \
    {                                                                              \
        const double *restrict k = c->k, *restrict us = c->us, *restrict v = c->v; \
        const double *restrict x = c->x, *restrict y = c->y;                       \
        const random_law common = c->law;                                          \
        int64_t n = c->n;                                                          \
        (void)x, (void)y, (void)common;                                            \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                            \
        {                                                                          \
            random_trial t = {k[i], us[i], v[i]};                                  \
            good[i] = (uint64)random_takes_##name(LAW_##kind, t);                  \
        }                                                                          \
    }
TAKE_LOOP(poisson, same)
TAKE_LOOP(poisson, poisson)
TAKE_LOOP(binomial, same)
TAKE_LOOP(binomial, binomial)

typedef struct trials {
    void (*attempt)(counts *c, const uint64 *restrict a, const uint64 *restrict b, uint64 *restrict good);
    void (*take)(const counts *c, uint64 *restrict good);
} trials;
static const trials poisson_same = {try_same, take_poisson_same}, poisson_each = {try_poisson, take_poisson_poisson};
static const trials binomial_same = {try_same, take_binomial_same}, binomial_each = {try_binomial, take_binomial_binomial};

/* Copy all counts to z, and move the rejected elements to the front. */
static void keep_rest(counts *c, const uint64 *restrict good, double *restrict z)
{
    int64_t left = 0;
    for (int64_t i = 0; i < c->n; i++) {
        z[c->which[i]] = c->k[i];
        c->which[left] = c->which[i];
        if (!c->same) {
            c->x[left] = c->x[i];
            c->y[left] = c->y[i];
        }
        c->k[left] = c->k[i];
        c->us[left] = c->us[i];
        c->v[left] = c->v[i];
        left += !good[i];
    }
    c->n = left;
}

static void draw_by_trials(random_tile *t, counts *c, const trials *by, double *z)
{
    for (uint32 attempt = 0; c->n > 0; attempt++) {
        gla_random_blocks(t->g, t->at, c->which, c->n, WORDS_GAMMA, attempt, t->a, t->b);
        by->attempt(c, t->a, t->b, t->good);
        keep_rest(c, t->good, z);
        by->take(c, t->good);
        keep_rest(c, t->good, z);
    }
}

/* ---- inversion: adding up probabilities ----------------------------------------------------------------------------- */
/* Draw all elements of the tile from the probabilities p of 0 ... end - 1. */
static void draw_by_table(random_tile *t, const double *p, int end, double *z)
{
    gla_random_blocks(t->g, t->at, NULL, t->n, WORDS_GAMMA, 0, t->a, t->b);
    for (int64_t i = 0; i < t->n; i++) {
        double u = random_unit(t->a[i]);
        int k = 0;
        while (k < end && u >= p[k])
            u -= p[k++];
        z[i] = k;
    }
}

FLAT static void begin_poisson(const counts *c, double *restrict p)
{
    const double *restrict x = c->x;
    int64_t n = c->n;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) p[i] = special_exp(-x[i]);
}

static void add_poisson(random_tile *t, counts *c, double *z)
{
    double first[TILE];
    begin_poisson(c, first);
    gla_random_blocks(t->g, t->at, c->which, c->n, WORDS_GAMMA, 0, t->a, t->b);
    for (int64_t i = 0; i < c->n; i++) {
        double u = random_unit(t->a[i]), p = first[i], k = 0, mean = c->x[i];
        while (u >= p && (p > 1e-18 || k < mean)) {
            u -= p;
            k += 1;
            p *= mean / k;
        }
        z[c->which[i]] = k;
    }
}

FLAT static void begin_binomial(const counts *c, double *restrict q)
{
    const double *restrict x = c->x, *restrict y = c->y;
    int64_t n = c->n;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double small = -y[i], log = special_log_of(pair_sum(1, small)).h; /* the same as special_log1p, without branches */
        q[i] = special_exp(x[i] * (fabs(small) < 0x1p-60 ? small : log));
    }
}

static void add_binomial(random_tile *t, counts *c, double *z)
{
    double first[TILE];
    begin_binomial(c, first);
    gla_random_blocks(t->g, t->at, c->which, c->n, WORDS_GAMMA, 0, t->a, t->b);
    for (int64_t i = 0; i < c->n; i++) {
        double u = random_unit(t->a[i]), q = first[i], k = 0, n = c->x[i], p = c->y[i], odds = p / (1 - p);
        while (u >= q && k < n && (q > 1e-18 || k < n * p)) {
            u -= q;
            k += 1;
            q *= (n - k + 1) / k * odds;
        }
        z[c->which[i]] = k;
    }
}

/* ---- distributions -------------------------------------------------------------------------------------------------- */
static void put(counts *c, int64_t i, double x, double y)
{
    c->which[c->n] = (uint32)i;
    c->x[c->n] = x;
    c->y[c->n++] = y;
}

static bool draw_same_poisson(random_tile *t, double mean, double *z)
{
    double table[MAX_COUNT], p = special_exp(-mean);
    int k = 0;
    for (; k < MAX_COUNT && (p > 1e-18 || k < mean); p *= mean / ++k)
        table[k] = p;
    if (k < MAX_COUNT)
        draw_by_table(t, table, k, z);
    return k < MAX_COUNT;
}

void gla_random_tile_poisson(random_tile *t, double *z)
{
    const double *mean = t->p[0];
    counts few, many;
    few.n = many.n = 0;
    many.same = t->same;
    if (t->same && mean[0] < 10 && draw_same_poisson(t, mean[0], z))
        return;
    for (int64_t i = 0; i < t->n; i++)
        put(mean[i] < 10 ? &few : &many, i, mean[i], 0);
    add_poisson(t, &few, z);
    many.law = random_law_poisson(mean[0]);
    draw_by_trials(t, &many, t->same ? &poisson_same : &poisson_each, z);
}

static bool draw_same_binomial(random_tile *t, double n, double p, double *z)
{
    double table[MAX_COUNT], q = special_exp(n * special_log1p(-p)), odds = p / (1 - p);
    int k = 0;
    while (k < MAX_COUNT && k < n && (q > 1e-18 || k < n * p)) {
        table[k++] = q;
        q *= (n - k + 1) / k * odds;
    }
    if (k < MAX_COUNT)
        draw_by_table(t, table, k, z);
    return k < MAX_COUNT;
}

/* Draw binomial variates for probabilities of at most 1/2, as random_binomial does. */
static void draw_binomial(random_tile *t, const double *n, const double *p, double *z)
{
    counts few, many;
    few.n = many.n = 0;
    many.same = t->same;
    if (t->same && n[0] * p[0] < 10 && draw_same_binomial(t, n[0], p[0], z))
        return;
    for (int64_t i = 0; i < t->n; i++) {
        z[i] = 0;
        if (n[i] * p[i] > 0) /* otherwise the result is 0, as it is for most categories of multinomial draws */
            put(n[i] * p[i] < 10 ? &few : &many, i, n[i], p[i]);
    }
    add_binomial(t, &few, z);
    many.law = random_law_binomial(n[0], p[0]);
    draw_by_trials(t, &many, t->same ? &binomial_same : &binomial_each, z);
}

void gla_random_tile_binomial(random_tile *t, double *z)
{
    const double *n = t->p[0], *p = t->p[1];
    double lesser[TILE];
    for (int64_t i = 0; i < t->n; i++)
        lesser[i] = p[i] <= 0.5 ? p[i] : 1 - p[i];
    draw_binomial(t, n, lesser, z);
    for (int64_t i = 0; i < t->n; i++)
        z[i] = p[i] <= 0.5 ? z[i] : n[i] - z[i];
}
