/* nonzero.c - how many elements are not zero, and where they are. */
#include "host.h"

/* The array is looked at in blocks of so many elements, in row-major order; a block is the unit of work of a thread. */
#define BLOCK 16384

typedef struct search {
    const gla_array *x;
    int64_t *found;  /* in each block; then where its positions begin in the result, and at last the end */
    int64_t *result; /* shape (ndim, count) */
    int64_t count;
} search;

/* Whether element i, of stride `step` from p, is not zero.  A NaN is not zero; of a complex number either part counts. */
#define TESTS(ctype, is_true)                                                                                               \
    for (int64_t i = 0; i < n; i++, p += step) {                                                                            \
        ctype const *v = (ctype const *)(const void *)p;                                                                    \
        hit[i] = is_true;                                                                                                   \
    }

static void test_run(gla_dtype dtype, const char *p, int64_t step, int64_t n, uint8_t *hit)
{
    switch (dtype) {
    case GLA_FLOAT32: TESTS(float, v[0] != 0) break;
    case GLA_FLOAT64: TESTS(double, v[0] != 0) break;
    case GLA_COMPLEX64: TESTS(float, v[0] != 0 || v[1] != 0) break;
    case GLA_COMPLEX128: TESTS(double, v[0] != 0 || v[1] != 0) break;
    default:
        switch (gla_itemsize(dtype)) {
        case 1: TESTS(uint8_t, v[0] != 0) break;
        case 2: TESTS(uint16_t, v[0] != 0) break;
        case 4: TESTS(uint32_t, v[0] != 0) break;
        default: TESTS(uint64_t, v[0] != 0) break;
        }
    }
}

/* Test elements [begin, end) of the row-major order, at most BLOCK of them, run by run along the last axis. */
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

static void count_blocks(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    uint8_t hit[BLOCK];
    for (int64_t b = first; b < last; b++) {
        int64_t begin = b * BLOCK, end = begin + BLOCK < s->x->size ? begin + BLOCK : s->x->size, n = 0;
        test_block(s->x, begin, end, hit);
        for (int64_t i = 0; i < end - begin; i++)
            n += hit[i];
        s->found[b] = n;
    }
}

static void locate_blocks(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    const gla_array *x = s->x;
    uint8_t hit[BLOCK];
    for (int64_t b = first; b < last; b++) {
        int64_t begin = b * BLOCK, end = begin + BLOCK < x->size ? begin + BLOCK : x->size;
        int64_t at = s->found[b], limit = s->found[b + 1];
        test_block(x, begin, end, hit);
        for (int64_t i = begin; i < end && at < limit; i++) { /* the script may change x meanwhile: stay within bounds */
            if (!hit[i - begin])
                continue;
            int64_t rest = i;
            for (int d = x->ndim; d-- > 1; rest /= x->shape[d])
                s->result[d * s->count + at] = rest % x->shape[d];
            s->result[at++] = rest;
        }
    }
}

/* Fill s->found with the count of each block; the caller frees it. */
static gla_status count_all(search *s, int64_t *blocks)
{
    *blocks = (s->x->size + BLOCK - 1) / BLOCK;
    s->found = gla_malloc((size_t)(*blocks + 1) * sizeof *s->found);
    if (!s->found)
        return gla_fail_memory("nonzero", (size_t)(*blocks + 1) * sizeof *s->found);
    gla_host_parallel(*blocks, 4, count_blocks, s);
    return GLA_OK;
}

gla_status gla_host_count_nonzero(gla_device *dev, const gla_array *x, int64_t *count)
{
    search s = {.x = x};
    int64_t blocks, total = 0;
    (void)dev;
    gla_status st = count_all(&s, &blocks);
    if (st)
        return st;
    for (int64_t b = 0; b < blocks; b++)
        total += s.found[b];
    gla_free(s.found);
    *count = total;
    return GLA_OK;
}

gla_status gla_host_nonzero(gla_device *dev, const gla_array *x, gla_array *out)
{
    search s = {.x = x, .result = gla_data(out), .count = out->shape[1]};
    int64_t blocks, at = 0;
    (void)dev;
    gla_status st = count_all(&s, &blocks);
    if (st)
        return st;
    for (int64_t b = 0; b < blocks; b++) { /* from counts to beginnings */
        int64_t n = s.found[b];
        s.found[b] = at;
        at += n;
    }
    s.found[blocks] = at;
    if (at != s.count)
        st = gla_fail(GLA_ARGUMENT_ERROR, "nonzero: the mask changed while it was read; do not write to it meanwhile");
    else if (x->ndim)
        gla_host_parallel(blocks, 4, locate_blocks, &s);
    gla_free(s.found);
    return st;
}
