/* structure.c - Products and Kronecker products of sparse matrices, by expanding the elements of rows. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"

/* Expand many ranges, each with a start and a length.  For all elements of the ranges, in order, return the number of the range
 * (*of) and the position (*at).  Return the offsets of the ranges. */
static gla_array *expand(gla_scope *s, gla_array *begins, gla_array *lengths, gla_array **of, gla_array **at)
{
    *of = *at = NULL;
    gla_array *starts = sparse_running_sum(s, lengths, true), *count;
    int64_t n = lengths ? lengths->size : 0, all = starts ? sparse_integer(s, gla_s_view(s, starts, 0, NULL, NULL, n)) : 0;
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(begins);
    if (all == 0) {
        *of = *at = gla_s_new(s, dev, GLA_INT64, 1, &all);
        return starts;
    }
    if (n == 1) {
        *of = gla_s_zeros(s, dev, GLA_INT64, 1, &all);
    } else {
        gla_array *inner = gla_s_slice(s, starts, 0, 1, n - 1);
        count = s->status ? NULL : gla_s_adopt(s, gla_group_count(inner, &count, all + 1), &count);
        *of = gla_s_slice(s, sparse_running_sum(s, count, false), 0, 0, all);
    }
    gla_array *shift = gla_s_combine(s, gla_subtract, begins, gla_s_slice(s, starts, 0, 0, n));
    *at = gla_s_combine(s, gla_add, sparse_range(s, dev, all), sparse_take(s, shift, *of));
    return starts;
}

gla_array *sparse_expand_rows(gla_scope *s, const sparse_rows *r, gla_array *numbers, gla_array **of, gla_array **at)
{
    gla_array *indptr = s->status ? NULL : gla_s_astype(s, GLA_INT64, r->indptr);
    gla_array *begins = sparse_take(s, indptr, numbers);
    gla_array *ends = sparse_take(s, indptr, sparse_with(s, gla_add, numbers, 1));
    return expand(s, begins, gla_s_combine(s, gla_subtract, ends, begins), of, at);
}

gla_status gla_sparse_matmul(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    gla_scope s;
    gla_device *dev;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "matmul");
    gla_s_check(&s, gla_common_device(s.op, 2, (const gla_array *[]){a->own.data, b->own.data}, &dev));
    if (!s.status && sparse_n(a) != sparse_m(b))
        gla_s_fail(&s, GLA_SHAPE_ERROR, "matmul: matrices of shapes (%lld, %lld) and (%lld, %lld) cannot be multiplied",
                   (long long)sparse_m(a), (long long)sparse_n(a), (long long)sparse_m(b), (long long)sparse_n(b));
    const sparse_use l = sparse_in(&s, a, false), r = sparse_in(&s, b, false);
    const gla_sparse *left = l.form, *right = r.form;
    if (!s.status) {
        gla_dtype dtype = gla_promote(a->own.data->dtype, b->own.data->dtype);
        if (sparse_can_multiply_rows(dev, &left->own, &right->own)) {
            made = sparse_multiply_rows(&s, dtype, &left->own, &right->own);
            return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
        }
        sparse_triplets t = sparse_triplets_of(&s, left);
        gla_array *of, *at;
        sparse_expand_rows(&s, &right->own, t.col, &of, &at);
        gla_array *x = sparse_take(&s, s.status ? NULL : gla_s_astype(&s, dtype, t.data), of);
        gla_array *y = sparse_take(&s, s.status ? NULL : gla_s_astype(&s, dtype, right->own.data), at);
        sparse_triplets product = {t.rows, sparse_n(b), gla_s_combine(&s, gla_multiply, x, y), sparse_take(&s, t.row, of),
                                   NULL};
        gla_array *col = sparse_take(&s, right->own.indices, at);
        product.col = col ? gla_s_astype(&s, GLA_INT64, col) : NULL;
        made = sparse_compress(&s, &product);
    }
    return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
}

