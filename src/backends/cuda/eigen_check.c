/* eigen_check.c - Check whether cuSOLVER's eigenvectors are orthonormal, which they are not for some graded matrices, for
 * example.  If the check fails, decompose a copy of the matrix again by another method. */
#include "backends/device/dense/dense.h"
#include "panels.h"

#define GRAM_BYTES ((int64_t)64 << 20) /* bytes of Gram matrices checked at once, unless the workspace is larger */

gla_status gla_math_keep(gla_math_call *c, const gla_matrix *a, void **kept)
{
    size_t bytes = gla_host_bytes(gla_itemsize(c->dtype), a, c->batch);
    gla_status st = gla_cuda_alloc(c->op, c->dev, bytes, kept);
    return st ? st
              : gla_cuda_check(c->op,
                               cudaMemcpyAsync(*kept, a->data, bytes, cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
}

gla_status gla_math_check_vectors(gla_math_call *c, const gla_matrix *v)
{
    int64_t n = v->rows, one = n * n * (int64_t)gla_itemsize(c->dtype), most = GRAM_BYTES / one;
    most = most < 1 ? 1 : most < c->batch ? most : c->batch;
    gla_status st = gla_math_work(c, (size_t)(most * one), 0); /* reuses the workspace of the solver, which runs earlier in the
                                                                * stream */
    most = (int64_t)c->work_bytes / one;
    for (int64_t first = 0; first < c->batch && !st; first += most) {
        int64_t count = c->batch - first < most ? c->batch - first : most;
        gla_matrix part = *v, gram = {c->work, n, n, n, n * n};
        part.data = gla_matrix_at(v, c->dtype, first);
        st = gla_panel_products(c, c->math->blas, GLA_CONJ_TRANS, &part, &part, &gram, count);
        if (!st)
            st = gla_math_find_skew(c, n, c->work, first, count);
    }
    return st;
}

/* Decompose matrices `first` to `end` − 1 again. */
static gla_status again(const gla_cuda_again *g, int64_t first, int64_t end, int64_t *info)
{
    const gla_matrix *a = g->a;
    size_t item = gla_itemsize(g->dtype), start = (size_t)(first * a->stride) * item;
    gla_matrix part = *a;
    part.data = (char *)a->data + start;
    void *w = (char *)g->w + (size_t)(first * a->rows) * gla_itemsize(gla_device_real_of(g->dtype));
    gla_status st = gla_cuda_check("eigh", cudaMemcpyAsync(part.data, (const char *)g->kept + start,
                                                           gla_host_bytes(item, a, end - first), cudaMemcpyDeviceToDevice,
                                                           gla_cuda_stream(g->dev->state)));
    return st ? st : gla_device_syevd(g->dev, g->dtype, g->vectors, g->uplo, &part, w, end - first, info + first);
}

gla_status gla_cuda_syevd_again(const gla_cuda_again *g, int64_t batch, int64_t *info)
{
    gla_cuda *cuda;
    gla_status st = GLA_OK;
    for (int64_t first = 0, end; first < batch && !st; first = end) {
        for (end = first; end < batch && info[end] > 0; end++)
            ;
        if (end == first)
            end++;
        else if (!(st = gla_cuda_enter("eigh", g->dev, &cuda)))
            st = again(g, first, end, info);
    }
    return st;
}
