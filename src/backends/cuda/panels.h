/* panels.h - factorisations of large matrices in panels of our own (kernels/lu_panel.h), for devices with clusters of thread
 * blocks; products and triangular systems are cuBLAS's. */
#ifndef GLA_BACKENDS_CUDA_PANELS_H
#define GLA_BACKENDS_CUDA_PANELS_H

#include "math.h"

/* Two streams: the thread's own, for the large products, and one for the panels, which go before. */
typedef struct gla_cuda_panels {
    cudaStream_t stream;
    cublasHandle_t blas; /* of that stream */
    cudaEvent_t factored, updated;
} gla_cuda_panels;

/* Those of the device, made at first use. */
gla_status gla_math_panels(gla_math_call *c, gla_cuda_panels **panels);

/* GPULINALG_DENSE=vendor: leave factorisations to cuSOLVER. */
bool gla_cuda_wants_vendor(void);

/* What a panel's kernel needs. */
typedef enum gla_panel_kind { GLA_LU_PANEL, GLA_QR_PANEL } gla_panel_kind;
typedef struct gla_panel {
    gla_panel_kind kind;
    gla_device_program program;
    int rows, threads; /* of a thread: 1, 2, 4 or 8; of a block */
    size_t shared;     /* bytes of local memory of a block */
} gla_panel;

/* Whether a cluster of 16 blocks of it fits onto the device; looked at once. */
bool gla_panel_fits(gla_math_call *c, const gla_panel *panel);

/* lu_panels.c: whether a matrix so large is taken; LU of matrix i of a, into info[i], as gla_math_getrf. */
bool gla_lu_panels_take(gla_math_call *c, const gla_matrix *a);
gla_status gla_lu_panels(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* Its panels for threads of so many rows: 1, 2, 4 or 8. */
gla_device_program gla_lu_panel_program(gla_dtype dtype, int rows);

/* qr_panels.c: whether a matrix of so many rows and k reflectors is taken; the three routines of LAPACK, for one matrix. */
bool gla_qr_panels_take(gla_math_call *c, int64_t rows, int64_t k);
gla_status gla_qr_panels(gla_math_call *c, const gla_matrix *a, void *tau);
gla_status gla_qr_panels_form(gla_math_call *c, const gla_matrix *q, int64_t k, const void *tau);
gla_status gla_qr_panels_apply(gla_math_call *c, bool transposed, const gla_matrix *a, int64_t k, const void *tau,
                               const gla_matrix *x);
gla_device_program gla_qr_panel_program(gla_dtype dtype, int rows);

/* Rows of a thread of a panel of m rows, where those of 4096 rows have one. */
int gla_panel_rows(int64_t m);
/* Blocks, a power of two, that have so many rows together. */
int gla_panel_blocks(int64_t m, int rows_of_block);
/* Its kernel, allowed clusters of 16 blocks and its local memory. */
gla_status gla_panel_kernel(gla_math_call *c, const gla_panel *panel, cudaKernel_t *kernel);
/* Let a stream wait for what is in another now. */
gla_status gla_panel_wait(gla_math_call *c, cudaEvent_t event, cudaStream_t done, cudaStream_t waits);
/* Enqueue a kernel of a panel: so many blocks, a cluster. */
gla_status gla_panel_launch(gla_math_call *c, cudaStream_t stream, cudaKernel_t kernel, int blocks, int threads, size_t shared,
                            bool cluster, void **args);
/* out = alpha op(a) b + beta out; blas is the handle of one of the streams. */
gla_status gla_panel_product(gla_math_call *c, cublasHandle_t blas, double alpha, gla_trans ta, const gla_matrix *a,
                             const gla_matrix *b, double beta, const gla_matrix *out);
/* out = op(a) b for each of a stack. */
gla_status gla_panel_products(gla_math_call *c, cublasHandle_t blas, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                              const gla_matrix *out, int64_t count);

#endif
