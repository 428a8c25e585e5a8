/* fft.h - cuFFT: its plans, and what they do. */
#ifndef GLA_BACKENDS_CUDA_FFT_H
#define GLA_BACKENDS_CUDA_FFT_H

#include "cuda.h"
#include "contract/fft.h"

#define GLA_CUFFT_RANK 3

typedef enum gla_cufft_kind { GLA_CUFFT_COMPLEX, GLA_CUFFT_TO_HALF, GLA_CUFFT_FROM_HALF } gla_cufft_kind;

/* A plan, in cuFFT's own words; all numbers are of 64 bits, so that it is compared as memory. */
typedef struct gla_cufft_key {
    int64_t rank, kind, is_double, batch;
    int64_t n[GLA_CUFFT_RANK], in_embed[GLA_CUFFT_RANK], out_embed[GLA_CUFFT_RANK]; /* zeros behind the rank */
    int64_t in_stride, in_distance, out_stride, out_distance;
} gla_cufft_key;

/* Whether cuFFT is there; it is loaded by the first question. */
bool gla_cufft_is_there(void);
/* The transform in the thread's stream, by a plan that is kept; *done false where cuFFT does not take it. */
gla_status gla_cufft_run(const char *op, gla_cuda *cuda, const gla_cufft_key *key, bool inverse, const void *in, void *out,
                         bool *done);

/* The driver's override. */
gla_status gla_cuda_transform(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out, bool *done);
bool gla_cuda_transforms_strides(gla_device *dev, const gla_fft *f);

#endif
