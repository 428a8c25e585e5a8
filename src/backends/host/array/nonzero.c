/* nonzero.c - Count nonzero elements, find their indices, and pick the elements of another array at these indices. */
#include "backends/host/host.h"
#include "places.h"
#include "backends/host/array/slots.h"

#include <string.h>

/* Number of elements per block.  The array is tested block by block, in row-major order.  A range of blocks is a unit of
 * work. */
#define BLOCK 4096
#define GRAIN 16 /* blocks */

typedef struct search {
    const gla_array *x;
    gla_nonzero_ranges *ranges;
    int64_t *result; /* shape (ndim, count) */
    int64_t count;
    const gla_array *from; /* if elements are picked: their source and, below, their destination */
    char *to;
    _Atomic bool changed;
} search;

/* hit[i] is 1 if element i, at p + i*step bytes, is nonzero.  NaN is nonzero, and a complex number is nonzero if either of its
 * parts is nonzero.  The compiler vectorises the first loop. */
#define TESTS(name, ctype, parts, is_true)                                 \
    static void name(const char *p, int64_t step, int64_t n, uint8_t *hit) \
    {                                                                      \
        if (step == (int64_t)sizeof(ctype) * parts) {                      \
            ctype const *v = (ctype const *)(const void *)p;               \
            for (int64_t i = 0; i < n; i++, v += parts)                    \
                hit[i] = is_true;                                          \
        } else {                                                           \
            for (int64_t i = 0; i < n; i++, p += step) {                   \
                ctype const *v = (ctype const *)(const void *)p;           \
                hit[i] = is_true;                                          \
            }                                                              \
        }                                                                  \
    }
TESTS(test_8, uint8_t, 1, v[0] != 0)
TESTS(test_16, uint16_t, 1, v[0] != 0)
TESTS(test_32, uint32_t, 1, v[0] != 0)
TESTS(test_64, uint64_t, 1, v[0] != 0)
TESTS(test_float, float, 1, v[0] != 0)
TESTS(test_double, double, 1, v[0] != 0)
TESTS(test_complex64, float, 2, (v[0] != 0) | (v[1] != 0))
TESTS(test_complex128, double, 2, (v[0] != 0) | (v[1] != 0))

static void test_run(gla_dtype dtype, const char *p, int64_t step, int64_t n, uint8_t *hit)
{
    size_t item = gla_itemsize(dtype);
    switch (dtype) {
    case GLA_FLOAT32: test_float(p, step, n, hit); break;
    case GLA_FLOAT64: test_double(p, step, n, hit); break;
    case GLA_COMPLEX64: test_complex64(p, step, n, hit); break;
    case GLA_COMPLEX128: test_complex128(p, step, n, hit); break;
    default: (item == 1 ? test_8 : item == 2 ? test_16 : item == 4 ? test_32 : test_64)(p, step, n, hit);
    }
}

/* Test elements [begin, end), which are at most BLOCK elements in row-major order, run by run along the last axis. */
static void test_block(const gla_array *x, int64_t begin, int64_t end, uint8_t *hit)
{
    int64_t item = (int64_t)gla_itemsize(x->dtype), row = x->ndim ? x->shape[x->ndim - 1] : 1;
    const char *data = gla_data(x);
    if (x->contiguous) {
        test_run(x->dtype, data + begin * item, item, end - begin, hit);
        return;
    }
    while (begin < end) {
        int64_t column = begin % row, rest = begin / row, offset = column * x->strides[x->ndim - 1];
        int64_t n = row - column < end - begin ? row - column : end - begin;
        for (int d = x->ndim - 1; d-- > 0; rest /= x->shape[d])
            offset += rest % x->shape[d] * x->strides[d];
        test_run(x->dtype, data + offset * item, x->strides[x->ndim - 1] * item, n, hit);
        begin += n;
        hit += n;
    }
}

static void count_ranges(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    uint8_t hit[BLOCK];
    for (int64_t r = first; r < last; r++) {
        int64_t range = r * s->ranges->length, stop = range + s->ranges->length, total = 0;
        stop = stop < s->x->size ? stop : s->x->size;
        for (int64_t begin = range; begin < stop; begin += BLOCK) {
            int64_t end = begin + BLOCK < stop ? begin + BLOCK : stop;
            test_block(s->x, begin, end, hit);
            total += gla_host_count_hits(hit, end - begin);
        }
        s->ranges->starts[r] = total;
    }
}

/* Find up to `most` nonzero elements of the block that starts at `begin`.  Set s->changed if there are more nonzero elements,
 * because the user's script may change x meanwhile. */
static int64_t find_hits(search *s, int64_t begin, int64_t end, int64_t most, int64_t *place)
{
    uint8_t hit[BLOCK];
    test_block(s->x, begin, end, hit);
    int64_t count = gla_host_collect(hit, end - begin, begin, most, place);
    if (count > most)
        s->changed = true;
    return count < most ? count : most;
}

/* Convert ascending positions to an index for each axis.  The indices that a row has in common are computed once. */
static void put_indices(const search *s, const int64_t *place, int64_t n, int64_t at)
{
    const gla_array *x = s->x;
    const int last = x->ndim - 1;
    int64_t index[GLA_MAX_NDIM], begin = 0, end = 0;
    for (int64_t i = 0; i < n; i++) {
        if (place[i] >= end) {
            int64_t rest = place[i] / x->shape[last];
            begin = rest * x->shape[last];
            end = begin + x->shape[last];
            for (int d = last; d-- > 0; rest /= x->shape[d])
                index[d] = rest % x->shape[d];
        }
        for (int d = 0; d < last; d++)
            s->result[d * s->count + at + i] = index[d];
        s->result[last * s->count + at + i] = place[i] - begin;
    }
}

