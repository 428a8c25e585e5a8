/* rates.c - Default rates by class of processor and card, and tables of points (rates.h). */
#include "config.h"
#include "core/rates.h"

#include <math.h>
#include <string.h>

/* Points measured on 16 cores of a server of 2023 (x86-64-v4, OpenBLAS, FFTW). `gpulinalg calibrate` measures the same
 * points (src/info/samples.c). */
static const gla_curve host[GLA_WORKS] = {
    [GLA_WORK_BYTES] =
        {{1.6e4, 1.1e-6}, {1.6e5, 4e-6}, {5e5, 2e-5}, {1.6e6, 6e-5}, {1.6e7, 1.1e-4}, {1.6e8, 1.4e-3}, {8e8, 1.1e-2}},
    [GLA_WORK_PRODUCT] = {{2e3, 8e-7}, {2.5e5, 4.4e-6}, {1.6e7, 1.7e-4}, {2.5e8, 7.9e-4}, {2e9, 4.6e-3}, {5.4e10, 9.5e-2}},
    [GLA_WORK_FACTOR] =
        {{870, 2.9e-6}, {2e4, 1.1e-5}, {8.9e4, 3.2e-5}, {2.6e6, 3.3e-4}, {8.4e7, 4e-3}, {6.7e8, 9.4e-3}, {1.8e10, 7e-2}},
    [GLA_WORK_QR] = {{4e3, 7.9e-6}, {5e5, 6.9e-5}, {3.2e7, 1.2e-3}, {5e8, 1.15e-2}, {4e9, 3.5e-2}, {3.2e10, .16}},
    [GLA_WORK_SPECTRUM] =
        {{9e3, 1.1e-5}, {2.4e5, 7.3e-5}, {9e6, 9e-4}, {2.2e7, 1.25e-3}, {2.4e8, 7.6e-3}, {4.6e9, 6.1e-2}, {1.1e10, .13}},
    [GLA_WORK_SORT] = {{1e3, 1.3e-5}, {1e4, 1.2e-4}, {1e5, 6.8e-4}, {1e6, 2.1e-3}, {1e7, 1.83e-2}},
    [GLA_WORK_FFT] = {{1e5, 8e-6}, {1e6, 8.3e-5}, {1e7, 1e-3}, {1e8, 2.6e-2}, {5e8, 9.2e-2}},
    [GLA_WORK_RANDOM] = {{1e3, 5e-6}, {1e4, 3.4e-5}, {1e5, 1.5e-4}, {1e6, 3.6e-4}, {1e7, 3.1e-3}, {5e7, 1.6e-2}},
    [GLA_WORK_FIT] = {{2e4, 6e-4}, {2e5, 1e-3}, {2e6, 9e-3}, {2e7, 5e-2}, {2e8, .35}},
    [GLA_WORK_GATHER] = {{8e3, 2.6e-6}, {8e4, 5.8e-6}, {8e5, 4e-5}, {8e6, 1.3e-4}, {8e7, 4.1e-4}, {3.2e8, 2.2e-3}},
};

