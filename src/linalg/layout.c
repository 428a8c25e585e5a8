/* layout.c - Layout of matrix stacks for BLAS; see layout.h. */
#include "common.h"

gla_status gla_broadcast_batches(const char *op, const gla_array *a, const gla_array *b, int *nbatch, int64_t *batch)
{
    int na = a->ndim - 2, nb = b ? b->ndim - 2 : 0;
    *nbatch = na > nb ? na : nb;
    for (int i = 1; i <= *nbatch; i++) {
        int64_t la = i <= na ? a->shape[na - i] : 1, lb = i <= nb ? b->shape[nb - i] : 1;
        if (la != lb && la != 1 && lb != 1) {
            char ta[GLA_SHAPE_TEXT], tb[GLA_SHAPE_TEXT];
            return gla_fail(GLA_SHAPE_ERROR,
                            "%s: stacks of matrices of shapes %s and %s cannot be broadcast together (%lld "
                            "against %lld)",
                            op, gla_shape_text(a->ndim, a->shape, ta, sizeof ta),
                            gla_shape_text(b->ndim, b->shape, tb, sizeof tb), (long long)la, (long long)lb);
        }
        batch[*nbatch - i] = la == 1 ? lb : la;
    }
    return GLA_OK;
}

/* Set `matrix` and `transposed` from the last two strides of the array.  Return false if BLAS cannot address this layout.  The
 * stride of a dimension of length one is irrelevant. */
static bool describe_for_blas(gla_matrices *s)
{
    const gla_array *a = s->array;
    int64_t m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1];
    int64_t rs = a->strides[a->ndim - 2], cs = a->strides[a->ndim - 1];
    if ((n == 1 || cs == 1) && (m == 1 || rs >= n)) {
        s->transposed = true;
        s->matrix = (gla_matrix){gla_data(a), n, m, m == 1 ? n : rs, m * n};
        return true;
    }
    if ((m == 1 || rs == 1) && (n == 1 || cs >= m)) {
        s->transposed = false;
        s->matrix = (gla_matrix){gla_data(a), m, n, n == 1 ? m : cs, m * n};
        return true;
    }
    return false;
}

/* Return the memory order that is closer to the order of a, so that a copy keeps the order. */
static gla_order order_of(const gla_array *a)
{
    int64_t rs = a->strides[a->ndim - 2], cs = a->strides[a->ndim - 1];
    if (a->shape[a->ndim - 1] == 1) /* a column is both row-major and column-major; as a BLAS column it is not transposed */
        return GLA_COLUMN_MAJOR;
    if (a->shape[a->ndim - 2] == 1)
        return GLA_ROW_MAJOR;
    return (rs < 0 ? -rs : rs) < (cs < 0 ? -cs : cs) ? GLA_COLUMN_MAJOR : GLA_ROW_MAJOR;
}

gla_matrices gla_call_matrices(const gla_call *c, int64_t m, int64_t n, gla_order order)
{
    int64_t shape[GLA_MAX_NDIM] = {0};
    int nb = c->nbatch;
    bool columns = order == GLA_COLUMN_MAJOR;
    gla_matrices out = {.batch = 1, .transposed = !columns};
    if (!gla_failed(c) && nb > GLA_MAX_NDIM - 2)
        gla_s_fail(c->s, GLA_SHAPE_ERROR, "%s: the stack has %d dimensions, but at most %d are supported", c->op, nb + 2,
                   GLA_MAX_NDIM);
    if (gla_failed(c))
        return out;
    for (int i = 0; i < nb; i++) {
        shape[i] = c->batch[i];
        out.batch *= c->batch[i];
    }
    shape[nb] = columns ? n : m;
    shape[nb + 1] = columns ? m : n;
    gla_array *a = out.array = gla_s_new(c->s, c->dev, c->dtype, nb + 2, shape);
    if (!a)
        return out;
    if (columns) { /* nothing else refers to the new array yet, so transpose it in place */
        a->shape[nb] = m;
        a->shape[nb + 1] = n;
        a->strides[nb] = 1;
        a->strides[nb + 1] = m;
        a->contiguous = a->size <= 1 || m == 1 || n == 1;
        if (n == 1) /* a single column is also row-major; set its strides accordingly */
            a->strides[nb + 1] = 1;
        if (m == 1)
            a->strides[nb] = n;
    }
    out.matrix = columns ? (gla_matrix){gla_data(a), m, n, m > 1 ? m : 1, m * n}
                         : (gla_matrix){gla_data(a), n, m, n > 1 ? n : 1, m * n};
    return out;
}

