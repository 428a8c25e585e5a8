/* cholesky_tiles.c - Cholesky factors of float64 in one launch, by kernels/cholesky_tiles.h. */
#include "dense.h"

#define THREADS 128 /* these constants are the same in the kernel */
#define TILE 64
#define BLOCKS 14 /* number of blocks of a diagonal tile, which all groups need */
#define PIECE 256 /* number of elements per block */
#define GROUPS_OF_UNIT 3
#define SMALLEST 65 /* smallest order: two tiles */

gla_device_program gla_dense_cholesky_program(void)
{
    return gla_device_typed("cholesky_tiles.h", GLA_FLOAT64);
}

/* The kernel needs an NVIDIA device with matrix-product instructions for float64.  The emulated device is treated as such a
 * device if its groups take turns. */
bool gla_dense_cholesky_takes(gla_device *dev, gla_dtype dtype, gla_uplo uplo, int64_t n)
{
    const gla_traits *t = gla_device_traits(dev);
    return dtype == GLA_FLOAT64 && uplo == GLA_LOWER && n >= SMALLEST && n <= GLA_CHOLESKY_LARGEST && t->resident_groups > 1 &&
           (t->nvidia == 90 || t->nvidia == 100);
}

static int64_t tiles_of(int64_t n)
{
    return (n + TILE - 1) / TILE;
}

static size_t blocks_bytes(int64_t n)
{
    return (size_t)(tiles_of(n) * BLOCKS * PIECE) * sizeof(double);
}

static size_t flags_bytes(int64_t n)
{
    return (size_t)(3 + 3 * tiles_of(n)) * sizeof(int);
}

size_t gla_dense_cholesky_bytes(int64_t n)
{
    return blocks_bytes(n) + flags_bytes(n);
}

/* Return the number of groups: one for the diagonal and one for each tile off the diagonal, but not more than can be
 * resident. */
static int64_t count_groups(gla_device *dev, int64_t n)
{
    const gla_traits *t = gla_device_traits(dev);
    int64_t all = 1 + tiles_of(n) * (tiles_of(n) + 1) / 2;
    int64_t most = t->units > 1 ? (int64_t)t->units * GROUPS_OF_UNIT : (int64_t)t->resident_groups * (GLA_GROUP / THREADS);
    return all < most ? all : most;
}

gla_status gla_dense_cholesky_factor(const gla_dense *d, const gla_cholesky_tiles *t)
{
    void *kernel;
    char *flags = (char *)t->work + blocks_bytes(t->n);
    const gla_device_program p = gla_dense_cholesky_program();
    gla_status st = gla_device_find(d->dev, &p, "cholesky_tiles", &kernel);
    if (!st)
        st = gla_device_fill(d->op, d->dev, flags, 0, flags_bytes(t->n));
    const gla_argument args[] = {GLA_VALUE(t->n),     GLA_VALUE(t->ld),  GLA_BUFFER(t->a),
                                 GLA_BUFFER(t->work), GLA_BUFFER(flags), GLA_BUFFER(t->info)};
    return st ? st : gla_dense_launch(d, kernel, count_groups(d->dev, t->n), THREADS, 6, args);
}

gla_status gla_dense_cholesky_check(const char *op, const gla_device *dev, const int64_t *info, int64_t batch,
                                    const char *remedy)
{
    for (int64_t i = 0; i < batch && info; i++)
        if (info[i] == GLA_WAIT_TIMED_OUT)
            return gla_fail(GLA_DEVICE_ERROR,
                            "%s: groups of a kernel on %s timed out waiting for one another; set %s to avoid such kernels", op,
                            dev->name, remedy);
    return GLA_OK;
}
