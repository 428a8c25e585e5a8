/* order_statistics.c - Order statistics, by the selection kernels of kernels/order.h or by sorting. */
#include "sorting.h"

#include <string.h>

#define GROUPS_EACH 8   /* number of groups per compute unit */
#define MAX_RANKS 8     /* for more ranks, sorting is faster */
#define SHORTEST 33     /* shorter rows are sorted, many rows at a time */
#define CHUNK_STEP 2048 /* number of elements that a group reads at once */
#define BINS (1 << ORDER_DIGIT)

typedef struct job {
    gla_device *dev;
    gla_device_program program;
    order_sizes sizes;
    const void *x;
    void *begins, *left, *counts, *out;
} job;

static gla_status launch(const job *j, const char *kernel, int64_t groups, int n, const gla_argument *args)
{
    int64_t most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH * 4;
    return gla_device_run("select", j->dev, &j->program, kernel, groups < most ? groups : most, n, args);
}

static gla_status find_rows(const job *j)
{
    const gla_argument args[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->x), GLA_BUFFER(j->out)};
    return launch(j, "order_rows", j->sizes.rows, 3, args);
}

static gla_status find_chunks(job *j, int key_bits)
{
    const int digits = (key_bits + ORDER_DIGIT - 1) / ORDER_DIGIT;
    gla_status st = GLA_OK;
    for (j->sizes.digit = 0; j->sizes.digit < digits && !st; j->sizes.digit++) {
        const gla_argument count[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->x), GLA_BUFFER(j->begins), GLA_BUFFER(j->counts)};
        const gla_argument step[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->begins), GLA_BUFFER(j->left), GLA_BUFFER(j->counts)};
        st = launch(j, "order_count", j->sizes.rows * j->sizes.chunks, 4, count);
        if (!st)
            st = launch(j, "order_step", j->sizes.rows, 4, step);
    }
    const gla_argument take[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->begins), GLA_BUFFER(j->out)};
    return st ? st : gla_device_run_for("select", j->dev, &j->program, "order_take", j->sizes.rows * j->sizes.count, 3, take);
}

/* Allocate `begins`, `counts` and `left` in one block of zeros. */
static gla_status make_tables(job *j, void **block)
{
    size_t ranks = (size_t)j->sizes.rows * ORDER_RANKS, bytes = ranks * (sizeof(uint64_t) + (BINS + 1) * sizeof(uint32_t));
    gla_status st = gla_device_scratch("select", j->dev, bytes, block);
    if (st)
        return st;
    j->begins = *block;
    j->counts = (uint64_t *)j->begins + ranks;
    j->left = (uint32_t *)j->counts + ranks * BINS;
    return gla_device_fill("select", j->dev, *block, 0, bytes);
}

static gla_status find(job *j, const int64_t *ranks, int count, int key_bits)
{
    int64_t most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH, groups = (most + j->sizes.rows - 1) / j->sizes.rows;
    bool many = j->sizes.rows >= most || j->sizes.n <= CHUNK_STEP;
    void *block = NULL;
    gla_status st = many ? GLA_OK : make_tables(j, &block);
    j->sizes.chunk = ((j->sizes.n + groups - 1) / groups + CHUNK_STEP - 1) / CHUNK_STEP * CHUNK_STEP;
    j->sizes.chunks = (j->sizes.n + j->sizes.chunk - 1) / j->sizes.chunk;
    for (int first = 0; first < count && !st; first += ORDER_RANKS) {
        j->sizes.first = first;
        j->sizes.count = count - first < ORDER_RANKS ? count - first : ORDER_RANKS;
        memcpy(j->sizes.rank, ranks + first, (size_t)j->sizes.count * sizeof *ranks);
        st = many ? find_rows(j) : find_chunks(j, key_bits);
    }
    gla_device_drop(j->dev, block);
    return st;
}

gla_status gla_device_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out)
{
    int64_t n = x->shape[x->ndim - 1];
    if (count > MAX_RANKS || n < SHORTEST || n >= UINT32_MAX || gla_kind_of(x->dtype) == GLA_KIND_COMPLEX)
        return gla_device_sort_and_take(dev, x, ranks, count, out);
    job j = {.dev = dev,
             .program = gla_device_order_program(x->dtype),
             .sizes = {.rows = x->size / n, .n = n, .all = count},
             .x = gla_data(x),
             .out = gla_data(out)};
    gla_status st = gla_device_enter("select", dev);
    return st ? st : find(&j, ranks, count, 8 * (int)gla_itemsize(x->dtype));
}
