/* summaries.c - Sums, diagonals and norms of sparse matrices. */
#include "sparse/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/index.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"

#include <string.h>

/* Sum `data`, stored like the values of the matrix, over the rows (axis 0) or the columns. */
static gla_array *sums_along(gla_scope *s, const gla_sparse *a, gla_array *data, int axis)
{
    bool columns = a->turned == (axis == 1); /* columns of the stored format */
    sparse_await(s, a);
    gla_array *made;
    if (s->status || !data)
        return NULL;
    gla_array *keys = columns ? gla_s_astype(s, GLA_INT64, a->own.indices) : sparse_row_numbers(s, &a->own);
    if (s->status)
        return NULL;
    return gla_s_adopt(s, gla_group_sum(data, keys, &made, columns ? a->own.cols : a->own.rows), &made);
}

static gla_array *sum_of_all(gla_scope *s, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &made, NULL, GLA_NO_DTYPE, false), &made);
}

gla_status gla_sparse_sum(const gla_sparse *a, gla_array **out, gla_axis axis)
{
    gla_scope s;
    int along = 0;
    gla_array *result = NULL;
    gla_scope_begin(&s, "sum");
    if (axis == GLA_NO_AXIS)
        result = sum_of_all(&s, a->own.data);
    else if (!gla_s_check(&s, gla_normalize_axis("sum", 2, axis, &along)))
        result = sums_along(&s, a, a->own.data, along);
    return gla_scope_return(&s, result, out);
}

static gla_array *diagonal(gla_scope *s, const gla_sparse *a, int64_t k)
{
    gla_device *dev = sparse_device(a);
    int64_t length = sparse_diagonal_length(sparse_m(a), sparse_n(a), k);
    gla_array *out = gla_s_zeros(s, dev, a->own.data->dtype, 1, &length);
    if (s->status || length == 0 || a->own.data->size == 0)
        return out;
    sparse_triplets t = sparse_triplets_of(s, a);
    gla_array *on = sparse_with(s, gla_equal, gla_s_combine(s, gla_subtract, t.col, t.row), k);
    gla_array *places = sparse_masked(s, k < 0 ? t.col : t.row, on), *values = sparse_masked(s, t.data, on);
    if (!s->status && places->size > 0) {
        gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = places}}};
        gla_s_check(s, gla_setitem(out, &key, values));
    }
    return out;
}

gla_status gla_sparse_diagonal(const gla_sparse *a, gla_array **out, int64_t k)
{
    gla_scope s;
    gla_scope_begin(&s, "diagonal");
    return gla_scope_return(&s, diagonal(&s, a, k), out);
}

gla_status gla_sparse_trace(const gla_sparse *a, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "trace");
    gla_array *on = diagonal(&s, a, 0);
    return gla_scope_return(&s, on ? sum_of_all(&s, on) : NULL, out);
}

gla_status gla_sparse_norm(const gla_sparse *a, gla_array **out, const char *ord)
{
    gla_scope s;
    gla_array *made, *result = NULL;
    gla_scope_begin(&s, "norm");
    ord = ord ? ord : "fro";
    bool one = strcmp(ord, "1") == 0;
    if (strcmp(ord, "fro") == 0) {
        result = gla_s_adopt(&s, gla_vector_norm(a->own.data, &made, NULL, false, 2.0), &made);
    } else {
        gla_array *sums = sums_along(&s, a, gla_s_apply(&s, gla_abs, a->own.data), one ? 0 : 1);
        if (sums && sums->size > 0)
            result = gla_s_reduce_all(&s, gla_max, sums);
        else if (sums)
            result = gla_s_zeros(&s, sparse_device(a), sums->dtype, 0, NULL);
    }
    return gla_scope_return(&s, result, out);
}
