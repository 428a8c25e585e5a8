/* blocks.c - Sparse matrices assembled from blocks: the triplets of all blocks are shifted to the offsets of their blocks. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/elementwise.h"

#include <string.h>

#define MAX_BESIDE 4

/* A grid of blocks, some of which may be NULL, with the heights of its rows and the widths of its columns. */
typedef struct grid {
    gla_scope s;
    int64_t rows, cols;
    const gla_sparse **block;
    int64_t *height, *width; /* -1 if not yet known */
    gla_device *dev;
    gla_dtype dtype;
} grid;

static void begin(grid *g, const char *op, int64_t rows, int64_t cols)
{
    gla_scope_begin(&g->s, op);
    g->rows = rows;
    g->cols = cols;
    g->height = gla_s_memory(&g->s, rows, sizeof *g->height);
    g->width = gla_s_memory(&g->s, cols, sizeof *g->width);
    for (int64_t i = 0; g->height && i < rows; i++)
        g->height[i] = -1;
    for (int64_t j = 0; g->width && j < cols; j++)
        g->width[j] = -1;
}

/* Check that a block has the same height as the others in its row, or the same width as the others in its column. */
static void measure(grid *g, bool is_row, int64_t *length, int64_t found, int64_t number)
{
    if (*length >= 0 && *length != found)
        gla_s_fail(&g->s, GLA_SHAPE_ERROR,
                   "%s: the blocks of %s %lld have %lld and %lld %s, but they must have the same number", g->s.op,
                   is_row ? "row" : "column", (long long)number, (long long)*length, (long long)found,
                   is_row ? "rows" : "columns");
    *length = found;
}

static int64_t total(grid *g, const char *what, int64_t n, int64_t *lengths)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < n && !g->s.status; i++) {
        if (lengths[i] < 0)
            gla_s_fail(&g->s, GLA_ARGUMENT_ERROR,
                       "%s: %s %lld contains no block, so its size is unknown; give a zero matrix with a shape", g->s.op, what,
                       (long long)i);
        else if (__builtin_add_overflow(sum, lengths[i], &sum) || sum == INT64_MAX)
            gla_s_fail(&g->s, GLA_OVERFLOW_ERROR, "%s: a dimension of the result would exceed 2**63", g->s.op);
    }
    return sum;
}

/* Find the common device and dtype of all blocks. */
static void find_common(grid *g, gla_dtype dtype)
{
    int64_t n = g->rows * g->cols, count = 0;
    const gla_array **values = gla_s_memory(&g->s, n, sizeof *values);
    for (int64_t b = 0; values && b < n; b++)
        if (g->block[b])
            values[count++] = g->block[b]->own.data;
    if (g->s.status || gla_s_check(&g->s, gla_common_device(g->s.op, (int)count, values, &g->dev)))
        return;
    gla_dtype common = GLA_NO_DTYPE;
    for (int64_t b = 0; b < count; b++)
        common = gla_promote(common, values[b]->dtype);
    g->dtype = dtype ? dtype : common;
    if (gla_floating_of(g->dtype) != g->dtype || (gla_dtype_is_complex(common) && !gla_dtype_is_complex(g->dtype)))
        gla_s_fail(&g->s, GLA_DTYPE_ERROR, "%s: dtype is %s, but the result must be %s", g->s.op, gla_dtype_name(g->dtype),
                   gla_dtype_is_complex(common) ? "complex64 or complex128" : "float32, float64, complex64 or complex128");
}

