/* cuda.h - what the files of the CUDA backend share. */
#ifndef GLA_BACKENDS_CUDA_H
#define GLA_BACKENDS_CUDA_H

#include "backend.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

typedef struct gla_cuda_program gla_cuda_program;

/* One GPU: its stream, memory pool and the programs compiled for it. */
typedef struct gla_cuda {
    int ordinal;
    int compute_capability; /* 90 for 9.0 */
    int multiprocessors;
    cudaStream_t stream;
    cudaMemPool_t pool;
    pthread_mutex_t lock; /* guards what follows */
    gla_cuda_program *programs;
    void *math; /* handles of the vendor libraries, made by the math module at first use */
} gla_cuda;

/* Make dev the thread's device; every slot begins with it.  Its process must be the one that opened the device: CUDA does
 * not survive fork(). */
gla_status gla_cuda_enter(const char *op, gla_device *dev, gla_cuda **cuda);

/* GLA_OK for cudaSuccess, else the thread's error with CUDA's own words. */
gla_status gla_cuda_check(const char *op, cudaError_t error);

/* Scratch memory in stream order. */
gla_status gla_cuda_alloc(const char *op, gla_device *dev, size_t bytes, void **data);
void gla_cuda_free(gla_device *dev, void *data);

/* A kernel by its name from a program that is compiled on first use: `source` is the file's text (kernels/NAME), `defines`
 * are lines put before it.  Programs are told apart by (file, defines). */
gla_status gla_cuda_kernel(gla_device *dev, const char *file, const char *defines, const char *name,
                           cudaKernel_t *kernel);
gla_status gla_cuda_launch(const char *op, gla_device *dev, cudaKernel_t kernel, unsigned blocks, unsigned threads,
                           size_t shared, void **args);

/* Copies between ordinary host memory and the device through pinned chunks filled by several threads. */
gla_status gla_cuda_upload(gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cuda_download(gla_device *dev, void *host, const void *src, size_t bytes);

/* Products of integers, which cuBLAS does not have. */
gla_status gla_cuda_integer_gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                                 const gla_matrix *b, const gla_matrix *c, int64_t batch);

extern const gla_array_ops gla_cuda_array_ops;
extern const gla_blas_ops gla_cuda_blas_ops;
extern const gla_lapack_ops gla_cuda_lapack_ops;

#endif
