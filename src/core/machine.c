/* machine.c - The rates of this machine (machine.h). */
#include "config.h"
#include "core/machine.h"
#include "backend.h"
#include "runtime/devices.h"
#include "runtime/lock.h"
#include "runtime/placing.h"
#include "runtime/runtime.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Measured points of a kind of work: the seconds for amounts, ascending; the last amount is 0. */
enum { POINTS = 8 };
typedef struct point {
    double amount, seconds;
} point;

/* 16 cores of a server of 2023 (OpenBLAS, FFTW). */
static const point host[GLA_WORKS][POINTS] = {
    [GLA_WORK_BYTES] = {{1.6e3, 7e-7}, {1.6e5, 3.2e-6}, {1.6e6, 2.5e-5}, {1.6e7, 9.5e-5}, {1.6e8, 7.5e-4}, {1.6e9, 1.7e-2}},
    [GLA_WORK_PRODUCT] = {{5.4e4, 3e-6}, {2e6, 4.2e-5}, {5.4e7, 4.8e-4}, {2e9, 4.5e-3}, {5.4e10, 9.9e-2}},
    [GLA_WORK_FACTOR] = {{8.7e2, 2.8e-6}, {2e4, 1.1e-5}, {6.9e5, 1.2e-4}, {1.8e7, 1.2e-3}, {6.7e8, 9.9e-3}, {1.8e10, 7e-2}},
    [GLA_WORK_QR] = {{1.1e5, 3.1e-5}, {4e6, 3.1e-4}, {1.1e8, 3.8e-3}, {4e9, 4.1e-2}, {3.2e10, .18}},
    [GLA_WORK_SPECTRUM] = {{9e3, 1.6e-5}, {2.4e5, 1e-4}, {9e6, 1.1e-3}, {2.4e8, 1.1e-2}, {9e9, .11}, {2e10, .27}},
    [GLA_WORK_SORT] = {{100, 2.7e-6}, {1e4, 1.1e-4}, {1e5, 6.3e-4}, {1e6, 2.1e-3}, {1e7, 2e-2}},
    [GLA_WORK_FFT] = {{1e4, 2.5e-6}, {1e6, 5.4e-5}, {1e7, 5.4e-4}, {1e8, 6e-3}, {1e9, .16}},
    [GLA_WORK_RANDOM] = {{100, 2.9e-6}, {1e4, 3.2e-5}, {1e5, 1.5e-4}, {1e6, 3.9e-4}, {1e7, 3.2e-3}, {1e8, 4.2e-2}},
    [GLA_WORK_FIT] = {{2e4, 6e-4}, {2e5, 1e-3}, {2e6, 9e-3}, {2e7, 5e-2}, {2e8, .35}},
    [GLA_WORK_GATHER] = {{1.6e3, 1.1e-6}, {1.6e5, 8e-6}, {1.6e6, 6.9e-5}, {1.6e7, 2.8e-4}, {1.6e8, 3e-3}},
};

/* One H200 (CUDA 13). */
static const point gpu[GLA_WORKS][POINTS] = {
    [GLA_WORK_BYTES] = {{1.6e3, 1e-5}, {1.6e6, 1.2e-5}, {1.6e7, 1.4e-5}, {1.6e8, 5e-5}, {1.6e9, 4e-4}},
    [GLA_WORK_PRODUCT] = {{5.4e4, 1.9e-5}, {2e6, 2.2e-5}, {5.4e7, 2.4e-5}, {2e9, 6e-5}, {5.4e10, 9.8e-4}},
    [GLA_WORK_FACTOR] = {{8.7e2, 2.4e-5}, {2e4, 4.2e-5}, {6.9e5, 2.1e-4}, {1.8e7, 4.8e-4}, {6.7e8, 1.7e-3}, {1.8e10, 6e-3}},
    [GLA_WORK_QR] = {{1.1e5, 1.3e-4}, {4e6, 2.5e-4}, {1.1e8, 7.9e-4}, {4e9, 2.5e-3}, {3.2e10, 5.2e-3}},
    [GLA_WORK_SPECTRUM] = {{9e3, 3.7e-5}, {2.4e5, 1.4e-4}, {9e6, 2e-3}, {5e8, 5e-3}, {9e9, 1.2e-2}, {2e10, 2e-2}},
    [GLA_WORK_SORT] = {{100, 1.4e-5}, {1e4, 1.1e-4}, {1e5, 1.2e-4}, {1e6, 1.7e-4}, {1e7, 7.8e-4}},
    [GLA_WORK_FFT] = {{1e4, 1.6e-5}, {1e6, 2.5e-5}, {1e7, 2.7e-5}, {1e8, 4.1e-5}, {1e9, 2.5e-4}},
    [GLA_WORK_RANDOM] = {{100, 1.1e-5}, {1e5, 1.4e-5}, {1e6, 1.8e-5}, {1e7, 6.1e-5}, {1e8, 1.5e-3}},
    [GLA_WORK_FIT] = {{2e4, 3.6e-3}, {2e5, 3.8e-3}, {2e6, 4.2e-3}, {2e7, 6e-3}, {2e8, 1.5e-2}},
    [GLA_WORK_GATHER] = {{1.6e3, 2e-5}, {1.6e6, 2.4e-5}, {1.6e7, 3.8e-5}, {1.6e8, 2.5e-4}},
};

