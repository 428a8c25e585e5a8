/* samples.c - Run the library's own operations to measure their times (samples.h). The amounts are those of the `@cost` of
 * these operations in the headers. */
#include "config.h"
#include "info/samples.h"
#include "backend.h"

#include <math.h>

/* Return n for an amount of work. */
static double size_of(int work, double amount)
{
    switch (work) {
    case GLA_WORK_BYTES:
    case GLA_WORK_GATHER: return amount / 16;
    case GLA_WORK_PRODUCT: return cbrt(amount / 2);
    case GLA_WORK_FACTOR: return cbrt(amount / .67);
    case GLA_WORK_QR: return cbrt(amount / 4);
    case GLA_WORK_SPECTRUM: return cbrt(amount / 9);
    case GLA_WORK_FFT: return amount / 100;
    case GLA_WORKS: return amount / 8;
    default: return amount;
    }
}

static bool is_matrix(int work)
{
    return work == GLA_WORK_PRODUCT || work == GLA_WORK_FACTOR || work == GLA_WORK_QR || work == GLA_WORK_SPECTRUM;
}

/* Operands, results and workspace, in units of one operand. */
double gla_sample_bytes(int work, double amount)
{
    double n = size_of(work, amount);
    return 8 * (is_matrix(work) ? 4 * n * n : work == GLA_WORK_FFT ? 6 * n : work == GLA_WORK_RANDOM ? n : 3 * n);
}

/* The numerical values matter little. A large diagonal avoids warnings about singular matrices. */
static void fill(gla_array *x, bool places)
{
    uint64_t state = 1;
    double *v = gla_data(x);
    int64_t *whole = gla_data(x), n = x->ndim == 2 ? x->shape[0] : 0;
    for (int64_t i = 0; i < x->size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        if (places)
            whole[i] = (int64_t)((state >> 11) % (uint64_t)x->size);
        else
            v[i] = (double)(state >> 11) * 0x1p-53 - .5;
    }
    for (int64_t i = 0; i < n; i++)
        v[i * n + i] += (double)n;
}

static gla_status make(gla_sample *s, int ndim, bool places, gla_array **out)
{
    gla_array *x;
    int64_t shape[] = {s->n, s->n};
    gla_dtype dtype = places ? GLA_INT64 : GLA_FLOAT64;
    gla_status st = gla_array_new("calibrate", s->host, dtype, ndim, shape, &x);
    if (st)
        return st;
    fill(x, places);
    st = gla_array_contiguous("calibrate", s->work == GLA_WORKS ? s->host : s->dev, dtype, x, out);
    gla_unref(x);
    return st;
}

gla_status gla_sample_begin(gla_sample *s, int work, double amount, gla_device *host, gla_device *dev)
{
    *s = (gla_sample){.work = work, .host = host, .dev = dev, .n = (int64_t)fmax(1, round(size_of(work, amount)))};
    gla_status st = GLA_OK;
    if (work == GLA_WORK_RANDOM)
        return gla_random_new_generator(&s->generator, NULL);
    st = make(s, is_matrix(work) ? 2 : 1, false, &s->x);
    if (!st && (work == GLA_WORK_BYTES || work == GLA_WORK_FACTOR || work == GLA_WORK_GATHER))
        st = make(s, 1, work == GLA_WORK_GATHER, &s->y);
    return st;
}

void gla_sample_end(gla_sample *s)
{
    gla_unref(s->x);
    gla_unref(s->y);
    gla_object_unref(s->generator);
    *s = (gla_sample){.work = s->work};
}

static gla_status copy_and_return(gla_sample *s, gla_array **there, gla_array **back)
{
    gla_status st = gla_array_copy("calibrate", s->dev, GLA_FLOAT64, s->x, there);
    return st ? st : gla_array_copy("calibrate", s->host, GLA_FLOAT64, *there, back);
}

static gla_status run(gla_sample *s, gla_array **out, gla_array **second)
{
    const gla_ints shape = {.n = 1, .v = {s->n}};
    switch (s->work) {
    case GLA_WORK_BYTES: return gla_add(s->x, s->y, out);
    case GLA_WORK_PRODUCT: return gla_matmul(s->x, s->x, out);
    case GLA_WORK_FACTOR: return gla_solve(s->x, s->y, out, 0);
    case GLA_WORK_QR: return gla_qr(s->x, out, second, "reduced");
    case GLA_WORK_SPECTRUM: return gla_eigh(s->x, out, second);
    case GLA_WORK_SORT: return gla_sort(s->x, out, -1, false, true);
    case GLA_WORK_FFT: return gla_fft_fft(s->x, out, GLA_NO_AXIS, -1, "backward");
    case GLA_WORK_RANDOM: return gla_random_generator_normal(s->generator, out, NULL, NULL, &shape, GLA_FLOAT64, s->dev->name);
    case GLA_WORK_GATHER: return gla_take(s->x, s->y, out, NULL);
    default: return copy_and_return(s, out, second);
    }
}

gla_status gla_sample_run(gla_sample *s)
{
    gla_array *out = NULL, *second = NULL;
    gla_status st = run(s, &out, &second);
    if (!st)
        st = gla_synchronize(s->dev->name);
    gla_unref(out);
    gla_unref(second);
    return st;
}

gla_status gla_sample_measure(gla_sample *s, double limit, double *seconds)
{
    const double enough = .03, short_enough = .002;
    enum { FEW = 5, MANY = 100 };
    double best = INFINITY, start = gla_seconds(), from, now;
    *seconds = 0;
    gla_status st = gla_sample_run(s); /* loads and compiles code */
    from = now = gla_seconds();
    if (st || from - start > limit)
        return st;
    for (int k = 0; !st && k < MANY && now - from < (k < FEW ? enough : short_enough); k++) {
        double before = now;
        st = gla_sample_run(s);
        now = gla_seconds();
        best = fmin(best, now - before);
    }
    *seconds = s->work == GLA_WORKS ? best / 2 : best;
    return st;
}
