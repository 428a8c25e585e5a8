/* parts.c - Parts of sparse matrices: triangles, diagonals, reshaping and single elements. */
#include "sparse/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/bitwise.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "elementwise/where.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/sorting.h"
#include "shape/reshape.h"

sparse_triplets sparse_own_triplets(gla_scope *s, const gla_sparse *a)
{
    sparse_triplets t = sparse_triplets_of(s, a);
    return a->turned ? (sparse_triplets){t.cols, t.rows, t.data, t.col, t.row} : t;
}

/* Keep only the elements whose mask is true, in the order and format of the matrix. */
static gla_status kept_where(gla_scope *s, const gla_sparse *a, sparse_triplets t, gla_array *mask, gla_sparse **matrix)
{
    t.data = sparse_masked(s, t.data, mask);
    t.row = sparse_masked(s, t.row, mask);
    t.col = sparse_masked(s, t.col, mask);
    sparse_rows made = sparse_compress(s, &t);
    return sparse_return(s, &made, a->turned, matrix);
}

static gla_array *is_not_zero(gla_scope *s, const gla_array *data)
{
    return gla_s_combine(s, gla_not_equal, data, gla_s_number(s, 0));
}

gla_status gla_sparse_eliminate_zeros(const gla_sparse *a, gla_sparse **matrix)
{
    gla_scope s;
    *matrix = NULL;
    gla_scope_begin(&s, "eliminate_zeros");
    sparse_triplets t = sparse_own_triplets(&s, a);
    return kept_where(&s, a, t, s.status ? NULL : is_not_zero(&s, t.data), matrix);
}

/* Return the number of each element's diagonal. */
static gla_array *diagonals(gla_scope *s, const gla_sparse *a, const sparse_triplets *own)
{
    return a->turned ? gla_s_combine(s, gla_subtract, own->row, own->col) : gla_s_combine(s, gla_subtract, own->col, own->row);
}

static gla_status triangle(const char *op, const gla_sparse *a, gla_binary *is, int64_t k, gla_sparse **matrix)
{
    gla_scope s;
    *matrix = NULL;
    gla_scope_begin(&s, op);
    sparse_triplets t = sparse_own_triplets(&s, a);
    return kept_where(&s, a, t, sparse_with(&s, is, diagonals(&s, a, &t), k), matrix);
}

gla_status gla_sparse_tril(const gla_sparse *a, gla_sparse **matrix, int64_t k)
{
    return triangle("tril", a, gla_less_equal, k, matrix);
}

gla_status gla_sparse_triu(const gla_sparse *a, gla_sparse **matrix, int64_t k)
{
    return triangle("triu", a, gla_greater_equal, k, matrix);
}

/* ---- replacing a diagonal ------------------------------------------------------------------------------------ */
/* Return triplets of the first `count` elements of diagonal k, with the given values. */
static sparse_triplets new_diagonal(gla_scope *s, const gla_sparse *a, gla_dtype dtype, gla_array *values, int64_t count,
                                    int64_t k)
{
    gla_device *dev = sparse_device(a);
    gla_array *spread = gla_s_new(s, dev, dtype, 1, &count);
    if (spread && count > 0)
        gla_s_assign(s, spread, values->ndim ? gla_s_slice(s, values, 0, 0, count) : values);
    return (sparse_triplets){sparse_m(a), sparse_n(a), spread, sparse_range_from(s, dev, k < 0 ? -k : 0, count),
                             sparse_range_from(s, dev, k > 0 ? k : 0, count)};
}

static sparse_rows with_diagonal(gla_scope *s, const gla_sparse *a, gla_dtype dtype, gla_array *values, int64_t count,
                                 int64_t k)
{
    sparse_triplets old = sparse_triplets_of(s, a), made = new_diagonal(s, a, dtype, values, count, k);
    if (s->status)
        return (sparse_rows){0};
    /* keep the elements on other diagonals, and those on this diagonal after the given values */
    gla_array *others = sparse_with(s, gla_not_equal, gla_s_combine(s, gla_subtract, old.col, old.row), k);
    gla_array *behind = sparse_with(s, gla_greater_equal, k < 0 ? old.col : old.row, count);
    gla_array *stays = gla_s_combine(s, gla_bitwise_or, others, behind);
    gla_array *data[2] = {s->status ? NULL : gla_s_astype(s, dtype, sparse_masked(s, old.data, stays)), made.data};
    sparse_triplets all = {old.rows, old.cols, sparse_joined(s, 2, data),
                           sparse_joined(s, 2, (gla_array *[]){sparse_masked(s, old.row, stays), made.row}),
                           sparse_joined(s, 2, (gla_array *[]){sparse_masked(s, old.col, stays), made.col})};
    if (a->turned)
        all = (sparse_triplets){all.cols, all.rows, all.data, all.col, all.row};
    return sparse_compress(s, &all);
}

