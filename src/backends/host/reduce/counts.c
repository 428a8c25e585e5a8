/* counts.c - Count true elements, for sums and means of bool.  Elements are bytes, and any nonzero byte is true. */
#include "backends/host/array/places.h"
#include "reduce.h"

#include <string.h>

#define WORD 8
#define WIDE 256 /* number of columns that are counted together */

/* Add one row to the counts.  The function is separate so that the compiler does not interchange its loop with the loop over
 * rows. */
static void add_wide(const uint8_t *restrict x, uint8_t *restrict count)
{
    for (int l = 0; l < WIDE; l++)
        count[l] += x[l] != 0;
}

/* For j below n ≤ WIDE, set count[j] to the number of rows in which element first + j is true.  There must be fewer than 256
 * rows. */
static void count_columns(const void *const rows[], int nrows, int64_t first, int64_t n, uint8_t *count)
{
    int64_t j = 0;
    memset(count, 0, WIDE);
    for (int r = 0; n == WIDE && r < nrows; r++)
        add_wide((const uint8_t *)rows[r] + first, count);
    for (; n < WIDE && j + WORD <= n; j += WORD) {
        uint64_t words = 0;
        for (int r = 0; r < nrows; r++)
            words += gla_host_hits_of_eight((const uint8_t *)rows[r] + first + j);
        memcpy(count + j, &words, sizeof words);
    }
    for (; n < WIDE && j < n; j++)
        for (int r = 0; r < nrows; r++)
            count[j] += ((const uint8_t *)rows[r])[first + j] != 0;
}

/* Counts are exact in float64 too, so this mean equals the mean of the elements converted to numbers. */
#define COUNTS(T, name)                                                                                               \
    static void row_##name(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)                       \
    {                                                                                                                 \
        ((T *)f->acc)[result] = (T)gla_host_count_hits(x, n);                                                         \
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
