/* reduce_counts.c - how many elements are true: sums and means of bool.  Elements are bytes, where other than 0 is true. */
#include "clones.h"
#include "reduce.h"

#include <string.h>

#define LANES 64
#define ROUNDS 255 /* that a byte can count */
#define WORD 8
#define WIDE 256 /* columns that are counted together */

/* A byte of 1 for each of WORD elements that is true. */
static inline uint64_t truths(const uint8_t *x)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t word;
    memcpy(&word, x, sizeof word);
    return (((word & low) + low) | word) >> 7 & 0x0101010101010101;
}

CLONES static int64_t count_lanes(const uint8_t *x, int64_t n)
{
    int64_t count = 0;
    while (n >= LANES) {
        uint8_t lane[LANES] = {0};
        const int64_t rounds = n / LANES < ROUNDS ? n / LANES : ROUNDS;
        for (int64_t k = 0; k < rounds; k++, x += LANES)
            for (int l = 0; l < LANES; l++)
                lane[l] += x[l] != 0;
        for (int l = 0; l < LANES; l++)
            count += lane[l];
        n -= rounds * LANES;
    }
    return count;
}

static int64_t count_row(const uint8_t *x, int64_t n)
{
    int64_t i = n / LANES * LANES, count = i ? count_lanes(x, i) : 0;
    for (; i + WORD <= n; i += WORD)
        count += (int64_t)(truths(x + i) * 0x0101010101010101 >> 56);
    for (; i < n; i++)
        count += x[i] != 0;
    return count;
}

/* One loop, which compilers do not interchange with that over rows. */
CLONES static void add_wide(const uint8_t *restrict x, uint8_t *restrict count)
{
    for (int l = 0; l < WIDE; l++)
        count[l] += x[l] != 0;
}

/* count[j] = in how many rows element first + j is true, j below n, which is WIDE at most; they are fewer than ROUNDS. */
static void count_columns(const void *const rows[], int nrows, int64_t first, int64_t n, uint8_t *count)
{
    int64_t j = 0;
    memset(count, 0, WIDE);
    for (int r = 0; n == WIDE && r < nrows; r++)
        add_wide((const uint8_t *)rows[r] + first, count);
    for (; n < WIDE && j + WORD <= n; j += WORD) {
        uint64_t words = 0;
        for (int r = 0; r < nrows; r++)
            words += truths((const uint8_t *)rows[r] + first + j);
        memcpy(count + j, &words, sizeof words);
    }
    for (; n < WIDE && j < n; j++)
        for (int r = 0; r < nrows; r++)
            count[j] += ((const uint8_t *)rows[r])[first + j] != 0;
}

/* Counts are exact in float64 too, so means are those of the elements as numbers. */
#define COUNTS(T, name)                                                                                               \
    static void row_##name(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)                       \
    {                                                                                                                 \
        ((T *)f->acc)[result] = (T)count_row(x, n);                                                                   \
    }                                                                                                                 \
    static void columns_##name(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh) \
    {                                                                                                                 \
        T *acc = f->acc;                                                                                              \
        uint8_t count[WIDE];                                                                                          \
        for (int64_t first = 0; first < n; first += WIDE) {                                                           \
            const int64_t some = n - first < WIDE ? n - first : WIDE;                                                 \
            count_columns(rows, nrows, first, some, count);                                                           \
            for (int64_t j = 0; j < some; j++)                                                                        \
                acc[first + j] = (fresh ? 0 : acc[first + j]) + count[j];                                             \
        }                                                                                                             \
    }                                                                                                                 \
    static void merge_##name(void *acc, const void *later, int64_t plane)                                             \
    {                                                                                                                 \
        for (int64_t i = 0; i < plane; i++)                                                                           \
            ((T *)acc)[i] += ((const T *)later)[i];                                                                   \
    }                                                                                                                 \
    const gla_reduce_loops gla_reduce_count_##name = {1, row_##name, columns_##name, merge_##name, NULL, NULL};
COUNTS(uint64_t, uint64)
COUNTS(double, float64)
