/* fft.h - one pass of a transform on the host: all lines along one axis. */
#ifndef GLA_BACKENDS_HOST_FFT_FFT_H
#define GLA_BACKENDS_HOST_FFT_FFT_H

#include "fftw.h"
#include "backends/host/host.h"
#include "contract/fft.h"

/* How numbers come from an array to a line of the transform, and back. */
typedef enum gla_fft_line { GLA_LINE_COMPLEX, GLA_LINE_REAL, GLA_LINE_HALF, GLA_LINE_WHOLE } gla_fft_line;

typedef struct gla_fft_pass {
    const char *op;
    const gla_fftw *fftw;
    const gla_fftw_plan *plan;
    bool is_double;
    gla_fft_line load, store;
    bool by_complex; /* real numbers by a complex transform, which is faster for lengths with large primes */
    gla_fft_axis axis;
    gla_fft_axis tile; /* lines side by side, of which `width` are done together; n 1 where there are none */
    int64_t width, tiles;
    int n_outer;
    gla_fft_axis outer[GLA_MAX_NDIM];
    double scale;
    const void *in;
    void *out;
    int64_t pitch; /* of lines in a block of scratch, in complex elements */
    _Atomic int status;
} gla_fft_pass;

/* Lines [begin, end) of tiles: the body of a parallel loop. */
void gla_host_fft_float32(void *pass, int64_t begin, int64_t end);
void gla_host_fft_float64(void *pass, int64_t begin, int64_t end);

#endif
