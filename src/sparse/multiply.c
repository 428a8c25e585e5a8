/* multiply.c - Products of a sparse matrix and an array, on either side. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/scan.h"

/* Find the rows that are too long for one thread group, and the first segment of each such row.  The rows are counted without
 * holding the lock, as sparse_in() computes the other format. */
static void count_long_rows(gla_scope *s, gla_sparse *a)
{
    int64_t rows = a->own.rows;
    gla_arrays *found = NULL;
    gla_array *ends = gla_s_astype(s, GLA_INT64, a->own.indptr);
    gla_array *lengths = gla_s_combine(s, gla_subtract, gla_s_slice(s, ends, 0, 1, rows), gla_s_slice(s, ends, 0, 0, rows));
    gla_array *is_long = sparse_with(s, gla_greater, lengths, GLA_SPARSE_LONG);
    if (s->status || gla_s_check(s, gla_nonzero(is_long, &found)))
        return;
    gla_array *numbers = gla_s_own(s, gla_ref((gla_array *)found->v[0])), *starts = NULL;
    gla_arrays_free(found);
    int64_t longs = numbers->size, segments = 0;
    if (longs > 0) {
        gla_array *of = sparse_with(s, gla_add, sparse_take(s, lengths, numbers), GLA_SPARSE_LONG - 1);
        starts = sparse_running_sum(s, sparse_with(s, gla_floor_divide, of, GLA_SPARSE_LONG), true);
        segments = starts ? sparse_integer(s, gla_s_view(s, starts, 0, NULL, NULL, longs)) : 0;
    }
    if (s->status)
        return;
    pthread_mutex_lock(&a->lock);
    if (!a->counted) { /* unless another thread did so meanwhile */
        a->long_rows = longs ? gla_ref(numbers) : NULL;
        a->long_starts = longs ? gla_ref(starts) : NULL;
        a->longs = longs;
        a->segments = segments;
        a->counted = true;
    }
    pthread_mutex_unlock(&a->lock);
}

static void find_long_rows(gla_scope *s, const gla_sparse *a)
{
    gla_sparse *kept = (gla_sparse *)a;
    if (s->status)
        return;
    pthread_mutex_lock(&kept->lock);
    bool counted = kept->counted;
    pthread_mutex_unlock(&kept->lock);
    if (!counted && kept->own.rows > 0)
        count_long_rows(s, kept);
}

/* Compute out = A x from the rows of the matrix as stored. */
static void multiply(gla_scope *s, const gla_sparse *a, gla_array *data, const gla_array *x, int64_t row, int64_t col,
                     gla_array *out)
{
    gla_device *dev = gla_device_of(data);
    int64_t k = out->shape[1];
    bool there = gla_slot_place(dev->backend, GLA_SLOT(sparse, multiply)) == GLA_ON_DEVICE;
    if (there && !dev->is_host)
        find_long_rows(s, a);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sparse, multiply), (double)data->size * (double)k);
    gla_csr m = {
        .rows = a->own.rows, .cols = a->own.cols, .nnz = data->size, .dtype = data->dtype, .index = a->own.indices->dtype};
    if (!s->status) {
        m.data = gla_run_array(&r, GLA_READ, data);
        m.indices = gla_run_array(&r, GLA_READ, a->own.indices);
        m.indptr = gla_run_array(&r, GLA_READ, a->own.indptr);
    }
    /* Another stream may have written the cached arrays. */
    gla_array *longs = there && a->longs > 0 ? gla_s_to_device(s, dev, a->long_rows) : NULL;
    gla_array *starts = longs ? gla_s_to_device(s, dev, a->long_starts) : NULL;
    if (starts) {
        m.longs = a->longs;
        m.segments = a->segments;
        m.long_rows = gla_data(longs);
        m.long_starts = gla_data(starts);
    }
    if (there && k == 1)
        sparse_use_codes(s, a, &m);
    const void *from = s->status ? NULL : gla_run_array(&r, GLA_READ, x);
    void *to = s->status ? NULL : gla_run_array(&r, GLA_WRITTEN, out);
    if (!s->status)
        gla_s_check(s, r.at->backend->sparse->multiply(r.at, &m, from, row, col, k, to));
    if (!s->status && there && k == 1)
        gla_s_check(s, sparse_note_product(a, &m));
    gla_run_end(&r);
}

