/* chirp.c - transforms of lengths with large prime factors, by L. I. Bluestein (1970): jk is (j^2 + k^2 - (k - j)^2)/2, so they
 * are a convolution with a chirp between two products with its conjugate.  FFTW does so, too, but pads lines to lengths that
 * take more time than somewhat longer ones of few odd factors. */
#include "chirp.h"
#include "plans.h"

#include "backends/host/clones.h"

#include <string.h>

#define LEAST_PRIME 37 /* smaller ones FFTW sums up, or has code for */
#define MOST_TIMES 3   /* of that prime in a length: FFTW splits longer ones, which makes each part cheap */

struct gla_fftw_chirp {
    int64_t n, padded;
    const gla_fftw_plan *forward;
    void *chirp, *spectrum; /* n and padded complex numbers; the spectrum is that of the convolution, over the padded length */
};

static int64_t largest_prime(int64_t n)
{
    int64_t largest = 1;
    for (int64_t p = 2; p * p <= n; p += 1 + (p > 2))
        for (; n % p == 0; n /= p)
            largest = p;
    return n > largest ? n : largest;
}

int64_t gla_fftw_padded(int64_t n)
{
    int64_t best = 0, prime = n > (int64_t)1 << 40 ? 1 : largest_prime(n);
    if (prime < LEAST_PRIME || n / prime > MOST_TIMES)
        return 0;
    for (int64_t odd = 1; odd <= 7; odd += 2) {
        int64_t m = odd;
        while (m < 2 * n - 1)
            m *= 2;
        best = best == 0 || m < best ? m : best;
    }
    return best;
}

#define R float
#define NAME(function) function##_float32
#include "chirp.inc"
#undef R
#undef NAME

#define R double
#define NAME(function) function##_float64
#include "chirp.inc"

gla_status gla_fftw_chirp_make(const char *op, int64_t n, bool inverse, const gla_fftw_plan *forward, gla_fftw_chirp **made)
{
    const bool is_double = gla_fftw_is_double(forward);
    const size_t item = 2 * (is_double ? sizeof(double) : sizeof(float));
    const int64_t padded = gla_fftw_padded(n);
    const size_t bytes = (size_t)(n + padded) * item;
    gla_fftw_chirp *c = gla_calloc(1, sizeof *c);
    void *block = c ? gla_malloc(bytes) : NULL,
         *work = block ? gla_malloc(2 * (size_t)padded * item + GLA_FFTW_ALIGNMENT) : NULL;
    *made = NULL;
    if (!work) {
        gla_free(block);
        gla_free(c);
        return gla_fail_memory(op, bytes);
    }
    *c = (gla_fftw_chirp){n, padded, forward, block, (char *)block + (size_t)n * item};
    is_double ? fill_float64(c, inverse, gla_fftw_align(work)) : fill_float32(c, inverse, gla_fftw_align(work));
    gla_free(work);
    *made = c;
    return GLA_OK;
}

void gla_fftw_chirp_free(gla_fftw_chirp *c)
{
    if (c)
        gla_free(c->chirp);
    gla_free(c);
}

void gla_fftw_chirp_run(const gla_fftw_chirp *c, const void *x, void *y, void *work)
{
    gla_fftw_is_double(c->forward) ? line_float64(c, x, y, work) : line_float32(c, x, y, work);
}
