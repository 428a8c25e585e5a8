/* device_reduce.c - reductions of formulas on devices that compile.
 *
 * The elements of each result are cut into ranges, each of which a group (or, where neighbouring results lie side by side or
 * ranges are short, a thread) combines; then the ranges.  How they are cut depends on the shape alone. */
#include "formula/device_fold.h"

#include <stdio.h>

#define LANES 270336 /* threads that fill a large device */

/* A loop of one worker over its elements, from `first` on; it leaves what they give in a. */
static void put_loop(gla_writer *w, const gla_device_fold *d, const char *first, const char *step)
{
    gla_put(w, "        acc a, x;\n        for (int64 i = %s; i < end; i += %s) {\n", first, step);
    gla_put_fold_element(w, d, "i", "x");
    gla_put(w, "            if (i == %s)\n                a = x;\n            else\n"
               "                a = join(a, x);\n        }\n", first);
}

/* What the threads of a group have in a, together in room[0]; `count` of them have something. */
static void put_tree(gla_writer *w, const char *count)
{
    gla_put(w, "        room[LOCAL_ID] = a;\n        BARRIER();\n"
               "        for (int step = GROUP / 2; step > 0; step /= 2) {\n"
               "            if ((int)LOCAL_ID < step && (int)LOCAL_ID + step < %s)\n"
               "                room[LOCAL_ID] = join(room[LOCAL_ID], room[LOCAL_ID + step]);\n"
               "            BARRIER();\n        }\n", count);
}

static void write_reduce(gla_writer *w, const void *call)
{
    static const char range[] = "begin = s * chunk, end = begin + chunk < n ? begin + chunk : n;\n";
    const gla_device_fold *d = call;
    const gla_expr *post = d->exprs[2];
    const char *out = gla_dialect_type(post->values[post->outputs[0]].dtype);
    gla_put_fold_head(w, d);
    gla_put(w, "\nKERNEL reduce_groups(int64 results, int64 n, int64 splits, int64 chunk");
    gla_put_fold_parameters(w, d);
    gla_put(w, ", GLOBAL acc *parts)\n{\n    LOCAL acc room[GROUP];\n"
               "    for (int64 g = GROUP_ID; g < results * splits; g += GROUP_COUNT) {\n"
               "        int64 r = g / splits, s = g %% splits, %s", range);
    gla_put_fold_bases(w, d, "r");
    put_loop(w, d, "begin + LOCAL_ID", "GROUP");
    put_tree(w, "end - begin");
    gla_put(w, "        if (LOCAL_ID == 0)\n            parts[g] = room[0];\n        BARRIER();\n    }\n}\n");
    gla_put(w, "\nKERNEL reduce_threads(int64 results, int64 n, int64 splits, int64 chunk");
    gla_put_fold_parameters(w, d);
    gla_put(w, ", GLOBAL acc *parts)\n{\n    for (int64 g = GLOBAL_ID; g < results * splits; g += GLOBAL_SIZE) {\n"
               "        int64 r = g %% results, s = g / results, %s", range);
    gla_put_fold_bases(w, d, "r");
    put_loop(w, d, "begin", "1");
    gla_put(w, "        parts[r * splits + s] = a;\n    }\n}\n");
    gla_put(w, "\nKERNEL finish_groups(int64 results, int64 n, int64 splits, const GLOBAL acc *parts, GLOBAL %s *out)\n{\n"
               "    LOCAL acc room[GROUP];\n    for (int64 r = GROUP_ID; r < results; r += GROUP_COUNT) {\n        acc a;\n"
               "        if ((int64)LOCAL_ID < splits)\n            a = parts[r * splits + LOCAL_ID];\n"
               "        for (int64 s = LOCAL_ID + GROUP; s < splits; s += GROUP)\n"
               "            a = join(a, parts[r * splits + s]);\n", out);
    put_tree(w, "splits");
    gla_put(w, "        if (LOCAL_ID == 0) {\n            %s z;\n            post(room[0], n, &z);\n"
               "            out[r] = z;\n        }\n"
               "        BARRIER();\n    }\n}\n", out);
    gla_put(w, "\nKERNEL finish_threads(int64 results, int64 n, int64 splits, const GLOBAL acc *parts, GLOBAL %s *out)\n{\n"
               "    for (int64 r = GLOBAL_ID; r < results; r += GLOBAL_SIZE) {\n"
               "        acc a = parts[r * splits];\n        %s z;\n"
               "        for (int64 s = 1; s < splits; s++)\n            a = join(a, parts[r * splits + s]);\n"
               "        post(a, n, &z);\n        out[r] = z;\n    }\n}\n", out, out);
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
    gla_device_groups(n < 65536 ? n * GLA_FOLD_GROUP : (int64_t)65536 * GLA_FOLD_GROUP, launch);
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
        gla_device_groups(c->results, &launch);
    return dev->backend->kernel->launch(dev, kernel, &launch);
}

gla_status gla_device_reduce(const char *op, gla_device *dev, gla_variants *table, gla_variant *v, const gla_array *const in[],
                             int nkeep, int64_t length, gla_array *out)
{
    gla_device_fold d;
    void *kernel, *last;
    gla_array *parts = NULL;
    gla_argument arguments[6 + GLA_MAX_INPUTS];
    gla_launch launch = {.op = "reduction", .n = 4, .arguments = arguments};
    gla_device_fold_init(&d, "reduce", (const gla_expr *const *)v->expr, in, nkeep, false);
    cut c = choose_cut(&d, out->size, length);
    bool groups = c.splits > 32;
    gla_status st = gla_device_build(op, dev, table, v, d.key, c.by_thread ? "reduce_threads" : "reduce_groups", write_reduce,
                                     &d, &kernel);
    if (!st)
        st = gla_device_build(op, dev, table, v, d.key, groups ? "finish_groups" : "finish_threads", write_reduce, &d, &last);
    if (!st)
        st = gla_device_fold_room(op, dev, &d, c.results * c.splits, &parts);
    if (st)
        return st;
    arguments[0] = (gla_argument){GLA_ARGUMENT_VALUE, &c.results, 8};
    arguments[1] = (gla_argument){GLA_ARGUMENT_VALUE, &c.n, 8};
    arguments[2] = (gla_argument){GLA_ARGUMENT_VALUE, &c.splits, 8};
    arguments[3] = (gla_argument){GLA_ARGUMENT_VALUE, &c.chunk, 8};
    launch.n = gla_device_fold_arguments(&d, arguments, launch.n);
    arguments[launch.n++] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(parts), 0};
    if (c.by_thread)
        gla_device_groups(c.results * c.splits, &launch);
    else
        one_group_each(c.results * c.splits, &launch);
    st = dev->backend->kernel->launch(dev, kernel, &launch);
    if (!st)
        st = finish(dev, last, &c, parts, out, groups);
    gla_unref(parts);
    return st;
}

gla_status gla_device_reduce_text(const char *op, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                  char **text)
{
    gla_device_fold d;
    gla_writer w = {.op = op};
    gla_device_fold_init(&d, "reduce", exprs, in, nkeep, false);
    write_reduce(&w, &d);
    return gla_writer_finish(&w, text);
}