gla_status gla_sparse_with_diagonal(const gla_sparse *a, const gla_array *values, gla_sparse **matrix, int64_t k)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[2];
    const gla_array *in[2] = {a->own.data, values};
    sparse_rows made = {0};
    int64_t length = sparse_diagonal_length(sparse_m(a), sparse_n(a), k), count;
    *matrix = NULL;
    gla_scope_begin(&s, "with_diagonal");
    if (values->ndim > 1)
        gla_s_fail(&s, GLA_SHAPE_ERROR, "with_diagonal: values has %d dimensions, but it must be a vector or a scalar",
                   values->ndim);
    else if (length == 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "with_diagonal: a matrix of shape (%lld, %lld) has no diagonal %lld",
                   (long long)sparse_m(a), (long long)sparse_n(a), (long long)k);
    gla_s_place(&s, 2, in, false, &dev, placed);
    count = values->ndim == 0 || values->size > length ? length : values->size;
    if (!s.status)
        made = with_diagonal(&s, a, sparse_dtype_of(&s, gla_promote_arrays(2, in)), placed[1], count, k);
    return sparse_return(&s, &made, a->turned, matrix);
}

/* ---- reshaping ----------------------------------------------------------------------------------------------- */
static bool complete_shape(gla_scope *s, const gla_sparse *a, const gla_ints *shape, int64_t to[2])
{
    int64_t places, others;
    if (shape->n != 2 || shape->v[0] < -1 || shape->v[1] < -1 || (shape->v[0] == -1 && shape->v[1] == -1) ||
        shape->v[0] == INT64_MAX || shape->v[1] == INT64_MAX) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "reshape: shape must be two integers, rows and columns, one of which may be -1");
        return false;
    }
    if (__builtin_mul_overflow(sparse_m(a), sparse_n(a), &places)) {
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "reshape: rows times columns must be less than 2**63");
        return false;
    }
    to[0] = shape->v[0];
    to[1] = shape->v[1];
    for (int i = 0; i < 2; i++)
        if (to[i] == -1 && to[!i] > 0)
            to[i] = places / to[!i];
    if (to[0] < 0 || to[1] < 0 || __builtin_mul_overflow(to[0], to[1], &others) || others != places)
        gla_s_fail(s, GLA_SHAPE_ERROR, "reshape: a matrix of shape (%lld, %lld) cannot be reshaped to (%lld, %lld)",
                   (long long)sparse_m(a), (long long)sparse_n(a), (long long)shape->v[0], (long long)shape->v[1]);
    return !s->status;
}

gla_status gla_sparse_reshape(const gla_sparse *a, const gla_ints *shape, gla_sparse **matrix)
{
    gla_scope s;
    int64_t to[2];
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "reshape");
    if (complete_shape(&s, a, shape, to)) {
        sparse_triplets t = sparse_triplets_of(&s, a);
        if (!s.status && t.data->size > 0) {
            gla_array *key = gla_s_combine(&s, gla_add, sparse_with(&s, gla_multiply, t.row, t.cols), t.col);
            t.row = sparse_with(&s, gla_floor_divide, key, to[1]);
            t.col = gla_s_combine(&s, gla_subtract, key, sparse_with(&s, gla_multiply, t.row, to[1]));
        }
        t.rows = to[0];
        t.cols = to[1];
        made = sparse_compress(&s, &t);
    }
    return sparse_return(&s, &made, false, matrix);
}

