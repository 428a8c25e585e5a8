/* sobol.c - Sobol sequence. */
#include "quasi.h"

gla_status gla_random_sobol(int64_t n, int64_t d, gla_array **out, const gla_array *seed, int64_t skip, bool scramble,
                            const char *device)
{
    gla_device *dev;
    gla_quasi q;
    gla_scope s;
    void *data;
    *out = NULL;
    gla_status st = gla_quasi_read("sobol", n, d, GLA_SOBOL_DIMENSIONS, seed, skip, scramble, device, &q, &dev);
    if (st)
        return st;
    gla_scope_begin(&s, "sobol");
    gla_array *points = gla_s_new(&s, dev, GLA_FLOAT64, 2, (int64_t[]){n, d});
    if (!points || points->size == 0)
        return gla_scope_return(&s, points, out);
    gla_array *directions = gla_quasi_table(&s, GLA_UINT32, 32 * d, &data);
    if (data)
        gla_sobol_directions(d, data);
    directions = s.status ? NULL : gla_s_to_device(&s, dev, directions);
    gla_run r = gla_run_begin(&s, dev, GLA_SLOT(quasi, sobol), (double)points->size);
    if (!s.status)
        gla_s_check(&s, dev->backend->quasi->sobol(dev, &q, directions, points));
    gla_run_end(&r);
    return gla_scope_return(&s, points, out);
}
