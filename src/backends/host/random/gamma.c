/* gamma.c - Gamma variates, and variates of distributions derived from the gamma distribution, for many elements at once. */
#include "tiles.h"

#include <string.h>

#define TILE GLA_RANDOM_TILE

static void make_blocks(random_tile *t, uint32 kind)
{
    gla_random_blocks(t->g, t->at, NULL, t->n, kind, 0, t->a, t->b);
}

/* Compute the constants of the method for each shape parameter. */
FLAT static void find_factors(int64_t n, const double *restrict shape, double *restrict d, double *restrict c)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        d[i] = (shape[i] < 1 ? shape[i] + 1 : shape[i]) - 0x1.5555555555555p-2;
        c[i] = 1 / sqrt(9 * d[i]);
    }
}

/* Elements that are not yet accepted, and the state of their attempts.  which[i] is the index of element i in the tile. */
typedef struct rest {
    int64_t n;
    uint32 which[TILE];
    double d[TILE], c[TILE];
    double v[TILE], x[TILE], u[TILE], r[TILE]; /* v <= 0: the attempt has failed */
    uint64 good[TILE];
} rest;

/* Table entries for logarithms.  Entries are looked up before the loop that uses them, so that the loop needs no scalar
 * loads. */
typedef struct entries {
    double x[TILE], inverse[TILE], log[TILE];
} entries;

FLAT static void find_positive(int64_t n, const uint64 *restrict a, double *restrict x)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) x[i] = random_positive(a[i]);
}

static void find_entries(int64_t n, entries *e)
{
    for (int64_t i = 0; i < n; i++) {
        const random_log_entry near = random_log_near(e->x[i]);
        e->inverse[i] = near.inverse;
        e->log[i] = near.log;
    }
}

/* Try the test that decides nearly all attempts. */
FLAT static void try_normal(int64_t n, const uint64 *restrict a, const uint64 *restrict b, const entries *restrict e,
                            rest *restrict t)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        const random_log_entry near = {e->inverse[i], e->log[i]};
        double radius = sqrt(0 - 2 * random_log_beside(e->x[i], near));
        double x = radius * random_turn(b[i] & 0xffffffff00000000UL).a, v = 1 + t->c[i] * x;
        double u = random_positive(b[i] << 32 | (a[i] & 0x7ff) << 21);
        v = v * v * v;
        t->x[i] = x;
        t->u[i] = u;
        t->v[i] = v;
        t->r[i] = t->d[i] * v;
        t->good[i] = (v > 0) & (u < 1 - 0.0331 * (x * x) * (x * x));
    }
}

static void try_gamma(int64_t n, const uint64 *a, const uint64 *b, rest *t)
{
    entries e;
    find_positive(n, a, e.x);
    find_entries(n, &e);
    try_normal(n, a, b, &e, t);
}

FLAT static void decide_gamma(int64_t n, rest *restrict t)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double x = t->x[i], v = t->v[i];
        bool is_below = random_log_of(t->u[i]) < 0.5 * x * x + t->d[i] * (1 - v + random_log_of(v));
        t->good[i] = (v > 0) & is_below;
    }
}

/* Move all fields except `which`. */
static inline void move_entry(rest *t, int64_t to, int64_t from)
{
    t->d[to] = t->d[from];
    t->c[to] = t->c[from];
    t->v[to] = t->v[from];
    t->x[to] = t->x[from];
    t->u[to] = t->u[from];
    t->r[to] = t->r[from];
}

/* Copy the variates to r, and move the rejected elements to the front. */
static void keep_rest(rest *t, double *restrict r)
{
    int64_t left = 0;
    for (int64_t i = 0; i < t->n; i++) {
        r[t->which[i]] = t->r[i];
        t->which[left] = t->which[i];
        move_entry(t, left, i);
        left += !t->good[i];
    }
    t->n = left;
}

