/* blocks.c - Convert a matrix to block rows (BSR), in which only blocks with elements are stored.  The rows of a block row are
 * traversed concurrently, block by block. */
#include "sparse.h"
#include "contract/csr.h"

#include <string.h>

#define GRAIN 16384 /* number of elements and rows of a part */

typedef struct job {
    const gla_csr *a;
    int64_t r, c, *starts, *indices;
    char *data;
} job;

/* Count the blocks of a block row.  If `item` is not zero, also write the blocks, beginning at `to`. */
static inline __attribute__((always_inline)) int64_t cut(const job *w, int64_t row, int64_t to, bool wide, size_t item)
{
    const int32_t *narrow_starts = w->a->indptr, *narrow = w->a->indices;
    const int64_t *wide_starts = w->a->indptr, *indices = w->a->indices, r = w->r, c = w->c;
    int64_t next[GLA_SPARSE_TALL], ends[GLA_SPARSE_TALL], count = 0;
    for (int64_t k = 0, i = row * r; k < r; k++, i++) {
        next[k] = wide ? wide_starts[i] : narrow_starts[i];
        ends[k] = wide ? wide_starts[i + 1] : narrow_starts[i + 1];
    }
    for (;; count++) {
        int64_t least = INT64_MAX;
        for (int64_t k = 0; k < r; k++) {
            int64_t column = next[k] == ends[k] ? INT64_MAX : wide ? indices[next[k]] : narrow[next[k]];
            least = column < least ? column : least;
        }
        if (least == INT64_MAX)
            return count;
        const int64_t number = wide ? least / c : (uint32_t)least / (uint32_t)c, begin = number * c;
        char *block = item ? w->data + (size_t)((to + count) * r * c) * item : NULL;
        if (item) {
            w->indices[to + count] = number;
            memset(block, 0, (size_t)(r * c) * item);
        }
        for (int64_t k = 0; k < r; k++)
            for (; next[k] < ends[k]; next[k]++) {
                int64_t column = (wide ? indices[next[k]] : narrow[next[k]]) - begin;
                if (column >= c)
                    break;
                if (item)
                    memcpy(block + (size_t)(k * c + column) * item, (const char *)w->a->data + (size_t)next[k] * item, item);
            }
    }
}

#define COUNT(name, wide)                                   \
    static void name(void *arg, int64_t begin, int64_t end) \
    {                                                       \
        const job *w = arg;                                 \
        for (int64_t row = begin; row < end; row++)         \
            w->starts[row + 1] = cut(w, row, 0, wide, 0);   \
    }
#define FILL(name, wide, item)                              \
    static void name(void *arg, int64_t begin, int64_t end) \
    {                                                       \
        const job *w = arg;                                 \
        for (int64_t row = begin; row < end; row++)         \
            cut(w, row, w->starts[row], wide, item);        \
    }
COUNT(count_narrow, false)
COUNT(count_wide, true)
FILL(fill_narrow_4, false, 4)
FILL(fill_narrow_8, false, 8)
FILL(fill_narrow_16, false, 16)
FILL(fill_wide_4, true, 4)
FILL(fill_wide_8, true, 8)
FILL(fill_wide_16, true, 16)

static gla_status run(job *w, gla_host_body body)
{
    const double row = (double)(w->a->nnz + w->a->rows) / (double)w->a->rows * (double)w->r;
    return gla_host_parallel(w->a->rows / w->r, 1 + (int64_t)(GRAIN / row), body, w);
}

gla_status gla_host_count_blocks(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts)
{
    job w = {.a = a, .r = r, .c = c, .starts = starts};
    (void)dev;
    starts[0] = 0;
    gla_status st = run(&w, a->index == GLA_INT64 ? count_wide : count_narrow);
    for (int64_t i = 0; i < a->rows / r && !st; i++)
        starts[i + 1] += starts[i];
    return st;
}

gla_status gla_host_fill_blocks(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts, int64_t *indices,
                                void *data)
{
    static const gla_host_body bodies[2][3] = {{fill_narrow_4, fill_narrow_8, fill_narrow_16},
                                               {fill_wide_4, fill_wide_8, fill_wide_16}};
    job w = {.a = a, .r = r, .c = c, .starts = starts, .indices = indices, .data = data};
    const size_t item = gla_itemsize(a->dtype);
    (void)dev;
    return run(&w, bodies[a->index == GLA_INT64][item == 4 ? 0 : item == 8 ? 1 : 2]);
}
