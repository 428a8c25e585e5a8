/* range.c - counting: start + i*step. */
#include "host.h"

#define GRAIN 32768

typedef struct range_work {
    void *data;
    gla_dtype dtype;
    double start, step;
    uint64_t istart, istep; /* unsigned, so that wrapping is defined */
} range_work;

#define INTEGERS(ctype)                                                                                                \
    for (int64_t i = begin; i < end; i++)                                                                              \
        ((ctype *)w->data)[i] = (ctype)(w->istart + (uint64_t)i * w->istep)
#define FLOATS(ctype)                                                                                                  \
    for (int64_t i = begin; i < end; i++)                                                                              \
        ((ctype *)w->data)[i] = (ctype)(w->start + (double)i * w->step)

static void fill(void *arg, int64_t begin, int64_t end)
{
    const range_work *w = arg;
    switch (gla_itemsize(w->dtype)) { /* signed and unsigned integers have the same bits */
    case 1:
        INTEGERS(uint8_t);
        break;
    case 2:
        INTEGERS(uint16_t);
        break;
    case 4:
        if (w->dtype == GLA_FLOAT32)
            FLOATS(float);
        else
            INTEGERS(uint32_t);
        break;
    default:
        if (w->dtype == GLA_FLOAT64)
            FLOATS(double);
        else
            INTEGERS(uint64_t);
    }
}

gla_status gla_host_range(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep)
{
    (void)dev;
    range_work w = {gla_data(out), out->dtype, start, step, (uint64_t)istart, (uint64_t)istep};
    return gla_host_parallel(out->size, GRAIN, fill, &w);
}