static void check_shapes(gla_scope *s, const gla_sparse *a, const gla_array *x, bool left)
{
    char text[GLA_SHAPE_TEXT];
    int64_t length = left ? sparse_m(a) : sparse_n(a);
    if (x->ndim != 1 && x->ndim != 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "matmul: the array has %d dimensions, but it must be a vector or a matrix", x->ndim);
    else if (x->shape[left ? x->ndim - 1 : 0] != length)
        gla_s_fail(
            s, GLA_SHAPE_ERROR,
            left ? "matmul: a sparse matrix of shape (%lld, %lld) cannot be multiplied from the left by an array of shape %s"
                 : "matmul: a sparse matrix of shape (%lld, %lld) cannot be multiplied by an array of shape %s",
            (long long)sparse_m(a), (long long)sparse_n(a), gla_shape_text(x->ndim, x->shape, text, sizeof text));
}

static gla_status product(const gla_sparse *a, const gla_array *x, bool left, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[2], *result = NULL;
    gla_scope_begin(&s, "matmul");
    check_shapes(&s, a, x, left);
    const gla_array *in[2] = {a->own.data, x};
    gla_s_place(&s, 2, in, false, &dev, placed);
    const sparse_use form = sparse_in(&s, a, left); /* x A needs the rows of the transpose */
    const gla_sparse *use = form.form;
    if (use && !s.status) {
        gla_dtype dtype = gla_promote_arrays(2, in);
        gla_array *data = gla_s_astype(&s, dtype, use->own.data), *of = gla_s_astype(&s, dtype, placed[1]);
        int last = x->ndim - 1;
        int64_t k = last == 0 ? 1 : x->shape[left ? 0 : 1];
        if (of && gla_slot_place(dev->backend, GLA_SLOT(sparse, multiply)) != GLA_ON_DEVICE)
            of = gla_s_contiguous(&s, dev, dtype, of);
        gla_array *made = gla_s_new(&s, dev, dtype, 2, (int64_t[]){use->own.rows, k});
        if (made && data->size == 0)
            gla_s_fill(&s, made, 0);
        else if (made && made->size > 0)
            multiply(&s, use, data, of, of->strides[left ? last : 0], last == 0 ? 0 : of->strides[left ? 0 : 1], made);
        result = last == 0 ? gla_s_drop_last(&s, made) : left ? gla_s_swap_last(&s, made) : made;
    }
    return sparse_used(gla_scope_return(&s, result, out), &form);
}

gla_status gla_sparse_dot(const gla_sparse *a, const gla_array *x, gla_array **out)
{
    return product(a, x, false, out);
}

gla_status gla_sparse_rdot(const gla_sparse *a, const gla_array *x, gla_array **out)
{
    return product(a, x, true, out);
}

gla_array *sparse_adjoint_product(gla_scope *s, const gla_sparse *a, gla_array *x)
{
    bool complex = x && (gla_dtype_is_complex(x->dtype) || gla_dtype_is_complex(a->own.data->dtype));
    gla_array *rows = x && x->ndim == 2 ? gla_s_swap_last(s, x) : x, *made = NULL, *y = NULL;
    if (complex)
        rows = gla_s_apply(s, gla_conj, rows);
    if (!s->status)
        y = gla_s_adopt(s, gla_sparse_rdot(a, rows, &made), &made);
    if (complex)
        y = gla_s_apply(s, gla_conj, y);
    return y && y->ndim == 2 ? gla_s_swap_last(s, y) : y;
}
