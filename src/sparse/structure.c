/* structure.c - parts of matrices, products of two, and matrices put together: the elements of rows one after the other. */
#include "sparse/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"

/* For each of many stretches, which begin somewhere and have a length: of all their elements, in order, the number of the
 * stretch and the position; with which of them each stretch starts, and where the last one ends. */
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
        gla_array *inner = gla_s_stretch(s, starts, 0, 1, n - 1);
        count = s->status ? NULL : gla_s_made(s, gla_group_count(inner, &count, all + 1), &count);
        *of = gla_s_stretch(s, sparse_running_sum(s, count, false), 0, 0, all);
    }
    gla_array *shift = gla_s_combine(s, gla_subtract, begins, gla_s_stretch(s, starts, 0, 0, n));
    *at = gla_s_combine(s, gla_add, sparse_range(s, dev, all), sparse_take(s, shift, *of));
    return starts;
}

/* The rows with the given numbers: of all their elements the number among these rows, and the position in the matrix. */
static gla_array *expand_rows(gla_scope *s, const sparse_rows *r, gla_array *numbers, gla_array **of, gla_array **at)
{
    gla_array *indptr = s->status ? NULL : gla_s_typed(s, GLA_INT64, r->indptr);
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
        expand_rows(&s, &right->own, t.col, &of, &at);
        gla_array *x = sparse_take(&s, s.status ? NULL : gla_s_typed(&s, dtype, t.data), of);
        gla_array *y = sparse_take(&s, s.status ? NULL : gla_s_typed(&s, dtype, right->own.data), at);
        sparse_triplets product = {t.rows, sparse_n(b), gla_s_combine(&s, gla_multiply, x, y), sparse_take(&s, t.row, of),
                                   NULL};
        gla_array *col = sparse_take(&s, right->own.indices, at);
        product.col = col ? gla_s_typed(&s, GLA_INT64, col) : NULL;
        made = sparse_compress(&s, &product);
    }
    return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
}

/* ---- slices ------------------------------------------------------------------------------------------------------------ */
static bool is_everything(const gla_index_item *item)
{
    return item->kind == GLA_INDEX_ELLIPSIS ||
           (item->kind == GLA_INDEX_SLICE && !item->has_start && !item->has_stop && item->step == 1);
}

/* Few positions that are there, and need no list of all of them; else NULL. */
static gla_array *few_selected(gla_scope *s, gla_device *dev, int64_t n, const gla_index_item *item)
{
    const gla_array *x = item->kind == GLA_INDEX_ARRAY ? item->array : NULL;
    if (s->status || !x || x->ndim != 1 || x->size == 0 || x->size > n / 2 || !gla_dtype_is_integer(x->dtype) ||
        x->dtype == GLA_UINT64 || (x->flags & GLA_UNPLACED) || gla_device_of(x) != dev)
        return NULL;
    gla_array *wide = gla_s_convert(s, x, GLA_INT64, dev, GLA_YES); /* the script may change its own meanwhile */
    int64_t least = sparse_integer(s, gla_s_reduce_all(s, gla_min, wide));
    int64_t largest = sparse_integer(s, gla_s_reduce_all(s, gla_max, wide));
    return !s->status && least >= 0 && largest < n ? wide : NULL;
}

/* The positions along an axis of length n that an item selects. */
static gla_array *selected(gla_scope *s, gla_device *dev, int64_t n, const gla_index_item *item)
{
    gla_array *few = few_selected(s, dev, n, item);
    if (few)
        return few;
    gla_array *made, *all = sparse_range(s, dev, n);
    gla_index key = {.n = 1, .v = {*item}};
    gla_array *chosen = s->status ? NULL : gla_s_made(s, gla_getitem(all, &key, &made), &made);
    if (chosen && chosen->ndim > 1)
        gla_s_fail(s, GLA_INDEX_ERROR, "getitem: an index has %d dimensions; give one", chosen->ndim);
    if (chosen && chosen->ndim == 0)
        chosen = gla_s_add_last(s, chosen);
    return chosen ? gla_s_contiguous(s, dev, GLA_INT64, chosen) : NULL;
}

