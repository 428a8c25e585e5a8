/* solve_triangular.c - Sparse triangular solves.  Rows are solved in sequence or, if levels are large, the rows of each level
 * are divided among threads.  The sums of a row use the same lanes as on a GPU, so the results have the same bits. */
#include "sparse.h"
#include "runtime/allocation.h"
#include "contract/csr.h"

#define BLOCK 8           /* number of columns of x that are processed together */
#define LARGE_LEVEL 65536 /* number of products in a level from which threads are worthwhile */

typedef struct job {
    const gla_csr *a;
    const gla_triangle *t;
    int64_t k, first; /* first: start of the level */
    void *x;
} job;

/* Divide complex numbers as kernels/sparse_number.h does. */
#define QUOTIENT_FUNCTION(name, type, real)                                                                       \
    static inline type name(type a, type b)                                                                       \
    {                                                                                                             \
        real x = b.re < 0 ? -b.re : b.re, y = b.im < 0 ? -b.im : b.im;                                            \
        bool first = x >= y;                                                                                      \
        real ratio = first ? b.im / b.re : b.re / b.im, size = first ? b.re + b.im * ratio : b.im + b.re * ratio; \
        return first ? (type){(a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size}                         \
                     : (type){(a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size};                        \
    }
QUOTIENT_FUNCTION(quotient_single, complex_float, float)
QUOTIENT_FUNCTION(quotient_double, complex_double, double)

#define LOOPS "solve_triangular.inc"
#include "all.inc"

/* ---- levels ------------------------------------------------------------------------------------------------------------ */
static int64_t place(const gla_csr *a, const void *places, int64_t p)
{
    return a->index == GLA_INT64 ? ((const int64_t *)places)[p] : ((const int32_t *)places)[p];
}

static bool is_zero(const gla_csr *a, int64_t p)
{
    switch (gla_host_value_type(a->dtype)) {
    case 0: return ((const float *)a->data)[p] == 0;
    case 1: return ((const double *)a->data)[p] == 0;
    case 2: return COMPLEX_IS_ZERO(((const complex_float *)a->data)[p]);
    default: return COMPLEX_IS_ZERO(((const complex_double *)a->data)[p]);
    }
}

/* Find the position of the diagonal in each row, and record errors of the diagonal. */
static void split_rows(const gla_csr *a, int64_t *splits, int64_t facts[3])
{
    for (int64_t row = 0; row < a->rows; row++) {
        int64_t low = place(a, a->indptr, row), end = place(a, a->indptr, row + 1), high = end;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (place(a, a->indices, middle) < row)
                low = middle + 1;
            else
                high = middle;
        }
        splits[row] = low;
        bool kept = low < end && place(a, a->indices, low) == row;
        if (!kept && facts[2] < 0)
            facts[2] = row;
        if (kept && facts[1] < 0 && is_zero(a, low))
            facts[1] = row;
    }
}

/* Compute the levels.  The level of a row is one more than the largest level of the rows on which it depends. */
static int64_t number_levels(const gla_csr *a, bool lower, const int64_t *splits, int64_t *level)
{
    int64_t levels = 0;
    for (int64_t i = 0; i < a->rows; i++) {
        int64_t row = lower ? i : a->rows - 1 - i, largest = -1;
        int64_t begin = lower ? place(a, a->indptr, row) : splits[row],
                end = lower ? splits[row] : place(a, a->indptr, row + 1);
        for (int64_t p = begin; p < end; p++) {
            int64_t col = place(a, a->indices, p);
            if (col != row && level[col] > largest)
                largest = level[col];
        }
        level[row] = largest + 1;
        levels = largest + 2 > levels ? largest + 2 : levels;
    }
    return levels;
}

gla_status gla_host_find_levels(gla_device *dev, const gla_csr *a, bool lower, int64_t *splits, int64_t *order, int64_t *starts,
                                int64_t facts[3])
{
    int64_t *level = gla_malloc((size_t)a->rows * sizeof *level);
    (void)dev;
    if (!level)
        return gla_fail_memory("solve_triangular", (size_t)a->rows * sizeof *level);
    facts[1] = facts[2] = -1;
    split_rows(a, splits, facts);
    facts[0] = number_levels(a, lower, splits, level);
    for (int64_t i = 0; i <= a->rows; i++)
        starts[i] = 0;
    for (int64_t i = 0; i < a->rows; i++)
        starts[level[i] + 1]++;
    for (int64_t i = 0; i < a->rows; i++)
        starts[i + 1] += starts[i];
    for (int64_t i = 0; i < a->rows; i++)
        order[starts[level[i]]++] = i;
    for (int64_t i = a->rows; i > 0; i--) /* the start of each level has become its end */
        starts[i] = starts[i - 1];
    starts[0] = 0;
    gla_free(level);
    return GLA_OK;
}

/* ---- solving ----------------------------------------------------------------------------------------------------------- */
gla_status gla_host_solve_triangular(gla_device *dev, const gla_csr *a, const gla_triangle *t, int64_t k, void *x)
{
    static const gla_host_body by_columns[2][4] = BODIES(columns), by_level[2][4] = BODIES(level);
    bool wide = a->index == GLA_INT64;
    int type = gla_host_value_type(a->dtype);
    job w = {.a = a, .t = t, .k = k, .x = x};
    int64_t blocks = (k + BLOCK - 1) / BLOCK, each = (a->nnz / a->rows + 1) * k; /* each: number of products per row */
    gla_status st = GLA_OK;
    (void)dev;
    if (gla_host_threads() == 1 || blocks >= gla_host_threads() || each * (a->rows / t->levels) < LARGE_LEVEL)
        return gla_host_parallel(blocks, 1, by_columns[wide][type], &w);
    for (int64_t level = 0; level < t->levels && !st; level++) {
        w.first = t->starts[level];
        st = gla_host_parallel(t->starts[level + 1] - w.first, LARGE_LEVEL / 4 / each + 1, by_level[wide][type], &w);
    }
    return st;
}
