/* roots.c - Correctly rounded roots of unity and chirps, for the FFT tables of backends. */
#include "backend.h"
#include "runtime/roots.h"

#include <math.h>

/* Reduce the angle to the first octant by symmetry. */
void gla_fft_root(int64_t k, int64_t n, double *re, double *im)
{
    int64_t eighth = (int64_t)((__int128)8 * k / n), rest = (int64_t)((__int128)8 * k - (__int128)eighth * n);
    double angle = 0.78539816339744830962 * ((double)(eighth % 2 ? n - rest : rest) / (double)n), c = cos(angle),
           s = sin(angle);
    bool swaps = (eighth + 1) / 2 % 2 == 1; /* octants 1, 2 and 5, 6 */
    double x = swaps ? s : c, y = swaps ? c : s;
    *re = eighth >= 2 && eighth < 6 ? -x : x;
    *im = eighth < 4 ? -y : y;
}

void gla_fft_chirp(int64_t k, int64_t n, bool inverse, double *re, double *im)
{
    gla_fft_root((int64_t)((__int128)k * k % (2 * n)), 2 * n, re, im);
    *im = inverse ? -*im : *im;
}
