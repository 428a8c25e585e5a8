/* product.c - Products of two sparse matrices, row by row (Gustavson).  Each thread has a table of columns and sums, and adds
 * products in the order of A's columns.  If a row of sums fits in a cache, the table is such a row, and a bitmap records its
 * columns (dense.inc).  Otherwise the table is hashed.  Rows that repeat the columns of the previous row need no table
 * (find_runs.inc). */
#include "parts.h"
#include "runtime/allocation.h"

#include <stdatomic.h>
#include <string.h>

#define OP "matmul"
#define GRAIN 16384              /* number of products per part */
#define FEW 24                   /* maximum number of columns that are sorted by insertion */
#define SPARE 4                  /* number of words of the bitmap's upper level that may be searched per column */
#define DENSE ((int64_t)4 << 20) /* maximum size of a row of sums, in bytes */

typedef struct job {
    const gla_csr *a, *b;
    uint8_t *like; /* rows whose column indices equal those of the previous row plus one; may be NULL */
    int64_t *counts;
    const int64_t *ends;
    void *indices, *data;
    atomic_bool failed; /* a thread had no memory for a table */
} job;

/* Layout of the table that contains the columns of a row. */
typedef struct table {
    int64_t size, mask;
    int shift;
    bool direct; /* the index is the column itself */
} table;

static table table_for(int64_t products, int64_t cols)
{
    table t = {.size = 16, .shift = 60};
    int64_t wanted = products < cols ? products : cols;
    while (t.size < 2 * wanted && t.size < cols) {
        t.size *= 2;
        t.shift--;
    }
    if (t.size >= cols) {
        t.size = cols;
        t.direct = true;
    }
    t.mask = t.size - 1;
    return t;
}

static inline int64_t first_place(const table *t, int64_t column)
{
    return t->direct ? column : (int64_t)(((uint64_t)column * 0x9E3779B97F4A7C15u) >> t->shift);
}

/* The columns of a row as bits, and one bit for each nonzero word.  The columns can be read from the bits in order, without
 * sorting. */
typedef struct bitmap {
    uint64_t *words, *tops;
    int64_t n_tops;
} bitmap;

static bool make_bitmap(bitmap *b, int64_t cols)
{
    b->n_tops = (cols >> 12) + 1;
    size_t words = (size_t)b->n_tops * 65;
    b->words = gla_malloc(words * sizeof(uint64_t));
    if (b->words) {
        memset(b->words, 0, words * sizeof(uint64_t));
        b->tops = b->words + b->n_tops * 64;
    }
    return b->words != NULL;
}

static inline void set_bit(bitmap *b, int64_t column)
{
    b->words[column >> 6] |= (uint64_t)1 << (column & 63);
    b->tops[column >> 12] |= (uint64_t)1 << (column >> 6 & 63);
}

/* Return the number of products in rows [begin, end). */
static int64_t count_products(const job *w, int64_t begin, int64_t end)
{
    int64_t products = 0;
    for (int64_t p = gla_host_row_start(w->a, begin), last = gla_host_row_start(w->a, end); p < last; p++) {
        int64_t row = gla_host_column_at(w->a, p);
        products += gla_host_row_start(w->b, row + 1) - gla_host_row_start(w->b, row);
    }
    return products;
}

/* Return true if rows of sums are worthwhile for rows [begin, end). */
static bool is_dense(const job *w, int64_t begin, int64_t end)
{
    return w->b->cols <= DENSE / (int64_t)gla_itemsize(w->b->dtype) && w->a->rows <= INT32_MAX &&
           count_products(w, begin, end) >= w->b->cols / 4;
}

static inline bool is_like_before(const job *w, int64_t row, int64_t begin)
{
    return w->like && row > begin && w->like[row];
}

#define LOOPS "find_runs.inc"
#include "all.inc"
#define LOOPS "dense.inc"
#include "all.inc"
#define LOOPS "product.inc"
#include "all.inc"

static int64_t grain_of(const gla_csr *a, const gla_csr *b)
{
    double each = (double)a->nnz / (double)a->rows * ((double)b->nnz / (double)b->rows);
    double least = b->cols > GRAIN && b->cols <= DENSE ? (double)b->cols : GRAIN;
    return each >= least ? 1 : (int64_t)(least / (each + 1)) + 1;
}

static gla_status run(const gla_host_body body, job *w)
{
    w->like = gla_host_rows_like_before(w->a, w->b);
    gla_status st = gla_host_parallel(w->a->rows, grain_of(w->a, w->b), body, w);
    gla_free(w->like);
    return st || !atomic_load(&w->failed) ? st : gla_fail_memory(OP, (size_t)w->b->cols * gla_itemsize(w->b->dtype));
}

gla_status gla_host_count_product(gla_device *dev, const gla_csr *a, const gla_csr *b, int64_t *counts, int64_t facts[3])
{
    static const gla_host_body bodies[2][4] = BODIES(count_rows);
    job w = {.a = a, .b = b, .counts = counts};
    (void)dev;
    facts[0] = -1;
    return run(bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}

gla_status gla_host_fill_product(gla_device *dev, const gla_csr *a, const gla_csr *b, const int64_t *ends,
                                 const int64_t facts[3], void *indices, void *data)
{
    static const gla_host_body bodies[2][4] = BODIES(fill_rows);
    job w = {.a = a, .b = b, .ends = ends, .indices = indices, .data = data};
    (void)dev;
    (void)facts;
    return run(bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}
