/* map.c - Evaluate a formula elementwise. */
#include "formula.h"

/* Write the shape, followed by the strides of each operand that has strides, in the order of `layout` in the source. */
static size_t fill_layout(const gla_map_plan *p, int64_t *layout)
{
    int64_t *to = layout;
    for (int d = 0; d < p->ndim; d++)
        *to++ = p->shape[d];
    for (int i = 0; i < p->e->n_inputs; i++)
        for (int d = 0; d < p->ndim && p->access[i] == GLA_ACCESS_SPREAD; d++)
            *to++ = p->strides[i][d];
    return (size_t)(to - layout) * sizeof *layout;
}

gla_status gla_device_formula_map(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[])
{
    gla_map_plan p;
    gla_device_program program;
    gla_argument args[2 + GLA_MAX_INPUTS + GLA_MAX_OUTPUTS];
    int64_t layout[(1 + GLA_MAX_INPUTS) * GLA_MAX_NDIM];
    int n_args = 0;
    gla_map_plan_init(&p, e, in, out);
    gla_status st = gla_device_enter(e->op, dev);
    if (st || (st = gla_device_formula_program(1, &e, &p.key, &program)))
        return st;
    int64_t n = p.n / p.pack;
    args[n_args++] = (gla_argument)GLA_VALUE(n);
    if (p.n_spread)
        args[n_args++] = (gla_argument){GLA_ARGUMENT_VALUE, layout, fill_layout(&p, layout)};
    for (int k = 0; k < e->n_outputs; k++)
        args[n_args++] = (gla_argument)GLA_BUFFER(gla_data(out[k]));
    for (int i = 0; i < e->n_inputs; i++)
        args[n_args++] = p.access[i] == GLA_ACCESS_VALUE
                             ? (gla_argument){GLA_ARGUMENT_VALUE, p.value[i], gla_itemsize(p.stored[i])}
                             : (gla_argument)GLA_BUFFER(p.data[i]);
    return gla_device_run("elementwise", dev, &program, "map", gla_device_formula_groups(n), n_args, args);
}
