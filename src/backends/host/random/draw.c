/* draw.c - Random numbers by the generators of kernels/.  Random numbers are computed in tiles of blocks, so that each step is
 * a loop over many elements. */
#include "tiles.h"

#include <stdatomic.h>
#include <string.h>

#define TILE GLA_RANDOM_TILE /* number of blocks, of two elements each */
#define GRAIN 16384
#define COSTLY 4096 /* grain for variates that need several attempts */

typedef struct job {
    const gla_draw *d;
    gla_distribution distribution;
    gla_dtype dtype;
    bool excluded;
    const void *of[GLA_DRAW_PARAMETERS];
    void *out;
    atomic_int bad;
} job;

static void read_real(const job *w, int k, int64_t i, int64_t n, double *to)
{
    const gla_draw_parameter *p = &w->d->parameters[k];
    gla_random_read_parameter(p, w->of[k], &p->value, i, n, to);
}

static void report(job *w, int wrong)
{
    int before = atomic_load_explicit(&w->bad, memory_order_relaxed);
    while (wrong > before && !atomic_compare_exchange_weak(&w->bad, &before, wrong))
        ;
}

/* ---- variates from one word each ------------------------------------------------------------------------------------- */
#define STANDARD_LOOP(name)                                                                                        \
    FLAT static void name##_loop(int64_t n, const uint64_t *restrict a, const uint64_t *restrict b, int is_single, \
                                 double *restrict z)                                                               \
    {                                                                                                              \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                                                            \
        {                                                                                                          \
            random_two r = standard_##name(a[i], b[i], is_single);                                                 \
            z[2 * i] = r.a;                                                                                        \
            z[2 * i + 1] = r.b;                                                                                    \
        }                                                                                                          \
    }
STANDARD_LOOP(uniform)
STANDARD_LOOP(normal)
STANDARD_LOOP(exponential)

/* Transform elements i ... i + n - 1 in place. */
#define FINISH_LOOP(name, standard)                                                                          \
    FLAT static void name##_of_arrays(job *w, int64_t n, const double *restrict a, const double *restrict b, \
                                      double *restrict z)                                                    \
    {                                                                                                        \
        int wrong = 0;                                                                                       \
        for (int64_t j = 0; j < n; j++) {                                                                    \
            int bad = bad_##name(a[j], b[j], 0, 0);                                                          \
            wrong = bad > wrong ? bad : wrong;                                                               \
        }                                                                                                    \
        report(w, wrong);                                                                                    \
        GLA_INDEPENDENT for (int64_t j = 0; j < n; j++) z[j] = finish_##name(z[j], a[j], b[j]);              \
    }                                                                                                        \
    FLAT static void name##_of_numbers(const job *w, int64_t n, double *restrict z)                          \
    {                                                                                                        \
        double a = w->d->parameters[0].value, b = w->d->parameters[1].value;                                 \
        GLA_INDEPENDENT for (int64_t j = 0; j < n; j++) z[j] = finish_##name(z[j], a, b);                    \
    }                                                                                                        \
    static void finish_##name##_loop(job *w, int64_t i, int64_t n, double *restrict z)                       \
    {                                                                                                        \
        double a[2 * TILE], b[2 * TILE];                                                                     \
        if (!w->d->arrays) {                                                                                 \
            name##_of_numbers(w, n, z);                                                                      \
            return;                                                                                          \
        }                                                                                                    \
        read_real(w, 0, i, n, a);                                                                            \
        read_real(w, 1, i, n, b);                                                                            \
        name##_of_arrays(w, n, a, b, z);                                                                     \
    }
GLA_DRAWS_OF_WORDS(FINISH_LOOP)

typedef struct loops {
    void (*standard)(int64_t n, const uint64_t *restrict a, const uint64_t *restrict b, int is_single, double *restrict z);
    void (*finish)(job *w, int64_t i, int64_t n, double *restrict z);
} loops;
#define LOOPS(name, standard) {standard##_loop, finish_##name##_loop},
static const loops all_loops[] = {GLA_DRAWS_OF_WORDS(LOOPS)};

static random_stream stream_of(const gla_draw *d)
{
    return random_stream_of((int64_t)d->key, d->substream);
}

