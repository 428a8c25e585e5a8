/* triangular.c - Sparse triangular systems.  The dependencies between rows are analysed once and cached in the matrix. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

static gla_csr parts_of(gla_run *r, const gla_sparse *a, gla_array *data)
{
    gla_csr m = {
        .rows = a->own.rows, .cols = a->own.cols, .nnz = data->size, .dtype = data->dtype, .index = a->own.indices->dtype};
    m.data = gla_run_array(r, GLA_READ, data);
    m.indices = gla_run_array(r, GLA_READ, a->own.indices);
    m.indptr = gla_run_array(r, GLA_READ, a->own.indptr);
    return m;
}

static void find_levels(gla_scope *s, const gla_sparse *a, bool lower, sparse_levels *found)
{
    gla_device *dev = sparse_device(a);
    int64_t n = a->own.rows, ends = n + 1, facts[3];
    void *begins;
    gla_array *splits = gla_s_new(s, dev, GLA_INT64, 1, &n), *order = gla_s_new(s, dev, GLA_INT64, 1, &n), *starts = NULL;
    if (!s->status)
        starts = gla_s_adopt(s, gla_array_new_host(s->op, GLA_INT64, 1, &ends, &starts, &begins), &starts);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sparse, find_levels), (double)a->own.data->size);
    if (!s->status) {
        const gla_csr m = parts_of(&r, a, a->own.data);
        int64_t *to = gla_run_array(&r, GLA_WRITTEN, splits), *rows = gla_run_array(&r, GLA_WRITTEN, order);
        if (!s->status)
            gla_s_check(s, r.at->backend->sparse->find_levels(r.at, &m, lower, to, rows, begins, facts));
    }
    gla_run_end(&r);
    if (!s->status)
        *found = (sparse_levels){.levels = facts[0],
                                 .zero = facts[1],
                                 .missing = facts[2],
                                 .splits = gla_ref(splits),
                                 .order = gla_ref(order),
                                 .starts = gla_ref(starts)};
}

/* Return the cached dependency levels, or new levels.  levels_used() takes over the references. */
static sparse_levels levels_of(gla_scope *s, const gla_sparse *a, bool lower)
{
    gla_sparse *kept = (gla_sparse *)a;
    sparse_levels levels = {.zero = -1, .missing = -1};
    if (s->status)
        return levels;
    pthread_mutex_lock(&kept->lock);
    if (kept->triangles[lower].splits) {
        levels = kept->triangles[lower];
        gla_ref(levels.splits);
        gla_ref(levels.order);
        gla_ref(levels.starts);
    }
    pthread_mutex_unlock(&kept->lock);
    if (!levels.splits)
        find_levels(s, a, lower, &levels);
    return levels;
}

/* Cache the levels in the matrix, or release them if the call has failed. */
static void levels_used(const gla_scope *s, const gla_sparse *a, bool lower, sparse_levels *levels)
{
    gla_sparse *kept = (gla_sparse *)a;
    pthread_mutex_lock(&kept->lock);
    if (!s->status && !kept->triangles[lower].splits) {
        kept->triangles[lower] = *levels;
        *levels = (sparse_levels){.splits = NULL};
    }
    pthread_mutex_unlock(&kept->lock);
    gla_unref(levels->splits);
    gla_unref(levels->order);
    gla_unref(levels->starts);
}

static void check_diagonal(gla_scope *s, const sparse_levels *l)
{
    if (s->status)
        return;
    bool kept = l->missing < 0 || (l->zero >= 0 && l->zero < l->missing);
    int64_t row = kept ? l->zero : l->missing;
    if (row >= 0)
        gla_s_fail(s, GLA_SINGULAR_ERROR,
                   "solve_triangular: the matrix is singular: the diagonal element in row %lld "
                   "(counted from 0) is %s; set it to a nonzero value, or use unit_diagonal",
                   (long long)row, kept ? "exactly zero" : "not stored");
}