static int64_t end_of_block(const search *s, int64_t begin, int64_t range)
{
    int64_t end = (range + 1) * s->ranges->length;
    end = end < s->x->size ? end : s->x->size;
    return begin + BLOCK < end ? begin + BLOCK : end;
}

static void locate_ranges(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    const gla_array *x = s->x;
    int64_t place[BLOCK], end;
    for (int64_t r = first; r < last; r++) {
        int64_t at = s->ranges->starts[r], limit = s->ranges->starts[r + 1];
        for (int64_t begin = r * s->ranges->length; at < limit && begin < x->size; begin = end) {
            end = end_of_block(s, begin, r);
            int64_t n = find_hits(s, begin, end, limit - at, x->ndim == 1 ? s->result + at : place);
            if (x->ndim > 1)
                put_indices(s, place, n, at);
            at += n;
            if (end == (r + 1) * s->ranges->length)
                break;
        }
        if (at < limit)
            s->changed = true;
    }
}

/* Copy the elements at these offsets, which ascend if the elements are contiguous.  Eight consecutive elements are copied at
 * once. */
#define PICK(name, type)                                                                      \
    static void name(const void *from, const int64_t *offset, int64_t n, bool rise, void *to) \
    {                                                                                         \
        const type *x = from;                                                                 \
        type *out = to;                                                                       \
        int64_t i = 0;                                                                        \
        for (; i + 8 <= n; i += 8)                                                            \
            if (rise && offset[i + 7] - offset[i] == 7)                                       \
                memcpy(out + i, x + offset[i], 8 * sizeof *out);                              \
            else                                                                              \
                for (int k = 0; k < 8; k++)                                                   \
                    out[i + k] = x[offset[i + k]];                                            \
        for (; i < n; i++)                                                                    \
            out[i] = x[offset[i]];                                                            \
    }
typedef struct wide {
    uint64_t half[2];
} wide;
PICK(pick_8, uint8_t)
PICK(pick_16, uint16_t)
PICK(pick_32, uint32_t)
PICK(pick_64, uint64_t)
PICK(pick_wide, wide)

static void pick(const gla_array *x, int64_t n, int64_t *offset, char *to)
{
    const char *from = gla_data(x);
    for (int64_t i = 0; !x->contiguous && i < n; i++) {
        int64_t rest = offset[i], at = 0;
        for (int d = x->ndim; d-- > 0; rest /= x->shape[d])
            at += rest % x->shape[d] * x->strides[d];
        offset[i] = at;
    }
    size_t item = gla_itemsize(x->dtype);
    (item == 1   ? pick_8
     : item == 2 ? pick_16
     : item == 4 ? pick_32
     : item == 8 ? pick_64
                 : pick_wide)(from, offset, n, x->contiguous, to);
}

static void select_ranges(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    int64_t place[BLOCK], end, item = (int64_t)gla_itemsize(s->from->dtype);
    for (int64_t r = first; r < last; r++) {
        int64_t at = s->ranges->starts[r], limit = s->ranges->starts[r + 1];
        for (int64_t begin = r * s->ranges->length; at < limit && begin < s->x->size; begin = end) {
            end = end_of_block(s, begin, r);
            int64_t n = find_hits(s, begin, end, limit - at, place);
            pick(s->from, n, place, s->to + at * item);
            at += n;
            if (end == (r + 1) * s->ranges->length)
                break;
        }
        if (at < limit)
            s->changed = true;
    }
}

gla_status gla_host_count_nonzero(gla_device *dev, const gla_array *x, gla_nonzero_ranges *r)
{
    search s = {.x = x, .ranges = r};
    int64_t sum = 0, blocks = (x->size + BLOCK - 1) / BLOCK, each = (blocks + GLA_NONZERO_RANGES - 1) / GLA_NONZERO_RANGES;
    (void)dev;
    r->length = each * BLOCK;
    r->count = (blocks + each - 1) / each;
    gla_status st = gla_host_parallel(r->count, GRAIN / each + 1, count_ranges, &s);
    for (int64_t i = 0; i < r->count && !st; i++) { /* convert counts to starts */
        int64_t n = r->starts[i];
        r->starts[i] = sum;
        sum += n;
    }
    r->starts[r->count] = sum;
    return st;
}

static gla_status take(search *s, gla_host_body body)
{
    s->changed = false;
    gla_status st = gla_host_parallel(s->ranges->count, GRAIN * BLOCK / s->ranges->length + 1, body, s);
    if (!st && s->changed)
        st = gla_fail(GLA_ARGUMENT_ERROR,
                      "nonzero: the mask was modified while it was read; do not write to it during the call");
    return st;
}

gla_status gla_host_nonzero(gla_device *dev, const gla_array *x, const gla_nonzero_ranges *r, gla_array *out)
{
    search s = {.x = x, .ranges = (gla_nonzero_ranges *)r, .result = gla_data(out), .count = out->shape[1]};
    (void)dev;
    return x->ndim ? take(&s, locate_ranges) : GLA_OK;
}

gla_status gla_host_select(gla_device *dev, const gla_array *mask, const gla_nonzero_ranges *r, const gla_array *x,
                           gla_array *out)
{
    search s = {.x = mask, .ranges = (gla_nonzero_ranges *)r, .from = x, .to = gla_data(out)};
    (void)dev;
    return take(&s, select_ranges);
}
