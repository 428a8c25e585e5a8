/* solve_from_host.c - one large system whose matrix is in the script's memory: factored while it is sent. */
#include "condition.h"

/* Below this order sending takes too little of the time. */
#define LARGE 4096

/* The flag for the matrix as it lies in memory, read by columns; false when it has none. */
static bool flag_of(const gla_array *a, gla_transpose trans, gla_trans *flag)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    bool columns = a->strides[0] == 1 && a->strides[1] == a->shape[0];
    if (trans == GLA_CONJUGATE_TRANSPOSED && !gla_dtype_is_complex(a->dtype))
        trans = GLA_TRANSPOSED;
    *flag = columns ? flags[trans] : trans == GLA_AS_GIVEN ? GLA_TRANS : GLA_NO_TRANS;
    return columns || (a->contiguous && trans != GLA_CONJUGATE_TRANSPOSED);
}

static bool suits(const gla_device *dev, const gla_array *a, const gla_array *b)
{
    const gla_lapack_ops *ops = dev->backend->lapack;
    const gla_array *both[2] = {a, b};
    int64_t columns = b->ndim == 2 ? b->shape[1] : 1;
    return ops && ops->gesv_from_host && a->flags & GLA_BORROWED && !dev->is_host && gla_device_of(a)->is_host &&
           (b->ndim == 1 || b->ndim == 2) && b->shape[0] == a->shape[0] && columns >= 1 && columns <= a->shape[0] / 2 &&
           gla_promote_arrays(2, both) == a->dtype;
}

/* NULL when the numbers must be scaled, for which the matrix has to be there first; or something failed. */
static gla_array *run(const gla_call *c, gla_trans flag, const gla_array *a, const gla_array *b)
{
    int64_t info = 0;
    double n = (double)c->n;
    gla_array *placed;
    placed = gla_s_made(c->s, gla_place_operands(c->op, c->dev, 1, &b, false, &placed), &placed);
    gla_matrices x = gla_call_copy(c, b->ndim == 1 ? gla_s_add_last(c->s, placed) : placed, GLA_COLUMN_MAJOR);
    gla_matrices work = gla_call_matrices(c, c->n, c->n, GLA_COLUMN_MAJOR);
    gla_doubts doubts = gla_doubts_new(c);
    if (!gla_failed(c)) {
        void *state = gla_work_begin(n * n * n);
        gla_s_check(c->s, c->dev->backend->lapack->gesv_from_host(c->dev, c->dtype, flag, gla_data(a), &work.matrix, &x.matrix,
                                                                  &info, doubts.of, doubts.wanted));
        gla_work_end(state);
    }
    gla_info_check(c, GLA_SINGULAR_ERROR, &info, "a is singular: pivot %lld is exactly zero",
                   "look for rows or columns that depend on others, or use lstsq");
    if (gla_doubts_scale(c, &doubts))
        return NULL;
    gla_doubts_check(c, &doubts, "x", "look for columns that nearly depend on others, or use lstsq");
    return b->ndim == 1 ? gla_s_drop_last(c->s, x.array) : x.array;
}

gla_status gla_solve_from_host(const gla_array *a, const gla_array *b, gla_transpose trans, gla_array **out, bool *does)
{
    const gla_array *both[2] = {a, b};
    gla_device *dev;
    gla_trans flag;
    *does = false;
    if (a->ndim != 2 || a->shape[0] < LARGE || a->shape[0] != a->shape[1] || a->dtype < GLA_FLOAT32 ||
        !flag_of(a, trans, &flag))
        return GLA_OK;
    gla_status st = gla_common_device("solve", 2, both, &dev);
    if (st || !suits(dev, a, b))
        return st;
    gla_call c;
    gla_call_begin_part(&c, "solve", "a", dev, a->dtype, a->shape[0], a->shape[0]);
    gla_array *x = run(&c, flag, a, b);
    *does = x || gla_failed(&c);
    return *does ? gla_call_return(&c, x, out) : gla_scope_end(c.s);
}