gla_matrices gla_call_copy(const gla_call *c, const gla_array *x, gla_order order)
{
    if (gla_failed(c))
        return (gla_matrices){0};
    if (order == GLA_KEEP_ORDER)
        order = order_of(x);
    gla_matrices out = gla_call_matrices(c, x->shape[x->ndim - 2], x->shape[x->ndim - 1], order);
    gla_s_assign(c->s, out.array, x);
    return out;
}

gla_matrices gla_call_part(const gla_call *c, const gla_matrices *whole, int64_t m, int64_t n)
{
    gla_matrices out = *whole;
    int64_t shape[GLA_MAX_NDIM];
    if (gla_failed(c))
        return (gla_matrices){0};
    const gla_array *a = whole->array;
    for (int i = 0; i < a->ndim - 2; i++)
        shape[i] = a->shape[i];
    shape[a->ndim - 2] = m;
    shape[a->ndim - 1] = n;
    out.matrix.rows = whole->transposed ? n : m;
    out.matrix.cols = whole->transposed ? m : n;
    out.array = gla_s_view(c->s, a, a->ndim, shape, a->strides, 0);
    return out;
}

gla_matrices gla_call_borrow(const gla_call *c, const gla_array *x)
{
    gla_matrices out = {.array = (gla_array *)x};
    if (gla_failed(c))
        return (gla_matrices){0};
    if (x->dtype == c->dtype && describe_for_blas(&out))
        return out;
    /* Broadcast dimensions of the stack stay broadcast, so that only distinct matrices are copied. */
    int64_t shape[GLA_MAX_NDIM];
    for (int i = 0; i < x->ndim; i++)
        shape[i] = i < x->ndim - 2 && x->strides[i] == 0 ? 1 : x->shape[i];
    gla_array *once = gla_s_view(c->s, x, x->ndim, shape, x->strides, 0);
    gla_array *copy = gla_s_contiguous(c->s, c->dev, c->dtype, once);
    if (copy)
        out.array = gla_s_broadcast(c->s, copy, x->ndim, x->shape);
    gla_s_release(c->s, copy);
    if (!gla_failed(c))
        describe_for_blas(&out);
    return out;
}

void gla_batches_plan(gla_batches *plan, int nbatch, const int64_t *batch, int n, gla_array *const arrays[])
{
    *plan = (gla_batches){.loops = 1, .count = 1};
    for (int d = 0; d < nbatch; d++) {
        if (batch[d] == 1)
            continue;
        int64_t stride[3];
        bool merges = plan->ndim > 0;
        int last = plan->ndim - 1;
        for (int i = 0; i < n; i++) {
            int at = d - (nbatch - (arrays[i]->ndim - 2)); /* the corresponding dimension of the operand; negative if the
                                                            * operand has fewer dimensions */
            stride[i] = at < 0 || arrays[i]->shape[at] == 1 ? 0 : arrays[i]->strides[at];
            merges = merges && plan->strides[i][last] == stride[i] * batch[d];
        }
        if (!merges)
            plan->shape[last = plan->ndim++] = 1;
        plan->shape[last] *= batch[d];
        for (int i = 0; i < n; i++)
            plan->strides[i][last] = stride[i];
    }
    bool forward = plan->ndim > 0; /* backends do not support negative steps */
    for (int i = 0; i < n && forward; i++)
        forward = plan->strides[i][plan->ndim - 1] >= 0;
    if (forward) {
        plan->count = plan->shape[--plan->ndim];
        for (int i = 0; i < n; i++)
            plan->step[i] = plan->strides[i][plan->ndim];
    }
    for (int d = 0; d < plan->ndim; d++)
        plan->loops *= plan->shape[d];
}

void gla_batches_offsets(const gla_batches *plan, int n, int64_t loop, int64_t offsets[])
{
    for (int i = 0; i < n; i++)
        offsets[i] = 0;
    for (int d = plan->ndim; d-- > 0; loop /= plan->shape[d])
        for (int i = 0; i < n; i++)
            offsets[i] += loop % plan->shape[d] * plan->strides[i][d];
}

gla_matrix gla_matrix_at(const gla_matrices *s, int64_t offset, int64_t stride)
{
    gla_matrix m = s->matrix;
    m.data = (char *)m.data + offset * (int64_t)gla_itemsize(s->array->dtype);
    m.stride = stride;
    return m;
}
