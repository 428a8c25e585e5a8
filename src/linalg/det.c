/* det.c - determinants from the LU factorisation. */
#include "common.h"

typedef struct lu_diagonal {
    gla_array *diagonal; /* of U, shape (..., n) */
    gla_array *parity;   /* +1 or -1 by the row exchanges, real, shape (...); on the host */
} lu_diagonal;

static void release(lu_diagonal *d)
{
    gla_unref(d->diagonal);
    gla_unref(d->parity);
    *d = (lu_diagonal){0};
}

/* A host array, that goes where it meets others. */
static gla_status parities(const gla_call *c, const int64_t *pivots, gla_array **out)
{
    void *data;
    gla_status st = gla_new_host(gla_real_of(c->dtype), c->nbatch, c->batch, out, &data);
    for (int64_t i = 0; !st && i < c->count; i++) {
        bool odd = false;
        for (int64_t j = 0; j < c->n; j++)
            odd ^= pivots[i * c->n + j] != j;
        if (gla_real_of(c->dtype) == GLA_FLOAT32)
            ((float *)data)[i] = odd ? -1 : 1;
        else
            ((double *)data)[i] = odd ? -1 : 1;
    }
    return st;
}

/* det(aᵀ) = det(a): the copy may have either order.  x is not empty. */
static gla_status factor(const gla_call *c, lu_diagonal *out)
{
    gla_matrices a = {0};
    int64_t few[GLA_FEW], *info = NULL, *pivots = NULL;
    size_t bytes = (size_t)c->count * (size_t)c->n * sizeof *pivots;
    *out = (lu_diagonal){0};
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, c->a, c->nbatch, c->batch, GLA_AS_IT_LIES, &a);
    if (!st)
        st = gla_require_finite_before(c, c->name, a.array);
    if (!st)
        st = gla_info_new(c->op, c->count, few, &info);
    if (!st && !(pivots = gla_malloc(bytes)))
        st = gla_fail_memory(c->op, bytes);
    if (!st) {
        void *state = gla_work_begin((double)c->count * (double)c->n * (double)c->n * (double)c->n);
        st = c->dev->backend->lapack->getrf(c->dev, c->dtype, &a.matrix, c->count, pivots, info);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check_finite(c, info);
    if (!st)
        st = parities(c, pivots, &out->parity);
    if (!st)
        st = gla_diagonal_view(a.array, 0, &out->diagonal);
    if (st)
        release(out);
    gla_free(pivots);
    gla_info_free(few, info);
    gla_matrices_release(&a);
    return st;
}

/* An array of the shape of the stack, filled. */
static gla_status constant(const gla_call *c, gla_dtype dtype, double value, gla_array **out)
{
    gla_status st = gla_array_new(c->op, c->dev, dtype, c->nbatch, c->batch, out);
    if (st)
        return st;
    st = gla_fill(c->op, *out, value);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}

gla_status gla_det(const gla_array *x, gla_array **out)
{
    gla_call c;
    lu_diagonal lu = {0};
    gla_array *product = NULL;
    gla_ints last = {1, {-1}};
    *out = NULL;
    gla_status st = gla_call_begin(&c, "det", "x", x, true);
    if (!st && c.a->size == 0) {
        st = constant(&c, c.dtype, 1, out);
    } else if (!st) {
        st = factor(&c, &lu);
        if (!st)
            st = gla_prod(lu.diagonal, &product, &last, GLA_NO_DTYPE, false);
        if (!st)
            st = gla_multiply(product, lu.parity, out);
    }
    gla_unref(product);
    release(&lu);
    gla_call_end(&c);
    return st;
}

static gla_status sign_of(const lu_diagonal *lu, gla_array **out)
{
    gla_array *signs = NULL, *product = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = gla_sign(lu->diagonal, &signs);
    if (!st)
        st = gla_prod(signs, &product, &last, GLA_NO_DTYPE, false);
    if (!st)
        st = gla_multiply(product, lu->parity, out);
    gla_unref(signs);
    gla_unref(product);
    return st;
}

static gla_status logarithm_of(const lu_diagonal *lu, gla_array **out)
{
    gla_array *sizes = NULL, *logs = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = gla_abs(lu->diagonal, &sizes);
    if (!st)
        st = gla_log(sizes, &logs);
    if (!st)
        st = gla_sum(logs, out, &last, GLA_NO_DTYPE, false);
    gla_unref(sizes);
    gla_unref(logs);
    return st;
}

gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet)
{
    gla_call c;
    lu_diagonal lu = {0};
    *sign = *logabsdet = NULL;
    gla_status st = gla_call_begin(&c, "slogdet", "x", x, true);
    if (!st && c.a->size == 0) {
        st = constant(&c, c.dtype, 1, sign);
        if (!st)
            st = constant(&c, gla_real_of(c.dtype), 0, logabsdet);
    } else if (!st) {
        st = factor(&c, &lu);
        if (!st)
            st = sign_of(&lu, sign);
        if (!st)
            st = logarithm_of(&lu, logabsdet);
    }
    if (st) {
        gla_unref(*sign);
        *sign = NULL;
    }
    release(&lu);
    gla_call_end(&c);
    return st;
}
