/* store.c - Convert accumulators to results. */
#include "reduce.h"

#include <math.h>
#include <string.h>

/* Store n parts of a floating-point or complex result in the precision of out_dtype. */
static void put(const gla_reduce_plan *p, char *out, const double *parts, int n)
{
    bool narrow = p->out_dtype == GLA_FLOAT32 || p->out_dtype == GLA_COMPLEX64;
    for (int c = 0; c < n; c++)
        if (narrow)
            ((float *)out)[c] = (float)parts[c];
        else
            ((double *)out)[c] = parts[c];
}

static void put_integer(const gla_reduce_plan *p, char *out, uint64_t value)
{
    switch (p->out_dtype) {
    case GLA_BOOL: *(uint8_t *)out = value != 0; break;
    case GLA_INT8:
    case GLA_UINT8: *(uint8_t *)out = (uint8_t)value; break;
    case GLA_INT16:
    case GLA_UINT16: *(uint16_t *)out = (uint16_t)value; break;
    case GLA_INT32:
    case GLA_UINT32: *(uint32_t *)out = (uint32_t)value; break;
    default: *(uint64_t *)out = value; break;
    }
}

void gla_reduce_means(const gla_reduce_plan *p, double *acc, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        acc[i] /= (double)p->count;
}

/* Sums of narrower types are exact, and therefore the mean of equal elements is exact too. */
void gla_reduce_centre(const gla_reduce_plan *p, double *mean, const char *x, int64_t n)
{
    const int nc = p->components;
    if (!p->native || p->loaded_size != nc * (int64_t)sizeof(double))
        return;
    for (int64_t j = 0; j < n; j++, x += p->panel.step)
        for (int c = 0; c < nc; c++) {
            const double value = ((const double *)x)[c];
            double *m = mean + j * nc + c;
            *m = fabs(*m - value) <= 0x1p-40 * fabs(value) ? value : *m;
        }
}

static void store_sums(const gla_reduce_plan *p, const gla_reduce_frame *f, char *out, int64_t n)
{
    int nc = p->components;
    if (p->beyond && !gla_reduce_fits(p, f, n))
        *p->beyond = true;
    bool wide = p->out_dtype == GLA_FLOAT64 || p->out_dtype == GLA_INT64 || p->out_dtype == GLA_UINT64;
    if (wide && (n == 1 || p->panel.out_step == (int64_t)sizeof(double))) {
        memcpy(out, f->acc, (size_t)n * sizeof(double));
        return;
    }
    for (int64_t j = 0; j < n; j++, out += p->panel.out_step)
        if (p->in_double)
            put(p, out, (const double *)f->acc + j * nc, nc);
        else
            put_integer(p, out, ((const uint64_t *)f->acc)[j]);
}

/* Apply the correction of Chan, Golub and LeVeque: the mean was rounded, so the deviations do not sum to zero. */
static void store_variances(const gla_reduce_plan *p, const gla_reduce_frame *f, char *out, int64_t n)
{
    const double *s1 = f->acc, *s2 = s1 + f->plane;
    int nc = p->components;
    for (int64_t j = 0; j < n; j++, out += p->panel.out_step) {
        double sum = 0, free = (double)p->count - p->correction;
        for (int64_t i = j * nc; i < (j + 1) * nc; i++)
            sum += isinf(s2[i]) ? s2[i] : s2[i] - s1[i] * s1[i] / (double)p->count; /* avoid Inf − Inf */
        double var = free > 0 ? (sum < 0 ? 0 : sum) / free : NAN;
        if (p->op == GLA_REDUCE_STD)
            var = sqrt(var);
        put(p, out, &var, 1);
    }
}

/* Row loops store the block of the best element, and in some cases its position within the block.  Column loops store the
 * position. */
static void store_positions(const gla_reduce_plan *p, const gla_reduce_frame *f, const char *x, char *out, int64_t count,
                            void *buffer)
{
    const int64_t *where = (const int64_t *)f->acc + f->plane;
    for (int64_t j = 0; j < count; j++, out += p->panel.out_step, x += p->panel.step) {
        int64_t at = where[j];
        if (!p->by_columns) {
            int64_t place = at % GLA_REDUCE_BLOCK_STRIDE, n = gla_reduce_block(p, at / GLA_REDUCE_BLOCK_STRIDE, &at);
            if (place == GLA_REDUCE_UNKNOWN_POSITION)
                place = p->loops->find(f->acc, j, gla_reduce_fetch(p, x, at, n, buffer), n);
            at += place;
        }
        *(int64_t *)out = at;
    }
}

void gla_reduce_store(const gla_reduce_plan *p, const gla_reduce_frame *f, const char *x, char *out, int64_t n, void *buffer)
{
    size_t size = (size_t)p->loaded_size;
    switch (p->op) {
    case GLA_REDUCE_MEAN:
        gla_reduce_means(p, f->acc, f->plane);
        store_sums(p, f, out, n);
        break;
    case GLA_REDUCE_PROD:
        if (p->in_double)
            gla_reduce_recompute(p, f->acc, x, n);
        store_sums(p, f, out, n);
        break;
    case GLA_REDUCE_SUM: store_sums(p, f, out, n); break;
    case GLA_REDUCE_VAR:
    case GLA_REDUCE_STD: store_variances(p, f, out, n); break;
    case GLA_REDUCE_ARGMIN:
    case GLA_REDUCE_ARGMAX: store_positions(p, f, x, out, n, buffer); break;
    default: /* the accumulators are the results */
        for (int64_t j = 0; j < n; j++, out += p->panel.out_step)
            memcpy(out, (const char *)f->acc + (size_t)j * size, size);
    }
}
