/* product.c - calls into this room; products, by CLBlast or by kernels/product.h. */
#include "config.h"
#include "dense.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gla_status gla_cl_dense_begin(gla_cl_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch)
{
    *d = (gla_cl_dense){.op = op, .dev = dev, .dtype = dtype, .item = (int64_t)gla_itemsize(dtype), .batch = batch};
    gla_device_type_defines(dtype, d->types, sizeof d->types);
    return gla_cl_enter(op, dev, &d->cl);
}

gla_status gla_cl_dense_kernel(const gla_cl_dense *d, const char *file, const char *defines, const char *name,
                               gla_cl_kernel **kernel)
{
    char all[900];
    snprintf(all, sizeof all, "%s%s", d->types, defines);
    return gla_cl_find_kernel(d->dev, file, all, name, kernel);
}

gla_status gla_cl_dense_columns(const gla_cl_dense *d, gla_cl_kernel *kernel, int64_t groups, int threads, int n,
                                const gla_argument *args, int64_t count, int64_t *column)
{
    uint32_t across = (uint32_t)(groups < 0x7fffffff ? groups : 0x7fffffff);
    return gla_cl_launch_each(d->dev, kernel, &(gla_launch){.op = d->op, .groups = {across, 1, 1}, .n = n, .arguments = args,
                                                            .group_size = {(uint32_t)threads, 1, 1}}, count, column);
}

gla_status gla_cl_dense_launch(const gla_cl_dense *d, gla_cl_kernel *kernel, int64_t groups, int threads, int n,
                               const gla_argument *args)
{
    return gla_cl_dense_columns(d, kernel, groups, threads, n, args, 1, NULL);
}

gla_status gla_cl_dense_run(const gla_cl_dense *d, const char *file, const char *defines, const char *name, int64_t n,
                            int n_args, const gla_argument *args)
{
    gla_cl_kernel *kernel;
    int64_t groups = (n + GLA_GROUP - 1) / GLA_GROUP, most = (int64_t)d->cl->compute_units * 32;
    gla_status st = gla_cl_dense_kernel(d, file, defines, name, &kernel);
    return st ? st : gla_cl_dense_launch(d, kernel, groups < most ? groups : most, GLA_GROUP, n_args, args);
}

gla_status gla_cl_read_ints(const gla_cl_dense *d, const int *data, int64_t n, int64_t add, int64_t *out)
{
    int few[64], *host = n <= 64 ? few : gla_malloc((size_t)n * sizeof *host);
    if (!host)
        return gla_fail_memory(d->op, (size_t)n * sizeof *host);
    gla_status st = gla_cl_read(d->op, d->cl, host, data, (size_t)n * sizeof *host);
    for (int64_t i = 0; i < n && !st; i++)
        out[i] = host[i] + add;
    if (host != few)
        gla_free(host);
    return st;
}

#define TILE 64

#define LONG 4096                /* sums of single precision that are longer are made in parts, which are added in double */
#define MOST_PARTS (64 << 20) /* bytes */

static int64_t accurate_parts(const gla_cl_dense *d, int64_t results, int64_t k)
{
    bool single = d->dtype == GLA_FLOAT32 || d->dtype == GLA_COMPLEX64;
    int64_t parts = (k + LONG - 1) / LONG, most = MOST_PARTS / (results * d->item);
    return !single || parts < 2 || most < 2 ? 1 : parts < most ? parts : most;
}

/* So many groups add up one sum over k that there are enough of them, and that none is long. */
static int64_t count_parts(const gla_cl_dense *d, int64_t tiles, int64_t results, int64_t k)
{
    int64_t accurate = accurate_parts(d, results, k), wanted = 2 * (int64_t)d->cl->compute_units / tiles, most = k / 128;
    if (d->cl->is_cpu || wanted < 2 || most < 2)
        return accurate;
    wanted = wanted < most ? wanted : most;
    return wanted > accurate ? wanted : accurate;
}

static gla_status multiply_ourselves(const gla_cl_dense *d, const gla_cl_product *p, gla_strided a, gla_strided b,
                                     gla_strided c)
{
    gla_cl_kernel *kernel;
    const char *depth = d->item == 16 ? "#define DEPTH 8\n" : "#define DEPTH 16\n";
    int64_t tiles = (p->m + TILE - 1) / TILE * ((p->n + TILE - 1) / TILE) * d->batch, count = p->m * p->n * d->batch;
    product_sizes s = {.m = p->m, .n = p->n, .k = p->k, .batch = d->batch, .a = gla_cl_strides(a), .b = gla_cl_strides(b),
                       .c = gla_cl_strides(c), .conj_a = p->conj_a, .conj_b = p->conj_b, .minus = p->minus, .keep = p->keep,
                       .lower = p->lower, .parts = p->lower ? 1 : count_parts(d, tiles, count, p->k)};
    void *parts = NULL;
    gla_status st = gla_cl_dense_kernel(d, "product.h", depth, "product", &kernel);
    if (!st && s.parts > 1)
        st = gla_cl_alloc(d->op, d->dev, (size_t)(s.parts * count * d->item), &parts);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(b.data), GLA_BUFFER(parts ? parts : c.data)};
    if (!st)
        st = gla_cl_dense_launch(d, kernel, tiles * s.parts, 256, 4, args);
    const gla_argument rest[] = {GLA_VALUE(s), GLA_BUFFER(parts), GLA_BUFFER(c.data)};
    if (!st && parts)
        st = gla_cl_dense_run(d, "product.h", depth, "sum_parts", count, 3, rest);
    gla_cl_free(d->dev, parts);
    return st;
}

/* Products from which on one of CLBlast pays, in multiplications: it takes several launches, and more of the host. */
static double from_work(const gla_cl_dense *d)
{
    static double asked = -1;
    if (asked < 0) {
        const char *env = secure_getenv("GPULINALG_CLBLAST_FROM");
        asked = env && *env ? strtod(env, NULL) : 0;
    }
    return asked > 0 ? asked : d->cl->is_cpu ? 1.6e7 : 1.3e8;
}

gla_status gla_cl_multiply(const gla_cl_dense *d, const gla_cl_product *p, gla_strided a, gla_strided b, gla_strided c)
{
    bool done = true;
    gla_status st = GLA_OK;
    if (p->m == 0 || p->n == 0)
        return GLA_OK;
    /* Long sums of single precision in CLBlast are not accurate. */
    if (!p->lower && p->k > 2 * LONG && accurate_parts(d, p->m * p->n * d->batch, p->k) > 1)
        return multiply_ourselves(d, p, a, b, c);
    if (p->m < 32 || p->n < 32 || p->k < 32 || (double)p->m * (double)p->n * (double)p->k < from_work(d))
        return multiply_ourselves(d, p, a, b, c);
    for (int64_t i = 0; i < d->batch && !st && done; i++)
        st = gla_cl_clblast_multiply(d, p, gla_cl_nth(d, a, i), gla_cl_nth(d, b, i), gla_cl_nth(d, c, i), &done);
    return st || done ? st : multiply_ourselves(d, p, a, b, c);
}
