/* dense.h - what the files of dense linear algebra share.
 *
 * Matrices are gla_strided: so a transpose, a part, the lower triangle of the transpose are other numbers in the same struct,
 * and each algorithm is written once.  Each works on a whole stack at a time, and puts its work into the queue without waiting
 * for any: what decides, as the choice of pivots, is decided on the device. */
#ifndef GLA_BACKENDS_OPENCL_DENSE_H
#define GLA_BACKENDS_OPENCL_DENSE_H

#include "backends/device/array_kernels.h"
#include "backends/device/layouts.h"
#include "opencl.h"

#define GLA_CL_BLOCK 32 /* columns of a panel; order of the triangles that one group solves with */

/* One call into this room. */
typedef struct gla_cl_dense {
    const char *op;
    gla_device *dev;
    gla_cl *cl;
    gla_dtype dtype;
    int64_t item, batch;
    char types[600]; /* lines before all kernels' texts */
} gla_cl_dense;

gla_status gla_cl_dense_begin(gla_cl_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* A kernel from kernels/, with more lines before its text. */
gla_status gla_cl_dense_kernel(const gla_cl_dense *d, const char *file, const char *defines, const char *name,
                               gla_cl_kernel **kernel);
gla_status gla_cl_dense_launch(const gla_cl_dense *d, gla_cl_kernel *kernel, int64_t groups, int threads, int n,
                               const gla_argument *args);
/* Once for each column from `column` on, a number in the first argument. */
gla_status gla_cl_dense_columns(const gla_cl_dense *d, gla_cl_kernel *kernel, int64_t groups, int threads, int n,
                                const gla_argument *args, int64_t count, int64_t *column);
/* Find and launch it, with a thread for each of n steps. */
gla_status gla_cl_dense_run(const gla_cl_dense *d, const char *file, const char *defines, const char *name, int64_t n,
                            int n_args, const gla_argument *args);
static inline stack_strides gla_cl_strides(gla_strided a)
{
    return (stack_strides){a.row, a.col, a.step};
}
/* The same as an argument. */
#define GLA_STACK(m) {GLA_ARGUMENT_VALUE, &(m).row, sizeof(stack_strides)}

/* The part that begins at (row, col). */
static inline gla_strided gla_cl_part(const gla_cl_dense *d, gla_strided a, int64_t row, int64_t col)
{
    a.data = (char *)a.data + (row * a.row + col * a.col) * d->item;
    return a;
}

static inline gla_strided gla_cl_transposed(gla_strided a)
{
    return (gla_strided){a.data, a.col, a.row, a.step};
}

static inline gla_strided gla_cl_columns(const gla_matrix *m)
{
    return (gla_strided){m->data, 1, m->ld, m->stride};
}

/* Matrix b of a stack. */
static inline gla_strided gla_cl_nth(const gla_cl_dense *d, gla_strided a, int64_t b)
{
    a.data = (char *)a.data + b * a.step * d->item;
    return a;
}

/* ---- product.c ---- */
typedef struct gla_cl_product {
    int64_t m, n, k;
    bool conj_a, conj_b;
    bool minus, keep; /* C = C - A B has both */
    bool lower;       /* what is above the diagonal of C need not be computed, and may hold anything then */
} gla_cl_product;

gla_status gla_cl_multiply(const gla_cl_dense *d, const gla_cl_product *p, gla_strided a, gla_strided b, gla_strided c);

/* ---- clblast.c ---- */
/* The product of one matrix by CLBlast; *done false when it is not there, or does not take such strides. */
gla_status gla_cl_clblast_multiply(const gla_cl_dense *d, const gla_cl_product *p, gla_strided a, gla_strided b, gla_strided c,
                                   bool *done);

/* ---- blas.c ---- */
typedef struct gla_cl_triangle {
    int64_t n, columns;
    bool upper, unit, conjugate;
} gla_cl_triangle;

/* B = A^-1 B for a triangular A. */
gla_status gla_cl_solve(const gla_cl_dense *d, gla_cl_triangle t, gla_strided a, gla_strided b);

/* ---- the slots ---- */
gla_status gla_cl_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b, int64_t batch,
                       int64_t *info, double *estimates, bool wanted);
gla_status gla_cl_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                        int64_t *info, double *estimates, bool wanted);
gla_status gla_cl_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info);
gla_status gla_cl_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_cl_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                        int64_t batch);
gla_status gla_cl_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect, const void *tau,
                        const gla_matrix *c, int64_t batch);
gla_status gla_cl_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                           double *sums);
gla_status gla_cl_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                             const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info,
                               double *estimates, gla_small *answer);
gla_status gla_cl_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                              int64_t batch, int64_t *info, gla_small *answer);
extern const gla_blas_ops gla_cl_blas_ops;
extern const gla_lapack_ops gla_cl_lapack_ops;

/* Integers that the device has computed, one after the other, to the host; waits. */
gla_status gla_cl_read_ints(const gla_cl_dense *d, const int *data, int64_t n, int64_t add, int64_t *out);

#endif
