/* solve_from_host.c - one large system whose matrix is in the script's memory: factored while it is sent. */
#include "common.h"

/* Below this order sending takes too little of the time. */
#define LARGE 4096

/* The flag for the matrix as it lies in memory, read by columns; false when it has none. */
static bool flag_of(const gla_array *a, int trans, gla_trans *flag)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    bool columns = a->strides[0] == 1 && a->strides[1] == a->shape[0];
    if (trans == 2 && !gla_dtype_is_complex(a->dtype))
        trans = 1;
    *flag = columns ? flags[trans] : trans == 0 ? GLA_TRANS : GLA_NO_TRANS;
    return columns || (a->contiguous && trans != 2);
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

static gla_status run(gla_call *c, gla_trans flag, const gla_array *a, gla_matrices *x)
{
    gla_matrices room = {0};
    int64_t info = 0;
    double n = (double)c->n;
    gla_status st = gla_matrices_new(c->op, c->dev, c->dtype, 0, NULL, c->n, c->n, GLA_COLUMN_MAJOR, &room);
    if (!st) {
        void *state = gla_work_begin(n * n * n);
        st = c->dev->backend->lapack->gesv_from_host(c->dev, c->dtype, flag, gla_data(a), &room.matrix, &x->matrix, &info);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check(c, GLA_SINGULAR_ERROR, &info, "a is singular: pivot %lld is exactly zero",
                            "look for rows or columns that depend on others, or use lstsq");
    gla_matrices_release(&room);
    return st;
}

gla_status gla_solve_from_host(const gla_array *a, const gla_array *b, int trans, gla_array **out, bool *does)
{
    gla_call c = {.op = "solve", .name = "a", .dtype = a->dtype, .count = 1};
    const gla_array *both[2] = {a, b};
    gla_array *placed, *column = NULL;
    gla_matrices x = {0};
    gla_trans flag;
    *does = false;
    if (a->ndim != 2 || a->shape[0] < LARGE || a->shape[0] != a->shape[1] || a->dtype < GLA_FLOAT32 ||
        !flag_of(a, trans, &flag))
        return GLA_OK;
    c.m = c.n = a->shape[0];
    gla_status st = gla_common_device(c.op, 2, both, &c.dev);
    if (st || !suits(c.dev, a, b))
        return st;
    *does = true;
    if ((st = gla_place_operands(c.op, c.dev, 1, &b, false, &placed)))
        return st;
    if (b->ndim == 1)
        st = gla_add_last(placed, &column);
    if (!st)
        st = gla_matrices_copy(c.op, c.dev, c.dtype, column ? column : placed, 0, NULL, GLA_COLUMN_MAJOR, &x);
    if (!st)
        st = run(&c, flag, a, &x);
    if (!st && b->ndim == 1)
        st = gla_drop_last(&x.array);
    if (st)
        gla_matrices_release(&x);
    *out = x.array;
    gla_unref(placed);
    gla_unref(column);
    return st;
}