static void draw_part(void *arg, int64_t begin, int64_t end)
{
    job *w = arg;
    const loops *l = &all_loops[w->distribution];
    const random_stream g = stream_of(w->d);
    uint64_t a[TILE], b[TILE];
    double z[2 * TILE];
    while (begin < end && !gla_host_stop()) {
        uint64_t at = w->d->position + (uint64_t)begin;
        int64_t skip = (int64_t)(at & 1), n = 2 * TILE - skip < end - begin ? 2 * TILE - skip : end - begin;
        int64_t blocks = (n + skip + 1) / 2;
        gla_random_plain_blocks(g, at, blocks, a, b);
        l->standard(blocks, a, b, w->dtype == GLA_FLOAT32, z);
        if (w->distribution != GLA_DRAW_random)
            l->finish(w, begin, n, z + skip);
        if (w->dtype == GLA_FLOAT32)
            for (int64_t i = 0; i < n; i++)
                ((float *)w->out)[begin + i] = (float)z[skip + i];
        else
            memcpy((double *)w->out + begin, z + skip, sizeof *z * (size_t)n);
        begin += n;
    }
}

/* ---- variates by rejection -------------------------------------------------------------------------------------------- */
#define CHECK_LOOP(name)                                                          \
    FLAT static int check_##name(const random_tile *t)                            \
    {                                                                             \
        int wrong = 0;                                                            \
        for (int64_t j = 0; j < t->n; j++) {                                      \
            int bad = bad_##name(t->p[0][j], t->p[1][j], t->p[2][j], t->p[3][j]); \
            wrong = bad > wrong ? bad : wrong;                                    \
        }                                                                         \
        return wrong;                                                             \
    }
GLA_DRAWS_BY_REJECTION(CHECK_LOOP)

#define CHECKS(name) check_##name,
static int (*const checks[])(const random_tile *t) = {GLA_DRAWS_BY_REJECTION(CHECKS)};

FLAT static void put_elements(const job *w, int64_t i, int64_t n, const double *restrict z)
{
    if (w->dtype == GLA_INT64) {
        int64_t *restrict out = (int64_t *)w->out + i;
        GLA_INDEPENDENT for (int64_t j = 0; j < n; j++) out[j] = (int64_t)z[j];
    } else if (w->dtype == GLA_FLOAT32) {
        float *restrict out = (float *)w->out + i;
        GLA_INDEPENDENT for (int64_t j = 0; j < n; j++) out[j] = (float)z[j];
    } else {
        memcpy((double *)w->out + i, z, sizeof *z * (size_t)n);
    }
}

/* Return true if all elements of a tile have the same parameters, although the parameters are arrays. */
static bool have_same_parameters(const job *w, const random_tile *t)
{
    for (int k = 0; k < GLA_DRAW_PARAMETERS; k++)
        if (w->of[k] && memcmp(t->p[k], t->p[k] + 1, (size_t)(t->n - 1) * sizeof *t->p[k]) != 0)
            return false;
    return true;
}

/* Return true if the elements of each parameter array are equal.  Only short arrays are tested. */
static bool are_constant(const job *w)
{
    for (int k = 0; k < GLA_DRAW_PARAMETERS; k++) {
        const int64_t count = w->d->parameters[k].count;
        if (w->of[k] &&
            (count > TILE || memcmp(w->of[k], (const double *)w->of[k] + 1, (size_t)(count - 1) * sizeof(double)) != 0))
            return false;
    }
    return true;
}

static void elements_part(void *arg, int64_t begin, int64_t end)
{
    job *w = arg;
    random_tile t; /* not cleared, because it is large and many calls draw only one element */
    double z[TILE];
    t.g = stream_of(w->d);
    t.same = are_constant(w);
    const bool constant = t.same;
    int wrong = 0;
    for (bool is_first = true; begin < end && !gla_host_stop(); is_first = false) {
        t.at = w->d->position + (uint64_t)begin;
        t.n = TILE < end - begin ? TILE : end - begin;
        for (int k = 0; k < GLA_DRAW_PARAMETERS; k++)
            if (is_first || (w->of[k] && !constant))
                read_real(w, k, begin, t.n, t.p[k]); /* no later tile is longer */
        if (w->d->arrays && (is_first || !constant)) {
            t.same = constant || have_same_parameters(w, &t);
            wrong = checks[w->distribution - GLA_DRAW_gamma](&t);
        }
        report(w, wrong);
        if (wrong)
            memset(z, 0, sizeof z);
        else
            gla_random_tile(&t, w->distribution, z);
        put_elements(w, begin, t.n, z);
        begin += t.n;
    }
}

static gla_status run(job *w, const gla_draw *d, gla_array *out, int64_t grain, gla_host_body body, int *bad)
{
    w->d = d;
    w->dtype = out->dtype;
    w->out = gla_data(out);
    for (int k = 0; k < GLA_DRAW_PARAMETERS; k++)
        w->of[k] = d->parameters[k].of ? gla_data(d->parameters[k].of) : NULL;
    gla_status st = gla_host_parallel(out->size, grain, body, w);
    *bad = atomic_load(&w->bad);
    return st;
}

