/* block_jacobi.c - Block Jacobi preconditioner: inverses of square blocks along the diagonal. */
#include "krylov/preconditioner.h"

#include "gpulinalg/linalg.h"
#include "gpulinalg/products.h"
#include "sparse/sparse.h"

/* Return a stack of the blocks on the host.  The last block is padded with the identity. */
static gla_array *find_blocks(gla_scope *s, const gla_sparse *a, int64_t n, int64_t size)
{
    gla_array *parts[3] = {NULL}, *made = NULL;
    void *data = NULL, *rows = NULL, *cols = NULL, *out = NULL;
    int64_t count = (n + size - 1) / size, shape[3] = {count, size, size};
    if (s->status || gla_s_check(s, gla_sparse_tocoo(a, &parts[0], &parts[1], &parts[2])))
        return NULL;
    for (int i = 0; i < 3; i++)
        gla_s_own(s, parts[i]);
    gla_s_to_host(s, gla_s_astype(s, GLA_COMPLEX128, parts[0]), &data);
    gla_s_to_host(s, gla_s_astype(s, GLA_INT64, parts[1]), &rows);
    gla_s_to_host(s, gla_s_astype(s, GLA_INT64, parts[2]), &cols);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_COMPLEX128, 3, shape, &made, &out)))
        return NULL;
    gla_s_own(s, made);
    double *block = out;
    for (int64_t i = 0; i < 2 * made->size; i++)
        block[i] = 0;
    for (int64_t i = n; i < count * size; i++)
        block[2 * (i * size + i % size)] = 1;
    for (int64_t p = 0; p < parts[0]->size; p++) {
        int64_t row = ((const int64_t *)rows)[p], col = ((const int64_t *)cols)[p];
        if (row / size != col / size)
            continue;
        block[2 * (row * size + col % size)] = ((const double *)data)[2 * p];
        block[2 * (row * size + col % size) + 1] = ((const double *)data)[2 * p + 1];
    }
    return made;
}

static gla_array *apply_blocks(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x)
{
    gla_array *inverse = m->scale, *product = NULL;
    int64_t count = inverse->shape[0], size = inverse->shape[1], k = x->ndim == 2 ? x->shape[1] : 1;
    gla_dtype dtype = gla_promote(gla_floating_of(x->dtype), inverse->dtype);
    gla_array *filled = gla_s_zeros(s, gla_device_of(inverse), dtype, 2, (int64_t[]){count * size, k});
    gla_array *from = x->ndim == 2 ? x : gla_s_add_last(s, x);
    gla_array *to = gla_s_slice(s, filled, 0, 0, m->n);
    if (!s->status)
        gla_s_assign(s, to, from);
    gla_array *stack = s->status ? NULL : gla_s_view(s, filled, 3, (int64_t[]){count, size, k}, (int64_t[]){size * k, k, 1}, 0);
    if (stack)
        gla_s_adopt(s, gla_matmul(inverse, stack, &product), &product);
    product = gla_s_contiguous(s, gla_device_of(inverse), dtype, s->status ? NULL : product);
    if (s->status)
        return NULL;
    return x->ndim == 2 ? gla_s_view(s, product, 2, (int64_t[]){m->n, k}, (int64_t[]){k, 1}, 0)
                        : gla_s_view(s, product, 1, (int64_t[]){m->n}, (int64_t[]){1}, 0);
}

gla_status gla_sparse_block_jacobi(const gla_sparse *A, int64_t block_size, gla_sparse_preconditioner **M)
{
    gla_scope s;
    gla_sparse_preconditioner *m = NULL;
    gla_array *inverse = NULL;
    gla_scope_begin(&s, "block_jacobi");
    int64_t n = preconditioner_order(&s, A);
    if (block_size < 1)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: block_size is %lld, but it must be at least 1", s.op, (long long)block_size);
    if (block_size > n)
        block_size = n > 0 ? n : 1;
    gla_array *blocks = s.status ? NULL : find_blocks(&s, A, n, block_size);
    gla_dtype dtype = A->own.data->dtype;
    if (!s.status && !gla_dtype_is_complex(dtype)) /* the real parts */
        blocks = gla_s_apply(&s, gla_real, blocks);
    blocks = s.status ? NULL : gla_s_convert(&s, blocks, dtype, sparse_device(A), GLA_YES);
    if (blocks) {
        gla_status st = gla_inv(blocks, &inverse);
        if (st == GLA_SINGULAR_ERROR)
            st = gla_fail(st, "block_jacobi: a block of %lld rows is singular; choose another block_size, or ilu0",
                          (long long)block_size);
        gla_s_adopt(&s, st, &inverse);
    }
    inverse = s.status ? NULL : gla_s_contiguous(&s, sparse_device(A), dtype, inverse);
    if ((m = preconditioner_new(&s, n, apply_blocks)))
        m->scale = gla_ref(inverse);
    return preconditioner_return(&s, m, M);
}
