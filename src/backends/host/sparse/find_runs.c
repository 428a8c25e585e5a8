/* find_runs.c - Find rows of a sparse matrix, or of a product, whose column indices equal the column indices of the previous
 * row plus one, as in grids and bands.  find_runs.inc and multiply.inc use such rows. */
#include "parts.h"
#include "runtime/allocation.h"

#include <string.h>

#define GRAIN 16384                                   /* number of rows per part */
#define PAYS(rows, all) ((rows) >= (all) - (all) / 4) /* true if runs contain enough of all rows */

typedef struct job {
    const gla_csr *a;
    const uint8_t *below; /* flags of the rows of B that the columns select, or NULL */
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

/* Write the runs.  A run begins with the row before the first row that repeats the columns of its predecessor. */
static int64_t write_runs(const gla_csr *a, const uint8_t *like, int64_t (*runs)[2])
{
    int64_t count = 0, inside = 0;
    for (int64_t row = 1, end; row < a->rows; row = end) {
        for (end = row; end < a->rows && like[end]; end++)
            ;
        int64_t n = gla_host_row_start(a, row) - gla_host_row_start(a, row - 1), rows = end - row + 1;
        if (rows >= GLA_SPARSE_RUN && n > 0 && n <= GLA_HOST_SPARSE_ALIKE) {
            runs[count][0] = row - 1;
            runs[count++][1] = rows;
            inside += rows;
        }
        end += end == row;
    }
    return PAYS(inside, a->rows) ? count : 0;
}

gla_status gla_host_find_runs(gla_device *dev, const gla_csr *a, int64_t (*runs)[2], int64_t *count)
{
    (void)dev;
    *count = 0;
    if (a->rows < GLA_SPARSE_RUN || a->nnz > GLA_HOST_SPARSE_ALIKE * a->rows || !gla_host_do_rows_repeat(a))
        return GLA_OK;
    uint8_t *like = gla_malloc((size_t)a->rows);
    if (!like)
        return gla_fail_memory("matmul", (size_t)a->rows);
    like[0] = 0;
    gla_status st = gla_host_parallel(a->rows, GRAIN, note, &(job){a, NULL, like});
    if (!st)
        *count = write_runs(a, like, runs);
    gla_free(like);
    return st;
}
