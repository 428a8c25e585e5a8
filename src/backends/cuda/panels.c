/* panels.c - Streams, kernel launches and products for factorisations by panels. */
#include "config.h"
#include "runtime/allocation.h"

#include "panels.h"

#include <stdlib.h>
#include <string.h>

#define CLUSTER 16

bool gla_cuda_wants_vendor(void)
{
    const char *text = secure_getenv("GPULINALG_DENSE");
    return text && strcmp(text, "vendor") == 0;
}

static gla_status make(const char *op, gla_cuda_panels *p)
{
    int lowest, highest;
    gla_status st = gla_cuda_check(op, cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    if (!st)
        st = gla_cuda_check(op, cudaStreamCreateWithPriority(&p->stream, cudaStreamNonBlocking, highest));
    if (!st)
        st = gla_cuda_check(op, cudaEventCreateWithFlags(&p->factored, cudaEventDisableTiming));
    if (!st)
        st = gla_cuda_check(op, cudaEventCreateWithFlags(&p->updated, cudaEventDisableTiming));
    if (!st)
        st = gla_cublas_check(op, cublasCreate(&p->blas));
    return st ? st : gla_cublas_check(op, cublasSetStream(p->blas, p->stream));
}

static void drop(gla_cuda_panels *p)
{
    if (p->blas)
        cublasDestroy(p->blas);
    if (p->updated)
        cudaEventDestroy(p->updated);
    if (p->factored)
        cudaEventDestroy(p->factored);
    if (p->stream)
        cudaStreamDestroy(p->stream);
    gla_free(p);
}

gla_status gla_math_panels(gla_math_call *c, gla_cuda_panels **panels)
{
    if (!c->math->panels) {
        gla_cuda_panels *p = gla_calloc(1, sizeof *p);
        gla_status st = p ? make(c->op, p) : gla_fail_memory(c->op, sizeof *p);
        if (st) {
            if (p)
                drop(p);
            return st;
        }
        c->math->panels = p;
    }
    *panels = c->math->panels;
    return GLA_OK;
}

gla_status gla_panel_wait(gla_math_call *c, cudaEvent_t event, cudaStream_t done, cudaStream_t waits)
{
    gla_status st = gla_cuda_check(c->op, cudaEventRecord(event, done));
    return st ? st : gla_cuda_check(c->op, cudaStreamWaitEvent(waits, event, 0));
}

gla_status gla_panel_launch(gla_math_call *c, cudaStream_t stream, cudaKernel_t kernel, int blocks, int threads, size_t shared,
                            bool cluster, void **args)
{
    cudaLaunchAttribute size = {.id = cudaLaunchAttributeClusterDimension, .val.clusterDim = {(unsigned)blocks, 1, 1}};
    cudaLaunchConfig_t launch = {.gridDim = {(unsigned)blocks, 1, 1},
                                 .blockDim = {(unsigned)threads, 1, 1},
                                 .dynamicSmemBytes = shared,
                                 .stream = stream,
                                 .attrs = &size,
                                 .numAttrs = cluster};
    return gla_cuda_check(c->op, cudaLaunchKernelExC(&launch, (const void *)kernel, args));
}

gla_status gla_panel_product(gla_math_call *c, cublasHandle_t blas, double alpha, gla_trans ta, const gla_matrix *a,
                             const gla_matrix *b, double beta, const gla_matrix *out)
{
    const double factors[2][2] = {{alpha, 0}, {beta, 0}};
    const float factors_f[2][2] = {{(float)alpha, 0}, {(float)beta, 0}};
    bool single = c->real == CUDA_R_32F;
    return gla_cublas_check(
        c->op, cublasGemmEx_64(blas, gla_cublas_op(ta), CUBLAS_OP_N, out->rows, out->cols, b->rows,
                               single ? (const void *)factors_f[0] : factors[0], a->data, c->type, a->ld, b->data, c->type,
                               b->ld, single ? (const void *)factors_f[1] : factors[1], out->data, c->type, out->ld,
                               single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
}

gla_status gla_panel_products(gla_math_call *c, cublasHandle_t blas, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                              const gla_matrix *out, int64_t count)
{
    const double one[2] = {1, 0}, zero[2] = {0, 0};
    const float one_f[2] = {1, 0}, zero_f[2] = {0, 0};
    bool single = c->real == CUDA_R_32F;
    return gla_cublas_check(
        c->op, cublasGemmStridedBatchedEx_64(blas, gla_cublas_op(ta), CUBLAS_OP_N, out->rows, out->cols, b->rows,
                                             single ? (const void *)one_f : one, a->data, c->type, a->ld, a->stride, b->data,
                                             c->type, b->ld, b->stride, single ? (const void *)zero_f : zero, out->data,
                                             c->type, out->ld, out->stride, count,
                                             single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
}

int gla_panel_rows(int64_t m)
{
    int rows = 1;
    while ((int64_t)rows * 4096 < m)
        rows *= 2;
    return rows;
}

int gla_panel_blocks(int64_t m, int rows_of_block)
{
    int blocks = 1;
    while ((int64_t)blocks * rows_of_block < m)
        blocks *= 2;
    return blocks;
}

gla_status gla_panel_kernel(gla_math_call *c, const gla_panel *panel, cudaKernel_t *kernel)
{
    void *found = NULL;
    gla_status st = gla_device_find(c->dev, &panel->program, panel->kind == GLA_LU_PANEL ? "lu_panel" : "qr_panel", &found);
    *kernel = found;
    if (!st)
        st = gla_cuda_check(c->op, cudaFuncSetAttribute(found, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    if (!st)
        st = gla_cuda_check(c->op,
                            cudaFuncSetAttribute(found, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)panel->shared));
    return st;
}

bool gla_panel_fits(gla_math_call *c, const gla_panel *panel)
{
    signed char *known = &c->math->panel_fits[panel->kind][c->dtype - GLA_FLOAT32][panel->rows > 4 ? 3 : panel->rows / 2];
    if (*known)
        return *known > 0;
    cudaKernel_t kernel;
    int fit = 0;
    cudaLaunchAttribute size = {.id = cudaLaunchAttributeClusterDimension, .val.clusterDim = {CLUSTER, 1, 1}};
    cudaLaunchConfig_t launch = {.gridDim = {CLUSTER, 1, 1},
                                 .blockDim = {(unsigned)panel->threads, 1, 1},
                                 .dynamicSmemBytes = panel->shared,
                                 .attrs = &size,
                                 .numAttrs = 1};
    if (gla_panel_kernel(c, panel, &kernel) || cudaOccupancyMaxActiveClusters(&fit, (const void *)kernel, &launch)) {
        cudaGetLastError();
        gla_clear_error();
        fit = 0;
    }
    *known = fit > 0 ? 1 : -1;
    return fit > 0;
}
