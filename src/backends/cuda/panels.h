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

/* Whether a cluster of 16 blocks of a panel fits onto the device; looked at once. */
bool gla_panels_have_clusters(gla_math_call *c);

/* lu_panels.c: whether a matrix so large is taken; LU of matrix i of a, into info[i], as gla_math_getrf. */
bool gla_lu_panels_take(gla_math_call *c, const gla_matrix *a);
gla_status gla_lu_panels(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* Its panels for threads of so many rows: 1, 2, 4 or 8. */
gla_device_program gla_lu_panel_program(gla_dtype dtype, int rows);

/* Enqueue a kernel of a panel: so many blocks, a cluster. */
gla_status gla_panel_launch(gla_math_call *c, cudaStream_t stream, cudaKernel_t kernel, int blocks, int threads, size_t shared,
                            bool cluster, void **args);
/* less -= a b; blas is the handle of one of the streams. */
gla_status gla_panel_less_product(gla_math_call *c, cublasHandle_t blas, const gla_matrix *a, const gla_matrix *b,
                                  const gla_matrix *less);

#endif
