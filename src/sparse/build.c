/* build.c - Conversion of triplets to rows.  Array operations, which run on any device, sort the triplets by position and sum
 * duplicates. */
#include "sparse/sparse.h"
#include "contract/sparse.h"
#include "contract/array.h"

#include "gpulinalg/array.h"
#include "gpulinalg/bitwise.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/scan.h"
#include "gpulinalg/shape.h"
#include "sorting/sorting.h"

gla_dtype sparse_dtype_of(gla_scope *s, gla_dtype dtype)
{
    gla_dtype kept = gla_floating_of(dtype);
    if (!s->status && gla_dtype_is_integer(dtype))
        kept = GLA_FLOAT64;
    return kept;
}

gla_dtype sparse_index_dtype(int64_t cols, int64_t nnz)
{
    return cols <= INT32_MAX && nnz <= INT32_MAX ? GLA_INT32 : GLA_INT64;
}

/* ---- steps --------------------------------------------------------------------------------------------------- */
gla_array *sparse_range_from(gla_scope *s, gla_device *dev, int64_t first, int64_t n)
{
    gla_array *made = gla_s_new(s, dev, GLA_INT64, 1, &n);
    if (made && n > 0 && !dev->backend->array->range)
        gla_s_check(s, gla_fail_unsupported(s->op, dev));
    else if (made && n > 0)
        gla_s_check(s, dev->backend->array->range(dev, made, 0, 1, first, 1));
    return s->status ? NULL : made;
}

gla_array *sparse_range(gla_scope *s, gla_device *dev, int64_t n)
{
    return sparse_range_from(s, dev, 0, n);
}

gla_array *sparse_take(gla_scope *s, const gla_array *x, const gla_array *positions)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, (const gla_places *)positions, &made, &(gla_ints){1, {0}}), &made);
}

gla_array *sparse_masked(gla_scope *s, const gla_array *x, const gla_array *mask)
{
    gla_array *made;
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = mask}}};
    return s->status ? NULL : gla_s_adopt(s, gla_getitem(x, &key, &made), &made);
}

gla_array *sparse_with(gla_scope *s, gla_binary *function, const gla_array *x, int64_t number)
{
    gla_array *made, *other;
    if (s->status || !(other = gla_s_adopt(s, gla_scalar(GLA_INT64, &number, &made), &made)))
        return NULL;
    return gla_s_combine(s, function, x, other);
}

gla_array *sparse_running_sum(gla_scope *s, const gla_array *x, bool include_initial)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_cumulative_sum(x, &made, 0, GLA_INT64, include_initial), &made);
}

int64_t sparse_integer(gla_scope *s, const gla_array *x)
{
    void *data;
    return !s->status && gla_s_to_host(s, x, &data) ? *(const int64_t *)data : 0;
}

gla_array *sparse_joined(gla_scope *s, int n, gla_array *const parts[])
{
    gla_array *made;
    for (int i = 0; i < n; i++)
        if (s->status || !parts[i])
            return NULL;
    return gla_s_adopt(s, gla_concat(&(gla_arrays){.n = n, .v = (const gla_array **)(uintptr_t)parts}, &made, 0), &made);
}

static gla_array *counts_of(gla_scope *s, const gla_array *keys, int64_t groups)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_group_count(keys, &made, groups), &made);
}

/* Return the number of elements on diagonal k of an m x n matrix. */
int64_t sparse_diagonal_length(int64_t m, int64_t n, int64_t k)
{
    if (k <= -m || k >= n)
        return 0;
    int64_t below = k < 0 ? m + k : m, right = k > 0 ? n - k : n;
    return below < right ? below : right;
}

/* Return true if is(x[i + 1], x[i]) holds for any i; x has at least two elements. */
static bool any_step(gla_scope *s, gla_binary *is, const gla_array *x)
{
    gla_array *next = gla_s_slice(s, x, 0, 1, x ? x->size - 1 : 0), *before = gla_s_slice(s, x, 0, 0, x ? x->size - 1 : 0);
    return gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, is, next, before)));
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */
gla_array *sparse_row_numbers(gla_scope *s, const sparse_rows *r)
{
    int64_t nnz = r->data ? r->data->size : 0;
    if (s->status)
        return NULL;
    if (nnz == 0)
        return gla_s_new(s, gla_device_of(r->data), GLA_INT64, 1, &nnz);
    gla_device *dev = gla_device_of(r->data);
    if (r->rows == 1)
        return gla_s_zeros(s, dev, GLA_INT64, 1, &nnz);
    gla_array *begins = gla_s_slice(s, r->indptr, 0, 1, r->rows - 1);
    return gla_s_slice(s, sparse_running_sum(s, counts_of(s, begins, nnz + 1), false), 0, 0, nnz);
}

