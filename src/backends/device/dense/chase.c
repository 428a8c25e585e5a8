/* chase.c - Reduce a Hermitian band to tridiagonal form by kernels/chase.h.
 *
 * The reflectors of GLA_BAND sweeps at one position form a block of GLA_BAND columns and twice as many rows, in which each
 * reflector begins one row below the previous reflector.  The first row is empty, so that every block is at an aligned address,
 * as the libraries require. */
#include "hermitian.h"

static const char single_4[] = "#define BAND 32\n#define SLICES 4\n#define NEGLIGIBLE 1e-30f\n";
static const char single_8[] = "#define BAND 32\n#define SLICES 8\n#define NEGLIGIBLE 1e-30f\n";
static const char double_4[] = "#define BAND 32\n#define SLICES 4\n#define NEGLIGIBLE 1e-290\n";
static const char double_8[] = "#define BAND 32\n#define SLICES 8\n#define NEGLIGIBLE 1e-290\n";

static bool is_single(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
}

const char *gla_band_lines(gla_dtype dtype)
{
    return is_single(dtype) ? "#define WIDTH 32\n#define GROUP 32\n#define NEGLIGIBLE 1e-30f\n"
                            : "#define WIDTH 32\n#define GROUP 32\n#define NEGLIGIBLE 1e-290\n";
}

const char *gla_chase_lines(gla_dtype dtype, bool wide)
{
    if (wide)
        return is_single(dtype) ? single_8 : double_8;
    return is_single(dtype) ? single_4 : double_4;
}

gla_status gla_chase_begin(gla_chased *c, const gla_dense *d, int64_t n, bool vectors)
{
    int64_t blocks = (n - 1 + GLA_BAND - 1) / GLA_BAND;
    *c = (gla_chased){.n = n, .blocks = blocks, .count = (blocks + 1) * (blocks + 1) / 4 + blocks * blocks / 4};
    size_t taus = (size_t)(c->count * GLA_BAND * d->item), kept = taus * GLA_BLOCK_ROWS;
    if (!vectors)
        return GLA_OK;
    gla_status st = gla_device_scratch(d->op, d->dev, kept + taus, &c->kept);
    if (st)
        return st;
    c->taus = (char *)c->kept + kept;
    return gla_device_fill(d->op, d->dev, c->kept, 0, kept + taus);
}

void gla_chase_end(gla_chased *c, const gla_dense *d)
{
    gla_device_drop(d->dev, c->kept);
}

/* ---- the reduction ------------------------------------------------------------------------------------------------------- */
static gla_status run_sweeps(const gla_chased *c, const gla_dense *d, void *band)
{
    chase_sizes s = {c->n, 0, 0, c->blocks};
    bool wide = gla_device_traits(d->dev)->has_warps; /* NVIDIA's OpenCL does not run this kernel with groups of 512 threads */
    int64_t groups = c->blocks / 2 + 2;
    size_t bytes = (size_t)c->n * sizeof(int);
    void *kernel, *progress;
    gla_status st = gla_dense_kernel(d, "chase.h", gla_chase_lines(d->dtype, wide), "chase_sweeps", &kernel);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, bytes + sizeof(int), &progress);
    if (st)
        return st;
    void *next = (char *)progress + bytes;
    const gla_argument args[] = {GLA_VALUE(s),        GLA_BUFFER(band), GLA_BUFFER(c->kept),
                                 GLA_BUFFER(c->taus), GLA_BUFFER(next), GLA_BUFFER(progress)};
    st = gla_device_fill(d->op, d->dev, progress, 0, bytes);
    if (!st)
        st = gla_device_fill(d->op, d->dev, next, 0xff, sizeof(int));
    if (!st)
        st = gla_dense_launch(d, kernel, groups, 2 * GLA_BAND * (wide ? 8 : 4), 6, args);
    gla_device_drop(d->dev, progress);
    return st;
}

static gla_status run_waves(const gla_chased *c, const gla_dense *d, void *band)
{
    chase_sizes s = {c->n, 0, c->blocks / 2 + 2, c->blocks};
    void *kernel, *now;
    gla_status st = gla_dense_kernel(d, "chase.h", gla_chase_lines(d->dtype, false), "chase_wave", &kernel);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, (size_t)(s.slots * (GLA_BAND + 1) * d->item), &now);
    if (st)
        return st;
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(band), GLA_BUFFER(now), GLA_BUFFER(c->kept), GLA_BUFFER(c->taus)};
    st = gla_dense_launch_each(d, kernel, c->blocks / 2 + 1, 2 * GLA_BAND * 4, 5, args, 2 * c->n - 3, &s.wave);
    gla_device_drop(d->dev, now);
    return st;
}

gla_status gla_chase(const gla_chased *c, const gla_dense *d, void *band)
{
    return gla_device_traits(d->dev)->groups_wait ? run_sweeps(c, d, band) : run_waves(c, d, band);
}
