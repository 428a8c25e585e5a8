/* device_scan.c - running reductions of formulas on devices that compile: the launches of kernels/scan.h. */
#include "formula/device_fold.h"

#include <string.h>

#define CHUNK (8 * GLA_FOLD_GROUP) /* as in kernels/scan.h */

static void write_scan(gla_writer *w, const void *call)
{
    gla_put_fold(w, call, "scan.h");
}

/* Three kernels, one after the other. */
static gla_status launch_all(gla_device *dev, void *kernels[3], const gla_device_fold *d, const int64_t sizes[3],
                             const void *before, const gla_array *parts, const gla_array *out)
{
    gla_argument arguments[6 + GLA_MAX_INPUTS];
    gla_launch launch = {.op = "scan", .arguments = arguments};
    const gla_kernel_ops *ops = dev->backend->kernel;
    int64_t groups = sizes[0] * sizes[2];
    for (int i = 0; i < 3; i++)
        arguments[i] = (gla_argument){GLA_ARGUMENT_VALUE, &sizes[i], sizeof sizes[i]};
    int n = gla_device_fold_arguments(d, arguments, 3);
    arguments[n] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(parts), 0};
    arguments[n + 1] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(out), 0};
    launch.n = n + 1;
    gla_formula_groups((groups < 65536 ? groups : 65536) * GLA_FOLD_GROUP, &launch);
    gla_status st = ops->launch(dev, kernels[0], &launch);
    gla_argument few[] = {arguments[0], arguments[2], {GLA_ARGUMENT_VALUE, before, gla_itemsize(parts->dtype)}, arguments[n]};
    gla_launch middle = {.op = "scan", .n = 4, .arguments = few};
    gla_formula_groups(sizes[0], &middle);
    if (st || (st = ops->launch(dev, kernels[1], &middle)))
        return st;
    launch.n = n + 2;
    return ops->launch(dev, kernels[2], &launch);
}

/* A constant in its type, into bytes that are enough for any. */
static void store(const gla_constant *c, double room[2])
{
    float single[2] = {(float)c->re, (float)c->im};
    double full[2] = {c->re, c->im};
    bool is_single = c->dtype == GLA_FLOAT32 || c->dtype == GLA_COMPLEX64;
    memcpy(room, c->dtype < GLA_FLOAT32 ? (const void *)&c->integer : is_single ? (const void *)single : full,
           gla_itemsize(c->dtype));
}

gla_status gla_formula_scan(const char *op, gla_device *dev, gla_variants *table, gla_variant *v,
                            const gla_array *const in[], const gla_constant *before, gla_array *out)
{
    static const char *const names[] = {"scan_chunks", "scan_parts", "scan_write"};
    gla_device_fold d;
    void *kernels[3];
    gla_scope s;
    gla_array *parts;
    double first[2] = {0, 0};
    int64_t n = out->shape[out->ndim - 1], sizes[3] = {out->size / n, n, (n + CHUNK - 1) / CHUNK};
    gla_scope_begin(&s, op);
    gla_device_fold_init(&d, 's', (const gla_expr *const *)v->expr, in, out->ndim - 1, before != NULL);
    if (before)
        store(before, first);
    for (int i = 0; i < 3 && !s.status; i++)
        gla_s_check(&s, gla_formula_kernel(op, dev, table, v, &d.key, names[i], write_scan, &d, &kernels[i]));
    if (s.status)
        return gla_scope_end(&s);
    parts = gla_s_made(&s, gla_device_fold_parts(op, dev, &d, sizes[0] * sizes[2], &parts), &parts);
    /* The kernel writes line after line. */
    gla_array *line = out->contiguous ? out : gla_s_new(&s, dev, out->dtype, out->ndim, out->shape);
    if (!s.status)
        gla_s_check(&s, launch_all(dev, kernels, &d, sizes, first, parts, line));
    if (line != out)
        gla_s_assign(&s, out, line);
    return gla_scope_end(&s);
}

gla_status gla_formula_scan_code(const char *op, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                 bool exclusive, char **text)
{
    gla_device_fold d;
    gla_writer w = {.op = op};
    gla_device_fold_init(&d, 's', exprs, in, nkeep, exclusive);
    write_scan(&w, &d);
    return gla_writer_finish(&w, text);
}
