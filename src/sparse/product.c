/* product.c - Products of two sparse matrices: count the elements of each row, then fill the rows. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/elementwise.h"

/* Return the descriptor of a matrix for a slot. */
static gla_csr parts_of(gla_run *r, const sparse_rows *m)
{
    gla_csr a = {.rows = m->rows, .cols = m->cols, .nnz = m->data->size, .dtype = m->data->dtype, .index = m->indices->dtype};
    a.data = gla_run_array(r, GLA_READ, m->data);
    a.indices = gla_run_array(r, GLA_READ, m->indices);
    a.indptr = gla_run_array(r, GLA_READ, m->indptr);
    return a;
}

/* Return the rows with values and indices of the given dtypes. */
static sparse_rows typed(gla_scope *s, const sparse_rows *m, gla_dtype dtype, gla_dtype index)
{
    return (sparse_rows){.rows = m->rows,
                         .cols = m->cols,
                         .data = gla_s_astype(s, dtype, m->data),
                         .indices = gla_s_astype(s, index, m->indices),
                         .indptr = gla_s_astype(s, index, m->indptr)};
}

static gla_array *count(gla_scope *s, gla_device *dev, const sparse_rows *a, const sparse_rows *b, int64_t facts[3])
{
    gla_array *counts = gla_s_new(s, dev, GLA_INT64, 1, &a->rows);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sparse, count_product), (double)a->data->size);
    if (!s->status) {
        const gla_csr left = parts_of(&r, a), right = parts_of(&r, b);
        int64_t *to = gla_run_array(&r, GLA_WRITTEN, counts);
        if (!s->status)
            gla_s_check(s, r.at->backend->sparse->count_product(r.at, &left, &right, to, facts));
    }
    gla_run_end(&r);
    return counts;
}

static void fill(gla_scope *s, gla_device *dev, const sparse_rows *a, const sparse_rows *b, const gla_array *ends,
                 const int64_t facts[3], const sparse_rows *made)
{
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sparse, fill_product), (double)made->data->size);
    if (!s->status) {
        const gla_csr left = parts_of(&r, a), right = parts_of(&r, b);
        const int64_t *from = gla_run_array(&r, GLA_READ, ends);
        void *indices = gla_run_array(&r, GLA_WRITTEN, made->indices), *data = gla_run_array(&r, GLA_WRITTEN, made->data);
        if (!s->status)
            gla_s_check(s, r.at->backend->sparse->fill_product(r.at, &left, &right, from, facts, indices, data));
    }
    gla_run_end(&r);
}

bool sparse_can_multiply_rows(const gla_device *dev, const sparse_rows *a, const sparse_rows *b)
{
    bool host = gla_slot_place(dev->backend, GLA_SLOT(sparse, fill_product)) != GLA_ON_DEVICE;
    return a->data->size > 0 && b->data->size > 0 && (host || dev->is_host || b->cols <= INT32_MAX);
}

sparse_rows sparse_multiply_rows(gla_scope *s, gla_dtype dtype, const sparse_rows *left, const sparse_rows *right)
{
    gla_device *dev = gla_device_of(left->data);
    gla_dtype index = left->indices->dtype == GLA_INT64 ? GLA_INT64 : right->indices->dtype;
    const sparse_rows a = typed(s, left, dtype, index), b = typed(s, right, dtype, index);
    sparse_rows made = {.rows = a.rows, .cols = b.cols};
    int64_t facts[3] = {-1, -1, -1}, nnz;
    gla_array *counts = s->status ? NULL : count(s, dev, &a, &b, facts);
    gla_array *ends = s->status ? NULL : sparse_running_sum(s, counts, true);
    nnz = s->status ? 0 : sparse_integer(s, gla_s_view(s, ends, 0, NULL, NULL, a.rows));
    made.data = gla_s_new(s, dev, dtype, 1, &nnz);
    made.indices = gla_s_new(s, dev, index, 1, &nnz);
    if (!s->status && nnz > 0)
        fill(s, dev, &a, &b, ends, facts, &made);
    gla_dtype kept = sparse_index_dtype(b.cols, nnz);
    made.indices = s->status ? NULL : gla_s_astype(s, kept, made.indices);
    made.indptr = s->status ? NULL : gla_s_astype(s, kept, ends);
    return made;
}
