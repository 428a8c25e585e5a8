/* range.c - Evenly spaced values, start + i*step. */
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

#define GRAIN 32768
#define BLOCK 4096

typedef struct range_work {
    void *data;
    gla_dtype dtype;
    double start, step;
    uint64_t istart, istep; /* unsigned, so that overflow is defined */
} range_work;

/* Signed and unsigned integers share a loop, because their results have the same bits. */
#define COUNT(name, ctype)                                                   \
    static void name(const range_work *w, int64_t begin, int64_t end)        \
    {                                                                        \
        ctype *data = w->data, step = (ctype)w->istep;                       \
        ctype value = (ctype)(w->istart + (uint64_t)begin * w->istep);       \
        for (int64_t i = begin; i < end; i++, value = (ctype)(value + step)) \
            data[i] = value;                                                 \
    }
COUNT(count_8, uint8_t)
COUNT(count_16, uint16_t)
COUNT(count_32, uint32_t)
COUNT(count_64, uint64_t)

/* Positions within a block fit in int32, which vector units convert to double quickly. */
#define COUNT_REAL(name, ctype)                                                         \
    static void name(const range_work *w, int64_t begin, int64_t end)                   \
    {                                                                                   \
        const double start = w->start, step = w->step;                                  \
        for (int64_t first = begin; first < end; first += BLOCK) {                      \
            const int32_t count = end - first < BLOCK ? (int32_t)(end - first) : BLOCK; \
            ctype *data = (ctype *)w->data + first;                                     \
            for (int32_t i = 0; i < count; i++)                                         \
                data[i] = (ctype)(start + ((double)first + (double)i) * step);          \
        }                                                                               \
    }
COUNT_REAL(count_float, float)
COUNT_REAL(count_double, double)

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
