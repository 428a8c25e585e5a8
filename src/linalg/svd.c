/* svd.c - singular value decompositions. */
#include "common.h"

/* A row-major x is, read by columns, xᵀ = Vhᵀ S Uᵀ: then the factors change places, and are row-major too. */
gla_status gla_svd_stack(const gla_call *c, const gla_array *x, char job, gla_array **u, gla_array **s, gla_array **vh)
{
    gla_matrices work = {0}, left = {0}, right = {0};
    int64_t few[GLA_FEW], *info = NULL, k = c->m < c->n ? c->m : c->n, shape[GLA_MAX_NDIM];
    bool full = job == 'A', vectors = job != 'N';
    *s = NULL;
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = k;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, x, c->nbatch, c->batch, GLA_AS_IT_LIES, &work);
    gla_order order = work.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR;
    if (!st)
        st = gla_require_finite_before(c, c->name, work.array);
    if (!st)
        st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch + 1, shape, s);
    if (!st && vectors)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, full ? c->m : k, order, &left);
    if (!st && vectors)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, full ? c->n : k, c->n, order, &right);
    if (!st) {
        const gla_matrix *first = work.transposed ? &right.matrix : &left.matrix;
        const gla_matrix *second = work.transposed ? &left.matrix : &right.matrix;
        void *state = gla_work_begin((double)c->count * 4 * (double)c->m * (double)c->n * (double)k);
        st = c->dev->backend->lapack->gesvd(c->dev, c->dtype, job, &work.matrix, gla_data(*s), vectors ? first : NULL,
                                            vectors ? second : NULL, c->count, info);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check(c, GLA_CONVERGENCE_ERROR, info, "the singular values did not converge (info %lld)",
                            "scale the matrix, or compute in float64");
    if (st) {
        gla_unref(*s);
        *s = NULL;
        gla_matrices_release(&left);
        gla_matrices_release(&right);
    }
    if (vectors) {
        *u = left.array;
        *vh = right.array;
    }
    gla_info_free(few, info);
    gla_matrices_release(&work);
    return st;
}

/* No singular values: the full factors are identities. */
static gla_status svd_empty(const gla_call *c, bool full, gla_array **u, gla_array **s, gla_array **vh)
{
    gla_matrices left = {0}, right = {0};
    int64_t shape[GLA_MAX_NDIM], k = c->m < c->n ? c->m : c->n;
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = k;
    gla_status st = gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch + 1, shape, s);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, full ? c->m : k, GLA_ROW_MAJOR,
                              &left);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, full ? c->n : k, c->n, GLA_ROW_MAJOR,
                              &right);
    if (!st)
        st = gla_fill_eye(c->op, left.array);
    if (!st)
        st = gla_fill_eye(c->op, right.array);
    if (st) {
        gla_unref(*s);
        *s = NULL;
        gla_matrices_release(&left);
        gla_matrices_release(&right);
    }
    *u = left.array;
    *vh = right.array;
    return st;
}

gla_status gla_svd(const gla_array *x, gla_array **U, gla_array **S, gla_array **Vh, bool full_matrices)
{
    gla_call c;
    *U = *S = *Vh = NULL;
    gla_status st = gla_call_begin(&c, "svd", "x", x, false);
    if (!st)
        st = c.a->size == 0 ? svd_empty(&c, full_matrices, U, S, Vh)
                            : gla_svd_stack(&c, c.a, full_matrices ? 'A' : 'S', U, S, Vh);
    gla_call_end(&c);
    return st;
}

gla_status gla_singular_values(const gla_call *c, gla_array **s)
{
    int64_t shape[GLA_MAX_NDIM];
    if (c->a->size > 0)
        return gla_svd_stack(c, c->a, 'N', NULL, s, NULL);
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = c->m < c->n ? c->m : c->n;
    return gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch + 1, shape, s);
}

gla_status gla_svdvals(const gla_array *x, gla_array **out)
{
    gla_call c;
    *out = NULL;
    gla_status st = gla_call_begin(&c, "svdvals", "x", x, false);
    if (!st)
        st = gla_singular_values(&c, out);
    gla_call_end(&c);
    return st;
}
