/* halton.c - Halton sequence, and the permutations that scramble its digits.
 *
 * Each digit position of each dimension has its own permutation, determined by the seed (A. B. Owen, A randomized Halton
 * algorithm in R, 2017).  For positions beyond the digits of all indices of the call, only the image of zero is drawn. */
#include "quasi.h"

#include <string.h>

typedef uint32_t uint32;
typedef uint64_t uint64;
#define DEVICE static inline
#include "../../kernels/philox.h"

#define HALTON_WORD 0xf1000000u /* high bits of the third counter word, a value that no Generator uses */

static void find_primes(int64_t d, uint64_t *table)
{
    for (uint32_t p = 2, j = 0; j < d; p++) {
        uint32_t q = 2;
        while (q * q <= p && p % q)
            q++;
        if (q * q > p)
            table[GLA_HALTON_ROW * j++] = p;
    }
}

/* Draw an integer less than n for one step of a shuffle.  The probabilities are equal up to a relative deviation of 2**-48. */
static uint32_t draw_below(const gla_quasi *q, int64_t dimension, int64_t place, uint32_t step, uint64_t n)
{
    const philox_block b = philox(step / 2, (uint32_t)dimension, HALTON_WORD | (uint32_t)place, 0, (uint32_t)q->seed,
                                  (uint32_t)((uint64_t)q->seed >> 32));
    uint64_t word = (uint64_t)b.v[2 * (step & 1) + 1] << 32 | b.v[2 * (step & 1)];
    return (uint32_t)((unsigned __int128)word * n >> 64);
}

static void draw_permutation(const gla_quasi *q, int64_t dimension, int64_t place, uint32_t base, uint16_t *p)
{
    for (uint32_t i = 0; i < base; i++)
        p[i] = (uint16_t)i;
    for (uint32_t i = 0; i + 1 < base; i++) {
        uint32_t other = i + draw_below(q, dimension, place, i, base - i);
        uint16_t kept = p[i];
        p[i] = p[other];
        p[other] = kept;
    }
}

/* Fill the rows of the table except for the drawn values.  Count the weights and the elements of the permutations. */
static void count_places(const gla_quasi *q, uint64_t *table, int64_t *weights, int64_t *elements)
{
    *weights = *elements = 0;
    for (int64_t j = 0; j < q->d; j++) {
        uint64_t *row = table + GLA_HALTON_ROW * j, places = 1;
        for (uint64_t at = (uint64_t)(q->first + q->n - 1) / row[0]; at; at /= row[0])
            places++;
        row[1] = (uint64_t)*weights;
        row[2] = (uint64_t)*elements;
        row[3] = places;
        *weights += (int64_t)places;
        *elements += (int64_t)(places * row[0]);
    }
}

/* Draw all permutations.  The weight of a position is floor(2**64 / base**(place + 1)). */
static void draw_all(const gla_quasi *q, uint64_t *table, uint16_t *permutations)
{
    uint64_t *weights = table + GLA_HALTON_ROW * q->d;
    for (int64_t j = 0; j < q->d; j++) {
        uint64_t *row = table + GLA_HALTON_ROW * j, base = row[0], weight = (uint64_t)(((unsigned __int128)1 << 64) / base);
        row[4] = 0;
        for (int64_t place = 0; weight; place++, weight /= base) {
            if ((uint64_t)place < row[3]) {
                weights[row[1] + (uint64_t)place] = weight;
                draw_permutation(q, j, place, (uint32_t)base, permutations + row[2] + (uint64_t)place * base);
            } else {
                row[4] += weight * draw_below(q, j, place, 0, base);
            }
        }
    }
}

static void compute(gla_scope *s, gla_device *dev, const gla_quasi *q, gla_array *points)
{
    int64_t weights = 0, elements = 1;
    void *rows = gla_s_memory(s, GLA_HALTON_ROW * q->d, sizeof(uint64_t)), *data, *permuted;
    if (!rows)
        return;
    find_primes(q->d, rows);
    if (q->scramble)
        count_places(q, rows, &weights, &elements);
    gla_array *table = gla_quasi_table(s, GLA_UINT64, GLA_HALTON_ROW * q->d + weights, &data);
    gla_array *permutations = gla_quasi_table(s, GLA_UINT16, elements, &permuted);
    if (s->status)
        return;
    memcpy(data, rows, sizeof(uint64_t) * (size_t)(GLA_HALTON_ROW * q->d));
    if (q->scramble)
        draw_all(q, data, permuted);
    else
        *(uint16_t *)permuted = 0;
    table = gla_s_to_device(s, dev, table);
    permutations = gla_s_to_device(s, dev, permutations);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(quasi, halton), (double)points->size);
    if (!s->status)
        gla_s_check(s, dev->backend->quasi->halton(dev, q, table, permutations, points));
    gla_run_end(&r);
}

gla_status gla_random_halton(int64_t n, int64_t d, gla_array **out, const gla_array *seed, int64_t skip, bool scramble,
                             const char *device)
{
    gla_device *dev;
    gla_quasi q;
    gla_scope s;
    *out = NULL;
    gla_status st = gla_quasi_read("halton", n, d, GLA_HALTON_DIMENSIONS, seed, skip, scramble, device, &q, &dev);
    if (st)
        return st;
    gla_scope_begin(&s, "halton");
    gla_array *points = gla_s_new(&s, dev, GLA_FLOAT64, 2, (int64_t[]){n, d});
    if (points && points->size)
        compute(&s, dev, &q, points);
    return gla_scope_return(&s, points, out);
}
