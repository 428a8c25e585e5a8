/* small.c - Eigenvalues of small Hermitian matrices, on the host. */
#include "eigen/eigen.h"
#include "runtime/devices.h"

#include "gpulinalg/linalg.h"

void eigen_small(gla_scope *s, bool real, int64_t m, const double complex *h, double *values, double complex *vectors)
{
    gla_dtype dtype = real ? GLA_FLOAT64 : GLA_COMPLEX128;
    gla_array *x = NULL, *w = NULL, *v = NULL;
    gla_device *host = NULL;
    if (s->status || m == 0 || gla_s_check(s, gla_host_device(&host)))
        return;
    x = gla_s_new(s, host, dtype, 2, (int64_t[]){m, m});
    if (s->status)
        return;
    for (int64_t i = 0; i < m * m; i++) {
        double complex e = (h[i / m + i % m * m] + conj(h[i % m + i / m * m])) / 2;
        if (real)
            ((double *)gla_data(x))[i] = creal(e);
        else
            ((double complex *)gla_data(x))[i] = e;
    }
    gla_status st = gla_eigh(x, &w, &v);
    gla_s_own(s, w);
    gla_s_own(s, v);
    gla_s_check(s, st);
    w = gla_s_contiguous(s, host, GLA_FLOAT64, w);
    v = gla_s_contiguous(s, host, dtype, v);
    for (int64_t i = 0; i < m && !s->status; i++)
        values[i] = ((double *)gla_data(w))[i];
    for (int64_t i = 0; i < m * m && !s->status; i++)
        vectors[i / m + i % m * m] = real ? ((double *)gla_data(v))[i] : ((double complex *)gla_data(v))[i];
}
