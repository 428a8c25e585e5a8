/* rows.c - Sort many short rows, 32 at a time in vector registers.  The comparisons are those of Batcher's network, whose order
 * does not depend on the elements (Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M). */
#include "backends/host/array/copy.h"
#include "backends/host/array/transpose_blocks.h"
#include "sorting.h"
#include "runtime/allocation.h"

#include <string.h>

#define LANES 32 /* number of rows that are sorted together */
#define GRAIN 16384
/* Longer rows can be sorted faster one at a time, because the network needs more comparisons than a radix sort needs passes. */
#define MAX_ROW 1024

typedef struct job {
    gla_dtype dtype;
    bool descending, positions;
    const char *x;
    char *out;
    int64_t rows, n;
    size_t item;
    atomic_int failed;
} job;

/* ---- one comparison in all lanes ---------------------------------------------------------------------------------------- */
static inline void exchange_u32(uint32_t *restrict a, uint32_t *restrict b)
{
    GLA_INDEPENDENT for (int l = 0; l < LANES; l++)
    {
        uint32_t x = a[l], y = b[l];
        a[l] = x < y ? x : y;
        b[l] = x < y ? y : x;
    }
}

static inline void exchange_u64(uint64_t *restrict a, uint64_t *restrict b)
{
    GLA_INDEPENDENT for (int l = 0; l < LANES; l++)
    {
        uint64_t x = a[l], y = b[l];
        a[l] = x < y ? x : y;
        b[l] = x < y ? y : x;
    }
}

#define SORT_PLACES(name, word, exchange)                                    \
    static void name(word *cell, int64_t n)                                  \
    {                                                                        \
        int64_t top = 1;                                                     \
        while (2 * top < n)                                                  \
            top *= 2;                                                        \
        for (int64_t p = top; p > 0; p /= 2)                                 \
            for (int64_t q = top, r = 0, d = p;; d = q - p, q /= 2, r = p) { \
                for (int64_t i = 0; i + d < n; i++)                          \
                    if ((i & p) == r)                                        \
                        exchange(cell + i * LANES, cell + (i + d) * LANES);  \
                if (q == p)                                                  \
                    break;                                                   \
            }                                                                \
    }
SORT_PLACES(sort_u32, uint32_t, exchange_u32)
SORT_PLACES(sort_u64, uint64_t, exchange_u64)

static void sort_values(const job *j, const char *x, int64_t rows, char *keys, char *cells, char *out)
{
    int64_t n = j->n, count = rows * n;
    if (gla_host_key_width(j->dtype) == GLA_KEY_32) {
        gla_host_keys32(j->dtype, x, count, j->descending, (uint32_t *)(void *)keys);
        gla_host_transpose_block(sizeof(uint32_t), n, rows, keys, n, cells, LANES);
        sort_u32((uint32_t *)(void *)cells, n);
        gla_host_transpose_block(sizeof(uint32_t), rows, n, cells, LANES, keys, n);
    } else {
        gla_host_keys64(j->dtype, x, count, j->descending, (uint64_t *)(void *)keys);
        gla_host_transpose_block(sizeof(uint64_t), n, rows, keys, n, cells, LANES);
        sort_u64((uint64_t *)(void *)cells, n);
        gla_host_transpose_block(sizeof(uint64_t), rows, n, cells, LANES, keys, n);
    }
    gla_host_from_keys(j->dtype, keys, count, j->descending, out);
    if (!gla_host_keys_distinguish(j->dtype, x, count))
        for (int64_t l = 0; l < rows; l++)
            gla_host_restore(j->dtype, x + (size_t)(l * n) * j->item, n, j->descending, out + (size_t)(l * n) * j->item);
}

/* Pack a 32-bit key and a position into one word. */
static void sort_short_pairs(const job *j, const char *x, int64_t rows, uint64_t *keys, uint64_t *cells, int64_t *out)
{
    const int64_t n = j->n;
    uint32_t *half = (uint32_t *)keys;
    gla_host_keys32(j->dtype, x, rows * n, j->descending, half);
    for (int64_t i = 0; i < n; i++)
        for (int64_t l = 0; l < rows; l++)
            cells[i * LANES + l] = (uint64_t)half[l * n + i] << 32 | (uint64_t)i;
    sort_u64(cells, n);
    for (int64_t l = 0; l < rows; l++)
        for (int64_t i = 0; i < n; i++)
            out[l * n + i] = (int64_t)(cells[i * LANES + l] & UINT32_MAX);
}

/* Pack the leading bits of a 64-bit key and a position into one word. */
static bool sort_positions(const job *j, const char *x, int64_t rows, uint64_t *keys, uint64_t *cells, int64_t *out)
{
    const int64_t n = j->n;
    uint64_t *words = cells + LANES * n;
    bool whole[LANES], good = true;
    gla_host_keys64(j->dtype, x, rows * n, j->descending, keys);
    for (int64_t l = 0; l < rows; l++)
        whole[l] = gla_host_pack(keys + l * n, n, words + l * n);
    gla_host_transpose_block(sizeof(uint64_t), n, rows, words, n, cells, LANES);
    sort_u64(cells, n);
    gla_host_transpose_block(sizeof(uint64_t), rows, n, cells, LANES, words, n);
    for (int64_t l = 0; l < rows; l++)
        good = gla_host_unpack(keys + l * n, words + l * n, n, whole[l], out + l * n) && good;
    return good;
}

static void sort_rows(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    size_t block = (size_t)(LANES * j->n) * sizeof(uint64_t), result = j->positions ? sizeof(int64_t) : j->item;
    char *keys = gla_malloc(3 * block);
    if (!keys) {
        atomic_store(&j->failed, 1);
        return;
    }
    char *cells = keys + block;
    memset(cells, 0, 2 * block); /* unused lanes are sorted with the other lanes */
    for (int64_t row = first * LANES; row < j->rows && row < last * LANES && !gla_host_stop(); row += LANES) {
        int64_t rows = j->rows - row < LANES ? j->rows - row : LANES;
        const char *x = j->x + (size_t)(row * j->n) * j->item;
        char *out = j->out + (size_t)(row * j->n) * result;
        if (!j->positions)
            sort_values(j, x, rows, keys, cells, out);
        else if (gla_host_key_width(j->dtype) == GLA_KEY_32)
            sort_short_pairs(j, x, rows, (uint64_t *)(void *)keys, (uint64_t *)(void *)cells, (int64_t *)(void *)out);
        else if (!sort_positions(j, x, rows, (uint64_t *)(void *)keys, (uint64_t *)(void *)cells, (int64_t *)(void *)out))
            atomic_store(&j->failed, 1);
    }
    gla_free(keys);
}

bool gla_host_sort_beside(const gla_array *x, bool descending, bool positions, gla_array *out, gla_status *st)
{
    job j = {.dtype = x->dtype,
             .descending = descending,
             .positions = positions,
             .x = gla_data(x),
             .out = gla_data(out),
             .n = x->shape[x->ndim - 1],
             .item = gla_itemsize(x->dtype)};
    j.rows = x->size / j.n;
    if (gla_dtype_is_complex(j.dtype) || j.rows < LANES || j.n < 2 || j.n > MAX_ROW)
        return false;
    int64_t blocks = (j.rows + LANES - 1) / LANES, grain = GRAIN / (LANES * j.n);
    *st = gla_host_parallel(blocks, grain ? grain : 1, sort_rows, &j);
    if (!*st && atomic_load(&j.failed))
        *st = gla_fail_memory("sort", 3 * (size_t)(LANES * j.n) * sizeof(uint64_t));
    return true;
}
