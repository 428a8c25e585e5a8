/* device_reduce.c - reductions of formulas on devices that compile: how the work for kernels/fold.h is cut, which depends on
 * the shape alone, and its launches. */
#include "formula/device_fold.h"

#define LANES 270336 /* threads that fill a large device */

static void write_reduce(gla_writer *w, const void *call)
{
    gla_put_fold(w, call, "fold.h");
}

/* How the work is cut. */
typedef struct cut {
    int64_t results, n, splits, chunk;
    bool by_thread;
} cut;

static cut choose_cut(const gla_device_fold *d, int64_t results, int64_t n)
{
    cut c = {.results = results, .n = n};
    bool side_by_side = false, along = false;
    for (int i = 0; i < d->n_inputs; i++) {
        side_by_side |= !d->is_number[i] && d->keep[i][d->nkeep - 1] == 1;
        along |= !d->is_number[i] && d->fold[i][d->nfold - 1] == 1;
    }
    c.by_thread = n <= 32 || (side_by_side && !along && d->keep_shape[d->nkeep - 1] >= 32);
    int64_t workers = c.by_thread ? results : results * GLA_FOLD_GROUP;
    int64_t least = c.by_thread ? 64 : 16 * GLA_FOLD_GROUP; /* elements that make a range worth its while */
    c.splits = workers >= LANES ? 1 : (LANES + workers - 1) / workers;
    if (c.splits > (n + least - 1) / least)
        c.splits = (n + least - 1) / least;
    c.chunk = (n + c.splits - 1) / c.splits;
    c.splits = (n + c.chunk - 1) / c.chunk;
    return c;
}

static void one_group_each(int64_t n, gla_launch *launch)
{
    gla_formula_groups(n < 65536 ? n * GLA_FOLD_GROUP : (int64_t)65536 * GLA_FOLD_GROUP, launch);
}

static gla_status finish(gla_device *dev, void *kernel, const cut *c, const gla_array *parts, gla_array *out, bool groups)
{
    gla_argument arguments[] = {{GLA_ARGUMENT_VALUE, &c->results, 8}, {GLA_ARGUMENT_VALUE, &c->n, 8},
                                {GLA_ARGUMENT_VALUE, &c->splits, 8}, {GLA_ARGUMENT_BUFFER, gla_data(parts), 0},
                                {GLA_ARGUMENT_BUFFER, gla_data(out), 0}};
    gla_launch launch = {.op = "reduction", .n = 5, .arguments = arguments};
    if (groups)
        one_group_each(c->results, &launch);
    else
        gla_formula_groups(c->results, &launch);
    return dev->backend->kernel->launch(dev, kernel, &launch);
}

gla_status gla_formula_reduce(const char *op, gla_device *dev, gla_variants *table, gla_variant *v,
                              const gla_array *const in[], int nkeep, int64_t length, gla_array *out)
{
    gla_device_fold d;
    void *kernel, *last;
    gla_array *parts;
    gla_argument arguments[6 + GLA_MAX_INPUTS];
    gla_launch launch = {.op = "reduction", .n = 4, .arguments = arguments};
    gla_device_fold_init(&d, 'r', (const gla_expr *const *)v->expr, in, nkeep, false);
    cut c = choose_cut(&d, out->size, length);
    bool groups = c.splits > 32;
    const char *first = c.by_thread ? "reduce_threads" : "reduce_groups", *then = groups ? "finish_groups" : "finish_threads";
    gla_status st;
    if ((st = gla_formula_kernel(op, dev, table, v, &d.key, first, write_reduce, &d, &kernel))
        || (st = gla_formula_kernel(op, dev, table, v, &d.key, then, write_reduce, &d, &last))
        || (st = gla_device_fold_parts(op, dev, &d, c.results * c.splits, &parts)))
        return st;
    arguments[0] = (gla_argument){GLA_ARGUMENT_VALUE, &c.results, 8};
    arguments[1] = (gla_argument){GLA_ARGUMENT_VALUE, &c.n, 8};
    arguments[2] = (gla_argument){GLA_ARGUMENT_VALUE, &c.splits, 8};
    arguments[3] = (gla_argument){GLA_ARGUMENT_VALUE, &c.chunk, 8};
    launch.n = gla_device_fold_arguments(&d, arguments, launch.n);
    arguments[launch.n++] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(parts), 0};
    if (c.by_thread)
        gla_formula_groups(c.results * c.splits, &launch);
    else
        one_group_each(c.results * c.splits, &launch);
    if (!(st = dev->backend->kernel->launch(dev, kernel, &launch)))
        st = finish(dev, last, &c, parts, out, groups);
    gla_unref(parts);
    return st;
}

gla_status gla_formula_reduce_code(const char *op, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                   char **text)
{
    gla_device_fold d;
    gla_writer w = {.op = op};
    gla_device_fold_init(&d, 'r', exprs, in, nkeep, false);
    write_reduce(&w, &d);
    return gla_writer_finish(&w, text);
}
