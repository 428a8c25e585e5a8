/* index.c - gather and scatter: picking and placing elements by arrays of positions.
 *
 * Both move elements between x, at the positions, and a dense array, one element for each position.  First all positions
 * become offsets into x, checked, so that nothing is written when one is wrong; then the elements move. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#define GRAIN 8192

typedef struct wide {
    uint64_t half[2]; /* a complex128 */
} wide;

/* All strides are in elements. */
typedef struct move {
    const gla_array *x;
    int nidx;
    const int64_t *idx[2 * GLA_MAX_NDIM];
    int64_t positions, bad;     /* how many; the first that is out of range */
    int64_t *offsets;           /* of each position, into x */
    int64_t *dense_offsets;     /* the same into the dense array; NULL: dense_step apart */
    int64_t dense_step;
    int rest;                   /* the axes that are not indexed, joined where they can be */
    int64_t rest_size, shape[GLA_MAX_NDIM], x_strides[GLA_MAX_NDIM], dense_strides[GLA_MAX_NDIM];
    char *x_data, *dense_data;
    size_t item;
    bool scatter;
    bool by_column;             /* the inner loop goes over the positions */
    bool split_rest;            /* threads share the rest, not the positions */
} move;

static void find_offsets(void *arg, int64_t begin, int64_t end)
{
    move *m = arg;
    for (int64_t i = begin; i < end; i++) {
        int64_t offset = 0;
        for (int j = 0; j < m->nidx; j++) {
            int64_t at = m->idx[j][i], length = m->x->shape[j];
            at += at < 0 ? length : 0;
            if (at < 0 || at >= length) { /* the first of all threads' is reported */
                int64_t seen = __atomic_load_n(&m->bad, __ATOMIC_RELAXED);
                while (i < seen && !__atomic_compare_exchange_n(&m->bad, &seen, i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                    ;
                return;
            }
            offset += at * m->x->strides[j];
        }
        m->offsets[i] = offset;
    }
}

static gla_status fail_position(const move *m)
{
    for (int j = 0; j < m->nidx; j++) {
        int64_t at = m->idx[j][m->bad], length = m->x->shape[j];
        if (at < -length || at >= length)
            return gla_fail(GLA_INDEX_ERROR, "index %lld, at position %lld of index array %d, is out of range for an axis of "
                            "length %lld", (long long)at, (long long)m->bad, j, (long long)length);
    }
    return gla_fail(GLA_INDEX_ERROR, "an index array changed while it was read; do not write to it meanwhile");
}

/* One step from position to position in the dense array where its index dimensions allow that, else a table. */
static gla_status lay_out_dense(move *m, const gla_array *dense, int ndim)
{
    int64_t step = 0, run = 1;
    bool even = true;
    for (int d = ndim; d-- > 0; run *= dense->shape[d]) {
        if (dense->shape[d] == 1)
            continue;
        if (run == 1)
            step = dense->strides[d];
        even &= dense->strides[d] == step * run;
    }
    m->dense_step = step;
    if (even)
        return GLA_OK;
    m->dense_offsets = gla_malloc((size_t)m->positions * sizeof(int64_t));
    if (!m->dense_offsets)
        return gla_fail_memory("index", (size_t)m->positions * sizeof(int64_t));
    for (int64_t i = 0; i < m->positions; i++) {
        int64_t left = i, offset = 0;
        for (int d = ndim; d-- > 0; left /= dense->shape[d])
            offset += left % dense->shape[d] * dense->strides[d];
        m->dense_offsets[i] = offset;
    }
    return GLA_OK;
}

/* The axes that are not indexed; neighbours that follow each other without a gap on both sides become one. */
static void lay_out_rest(move *m, const gla_array *dense, int ndim)
{
    const gla_array *x = m->x;
    m->rest_size = 1;
    for (int d = m->nidx; d < x->ndim; d++) {
        int64_t n = x->shape[d], xs = x->strides[d], ds = dense->strides[ndim + d - m->nidx];
        int last = m->rest - 1;
        if (n == 1)
            continue;
        m->rest_size *= n;
        if (m->rest && m->x_strides[last] == n * xs && m->dense_strides[last] == n * ds) {
            m->shape[last] *= n;
        } else {
            last = m->rest++;
            m->shape[last] = n;
        }
        m->x_strides[last] = xs;
        m->dense_strides[last] = ds;
    }
}

/* Offsets of element r of the rest. */
static void rest_offsets(const move *m, int64_t r, int64_t *x, int64_t *dense)
{
    *x = *dense = 0;
    for (int d = m->rest; d-- > 0;) {
        int64_t i = d ? r % m->shape[d] : r;
        *x += i * m->x_strides[d];
        *dense += i * m->dense_strides[d];
        r = d ? r / m->shape[d] : 0;
    }
}

#define BY_SIZE(LOOP)                                                                                                       \
    switch (m->item) {                                                                                                      \
    case 1: LOOP(uint8_t) break;                                                                                            \
    case 2: LOOP(uint16_t) break;                                                                                           \
    case 4: LOOP(uint32_t) break;                                                                                           \
    case 8: LOOP(uint64_t) break;                                                                                           \
    default: LOOP(wide) break;                                                                                              \
    }

/* One element of the rest, at positions [begin, end): in ascending order, so that the last of equal ones wins. */
static void move_column(const move *m, int64_t begin, int64_t end, int64_t r)
{
    int64_t xo, dense, step = m->dense_step;
    const int64_t *offsets = m->offsets, *dense_offsets = m->dense_offsets;
    rest_offsets(m, r, &xo, &dense);
#define COLUMN(type)                                                                                                        \
    {                                                                                                                       \
        type *p = (type *)(void *)m->x_data + xo, *q = (type *)(void *)m->dense_data + dense;                               \
        if (dense_offsets && m->scatter)                                                                                    \
            for (int64_t i = begin; i < end; i++)                                                                           \
                p[offsets[i]] = q[dense_offsets[i]];                                                                        \
        else if (dense_offsets)                                                                                             \
            for (int64_t i = begin; i < end; i++)                                                                           \
                q[dense_offsets[i]] = p[offsets[i]];                                                                        \
        else if (m->scatter)                                                                                                \
            for (int64_t i = begin; i < end; i++)                                                                           \
                p[offsets[i]] = q[i * step];                                                                                \
        else                                                                                                                \
            for (int64_t i = begin; i < end; i++)                                                                           \
                q[i * step] = p[offsets[i]];                                                                                \
    }
    BY_SIZE(COLUMN)
}

/* n elements of the rest, which lie evenly, at one position. */
static void move_run(const move *m, int64_t xo, int64_t dense, int64_t n)
{
    int64_t xs = m->rest ? m->x_strides[m->rest - 1] : 1, ds = m->rest ? m->dense_strides[m->rest - 1] : 1;
    char *x = m->x_data + xo * (int64_t)m->item, *y = m->dense_data + dense * (int64_t)m->item;
    if (xs == 1 && ds == 1) {
        memcpy(m->scatter ? x : y, m->scatter ? y : x, (size_t)n * m->item);
        return;
    }
#define RUN(type)                                                                                                           \
    {                                                                                                                       \
        type *p = (type *)(void *)x, *q = (type *)(void *)y;                                                                \
        if (m->scatter)                                                                                                     \
            for (int64_t i = 0; i < n; i++)                                                                                 \
                p[i * xs] = q[i * ds];                                                                                      \
        else                                                                                                                \
            for (int64_t i = 0; i < n; i++)                                                                                 \
                q[i * ds] = p[i * xs];                                                                                      \
    }
    BY_SIZE(RUN)
}

/* Elements [first, last) of the rest at one position. */
static void move_row(const move *m, int64_t position, int64_t first, int64_t last)
{
    int64_t row = m->rest ? m->shape[m->rest - 1] : 1;
    int64_t at = m->dense_offsets ? m->dense_offsets[position] : position * m->dense_step;
    while (first < last) {
        int64_t xo, dense, n = m->rest > 1 ? row - first % row : row - first;
        if (n > last - first)
            n = last - first;
        rest_offsets(m, first, &xo, &dense);
        move_run(m, m->offsets[position] + xo, at + dense, n);
        first += n;
    }
}

static void move_part(void *arg, int64_t begin, int64_t end)
{
    const move *m = arg;
    int64_t first = m->split_rest ? begin : 0, last = m->split_rest ? end : m->rest_size;
    if (m->split_rest) {
        begin = 0;
        end = m->positions;
    }
    if (m->by_column)
        for (int64_t r = first; r < last; r++)
            move_column(m, begin, end, r);
    else
        for (int64_t i = begin; i < end; i++)
            move_row(m, i, first, last);
}

static gla_status run(move *m, const gla_array *x, int nidx, const gla_array *const idx[], const gla_array *dense)
{
    int nb = idx[0]->ndim;
    gla_status st = GLA_OK;
    m->x = x;
    m->nidx = nidx;
    m->positions = m->bad = idx[0]->size;
    m->item = gla_itemsize(x->dtype);
    m->x_data = gla_data(x);
    m->dense_data = gla_data(dense);
    for (int j = 0; j < nidx; j++)
        m->idx[j] = gla_data(idx[j]);
    m->offsets = gla_malloc((size_t)m->positions * sizeof(int64_t));
    if (!m->offsets)
        return gla_fail_memory("index", (size_t)m->positions * sizeof(int64_t));
    gla_host_parallel(m->positions, GRAIN, find_offsets, m);
    st = m->bad < m->positions ? fail_position(m) : lay_out_dense(m, dense, nb);
    if (!st) {
        lay_out_rest(m, dense, nb);
        int64_t inner = m->rest ? m->dense_strides[m->rest - 1] : 0;
        m->by_column = m->rest == 0 || (!m->dense_offsets && llabs(m->dense_step) < llabs(inner));
        /* Two threads must not place elements at equal positions: they share the rest. */
        m->split_rest = m->scatter || (m->by_column && m->rest_size >= 64);
        int64_t n = m->split_rest ? m->rest_size : m->positions, each = m->split_rest ? m->positions : m->rest_size;
        gla_host_parallel(n, each > GRAIN ? 1 : GRAIN / each, move_part, m);
    }
    gla_free(m->offsets);
    gla_free(m->dense_offsets);
    return st;
}

gla_status gla_host_gather(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out)
{
    move m = {.scatter = false};
    (void)dev;
    return run(&m, x, nidx, idx, out);
}

gla_status gla_host_scatter(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    move m = {.scatter = true};
    (void)dev;
    return run(&m, x, nidx, idx, value);
}
