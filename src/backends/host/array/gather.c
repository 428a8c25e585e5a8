/* gather.c - Gather and scatter elements by arrays of indices.
 *
 * Both operations move elements between x, at the given indices, and a dense array with one element per index.  First all
 * indices are checked, so that nothing is written if an index is out of range.  Then the indices are converted to offsets and
 * the elements are moved, block by block.  A plain gather, whose result is a new array, checks indices while it moves
 * elements. */
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

#include <stdlib.h>
#include <string.h>

#define GRAIN 8192
#define BLOCK 1024 /* number of positions */
#define FEW 32     /* number of positions; with fewer positions, the inner loop runs over the axes without an index */
#define AHEAD 8    /* prefetch distance in positions */

typedef struct wide {
    uint64_t half[2]; /* a complex128 */
} wide;

/* State of a gather or scatter.  All strides are in elements. */
typedef struct move {
    const gla_array *x;
    int nidx;
    const int64_t *idx[2 * GLA_MAX_NDIM];
    int64_t positions, bad;                  /* number of positions; first position with an index out of range */
    int dense_ndim;                          /* number of index dimensions of the dense array */
    const int64_t *dense_shape, *dense_dims; /* lengths and strides of these dimensions */
    bool even;                               /* positions of the dense array have the stride dense_step */
    int64_t dense_step;
    int rest; /* the axes without an index, merged if possible */
    int64_t rest_size, shape[GLA_MAX_NDIM], x_strides[GLA_MAX_NDIM], dense_strides[GLA_MAX_NDIM];
    char *x_data, *dense_data;
    size_t item;
    bool scatter;
    bool by_column;  /* the inner loop runs over the positions */
    bool split_rest; /* threads divide the axes without an index among themselves, not the positions */
    bool wrong;      /* an index is out of range */
} move;

/* Offsets of a block of positions in x and in the dense array. */
typedef struct block {
    int64_t n, x[BLOCK], dense[BLOCK];
} block;

static bool is_any_outside(const int64_t *at, int64_t n, int64_t length)
{
    int64_t wrong = 0; /* a loop without an early exit is faster */
    for (int64_t i = 0; i < n; i++)
        wrong |= (at[i] < -length) | (at[i] >= length);
    return wrong;
}