/* Return the number of lanes per row, chosen so that each lane sums a few elements. */
static int64_t lanes_for(const gla_sparse *a)
{
    int64_t lanes = 1;
    while (lanes < GLA_SPARSE_LANES && lanes * 8 <= a->own.data->size / a->own.rows)
        lanes *= 2;
    return lanes;
}

static void run(gla_scope *s, const gla_sparse *a, gla_array *data, bool lower, bool unit, const sparse_levels *l, gla_array *x)
{
    void *begins;
    gla_device *dev = gla_device_of(data);
    /* Another stream may have written the cached arrays. */
    gla_array *splits = s->status ? NULL : gla_s_to_device(s, dev, l->splits),
              *order = splits ? gla_s_to_device(s, dev, l->order) : NULL;
    if (!order || !gla_s_to_host(s, l->starts, &begins))
        return;
    int64_t k = x->ndim == 1 ? 1 : x->shape[1];
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sparse, solve_triangular), (double)data->size * (double)k);
    if (!s->status) {
        const gla_csr m = parts_of(&r, a, data);
        const gla_triangle t = {.lower = lower,
                                .unit = unit,
                                .lanes = lanes_for(a),
                                .levels = l->levels,
                                .splits = gla_run_array(&r, GLA_READ, splits),
                                .order = gla_run_array(&r, GLA_READ, order),
                                .starts = begins};
        void *at = gla_run_array(&r, GLA_UPDATED, x);
        if (!s->status)
            gla_s_check(s, r.at->backend->sparse->solve_triangular(r.at, &m, &t, k, at));
    }
    gla_run_end(&r);
}

/* Overwrite the right-hand sides in x with the solution.  If there are no right-hand sides, only the diagonal is checked. */
static void solve(gla_scope *s, const gla_sparse *a, gla_array *data, bool lower, bool unit, gla_array *x)
{
    sparse_levels levels = levels_of(s, a, lower);
    if (!unit)
        check_diagonal(s, &levels);
    if (x->size > 0)
        run(s, a, data, lower, unit, &levels, x);
    levels_used(s, a, lower, &levels);
}

static void check_shapes(gla_scope *s, const gla_sparse *a, const gla_array *b)
{
    char text[GLA_SHAPE_TEXT];
    if (sparse_m(a) != sparse_n(a))
        gla_s_fail(s, GLA_SHAPE_ERROR, "solve_triangular: the matrix is %lld x %lld, but it must be square",
                   (long long)sparse_m(a), (long long)sparse_n(a));
    else if ((b->ndim != 1 && b->ndim != 2) || b->shape[0] != sparse_m(a))
        gla_s_fail(
            s, GLA_SHAPE_ERROR,
            "solve_triangular: the matrix has %lld rows, but the right-hand side has shape %s; it must be (%lld,) or (%lld, k)",
            (long long)sparse_m(a), gla_shape_text(b->ndim, b->shape, text, sizeof text), (long long)sparse_m(a),
            (long long)sparse_m(a));
}

gla_status gla_sparse_solve_triangular(const gla_sparse *a, const gla_array *b, gla_array **x, bool lower, bool unit_diagonal)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[2], *result = NULL, *made;
    const gla_array *in[2] = {a->own.data, b};
    gla_scope_begin(&s, "solve_triangular");
    check_shapes(&s, a, b);
    gla_s_place(&s, 2, in, false, &dev, placed);
    const sparse_use use = sparse_in(&s, a, false);
    if (use.form && !s.status) {
        gla_dtype dtype = gla_promote_arrays(2, in);
        bool nothing = use.form->own.data->size == 0;
        gla_array *data = gla_s_astype(&s, dtype, use.form->own.data);
        result = gla_s_adopt(&s, gla_array_copy(s.op, dev, dtype, placed[1], &made), &made);
        if (result && nothing && !unit_diagonal && sparse_m(a) > 0)
            check_diagonal(&s, &(sparse_levels){.zero = -1, .missing = 0});
        else if (result && !nothing && (result->size > 0 || !unit_diagonal))
            solve(&s, use.form, data, lower, unit_diagonal, result);
    }
    return sparse_used(gla_scope_return(&s, result, x), &use);
}
