/* normalise_rows.c - Divide rows by their sums, which are computed pairwise as gla_random_sum does. */
#include "tiles.h"
#include "runtime/allocation.h"

#include <stdatomic.h>

#define OP "Generator.dirichlet"
#define GRAIN 16384 /* number of elements of a part */
#define TILE 512    /* number of elements that are divided in one loop; short rows are combined */

typedef struct job {
    int64_t n; /* number of elements per row */
    void *x;
    atomic_bool failed;
} job;

/* Divide `rows` rows of n elements by their sums.  `to` is a workspace of n elements.  The divisors of a tile are stored for
 * the loop over its elements. */
#define SHARES(T)                                                                                \
    static T sum_##T(int64_t n, const T *x, T *to)                                               \
    {                                                                                            \
        const T *from = x;                                                                       \
        if (n == 3)                                                                              \
            return (x[0] + x[1]) + x[2];                                                         \
        for (; n > 1; n = n / 2 + n % 2, from = to) {                                            \
            to[0] = from[0] + from[1];                                                           \
            for (int64_t i = 1; i < n / 2; i++)                                                  \
                to[i] = from[2 * i] + from[2 * i + 1];                                           \
            if (n % 2)                                                                           \
                to[n / 2] = from[n - 1];                                                         \
        }                                                                                        \
        return from[0];                                                                          \
    }                                                                                            \
    FLAT static void divide_##T(int64_t n, T *restrict x, const T *restrict by)                  \
    {                                                                                            \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) x[i] /= by[i];                           \
    }                                                                                            \
    static void divide_rows_##T(int64_t rows, int64_t n, T *x, T *to)                            \
    {                                                                                            \
        T by[TILE];                                                                              \
        const int64_t together = n < TILE ? TILE / n : 1;                                        \
        for (int64_t row = 0; row < rows; row += together, x += together * n) {                  \
            const int64_t some = rows - row < together ? rows - row : together, most = some * n; \
            T sum = sum_##T(n, x, to);                                                           \
            for (int64_t i = 0; i < most && i < TILE;) {                                         \
                for (int64_t end = i + n; i < end && i < TILE; i++)                              \
                    by[i] = sum;                                                                 \
                if (i < most && i < TILE)                                                        \
                    sum = sum_##T(n, x + i, to);                                                 \
            }                                                                                    \
            for (int64_t i = 0; i < most; i += TILE)                                             \
                divide_##T(most - i < TILE ? most - i : TILE, x + i, by);                        \
        }                                                                                        \
    }                                                                                            \
    static void part_##T(void *arg, int64_t begin, int64_t end)                                  \
    {                                                                                            \
        job *w = arg;                                                                            \
        T few[TILE], *to = w->n <= TILE ? few : gla_malloc((size_t)w->n * sizeof *to);           \
        if (to)                                                                                  \
            divide_rows_##T(end - begin, w->n, (T *)w->x + begin * w->n, to);                    \
        else                                                                                     \
            atomic_store(&w->failed, true);                                                      \
        if (to != few)                                                                           \
            gla_free(to);                                                                        \
    }
SHARES(float)
SHARES(double)

gla_status gla_host_random_shares(gla_device *dev, gla_array *x, int64_t n)
{
    job w = {.n = n, .x = gla_data(x)};
    (void)dev;
    gla_status st = gla_host_parallel(x->size / n, GRAIN / n + 1, x->dtype == GLA_FLOAT32 ? part_float : part_double, &w);
    return st || !atomic_load(&w.failed) ? st : gla_fail_memory(OP, (size_t)n * gla_itemsize(x->dtype));
}