/* Record the first position with an index out of range, over all threads. */
static void check_positions(void *arg, int64_t begin, int64_t end)
{
    move *m = arg;
    int64_t first = end;
    for (int j = 0; j < m->nidx; j++) {
        const int64_t *at = m->idx[j], length = m->x->shape[j];
        for (int64_t block = begin; block < first; block += BLOCK) {
            bool wrong = is_any_outside(at + block, first - block < BLOCK ? first - block : BLOCK, length);
            for (int64_t i = block; wrong && i < first; i++)
                if (at[i] < -length || at[i] >= length)
                    first = i;
        }
    }
    int64_t seen = __atomic_load_n(&m->bad, __ATOMIC_RELAXED);
    while (first < end && first < seen &&
           !__atomic_compare_exchange_n(&m->bad, &seen, first, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static void add_offsets(const int64_t *restrict at, int64_t n, int64_t length, int64_t stride, int64_t *restrict x)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t p = at[i] + (at[i] < 0 ? length : 0);
        x[i] += ((uint64_t)p < (uint64_t)length ? p : 0) * stride;
    }
}

/* Compute the offsets of a block.  The indices are checked once more, because the user's script may change its index array
 * meanwhile. */
static void find_offsets(const move *m, int64_t begin, int64_t end, block *b)
{
    b->n = end - begin;
    memset(b->x, 0, (size_t)b->n * sizeof *b->x);
    for (int j = 0; j < m->nidx; j++)
        add_offsets(m->idx[j] + begin, b->n, m->x->shape[j], m->x->strides[j], b->x);
    for (int64_t i = 0; i < b->n; i++)
        b->dense[i] = (begin + i) * m->dense_step;
    for (int64_t i = 0; !m->even && i < b->n; i++) {
        int64_t left = begin + i;
        b->dense[i] = 0;
        for (int d = m->dense_ndim; d-- > 0; left /= m->dense_shape[d])
            b->dense[i] += left % m->dense_shape[d] * m->dense_dims[d];
    }
}

static gla_status fail_position(const move *m)
{
    for (int j = 0; j < m->nidx && m->bad < m->positions; j++) {
        int64_t at = m->idx[j][m->bad], length = m->x->shape[j];
        if (at < -length || at >= length)
            return gla_fail(GLA_INDEX_ERROR,
                            "index %lld, at position %lld of index array %d, is out of range for an "
                            "axis of length %lld",
                            (long long)at, (long long)m->bad, j, (long long)length);
    }
    return gla_fail(GLA_INDEX_ERROR, "an index array was modified while it was read; do not write to it during the call");
}

/* Find out whether positions in the dense array have one common stride. */
static void lay_out_dense(move *m, const gla_array *dense, int ndim)
{
    int64_t run = 1;
    m->dense_ndim = ndim;
    m->dense_shape = dense->shape;
    m->dense_dims = dense->strides;
    m->even = true;
    for (int d = ndim; d-- > 0; run *= dense->shape[d]) {
        if (dense->shape[d] == 1)
            continue;
        if (run == 1)
            m->dense_step = dense->strides[d];
        m->even &= dense->strides[d] == m->dense_step * run;
    }
}

/* Collect the axes without an index.  Adjacent axes are merged if there is no gap between them in either array. */
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

/* Return the offsets of element r of the axes without an index. */
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

/* Move elements of one size.  move_block moves the positions of a block in ascending order, so that the last of equal indices
 * wins.  move_run moves n elements with constant strides. */
#define MOVES(type)                                                                                \
    static void move_block_##type(const move *m, const block *b, int64_t xo, int64_t dense)        \
    {                                                                                              \
        type *p = (type *)(void *)m->x_data + xo, *q = (type *)(void *)m->dense_data + dense;      \
        if (m->even && m->dense_step == 1)                                                         \
            q += b->dense[0];                                                                      \
        if (m->scatter && m->even && m->dense_step == 1)                                           \
            for (int64_t i = 0; i < b->n; i++)                                                     \
                p[b->x[i]] = q[i];                                                                 \
        else if (m->even && m->dense_step == 1)                                                    \
            for (int64_t i = 0; i < b->n; i++)                                                     \
                q[i] = p[b->x[i]];                                                                 \
        else if (m->scatter)                                                                       \
            for (int64_t i = 0; i < b->n; i++)                                                     \
                p[b->x[i]] = q[b->dense[i]];                                                       \
        else                                                                                       \
            for (int64_t i = 0; i < b->n; i++)                                                     \
                q[b->dense[i]] = p[b->x[i]];                                                       \
    }                                                                                              \
    static void move_run_##type(bool scatter, char *x, int64_t xs, char *y, int64_t ds, int64_t n) \
    {                                                                                              \
        type *p = (type *)(void *)x, *q = (type *)(void *)y;                                       \
        if (scatter)                                                                               \
            for (int64_t i = 0; i < n; i++)                                                        \
                p[i * xs] = q[i * ds];                                                             \
        else                                                                                       \
            for (int64_t i = 0; i < n; i++)                                                        \
                q[i * ds] = p[i * xs];                                                             \
    }
MOVES(uint8_t)
MOVES(uint16_t)
MOVES(uint32_t)
MOVES(uint64_t)
MOVES(wide)

/* Move element r of the axes without an index, at the positions of a block. */
static void move_column(const move *m, const block *b, int64_t r)
{
    int64_t xo, dense;
    rest_offsets(m, r, &xo, &dense);
    switch (m->item) {
    case 1: move_block_uint8_t(m, b, xo, dense); break;
    case 2: move_block_uint16_t(m, b, xo, dense); break;
    case 4: move_block_uint32_t(m, b, xo, dense); break;
    case 8: move_block_uint64_t(m, b, xo, dense); break;
    default: move_block_wide(m, b, xo, dense);
    }
}

/* Move n elements of the axes without an index, with constant strides, at one position. */
static void move_run(const move *m, int64_t xo, int64_t dense, int64_t n)
{
    int64_t xs = m->rest ? m->x_strides[m->rest - 1] : 1, ds = m->rest ? m->dense_strides[m->rest - 1] : 1;
    char *x = m->x_data + xo * (int64_t)m->item, *y = m->dense_data + dense * (int64_t)m->item;
    if (xs == 1 && ds == 1) {
        memcpy(m->scatter ? x : y, m->scatter ? y : x, (size_t)n * m->item);
        return;
    }
    switch (m->item) {
    case 1: move_run_uint8_t(m->scatter, x, xs, y, ds, n); break;
    case 2: move_run_uint16_t(m->scatter, x, xs, y, ds, n); break;
    case 4: move_run_uint32_t(m->scatter, x, xs, y, ds, n); break;
    case 8: move_run_uint64_t(m->scatter, x, xs, y, ds, n); break;
    default: move_run_wide(m->scatter, x, xs, y, ds, n);
    }
}

/* Move elements [first, last) of the axes without an index, at the position with offsets x and dense. */
static void move_row(const move *m, int64_t x, int64_t dense, int64_t first, int64_t last)
{
    int64_t row = m->rest ? m->shape[m->rest - 1] : 1;
    while (first < last) {
        int64_t xo, dense_offset, n = m->rest > 1 ? row - first % row : row - first;
        if (n > last - first)
            n = last - first;
        rest_offsets(m, first, &xo, &dense_offset);
        move_run(m, x + xo, dense + dense_offset, n);
        first += n;
    }
}

/* Prefetch a row that will soon be read or written. */
static inline void fetch_row(const move *m, int64_t x)
{
    const char *row = m->x_data + x * (int64_t)m->item;
    const int64_t bytes = m->rest_size * (int64_t)m->item;
    for (int64_t i = 0; i < bytes && i < 256; i += 64)
        __builtin_prefetch(row + i);
}

/* Move row by row.  A few long rows are moved in parts, so that data common to the rows stays in the caches. */
static void move_rows(const move *m, const block *b, int64_t first, int64_t last)
{
    const int64_t step = b->n < FEW && last - first > BLOCK ? BLOCK : last - first;
    for (int64_t from = first; from < last && !gla_host_stop(); from += step) {
        int64_t to = from + step < last ? from + step : last;
        for (int64_t i = 0; i < b->n; i++) {
            if (i + AHEAD < b->n)
                fetch_row(m, b->x[i + AHEAD]);
            move_row(m, b->x[i], b->dense[i], from, to);
        }
    }
}

/* Return true for the most common calls, which have one index array, elements of 4 or 8 bytes, and a dense array without
 * gaps. */
static bool is_plain(const move *m)
{
    return !m->scatter && m->nidx == 1 && m->rest_size == 1 && m->even && (m->dense_step == 1 || m->positions == 1) &&
           (m->item == 4 || m->item == 8);
}

/* Convert indices to positions counted from 0.  Replace indices out of range by 0, and return true if any index is out of
 * range. */
static bool normalise_indices(const int64_t *restrict at, int64_t n, int64_t length, int64_t *restrict place)
{
    int64_t wrong = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t p = at[i] + (at[i] < 0 ? length : 0), within = (uint64_t)p < (uint64_t)length ? -1 : 0;
        wrong |= ~within;
        place[i] = p & within;
    }
    return wrong;
}

