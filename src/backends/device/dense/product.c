/* product.c - products, by the vendor's library where the driver has one, else by kernels/product.h. */
#include "dense.h"

#define TILE 64

#define LONG 4096            /* sums of single precision that are longer are made in parts, which are added in double */
#define MAX_PARTS (64 << 20) /* bytes */

static int64_t accurate_parts(const gla_dense *d, int64_t results, int64_t k)
{
    bool single = d->dtype == GLA_FLOAT32 || d->dtype == GLA_COMPLEX64;
    int64_t parts = (k + LONG - 1) / LONG, most = MAX_PARTS / (results * d->item);
    return !single || parts < 2 || most < 2 ? 1 : parts < most ? parts : most;
}

/* So many groups add up one sum over k that there are enough of them, and that none is long. */
static int64_t count_parts(const gla_dense *d, int64_t tiles, int64_t results, int64_t k)
{
    int64_t accurate = accurate_parts(d, results, k), wanted = 2 * (int64_t)gla_device_units(d->dev) / tiles, most = k / 128;
    if (gla_device_traits(d->dev)->is_cpu || wanted < 2 || most < 2)
        return accurate;
    wanted = wanted < most ? wanted : most;
    return wanted > accurate ? wanted : accurate;
}

static const char *lines(const gla_dense *d)
{
    return d->item == 16 ? "#define DEPTH 8\n" : "#define DEPTH 16\n";
}

gla_status gla_dense_sum_parts(const gla_dense *d, const gla_product *p, int64_t count, void *parts, gla_strided c)
{
    product_sizes s = {.m = p->m, .n = p->n, .batch = d->batch, .c = gla_dense_strides(c), .keep = p->keep, .parts = count};
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(parts), GLA_BUFFER(c.data)};
    return gla_dense_run(d, "product.h", lines(d), "sum_parts", p->m * p->n * d->batch, 3, args);
}

static gla_status multiply_ourselves(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c)
{
    void *kernel;
    int64_t tiles = (p->m + TILE - 1) / TILE * ((p->n + TILE - 1) / TILE) * d->batch, count = p->m * p->n * d->batch;
    product_sizes s = {.m = p->m,
                       .n = p->n,
                       .k = p->k,
                       .batch = d->batch,
                       .a = gla_dense_strides(a),
                       .b = gla_dense_strides(b),
                       .c = gla_dense_strides(c),
                       .conj_a = p->conj_a,
                       .conj_b = p->conj_b,
                       .minus = p->minus,
                       .keep = p->keep,
                       .lower = p->lower,
                       .parts = p->lower ? 1 : count_parts(d, tiles, count, p->k)};
    void *parts = NULL;
    gla_status st = gla_dense_kernel(d, "product.h", lines(d), "product", &kernel);
    if (!st && s.parts > 1)
        st = gla_device_scratch(d->op, d->dev, (size_t)(s.parts * count * d->item), &parts);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(b.data), GLA_BUFFER(parts ? parts : c.data)};
    if (!st)
        st = gla_dense_launch(d, kernel, tiles * s.parts, 256, 4, args);
    if (!st && parts)
        st = gla_dense_sum_parts(d, p, s.parts, parts, c);
    gla_device_drop(d->dev, parts);
    return st;
}

gla_status gla_dense_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c)
{
    bool done = false;
    gla_status st = GLA_OK;
    if (p->m == 0 || p->n == 0)
        return GLA_OK;
    /* Long sums of single precision are not accurate in vendors' libraries. */
    bool is_long = !p->lower && p->k > 2 * LONG && accurate_parts(d, p->m * p->n * d->batch, p->k) > 1;
    if (gla_device_driver.multiply && !is_long)
        st = gla_device_driver.multiply(d, p, a, b, c, &done);
    return st || done ? st : multiply_ourselves(d, p, a, b, c);
}
