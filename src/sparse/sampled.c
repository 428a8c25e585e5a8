/* sampled.c - Product of two arrays at the stored positions of a sparse matrix. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

static void check_shapes(gla_scope *s, const gla_sparse *a, const gla_array *x, const gla_array *y)
{
    char first[GLA_SHAPE_TEXT], second[GLA_SHAPE_TEXT];
    gla_shape_text(x->ndim, x->shape, first, sizeof first);
    gla_shape_text(y->ndim, y->shape, second, sizeof second);
    if (x->ndim != 2 || y->ndim != 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "sampled_matmul: x and y have shapes %s and %s, but both must be matrices", first,
                   second);
    else if (x->shape[0] != sparse_m(a) || y->shape[1] != sparse_n(a) || x->shape[1] != y->shape[0])
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "sampled_matmul: the product of arrays of shapes %s and %s does not have shape (%lld, %lld) like the matrix",
                   first, second, (long long)sparse_m(a), (long long)sparse_n(a));
}

/* Compute the products at the positions of the stored rows, from rows of x and rows of y. */
static void sample(gla_scope *s, const sparse_rows *a, gla_array *weights, const gla_array *x, const gla_array *y,
                   bool weighted, gla_array *out)
{
    int64_t k = x->shape[1];
    gla_run r = gla_run_begin(s, gla_device_of(out), GLA_SLOT(sparse, sampled), (double)out->size * (double)k);
    gla_csr m = {.rows = a->rows, .cols = a->cols, .nnz = out->size, .dtype = out->dtype, .index = a->indices->dtype};
    if (!s->status) {
        m.data = gla_run_array(&r, GLA_READ, weights);
        m.indices = gla_run_array(&r, GLA_READ, a->indices);
        m.indptr = gla_run_array(&r, GLA_READ, a->indptr);
        const void *left = gla_run_array(&r, GLA_READ, x), *right = gla_run_array(&r, GLA_READ, y);
        void *to = gla_run_array(&r, GLA_WRITTEN, out);
        if (!s->status)
            gla_s_check(s, r.at->backend->sparse->sampled(r.at, &m, left, right, k, weighted, to));
    }
    gla_run_end(&r);
}

gla_status gla_sparse_sampled_matmul(const gla_sparse *a, const gla_array *x, const gla_array *y, gla_sparse **matrix,
                                     bool weighted)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[3];
    const gla_array *in[3] = {x, y, a->own.data};
    sparse_rows made = a->own;
    *matrix = NULL;
    gla_scope_begin(&s, "sampled_matmul");
    check_shapes(&s, a, x, y);
    gla_s_place(&s, 3, in, false, &dev, placed);
    if (!s.status) {
        gla_dtype dtype = sparse_dtype_of(&s, gla_promote_arrays(weighted ? 3 : 2, in));
        gla_array *left = gla_s_contiguous(&s, dev, dtype, placed[0]);
        gla_array *right = gla_s_swap_last(&s, placed[1]);
        right = right ? gla_s_contiguous(&s, dev, dtype, right) : NULL;
        gla_array *weights = weighted ? gla_s_astype(&s, dtype, a->own.data) : NULL;
        made.data = gla_s_new(&s, dev, dtype, 1, &a->own.data->size);
        if (!s.status && x->shape[1] == 0)
            gla_s_fill(&s, made.data, 0);
        else if (!s.status && made.data->size > 0)
            sample(&s, &a->own, weights, a->turned ? right : left, a->turned ? left : right, weighted, made.data);
    }
    return sparse_return(&s, &made, a->turned, matrix);
}