/* One H200 (CUDA 13). */
static const gla_curve device[GLA_WORKS] = {
    [GLA_WORK_BYTES] = {{1.6e4, 6e-6}, {1.6e7, 8e-6}, {1.6e8, 5.9e-5}, {8e8, 2.8e-4}},
    [GLA_WORK_PRODUCT] = {{2e3, 7.8e-6}, {2.5e5, 1.07e-5}, {1.6e7, 1.66e-5}, {2.5e8, 1.75e-5}, {2e9, 4.3e-5}, {5.4e10, 9.5e-4}},
    [GLA_WORK_FACTOR] =
        {{870, 2.4e-5}, {2e4, 4.2e-5}, {8.9e4, 7.7e-5}, {2.6e6, 2.2e-4}, {8.4e7, 6e-4}, {6.7e8, 1.6e-3}, {1.8e10, 6e-3}},
    [GLA_WORK_QR] = {{4e3, 5.5e-5}, {5e5, 2.3e-4}, {3.2e7, 6.9e-4}, {5e8, 1e-3}, {4e9, 2.4e-3}, {3.2e10, 5.2e-3}},
    [GLA_WORK_SPECTRUM] =
        {{9e3, 3e-5}, {2.4e5, 1.5e-4}, {9e6, 1.5e-3}, {2.2e7, 3.5e-3}, {2.4e8, 3.6e-3}, {4.6e9, 8.5e-3}, {1.1e10, 1.5e-2}},
    [GLA_WORK_SORT] = {{1e3, 5.3e-5}, {1e4, 9.2e-5}, {1e5, 1e-4}, {1e6, 1.55e-4}, {1e7, 7.7e-4}},
    [GLA_WORK_FFT] = {{1e5, 1.2e-5}, {1e6, 1.7e-5}, {1e7, 2.4e-5}, {1e8, 4.6e-5}, {5e8, 2e-4}},
    [GLA_WORK_RANDOM] = {{1e3, 6.3e-6}, {1e6, 8.6e-6}, {1e7, 5e-5}, {5e7, 2.3e-4}},
    [GLA_WORK_FIT] = {{2e4, 3.6e-3}, {2e5, 3.8e-3}, {2e6, 4.2e-3}, {2e7, 6e-3}, {2e8, 1.5e-2}},
    [GLA_WORK_GATHER] = {{8e3, 6.5e-6}, {8e5, 8.5e-6}, {8e6, 8.8e-6}, {8e7, 2e-5}, {3.2e8, 8.1e-5}},
};

static const gla_curve copies = {{8e2, 8e-6}, {8e4, 1.7e-5}, {8e6, 3.9e-4}, {8e7, 2e-3}};

static const double first[GLA_WORKS] = {
    [GLA_WORK_BYTES] = .001, [GLA_WORK_PRODUCT] = .04, [GLA_WORK_FACTOR] = .04,  [GLA_WORK_QR] = .08, [GLA_WORK_SPECTRUM] = .04,
    [GLA_WORK_SORT] = .001,  [GLA_WORK_FFT] = .02,     [GLA_WORK_RANDOM] = .001, [GLA_WORK_FIT] = .1, [GLA_WORK_GATHER] = .01,
};

enum { MEASURED_CORES = 16, BYTES_CORES = 8 /* that use the whole bandwidth of memory */ };

const char *const gla_work_names[GLA_WORKS] = {"bytes", "product", "factor", "qr",  "spectrum",
                                               "sort",  "fft",     "random", "fit", "gather"};

static bool counts_flops(gla_work work)
{
    return work == GLA_WORK_PRODUCT || work == GLA_WORK_FACTOR || work == GLA_WORK_QR || work == GLA_WORK_SPECTRUM;
}

/* Vectors of 32 bytes halve the rate of flops. Processors of other architectures count as such. */
static double slower_vectors(int level, gla_work work)
{
    bool computes = counts_flops(work) || work == GLA_WORK_RANDOM || work == GLA_WORK_FFT;
    return !computes || level >= 4 ? 1 : level == 1 ? 4 : 1.7;
}

/* With fewer cores, work that takes longer than the start of a thread is slower in proportion. */
static void scale_host(gla_rate *curve, gla_work work, const gla_hardware *h)
{
    const double serial = work == GLA_WORK_FIT ? 1e-3 : 5e-5; /* seconds */
    int most = work == GLA_WORK_BYTES || work == GLA_WORK_GATHER ? BYTES_CORES : MEASURED_CORES;
    for (int i = 0; i < GLA_RATE_POINTS && curve[i].amount > 0; i++) {
        double *s = &curve[i].seconds;
        *s *= slower_vectors(h->level, work);
        if (*s > serial && h->cores < most)
            *s = serial + (*s - serial) * most / h->cores;
    }
}