sparse_triplets sparse_triplets_of(gla_scope *s, const gla_sparse *a)
{
    sparse_await(s, a);
    gla_array *row = sparse_row_numbers(s, &a->own), *col = gla_s_astype(s, GLA_INT64, a->own.indices);
    return (sparse_triplets){.rows = sparse_m(a),
                             .cols = sparse_n(a),
                             .data = a->own.data,
                             .row = a->turned ? col : row,
                             .col = a->turned ? row : col};
}

static sparse_rows no_elements(gla_scope *s, const sparse_triplets *t, gla_device *dev)
{
    gla_dtype index = sparse_index_dtype(t->cols, 0);
    int64_t none = 0, ends = t->rows + 1;
    return (sparse_rows){.rows = t->rows,
                         .cols = t->cols,
                         .data = gla_s_new(s, dev, t->data->dtype, 1, &none),
                         .indices = gla_s_new(s, dev, index, 1, &none),
                         .indptr = gla_s_zeros(s, dev, index, 1, &ends)};
}

/* Convert triplets that are already sorted by position. */
static sparse_rows finish(gla_scope *s, const sparse_triplets *t)
{
    int64_t nnz = s->status ? 0 : t->data->size;
    gla_dtype index = sparse_index_dtype(t->cols, nnz);
    gla_array *ends = sparse_running_sum(s, counts_of(s, t->row, t->rows), true);
    return (sparse_rows){.rows = t->rows,
                         .cols = t->cols,
                         .data = t->data,
                         .indices = s->status ? NULL : gla_s_astype(s, index, t->col),
                         .indptr = s->status ? NULL : gla_s_astype(s, index, ends)};
}

/* Sort by row, then column.  The sort is stable. */
static void reorder(gla_scope *s, sparse_triplets *t, gla_array *key)
{
    gla_array *order = gla_s_argsort(s, key ? key : t->col, false);
    if (!key)
        order = sparse_take(s, order, gla_s_argsort(s, sparse_take(s, t->row, order), false));
    t->data = sparse_take(s, t->data, order);
    t->row = sparse_take(s, t->row, order);
    t->col = sparse_take(s, t->col, order);
}

/* Sum duplicates in sorted triplets. */
static void add_up(gla_scope *s, sparse_triplets *t)
{
    int64_t rest = t->data ? t->data->size - 1 : 0;
    if (s->status || rest == 0)
        return;
    gla_array *other_row = gla_s_combine(s, gla_not_equal, gla_s_slice(s, t->row, 0, 1, rest),
                                         gla_s_slice(s, t->row, 0, 0, rest));
    gla_array *other_col = gla_s_combine(s, gla_not_equal, gla_s_slice(s, t->col, 0, 1, rest),
                                         gla_s_slice(s, t->col, 0, 0, rest));
    gla_array *differs = gla_s_combine(s, gla_bitwise_or, other_row, other_col);
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_all, differs)) || s->status)
        return;
    gla_array *first = gla_s_new(s, gla_device_of(t->data), GLA_BOOL, 1, &(int64_t){rest + 1}), *sums;
    if (s->status)
        return;
    gla_s_fill(s, gla_s_slice(s, first, 0, 0, 1), 1);
    if (!s->status)
        gla_s_assign(s, gla_s_slice(s, first, 0, 1, rest), differs);
    gla_array *number = sparse_running_sum(s, first, false);
    int64_t count = number ? sparse_integer(s, gla_s_view(s, number, 0, NULL, NULL, rest)) : 0;
    gla_array *keys = sparse_with(s, gla_subtract, number, 1);
    if (s->status)
        return;
    t->data = gla_s_adopt(s, gla_group_sum(t->data, keys, &sums, count), &sums);
    t->row = sparse_masked(s, t->row, first);
    t->col = sparse_masked(s, t->col, first);
}

