/* scan.c - Running reductions of formulas. */
#include "backends/device/array/scan.h"
#include "formula.h"

#include <string.h>

/* Return true if corresponding elements of neighbouring lines are adjacent in memory, and the elements of a line are not. */
static bool is_across_lines(const gla_fold_plan *p)
{
    bool side_by_side = false, along = false;
    for (int i = 0; i < p->n_inputs; i++) {
        side_by_side |= !p->is_number[i] && p->keep[i][p->nkeep - 1] == 1;
        along |= !p->is_number[i] && p->fold[i][p->nfold - 1] == 1;
    }
    return side_by_side && !along && p->keep_shape[p->nkeep - 1] >= 32;
}

/* Store a constant in its dtype.  `value` is large enough for any dtype. */
static void store(const gla_constant *c, double value[2])
{
    float single[2] = {(float)c->re, (float)c->im};
    double full[2] = {c->re, c->im};
    bool is_single = c->dtype == GLA_FLOAT32 || c->dtype == GLA_COMPLEX64;
    memcpy(value,
           c->dtype < GLA_FLOAT32 ? (const void *)&c->integer
           : is_single            ? (const void *)single
                                  : full,
           gla_itemsize(c->dtype));
}

gla_status gla_device_formula_scan(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[],
                                   const gla_constant *before, gla_array *out)
{
    gla_fold_plan p;
    double first[2] = {0, 0};
    const char *op = exprs[0]->op;
    gla_device_scan_call c = {
        .op = op, .dev = dev, .item = gla_itemsize(exprs[0]->values[exprs[0]->outputs[0]].dtype), .out = out};
    gla_fold_plan_init(&p, before ? GLA_FOLD_EXCLUSIVE_SCAN : GLA_FOLD_SCAN, exprs[0], in, out->ndim - 1);
    p.key.v[3] = (uint8_t)gla_device_scan_flags(dev);
    if (before)
        store(before, first);
    gla_status st = gla_device_enter(op, dev);
    if (!st)
        st = gla_device_formula_program(3, exprs, &p.key, &c.program);
    if (st)
        return st;
    c.before = (gla_argument){GLA_ARGUMENT_VALUE, first, c.item};
    c.n_operands = gla_device_fold_arguments(&p, c.operands, 0);
    c.by_column = is_across_lines(&p);
    return gla_device_scan_run(&c);
}
