/* order_statistics.c - Order statistics of rows.  Short rows are processed in parallel lanes, long rows by all threads. */
#include "sorting.h"
#include "runtime/allocation.h"

#define GRAIN 16384 /* minimum number of elements for another thread */

typedef struct job {
    gla_dtype dtype;
    const char *x;
    char *out;
    int64_t n;
    const int64_t *ranks;
    int count;
    size_t item, key; /* sizes of an element and of a key in bytes */
    atomic_int status;
} job;

static void fill(const job *j, const char *x, int64_t n, void *keys)
{
    if (j->key == sizeof(uint32_t))
        gla_host_keys32(j->dtype, x, n, false, keys);
    else
        gla_host_keys64(j->dtype, x, n, false, keys);
}

/* Select order statistics of the row in `keys`, which is overwritten.  The row is followed by memory for another row and for
 * the selected keys. */
static gla_status select_row(const job *j, char *keys, char *out, bool threads)
{
    char *other = keys + (size_t)j->n * j->key, *found = other + (size_t)j->n * j->key;
    gla_status st = j->key == sizeof(uint32_t)
                        ? gla_host_select_u32((void *)keys, (void *)other, j->n, j->ranks, j->count, 0, (void *)found, threads)
                        : gla_host_select_u64((void *)keys, (void *)other, j->n, j->ranks, j->count, 0, (void *)found, threads);
    if (!st)
        gla_host_from_keys(j->dtype, found, j->count, false, out);
    return st;
}

static size_t bytes_of(const job *j)
{
    return (2 * (size_t)j->n + (size_t)j->count) * j->key;
}

static void select_rows(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    char *keys = gla_malloc(bytes_of(j));
    gla_status st = keys ? GLA_OK : GLA_OUT_OF_MEMORY_ERROR;
    for (int64_t row = first; row < last && !st && !gla_host_stop(); row++) {
        fill(j, j->x + (size_t)(row * j->n) * j->item, j->n, keys);
        st = select_row(j, keys, j->out + (size_t)(row * j->count) * j->item, false);
    }
    if (st)
        atomic_store(&j->status, 1);
    gla_free(keys);
}

/* One long row, divided into parts for threads. */
typedef struct pieces {
    const job *j;
    const char *x;
    char *keys;
} pieces;

static void fill_piece(void *arg, int64_t begin, int64_t end)
{
    const pieces *p = arg;
    fill(p->j, p->x + (size_t)begin * p->j->item, end - begin, p->keys + (size_t)begin * p->j->key);
}

static gla_status select_long_rows(job *j, int64_t rows)
{
    char *keys = gla_host_alloc(bytes_of(j));
    gla_status st = keys ? GLA_OK : gla_fail_memory("select", bytes_of(j));
    for (int64_t row = 0; row < rows && !st; row++) {
        pieces p = {j, j->x + (size_t)(row * j->n) * j->item, keys};
        st = gla_host_parallel(j->n, GRAIN, fill_piece, &p);
        if (!st)
            st = select_row(j, keys, j->out + (size_t)(row * j->count) * j->item, true);
    }
    if (keys)
        gla_host_free(keys, bytes_of(j));
    return st;
}

gla_status gla_host_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out)
{
    (void)dev;
    job j = {.dtype = x->dtype,
             .x = gla_data(x),
             .out = gla_data(out),
             .n = x->shape[x->ndim - 1],
             .ranks = ranks,
             .count = count,
             .item = gla_itemsize(x->dtype)};
    j.key = gla_host_key_width(x->dtype) == GLA_KEY_32 ? sizeof(uint32_t) : sizeof(uint64_t);
    int64_t rows = x->size / j.n, grain = GRAIN / j.n;
    if (j.n > GLA_HOST_SORT_LONG)
        return select_long_rows(&j, rows);
    gla_status st = gla_host_parallel(rows, grain ? grain : 1, select_rows, &j);
    return !st && atomic_load(&j.status) ? gla_fail_memory("select", bytes_of(&j)) : st;
}
