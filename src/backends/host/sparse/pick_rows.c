/* pick_rows.c - Copy selected rows of a sparse matrix, and prefetch later rows. */
#include "parts.h"

#include <string.h>

#define GRAIN 16384 /* number of elements per part */
#define SOON 12     /* prefetch distance in rows */

typedef struct job {
    const gla_csr *a;
    const int64_t *numbers, *starts;
    int64_t n;
    void *indices, *data;
} job;

static void copy_rows(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    const size_t place = gla_itemsize(w->a->index), item = gla_itemsize(w->a->dtype);
    const char *indices = w->a->indices, *data = w->a->data;
    const char *indptr = w->a->indptr;
    for (int64_t i = begin; i < end; i++) {
        if (i + 2 * SOON < w->n)
            __builtin_prefetch(indptr + (size_t)w->numbers[i + 2 * SOON] * place);
        if (i + SOON < w->n) {
            size_t next = (size_t)gla_host_row_start(w->a, w->numbers[i + SOON]);
            __builtin_prefetch(indices + next * place);
            __builtin_prefetch(data + next * item);
        }
        size_t from = (size_t)gla_host_row_start(w->a, w->numbers[i]), to = (size_t)w->starts[i],
               n = (size_t)w->starts[i + 1] - to;
        if (n == 0) /* without elements there is no memory */
            continue;
        memcpy((char *)w->indices + to * place, indices + from * place, n * place);
        memcpy((char *)w->data + to * item, data + from * item, n * item);
    }
}

gla_status gla_host_pick_rows(gla_device *dev, const gla_csr *a, int64_t n, const int64_t *numbers, const int64_t *starts,
                              void *indices, void *data)
{
    job w = {.a = a, .numbers = numbers, .starts = starts, .n = n, .indices = indices, .data = data};
    (void)dev;
    return gla_host_parallel(n, GRAIN / (starts[n] / n + 1) + 1, copy_rows, &w);
}