/* Collect the triplets of all blocks, one block after another. */
static sparse_triplets gather(grid *g)
{
    gla_scope *s = &g->s;
    int64_t n = g->rows * g->cols, top = 0, left = 0, none = 0;
    gla_array **part[3];
    int count = 0;
    for (int k = 0; k < 3; k++)
        part[k] = gla_s_memory(s, n, sizeof *part[k]);
    for (int64_t i = 0; i < g->rows && !s->status; top += g->height[i++]) {
        left = 0;
        for (int64_t j = 0; j < g->cols && !s->status; left += g->width[j++]) {
            const gla_sparse *a = g->block[i * g->cols + j];
            if (!a || a->own.data->size == 0)
                continue;
            sparse_triplets t = sparse_triplets_of(s, a);
            part[0][count] = s->status ? NULL : gla_s_astype(s, g->dtype, t.data);
            part[1][count] = top ? sparse_with(s, gla_add, t.row, top) : t.row;
            part[2][count++] = left ? sparse_with(s, gla_add, t.col, left) : t.col;
        }
    }
    sparse_triplets all = {.rows = top, .cols = left};
    if (s->status)
        return all;
    if (count == 0) {
        all.data = gla_s_new(s, g->dev, g->dtype, 1, &none);
        all.row = all.col = gla_s_new(s, g->dev, GLA_INT64, 1, &none);
        return all;
    }
    all.data = sparse_joined(s, count, part[0]);
    all.row = sparse_joined(s, count, part[1]);
    all.col = sparse_joined(s, count, part[2]);
    return all;
}

/* Return true if the blocks follow one another in storage order: stacked rows in csr, or adjacent columns in csc. */
static bool is_sequence(const grid *g, bool turned)
{
    bool is = (turned ? g->rows : g->cols) == 1;
    for (int64_t b = 0; b < g->rows * g->cols && is; b++)
        is = g->block[b] && g->block[b]->turned == turned;
    return is;
}

/* Concatenate such blocks; `rows` and `cols` are the dimensions of the result in the stored format. */
static sparse_rows join(grid *g, int64_t rows, int64_t cols)
{
    gla_scope *s = &g->s;
    int64_t n = g->rows * g->cols, nnz = 0;
    gla_array **part[3];
    for (int k = 0; k < 3; k++)
        part[k] = gla_s_memory(s, n, sizeof *part[k]);
    for (int64_t b = 0; b < n; b++)
        nnz += g->block[b]->own.data->size;
    gla_dtype index = sparse_index_dtype(cols, nnz);
    nnz = 0;
    for (int64_t b = 0; b < n && !s->status; b++) {
        const sparse_rows *own = &g->block[b]->own;
        sparse_await(s, g->block[b]);
        part[0][b] = s->status ? NULL : gla_s_astype(s, g->dtype, own->data);
        part[1][b] = s->status ? NULL : gla_s_astype(s, index, own->indices);
        gla_array *ends = gla_s_slice(s, own->indptr, 0, b > 0, own->rows + (b == 0));
        ends = s->status || nnz == 0 ? ends : sparse_with(s, gla_add, gla_s_astype(s, GLA_INT64, ends), nnz);
        part[2][b] = s->status ? NULL : gla_s_astype(s, index, ends);
        nnz += own->data->size;
    }
    sparse_rows made = {.rows = rows, .cols = cols};
    if (!s->status) {
        made.data = sparse_joined(s, (int)n, part[0]);
        made.indices = sparse_joined(s, (int)n, part[1]);
        made.indptr = sparse_joined(s, (int)n, part[2]);
    }
    return made;
}

/* Return true if the blocks are few and adjacent across the storage order (such as adjacent columns in csr), and if the device
 * has the slot that adds such blocks. */
static bool is_side_by_side(const grid *g, bool turned)
{
    int64_t n = g->rows * g->cols;
    const gla_sparse_ops *slots = g->dev->backend->sparse;
    bool is = (turned ? g->cols : g->rows) == 1 && n <= MAX_BESIDE && slots && slots->add;
    for (int64_t b = 0; b < n && is; b++)
        is = g->block[b] && g->block[b]->turned == turned && g->block[b]->own.data->size > 0;
    return is;
}

