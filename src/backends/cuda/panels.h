/* panels.h - LU and QR factorisation of large matrices by panels, for devices with clusters of thread blocks.  Our own kernels
 * (kernels/lu_panel.h) factor the panels; cuBLAS computes products and solves triangular systems. */
#ifndef GLA_BACKENDS_CUDA_PANELS_H
#define GLA_BACKENDS_CUDA_PANELS_H

#include "math.h"

/* Stream in which panels are factored, ahead of the large products in the thread's own stream. */
typedef struct gla_cuda_panels {
    cudaStream_t stream;
    cublasHandle_t blas; /* handle whose stream this is */
    cudaEvent_t factored, updated;
} gla_cuda_panels;

/* Return the panel stream of the device, created at first use. */
gla_status gla_math_panels(gla_math_call *c, gla_cuda_panels **panels);

/* Return true if GPULINALG_DENSE=vendor is set, in which case cuSOLVER computes the factorisations. */
bool gla_cuda_wants_vendor(void);

/* The kernel of a panel and its launch parameters. */
typedef enum gla_panel_kind { GLA_LU_PANEL, GLA_QR_PANEL } gla_panel_kind;
typedef struct gla_panel {
    gla_panel_kind kind;
    gla_device_program program;
    int rows, threads; /* number of rows per thread (1, 2, 4 or 8), number of threads per thread block */
    size_t shared;     /* bytes of shared memory per thread block */
} gla_panel;

/* Return true if the device can run a cluster of 16 thread blocks of the panel.  The answer is cached. */
bool gla_panel_fits(gla_math_call *c, const gla_panel *panel);

/* Defined in lu_panels.c: gla_lu_panels_take returns true if panels are used for a matrix of this size.  gla_lu_panels factors
 * matrix i of `a` like gla_math_getrf, and stores its status in info[i]. */
bool gla_lu_panels_take(gla_math_call *c, const gla_matrix *a);
gla_status gla_lu_panels(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* Return the program that factors LU panels with `rows` rows per thread: 1, 2, 4 or 8. */
gla_device_program gla_lu_panel_program(gla_dtype dtype, int rows);

/* Defined in qr_panels.c: gla_qr_panels_take returns true if panels are used for a matrix with `rows` rows and k reflectors.
 * The other functions implement geqrf, orgqr and ormqr for one matrix. */
bool gla_qr_panels_take(gla_math_call *c, int64_t rows, int64_t k);
gla_status gla_qr_panels(gla_math_call *c, const gla_matrix *a, void *tau);
gla_status gla_qr_panels_form(gla_math_call *c, const gla_matrix *q, int64_t k, const void *tau);
gla_status gla_qr_panels_apply(gla_math_call *c, bool transposed, const gla_matrix *a, int64_t k, const void *tau,
                               const gla_matrix *x);
gla_device_program gla_qr_panel_program(gla_dtype dtype, int rows);

/* Return the number of rows per thread for a panel of m rows.  For up to 4096 rows it is 1. */
int gla_panel_rows(int64_t m);
/* Return the number of thread blocks that cover m rows, rounded up to a power of two. */
int gla_panel_blocks(int64_t m, int rows_of_block);
/* Find the kernel of a panel, and allow it to use clusters of 16 thread blocks and the shared memory that it needs. */
gla_status gla_panel_kernel(gla_math_call *c, const gla_panel *panel, cudaKernel_t *kernel);
/* Make the stream `waits` wait for the work now in the stream `done`. */
gla_status gla_panel_wait(gla_math_call *c, cudaEvent_t event, cudaStream_t done, cudaStream_t waits);
/* Launch a panel kernel.  If `cluster`, its thread blocks form one cluster. */
gla_status gla_panel_launch(gla_math_call *c, cudaStream_t stream, cudaKernel_t kernel, int blocks, int threads, size_t shared,
                            bool cluster, void **args);
/* Compute out = alpha op(a) b + beta out.  `blas` is the cuBLAS handle of one of the two streams. */
gla_status gla_panel_product(gla_math_call *c, cublasHandle_t blas, double alpha, gla_trans ta, const gla_matrix *a,
                             const gla_matrix *b, double beta, const gla_matrix *out);
/* Compute out = op(a) b for each matrix of a stack. */
gla_status gla_panel_products(gla_math_call *c, cublasHandle_t blas, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                              const gla_matrix *out, int64_t count);

#endif
