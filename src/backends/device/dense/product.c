/* product.c - Matrix products, by the vendor's library if the driver has one, and otherwise by kernels/product.h. */
#include "dense.h"

#include <stdatomic.h>

#define LONG 4096            /* longer single-precision sums are computed in parts, which are added in double precision */
#define MAX_PARTS (64 << 20) /* bytes */
#define SUMS 32              /* number of sums that one group adds */

static int64_t accurate_parts(const gla_dense *d, int64_t results, int64_t k)
{
    bool single = d->dtype == GLA_FLOAT32 || d->dtype == GLA_COMPLEX64;
    int64_t parts = (k + LONG - 1) / LONG, most = MAX_PARTS / (results * d->item);
    return !single || parts < 2 || most < 2 ? 1 : parts < most ? parts : most;
}

/* Return the number of parts of each sum over k.  The number is chosen so that enough groups are busy and no sum is long. */
static int64_t count_parts(const gla_dense *d, int64_t tiles, int64_t results, int64_t k)
{
    int64_t accurate = accurate_parts(d, results, k), wanted = 2 * (int64_t)gla_device_units(d->dev) / tiles, most = k / 128;
    if (gla_device_traits(d->dev)->is_cpu || wanted < 2 || most < 2)
        return accurate;
    wanted = wanted < most ? wanted : most;
    return wanted > accurate ? wanted : accurate;
}

gla_status gla_dense_sum_parts(const gla_dense *d, const gla_product *p, int64_t count, void *parts, gla_strided c)
{
    product_sizes s = {.m = p->m, .n = p->n, .batch = d->batch, .c = gla_dense_strides(c), .keep = p->keep, .parts = count};
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(parts), GLA_BUFFER(c.data)};
    int64_t groups = (p->m * p->n * d->batch + SUMS - 1) / SUMS, most = (int64_t)gla_device_units(d->dev) * 32;
    void *kernel;
    gla_status st = gla_dense_kernel(d, "product_parts.h", "", "sum_parts", &kernel);
    return st ? st : gla_dense_launch(d, kernel, groups < most ? groups : most, GLA_GROUP, 3, args);
}

/* ---- tiles --------------------------------------------------------------------------------------------------------------- */
typedef struct tile {
    int rows, columns, threads;
    const char *file, *lines;
} tile;

#define TILE(rows, columns, depth, threads, more)                                                                        \
    {                                                                                                                    \
        rows, columns, threads, "product.h",                                                                             \
            "#define TILE_M " #rows "\n#define TILE_N " #columns "\n#define DEPTH " #depth "\n#define THREADS " #threads \
            "\n" more                                                                                                    \
    }
#define PROCESSOR(depth)                                             \
    {                                                                \
        64, 64, 256, "product_plain.h", "#define DEPTH " #depth "\n" \
    }
#define WARPS(architecture) "#define MMA " #architecture "\n"
#define ASYNC_STAGES(stages) "#define ASYNC_STAGES " #stages "\n"

/* Programs for CPUs, for threads of any other device, and for warps of NVIDIA devices.  For each dtype there are a large and a
 * small tile. */
enum { SERIAL, PLAIN, WARPS_80, WARPS_90, KINDS };
_Static_assert(2 * KINDS == GLA_DENSE_PRODUCTS && 2 * PLAIN == GLA_DENSE_PRODUCTS_PARALLEL &&
                   2 * WARPS_80 == GLA_DENSE_PRODUCTS_NVIDIA,
               "dense.h counts other programs");
#define DOUBLE(architecture) TILE(64, 64, 8, 128, WARPS(architecture) ASYNC_STAGES(4))
#define COMPLEX(architecture) TILE(64, 64, 8, 256, WARPS(architecture) ASYNC_STAGES(2))
static const tile tiles[KINDS][4][2] = {
    [SERIAL] = {{PROCESSOR(16), PROCESSOR(16)},
                {PROCESSOR(16), PROCESSOR(16)},
                {PROCESSOR(16), PROCESSOR(16)},
                {PROCESSOR(8), PROCESSOR(8)}},
    [PLAIN] = {{TILE(128, 128, 8, 256, ""), TILE(64, 64, 8, 256, "")},
               {TILE(128, 64, 8, 256, ""), TILE(64, 64, 8, 256, "")},
               {TILE(128, 64, 8, 256, ""), TILE(64, 64, 8, 256, "")},
               {TILE(64, 64, 4, 256, ""), TILE(64, 64, 4, 256, "")}},
    [WARPS_80] = {[1] = {DOUBLE(80), DOUBLE(80)}, [3] = {COMPLEX(80), COMPLEX(80)}},
    [WARPS_90] = {[1] = {DOUBLE(90), DOUBLE(90)}, [3] = {COMPLEX(90), COMPLEX(90)}},
};

