/* matmul.c - Matrix products of stacks, with one gemm call for evenly spaced matrices. */
#include "common.h"
#include "runtime/interrupt.h"

/* If a stack is multiplied from the right by a single matrix, merge the rows of the stack into one tall matrix. */
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

/* The row-major product C = A B is Cᵀ = Bᵀ Aᵀ for gemm.  An operand whose transpose is stored needs no flag. */
static void multiply(const gla_call *call, gla_matrices *a, gla_matrices *b, gla_matrices *c, bool conj_a)
{
    if (gla_failed(call))
        return;
    gla_array *arrays[3] = {a->array, b->array, c->array};
    gla_batches plan;
    int64_t at[3], k = a->array->shape[a->array->ndim - 1];
    gla_batches_plan(&plan, call->nbatch, call->batch, 3, arrays);
    gla_trans ta = a->transposed ? GLA_NO_TRANS : GLA_TRANS, tb = b->transposed ? GLA_NO_TRANS : GLA_TRANS;
    if (conj_a) { /* a is a row vector.  Read as a matrix of one row, its conjugate transpose is the column that gemm needs. */
        a->matrix = (gla_matrix){a->matrix.data, 1, k, k > 1 ? a->array->strides[a->array->ndim - 1] : 1, 0};
        a->transposed = false;
        ta = GLA_CONJ_TRANS;
    }
    fold_rows(&plan, a, c);
    void *state = gla_work_begin((double)c->array->size * (double)k);
    for (int64_t i = 0; i < plan.loops && !gla_failed(call); i++) {
        gla_batches_offsets(&plan, 3, i, at);
        gla_matrix ma = gla_matrix_at(a, at[0], plan.step[0]), mb = gla_matrix_at(b, at[1], plan.step[1]);
        gla_matrix mc = gla_matrix_at(c, at[2], plan.step[2]);
        gla_s_check(call->s, call->dev->backend->blas->gemm(call->dev, c->array->dtype, tb, ta, &mb, &ma, &mc, plan.count));
    }
    gla_work_end(state);
}

gla_array *gla_product(gla_call *c, const gla_array *a, const gla_array *b, bool conj_a)
{
    if (gla_failed(c))
        return NULL;
    if (!c->dev->backend->blas || !c->dev->backend->blas->gemm)
        gla_s_check(c->s, gla_fail_unsupported(c->op, c->dev));
    else
        gla_s_check(c->s, gla_broadcast_batches(c->op, a, b, &c->nbatch, c->batch));
    gla_matrices out = gla_call_matrices(c, a->shape[a->ndim - 2], b->shape[b->ndim - 1], GLA_ROW_MAJOR);
    if (out.array && out.array->size > 0 && a->size == 0) {
        gla_s_fill(c->s, out.array, 0); /* empty sums */
    } else if (out.array && out.array->size > 0) {
        int start = gla_scope_mark(c->s);
        gla_matrices sa = gla_call_borrow(c, a), sb = gla_call_borrow(c, b);
        multiply(c, &sa, &sb, &out, conj_a && gla_dtype_is_complex(c->dtype));
        gla_scope_keep(c->s, start, NULL);
    }
    return out.array;
}

gla_dtype gla_product_dtype(int n, const gla_array *const in[])
{
    gla_dtype dtype = gla_promote_arrays(n, in);
    return dtype == GLA_BOOL ? GLA_FLOAT32 : dtype;
}

gla_array *gla_product_of(gla_scope *s, int n, const gla_array *const in[], gla_array *product)
{
    if (s->status || gla_promote_arrays(n, in) != GLA_BOOL)
        return product;
    return gla_s_combine(s, gla_not_equal, product, gla_s_number(s, 0));
}

gla_array *gla_call_product(const gla_call *c, const gla_array *a, const gla_array *b)
{
    gla_call product = *c;
    return gla_product(&product, a, b, false);
}

/* Return a hint that suggests transposing an operand if the product would then be defined. */
static const char *find_transposed(const gla_array *x1, const gla_array *x2)
{
    int n1 = x1->ndim, n2 = x2->ndim;
    bool left = n1 > 1 && x1->shape[n1 - 2] == x2->shape[n2 > 1 ? n2 - 2 : 0];
    bool right = n2 > 1 && x1->shape[n1 - 1] == x2->shape[n2 - 1];
    if (left && right)
        return n1 > 2 || n2 > 2 ? "; write {x1.mT @ x2} or {x1 @ x2.mT}" : "; write {x1.T @ x2} or {x1 @ x2.T}";
    if (left)
        return n1 > 2 ? "; write {x1.mT @ x2}" : "; write {x1.T @ x2}";
    return !right ? "" : n2 > 2 ? "; write {x1 @ x2.mT}" : "; write {x1 @ x2.T}";
}

gla_status gla_check_product(const char *op, const gla_array *x1, const gla_array *x2)
{
    char t1[GLA_SHAPE_TEXT], t2[GLA_SHAPE_TEXT], spelled[GLA_SPELLED];
    if (x1->ndim == 0 || x2->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: an operand is a scalar; use multiply", op);
    if (x1->shape[x1->ndim - 1] != x2->shape[x2->ndim > 1 ? x2->ndim - 2 : 0])
        return gla_fail(GLA_SHAPE_ERROR, "%s: shapes %s and %s do not match: the inner dimensions are %lld and %lld%s", op,
                        gla_shape_text(x1->ndim, x1->shape, t1, sizeof t1), gla_shape_text(x2->ndim, x2->shape, t2, sizeof t2),
                        (long long)x1->shape[x1->ndim - 1], (long long)x2->shape[x2->ndim > 1 ? x2->ndim - 2 : 0],
                        gla_spell(find_transposed(x1, x2), spelled));
    return GLA_OK;
}

/* Return a vector as a row if it is the left operand, as a column if it is the right operand. */
static gla_array *as_matrix(gla_scope *s, gla_array *x, bool row)
{
    if (!x || x->ndim > 1)
        return x;
    gla_array *made; /* its shape needs no check */
    int64_t n = x->shape[0], step = x->strides[0], shape[2] = {row ? 1 : n, row ? n : 1};
    int64_t strides[2] = {row ? n : step, row ? step : 1};
    return gla_s_adopt(s, gla_array_view(x, 2, shape, strides, 0, &made), &made);
}

/* Drop the dimensions of length one that were added to vectors.  Nothing else refers to the product yet, so its shape may
 * change in place. */
static gla_array *drop_vectors(gla_scope *s, gla_array *x, bool row, bool column)
{
    if (s->status)
        return x;
    if (column)
        x->ndim--;
    if (row) {
        int last = --x->ndim;
        x->shape[last - !column] = x->shape[last];
        x->strides[last - !column] = x->strides[last];
    }
    return x;
}

gla_status gla_matmul(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2];
    gla_call c;
    *out = NULL;
    gla_status st = gla_check_product("matmul", x1, x2);
    if (st)
        return st;
    gla_call_begin_part(&c, "matmul", "x1", NULL, gla_product_dtype(2, in), 0, 0);
    gla_s_place(c.s, 2, in, false, &c.dev, placed);
    gla_array *product = gla_product(&c, as_matrix(c.s, placed[0], true), as_matrix(c.s, placed[1], false), false);
    product = drop_vectors(c.s, product, x1->ndim == 1, x2->ndim == 1);
    return gla_call_return(&c, gla_product_of(c.s, 2, in, product), out);
}