/* ---- single elements ----------------------------------------------------------------------------------------- */
/* Return the indices along an axis of length n, after adding n to negative indices. */
static gla_array *from_zero(gla_scope *s, const char *name, gla_array *x, int64_t n)
{
    if (!s->status && x->size > 0 && !gla_dtype_is_integer(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "elements: %s has dtype %s, but it must be integer", name, gla_dtype_name(x->dtype));
    if (s->status || x->size == 0)
        return s->status ? NULL : gla_s_astype(s, GLA_INT64, x);
    if (x->dtype == GLA_UINT64) { /* values that are not representable in int64 would become negative */
        void *data;
        if (gla_s_to_host(s, gla_s_reduce_all(s, gla_max, x), &data) && *(const uint64_t *)data > INT64_MAX)
            gla_s_fail(s, GLA_INDEX_ERROR, "elements: %s contains %llu, which is out of range for length %lld", name,
                       (unsigned long long)*(const uint64_t *)data, (long long)n);
    }
    gla_array *wide = s->status ? NULL : gla_s_astype(s, GLA_INT64, x);
    int64_t least = sparse_integer(s, gla_s_reduce_all(s, gla_min, wide));
    int64_t largest = sparse_integer(s, gla_s_reduce_all(s, gla_max, wide));
    if (!s->status && (least < -n || largest >= n))
        gla_s_fail(s, GLA_INDEX_ERROR, "elements: %s contains %lld, which is out of range for length %lld", name,
                   (long long)(largest >= n ? largest : least), (long long)n);
    if (s->status || least >= 0)
        return s->status ? NULL : wide;
    return gla_s_where(s, sparse_with(s, gla_less, wide, 0), sparse_with(s, gla_add, wide, n), wide);
}

/* Return one element, searching only its row. */
static gla_array *single(gla_scope *s, const gla_sparse *a, gla_array *row, gla_array *col)
{
    int64_t i = sparse_integer(s, a->turned ? col : row), j = sparse_integer(s, a->turned ? row : col), ends[2] = {0, 0};
    for (int k = 0; k < 2 && !s->status; k++)
        ends[k] = sparse_integer(s, gla_s_astype(s, GLA_INT64, gla_s_view(s, a->own.indptr, 0, NULL, NULL, i + k)));
    if (!s->status && ends[1] > ends[0]) {
        void *data;
        gla_array *places = gla_s_astype(s, GLA_INT64, gla_s_slice(s, a->own.indices, 0, ends[0], ends[1] - ends[0]));
        if (!places || !gla_s_to_host(s, places, &data))
            return NULL;
        const int64_t *columns = data;
        for (int64_t low = 0, high = ends[1] - ends[0]; low < high;) {
            int64_t middle = low + (high - low) / 2;
            if (columns[middle] == j)
                return gla_s_contiguous(s, sparse_device(a), a->own.data->dtype,
                                        gla_s_view(s, a->own.data, 0, NULL, NULL, ends[0] + middle));
            if (columns[middle] < j)
                low = middle + 1;
            else
                high = middle;
        }
    }
    return gla_s_zeros(s, sparse_device(a), a->own.data->dtype, 0, NULL);
}

/* Return several elements, by binary search of their positions among the stored positions, which are in increasing order. */
static gla_array *several(gla_scope *s, const gla_sparse *a, gla_array *row, gla_array *col)
{
    int64_t places;
    gla_array *made;
    if (s->status)
        return NULL;
    if (__builtin_mul_overflow(sparse_m(a), sparse_n(a), &places)) {
        gla_s_fail(s, GLA_OVERFLOW_ERROR,
                   "elements: if rows times columns is 2**63 or more, only one element can be read at a time");
        return NULL;
    }
    sparse_triplets t = sparse_own_triplets(s, a);
    gla_array *wanted = gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, a->turned ? col : row, t.cols),
                                      a->turned ? row : col);
    if (s->status || wanted->size == 0 || t.data->size == 0)
        return s->status ? NULL : gla_s_zeros(s, sparse_device(a), t.data->dtype, wanted->ndim, wanted->shape);
    gla_array *kept = gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, t.row, t.cols), t.col);
    gla_array *flat = gla_s_reshape(s, wanted, 1, &wanted->size);
    gla_array *at = s->status ? NULL : gla_s_adopt(s, gla_searchsorted(kept, flat, &made, "left", NULL), &made);
    at = sparse_with(s, gla_minimum, at ? gla_s_astype(s, GLA_INT64, at) : NULL, t.data->size - 1);
    gla_array *found = gla_s_combine(s, gla_equal, sparse_take(s, kept, at), flat);
    return gla_s_reshape(s, gla_s_where(s, found, sparse_take(s, t.data, at), gla_s_number(s, 0)), wanted->ndim, wanted->shape);
}

gla_status gla_sparse_elements(const gla_sparse *a, const gla_array *row, const gla_array *col, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[3];
    const gla_array *in[3] = {a->own.data, row, col};
    gla_scope_begin(&s, "elements");
    gla_s_place(&s, 3, in, false, &dev, placed);
    gla_array *rows = from_zero(&s, "row", s.status ? NULL : placed[1], sparse_m(a));
    gla_array *cols = from_zero(&s, "col", s.status ? NULL : placed[2], sparse_n(a));
    bool one = !s.status && rows->ndim == 0 && cols->ndim == 0;
    return gla_scope_return(&s, one ? single(&s, a, rows, cols) : several(&s, a, rows, cols), out);
}
