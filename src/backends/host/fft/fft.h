/* fft.h - One pass of a Fourier transform on the host, over all lines along one axis. */
#ifndef GLA_BACKENDS_HOST_FFT_FFT_H
#define GLA_BACKENDS_HOST_FFT_FFT_H

#include "fftw.h"
#include "backends/host/host.h"
#include "contract/fft.h"

/* How elements are copied from an array to a line of the transform, and back. */
typedef enum gla_fft_line { GLA_LINE_COMPLEX, GLA_LINE_REAL, GLA_LINE_HALF, GLA_LINE_WHOLE } gla_fft_line;

typedef struct gla_fft_pass {
    const char *op;
    const gla_fftw *fftw;
    const gla_fftw_plan *plan;
    bool is_double;
    gla_fft_line load, store;
    bool by_complex; /* transform real lines by a complex transform, which is faster for lengths with large prime factors */
    gla_fft_axis axis;
    gla_fft_axis tile; /* adjacent lines, of which `width` are transformed together; n is 1 if there are no adjacent lines */
    int64_t width, tiles;
    int n_outer;
    gla_fft_axis outer[GLA_MAX_NDIM];
    double scale;
    const void *in;
    void *out;
    int64_t pitch; /* stride of lines in scratch memory, in complex elements */
    _Atomic int status;
} gla_fft_pass;

/* Transform the lines of tiles [begin, end).  This is the body of a parallel loop. */
void gla_host_fft_float32(void *pass, int64_t begin, int64_t end);
void gla_host_fft_float64(void *pass, int64_t begin, int64_t end);

#endif