/* Bytes between pageable memory of the host and the GPU. */
static const point copies[POINTS] = {{8e2, 8e-6}, {8e4, 1.7e-5}, {8e6, 3.9e-4}, {8e7, 2e-3}};

enum { MEASURED_CORES = 16 };

/* Interpolate in logarithms; beyond the last point, seconds are proportional to the amount. */
static double interpolate(const point *p, double amount)
{
    int last = 0;
    while (last + 1 < POINTS && p[last + 1].amount > 0)
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

/* With fewer cores, what takes longer than a thread takes to start is slower in proportion. */
static double host_seconds(gla_work work, double amount)
{
    enum { LEAST = 50 }; /* microseconds */
    static atomic_long cores;
    long n = atomic_load(&cores);
    if (!n)
        atomic_store(&cores, n = sysconf(_SC_NPROCESSORS_ONLN));
    double seconds = interpolate(host[work], amount), serial = 1e-6 * LEAST;
    if (seconds <= serial || n >= MEASURED_CORES || n < 1)
        return seconds;
    return serial + (seconds - serial) * MEASURED_CORES / (double)n;
}

double gla_machine_seconds(const gla_device *dev, gla_work work, double amount)
{
    return dev && dev->is_host ? host_seconds(work, amount) : interpolate(gpu[work], amount);
}

double gla_machine_copy(double bytes)
{
    return interpolate(copies, bytes);
}

double gla_machine_factor(const gla_device *dev, gla_work work, gla_dtype dtype)
{
    (void)dev;
    if (work == GLA_WORK_BYTES || work > GLA_WORK_SPECTRUM)
        return 1;
    return dtype == GLA_FLOAT32 ? .5 : dtype == GLA_COMPLEX64 ? 2 : dtype == GLA_COMPLEX128 ? 4 : 1;
}

double gla_machine_first(gla_work work)
{
    static const double first[GLA_WORKS] = {.001, .04, .04, .08, .04, .001, .02, .001, .1, .01};
    return first[work];
}

double gla_machine_start(void)
{
    return 0.55; /* CUDA on the same machine */
}

/* ---- the accelerator ------------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock of_fork = {.lock = &lock};
static _Atomic(gla_device *) accelerator;
static atomic_int known; /* 0: not looked for, 1: there may be one, 2: there is none */

/* GPULINALG_PLACEMENT may name the accelerator, for tests: "go,emulated:0". */
static const char *named(void)
{
    const char *env = secure_getenv("GPULINALG_PLACEMENT"), *comma = env ? strchr(env, ',') : NULL;
    return comma ? comma + 1 : NULL;
}

bool gla_machine_has_accelerator(void)
{
    if (!atomic_load(&known))
        atomic_store(&known, named() || gla_placing_finds_gpu() ? 1 : 2);
    return atomic_load(&known) == 1;
}

gla_device *gla_machine_accelerator(void)
{
    return atomic_load(&accelerator);
}

gla_device *gla_machine_open(void)
{
    gla_device *dev = atomic_load(&accelerator);
    if (dev || !gla_machine_has_accelerator())
        return dev;
    gla_fork_lock_take(&of_fork);
    if (named() ? gla_find_device(named(), &dev) : gla_first_gpu(&dev))
        dev = NULL;
    atomic_store(&accelerator, dev);
    if (!dev)
        atomic_store(&known, 2);
    pthread_mutex_unlock(&lock);
    return dev;
}
