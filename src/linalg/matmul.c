/* matmul.c - matrix products of stacks, one gemm for as many matrices as lie evenly. */
#include "common.h"

/* The rows of a stack that is multiplied by a single matrix from the right are the rows of one tall matrix. */
static void fold_rows(gla_batches *plan, gla_matrices *a, gla_matrices *c)
{
    bool even = plan->loops == 1 && plan->count > 1 && plan->step[1] == 0 && a->transposed &&
                (plan->step[0] == a->matrix.cols * a->matrix.ld);
    int64_t rows;
    if (!even || __builtin_mul_overflow(a->matrix.cols, plan->count, &rows))
        return;
    a->matrix.cols = c->matrix.cols = rows;
    plan->count = 1;
}

/* C = A B row-major, that is Cᵀ = Bᵀ Aᵀ for gemm: an operand whose memory is its transpose needs no flag. */
static gla_status multiply(const char *op, gla_device *dev, gla_matrices *a, gla_matrices *b, gla_matrices *c,
                           int nbatch, const int64_t *batch, bool conj_a)
{
    gla_array *arrays[3] = {a->array, b->array, c->array};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[3];
    double inner = (double)a->array->shape[a->array->ndim - 1];
    gla_batches_plan(&plan, nbatch, batch, 3, arrays);
    gla_trans ta = a->transposed ? GLA_NO_TRANS : GLA_TRANS, tb = b->transposed ? GLA_NO_TRANS : GLA_TRANS;
    if (conj_a) { /* a row, read as a matrix of one row, whose conjugate transpose is the column that gemm needs */
        int64_t k = a->array->shape[a->array->ndim - 1];
        a->matrix = (gla_matrix){a->matrix.data, 1, k, k > 1 ? a->array->strides[a->array->ndim - 1] : 1, 0};
        a->transposed = false;
        ta = GLA_CONJ_TRANS;
    }
    fold_rows(&plan, a, c);
    void *state = gla_work_begin((double)c->array->size * inner);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_batches_offsets(&plan, 3, i, at);
        gla_matrix ma = gla_matrix_at(a, at[0], plan.step[0]), mb = gla_matrix_at(b, at[1], plan.step[1]);
        gla_matrix mc = gla_matrix_at(c, at[2], plan.step[2]);
        st = dev->backend->blas->gemm(dev, c->array->dtype, tb, ta, &mb, &ma, &mc, plan.count);
    }
    gla_work_end(state);
    (void)op;
    return st;
}

gla_status gla_product(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *a, const gla_array *b,
                       bool conj_a, gla_array **out)
{
    gla_matrices sa = {0}, sb = {0}, sc = {0};
    int64_t batch[GLA_MAX_NDIM];
    int nbatch;
    *out = NULL;
    if (!dev->backend->blas || !dev->backend->blas->gemm)
        return gla_fail_unsupported(op, dev);
    int64_t m = a->shape[a->ndim - 2], n = b->shape[b->ndim - 1];
    gla_status st = gla_broadcast_batches(op, a, b, &nbatch, batch);
    if (!st)
        st = gla_matrices_new(op, dev, dtype, nbatch, batch, m, n, GLA_ROW_MAJOR, &sc);
    if (st)
        return st;
    if (sc.array->size == 0) {
        /* nothing to compute */
    } else if (a->size == 0) {
        st = gla_fill(op, sc.array, 0); /* sums of no terms */
    } else {
        st = gla_matrices_borrow(op, dev, dtype, a, &sa);
        if (!st)
            st = gla_matrices_borrow(op, dev, dtype, b, &sb);
        if (!st)
            st = multiply(op, dev, &sa, &sb, &sc, nbatch, batch, conj_a && gla_dtype_is_complex(dtype));
    }
    gla_matrices_release(&sa);
    gla_matrices_release(&sb);
    if (st)
        gla_matrices_release(&sc);
    *out = sc.array;
    return st;
}

static gla_status check(const gla_array *x1, const gla_array *x2)
{
    char t1[GLA_SHAPE_TEXT], t2[GLA_SHAPE_TEXT];
    if (x1->ndim == 0 || x2->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "matmul: an operand is a number; use multiply");
    if (x1->dtype == GLA_BOOL && x2->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "matmul: both operands are bool; convert one with astype");
    if (x1->shape[x1->ndim - 1] != x2->shape[x2->ndim > 1 ? x2->ndim - 2 : 0])
        return gla_fail(GLA_SHAPE_ERROR, "matmul: shapes %s and %s do not fit: the inner dimensions are %lld and %lld",
                        gla_shape_text(x1->ndim, x1->shape, t1, sizeof t1),
                        gla_shape_text(x2->ndim, x2->shape, t2, sizeof t2), (long long)x1->shape[x1->ndim - 1],
                        (long long)x2->shape[x2->ndim > 1 ? x2->ndim - 2 : 0]);
    return GLA_OK;
}

/* A vector on the left is a row, on the right a column; *x is replaced by that view. */
static gla_status as_matrix(gla_array **x, bool row)
{
    gla_array *view, *v = *x;
    int64_t n = v->shape[0], s = v->strides[0];
    gla_status st = gla_array_view(v, 2, row ? (int64_t[]){1, n} : (int64_t[]){n, 1},
                                   row ? (int64_t[]){n, s} : (int64_t[]){s, 1}, 0, &view);
    if (st)
        return st;
    gla_unref(v);
    *x = view;
    return GLA_OK;
}

/* Take the dimensions of length one that vectors brought in out of the result again. */
static gla_status drop_vectors(gla_array **x, bool row, bool column)
{
    gla_array *view, *v = *x;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int nd = 0;
    for (int i = 0; i < v->ndim; i++) {
        if ((row && i == v->ndim - 2) || (column && i == v->ndim - 1))
            continue;
        shape[nd] = v->shape[i];
        strides[nd++] = v->strides[i];
    }
    gla_status st = gla_array_view(v, nd, shape, strides, 0, &view);
    gla_unref(v);
    *x = st ? NULL : view;
    return st;
}

gla_status gla_matmul(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2] = {NULL, NULL};
    gla_device *dev;
    *out = NULL;
    gla_status st = check(x1, x2);
    if (!st)
        st = gla_common_device("matmul", 2, in, &dev);
    if (!st)
        st = gla_place_operands("matmul", dev, 2, in, false, placed);
    if (!st && x1->ndim == 1)
        st = as_matrix(&placed[0], true);
    if (!st && x2->ndim == 1)
        st = as_matrix(&placed[1], false);
    if (!st)
        st = gla_product("matmul", dev, gla_promote_arrays(2, in), placed[0], placed[1], false, out);
    if (!st && (x1->ndim == 1 || x2->ndim == 1))
        st = drop_vectors(out, x1->ndim == 1, x2->ndim == 1);
    gla_release_operands(2, placed);
    return st;
}