/* Copy the variates of the first attempts, most of which are accepted. */
static void take_first(rest *t, bool has_all, double *restrict r)
{
    uint32 from[TILE];
    int64_t left = 0;
    if (has_all)
        memcpy(r, t->r, (size_t)t->n * sizeof *r);
    for (int64_t i = 0; i < t->n && !has_all; i++)
        r[t->which[i]] = t->r[i];
    for (int64_t i = 0; i < t->n; i++) {
        from[left] = (uint32)i;
        left += !t->good[i];
    }
    t->n = left;
    for (int64_t i = 0; i < left; i++) {
        const uint32 at = from[i];
        t->which[i] = has_all ? at : t->which[at];
        move_entry(t, i, at);
    }
}

/* Draw variates by attempts for many elements at once, as random_gamma does for one element. */
static void draw_by_attempts(random_tile *t, uint32 kind, bool has_all, rest *left, double *r)
{
    for (uint32 attempt = 0; left->n > 0; attempt++) {
        gla_random_blocks(t->g, t->at, has_all && attempt == 0 ? NULL : left->which, left->n, kind, attempt, t->a, t->b);
        try_gamma(left->n, t->a, t->b, left);
        if (attempt == 0)
            take_first(left, has_all, r);
        else
            keep_rest(left, r);
        decide_gamma(left->n, left);
        keep_rest(left, r);
    }
}

FLAT static void make_boosts(int64_t n, const uint64 *restrict a, const double *restrict shape, double *restrict e)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double boost = random_log(a[i]) / shape[i];
        e[i] = shape[i] < 1 ? boost : 0;
    }
}

/* ---- shape 1: exponential variates ------------------------------------------------------------------------------------ */
FLAT static void make_waitings(int64_t n, const uint64 *restrict words, double *restrict x)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) x[i] = random_waiting_of(words[i]);
}

/* Return the words that random_positive_exponential uses for all elements of a tile. */
static const uint64 *find_words(random_tile *t, uint32 kind, uint64 *words)
{
    const int64_t skip = (int64_t)(t->at & 1), blocks = (t->n + skip + 1) / 2;
    if (kind != WORDS_GAMMA) {
        make_blocks(t, kind);
        return t->a;
    }
    gla_random_plain_blocks(t->g, t->at, blocks, t->a, t->b);
    GLA_INDEPENDENT for (int64_t i = 0; i < blocks; i++)
    {
        words[2 * i] = t->a[i];
        words[2 * i + 1] = t->b[i];
    }
    return words + skip;
}

/* Draw the elements with shape parameter 1 to r, and move the other elements to the front. */
static void draw_exponentials(random_tile *t, const double *shape, uint32 kind, rest *left, double *r)
{
    uint64 room[TILE + 2];
    const uint64 *words = find_words(t, kind, room);
    uint32 waits[TILE];
    int64_t n = 0, others = 0;
    for (int64_t i = 0; i < t->n; i++) {
        const bool is_one = shape[i] == 1;
        waits[n] = left->which[others] = (uint32)i;
        left->good[n] = words[i];
        left->d[others] = left->d[i];
        left->c[others] = left->c[i];
        n += is_one;
        others += !is_one;
    }
    make_waitings(n, left->good, left->r);
    for (int64_t i = 0; i < n; i++)
        r[waits[i]] = left->r[i];
    left->n = others;
}

/* ---- any shape -------------------------------------------------------------------------------------------------------- */
static void draw_of_shapes(random_tile *t, const double *shape, uint32 kind, double *r)
{
    rest left;
    bool any_one = false;
    find_factors(t->n, shape, left.d, left.c);
    left.n = t->n;
    for (int64_t i = 0; i < t->n; i++)
        any_one |= shape[i] == 1;
    if (any_one)
        draw_exponentials(t, shape, kind, &left, r);
    draw_by_attempts(t, kind, !any_one, &left, r);
}

static void draw_of_shape(random_tile *t, double shape, uint32 kind, double *r)
{
    rest left; /* not cleared, because it is large */
    if (shape == 1) {
        uint64 words[TILE + 2];
        make_waitings(t->n, find_words(t, kind, words), r);
        return;
    }
    find_factors(1, &shape, left.d, left.c);
    for (int64_t i = 1; i < t->n; i++) {
        left.d[i] = left.d[0];
        left.c[i] = left.c[0];
    }
    left.n = t->n;
    draw_by_attempts(t, kind, true, &left, r);
}

