/* convolve.c - Convolution, in blocks of the result that stay in the cache. */
#include "backends/host/array/copy.h"
#include "backends/host/host.h"
#include "backends/host/series/series.h"

#include <string.h>

#define BLOCK 1024
#define GRAIN_PRODUCTS 100000

typedef struct work {
    const void *x, *v;
    void *out;
    int64_t n, m, first, length; /* length of a row of x; length of v; start and length of a row of the result */
    void (*run)(const struct work *w, int64_t row, int64_t begin, int64_t end);
} work;

/* Multiply each element of v by a range of x.  Each element of the result adds products in the order of v.  Four elements of v
 * are processed at once if the range does not end in this block. */
#define CONVOLVE(name, type, zero, ADD)                                            \
    static void name(const work *w, int64_t row, int64_t begin, int64_t end)       \
    {                                                                              \
        const type *x = (const type *)w->x + row * w->n, *v = w->v;                \
        type *restrict out = (type *)w->out + row * w->length + begin;             \
        int64_t length = end - begin, from = w->first + begin;                     \
        for (int64_t i = 0; i < length; i++)                                       \
            out[i] = zero;                                                         \
        for (int64_t j = 0, low, high; j < w->m; j++) {                            \
            const type *a = x + (from - j);                                        \
            if (j + 4 <= w->m && j + 3 <= from && from - j + length <= w->n) {     \
                const type b0 = v[j], b1 = v[j + 1], b2 = v[j + 2], b3 = v[j + 3]; \
                GLA_INDEPENDENT for (int64_t i = 0; i < length; i++)               \
                {                                                                  \
                    type sum = out[i];                                             \
                    ADD(sum, a[i], b0);                                            \
                    ADD(sum, a[i - 1], b1);                                        \
                    ADD(sum, a[i - 2], b2);                                        \
                    ADD(sum, a[i - 3], b3);                                        \
                    out[i] = sum;                                                  \
                }                                                                  \
                j += 3;                                                            \
                continue;                                                          \
            }                                                                      \
            low = j - from > 0 ? j - from : 0;                                     \
            high = w->n + j - from < length ? w->n + j - from : length;            \
            for (int64_t i = low; i < high; i++)                                   \
                ADD(out[i], a[i], v[j]);                                           \
        }                                                                          \
    }

#define ADD_REAL(sum, a, b) sum += (a) * (b)
#define ADD_BOOL(sum, a, b) sum |= (a) & (b)

#define ADD_COMPLEX(sum, a, b) ((sum).re += (a).re * (b).re - (a).im * (b).im, (sum).im += (a).re * (b).im + (a).im * (b).re)

/* Signed integers are added as unsigned types, which have the same bits and wrap around. */
#define ADD_NARROW(sum, a, b) sum = (__typeof__(sum))((unsigned)(sum) + (unsigned)(a) * (b))
CONVOLVE(convolve_bool, uint8_t, 0, ADD_BOOL)
CONVOLVE(convolve_8, uint8_t, 0, ADD_NARROW)
CONVOLVE(convolve_16, uint16_t, 0, ADD_NARROW)
CONVOLVE(convolve_32, uint32_t, 0, ADD_REAL)
CONVOLVE(convolve_64, uint64_t, 0, ADD_REAL)
CONVOLVE(convolve_float, float, 0, ADD_REAL)
CONVOLVE(convolve_double, double, 0, ADD_REAL)
CONVOLVE(convolve_complex_float, complex_float, ((complex_float){0, 0}), ADD_COMPLEX)
CONVOLVE(convolve_complex_double, complex_double, ((complex_double){0, 0}), ADD_COMPLEX)

static void convolve_part(void *arg, int64_t begin, int64_t end)
{
    const work *w = arg;
    while (begin < end && !gla_host_stop()) {
        int64_t row = begin / w->length, first = begin - row * w->length, last = first + BLOCK;
        last = last < w->length ? last : w->length;
        last = last - first < end - begin ? last : first + end - begin;
        w->run(w, row, first, last);
        begin += last - first;
    }
}

static gla_status convolve(gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, gla_array *out)
{
    work w = {.x = gla_data(x),
              .v = gla_data(v),
              .out = gla_data(out),
              .n = x->shape[x->ndim - 1],
              .m = v->size,
              .first = first,
              .length = out->shape[out->ndim - 1]};
    (void)dev;
    switch (out->dtype) {
    case GLA_BOOL: w.run = convolve_bool; break;
    case GLA_INT8:
    case GLA_UINT8: w.run = convolve_8; break;
    case GLA_INT16:
    case GLA_UINT16: w.run = convolve_16; break;
    case GLA_INT32:
    case GLA_UINT32: w.run = convolve_32; break;
    case GLA_FLOAT32: w.run = convolve_float; break;
    case GLA_FLOAT64: w.run = convolve_double; break;
    case GLA_COMPLEX64: w.run = convolve_complex_float; break;
    case GLA_COMPLEX128: w.run = convolve_complex_double; break;
    default: w.run = convolve_64;
    }
    int64_t grain = GRAIN_PRODUCTS / (w.m < GRAIN_PRODUCTS ? w.m : GRAIN_PRODUCTS);
    return gla_host_parallel(out->size, grain < BLOCK ? BLOCK : grain, convolve_part, &w);
}

const gla_series_ops gla_host_series_ops = {.convolve = convolve,
                                            .interp = gla_host_interp,
                                            .recur = gla_host_recur,
                                            .spline = gla_host_spline,
                                            .pchip_slopes = gla_host_pchip_slopes,
                                            .interpn = gla_host_interpn};
