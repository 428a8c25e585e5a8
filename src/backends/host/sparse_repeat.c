/* sparse_repeat.c - which rows of a product of two sparse matrices have the columns of the row before, all one further, as in
 * grids and bands; sparse_repeat.inc makes use of them. */
#include "sparse_parts.h"

#include <string.h>

#define GRAIN 16384 /* rows of a part */

typedef struct job {
    const gla_csr *a;
    const uint8_t *below; /* the same of the rows that the columns stand for; or NULL */
    uint8_t *like;
} job;

static inline __attribute__((always_inline)) void note_of(const job *w, int64_t begin, int64_t end, bool wide)
{
    const int32_t *narrow_starts = w->a->indptr, *narrow = w->a->indices;
    const int64_t *wide_starts = w->a->indptr, *indices = w->a->indices;
    for (int64_t row = begin > 1 ? begin : 1; row < end; row++) {
        int64_t before = wide ? wide_starts[row - 1] : narrow_starts[row - 1],
                here = wide ? wide_starts[row] : narrow_starts[row];
        int64_t n = here - before, next = wide ? wide_starts[row + 1] : narrow_starts[row + 1];
        bool same = next - here == n;
        for (int64_t p = here; p < here + n && same; p++) {
            int64_t column = wide ? indices[p] : narrow[p];
            same = column == (wide ? indices[p - n] : narrow[p - n]) + (int64_t)1 && (!w->below || w->below[column]);
        }
        w->like[row] = same;
    }
}

static void note(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    if (w->a->index == GLA_INT64)
        note_of(w, begin, end, true);
    else
        note_of(w, begin, end, false);
}

uint8_t *gla_host_rows_like_before(const gla_csr *a, const gla_csr *b)
{
    uint8_t *below = NULL, *like = NULL;
    if (!gla_host_do_rows_repeat(a) || !gla_host_do_rows_repeat(b))
        return NULL;
    below = gla_malloc((size_t)b->rows);
    like = gla_malloc((size_t)a->rows);
    bool done = below && like;
    if (done) {
        below[0] = like[0] = 0;
        done = !gla_host_parallel(b->rows, GRAIN, note, &(job){b, NULL, below}) &&
               !gla_host_parallel(a->rows, GRAIN, note, &(job){a, below, like});
    }
    gla_free(below);
    if (!done) {
        gla_free(like);
        like = NULL;
    }
    return like;
}