/* By the slot for it, which wants to know where each row begins. */
static sparse_rows pick_at_once(gla_scope *s, const sparse_rows *from, gla_array *numbers)
{
    gla_device *dev = gla_device_of(from->data);
    gla_array *begins = sparse_take(s, from->indptr, numbers);
    gla_array *ends = sparse_take(s, from->indptr, sparse_with(s, gla_add, numbers, 1));
    gla_array *starts = sparse_running_sum(s, gla_s_combine(s, gla_subtract, ends, begins), true);
    int64_t n = s->status ? 0 : numbers->size;
    int64_t nnz = s->status ? 0 : sparse_integer(s, gla_s_view(s, starts, 0, NULL, NULL, n));
    sparse_rows made = {.rows = n, .cols = from->cols};
    made.data = gla_s_new(s, dev, from->data->dtype, 1, &nnz);
    made.indices = gla_s_new(s, dev, from->indices->dtype, 1, &nnz);
    if (s->status)
        return made;
    const gla_csr a = sparse_csr(from);
    if (n > 0)
        gla_s_check(s, dev->backend->sparse->pick_rows(dev, &a, n, gla_data(numbers), gla_data(starts), gla_data(made.indices),
                                                       gla_data(made.data)));
    gla_dtype index = sparse_index_dtype(from->cols, nnz);
    made.indices = s->status ? NULL : gla_s_typed(s, index, made.indices);
    made.indptr = s->status ? NULL : gla_s_typed(s, index, starts);
    return made;
}

/* Some of the rows as they are kept, in any order; they may repeat.  In each of them the columns rise already. */
static sparse_rows pick(gla_scope *s, const gla_sparse *a, gla_array *numbers)
{
    const gla_sparse_ops *slots = sparse_device(a)->backend->sparse;
    if (!s->status && slots && slots->pick_rows)
        return pick_at_once(s, &a->own, numbers);
    gla_array *of, *at, *starts = expand_rows(s, &a->own, numbers, &of, &at);
    gla_array *data = sparse_take(s, a->own.data, at), *indices = sparse_take(s, a->own.indices, at);
    if (s->status)
        return (sparse_rows){0};
    gla_dtype index = sparse_index_dtype(a->own.cols, data->size);
    return (sparse_rows){.rows = numbers->size,
                         .cols = a->own.cols,
                         .data = data,
                         .indices = gla_s_typed(s, index, indices),
                         .indptr = gla_s_typed(s, index, starts)};
}

static gla_status pick_along(const gla_sparse *a, bool turned, const gla_index_item *item, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "getitem");
    gla_array *numbers = selected(&s, sparse_device(a), turned ? sparse_n(a) : sparse_m(a), item);
    const sparse_use use = sparse_in(&s, a, turned);
    if (use.form && !s.status)
        made = pick(&s, use.form, numbers);
    return sparse_used(sparse_return(&s, &made, turned, matrix), &use);
}

static gla_status check_key(const gla_index *key)
{
    int arrays = 0;
    if (key->n > 2)
        return gla_fail(GLA_INDEX_ERROR, "getitem: a sparse matrix has two dimensions, not %d", key->n);
    for (int i = 0; i < key->n; i++) {
        arrays += key->v[i].kind == GLA_INDEX_ARRAY;
        if (key->v[i].kind == GLA_INDEX_NEW_AXIS)
            return gla_fail(GLA_INDEX_ERROR, "getitem: a sparse matrix has no new axes; use toarray");
    }
    if (arrays == 2)
        return gla_fail(GLA_INDEX_ERROR, "getitem: rows and columns are both given by arrays; take rows first, then columns");
    return GLA_OK;
}

gla_status gla_sparse_getitem(const gla_sparse *a, const gla_index *key, gla_sparse **matrix)
{
    gla_sparse *kept = NULL;
    *matrix = NULL;
    gla_status st = check_key(key);
    if (!st)
        st = sparse_same(a, &kept);
    for (int i = 0; i < key->n && !st; i++) {
        bool columns = i > 0;
        gla_sparse *next = NULL;
        if (is_everything(&key->v[i]))
            continue;
        st = pick_along(kept, columns, &key->v[i], &next);
        gla_object_unref(kept);
        kept = next;
    }
    *matrix = st ? NULL : kept;
    return st;
}

/* ---- put together ------------------------------------------------------------------------------------------------------ */
/* x[p]·length + y[q] */
static gla_array *pairs(gla_scope *s, gla_array *x, gla_array *p, int64_t length, gla_array *y, gla_array *q)
{
    return gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, sparse_take(s, x, p), length), sparse_take(s, y, q));
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
        gla_s_fail(&s, GLA_OVERFLOW_ERROR, "kron: the result would be longer than 2**63");
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