/* Add such blocks, each shifted to its position in a matrix with the full width. */
static sparse_rows merge(grid *g, int64_t rows, int64_t cols)
{
    gla_scope *s = &g->s;
    int64_t left = 0;
    sparse_rows all = {0};
    for (int64_t b = 0; b < g->rows * g->cols && !s->status; b++) {
        const sparse_rows *own = &g->block[b]->own;
        sparse_rows one = {.rows = rows, .cols = cols, .data = own->data, .indices = own->indices, .indptr = own->indptr};
        sparse_await(s, g->block[b]);
        if (left && !s->status)
            one.indices = sparse_with(s, gla_add, gla_s_astype(s, GLA_INT64, own->indices), left);
        left += own->cols;
        if (!s->status)
            all = b ? sparse_added(s, g->dtype, &all, &one) : one;
    }
    return all;
}

static gla_status finish(grid *g, const char *format, gla_dtype dtype, gla_sparse **matrix)
{
    gla_scope *s = &g->s;
    sparse_rows made = {0};
    bool turned = format && strcmp(format, "csc") == 0;
    *matrix = NULL;
    for (int64_t i = 0; i < g->rows && !s->status; i++)
        for (int64_t j = 0; j < g->cols; j++) {
            const gla_sparse *a = g->block[i * g->cols + j];
            if (a)
                measure(g, true, &g->height[i], sparse_m(a), i);
            if (a)
                measure(g, false, &g->width[j], sparse_n(a), j);
        }
    int64_t m = total(g, "row", g->rows, g->height), n = total(g, "column", g->cols, g->width);
    if (!s->status)
        find_common(g, dtype);
    if (!s->status && is_sequence(g, turned)) {
        made = join(g, turned ? n : m, turned ? m : n);
    } else if (!s->status && g->rows * g->cols > 1 && is_side_by_side(g, turned)) {
        made = merge(g, turned ? n : m, turned ? m : n);
    } else if (!s->status) {
        sparse_triplets t = gather(g);
        t.rows = m;
        t.cols = n;
        if (turned)
            t = (sparse_triplets){n, m, t.data, t.col, t.row};
        made = sparse_compress(s, &t);
    }
    return sparse_return(s, &made, turned, matrix);
}

/* Return true if the lists are rows with the same number of blocks.  C programs may pass inconsistent lists. */
static bool is_grid(const gla_sparses *b)
{
    if (b->depth != 2 || b->lists < 2 || b->lengths[0] != b->lists - 1)
        return false;
    for (int64_t i = 1; i < b->lists; i++)
        if (b->lengths[i] != b->lengths[1] || b->lengths[i] < 1)
            return false;
    int64_t all;
    return !__builtin_mul_overflow(b->lengths[0], b->lengths[1], &all) && all == b->n;
}

gla_status gla_sparse_block_array(const gla_sparses *blocks, gla_sparse **matrix, const char *format, gla_dtype dtype)
{
    *matrix = NULL;
    if (!is_grid(blocks))
        return gla_fail(GLA_ARGUMENT_ERROR, "block_array: blocks must be a list of rows of the same length, whose "
                                            "elements are sparse matrices or missing");
    grid g = {.block = blocks->v};
    begin(&g, "block_array", blocks->lengths[0], blocks->lengths[1]);
    return finish(&g, format, dtype, matrix);
}

static gla_status row_or_column(const char *op, bool below, const gla_sparses *blocks, const char *format, gla_dtype dtype,
                                gla_sparse **matrix)
{
    *matrix = NULL;
    int64_t given = 0;
    for (int64_t i = 0; i < blocks->n; i++)
        given += blocks->v[i] != NULL;
    if (given == 0 || given < blocks->n)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        given || blocks->n ? "%s: a block is missing; give sparse matrices"
                                           : "%s: the list of blocks is empty; give sparse matrices",
                        op);
    grid g = {.block = blocks->v};
    begin(&g, op, below ? blocks->n : 1, below ? 1 : blocks->n);
    return finish(&g, format, dtype, matrix);
}

