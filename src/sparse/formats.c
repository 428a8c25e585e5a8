/* formats.c - Matrices from SciPy's block (bsr) and diagonal (dia) formats, validated and expanded on the host. */
#include "sparse/sparse.h"
#include "runtime/devices.h"

#include <stdlib.h>
#include <string.h>

/* Elements are copied as bytes, in a dtype that sparse matrices can store. */
typedef struct parts {
    gla_device *dev;             /* device of the result */
    gla_array *data, *row, *col; /* results, in host memory */
    char *to;
    int64_t *rows, *cols, n;
    size_t item;
    const char *from;
} parts;

static const void *on_host(gla_scope *s, const gla_array *x, gla_dtype dtype)
{
    gla_device *host = NULL;
    void *data = NULL;
    if (!s->status && dtype == GLA_INT64 && x->size > 0 && !gla_dtype_is_integer(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: indices or offsets have dtype %s, but they must be integer", s->op,
                   gla_dtype_name(x->dtype));
    if (dtype == GLA_INT64)
        sparse_check_unsigned(s, x);
    gla_s_check(s, gla_host_device(&host));
    return s->status || !gla_s_to_host(s, gla_s_contiguous(s, host, dtype, x), &data) ? NULL : data;
}

static void check_dimensions(gla_scope *s, const char *name, const gla_array *x, int ndim)
{
    if (!s->status && x->ndim != ndim)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the number of dimensions of %s is %d, but it must be %d", s->op, name, x->ndim,
                   ndim);
}

static bool begin(gla_scope *s, parts *p, const gla_array *data)
{
    gla_dtype dtype = s->status ? GLA_FLOAT64 : sparse_dtype_of(s, data->dtype);
    int64_t n = data->size;
    void *memory[3] = {NULL, NULL, NULL};
    gla_array *made;
    p->item = gla_itemsize(dtype);
    p->from = s->status ? NULL : on_host(s, data, dtype);
    gla_array **array[3] = {&p->data, &p->row, &p->col};
    for (int i = 0; i < 3 && !s->status; i++)
        *array[i] = gla_s_adopt(s, gla_array_new_host(s->op, i ? GLA_INT64 : dtype, 1, &n, &made, &memory[i]), &made);
    p->to = memory[0];
    p->rows = memory[1];
    p->cols = memory[2];
    return !s->status;
}

static void add(parts *p, int64_t at, int64_t row, int64_t col)
{
    memcpy(p->to + (size_t)p->n * p->item, p->from + (size_t)at * p->item, p->item);
    p->rows[p->n] = row;
    p->cols[p->n++] = col;
}

static gla_status end(gla_scope *s, const parts *p, int64_t m, int64_t n, gla_sparse **matrix)
{
    sparse_rows made = {0};
    gla_array *data = gla_s_slice(s, p->data, 0, 0, p->n), *row = gla_s_slice(s, p->row, 0, 0, p->n);
    gla_array *col = gla_s_slice(s, p->col, 0, 0, p->n);
    if (!s->status) {
        sparse_triplets t = {m, n, gla_s_contiguous(s, p->dev, data->dtype, data), gla_s_contiguous(s, p->dev, GLA_INT64, row),
                             gla_s_contiguous(s, p->dev, GLA_INT64, col)};
        made = sparse_compress(s, &t);
    }
    return sparse_return(s, &made, false, matrix);
}

/* ---- diagonals ----------------------------------------------------------------------------------------------- */
static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void check_offsets(gla_scope *s, const int64_t *offsets, int64_t n)
{
    int64_t *sorted = s->status ? NULL : gla_s_memory(s, n, sizeof *sorted);
    if (!sorted || n < 2)
        return;
    memcpy(sorted, offsets, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compare);
    for (int64_t i = 1; i < n && !s->status; i++)
        if (sorted[i] == sorted[i - 1])
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: offset %lld occurs twice", s->op, (long long)sorted[i]);
}

