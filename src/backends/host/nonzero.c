/* nonzero.c - how many elements are not zero, and where they are. */
#include "host.h"

#include <string.h>

/* The array is looked at in blocks of so many elements, in row-major order; a block is the unit of work of a thread. */
#define BLOCK 4096
#define GRAIN 16 /* blocks */

typedef struct search {
    const gla_array *x;
    int64_t *found;  /* in each block; then where its positions begin in the result, and at last the end */
    int64_t *result; /* shape (ndim, count) */
    int64_t count;
} search;

/* hit[i] = whether element i, at p + i*step bytes, is not zero.  A NaN is not zero; of a complex number either part
 * counts. The compiler vectorises the first loop. */
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
        int64_t begin = b * BLOCK, end = begin + BLOCK < s->x->size ? begin + BLOCK : s->x->size;
        unsigned n = 0;
        test_block(s->x, begin, end, hit);
        for (int64_t i = 0; i < end - begin; i++)
            n += hit[i];
        s->found[b] = n;
    }
}

/* Positions of the hits, without a branch for each of them, which would be mispredicted; hits come in eights. */
static int64_t collect(const uint8_t *hit, int64_t n, int64_t *position)
{
    int64_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t eight;
        memcpy(&eight, hit + i, sizeof eight);
        if (eight == 0)
            continue;
        for (int64_t k = i; k < i + 8; k++) {
            position[count] = k;
            count += hit[k];
        }
    }
    for (; i < n; i++) {
        position[count] = i;
        count += hit[i];
    }
    return count;
}

static void locate_blocks(void *arg, int64_t first, int64_t last)
{
    search *s = arg;
    const gla_array *x = s->x;
    uint8_t hit[BLOCK];
    int64_t position[BLOCK + 1];
    for (int64_t b = first; b < last; b++) {
        int64_t begin = b * BLOCK, end = begin + BLOCK < x->size ? begin + BLOCK : x->size;
        int64_t at = s->found[b], n = s->found[b + 1] - at;
        test_block(x, begin, end, hit);
        int64_t count = collect(hit, end - begin, position);
        n = count < n ? count : n; /* the script may change x meanwhile: stay within bounds */
        for (int64_t i = 0; i < n; i++) {
            int64_t rest = begin + position[i];
            for (int d = x->ndim; d-- > 1; rest /= x->shape[d])
                s->result[d * s->count + at + i] = rest % x->shape[d];
            s->result[at + i] = rest;
        }
    }
}

/* Fill s->found with the count of each block; the caller frees it, but for a failure. */
static gla_status count_all(search *s, int64_t *blocks)
{
    *blocks = (s->x->size + BLOCK - 1) / BLOCK;
    s->found = gla_malloc((size_t)(*blocks + 1) * sizeof *s->found);
    if (!s->found)
        return gla_fail_memory("nonzero", (size_t)(*blocks + 1) * sizeof *s->found);
    gla_status st = gla_host_parallel(*blocks, GRAIN, count_blocks, s);
    if (st)
        gla_free(s->found);
    return st;
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
        st = gla_host_parallel(blocks, GRAIN, locate_blocks, &s);
    gla_free(s.found);
    return st;
}
