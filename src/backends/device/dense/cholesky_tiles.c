/* cholesky_tiles.c - Cholesky factors of float64 in one launch, by kernels/cholesky_tiles.h. */
#include "dense.h"

#include <stdlib.h>

#define TILE 64 /* as in the kernel */
#define BLOCKS 14
#define PIECE 256
#define SMALLEST 65 /* order from which on this is faster than panel by panel */
#define LARGEST 65536
#define GROUPS_OF_UNIT 3

gla_device_program gla_dense_cholesky_program(void)
{
    return gla_device_typed_with("cholesky_tiles.h", GLA_FLOAT64, getenv("CHOL_CLOCKS") ? getenv("CHOL_SHARE") ? "#define CLOCKS\n#define SHARES\n" : "#define CLOCKS\n" : getenv("CHOL_SHARE") ? "#define SHARES\n" : "");
}

/* NVIDIA's devices with instructions for products of float64, whose groups may wait for those that have begun; the emulated
 * one is of these where its groups take turns. */
bool gla_dense_cholesky_takes(gla_device *dev, gla_dtype dtype, gla_uplo uplo, int64_t n)
{
    const gla_traits *t = gla_device_traits(dev);
    return dtype == GLA_FLOAT64 && uplo == GLA_LOWER && n >= SMALLEST && n <= LARGEST && t->resident_groups > 1 &&
           (t->nvidia == 90 || t->nvidia == 100);
}

static int64_t tiles_of(int64_t n)
{
    return (n + TILE - 1) / TILE;
}

static size_t flags_bytes(int64_t n)
{
    return (size_t)(3 + 3 * tiles_of(n)) * sizeof(int);
}

size_t gla_dense_cholesky_flags(int64_t n)
{
    return (size_t)(tiles_of(n) * BLOCKS * PIECE) * sizeof(double);
}

size_t gla_dense_cholesky_bytes(int64_t n)
{
    return gla_dense_cholesky_flags(n) + flags_bytes(n);
}

int64_t gla_dense_cholesky_groups(gla_device *dev, const gla_cholesky_tiles *t)
{
    const gla_traits *traits = gla_device_traits(dev);
    int64_t rows = tiles_of(t->n), columns = tiles_of(t->columns), all = columns * rows - columns * (columns - 1) / 2;
    const char *env = getenv("CHOL_UNIT");
    int64_t most = traits->units > 1 ? (int64_t)traits->units * (env ? atoi(env) : GROUPS_OF_UNIT) : 2 * traits->resident_groups;
    return 1 + all < most ? 1 + all : most;
}

gla_status gla_dense_cholesky_factor(const gla_dense *d, const gla_cholesky_tiles *t)
{
    void *kernel;
    char *flags = (char *)t->work + gla_dense_cholesky_flags(t->n);
    int64_t columns = tiles_of(t->columns);
    const gla_device_program p = gla_dense_cholesky_program();
    gla_status st = gla_device_find(d->dev, &p, "cholesky_tiles", &kernel);
    if (!st)
        st = gla_device_fill(d->op, d->dev, flags, 0, flags_bytes(t->n));
    const gla_argument args[] = {GLA_VALUE(t->n),     GLA_VALUE(columns),    GLA_VALUE(t->ld),  GLA_VALUE(t->base),
                                 GLA_BUFFER(t->a),    GLA_BUFFER(t->work),   GLA_BUFFER(flags), GLA_BUFFER(t->info)};
    return st ? st : gla_dense_launch(d, kernel, gla_dense_cholesky_groups(d->dev, t), GLA_CHOLESKY_THREADS, 8, args);
}

gla_status gla_dense_cholesky_lost(const char *op, const gla_device *dev)
{
    return gla_fail(GLA_DEVICE_ERROR,
                    "%s: groups of a kernel on %s waited for one another in vain; with GPULINALG_OPENCL_WITHOUT=resident_groups "
                    "none does",
                    op, dev->name);
}
