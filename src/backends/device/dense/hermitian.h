/* hermitian.h - eigenvalues of large symmetric and Hermitian matrices: a matrix becomes a band (band.c), that a tridiagonal
 * matrix (chase.c), whose eigenvalues and vectors tridiagonal.h has; the vectors go the way back.  docs/decisions/0108 says
 * why. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_HERMITIAN_H
#define GLA_BACKENDS_DEVICE_DENSE_HERMITIAN_H

#include "dense.h"

#define GLA_BAND 32 /* elements below the diagonal that the first step leaves */
#define GLA_BAND_COLUMN (3 * GLA_BAND)

/* Before kernels/hermitian.h, chase.h and, of numbers that are at most 2, qr.h. */
extern const char gla_hermitian_lines[];
const char *gla_chase_lines(gla_dtype dtype, bool wide); /* for groups of twice the threads */
const char *gla_band_lines(gla_dtype dtype);

/* Before kernels/chase_back.h: sets of so many warps. */
typedef struct gla_back_variant {
    const char *lines;
    int sets, warps;
} gla_back_variant;
extern const gla_back_variant gla_back_variants[];
extern const int gla_back_count;

/* Before kernels/chase_apply.h, for MMA of that number. */
const char *gla_chase_apply_lines(int mma);

/* band.c: a, whole, becomes a band; below it are reflectors, from row GLA_BAND on as geqrf leaves them, and tau. */
gla_status gla_hermitian_to_band(const gla_dense *d, const gla_matrix *a, void *tau);

/* chase.c: the reflectors that make a band of order n tridiagonal, in blocks of GLA_BAND columns and GLA_BLOCK_ROWS. */
#define GLA_BLOCK_ROWS (2 * GLA_BAND)
typedef struct gla_chased {
    void *kept, *taus;        /* NULL: not wanted */
    int64_t n, blocks, count; /* of blocks: those of the first sweeps, and all */
} gla_chased;

gla_status gla_chase_begin(gla_chased *c, const gla_dense *d, int64_t n, bool vectors);
void gla_chase_end(gla_chased *c, const gla_dense *d);
/* The band, of n columns of GLA_BAND_COLUMN elements, becomes tridiagonal. */
gla_status gla_chase(const gla_chased *c, const gla_dense *d, void *band);

/* chase_back.c: rows of x in memory; behind the n there are zeros. */
int64_t gla_chase_rows(int64_t n);
/* X becomes Q X for the n x n matrix X. */
gla_status gla_chase_back(const gla_chased *c, const gla_dense *d, void *x);

/* hermitian.c: whether the device takes that order, which at least is `from`; all of a stack, one after the other, which
 * either have their eigenvalues or are a failure. */
bool gla_hermitian_takes(gla_device *dev, int64_t n, int64_t from);
gla_status gla_hermitian_each(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                              int64_t batch);

#endif