/* ---- Kronecker products -------------------------------------------------------------------------------------- */
/* x[p]·length + y[q] */
static gla_array *pairs(gla_scope *s, gla_array *x, gla_array *p, int64_t length, gla_array *y, gla_array *q)
{
    return gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, sparse_take(s, x, p), length), sparse_take(s, y, q));
}

/* Compute a Kronecker product with the device's slot for this operation, from rows with values and indices of common dtypes. */
static sparse_rows kron_at_once(gla_scope *s, gla_device *dev, const gla_sparse *a, const gla_sparse *b, const sparse_rows *of)
{
    const gla_sparse *in[2] = {a, b};
    sparse_rows part[2], made = *of;
    int64_t nnz = a->own.data->size * b->own.data->size, ends = of->rows + 1;
    gla_dtype dtype = gla_promote(a->own.data->dtype, b->own.data->dtype), index = sparse_index_dtype(of->cols, nnz);
    for (int i = 0; i < 2 && !s->status; i++) {
        part[i] = in[i]->own;
        sparse_await(s, in[i]);
        part[i].data = s->status ? NULL : gla_s_astype(s, dtype, part[i].data);
        part[i].indices = s->status ? NULL : gla_s_astype(s, index, part[i].indices);
        part[i].indptr = s->status ? NULL : gla_s_astype(s, index, part[i].indptr);
    }
    made.data = gla_s_new(s, dev, dtype, 1, &nnz);
    made.indices = gla_s_new(s, dev, index, 1, &nnz);
    made.indptr = gla_s_new(s, dev, index, 1, &ends);
    if (s->status)
        return made;
    const gla_csr left = sparse_csr(&part[0]), right = sparse_csr(&part[1]);
    gla_s_check(
        s, dev->backend->sparse->kron(dev, &left, &right, gla_data(made.indptr), gla_data(made.indices), gla_data(made.data)));
    return made;
}

gla_status gla_sparse_kron(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    gla_scope s;
    gla_device *dev = NULL;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "kron");
    gla_s_check(&s, gla_common_device("kron", 2, (const gla_array *[]){a->own.data, b->own.data}, &dev));
    int64_t m = 0, n = 0, nnz = 0;
    if (!s.status &&
        (__builtin_mul_overflow(sparse_m(a), sparse_m(b), &m) || __builtin_mul_overflow(sparse_n(a), sparse_n(b), &n) ||
         __builtin_mul_overflow(a->own.data->size, b->own.data->size, &nnz) || m == INT64_MAX || n == INT64_MAX))
        gla_s_fail(&s, GLA_OVERFLOW_ERROR, "kron: a dimension of the result would exceed 2**63");
    if (!s.status && nnz > 0 && dev->backend->sparse && dev->backend->sparse->kron) {
        const sparse_use l = sparse_in(&s, a, false), r = sparse_in(&s, b, false);
        if (!s.status)
            made = kron_at_once(&s, dev, l.form, r.form, &(sparse_rows){.rows = m, .cols = n});
        return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
    }
    if (!s.status) {
        sparse_triplets t = sparse_triplets_of(&s, a), u = sparse_triplets_of(&s, b);
        gla_array *e = sparse_range(&s, dev, nnz), *p = e, *q = e;
        if (nnz > 0) {
            p = sparse_with(&s, gla_floor_divide, e, u.data->size);
            q = gla_s_combine(&s, gla_subtract, e, sparse_with(&s, gla_multiply, p, u.data->size));
        }
        gla_array *values = gla_s_combine(&s, gla_multiply, sparse_take(&s, t.data, p), sparse_take(&s, u.data, q));
        sparse_triplets all = {m, n, values, pairs(&s, t.row, p, u.rows, u.row, q), pairs(&s, t.col, p, u.cols, u.col, q)};
        made = sparse_compress(&s, &all);
    }
    return sparse_return(&s, &made, false, matrix);
}
