/* quasi.c - Quasi-random sequences, computed on the host by the generators of kernels/. */
#include "backends/host/unroll.h"
#include "backends/host/array/copy.h"
#include "backends/host/host.h"
#include "contract/quasi.h"
#include "runtime/allocation.h"

typedef int32_t int32;
typedef int64_t int64;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef double float64;
#define DEVICE static inline
#define GLOBAL

#include "../../../../kernels/sobol_point.h"
#include "../../../../kernels/halton_point.h"

/* The following functions are flattened, so that Philox blocks of neighbouring points are computed at the same time. */

#define POINTS 64 /* number of points of one dimension that are computed at a time */
#define GRAIN 8192
#define FIRST 14          /* number of digits whose flips come from a table */
#define MANY (2 << FIRST) /* minimum number of points for which such a table is used */
#define TABLES 8          /* number of dimensions at a time, each with its own table */

typedef struct work {
    const gla_quasi *q;
    const uint32 *directions;
    const uint64 *table;
    const uint16 *permutations;
    double *out;
    int64_t begin, end; /* range of dimensions */
    uint16 *flips;      /* flips of the first digits for each of these dimensions, or NULL */
} work;

FLAT static void scramble(int64_t m, uint32 j, uint32 k0, uint32 k1, const uint32 *x, double *out)
{
    philox_block root = philox(0, j, SOBOL_WORD, 0, k0, k1);
    owen_keys keys = owen_keys_of(j, k0, k1);
    GLA_INDEPENDENT for (int64_t i = 0; i < m; i++) out[i] = owen_scrambled(x[i], owen_first(root, x[i], j, k0, k1), keys);
}

FLAT static void scramble_by_table(int64_t m, uint32 j, uint32 k0, uint32 k1, const uint16 *flips, const uint32 *x, double *out)
{
    owen_keys keys = owen_keys_of(j, k0, k1);
    uint32 first[POINTS];
    for (int64_t i = 0; i < m; i++)
        first[i] = flips[x[i] >> (32 - FIRST)];
    GLA_INDEPENDENT for (int64_t i = 0; i < m; i++) out[i] = owen_scrambled(x[i], first[i], keys);
}

FLAT static void fill_table(uint32 j, uint32 k0, uint32 k1, uint16 *flips)
{
    philox_block root = philox(0, j, SOBOL_WORD, 0, k0, k1);
    for (uint32 before = 0; before < 128; before++) {
        philox_block b = philox(before, j, SOBOL_WORD | 1, 0, k0, k1);
        uint32 above = owen_flips(root, before) << 7;
        GLA_INDEPENDENT for (uint32 digits = 0; digits < 128; digits++)
            flips[before << 7 | digits] = (uint16)(above | owen_flips(b, digits));
    }
}

static void fill_tables(void *arg, int64_t begin, int64_t end)
{
    const work *w = arg;
    for (int64_t j = begin; j < end; j++)
        fill_table((uint32)(w->begin + j), (uint32)w->q->seed, (uint32)((uint64)w->q->seed >> 32), w->flips + (j << FIRST));
}

/* Compute fewer than POINTS points in all dimensions.  Each point differs from the previous point by one direction number. */
static void sobol_points(const work *w, int64_t begin, int64_t m)
{
    const gla_quasi *q = w->q;
    uint32 x[POINTS], at = (uint32)(q->first + begin), k0 = (uint32)q->seed, k1 = (uint32)((uint64)q->seed >> 32);
    double values[POINTS];
    for (int64_t j = w->begin; j < w->end; j++) {
        x[0] = sobol_digits(at, w->directions + j, q->d);
        for (int64_t i = 1; i < m; i++)
            x[i] = x[i - 1] ^ w->directions[__builtin_ctz(at + (uint32)i) * q->d + j];
        if (w->flips)
            scramble_by_table(m, (uint32)j, k0, k1, w->flips + ((j - w->begin) << FIRST), x, values);
        else if (q->scramble)
            scramble(m, (uint32)j, k0, k1, x, values);
        for (int64_t i = 0; i < m; i++)
            w->out[(begin + i) * q->d + j] = q->scramble ? values[i] : sobol_plain(x[i]);
    }
}

static void sobol_part(void *arg, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end && !gla_host_stop(); i += POINTS)
        sobol_points(arg, i, end - i < POINTS ? end - i : POINTS);
}

/* Process TABLES dimensions at a time, and compute new tables for each such group of dimensions. */
static gla_status sobol_by_tables(work *w)
{
    const gla_quasi *q = w->q;
    const size_t bytes = sizeof *w->flips * TABLES << FIRST;
    gla_status st = GLA_OK;
    if (!(w->flips = gla_malloc(bytes)))
        return gla_fail_memory("sobol", bytes);
    for (w->begin = 0; w->begin < q->d && !st; w->begin = w->end) {
        w->end = w->begin + TABLES < q->d ? w->begin + TABLES : q->d;
        st = gla_host_parallel(w->end - w->begin, 1, fill_tables, w);
        if (!st)
            st = gla_host_parallel(q->n, GRAIN / (w->end - w->begin) + 1, sobol_part, w);
    }
    gla_free(w->flips);
    return st;
}

static void halton_part(void *arg, int64_t begin, int64_t end)
{
    const work *w = arg;
    const gla_quasi *q = w->q;
    const uint64 *weights = w->table + q->d * GLA_HALTON_ROW;
    for (int64_t i = begin; i < end; i++) {
        const uint64 *row = w->table;
        for (int64_t j = 0; j < q->d; j++, row += GLA_HALTON_ROW) {
            uint32 at = (uint32)(q->first + i), base = (uint32)row[0];
            w->out[i * q->d + j] = q->scramble ? halton_scrambled(at, base, (int64)row[3], weights + row[1],
                                                                  w->permutations + row[2], row[4])
                                               : halton_plain(at, base);
        }
    }
}

static gla_status sobol(gla_device *dev, const gla_quasi *q, const gla_array *directions, gla_array *out)
{
    work w = {.q = q, .directions = gla_data(directions), .out = gla_data(out), .end = q->d};
    (void)dev;
    if (q->scramble && q->n >= MANY)
        return sobol_by_tables(&w);
    return gla_host_parallel(q->n, GRAIN / q->d + 1, sobol_part, &w);
}

static gla_status halton(gla_device *dev, const gla_quasi *q, const gla_array *table, const gla_array *permutations,
                         gla_array *out)
{
    work w = {.q = q, .table = gla_data(table), .permutations = gla_data(permutations), .out = gla_data(out)};
    (void)dev;
    return gla_host_parallel(q->n, GRAIN / q->d + 1, halton_part, &w);
}

const gla_quasi_ops gla_host_quasi_ops = {.sobol = sobol, .halton = halton};
