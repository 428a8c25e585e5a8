/* dot_narrow.c - products of a vector and few columns that lie beside each other, without gaps, by instructions of AVX-512:
 * rows are read as they lie, and lanes of the vector are repeated for them.  Element i of a column goes to sum i % LANES, as in
 * dot.inc, so all bits are those of columns that are taken one by one. */
#include "clones.h"
#include "dot.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define LANES 16
#define WIDTH 8
#define AHEAD 2048 /* bytes that are asked for before: processors do not look ahead beyond a page */
#define NARROW_CODE __attribute__((target("avx512f")))

/* Which of LANES rows the elements of vector v belong to. */
#define ROW(v, lane) ((WIDTH * (v) + (lane)) / columns)
#define ROWS(v) _mm512_set_epi64(ROW(v, 7), ROW(v, 6), ROW(v, 5), ROW(v, 4), ROW(v, 3), ROW(v, 2), ROW(v, 1), ROW(v, 0))

NARROW_CODE static inline __attribute__((always_inline)) void any(int64_t n, const double *a, const double *x, int columns,
                                                                  double *out)
{
    __m512d s[2 * GLA_HOST_NARROW];
    double sums[LANES * GLA_HOST_NARROW] = {0};
    int64_t i = 0;
    UNROLL(14)
    for (int v = 0; v < 2 * columns; v++)
        s[v] = _mm512_setzero_pd();
    for (; i + LANES <= n; i += LANES, a += LANES * columns) {
        const __m512d first = _mm512_loadu_pd(x + i), second = _mm512_loadu_pd(x + i + WIDTH);
        UNROLL(14)
        for (int v = 0; v < 2 * columns; v++) {
            __builtin_prefetch((const void *)((uintptr_t)(a + WIDTH * v) + AHEAD));
            __m512d factors = _mm512_permutex2var_pd(first, ROWS(v), second);
            s[v] = _mm512_add_pd(s[v], _mm512_mul_pd(_mm512_loadu_pd(a + WIDTH * v), factors));
        }
    }
    UNROLL(14)
    for (int v = 0; v < 2 * columns; v++)
        _mm512_storeu_pd(sums + WIDTH * v, s[v]);
    for (int k = 0; i + k < n; k++)
        for (int c = 0; c < columns; c++)
            sums[k * columns + c] += a[k * columns + c] * x[i + k];
    for (int width = LANES / 2; width > 0; width /= 2)
        for (int k = 0; k < width * columns; k++)
            sums[k] += sums[k + width * columns];
    for (int c = 0; c < columns; c++)
        out[c] = sums[c];
}

bool gla_host_has_narrow(void)
{
    return __builtin_cpu_supports("avx512f");
}

NARROW_CODE void gla_host_dot_narrow(int64_t n, const double *a, const double *x, int columns, double *out)
{
    switch (columns) {
    case 2: any(n, a, x, 2, out); break;
    case 3: any(n, a, x, 3, out); break;
    case 4: any(n, a, x, 4, out); break;
    case 5: any(n, a, x, 5, out); break;
    case 6: any(n, a, x, 6, out); break;
    default: any(n, a, x, 7, out);
    }
}

#else
bool gla_host_has_narrow(void)
{
    return false;
}

void gla_host_dot_narrow(int64_t n, const double *a, const double *x, int columns, double *out)
{
    (void)n, (void)a, (void)x, (void)columns, (void)out;
}
#endif
