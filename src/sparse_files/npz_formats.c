/* npz_formats.c - stored diagonals and blocks, as SciPy has them: their elements one by one, checked before they are used. */
#include "sparse_files/files.h"

#include "gpulinalg/sparse_arithmetic.h"

#include <string.h>

/* Elements are copied as so many bytes, of a type that sparse matrices have. */
typedef struct parts {
    gla_array *data, *row, *col; /* results, in memory of the host */
    char *to;
    int64_t *rows, *cols, n;
    size_t item;
    const char *from;
    const int64_t *first, *second;
} parts;

static const void *on_host(gla_scope *s, const gla_array *x, gla_dtype dtype)
{
    gla_device *host = NULL;
    void *data = NULL;
    if (!s->status && dtype == GLA_INT64 && x->size > 0 && !gla_dtype_is_integer(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: places are %s, but they must be integers", s->op, gla_dtype_name(x->dtype));
    gla_s_check(s, gla_host_device(&host));
    return s->status || !gla_s_to_host(s, gla_s_contiguous(s, host, dtype, x), &data) ? NULL : data;
}

static bool begin(gla_scope *s, parts *p, const gla_array *data)
{
    gla_dtype dtype = sparse_dtype_of(s, data->dtype);
    int64_t n = data->size;
    void *memory[3] = {NULL, NULL, NULL};
    gla_array *made;
    *p = (parts){.item = gla_itemsize(dtype), .from = on_host(s, data, dtype)};
    gla_array **array[3] = {&p->data, &p->row, &p->col};
    for (int i = 0; i < 3 && !s->status; i++)
        *array[i] = gla_s_made(s, gla_array_new_host(s->op, i ? GLA_INT64 : dtype, 1, &n, &made, &memory[i]), &made);
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

static gla_status end(gla_scope *s, const parts *p, const gla_ints *shape, gla_sparse **matrix)
{
    gla_array *data = gla_s_stretch(s, p->data, 0, 0, p->n), *row = gla_s_stretch(s, p->row, 0, 0, p->n);
    gla_array *col = gla_s_stretch(s, p->col, 0, 0, p->n);
    if (!s->status)
        gla_s_check(s, gla_sparse_coo(data, row, col, matrix, shape));
    return gla_scope_end(s);
}

/* data[k, j] stands in column j of the diagonal offsets[k]; what would stand outside the matrix is padding. */
gla_status sparse_of_diagonals(gla_scope *s, const gla_array *data, const gla_array *offsets, const gla_ints *shape,
                               gla_sparse **matrix)
{
    static const char zero[16];
    parts p;
    if (data->ndim != 2 || offsets->ndim != 1 || offsets->size != data->shape[0])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: there are not as many offsets as diagonals", s->op);
    const int64_t *offset = on_host(s, offsets, GLA_INT64);
    if (s->status || !begin(s, &p, data))
        return gla_scope_end(s);
    for (int64_t k = 0; k < data->shape[0]; k++)
        for (int64_t j = 0; j < data->shape[1] && j < shape->v[1]; j++) {
            int64_t at = k * data->shape[1] + j, i;
            if (!__builtin_sub_overflow(j, offset[k], &i) && i >= 0 && i < shape->v[0] &&
                memcmp(p.from + (size_t)at * p.item, zero, p.item) != 0)
                add(&p, at, i, j);
        }
    return end(s, &p, shape, matrix);
}

static bool fits(const gla_array *data, const gla_array *indices, const gla_array *indptr, const gla_ints *shape)
{
    if (data->ndim != 3 || indices->ndim != 1 || indptr->ndim != 1 || indices->size != data->shape[0])
        return false;
    int64_t r = data->shape[1], c = data->shape[2];
    return r > 0 && c > 0 && shape->v[0] % r == 0 && shape->v[1] % c == 0 && indptr->size == shape->v[0] / r + 1;
}

/* data[k] is the k-th block; the blocks of row i are those from indptr[i] up to indptr[i + 1]. */
gla_status sparse_of_blocks(gla_scope *s, const gla_array *data, const gla_array *indices, const gla_array *indptr,
                            const gla_ints *shape, gla_sparse **matrix)
{
    parts p;
    if (!fits(data, indices, indptr, shape))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the blocks, their places and the shape do not fit together", s->op);
    const int64_t *place = on_host(s, indices, GLA_INT64), *begins = on_host(s, indptr, GLA_INT64);
    if (s->status || !begin(s, &p, data))
        return gla_scope_end(s);
    int64_t r = data->shape[1], c = data->shape[2], rows = shape->v[0] / r, cols = shape->v[1] / c;
    for (int64_t i = 0; i <= rows && !s->status; i++)
        if (begins[i] < (i ? begins[i - 1] : 0) || begins[i] > indices->size || (i == rows && begins[i] != indices->size))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: indptr must go from 0 to the number of blocks, and not fall", s->op);
    for (int64_t k = 0; k < indices->size && !s->status; k++)
        if (place[k] < 0 || place[k] >= cols)
            gla_s_fail(s, GLA_INDEX_ERROR, "%s: indices has %lld, but there are only %lld columns of blocks", s->op,
                       (long long)place[k], (long long)cols);
    if (!s->status && begins[0] != 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: indptr must begin with 0", s->op);
    for (int64_t i = 0; i < rows && !s->status; i++)
        for (int64_t k = begins[i]; k < begins[i + 1]; k++)
            for (int64_t y = 0; y < r; y++)
                for (int64_t x = 0; x < c; x++)
                    add(&p, (k * r + y) * c + x, i * r + y, place[k] * c + x);
    return end(s, &p, shape, matrix);
}