static const tile *tiles_of(int way, gla_dtype dtype)
{
    return tiles[way][dtype - GLA_FLOAT32];
}

bool gla_dense_product_program(gla_dtype dtype, int number, gla_device_program *p)
{
    const tile *t = tiles_of(number / 2, dtype) + number % 2;
    *p = gla_device_typed_with(t->file, dtype, t->lines);
    return t->lines != NULL;
}

static int64_t count_tiles(const tile *t, int64_t m, int64_t n)
{
    return (m + t->rows - 1) / t->rows * ((n + t->columns - 1) / t->columns);
}

/* Set if NVIDIA's compiler rejected the special instructions, which are then not tried again. */
static atomic_bool is_refused;

/* Return the kind of kernel to use.  On other NVIDIA architectures, double-precision matrix units exist only for compatibility
 * and are slow. */
static int choose_kind(const gla_dense *d)
{
    const gla_traits *traits = gla_device_traits(d->dev);
    bool is_double = d->dtype == GLA_FLOAT64 || d->dtype == GLA_COMPLEX128;
    if (traits->is_cpu)
        return SERIAL;
    if (!is_double || atomic_load(&is_refused))
        return PLAIN;
    return traits->nvidia == 80 ? WARPS_80 : traits->nvidia == 90 || traits->nvidia == 100 ? WARPS_90 : PLAIN;
}

int gla_dense_multiplying_warps(const gla_dense *d)
{
    int way = choose_kind(d);
    return way == WARPS_90 ? 90 : way == WARPS_80 ? 80 : 0;
}

void gla_dense_refuse_warps(void)
{
    atomic_store(&is_refused, true);
}

/* Use small tiles if large tiles would leave compute units idle. */
static gla_status find_kernel(const gla_dense *d, const gla_product *p, int way, const tile **t, void **kernel)
{
    const tile *both = tiles_of(way, d->dtype);
    bool few = count_tiles(both, p->m, p->n) * d->batch < gla_device_units(d->dev);
    *t = few ? both + 1 : both;
    return gla_dense_kernel(d, (*t)->file, (*t)->lines, "product", kernel);
}

static gla_status choose(const gla_dense *d, const gla_product *p, const tile **t, void **kernel)
{
    int way = choose_kind(d);
    gla_status st = find_kernel(d, p, way, t, kernel);
    if (st != GLA_COMPILE_ERROR || way <= PLAIN)
        return st;
    gla_dense_refuse_warps();
    return find_kernel(d, p, PLAIN, t, kernel);
}

static gla_status multiply_ourselves(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c)
{
    void *kernel, *parts = NULL;
    const tile *t;
    gla_status st = choose(d, p, &t, &kernel);
    if (st)
        return st;
    int64_t groups = count_tiles(t, p->m, p->n) * d->batch, count = p->m * p->n * d->batch;
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
                       .parts = p->lower ? 1 : count_parts(d, groups, count, p->k)};
    if (s.parts > 1)
        st = gla_device_scratch(d->op, d->dev, (size_t)(s.parts * count * d->item), &parts);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(b.data), GLA_BUFFER(parts ? parts : c.data)};
    if (!st)
        st = gla_dense_launch(d, kernel, groups * s.parts, t->threads, 4, args);
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
    /* Vendors' libraries do not compute long single-precision sums accurately. */
    bool is_long = !p->lower && p->k > 2 * LONG && accurate_parts(d, p->m * p->n * d->batch, p->k) > 1;
    bool is_ours = is_long || choose_kind(d) == WARPS_90; /* 40 TFLOP/s on an H100; CLBlast: 19 on an H200 */
    if (gla_device_driver.multiply && !is_ours)
        st = gla_device_driver.multiply(d, p, a, b, c, &done);
    return st || done ? st : multiply_ourselves(d, p, a, b, c);
}
