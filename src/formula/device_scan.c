/* device_scan.c - running reductions of formulas on devices that compile.
 *
 * Lines are cut into chunks of a fixed length, one for a group: the first kernel combines each chunk, the second finds what
 * came before each, the third goes through the chunks again with that.  The order of elements is kept throughout. */
#include "formula/device_fold.h"

#include <string.h>

#define ITEMS 8 /* elements of a thread, one after the other */
#define CHUNK (ITEMS * GLA_FOLD_GROUP)

/* Begin of a kernel over chunks: line, place, the thread's elements first ... end. */
static void put_chunk_kernel(gla_writer *w, const gla_device_fold *d, const char *name, const char *more)
{
    gla_put(w, "\nKERNEL %s(int64 lines, int64 n, int64 chunks", name);
    gla_put_fold_parameters(w, d);
    gla_put(w, "%s)\n{\n    LOCAL acc room[GROUP];\n    for (int64 g = GROUP_ID; g < lines * chunks; g += GROUP_COUNT) {\n"
               "        int64 line = g / chunks, c = g %% chunks, first = c * %d + LOCAL_ID * %d;\n"
               "        int64 end = first + %d < n ? first + %d : n, filled = (n - c * %d + %d) / %d;\n"
               "        int t = LOCAL_ID, count = filled < GROUP ? (int)filled : GROUP;\n        acc a, x;\n", more, CHUNK,
            ITEMS, ITEMS, ITEMS, CHUNK, ITEMS - 1, ITEMS);
    gla_put_fold_bases(w, d, "line");
}

/* All of a thread's elements combined in a. */
static void put_own(gla_writer *w, const gla_device_fold *d)
{
    gla_put(w, "        for (int64 i = first; i < end; i++) {\n");
    gla_put_fold_element(w, d, "i", "x");
    gla_put(w, "            if (i == first)\n                a = x;\n            else\n"
               "                a = join(a, x);\n        }\n"
               "        room[t] = a;\n        BARRIER();\n");
}

static void write_scan(gla_writer *w, const void *call)
{
    const gla_device_fold *d = call;
    const gla_expr *post = d->exprs[2];
    gla_put_fold_head(w, d);
    gla_put(w, "typedef %s OUT;\n", gla_dialect_type(post->values[post->outputs[0]].dtype));
    put_chunk_kernel(w, d, "scan_chunks", ", GLOBAL acc *parts");
    put_own(w, d);
    gla_put(w, "        for (int step = 1; step < GROUP; step *= 2) {\n"
               "            if (t %% (2 * step) == 0 && t + step < count)\n"
               "                room[t] = join(room[t], room[t + step]);\n"
               "            BARRIER();\n        }\n"
               "        if (t == 0)\n            parts[g] = room[0];\n        BARRIER();\n    }\n}\n");
    gla_put(w, "\nKERNEL scan_parts(int64 lines, int64 chunks, acc before, GLOBAL acc *parts)\n{\n"
               "    for (int64 line = GLOBAL_ID; line < lines; line += GLOBAL_SIZE) {\n        acc a = before;\n"
               "        for (int64 c = 0; c < chunks; c++) {\n            acc x = parts[line * chunks + c];\n"
               "            parts[line * chunks + c] = a;\n            %s\n        }\n    }\n}\n",
            d->flag ? "a = join(a, x);"
                    : "if (c == 0)\n                a = x;\n            else\n                a = join(a, x);");
    put_chunk_kernel(w, d, "scan_write", ", const GLOBAL acc *parts, GLOBAL OUT *out");
    put_own(w, d);
    gla_put(w, "        for (int step = 1; step < GROUP; step *= 2) { /* room[t]: all threads up to t */\n"
               "            if (t >= step && t < count)\n"
               "                x = join(room[t - step], room[t]);\n            BARRIER();\n"
               "            if (t >= step && t < count)\n                room[t] = x;\n            BARRIER();\n        }\n"
               "        int begun = %s c > 0;\n        if (begun)\n            a = parts[g];\n"
               "        if (t > 0 && t < count) {\n            if (begun)\n                a = join(a, room[t - 1]);\n"
               "            else\n                a = room[t - 1];\n            begun = 1;\n        }\n"
               "        for (int64 i = first; i < end; i++) {\n", d->flag ? "1 ||" : "");
    gla_put_fold_element(w, d, "i", "x");
    gla_put(w, "            OUT z;\n");
    if (d->flag)
        gla_put(w, "            post(a, i, &z);\n            a = join(a, x);\n");
    else
        gla_put(w, "            if (begun)\n                a = join(a, x);\n            else\n                a = x;\n"
                   "            begun = 1;\n            post(a, i + 1, &z);\n");
    gla_put(w, "            out[line * n + i] = z;\n        }\n        BARRIER();\n    }\n}\n");
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
    gla_device_groups((groups < 65536 ? groups : 65536) * GLA_FOLD_GROUP, &launch);
    gla_status st = ops->launch(dev, kernels[0], &launch);
    gla_argument few[] = {arguments[0], arguments[2], {GLA_ARGUMENT_VALUE, before, gla_itemsize(parts->dtype)}, arguments[n]};
    gla_launch middle = {.op = "scan", .n = 4, .arguments = few};
    gla_device_groups(sizes[0], &middle);
    if (!st)
        st = ops->launch(dev, kernels[1], &middle);
    launch.n = n + 2;
    return st ? st : ops->launch(dev, kernels[2], &launch);
}

/* A constant in its type, into room for any. */
static void store(const gla_constant *c, double room[2])
{
    float single[2] = {(float)c->re, (float)c->im};
    double full[2] = {c->re, c->im};
    bool is_single = c->dtype == GLA_FLOAT32 || c->dtype == GLA_COMPLEX64;
    memcpy(room, c->dtype < GLA_FLOAT32 ? (const void *)&c->integer : is_single ? (const void *)single : full,
           gla_itemsize(c->dtype));
}

gla_status gla_device_scan(const char *op, gla_device *dev, gla_variants *table, gla_variant *v, const gla_array *const in[],
                           const gla_constant *before, gla_array *out)
{
    static const char *const names[] = {"scan_chunks", "scan_parts", "scan_write"};
    gla_device_fold d;
    void *kernels[3];
    gla_array *parts = NULL, *line = NULL;
    double first[2] = {0, 0};
    int64_t n = out->shape[out->ndim - 1], sizes[3] = {out->size / n, n, (n + CHUNK - 1) / CHUNK};
    gla_status st = GLA_OK;
    gla_device_fold_init(&d, "scan", (const gla_expr *const *)v->expr, in, out->ndim - 1, before != NULL);
    if (before)
        store(before, first);
    for (int i = 0; i < 3 && !st; i++)
        st = gla_device_build(op, dev, table, v, d.key, names[i], write_scan, &d, &kernels[i]);
    if (!st)
        st = gla_device_fold_room(op, dev, &d, sizes[0] * sizes[2], &parts);
    if (!st && !out->contiguous) /* the kernel writes line after line */
        st = gla_array_new(op, dev, out->dtype, out->ndim, out->shape, &line);
    if (!st)
        st = launch_all(dev, kernels, &d, sizes, first, parts, line ? line : out);
    if (!st && line)
        st = gla_array_assign(op, out, line);
    gla_unref(line);
    gla_unref(parts);
    return st;
}

gla_status gla_device_scan_text(const char *op, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                bool exclusive, char **text)
{
    gla_device_fold d;
    gla_writer w = {.op = op};
    gla_device_fold_init(&d, "scan", exprs, in, nkeep, exclusive);
    write_scan(&w, &d);
    return gla_writer_finish(&w, text);
}
