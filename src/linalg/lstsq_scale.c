/* lstsq_scale.c - the columns scaled by powers of two to lengths in [1, 2), so that scaling brings no rounding of its own
 * into a, b or x. */
#include "lstsq.h"

/* 2^-⌊log2 length⌋, kept away from overflow; of a zero column any finite number will do. */
static gla_status power_of_two(const gla_array *lengths, gla_array **scale)
{
    double limit = lengths->dtype == GLA_FLOAT32 ? 120 : 1000;
    gla_array *logs = NULL, *floors = NULL, *exponents = NULL, *low = NULL, *high = NULL, *capped = NULL, *both = NULL;
    gla_array *two = NULL;
    gla_status st = gla_log2(lengths, &logs);
    if (!st)
        st = gla_floor(logs, &floors);
    if (!st)
        st = gla_negative(floors, &exponents);
    if (!st)
        st = gla_number(-limit, &low);
    if (!st)
        st = gla_number(limit, &high);
    if (!st)
        st = gla_minimum(exponents, high, &capped);
    if (!st)
        st = gla_maximum(capped, low, &both);
    if (!st)
        st = gla_number(2, &two);
    if (!st)
        st = gla_pow(two, both, scale);
    gla_unref(logs);
    gla_unref(floors);
    gla_unref(exponents);
    gla_unref(low);
    gla_unref(high);
    gla_unref(capped);
    gla_unref(both);
    gla_unref(two);
    return st;
}

gla_status gla_lstsq_measure(gla_lstsq_call *p)
{
    gla_array *columns = NULL, *lengths = NULL, *upright = NULL;
    gla_status st = gla_swap_last(p->a, &columns);
    if (!st)
        st = gla_length_last(p->c.op, columns, &lengths);
    if (!st)
        st = gla_add_last(lengths, &upright);
    if (!st)
        st = gla_swap_last(upright, &p->norms);
    if (!st)
        st = power_of_two(p->norms, &p->scale);
    gla_unref(columns);
    gla_unref(lengths);
    gla_unref(upright);
    return st;
}

gla_status gla_lstsq_map_into(const gla_call *c, gla_op op, const gla_array *x, const gla_array *y, gla_array *dst)
{
    gla_array *in[2] = {NULL, NULL};
    if (!c->dev->backend->array->map)
        return gla_fail_unsupported(c->op, c->dev);
    gla_status st = gla_broadcast_view(x, dst->ndim, dst->shape, &in[0]);
    if (!st)
        st = gla_broadcast_view(y, dst->ndim, dst->shape, &in[1]);
    if (!st) {
        void *state = gla_work_begin((double)dst->size);
        st = c->dev->backend->array->map(c->dev, op, c->dtype, 2, (const gla_array *const *)in, dst);
        gla_work_end(state);
    }
    gla_unref(in[0]);
    gla_unref(in[1]);
    return st;
}
