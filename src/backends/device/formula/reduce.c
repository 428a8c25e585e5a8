/* reduce.c - Reductions of formulas, by kernels/fold.h.  The division of work depends only on the shape. */
#include "formula.h"

#define LANES 270336 /* number of threads that fill a large device */

/* The division of work. */
typedef struct cut {
    int64_t results, n, splits, chunk;
    bool by_thread;
} cut;

static cut choose_cut(const gla_fold_plan *p, int64_t results, int64_t n)
{
    cut c = {.results = results, .n = n};
    bool side_by_side = false, along = false;
    for (int i = 0; i < p->n_inputs; i++) {
        side_by_side |= !p->is_number[i] && p->keep[i][p->nkeep - 1] == 1;
        along |= !p->is_number[i] && p->fold[i][p->nfold - 1] == 1;
    }
    c.by_thread = n <= 32 || (side_by_side && !along && p->keep_shape[p->nkeep - 1] >= 32);
    int64_t workers = c.by_thread ? results : results * GLA_FOLD_GROUP;
    int64_t least = c.by_thread ? 64 : 16 * GLA_FOLD_GROUP; /* number of elements below which a separate range is not
                                                             * worthwhile */
    c.splits = workers >= LANES ? 1 : (LANES + workers - 1) / workers;
    if (c.splits > (n + least - 1) / least)
        c.splits = (n + least - 1) / least;
    c.chunk = (n + c.splits - 1) / c.splits;
    c.splits = (n + c.chunk - 1) / c.chunk;
    return c;
}

static gla_status run(gla_device *dev, const gla_fold_plan *p, const gla_device_program *program, const cut *c, void *parts,
                      gla_array *out)
{
    int64_t ranges = c->results * c->splits;
    bool by_group = c->splits > 32;
    gla_argument args[6 + GLA_MAX_INPUTS] = {GLA_VALUE(c->results), GLA_VALUE(c->n), GLA_VALUE(c->splits), GLA_VALUE(c->chunk)};
    int n = gla_device_fold_arguments(p, args, 4);
    args[n++] = (gla_argument)GLA_BUFFER(parts);
    gla_status st = gla_device_run("reduction", dev, program, c->by_thread ? "reduce_threads" : "reduce_groups",
                                   gla_device_formula_groups(c->by_thread ? ranges : ranges * GLA_FOLD_GROUP), n, args);
    const gla_argument last[] = {args[0], args[1], args[2], GLA_BUFFER(parts), GLA_BUFFER(gla_data(out))};
    return st ? st
              : gla_device_run("reduction", dev, program, by_group ? "finish_groups" : "finish_threads",
                               gla_device_formula_groups(by_group ? c->results * GLA_FOLD_GROUP : c->results), 5, last);
}

gla_status gla_device_formula_reduce(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                     int64_t length, gla_array *out)
{
    gla_fold_plan p;
    gla_device_program program;
    void *parts = NULL;
    size_t item = gla_itemsize(exprs[0]->values[exprs[0]->outputs[0]].dtype);
    gla_fold_plan_init(&p, GLA_FOLD_REDUCE, exprs[0], in, nkeep);
    const cut c = choose_cut(&p, out->size, length);
    gla_status st = gla_device_enter(exprs[0]->op, dev);
    if (!st)
        st = gla_device_formula_program(3, exprs, &p.key, &program);
    if (!st)
        st = gla_device_scratch(exprs[0]->op, dev, (size_t)(c.results * c.splits) * item, &parts);
    if (!st)
        st = run(dev, &p, &program, &c, parts, out);
    gla_device_drop(dev, parts);
    return st;
}
