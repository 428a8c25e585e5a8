/* sort_values.c - Sort eigenvalues or singular values by kernels/sort_values.h, and permute their vectors accordingly.  The
 * host does not wait to find out whether the values are already sorted. */
#include "dense.h"

#include "backends/device/list/list.h"

static const char file[] = "sort_values.h";

GLA_LIST_FLOATING(sort_values)
{
    gla_list_add(list, gla_device_typed(file, t), "eigenvalues and singular values of a vendor's library", gla_list_next(t));
}

typedef struct ordering {
    const gla_dense *d;
    int64_t n;
    void *block; /* allocated block that contains the members below */
    void *sorted;
    int *from, *ready;
} ordering;

/* Lay out the parts of one block.  With address 0, compute the size of the block. */
static int64_t lay_out(ordering *o, char *at)
{
    char *begin = at;
    int64_t all = o->n * o->d->batch, ints = (int64_t)sizeof(int);
    o->sorted = gla_dense_cut(&at, all * (int64_t)gla_itemsize(gla_device_real_of(o->d->dtype)));
    o->from = gla_dense_cut(&at, all * ints);
    o->ready = gla_dense_cut(&at, o->d->batch * ints);
    return at - begin;
}

static gla_status move_columns(const ordering *o, const gla_dense_columns_of *side)
{
    int64_t batch = o->d->batch, n = o->n, rows = side->rows;
    const gla_argument args[] = {GLA_VALUE(batch),     GLA_VALUE(n),       GLA_VALUE(rows),         GLA_BUFFER(o->from),
                                 GLA_BUFFER(o->ready), GLA_STACK(side->a), GLA_BUFFER(side->a.data)};
    return rows ? gla_dense_run(o->d, file, "", "order_columns", batch * rows, 7, args) : GLA_OK;
}

gla_status gla_dense_sort_values(const gla_dense *d, int64_t n, bool descending, void *values, const gla_dense_columns_of *left,
                                 const gla_dense_columns_of *right)
{
    ordering o = {.d = d, .n = n};
    int64_t batch = d->batch;
    int descends = descending;
    gla_status st = n > 1 ? gla_device_scratch(d->op, d->dev, (size_t)lay_out(&o, NULL), &o.block) : GLA_OK;
    if (st || n <= 1)
        return st;
    lay_out(&o, o.block);
    const gla_argument args[] = {GLA_VALUE(batch),     GLA_VALUE(n),       GLA_VALUE(descends), GLA_BUFFER(values),
                                 GLA_BUFFER(o.sorted), GLA_BUFFER(o.from), GLA_BUFFER(o.ready)};
    st = gla_dense_run(d, file, "", "order_values", batch * GLA_GROUP, 7, args);
    if (!st && left)
        st = move_columns(&o, left);
    if (!st && right)
        st = move_columns(&o, right);
    gla_device_drop(d->dev, o.block);
    return st;
}
