/* machine.c - The rates of this machine, and its accelerator (machine.h). */
#include "config.h"
#include "core/machine.h"
#include "backend.h"
#include "core/rates_file.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/lock.h"
#include "runtime/placing.h"
#include "runtime/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ------------------------------------------------------------------------------------------------------- */
typedef struct table {
    gla_rates rates, measured;
    gla_hardware hardware;
    gla_rates_source source;
    const struct table *before; /* of an earlier calibration; other threads may still read it */
} table;

static pthread_mutex_t lock_of_table = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock table_of_fork = {.lock = &lock_of_table};
static _Atomic(const table *) current;

/* GPULINALG_PLACEMENT may name the accelerator, for tests: "go,emulated:0". */
static const char *named(void)
{
    const char *env = secure_getenv("GPULINALG_PLACEMENT"), *comma = env ? strchr(env, ',') : NULL;
    return comma && comma[1] ? comma + 1 : NULL;
}

/* Read the hardware. Devices without a file in /proc are known by their names. */
static void read_hardware(gla_hardware *h)
{
    gla_hardware_read("/proc", h);
    if (named() && strncmp(named(), "cuda", 4) != 0)
        snprintf(h->card, sizeof h->card, "%s", named());
    else if (!*h->card && gla_placing_finds_gpu())
        snprintf(h->card, sizeof h->card, "a GPU"); /* of a class that is not known */
}

/* Return an address in the backend of the host, next to which the shared folder is; NULL if there is no host. */
static const void *neighbour(void)
{
    gla_device *host;
    return gla_host_device(&host) ? NULL : (const void *)host->backend;
}

static void read_rates(table *t, const void *near)
{
    gla_rates_load(&t->hardware, near, &t->measured, &t->source);
    gla_rates_default(&t->rates, &t->hardware);
    gla_rates_apply(&t->rates, &t->measured);
}

static const table *load(void)
{
    static table first;
    const void *near = neighbour();
    gla_fork_lock_take(&table_of_fork);
    const table *t = atomic_load(&current);
    if (!t) {
        read_hardware(&first.hardware);
        read_rates(&first, near);
        atomic_store(&current, t = &first);
    }
    pthread_mutex_unlock(&lock_of_table);
    return t;
}

static const table *now(void)
{
    const table *t = atomic_load_explicit(&current, memory_order_acquire);
    return t ? t : load();
}

double gla_machine_seconds(const gla_device *dev, gla_work work, double amount)
{
    const gla_rates *r = &now()->rates;
    return gla_rate_seconds(dev && dev->is_host ? r->host[work] : r->device[work], amount);
}

double gla_machine_copy(double bytes)
{
    return gla_rate_seconds(now()->rates.copies, bytes);
}

double gla_machine_start(void)
{
    return now()->rates.start;
}

double gla_machine_first(gla_work work)
{
    return now()->rates.first[work];
}

double gla_machine_factor(const gla_device *dev, gla_work work, gla_dtype dtype)
{
    const gla_rates *r = &now()->rates;
    bool flops = work == GLA_WORK_PRODUCT || work == GLA_WORK_FACTOR || work == GLA_WORK_QR || work == GLA_WORK_SPECTRUM;
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    if (work == GLA_WORK_FFT) /* bound by memory on accelerators */
        return single ? .5 : 1;
    if (!flops)
        return 1;
    return (single ? (dev && dev->is_host ? r->host_single : r->device_single) : 1) * (gla_dtype_is_complex(dtype) ? 4 : 1);
}

void gla_machine_describe(char *text, size_t size)
{
    const table *t = now();
    const gla_hardware *h = &t->hardware;
    int n;
    if (*t->source.file)
        n = snprintf(text, size, "%s (hash %s)", t->source.file, t->source.hash);
    else
        n = snprintf(text, size, "defaults for %d cores, %s, and %s", h->cores, h->processor,
                     *h->card ? h->card : "no accelerator");
    if (*t->source.ignored && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, "; ignored: %s", t->source.ignored);
}

/* ---- calibration ----------------------------------------------------------------------------------------------------- */
gla_status gla_machine_hardware(gla_hardware *hardware, const void **near)
{
    *near = neighbour();
    *hardware = now()->hardware;
    return *near ? GLA_OK : gla_last_status();
}

gla_status gla_machine_reload(void)
{
    const table *before = now();
    table *t = gla_malloc(sizeof *t);
    if (!t)
        return gla_fail_memory("calibrate", sizeof *t);
    *t = (table){.hardware = before->hardware};
    read_rates(t, neighbour());
    gla_fork_lock_take(&table_of_fork);
    t->before = atomic_load(&current);
    atomic_store(&current, t);
    pthread_mutex_unlock(&lock_of_table);
    return GLA_OK;
}

/* ---- the accelerator ------------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock of_fork = {.lock = &lock};
static _Atomic(gla_device *) accelerator;
static atomic_int known; /* 0: not looked for, 1: there may be one, 2: there is none */

bool gla_machine_has_accelerator(void)
{
    if (!atomic_load(&known))
        atomic_store(&known, *now()->hardware.card ? 1 : 2);
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