sparse_rows sparse_turned(gla_scope *s, const sparse_rows *a)
{
    gla_array *row = sparse_row_numbers(s, a), *order = s->status ? NULL : gla_s_argsort(s, a->indices, false);
    gla_array *col = s->status ? NULL : gla_s_astype(s, GLA_INT64, a->indices);
    sparse_triplets t = {a->cols, a->rows, sparse_take(s, a->data, order), sparse_take(s, col, order),
                         sparse_take(s, row, order)};
    return finish(s, &t);
}

gla_csr sparse_csr(const sparse_rows *m)
{
    return (gla_csr){.rows = m->rows,
                     .cols = m->cols,
                     .nnz = m->data->size,
                     .dtype = m->data->dtype,
                     .index = m->indices->dtype,
                     .data = gla_data(m->data),
                     .indices = gla_data(m->indices),
                     .indptr = gla_data(m->indptr)};
}

/* Return views of the arrays, or copies if views would keep much unused memory. */
sparse_rows sparse_first(gla_scope *s, const sparse_rows *made, int64_t nnz)
{
    sparse_rows r = *made;
    gla_array **part[2] = {&r.data, &r.indices};
    bool spare = !s->status && nnz < r.data->size - r.data->size / 8;
    gla_dtype index = sparse_index_dtype(r.cols, nnz);
    for (int i = 0; i < 2 && !s->status; i++) {
        gla_array *copy, *kept = gla_s_slice(s, *part[i], 0, 0, nnz);
        *part[i] = kept && spare ? gla_s_adopt(s, gla_array_copy(s->op, gla_device_of(kept), kept->dtype, kept, &copy), &copy)
                                 : kept;
    }
    r.indptr = s->status ? NULL : gla_s_astype(s, index, r.indptr);
    r.indices = s->status ? NULL : gla_s_astype(s, index, r.indices);
    return r;
}

/* Convert triplets by the slot for it. */
static sparse_rows compress_at_once(gla_scope *s, const sparse_triplets *t)
{
    gla_device *dev = gla_device_of(t->data);
    int64_t n = t->data->size, ends = t->rows + 1, nnz = n;
    gla_dtype index = sparse_index_dtype(t->cols, n);
    sparse_rows made = {.rows = t->rows,
                        .cols = t->cols,
                        .data = gla_s_new(s, dev, t->data->dtype, 1, &n),
                        .indices = gla_s_new(s, dev, index, 1, &n),
                        .indptr = gla_s_new(s, dev, index, 1, &ends)};
    const gla_array *data = gla_s_contiguous(s, dev, t->data->dtype, t->data);
    const gla_array *row = gla_s_contiguous(s, dev, GLA_INT64, t->row), *col = gla_s_contiguous(s, dev, GLA_INT64, t->col);
    gla_triplets from = {.rows = t->rows, .cols = t->cols, .n = n, .dtype = t->data->dtype};
    if (!s->status) {
        from.data = gla_data(data);
        from.row = gla_data(row);
        from.col = gla_data(col);
        gla_s_check(s, dev->backend->sparse->compress(dev, &from, index, gla_data(made.indptr), gla_data(made.indices),
                                                      gla_data(made.data), &nnz));
    }
    return s->status || nnz == n ? made : sparse_first(s, &made, nnz);
}

sparse_rows sparse_compress(gla_scope *s, const sparse_triplets *given)
{
    const gla_sparse_ops *slots;
    sparse_triplets t = *given;
    int64_t places;
    if (s->status || !t.data || !t.row || !t.col)
        return (sparse_rows){0};
    if (t.data->size == 0)
        return no_elements(s, &t, gla_device_of(t.data));
    slots = gla_device_of(t.data)->backend->sparse;
    if (slots && slots->compress)
        return compress_at_once(s, &t);
    gla_array *key = NULL;
    if (!__builtin_mul_overflow(t.rows, t.cols, &places))
        key = gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, t.row, t.cols), t.col);
    if (t.data->size > 1 && (!key || any_step(s, gla_less_equal, key))) {
        reorder(s, &t, key);
        add_up(s, &t);
    }
    return finish(s, &t);
}

sparse_rows sparse_from_parts(gla_scope *s, int64_t m, int64_t n, gla_array *data, gla_array *indices, gla_array *indptr)
{
    sparse_rows r = {.rows = m, .cols = n, .data = data, .indices = indices, .indptr = indptr};
    if (s->status)
        return r;
    sparse_triplets t = {m, n, data, sparse_row_numbers(s, &r), gla_s_astype(s, GLA_INT64, indices)};
    return sparse_compress(s, &t);
}
