/* search_bitmap.c - Test whether many integers are in one sorted row with a small range.  A lookup in a bitmap needs one read,
 * while a binary search reads about twenty elements. */
#include "sorting.h"

#include <string.h>

#define GRAIN 65536
#define BLOCK 512
#define SPARE 16    /* largest range per integer that is searched for, so that the bitmap takes at most two bytes per integer */
#define MIN_MANY 64 /* for fewer integers a binary search is faster */

typedef struct marks {
    gla_dtype dtype;
    size_t item;
    const char *row, *values;
    bool *out;
    bool missing;
    uint64_t least, span; /* smallest key of the row; difference between the largest and the smallest key */
    uint64_t *bits;
} marks;

/* Write n <= BLOCK elements as offsets from the smallest key of the row.  The offset of a smaller element wraps around and is
 * larger than any offset of the row. */
static void offsets_of(const marks *m, const char *x, int64_t n, uint64_t *to)
{
    if (gla_host_key_width(m->dtype) == GLA_KEY_64) {
        gla_host_keys64(m->dtype, x, n, false, to);
        for (int64_t i = 0; i < n; i++)
            to[i] -= m->least;
    } else {
        uint32_t key[BLOCK];
        gla_host_keys32(m->dtype, x, n, false, key);
        for (int64_t i = 0; i < n; i++)
            to[i] = key[i] - m->least;
    }
}

/* Offsets increase, unless the script writes to the row concurrently. */
static void set_marks(const marks *m, int64_t n)
{
    uint64_t at[BLOCK];
    for (int64_t i = 0; i < n; i += BLOCK) {
        int64_t count = n - i < BLOCK ? n - i : BLOCK;
        offsets_of(m, m->row + (size_t)i * m->item, count, at);
        for (int64_t k = 0; k < count; k++)
            if (at[k] <= m->span)
                m->bits[at[k] / 64] |= (uint64_t)1 << (at[k] % 64);
    }
}

static void look(const uint64_t *at, int64_t n, const uint64_t *bits, uint64_t span, bool missing, bool *out)
{
    for (int64_t k = 0; k < n; k++) {
        uint64_t place = at[k] <= span ? at[k] : 0;
        out[k] = ((bits[place / 64] >> (place % 64) & 1) & (at[k] <= span)) ^ missing;
    }
}

static void look_at(void *arg, int64_t begin, int64_t end)
{
    const marks *m = arg;
    uint64_t at[BLOCK];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        offsets_of(m, m->values + (size_t)i * m->item, count, at);
        look(at, count, m->bits, m->span, m->missing, m->out + i);
    }
}

bool gla_host_search_bitmap(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st)
{
    const int64_t n = row->size, all = n + values->size;
    marks m = {.dtype = row->dtype,
               .item = gla_itemsize(row->dtype),
               .row = gla_data(row),
               .values = gla_data(values),
               .out = gla_data(out),
               .missing = what == GLA_SEARCH_MISSING};
    if (!gla_dtype_is_integer(row->dtype) || row->shape[row->ndim - 1] != n || n == 0 || values->size < MIN_MANY ||
        (what != GLA_SEARCH_FOUND && what != GLA_SEARCH_MISSING))
        return false;
    uint64_t least;
    offsets_of(&m, m.row, 1, &least);
    m.least = least;
    offsets_of(&m, m.row + (size_t)(n - 1) * m.item, 1, &m.span);
    if (m.span / SPARE >= (uint64_t)all)
        return false;
    size_t bytes = (size_t)(m.span / 64 + 1) * sizeof *m.bits;
    m.bits = gla_host_alloc_zeros(bytes);
    if (!m.bits)
        return false; /* a binary search needs less memory */
    set_marks(&m, n);
    *st = gla_host_parallel(values->size, GRAIN, look_at, &m);
    gla_host_free(m.bits, bytes);
    return true;
}