/* Draw gamma variates r, and compute a factor exp(e), as random_gamma does.  Return false if the factor is one for all
 * elements. */
static bool make_gamma(random_tile *t, const double *shape, uint32 kind, uint32 boost, double *r, double *e)
{
    bool any_small = false;
    if (t->same)
        draw_of_shape(t, shape[0], kind, r);
    else
        draw_of_shapes(t, shape, kind, r);
    memset(e, 0, (size_t)t->n * sizeof *e);
    for (int64_t i = 0; i < (t->same ? 1 : t->n); i++)
        any_small |= shape[i] < 1;
    if (any_small) {
        make_blocks(t, boost);
        make_boosts(t->n, t->a, shape, e);
    }
    return any_small;
}

FLAT static void finish_gamma(int64_t n, const double *restrict r, const double *restrict e, const double *restrict scale,
                              double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) z[i] = scale[i] * (e[i] < 0 ? r[i] * special_exp(e[i]) : r[i]);
}

/* Draw gamma variates.  A shape parameter of 0 is allowed and yields 0. */
static void draw_gamma(random_tile *t, const double *shape, const double *scale, double *z)
{
    double r[TILE], e[TILE], above[TILE];
    bool any_zero = !(shape[0] > 0), all_alike = t->same && !any_zero;
    for (int64_t i = 0; i < t->n && !all_alike; i++) {
        above[i] = shape[i] > 0 ? shape[i] : 1;
        any_zero |= !(shape[i] > 0);
    }
    if (make_gamma(t, all_alike ? shape : above, WORDS_GAMMA, WORDS_BOOST, r, e))
        finish_gamma(t->n, r, e, scale, z);
    else
        for (int64_t i = 0; i < t->n; i++)
            z[i] = scale[i] * r[i];
    for (int64_t i = 0; i < t->n && any_zero; i++)
        z[i] = shape[i] > 0 ? z[i] : 0;
}

void gla_random_tile_gamma(random_tile *t, double *z)
{
    draw_gamma(t, t->p[0], t->p[1], z);
}

/* Draw gamma variates whose shape parameters are half the degrees of freedom. */
static void draw_halves(random_tile *t, double scale, double *z)
{
    double shape[TILE], scales[TILE];
    for (int64_t i = 0; i < t->n; i++) {
        shape[i] = 0.5 * t->p[0][i];
        scales[i] = scale;
    }
    draw_gamma(t, shape, scales, z);
}

void gla_random_tile_chisquare(random_tile *t, double *z)
{
    draw_halves(t, 2, z);
}

FLAT static void finish_t(int64_t n, const uint64 *restrict a, const uint64 *restrict b, const double *restrict df,
                          double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) z[i] = standard_normal(a[i], b[i], 0).a * sqrt(0.5 * df[i] / z[i]);
}

void gla_random_tile_t(random_tile *t, double *z)
{
    draw_halves(t, 1, z);
    make_blocks(t, WORDS_SECOND);
    finish_t(t->n, t->a, t->b, t->p[0], z);
}

FLAT static void finish_beta(int64_t n, const double *restrict xa, const double *restrict xe, const double *restrict ya,
                             const double *restrict ye, double *restrict z)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double larger = xe[i] > ye[i] ? xe[i] : ye[i];
        double x = xa[i] * special_exp(xe[i] - larger), y = ya[i] * special_exp(ye[i] - larger);
        z[i] = x / (x + y);
    }
}

void gla_random_tile_beta(random_tile *t, double *z)
{
    double xa[TILE], xe[TILE], ya[TILE], ye[TILE];
    bool first = make_gamma(t, t->p[0], WORDS_GAMMA, WORDS_BOOST, xa, xe);
    bool second = make_gamma(t, t->p[1], WORDS_SECOND, WORDS_SECOND_BOOST, ya, ye);
    if (first || second)
        finish_beta(t->n, xa, xe, ya, ye, z);
    else
        for (int64_t i = 0; i < t->n; i++)
            z[i] = xa[i] / (xa[i] + ya[i]);
}
