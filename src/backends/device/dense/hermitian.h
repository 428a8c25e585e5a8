/* hermitian.h - Eigenvalues of large symmetric and Hermitian matrices.  The matrix is reduced to a band (band.c), and the band
 * to a tridiagonal matrix (chase.c).  Functions of tridiagonal.h compute the eigenvalues and eigenvectors of the tridiagonal
 * matrix, and the eigenvectors are transformed back.  See docs/design/eigenvalues-and-svd.md. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_HERMITIAN_H
#define GLA_BACKENDS_DEVICE_DENSE_HERMITIAN_H

#include "dense.h"

#define GLA_BAND 32 /* number of subdiagonals that the first step leaves */
#define GLA_BAND_COLUMN (3 * GLA_BAND)

/* Lines inserted before kernels/hermitian.h, chase.h and, for matrices whose elements have magnitude at most 2, qr.h. */
extern const char gla_hermitian_lines[];
const char *gla_chase_lines(gla_dtype dtype, bool wide); /* wide: groups have twice the number of threads */
const char *gla_band_lines(gla_dtype dtype);

/* Lines inserted before kernels/chase_back.h, for `sets` sets of `warps` warps. */
typedef struct gla_back_variant {
    const char *lines;
    int sets, warps;
} gla_back_variant;
extern const gla_back_variant gla_back_variants[];
extern const int gla_back_count;

/* Return the lines inserted before kernels/chase_apply.h, which define MMA as `mma`. */
const char *gla_chase_apply_lines(int mma);

/* Defined in band.c: Reduce `a`, of which both triangles are stored, to a band.  The reflectors remain below the band, from row
 * GLA_BAND on, in the format of geqrf.  Their scales are written to tau. */
gla_status gla_hermitian_to_band(const gla_dense *d, const gla_matrix *a, void *tau);

/* Defined in chase.c: Reflectors that reduce a band of order n to tridiagonal form, stored in blocks of GLA_BAND columns and
 * GLA_BLOCK_ROWS rows. */
#define GLA_BLOCK_ROWS (2 * GLA_BAND)
typedef struct gla_chased {
    void *kept, *taus;        /* NULL if vectors are not requested */
    int64_t n, blocks, count; /* order; number of blocks of the first sweeps; number of all blocks */
} gla_chased;

gla_status gla_chase_begin(gla_chased *c, const gla_dense *d, int64_t n, bool vectors);
void gla_chase_end(gla_chased *c, const gla_dense *d);
/* Reduce the band, which is stored as n columns of GLA_BAND_COLUMN elements, to tridiagonal form. */
gla_status gla_chase(const gla_chased *c, const gla_dense *d, void *band);

/* Defined in chase_apply_vectors.c: Return the number of rows of x in memory.  Rows after the first n are zero. */
int64_t gla_chase_rows(int64_t n);
/* Replace the n x n matrix X by Q X. */
gla_status gla_chase_back(const gla_chased *c, const gla_dense *d, void *x);

/* Defined in hermitian.c: Return true if the device decomposes matrices of order n, which normally must be at least `from`.
 * gla_hermitian_each() decomposes the matrices of a stack one after another, and fails if any decomposition fails. */
bool gla_hermitian_takes(gla_device *dev, int64_t n, int64_t from);
gla_status gla_hermitian_each(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                              int64_t batch);

#endif
