/* reduce_integers.c - sums of 64-bit integers that also say how large elements are.
 *
 * The second plane holds the elements put together as watch.h has it: two instructions for each. */
#include "clones.h"
#include "reduce.h"

#include <string.h>

#define LANES 16

/* n is a multiple of LANES; lanes: the sums, then the bits. */
CLONES static void add_lanes(const uint64_t *x, int64_t n, uint64_t bias, uint64_t *restrict lanes)
{
    uint64_t sum[LANES] = {0}, bits[LANES] = {0};
    for (int64_t i = 0; i < n; i += LANES) {
        GLA_REDUCE_AHEAD(x + i);
        GLA_REDUCE_AHEAD(x + i + 8);
        for (int k = 0; k < LANES; k++) {
            sum[k] += x[i + k];
            bits[k] |= x[i + k] + bias;
        }
    }
    memcpy(lanes, sum, sizeof sum);
    memcpy(lanes + LANES, bits, sizeof bits);
}

static void add_row(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)
{
    const uint64_t *e = x;
    uint64_t lanes[2 * LANES], sum = 0, bits = 0, *acc = f->acc;
    int64_t whole = n / LANES * LANES;
    if (whole) {
        add_lanes(e, whole, f->bias, lanes);
        for (int k = 0; k < LANES; k++) {
            sum += lanes[k];
            bits |= lanes[LANES + k];
        }
    }
    for (int64_t i = whole; i < n; i++) {
        sum += e[i];
        bits |= e[i] + f->bias;
    }
    acc[result] = sum;
    acc[f->plane + result] = bits;
}

CLONES static void add_four(const void *const rows[], int64_t n, uint64_t bias, uint64_t *restrict sum, uint64_t *restrict bits)
{
    const uint64_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
    for (int64_t j = 0; j < n; j++) {
        sum[j] += (a[j] + b[j]) + (c[j] + d[j]);
        bits[j] |= ((a[j] + bias) | (b[j] + bias)) | ((c[j] + bias) | (d[j] + bias));
    }
}

static void add_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh)
{
    uint64_t *sum = f->acc, *bits = sum + f->plane;
    int r = 0;
    if (fresh) {
        memset(sum, 0, (size_t)n * sizeof *sum);
        memset(bits, 0, (size_t)n * sizeof *bits);
    }
    for (; r + 4 <= nrows; r += 4)
        add_four(rows + r, n, f->bias, sum, bits);
    for (; r < nrows; r++) {
        const uint64_t *a = rows[r];
        for (int64_t j = 0; j < n; j++) {
            sum[j] += a[j];
            bits[j] |= a[j] + f->bias;
        }
    }
}

static void merge(void *acc, const void *later, int64_t plane)
{
    uint64_t *a = acc;
    const uint64_t *b = later;
    for (int64_t i = 0; i < plane; i++) {
        a[i] += b[i];
        a[plane + i] |= b[plane + i];
    }
}

const gla_reduce_loops gla_reduce_sum_integers = {2, add_row, add_columns, merge, NULL, NULL};
