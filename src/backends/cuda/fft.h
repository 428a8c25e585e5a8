/* fft.h - Fourier transforms by cuFFT: plans and their execution. */
#ifndef GLA_BACKENDS_CUDA_FFT_H
#define GLA_BACKENDS_CUDA_FFT_H

#include "cuda.h"
#include "contract/fft.h"

#define GLA_CUFFT_RANK 3

typedef enum gla_cufft_kind { GLA_CUFFT_COMPLEX, GLA_CUFFT_TO_HALF, GLA_CUFFT_FROM_HALF } gla_cufft_kind;

/* Key of a plan: the parameters of cufftPlanMany.  All members have 64 bits, so that keys can be compared with memcmp. */
typedef struct gla_cufft_key {
    int64_t rank, kind, is_double, batch;
    int64_t n[GLA_CUFFT_RANK], in_embed[GLA_CUFFT_RANK], out_embed[GLA_CUFFT_RANK]; /* zeros after the rank */
    int64_t in_stride, in_distance, out_stride, out_distance;
} gla_cufft_key;

/* Return true if cuFFT is available.  The first call loads it. */
bool gla_cufft_is_available(void);
/* Run a transform in the thread's stream, with a cached plan.  Set *done to false if cuFFT has no plan for the transform. */
gla_status gla_cufft_run(const char *op, gla_cuda *cuda, const gla_cufft_key *key, bool inverse, const void *in, void *out,
                         bool *done);

/* Implement the driver's slots `transform` and `transforms_strides`. */
gla_status gla_cuda_transform(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out, bool *done);
bool gla_cuda_transforms_strides(gla_device *dev, const gla_fft *f);

#endif