static gla_status draw(gla_device *dev, const char *op, gla_distribution distribution, const gla_draw *d, gla_array *out,
                       int *bad)
{
    job w = {.distribution = distribution};
    (void)dev;
    (void)op;
    bool of_words = distribution < GLA_DRAW_gamma;
    return run(&w, d, out, of_words ? GRAIN : COSTLY, of_words ? draw_part : elements_part, bad);
}

/* ---- integers --------------------------------------------------------------------------------------------------------- */
static void read_bound(const job *w, int k, int64_t i, int64_t n, uint64_t *to)
{
    const gla_draw_parameter *p = &w->d->parameters[k];
    gla_random_read_parameter(p, w->of[k], &p->whole, i, n, to);
}

/* Check the bounds of an element as check_bounds() of kernels/random_integers.h does, if the bounds are arrays.  The bounds
 * have the dtype of the result. */
static int check_bounds(const job *w, uint64_t low, uint64_t *high, bool excluded)
{
    int bits = 8 * (int)gla_itemsize(w->dtype);
    bool is_signed = w->dtype >= GLA_INT8 && w->dtype <= GLA_INT64;
    uint64_t sign = w->dtype == GLA_UINT64 ? 0 : (uint64_t)1 << 63; /* maps signed integers to unsigned integers in the same
                                                                     * order */
    if ((low ^ sign) > (*high ^ sign) || (excluded && low == *high))
        return 1;
    *high -= excluded;
    if (bits == 64)
        return 0;
    int64_t most = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1, least = is_signed ? -most - 1 : 0;
    return (int64_t)low < least || (int64_t)*high > most ? 2 : 0;
}

static void put_integers(const job *w, int64_t i, int64_t n, const uint64_t *v)
{
    switch (gla_itemsize(w->dtype)) {
    case 1:
        for (int64_t j = 0; j < n; j++)
            ((uint8_t *)w->out)[i + j] = (uint8_t)v[j];
        break;
    case 2:
        for (int64_t j = 0; j < n; j++)
            ((uint16_t *)w->out)[i + j] = (uint16_t)v[j];
        break;
    case 4:
        for (int64_t j = 0; j < n; j++)
            ((uint32_t *)w->out)[i + j] = (uint32_t)v[j];
        break;
    default: memcpy((uint64_t *)w->out + i, v, sizeof *v * (size_t)n);
    }
}

/* Draw integers begin ... begin + n - 1 if the bounds are arrays.  If `skip`, the first element is the second element of its
 * block. */
static void make_integers(job *w, uint64_t at, int64_t begin, int64_t n, int64_t skip, const uint64_t *a, const uint64_t *b,
                          uint64_t *v)
{
    uint64_t words[2 * TILE], low[2 * TILE], high[2 * TILE];
    int worst = 0;
    read_bound(w, 0, begin, n, low);
    read_bound(w, 1, begin, n, high);
    for (int64_t j = 0; j < n; j++) {
        int wrong = check_bounds(w, low[j], &high[j], w->d->parameters[1].of && w->excluded);
        worst = wrong > worst ? wrong : worst;
        words[j] = (j + skip) & 1 ? b[(j + skip) / 2] : a[(j + skip) / 2];
    }
    report(w, worst);
    gla_random_tile_between(stream_of(w->d), at, n, words, low, high, v + skip);
}

static void integers_part(void *arg, int64_t begin, int64_t end)
{
    job *w = arg;
    const gla_draw *d = w->d;
    const random_stream g = stream_of(d);
    uint64_t a[TILE], b[TILE], v[2 * TILE], low = d->parameters[0].whole, range = d->parameters[1].whole - low;
    while (begin < end && !gla_host_stop()) {
        uint64_t at = d->position + (uint64_t)begin;
        int64_t skip = (int64_t)(at & 1), n = 2 * TILE - skip < end - begin ? 2 * TILE - skip : end - begin;
        int64_t blocks = (n + skip + 1) / 2;
        gla_random_plain_blocks(g, at, blocks, a, b);
        if (d->arrays)
            make_integers(w, at, begin, n, skip, a, b, v);
        else
            gla_random_tile_below(g, at - (uint64_t)skip, blocks, a, b, low, range, v);
        put_integers(w, begin, n, v + skip);
        begin += n;
    }
}

static gla_status integers(gla_device *dev, const gla_draw *d, bool excluded, gla_array *out, int *bad)
{
    job w = {.excluded = excluded};
    (void)dev;
    return run(&w, d, out, GRAIN, integers_part, bad);
}

const gla_random_ops gla_host_random_ops = {.draw = draw,
                                            .integers = integers,
                                            .order = gla_host_random_order,
                                            .take_rows = gla_host_random_take_rows,
                                            .shares = gla_host_random_shares};
