/* slices.c - Slices of sparse matrices: selected rows or columns, read without reading the others. */
#include "sparse/sparse.h"
#include "contract/sparse.h"
#include "contract/array.h"

#include "gpulinalg/array.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"
#include "index/select.h"

/* Selected rows: a list of row numbers or, if the list is NULL, `count` rows from `first` on in steps of `step`. */
typedef struct choice {
    gla_array *numbers;
    int64_t count, first, step;
} choice;

static bool is_everything(const gla_index_item *item)
{
    return item->kind == GLA_INDEX_ELLIPSIS ||
           (item->kind == GLA_INDEX_SLICE && !item->has_start && !item->has_stop && item->step == 1);
}

/* Return the positions if they are few and valid integers that need no expansion; otherwise NULL. */
static gla_array *few_selected(gla_scope *s, gla_device *dev, int64_t n, const gla_index_item *item)
{
    const gla_array *x = item->kind == GLA_INDEX_ARRAY ? item->array : NULL;
    if (s->status || !x || x->ndim != 1 || x->size == 0 || x->size > n / 2 || !gla_dtype_is_integer(x->dtype) ||
        x->dtype == GLA_UINT64 || (x->flags & GLA_UNPLACED) || gla_device_of(x) != dev)
        return NULL;
    gla_array *wide = gla_s_convert(s, x, GLA_INT64, dev, GLA_YES); /* the caller may change its own array meanwhile */
    int64_t least = sparse_integer(s, gla_s_reduce_all(s, gla_min, wide));
    int64_t largest = sparse_integer(s, gla_s_reduce_all(s, gla_max, wide));
    return !s->status && least >= 0 && largest < n ? wide : NULL;
}

/* Return the positions, along an axis of length n, that an item selects.  Errors of invalid items are raised by indexing a
 * vector. */
static choice selected(gla_scope *s, gla_device *dev, int64_t n, const gla_index_item *item)
{
    choice c = {.step = 1};
    if (item->kind == GLA_INDEX_SLICE && item->step != 0) {
        c.count = gla_slice_length(item, n, &c.first);
        c.first = c.count > 0 ? c.first : 0;
        c.step = c.count > 1 ? item->step : 1;
        return c;
    }
    if (item->kind == GLA_INDEX_INTEGER && item->start >= -n && item->start < n)
        return (choice){.count = 1, .first = item->start + (item->start < 0 ? n : 0), .step = 1};
    if ((c.numbers = few_selected(s, dev, n, item))) {
        c.count = c.numbers->size;
        return c;
    }
    gla_array *made, *all = sparse_range(s, dev, n);
    gla_index key = {.n = 1, .v = {*item}};
    gla_array *chosen = s->status ? NULL : gla_s_adopt(s, gla_getitem(all, &key, &made), &made);
    if (chosen && chosen->ndim > 1)
        gla_s_fail(s, GLA_INDEX_ERROR, "getitem: an index has %d dimensions, but it must be 1-d", chosen->ndim);
    if (chosen && chosen->ndim == 0)
        chosen = gla_s_add_last(s, chosen);
    c.numbers = chosen ? gla_s_contiguous(s, dev, GLA_INT64, chosen) : NULL;
    c.count = c.numbers ? c.numbers->size : 0;
    return c;
}

static gla_array *numbers_of(gla_scope *s, gla_device *dev, const choice *c)
{
    if (c->numbers || s->status)
        return c->numbers;
    gla_array *made = gla_s_new(s, dev, GLA_INT64, 1, &c->count);
    if (made && c->count > 0 && !dev->backend->array->range)
        gla_s_check(s, gla_fail_unsupported(s->op, dev));
    else if (made && c->count > 0)
        gla_s_check(s, dev->backend->array->range(dev, made, 0, 1, c->first, c->step));
    return made;
}

/* Return the positions at which the selected rows begin, or those at which they end. */
static gla_array *bounds_of(gla_scope *s, const sparse_rows *from, const choice *c, int64_t end)
{
    if (c->numbers)
        return sparse_take(s, from->indptr, end ? sparse_with(s, gla_add, c->numbers, 1) : c->numbers);
    return gla_s_view(s, from->indptr, 1, &c->count, &c->step, c->first + end);
}

static int64_t bound_at(gla_scope *s, const sparse_rows *from, int64_t row)
{
    return sparse_integer(s, s->status ? NULL : gla_s_astype(s, GLA_INT64, gla_s_view(s, from->indptr, 0, NULL, NULL, row)));
}

