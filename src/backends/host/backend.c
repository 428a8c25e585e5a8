/* backend.c - The host backend, which uses ordinary memory, C loops, OpenBLAS and LAPACK. */
#include "config.h"
#include "host.h"
#include "contract/device.h"
#include "contract/memory.h"
#include "runtime/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* OpenBLAS's description of its configuration, such as "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...", its core type, such as
 * "Zen", and the number of its threads. */
extern char *openblas_get_config(void);
extern char *openblas_get_corename(void);
extern int openblas_get_num_threads(void);

static int count(void)
{
    return 1;
}

static gla_status properties(gla_device *dev, gla_record *r)
{
    int64_t memory = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGE_SIZE);
    gla_record_text(r, "description", dev->backend->description);
    gla_record_integer(r, "memory_bytes", memory);
    gla_record_integer(r, "compute_units", gla_host_threads());
    gla_record_bool(r, "float64", true);
    gla_record_text(r, "fft", gla_host_fft_description());
    gla_record_text(r, "sparse_solvers", gla_host_direct_description());
    gla_record_integer(r, "pool_limit_bytes", (int64_t)gla_host_pool());
    return GLA_OK;
}

static gla_status check_environment(void)
{
    const char *env = secure_getenv("GPULINALG_NUM_THREADS");
    char *end;
    if (!env || !*env || (strtol(env, &end, 10) >= 1 && !*end))
        return GLA_OK;
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "GPULINALG_NUM_THREADS: '%.40s' is not a number of threads; give an integer from 1 to 64", env);
}

static gla_status open(gla_device *dev)
{
    (void)dev;
    gla_host_open(NULL);
    return check_environment();
}

/* There is nothing to wait for, because the work of every slot is complete on return. */
static gla_status synchronize(gla_device *dev)
{
    (void)dev;
    return GLA_OK;
}

/* Let the limit on the device's memory also limit the memory that the pool keeps. */
static void keep_to_limit(gla_device *dev, size_t freed)
{
    size_t limit = atomic_load_explicit(&dev->bytes_limit, memory_order_relaxed);
    if (limit) {
        size_t used = atomic_load_explicit(&dev->bytes_used, memory_order_relaxed) - freed;
        gla_host_trim_to(used < limit ? limit - used : 0);
    }
}

static gla_status memory_alloc(gla_device *dev, size_t bytes, void **data)
{
    *data = gla_host_alloc(bytes);
    keep_to_limit(dev, 0);
    return *data ? GLA_OK : gla_fail_memory("array", bytes);
}

static gla_status memory_alloc_zeros(gla_device *dev, size_t bytes, void **data)
{
    *data = gla_host_alloc_zeros(bytes);
    keep_to_limit(dev, 0);
    return *data ? GLA_OK : gla_fail_memory("array", bytes);
}

static void memory_free(gla_device *dev, void *data, size_t bytes, void *stream)
{
    (void)stream;
    gla_host_free(data, bytes);
    keep_to_limit(dev, bytes);
}

static gla_status memory_keep(gla_device *dev, size_t bytes)
{
    (void)dev;
    gla_host_open(&bytes);
    return GLA_OK;
}

static gla_status memory_limit(gla_device *dev, size_t bytes)
{
    gla_host_limit(bytes);
    keep_to_limit(dev, 0);
    return GLA_OK;
}

/* Return the amount of memory that the system can provide.  Available memory exceeds free memory, because the system can drop
 * its caches. */
static size_t available(void)
{
    char line[100];
    unsigned long long kib = 0;
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "MemAvailable: %llu", &kib) != 1)
        ;
    if (f)
        fclose(f);
    return (size_t)kib * 1024;
}

/* Return the amount of memory that the process may still use, if its address space is limited (ulimit -v). */
static size_t within_limit(const struct rlimit *limit, size_t page)
{
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    bool known = f && fscanf(f, "%llu", &pages) == 1;
    if (f)
        fclose(f);
    size_t used = known ? (size_t)pages * page : 0;
    return used < limit->rlim_cur ? (size_t)limit->rlim_cur - used : 0;
}

static gla_status memory_info(gla_device *dev, gla_memory_state *state)
{
    struct rlimit limit;
    size_t page = (size_t)sysconf(_SC_PAGE_SIZE);
    state->total = (size_t)sysconf(_SC_PHYS_PAGES) * page;
    state->free = available();
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) {
        size_t left = within_limit(&limit, page);
        state->total = limit.rlim_cur < state->total ? (size_t)limit.rlim_cur : state->total;
        state->free = left < state->free ? left : state->free;
    }
    state->reserved = atomic_load(&dev->bytes_used) + gla_host_idle();
    return GLA_OK;
}

static gla_status memory_trim(gla_device *dev, size_t *bytes)
{
    (void)dev;
    *bytes = gla_host_trim();
    return GLA_OK;
}

const gla_device_ops gla_host_device_ops = {.count = count, .open = open, .properties = properties, .synchronize = synchronize};
const gla_memory_ops gla_host_memory_ops = {.alloc = memory_alloc,
                                            .free = memory_free,
                                            .info = memory_info,
                                            .trim = memory_trim,
                                            .limit = memory_limit,
                                            .alloc_zeros = memory_alloc_zeros,
                                            .keep = memory_keep};

/* The x86-64 level of this module.  local.mk defines the names of levels above the baseline. */
#ifndef HAVE_HOST_LEVELS
#define LEVEL ""
#elif !defined(LEVEL)
#define LEVEL "; level baseline"
#endif

#define AREA(name) .name = &gla_host_##name##_ops,

const gla_backend *gla_backend_entry(void)
{
    static char description[120];
    static gla_backend backend = {
        .abi = GLA_BACKEND_ABI, .version = PACKAGE_VERSION, .name = "host", .description = description, GLA_AREAS(AREA)};
    const char *config = openblas_get_config(), *version = strchr(config, ' ');
    int length = version ? (int)(version - config + 1 + (long)strcspn(version + 1, " ")) : (int)strlen(config);
    int threads = openblas_get_num_threads();
    snprintf(description, sizeof description, "%.*s (%.30s), %d thread%s" LEVEL, length > 50 ? 50 : length, config,
             openblas_get_corename(), threads, threads == 1 ? "" : "s");
    return &backend;
}
