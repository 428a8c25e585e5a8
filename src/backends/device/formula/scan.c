/* scan.c - running reductions of formulas: the launches of kernels/scan.h. */
#include "formula.h"

#include <string.h>

#define CHUNK (8 * GLA_FOLD_GROUP) /* as in kernels/scan.h */

/* A constant in its type, into bytes that are enough for any. */
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

/* Three kernels, one after the other; the results line after line. */
static gla_status run(gla_device *dev, const gla_fold_plan *p, const gla_device_program *program, const int64_t sizes[3],
                      const gla_argument *before, void *parts, void *results)
{
    gla_argument args[6 + GLA_MAX_INPUTS] = {GLA_VALUE(sizes[0]), GLA_VALUE(sizes[1]), GLA_VALUE(sizes[2])};
    int n = gla_device_fold_arguments(p, args, 3);
    int64_t chunks = gla_device_formula_groups(sizes[0] * sizes[2] * GLA_FOLD_GROUP);
    args[n++] = (gla_argument)GLA_BUFFER(parts);
    args[n] = (gla_argument)GLA_BUFFER(results);
    gla_status st = gla_device_run("scan", dev, program, "scan_chunks", chunks, n, args);
    const gla_argument middle[] = {args[0], args[2], *before, GLA_BUFFER(parts)};
    if (!st)
        st = gla_device_run("scan", dev, program, "scan_parts", gla_device_formula_groups(sizes[0]), 4, middle);
    return st ? st : gla_device_run("scan", dev, program, "scan_write", chunks, n + 1, args);
}

/* To an array of other strides. */
static gla_status spread(gla_device *dev, void *results, gla_array *out)
{
    int64_t strides[GLA_MAX_NDIM], step = 1;
    gla_buffer buffer = {.device = dev, .data = results};
    gla_array lines = {.object.dev = dev,
                       .buffer = &buffer,
                       .size = out->size,
                       .dtype = out->dtype,
                       .ndim = out->ndim,
                       .contiguous = true,
                       .shape = out->shape,
                       .strides = strides};
    for (int d = out->ndim; d-- > 0; step *= out->shape[d])
        strides[d] = step;
    return gla_device_copy(dev, &lines, out);
}

gla_status gla_device_formula_scan(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[],
                                   const gla_constant *before, gla_array *out)
{
    gla_fold_plan p;
    gla_device_program program;
    void *parts = NULL, *results = NULL;
    double first[2] = {0, 0};
    const char *op = exprs[0]->op;
    size_t item = gla_itemsize(exprs[0]->values[exprs[0]->outputs[0]].dtype);
    int64_t n = out->shape[out->ndim - 1], sizes[3] = {out->size / n, n, (n + CHUNK - 1) / CHUNK};
    gla_fold_plan_init(&p, before ? GLA_FOLD_EXCLUSIVE_SCAN : GLA_FOLD_SCAN, exprs[0], in, out->ndim - 1);
    if (before)
        store(before, first);
    gla_status st = gla_device_enter(op, dev);
    if (!st)
        st = gla_device_formula_program(3, exprs, &p.key, &program);
    if (!st)
        st = gla_device_scratch(op, dev, (size_t)(sizes[0] * sizes[2]) * item, &parts);
    if (!st && !out->contiguous)
        st = gla_device_scratch(op, dev, (size_t)out->size * gla_itemsize(out->dtype), &results);
    if (!st)
        st = run(dev, &p, &program, sizes, &(gla_argument){GLA_ARGUMENT_VALUE, first, item}, parts,
                 results ? results : gla_data(out));
    if (!st && results)
        st = spread(dev, results, out);
    gla_device_drop(dev, results);
    gla_device_drop(dev, parts);
    return st;
}