/* Return consecutive rows, which are one range of elements. */
static sparse_rows stretch_of(gla_scope *s, const sparse_rows *from, const choice *c)
{
    gla_device *dev = gla_device_of(from->data);
    int64_t begin = bound_at(s, from, c->first), nnz = bound_at(s, from, c->first + c->count) - begin;
    gla_dtype index = sparse_index_dtype(from->cols, nnz);
    sparse_rows made = {.rows = c->count, .cols = from->cols};
    made.data = gla_s_new(s, dev, from->data->dtype, 1, &nnz);
    made.indices = gla_s_new(s, dev, index, 1, &nnz);
    if (!s->status && nnz > 0) {
        gla_s_assign(s, made.data, gla_s_slice(s, from->data, 0, begin, nnz));
        gla_s_assign(s, made.indices, gla_s_slice(s, from->indices, 0, begin, nnz));
    }
    gla_array *ends = gla_s_slice(s, from->indptr, 0, c->first, c->count + 1);
    made.indptr = gla_s_astype(s, index,
                               s->status ? NULL : sparse_with(s, gla_subtract, gla_s_astype(s, GLA_INT64, ends), begin));
    return made;
}

/* Select rows with the device's slot for this operation, which requires the position at which each row begins. */
static sparse_rows pick_at_once(gla_scope *s, const sparse_rows *from, const choice *c)
{
    gla_device *dev = gla_device_of(from->data);
    gla_array *numbers = numbers_of(s, dev, c);
    gla_array *begins = bounds_of(s, from, c, 0), *ends = bounds_of(s, from, c, 1);
    gla_array *starts = sparse_running_sum(s, gla_s_combine(s, gla_subtract, ends, begins), true);
    int64_t n = c->count;
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
    made.indices = s->status ? NULL : gla_s_astype(s, index, made.indices);
    made.indptr = s->status ? NULL : gla_s_astype(s, index, starts);
    return made;
}

/* Select stored rows, in any order and possibly repeated.  The columns of each row are already in increasing order. */
static sparse_rows pick(gla_scope *s, const gla_sparse *a, const choice *c)
{
    const gla_sparse_ops *slots = sparse_device(a)->backend->sparse;
    if (!s->status && !c->numbers && c->step == 1 && c->count > 0)
        return stretch_of(s, &a->own, c);
    if (!s->status && slots && slots->pick_rows)
        return pick_at_once(s, &a->own, c);
    gla_array *numbers = numbers_of(s, sparse_device(a), c);
    gla_array *of, *at, *starts = sparse_expand_rows(s, &a->own, numbers, &of, &at);
    gla_array *data = sparse_take(s, a->own.data, at), *indices = sparse_take(s, a->own.indices, at);
    if (s->status)
        return (sparse_rows){0};
    gla_dtype index = sparse_index_dtype(a->own.cols, data->size);
    return (sparse_rows){.rows = numbers->size,
                         .cols = a->own.cols,
                         .data = data,
                         .indices = gla_s_astype(s, index, indices),
                         .indptr = gla_s_astype(s, index, starts)};
}

static gla_status pick_along(const gla_sparse *a, bool turned, const gla_index_item *item, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "getitem");
    const choice c = selected(&s, sparse_device(a), turned ? sparse_n(a) : sparse_m(a), item);
    const sparse_use use = sparse_in(&s, a, turned);
    if (use.form && !s.status)
        made = pick(&s, use.form, &c);
    return sparse_used(sparse_return(&s, &made, turned, matrix), &use);
}

static gla_status check_key(const gla_index *key)
{
    int arrays = 0;
    if (key->n > 2)
        return gla_fail(GLA_INDEX_ERROR, "getitem: %d indices were given, but a sparse matrix has two dimensions", key->n);
    for (int i = 0; i < key->n; i++) {
        arrays += key->v[i].kind == GLA_INDEX_ARRAY;
        if (key->v[i].kind == GLA_INDEX_NEW_AXIS)
            return gla_fail(GLA_INDEX_ERROR, "getitem: a sparse matrix cannot have new axes; use toarray");
    }
    if (arrays == 2)
        return gla_fail(GLA_INDEX_ERROR, "getitem: rows and columns cannot both be arrays; select rows first, then columns");
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
