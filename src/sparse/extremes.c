/* extremes.c - Maxima, minima and counts of sparse matrices, including the elements that are not stored. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "elementwise/where.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/reduce.h"

/* Return a vector for a slot to fill, with one element for each stored row or, if *columns, for each column. */
static gla_array *vector_along(gla_scope *s, const gla_sparse *a, int axis, gla_dtype dtype, bool *columns)
{
    *columns = a->turned == (axis == 1);
    sparse_await(s, a);
    return s->status ? NULL : gla_s_new(s, sparse_device(a), dtype, 1, *columns ? &a->own.cols : &a->own.rows);
}

/* Return the index of the result to which each element contributes, and the number of results. */
static gla_array *keys_along(gla_scope *s, const gla_sparse *a, int axis, int64_t *groups)
{
    sparse_triplets t = sparse_triplets_of(s, a);
    *groups = axis ? t.rows : t.cols;
    return axis ? t.row : t.col;
}

gla_status gla_sparse_count_nonzero(const gla_sparse *a, gla_array **out, gla_axis axis)
{
    gla_scope s;
    int along = 0;
    int64_t groups;
    bool columns;
    gla_device *dev = sparse_device(a);
    gla_array *made, *result = NULL;
    gla_scope_begin(&s, "count_nonzero");
    if (axis != GLA_NO_AXIS)
        gla_s_check(&s, gla_normalize_axis("count_nonzero", 2, axis, &along));
    if (!s.status && axis != GLA_NO_AXIS && a->own.data->size > 0 && dev->backend->sparse && dev->backend->sparse->count) {
        if ((result = vector_along(&s, a, along, GLA_INT64, &columns))) {
            const gla_csr m = sparse_csr(&a->own);
            gla_s_check(&s, dev->backend->sparse->count(dev, &m, columns, gla_data(result)));
        }
        return gla_scope_return(&s, result, out);
    }
    gla_array *is = gla_s_combine(&s, gla_not_equal, a->own.data, gla_s_number(&s, 0));
    if (!s.status && axis == GLA_NO_AXIS) {
        result = gla_s_adopt(&s, gla_sum(is, &made, NULL, GLA_INT64, false), &made);
    } else if (!s.status) {
        gla_array *keys = sparse_masked(&s, keys_along(&s, a, along, &groups), is);
        result = s.status ? NULL : gla_s_adopt(&s, gla_group_count(keys, &made, groups), &made);
    }
    return gla_scope_return(&s, result, out);
}

gla_status gla_sparse_mean(const gla_sparse *a, gla_array **out, gla_axis axis)
{
    gla_scope s;
    int along = 0;
    gla_array *made;
    gla_scope_begin(&s, "mean");
    double count = (double)sparse_m(a) * (double)sparse_n(a);
    if (axis != GLA_NO_AXIS && !gla_s_check(&s, gla_normalize_axis("mean", 2, axis, &along)))
        count = (double)(along ? sparse_n(a) : sparse_m(a));
    gla_array *sum = s.status ? NULL : gla_s_adopt(&s, gla_sparse_sum(a, &made, axis), &made);
    return gla_scope_return(&s, gla_s_combine(&s, gla_divide, sum, gla_s_number(&s, count)), out);
}

typedef struct extreme {
    const char *op;
    gla_reduction_of *reduce;
    gla_binary *of_two;
    gla_status (*group)(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups);
    bool largest;
} extreme;

static gla_array *of_all(gla_scope *s, const gla_sparse *a, const extreme *e)
{
    int64_t places, nnz = a->own.data->size;
    bool full = !__builtin_mul_overflow(sparse_m(a), sparse_n(a), &places) && places == nnz;
    if (nnz == 0)
        return gla_s_zeros(s, sparse_device(a), a->own.data->dtype, 0, NULL);
    gla_array *kept = gla_s_reduce_all(s, e->reduce, a->own.data);
    return full ? kept : gla_s_combine(s, e->of_two, kept, gla_s_number(s, 0));
}

/* A row that does not store all its elements contains zeros. */
static gla_array *of_each(gla_scope *s, const gla_sparse *a, const extreme *e, int along)
{
    gla_device *dev = sparse_device(a);
    if (!s->status && a->own.data->size > 0 && dev->backend->sparse && dev->backend->sparse->extremes) {
        bool columns;
        gla_array *out = vector_along(s, a, along, a->own.data->dtype, &columns);
        const gla_csr m = sparse_csr(&a->own);
        return out && !gla_s_check(s, dev->backend->sparse->extremes(dev, &m, columns, e->largest, gla_data(out))) ? out : NULL;
    }
    int64_t groups, length = along ? sparse_n(a) : sparse_m(a);
    gla_array *made, *keys = keys_along(s, a, along, &groups), *zero = gla_s_number(s, 0);
    if (s->status || a->own.data->size == 0)
        return s->status ? NULL : gla_s_zeros(s, sparse_device(a), a->own.data->dtype, 1, &groups);
    gla_array *kept = gla_s_adopt(s, e->group(a->own.data, keys, &made, groups), &made);
    gla_array *count = s->status ? NULL : gla_s_adopt(s, gla_group_count(keys, &made, groups), &made);
    kept = gla_s_where(s, sparse_with(s, gla_equal, count, 0), zero, kept);
    return gla_s_where(s, sparse_with(s, gla_less, count, length), gla_s_combine(s, e->of_two, kept, zero), kept);
}

static gla_status find(const extreme *e, const gla_sparse *a, gla_axis axis, gla_array **out)
{
    gla_scope s;
    int along = 0;
    gla_array *result = NULL;
    gla_scope_begin(&s, e->op);
    bool all = axis == GLA_NO_AXIS;
    if (!all)
        gla_s_check(&s, gla_normalize_axis(e->op, 2, axis, &along));
    if (!s.status && gla_dtype_is_complex(a->own.data->dtype))
        gla_s_fail(&s, GLA_DTYPE_ERROR, "%s: the matrix is %s, but complex values have no order", e->op,
                   gla_dtype_name(a->own.data->dtype));
    if (!s.status && ((sparse_m(a) == 0 && (all || !along)) || (sparse_n(a) == 0 && (all || along))))
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: a matrix of shape (%lld, %lld) has no elements along this axis", e->op,
                   (long long)sparse_m(a), (long long)sparse_n(a));
    if (!s.status)
        result = all ? of_all(&s, a, e) : of_each(&s, a, e, along);
    return gla_scope_return(&s, result, out);
}

gla_status gla_sparse_max(const gla_sparse *a, gla_array **out, gla_axis axis)
{
    return find(&(extreme){"max", gla_max, gla_maximum, gla_group_max, true}, a, axis, out);
}

gla_status gla_sparse_min(const gla_sparse *a, gla_array **out, gla_axis axis)
{
    return find(&(extreme){"min", gla_min, gla_minimum, gla_group_min, false}, a, axis, out);
}
