/* interp.c - Piecewise linear interpolation of rows. */
#include "backends/host/unroll.h"
#include "backends/host/elementwise/elementwise.h"
#include "backends/host/series/series.h"

#include <string.h>

#define GRAIN 8192
#define TOGETHER 8 /* number of independent searches that are interleaved */

typedef struct job {
    const void *places, *grid, *values;
    void *out;
    int64_t n, m, grid_step, values_step;
    void (*run)(const struct job *w, int64_t row, int64_t begin, int64_t end);
} job;

#define R float
#define PARTS 1
#define NAME float32
#include "interp.inc"
#undef PARTS
#undef NAME
#define PARTS 2
#define NAME complex64
#include "interp.inc"
#undef R
#undef PARTS
#undef NAME
#define R double
#define PARTS 1
#define NAME float64
#include "interp.inc"
#undef PARTS
#undef NAME
#define PARTS 2
#define NAME complex128
#include "interp.inc"

/* Interpolate elements [begin, end), numbered over all rows. */
static void interp_part(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    while (begin < end) {
        int64_t row = begin / w->m, first = begin % w->m, last = end - row * w->m < w->m ? end - row * w->m : w->m;
        w->run(w, row, first, last);
        begin += last - first;
    }
}

gla_status gla_host_interp(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                           gla_array *out)
{
    job w = {.places = gla_data(places),
             .grid = gla_data(grid),
             .values = gla_data(values),
             .out = gla_data(out),
             .n = grid->shape[grid->ndim - 1],
             .m = out->shape[out->ndim - 1]};
    (void)dev;
    w.grid_step = grid->size > w.n ? w.n : 0;
    w.values_step = values->size > w.n ? w.n : 0;
    w.run = out->dtype == GLA_FLOAT32     ? interp_row_float32
            : out->dtype == GLA_FLOAT64   ? interp_row_float64
            : out->dtype == GLA_COMPLEX64 ? interp_row_complex64
                                          : interp_row_complex128;
    return gla_host_parallel(out->size, GRAIN, interp_part, &w);
}