/* This loop avoids wide registers, because compilers would fill and empty them element by element. */
#define TAKE(type)                                                                                                   \
    static void take_##type(const void *from, const int64_t *place, int64_t n, int64_t stride, void *to, int64_t at) \
    {                                                                                                                \
        const type *x = from;                                                                                        \
        type *out = (type *)to + at;                                                                                 \
        if (stride == 1)                                                                                             \
            for (int64_t i = 0; i < n; i++)                                                                          \
                out[i] = x[place[i]];                                                                                \
        else                                                                                                         \
            for (int64_t i = 0; i < n; i++)                                                                          \
                out[i] = x[place[i] * stride];                                                                       \
    }
TAKE(uint32_t)
TAKE(uint64_t)

static void take_part(void *arg, int64_t begin, int64_t end)
{
    move *m = arg;
    const int64_t length = m->x->shape[0], stride = m->x->strides[0];
    int64_t place[BLOCK];
    bool wrong = false;
    for (int64_t n; begin < end && !gla_host_stop(); begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        wrong |= normalise_indices(m->idx[0] + begin, n, length, place);
        (m->item == 4 ? take_uint32_t : take_uint64_t)(m->x_data, place, n, stride, m->dense_data, begin);
    }
    if (wrong)
        __atomic_store_n(&m->wrong, true, __ATOMIC_RELAXED);
}

static void move_part(void *arg, int64_t begin, int64_t end)
{
    const move *m = arg;
    int64_t first = m->split_rest ? begin : 0, last = m->split_rest ? end : m->rest_size;
    block b;
    if (m->split_rest) {
        begin = 0;
        end = m->positions;
    }
    for (; begin < end && !gla_host_stop(); begin += BLOCK) {
        find_offsets(m, begin, begin + BLOCK < end ? begin + BLOCK : end, &b);
        bool is_long = last - first > GRAIN;
        for (int64_t r = first; m->by_column && r < last && !(is_long && gla_host_stop()); r++)
            move_column(m, &b, r);
        if (!m->by_column)
            move_rows(m, &b, first, last);
    }
}

static gla_status run(move *m, const gla_array *x, int nidx, const gla_array *const idx[], const gla_array *dense)
{
    m->x = x;
    m->nidx = nidx;
    m->positions = m->bad = idx[0]->size;
    m->item = gla_itemsize(x->dtype);
    m->x_data = gla_data(x);
    m->dense_data = gla_data(dense);
    for (int j = 0; j < nidx; j++)
        m->idx[j] = gla_data(idx[j]);
    lay_out_dense(m, dense, idx[0]->ndim);
    lay_out_rest(m, dense, idx[0]->ndim);
    bool plain = is_plain(m); /* a plain gather checks its indices while it moves elements */
    gla_status st = plain ? gla_host_parallel(m->positions, GRAIN, take_part, m) : GLA_OK;
    if (st || (plain && !m->wrong))
        return st;
    st = gla_host_parallel(m->positions, GRAIN, check_positions, m);
    if (st)
        return st;
    if (plain || m->bad < m->positions)
        return fail_position(m);
    int64_t inner = m->rest ? m->dense_strides[m->rest - 1] : 0;
    m->by_column = m->rest == 0 || (m->even && llabs(m->dense_step) < llabs(inner) &&
                                    (m->positions >= FEW || m->positions > m->shape[m->rest - 1]));
    /* Two threads must not write at equal indices, so in a scatter the threads divide the axes without an index among
     * themselves. */
    m->split_rest = m->scatter || (m->by_column && m->rest_size >= 64);
    int64_t n = m->split_rest ? m->rest_size : m->positions, each = m->split_rest ? m->positions : m->rest_size;
    return gla_host_parallel(n, each > GRAIN ? 1 : GRAIN / each, move_part, m);
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