/* The time of a step stays the same; the rest depends on the bandwidth or on the flops of the card. */
static void scale_device(gla_rate *curve, gla_work work, const gla_card_class *c, const gla_card_class *measured)
{
    bool moves = work != GLA_WORK_PRODUCT && work != GLA_WORK_FACTOR && work != GLA_WORK_QR;
    bool computes = counts_flops(work) || work == GLA_WORK_FFT;
    double step = curve[0].seconds;
    for (int i = 0; i < GLA_RATE_POINTS && curve[i].amount > 0; i++) {
        double *s = &curve[i].seconds;
        if (moves)
            *s = step + (*s - step) / c->bandwidth;
        if (computes)
            *s = fmax(*s + curve[i].amount * (1 / c->flops - 1 / measured->flops), step);
    }
}

void gla_rates_default(gla_rates *r, const gla_hardware *hardware)
{
    const gla_card_class *measured = gla_card_class_of("H200");
    const gla_card_class *c = *hardware->card ? gla_card_class_of(hardware->card) : measured;
    memcpy(r->host, host, sizeof host);
    memcpy(r->device, device, sizeof device);
    memcpy(r->copies, copies, sizeof copies);
    memcpy(r->first, first, sizeof first);
    r->start = .45; /* CUDA on the same machine */
    r->host_single = .5;
    r->device_single = c->single;
    for (int work = 0; work < GLA_WORKS; work++) {
        scale_host(r->host[work], (gla_work)work, hardware);
        scale_device(r->device[work], (gla_work)work, c, measured);
    }
}

gla_rate *gla_rates_curve(gla_rates *r, int i)
{
    return i < GLA_WORKS ? r->host[i] : i < 2 * GLA_WORKS ? r->device[i - GLA_WORKS] : i < GLA_CURVES ? r->copies : NULL;
}

void gla_rates_unmeasured(gla_rates *measured)
{
    *measured = (gla_rates){.start = 0};
    memcpy(measured->host, host, sizeof host);
    memcpy(measured->device, device, sizeof device);
    memcpy(measured->copies, copies, sizeof copies);
    for (int i = 0; i < GLA_CURVES; i++)
        for (int k = 0; k < GLA_RATE_POINTS; k++)
            gla_rates_curve(measured, i)[k].seconds = 0;
    measured->host[GLA_WORK_FIT][0].amount = measured->device[GLA_WORK_FIT][0].amount = 0; /* calibration does not estimate */
}

static void apply(gla_rate *curve, const gla_rate *measured)
{
    double ratio = 1;
    for (int k = 0; k < GLA_RATE_POINTS && curve[k].amount > 0; k++) {
        if (measured[k].seconds > 0)
            ratio = measured[k].seconds / curve[k].seconds;
        curve[k].seconds *= ratio;
        if (k && curve[k].seconds < curve[k - 1].seconds)
            curve[k].seconds = curve[k - 1].seconds;
    }
}

void gla_rates_apply(gla_rates *r, const gla_rates *measured)
{
    for (int i = 0; i < GLA_CURVES; i++)
        apply(gla_rates_curve(r, i), gla_rates_curve((gla_rates *)measured, i));
    if (measured->start > 0)
        r->start = measured->start;
    for (int work = 0; work < GLA_WORKS; work++)
        if (measured->first[work] > 0)
            r->first[work] = measured->first[work];
}

double gla_rate_seconds(const gla_rate *p, double amount)
{
    int last = 0;
    while (last + 1 < GLA_RATE_POINTS && p[last + 1].amount > 0)
        last++;
    if (amount >= p[last].amount)
        return p[last].seconds * (amount / p[last].amount);
    if (amount <= p[0].amount)
        return p[0].seconds;
    int i = 1;
    while (amount > p[i].amount)
        i++;
    double part = log(amount / p[i - 1].amount) / log(p[i].amount / p[i - 1].amount);
    return p[i - 1].seconds * pow(p[i].seconds / p[i - 1].seconds, part);
}

double gla_rate_round(double seconds)
{
    return exp2(round(2 * log2(seconds)) / 2);
}
