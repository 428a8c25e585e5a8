/* range.c - counting: start + i*step. */
#include "host.h"

#define GRAIN 32768

typedef struct range_work {
    void *data;
    gla_dtype dtype;
    double start, step;
    uint64_t istart, istep; /* unsigned, so that wrapping is defined */
} range_work;

#define COUNT(name, ctype, value)                                     \
    static void name(const range_work *w, int64_t begin, int64_t end) \
    {                                                                 \
        for (int64_t i = begin; i < end; i++)                         \
            ((ctype *)w->data)[i] = (ctype)(value);                   \
    }

/* Signed and unsigned integers have the same bits. */
COUNT(count_8, uint8_t, w->istart + (uint64_t)i * w->istep)
COUNT(count_16, uint16_t, w->istart + (uint64_t)i * w->istep)
COUNT(count_32, uint32_t, w->istart + (uint64_t)i * w->istep)
COUNT(count_64, uint64_t, w->istart + (uint64_t)i * w->istep)
COUNT(count_float, float, w->start + (double)i * w->step)
COUNT(count_double, double, w->start + (double)i * w->step)

static void fill(void *arg, int64_t begin, int64_t end)
{
    const range_work *w = arg;
    switch (gla_itemsize(w->dtype)) {
    case 1: count_8(w, begin, end); break;
    case 2: count_16(w, begin, end); break;
    case 4: (w->dtype == GLA_FLOAT32 ? count_float : count_32)(w, begin, end); break;
    default: (w->dtype == GLA_FLOAT64 ? count_double : count_64)(w, begin, end);
    }
}

gla_status gla_host_range(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep)
{
    (void)dev;
    range_work w = {gla_data(out), out->dtype, start, step, (uint64_t)istart, (uint64_t)istep};
    return gla_host_parallel(out->size, GRAIN, fill, &w);
}
