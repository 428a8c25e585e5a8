/* compress.c - Convert triplets to compressed rows.  Triplets that are in order are copied.  Otherwise the triplets are first
 * distributed, in their order, to ranges of rows, called stretches, each of which fits in a cache.  Then the triplets of a
 * stretch are distributed to rows, the columns of a row are sorted, and duplicates are added in the order in which they were
 * given. */
#include "sparse.h"
#include "runtime/allocation.h"
#include "contract/csr.h"

#include <stdatomic.h>
#include <string.h>

#define OP "sparse"
#define GRAIN 16384
#define MAX_STRETCHES 512
#define PARTS 16 /* number of parts of the triplets, each with separate counts */
#define FEW 24   /* rows with at most this many columns are sorted by counting */

typedef struct job {
    int64_t rows, n;
    const int64_t *row, *col;
    const void *data;
    void *indptr, *indices, *values;
    atomic_bool unsorted, failed;
    int shift; /* a stretch has 2^shift rows */
    int64_t stretches, parts;
    int64_t *offsets; /* [part][stretch]: begin of the part's triplets in the stretch; then [PARTS]: begin of each stretch */
    int64_t *kept;    /* number of elements in each stretch, after duplicates are added */
    void *moved;      /* triplets, ordered by stretch */
} job;

static void count_part(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    for (int64_t part = begin; part < end; part++) {
        int64_t *counts = w->offsets + part * w->stretches, last = w->n * (part + 1) / w->parts;
        for (int64_t i = w->n * part / w->parts; i < last; i++)
            counts[w->row[i] >> w->shift]++;
    }
}

/* Convert counts to offsets, ordered by stretch and then by part. */
static void add_counts(job *w)
{
    int64_t at = 0;
    for (int64_t b = 0; b < w->stretches; b++) {
        w->offsets[w->parts * w->stretches + b] = at;
        for (int64_t part = 0; part < w->parts; part++) {
            int64_t *count = &w->offsets[part * w->stretches + b], here = *count;
            *count = at;
            at += here;
        }
    }
    w->offsets[(w->parts + 1) * w->stretches] = at;
}

#define LOOPS "compress.inc"
#include "all.inc"

#define SIZES(places)                                                                                     \
    {                                                                                                     \
        sizeof(entry_float32_##places), sizeof(entry_float64_##places), sizeof(entry_complex64_##places), \
            sizeof(entry_complex128_##places)                                                             \
    }
static const size_t entry_sizes[2][4] = {SIZES(int32), SIZES(int64)};

/* Check whether rows ascend, and whether columns ascend within each row. */
static void check_order(void *arg, int64_t begin, int64_t end)
{
    job *w = arg;
    for (int64_t i = begin > 0 ? begin : 1; i < end; i++)
        if (w->row[i] < w->row[i - 1] || (w->row[i] == w->row[i - 1] && w->col[i] <= w->col[i - 1])) {
            atomic_store(&w->unsorted, true);
            return;
        }
}

static gla_status sort(job *w, const gla_host_body steps[2], size_t entry)
{
    while ((w->rows - 1) >> w->shift >= MAX_STRETCHES)
        w->shift++;
    w->stretches = ((w->rows - 1) >> w->shift) + 1;
    w->parts = w->n < PARTS * 1024 ? 1 : PARTS;
    size_t counts = (size_t)((w->parts + 1) * w->stretches + 1), bytes = (size_t)w->n * entry;
    w->offsets = gla_malloc(counts * sizeof(int64_t));
    w->kept = gla_malloc((size_t)w->stretches * sizeof(int64_t));
    w->moved = gla_host_alloc(bytes);
    if (!w->offsets || !w->kept || !w->moved)
        return gla_fail_memory(OP, bytes);
    memset(w->offsets, 0, counts * sizeof(int64_t));
    gla_status st = gla_host_parallel(w->parts, 1, count_part, w);
    add_counts(w);
    if (!st)
        st = gla_host_parallel(w->parts, 1, steps[0], w);
    if (!st)
        st = gla_host_parallel(w->stretches, w->stretches * GRAIN / w->n + 1, steps[1], w);
    return st || !atomic_load(&w->failed) ? st : gla_fail_memory(OP, (size_t)w->rows * sizeof(int64_t));
}

/* Close the gaps between stretches that have become shorter, and convert the lengths of rows to ends. */
static int64_t close_gaps(job *w, gla_dtype index, size_t itemsize)
{
    int64_t at = 0, width = (int64_t)gla_itemsize(index);
    for (int64_t b = 0; b < w->stretches; b++) {
        int64_t from = w->offsets[w->parts * w->stretches + b];
        if (from != at && w->kept[b]) {
            memmove((char *)w->indices + at * width, (char *)w->indices + from * width, (size_t)(w->kept[b] * width));
            memmove((char *)w->values + (size_t)at * itemsize, (char *)w->values + (size_t)from * itemsize,
                    (size_t)w->kept[b] * itemsize);
        }
        at += w->kept[b];
    }
    return at;
}

static void sum_ends(const job *w, bool wide)
{
    int32_t *narrow_ends = w->indptr;
    int64_t *wide_ends = w->indptr, sum = 0;
    for (int64_t row = 0; row <= w->rows; row++)
        if (wide)
            wide_ends[row] = sum += row ? wide_ends[row] : 0;
        else
            narrow_ends[row] = (int32_t)(sum += row ? narrow_ends[row] : 0);
}

gla_status gla_host_compress(gla_device *dev, const gla_triplets *t, gla_dtype index, void *indptr, void *indices, void *values,
                             int64_t *nnz)
{
    static const gla_host_body copies[2][4] = BODIES(copy_sorted), moves[2][4] = BODIES(move_part),
                               finishes[2][4] = BODIES(finish_stretches);
    bool wide = index == GLA_INT64;
    int type = gla_host_value_type(t->dtype);
    size_t itemsize = gla_itemsize(t->dtype);
    job w = {.rows = t->rows,
             .n = t->n,
             .row = t->row,
             .col = t->col,
             .data = t->data,
             .indptr = indptr,
             .indices = indices,
             .values = values};
    gla_status st = gla_host_parallel(w.n, 8 * GRAIN, check_order, &w);
    *nnz = w.n;
    (void)dev;
    if (!st && !atomic_load(&w.unsorted))
        return gla_host_parallel(w.n, GRAIN, copies[wide][type], &w);
    if (!st)
        st = sort(&w, (const gla_host_body[]){moves[wide][type], finishes[wide][type]}, entry_sizes[wide][type]);
    if (!st) {
        *nnz = close_gaps(&w, index, itemsize);
        sum_ends(&w, wide);
    }
    gla_free(w.offsets);
    gla_free(w.kept);
    gla_host_free(w.moved, (size_t)w.n * entry_sizes[wide][type]);
    return st;
}
