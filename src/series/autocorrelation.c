/* autocorrelation.c - Autocorrelation: sums of products of a series with a lagged copy of itself. */
#include "array/range.h"
#include "reduce/centre.h"

#include <math.h>
#include <string.h>

#define MANY_LAGS 64 /* number of lags from which on Fourier transforms are faster */
#define BLOCK 4096

/* Compute lag by lag.  The series in d are along the last axis and have zero means.  In the result, lags are along the last
 * axis. */
static gla_array *one_by_one(gla_scope *s, const gla_array *d, int64_t lags)
{
    int64_t shape[GLA_MAX_NDIM];
    int last = d->ndim - 1;
    memcpy(shape, d->shape, (size_t)d->ndim * sizeof *shape);
    shape[last] = lags;
    gla_array *all = gla_s_new(s, gla_device_of(d), d->dtype, d->ndim, shape);
    for (int64_t k = 0; k < lags && !s->status; k++) {
        int mark = gla_scope_mark(s);
        gla_array *sum = NULL, *now = gla_s_slice(s, d, last, 0, d->shape[last] - k);
        gla_array *later = gla_s_slice(s, d, last, k, d->shape[last] - k);
        if (!s->status && gla_s_adopt(s, gla_vecdot(now, later, &sum, -1), &sum))
            gla_s_assign(s, gla_s_slice(s, all, last, k, 1), gla_s_add_last(s, sum));
        gla_scope_keep(s, mark, NULL);
    }
    return all;
}

/* Like one_by_one(), for a long series, which is read only once.  Blocks of the series are multiplied by the elements up to
 * `lags` later; a remainder is added. */
static gla_array *block_by_block(gla_scope *s, const gla_array *d, int64_t lags)
{
    const int last = d->ndim - 1;
    const int64_t n = d->shape[last], step = d->strides[last], blocks = (n - lags) / BLOCK;
    int64_t shape[GLA_MAX_NDIM], now[GLA_MAX_NDIM], later[GLA_MAX_NDIM];
    for (int i = 0; i < last; i++) {
        shape[i] = d->shape[i];
        now[i] = later[i] = d->strides[i];
    }
    memcpy(shape + last, (int64_t[]){blocks, lags, BLOCK}, 3 * sizeof *shape);
    memcpy(now + last, (int64_t[]){BLOCK * step, 0, step}, 3 * sizeof *now);
    memcpy(later + last, (int64_t[]){BLOCK * step, step, step}, 3 * sizeof *later);
    gla_array *here = gla_s_view(s, d, last + 3, shape, now, 0), *there = gla_s_view(s, d, last + 3, shape, later, 0), *sums,
              *all;
    const gla_ints over = {.n = 1, .v = {last}};
    gla_array *rest = one_by_one(s, gla_s_slice(s, d, last, blocks * BLOCK, n - blocks * BLOCK), lags);
    if (s->status || !gla_s_adopt(s, gla_vecdot(here, there, &sums, -1), &sums) ||
        !gla_s_adopt(s, gla_sum(sums, &all, &over, GLA_NO_DTYPE, false), &all))
        return NULL;
    return gla_s_combine(s, gla_add, all, rest);
}

/* Compute all lags by Fourier transforms, padded with zeros so that the ends of the series do not wrap around. */
static gla_array *by_transforms(gla_scope *s, const gla_array *d, int64_t lags)
{
    gla_array *spectrum, *sums;
    int64_t n = d->shape[d->ndim - 1], length = 1;
    while (length < n + lags)
        length *= 2;
    spectrum = gla_s_adopt(s, gla_fft_rfft(d, &spectrum, length, -1, NULL), &spectrum);
    gla_array *power = gla_s_combine(s, gla_multiply, spectrum, gla_s_apply(s, gla_conj, spectrum));
    if (s->status)
        return NULL;
    sums = gla_s_adopt(s, gla_fft_irfft(power, &sums, length, -1, NULL), &sums);
    return gla_s_slice(s, sums, d->ndim - 1, 0, lags);
}

static gla_array *mean_along(gla_scope *s, const gla_array *x, const void *call)
{
    gla_array *mean = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_mean(x, &mean, call, true), &mean);
}

/* Return deviations from the mean, with the series along the last axis.  The deviations are exactly zero if all elements are
 * equal. */
static gla_array *deviations(gla_scope *s, const gla_array *x, int axis)
{
    gla_device *dev = NULL;
    gla_array *placed = NULL;
    const gla_ints along = {.n = 1, .v = {axis}};
    gla_s_place(s, 1, &x, false, &dev, &placed);
    gla_array *values = s->status ? NULL : gla_s_astype(s, gla_floating_of(x->dtype), placed);
    gla_array *first = values ? gla_s_slice(s, values, axis, 0, 1) : NULL;
    gla_array *d = gla_s_deviations(s, values, first, mean_along, &along);
    return d ? gla_s_swap_axis(s, d, axis) : NULL;
}

/* Multiply the sum for lag k, which has n − k products, by n / (n − k). */
static gla_array *adjust(gla_scope *s, gla_array *sums, int64_t n, int64_t lags)
{
    if (s->status)
        return NULL;
    gla_array *products = gla_new_range(s, gla_device_of(sums), sums->dtype, lags, (double)n, -1, n, -1);
    return gla_s_combine(s, gla_divide, gla_s_combine(s, gla_multiply, sums, gla_s_number(s, (double)n)), products);
}

gla_status gla_autocorrelation(const gla_array *x, gla_array **out, gla_axis nlags, bool adjusted, int axis)
{
    gla_scope s;
    int along = 0;
    *out = NULL;
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "autocorrelation: x is complex, but it must be real; take its real or imaginary part");
    gla_status st = gla_normalize_axis("autocorrelation", x->ndim, axis, &along);
    if (st)
        return st;
    int64_t n = x->shape[along];
    if (n == 0)
        return gla_fail(GLA_SHAPE_ERROR, "autocorrelation: the series is empty");
    if (nlags == GLA_NO_AXIS)
        nlags = (int64_t)fmin(floor(10 * log10((double)n)), (double)(n - 1));
    if (nlags < 0 || nlags >= n)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "autocorrelation: nlags is %lld, but for a series of %lld elements it must be from 0 to %lld",
                        (long long)nlags, (long long)n, (long long)(n - 1));
    gla_scope_begin(&s, "autocorrelation");
    gla_array *d = deviations(&s, x, along);
    if (s.status)
        return gla_scope_end(&s);
    const bool is_long = d->ndim + 2 <= GLA_MAX_NDIM && n > nlags + BLOCK;
    gla_array *sums = nlags >= MANY_LAGS ? by_transforms(&s, d, nlags + 1)
                      : is_long          ? block_by_block(&s, d, nlags + 1)
                                         : one_by_one(&s, d, nlags + 1);
    gla_array *scaled = adjusted && sums ? adjust(&s, sums, n, nlags + 1) : sums;
    gla_array *variance = sums ? gla_s_slice(&s, sums, sums->ndim - 1, 0, 1) : NULL;
    gla_array *ratios = gla_s_combine(&s, gla_divide, scaled, variance);
    return gla_scope_return(&s, ratios ? gla_s_swap_axis(&s, ratios, along) : NULL, out);
}