gla_status gla_sparse_vstack(const gla_sparses *blocks, gla_sparse **matrix, const char *format, gla_dtype dtype)
{
    return row_or_column("vstack", true, blocks, format, dtype, matrix);
}

gla_status gla_sparse_hstack(const gla_sparses *blocks, gla_sparse **matrix, const char *format, gla_dtype dtype)
{
    return row_or_column("hstack", false, blocks, format, dtype, matrix);
}

/* ---- along the diagonal -------------------------------------------------------------------------------------- */
/* Compute the rows and columns of all matrices directly, because most blocks of an n x n grid would be empty. */
gla_status gla_sparse_block_diag(const gla_sparses *mats, gla_sparse **matrix, const char *format, gla_dtype dtype)
{
    *matrix = NULL;
    for (int64_t i = 0; i < mats->n; i++)
        if (!mats->v[i])
            return gla_fail(GLA_ARGUMENT_ERROR, "block_diag: matrix %lld is missing; give sparse matrices", (long long)i);
    if (mats->n == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "block_diag: the list of matrices is empty; give at least one");
    grid g = {.block = mats->v};
    gla_scope *s = &g.s;
    sparse_rows made = {0};
    int64_t n = mats->n, top = 0, left = 0;
    bool turned = format && strcmp(format, "csc") == 0;
    begin(&g, "block_diag", 1, n);
    gla_array **part[3];
    for (int k = 0; k < 3; k++)
        part[k] = gla_s_memory(s, n, sizeof *part[k]);
    if (!s->status)
        find_common(&g, dtype);
    for (int64_t i = 0; i < n && !s->status; i++) {
        const gla_sparse *a = mats->v[i];
        sparse_triplets t = sparse_triplets_of(s, a);
        part[0][i] = s->status ? NULL : gla_s_astype(s, g.dtype, t.data);
        part[1][i] = top ? sparse_with(s, gla_add, t.row, top) : t.row;
        part[2][i] = left ? sparse_with(s, gla_add, t.col, left) : t.col;
        if (__builtin_add_overflow(top, sparse_m(a), &top) || __builtin_add_overflow(left, sparse_n(a), &left) ||
            top == INT64_MAX || left == INT64_MAX)
            gla_s_fail(s, GLA_OVERFLOW_ERROR, "block_diag: a dimension of the result would exceed 2**63");
    }
    if (!s->status) {
        sparse_triplets t = {top, left, sparse_joined(s, (int)n, part[0]), sparse_joined(s, (int)n, part[1]),
                             sparse_joined(s, (int)n, part[2])};
        if (turned)
            t = (sparse_triplets){left, top, t.data, t.col, t.row};
        made = sparse_compress(s, &t);
    }
    return sparse_return(s, &made, turned, matrix);
}

gla_status gla_sparse_kronsum(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    gla_sparse *of_a = NULL, *of_b = NULL, *left = NULL, *right = NULL;
    *matrix = NULL;
    const gla_sparse *in[2] = {a, b};
    for (int i = 0; i < 2; i++)
        if (sparse_m(in[i]) != sparse_n(in[i]))
            return gla_fail(GLA_SHAPE_ERROR, "kronsum: %c has shape (%lld, %lld), but it must be square", "ab"[i],
                            (long long)sparse_m(in[i]), (long long)sparse_n(in[i]));
    gla_status st = gla_sparse_eye(sparse_m(a), &of_a, GLA_NO_AXIS, 0, a->own.data->dtype, sparse_device(a)->name);
    if (!st)
        st = gla_sparse_eye(sparse_m(b), &of_b, GLA_NO_AXIS, 0, b->own.data->dtype, sparse_device(b)->name);
    if (!st)
        st = gla_sparse_kron(of_b, a, &left);
    if (!st)
        st = gla_sparse_kron(b, of_a, &right);
    if (!st)
        st = gla_sparse_add(left, right, matrix);
    gla_object_unref(of_a);
    gla_object_unref(of_b);
    gla_object_unref(left);
    gla_object_unref(right);
    return st;
}
