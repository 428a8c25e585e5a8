/* machine.c - The rates of this machine (machine.h). */
#include "config.h"
#include "core//machine.h"
#include "backend.h"
#include "runtime/devices.h"
#include "runtime/runtime.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds = start + amount / rate. */
typedef struct cost {
    double start, rate;
} cost;

/* One core of a server's processor. */
static const cost core[GLA_WORKS] = {
    [GLA_WORK_BYTES] = {3e-7, 8e9},     [GLA_WORK_PRODUCT] = {1e-6, 4e10}, [GLA_WORK_FACTOR] = {2e-6, 2e10},
    [GLA_WORK_QR] = {3e-6, 1.5e10},     [GLA_WORK_SPECTRUM] = {5e-6, 4e9}, [GLA_WORK_SORT] = {1e-6, 2e7},
    [GLA_WORK_FFT] = {1e-6, 2e9},       [GLA_WORK_RANDOM] = {1e-6, 2e8},   [GLA_WORK_GATHER] = {1e-6, 2e9},
};

/* A data-centre GPU of NVIDIA: 3 TB/s, 40 TFlop/s. */
static const cost gpu[GLA_WORKS] = {
    [GLA_WORK_BYTES] = {1e-5, 2.5e12},  [GLA_WORK_PRODUCT] = {2e-5, 4e13},  [GLA_WORK_FACTOR] = {5e-4, 1e13},
    [GLA_WORK_QR] = {1e-3, 5e12},       [GLA_WORK_SPECTRUM] = {3e-3, 1e12}, [GLA_WORK_SORT] = {1e-4, 5e9},
    [GLA_WORK_FFT] = {3e-5, 2e12},      [GLA_WORK_RANDOM] = {2e-5, 1e11},   [GLA_WORK_GATHER] = {2e-5, 1e12},
};

enum { MOST_CORES = 8 }; /* memory-bound work does not gain from more */

static double cores(gla_work work)
{
    static long n;
    if (!n)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    double all = n > 1 ? (double)n : 1;
    bool is_bound = work == GLA_WORK_BYTES || work == GLA_WORK_GATHER || work == GLA_WORK_SORT;
    return is_bound ? fmin(all, MOST_CORES) : all;
}

double gla_machine_seconds(const gla_device *dev, gla_work work, double amount)
{
    const cost *c = dev && dev->is_host ? &core[work] : &gpu[work];
    return c->start + amount / (c == &core[work] ? c->rate * cores(work) : c->rate);
}

double gla_machine_copy(const gla_device *dev, double bytes)
{
    (void)dev;
    return 1.2e-5 + bytes / 2e10;
}

double gla_machine_start(void)
{
    return 0.5;
}

/* ---- the accelerator ------------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(gla_device *) accelerator;
static atomic_int known; /* 0: not looked for, 1: there may be one, 2: there is none */

/* Return true if a driver of NVIDIA is loaded, without loading a library. */
static bool has_driver(void)
{
    DIR *folder = opendir("/proc/driver/nvidia/gpus");
    bool found = false;
    for (struct dirent *e; folder && (e = readdir(folder));)
        found = found || e->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return found;
}

/* GPULINALG_PLACEMENT may name the accelerator, for tests: "go,emulated:0". */
static const char *named(void)
{
    const char *env = secure_getenv("GPULINALG_PLACEMENT"), *comma = env ? strchr(env, ',') : NULL;
    return comma ? comma + 1 : NULL;
}

bool gla_machine_has_accelerator(void)
{
    if (!atomic_load(&known))
        atomic_store(&known, named() || has_driver() ? 1 : 2);
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
    pthread_mutex_lock(&lock);
    if (named() ? gla_find_device(named(), &dev) : gla_first_gpu(&dev))
        dev = NULL;
    atomic_store(&accelerator, dev);
    if (!dev)
        atomic_store(&known, 2);
    pthread_mutex_unlock(&lock);
    return dev;
}