gla_status gla_sparse_dia(const gla_array *data, const gla_array *offsets, gla_sparse **matrix, const gla_ints *shape)
{
    static const char zero[16];
    gla_scope s;
    parts p = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "sparse.dia");
    sparse_has_shape(&s, shape);
    check_dimensions(&s, "data", data, 2);
    check_dimensions(&s, "offsets", offsets, 1);
    if (!s.status && offsets->size != data->shape[0])
        gla_s_fail(&s, GLA_SHAPE_ERROR, "sparse.dia: the numbers of diagonals (%lld) and offsets (%lld) must be equal",
                   (long long)data->shape[0], (long long)offsets->size);
    gla_s_check(&s, gla_common_device(s.op, 2, (const gla_array *[]){data, offsets}, &p.dev));
    const int64_t *offset = s.status ? NULL : on_host(&s, offsets, GLA_INT64);
    if (!s.status)
        check_offsets(&s, offset, offsets->size);
    if (s.status || !begin(&s, &p, data))
        return gla_scope_end(&s);
    int64_t width = data->shape[1], m = shape ? shape->v[0] : width, n = shape ? shape->v[1] : width;
    for (int64_t k = 0; k < data->shape[0]; k++)
        for (int64_t j = 0; j < width && j < n; j++) {
            int64_t at = k * width + j, i;
            if (!__builtin_sub_overflow(j, offset[k], &i) && i >= 0 && i < m &&
                memcmp(p.from + (size_t)at * p.item, zero, p.item) != 0)
                add(&p, at, i, j);
        }
    return end(&s, &p, m, n, matrix);
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */
static void check_blocks(gla_scope *s, const gla_array *data, const gla_array *indices, const gla_array *indptr,
                         const gla_ints *shape)
{
    sparse_has_shape(s, shape);
    check_dimensions(s, "data", data, 3);
    check_dimensions(s, "indices", indices, 1);
    check_dimensions(s, "indptr", indptr, 1);
    if (s->status)
        return;
    int64_t r = data->shape[1], c = data->shape[2];
    if (r == 0 || c == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: blocks of %lld x %lld are empty; give larger blocks", s->op, (long long)r,
                   (long long)c);
    else if (indices->size != data->shape[0])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the numbers of blocks (%lld) and indices (%lld) must be equal", s->op,
                   (long long)data->shape[0], (long long)indices->size);
    else if (indptr->size == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: indptr is empty, but it must have one element more than the number of block rows",
                   s->op);
    else if (shape && (shape->v[0] % r != 0 || shape->v[1] % c != 0))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a %lld x %lld matrix cannot be divided into blocks of %lld x %lld", s->op,
                   (long long)shape->v[0], (long long)shape->v[1], (long long)r, (long long)c);
    else if (shape && indptr->size - 1 != shape->v[0] / r)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: indptr has length %lld, but its length must be %lld + 1, one more than the number of block rows", s->op,
                   (long long)indptr->size, (long long)(shape->v[0] / r));
}

/* Check the block columns.  Return the number of block columns: from the shape if it is given, otherwise the smallest number
 * for which all indices are in range. */
static int64_t check_places(gla_scope *s, const int64_t *begins, int64_t rows, const int64_t *places, int64_t blocks,
                            int64_t cols)
{
    int64_t largest = -1, limit = cols < 0 ? INT64_MAX / 2 : cols;
    for (int64_t i = 0; i <= rows && !s->status; i++)
        if (begins[i] < (i ? begins[i - 1] : 0) || begins[i] > blocks || (i == rows && begins[i] != blocks) ||
            (i == 0 && begins[0]))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: indptr must go from 0 to the number of blocks, %lld, without decreasing",
                       s->op, (long long)blocks);
    for (int64_t k = 0; k < blocks && !s->status; k++) {
        if (places[k] < 0 || places[k] >= limit)
            gla_s_fail(s, GLA_INDEX_ERROR,
                       "%s: indices contains %lld, which is out of range for %lld block columns; indices start at 0", s->op,
                       (long long)places[k], (long long)limit);
        largest = places[k] > largest ? places[k] : largest;
    }
    return cols < 0 ? largest + 1 : cols;
}

gla_status gla_sparse_bsr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape)
{
    gla_scope s;
    parts p = {0};
    int64_t m, n = 0;
    *matrix = NULL;
    gla_scope_begin(&s, "sparse.bsr");
    check_blocks(&s, data, indices, indptr, shape);
    gla_s_check(&s, gla_common_device(s.op, 3, (const gla_array *[]){data, indices, indptr}, &p.dev));
    const int64_t *place = s.status ? NULL : on_host(&s, indices, GLA_INT64);
    const int64_t *begins = s.status ? NULL : on_host(&s, indptr, GLA_INT64);
    if (s.status)
        return gla_scope_end(&s);
    int64_t r = data->shape[1], c = data->shape[2], rows = indptr->size - 1;
    int64_t cols = check_places(&s, begins, rows, place, indices->size, shape ? shape->v[1] / c : -1);
    if (!s.status && (__builtin_mul_overflow(rows, r, &m) || __builtin_mul_overflow(cols, c, &n) || n == INT64_MAX))
        gla_s_fail(&s, GLA_OVERFLOW_ERROR, "sparse.bsr: a dimension of the matrix would exceed 2**63");
    if (s.status || !begin(&s, &p, data))
        return gla_scope_end(&s);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = begins[i]; k < begins[i + 1]; k++)
            for (int64_t y = 0; y < r; y++)
                for (int64_t x = 0; x < c; x++)
                    add(&p, (k * r + y) * c + x, i * r + y, place[k] * c + x);
    return end(&s, &p, m, n, matrix);
}
