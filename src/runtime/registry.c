/* registry.c - Find, load and record backends and their devices. A backend is loaded when one of its devices, or the list of
 * all devices, is first requested. If a backend cannot be used, the reason is stored for `gpulinalg info` and for error
 * messages. */
#include "config.h"
#include "runtime/registry.h"
#include "runtime/budget.h"
#include "runtime/stream.h"
#include "contract/device.h"
#include "runtime/library.h"
#include "runtime/lock.h"
#include "runtime/placing.h"
#include "runtime/trust.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_BACKENDS 8

/* Search order for the default device. The host is last and always required. */
static const char default_names[] = "cuda,opencl,host";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_backend_entry_point backends[MAX_BACKENDS];
static int n_backends;
static _Atomic(gla_device *) host_device, chosen_device;
static _Atomic(const char *) chosen_by;

/* Read the backend names from GPULINALG_BACKENDS or the default. The lock is held. */
static void init_names(void)
{
    static gla_fork_lock of_fork = {.lock = &lock};
    char buf[256], *save = NULL;
    if (n_backends)
        return;
    gla_fork_watch(&of_fork);
    const char *env = secure_getenv("GPULINALG_BACKENDS");
    snprintf(buf, sizeof buf, "%s", env && *env ? env : default_names);
    for (char *name = strtok_r(buf, ", ", &save); name && n_backends < MAX_BACKENDS; name = strtok_r(NULL, ", ", &save))
        snprintf(backends[n_backends++].name, sizeof backends[0].name, "%.15s", name);
}

/* Return the reason why there is no module of that name. */
static const char *why_absent(const char *name)
{
#ifndef HAVE_CUDA
    if (strcmp(name, "cuda") == 0)
        return "it was not built: " CUDA_NOTE;
#endif
#ifndef HAVE_OPENCL
    if (strcmp(name, "opencl") == 0)
        return "it was not built: " OPENCL_NOTE;
#endif
    if (strcmp(name, "host") == 0)
        return "it was not found; set GPULINALG_PLUGIN_PATH to the directory of libgpulinalg-host.so";
    return "it was not built or not installed";
}

static void set_reason(gla_backend_entry_point *b, const char *reason)
{
    snprintf(b->reason, sizeof b->reason, "%s", reason);
}

/* Open the module in one directory. Return true if the module exists there and may be loaded, even if loading it fails. */
static bool open_in(gla_backend_entry_point *b, const char *dir)
{
    char file[1200], why[1000];
    if (strcmp(b->name, "host") != 0)
        snprintf(file, sizeof file, "%s/libgpulinalg-%s.so", dir, b->name);
    else if (gla_host_module(dir, file, sizeof file)) {
        set_reason(b, gla_last_message());
        return true;
    }
    if (access(file, F_OK) != 0)
        return false;
    if (!gla_is_trusted(file, why, sizeof why)) {
        snprintf(b->reason, sizeof b->reason, "not loaded: %.600s %.700s", file, why);
        return false;
    }
    void *module = gla_library_open(file, true);
    if (!module) {
        set_reason(b, dlerror());
        return true;
    }
    const gla_backend *(*entry)(void);
    *(void **)&entry = dlsym(module, "gla_backend_entry");
    gla_clear_error();
    const gla_backend *backend = entry ? entry() : NULL;
    bool fits = backend && backend->abi == GLA_BACKEND_ABI;
    if (!fits || strcmp(backend->version, PACKAGE_VERSION) != 0) {
        if (gla_last_status()) /* the backend has set the reason */
            set_reason(b, gla_last_message());
        else if (fits)
            snprintf(b->reason, sizeof b->reason,
                     "%s is for version %s of the library, but this is version " PACKAGE_VERSION "; install both from one "
                     "build",
                     file, backend->version);
        else
            snprintf(b->reason, sizeof b->reason,
                     "%s was built for another version of the library; install both from one "
                     "build",
                     file);
        if (!backend)
            *(void **)&b->compiler = dlsym(module, "gla_compiler_entry");
        if (!b->compiler)
            dlclose(module);
        return true;
    }
    snprintf(b->file, sizeof b->file, "%s", file);
    b->backend = backend;
    return true;
}

static void make_devices(gla_backend_entry_point *b)
{
    gla_clear_error();    /* afterwards an error is the backend's reason */
    static int n_devices; /* number of devices of all backends; one number is reserved for the host */
    bool is_host = strcmp(b->backend->name, "host") == 0;
    int n = b->backend->device->count(), room = GLA_MAX_DEVICES - n_devices - !is_host;
    if (n > room)
        n = room;
    if (n <= 0) {
        set_reason(b, gla_last_status() ? gla_last_message() : "it found no device");
        return;
    }
    gla_device *devices = gla_calloc((size_t)n, sizeof *devices);
    if (!devices) {
        set_reason(b, "out of memory");
        b->tried = false; /* memory may be available next time */
        return;
    }
    for (int i = 0; i < n; i++) {
        devices[i] = (gla_device){.backend = b->backend, .index = i, .number = n_devices++, .is_host = is_host};
        if (is_host)
            snprintf(devices[i].name, sizeof devices[i].name, "host");
        else
            snprintf(devices[i].name, sizeof devices[i].name, "%.19s:%d", b->backend->name, i);
    }
    b->devices = devices;
    b->n_devices = n;
    *b->reason = '\0';
}

/* Load the module if this has not been tried. The caller holds the lock, also in load(). */
static void open_module(gla_backend_entry_point *b)
{
    char path[4096], *save = NULL;
    if (b->looked_for)
        return;
    b->looked_for = true;
    const char *env = secure_getenv("GPULINALG_PLUGIN_PATH");
    snprintf(path, sizeof path, "%s%s%s", env ? env : "", env && *env ? ":" : "", GLA_PLUGIN_DIR);
    for (char *dir = strtok_r(path, ":", &save); dir; dir = strtok_r(NULL, ":", &save))
        if (open_in(b, dir))
            break;
    if (!b->backend && !*b->reason)
        set_reason(b, why_absent(b->name));
}

/* Load the module and create its devices once. */
static void load(gla_backend_entry_point *b)
{
    if (b->tried)
        return;
    b->tried = true;
    open_module(b);
    if (b->backend)
        make_devices(b);
}

gla_status gla_open_device(gla_device *dev)
{
    gla_status st = GLA_OK;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_backends; i++) {
        gla_backend_entry_point *b = &backends[i];
        if (b->backend != dev->backend || b->opened & 1u << dev->index)
            continue;
        if (dev->backend->device->open)
            st = dev->backend->device->open(dev);
        if (!st)
            st = gla_stream_open_default(dev);
        if (!st)
            st = gla_budget_open(dev);
        if (!st)
            b->opened |= 1u << dev->index;
    }
    pthread_mutex_unlock(&lock);
    return st;
}

bool gla_has_open_accelerator(void)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_backends; i++)
        found = found || (backends[i].opened && strcmp(backends[i].name, "host") != 0);
    pthread_mutex_unlock(&lock);
    return found;
}

int gla_load_backends(const gla_backend_entry_point **list)
{
    pthread_mutex_lock(&lock);
    init_names();
    for (int i = 0; i < n_backends; i++)
        load(&backends[i]);
    pthread_mutex_unlock(&lock);
    *list = backends;
    return n_backends;
}

gla_status gla_load_compiler(const char *name, const gla_backend **backend)
{
    const char *reason = "GPULINALG_BACKENDS does not list it";
    *backend = NULL;
    pthread_mutex_lock(&lock);
    init_names();
    gla_clear_error();
    for (int i = 0; i < n_backends; i++) {
        gla_backend_entry_point *b = &backends[i];
        if (strcmp(b->name, name) != 0)
            continue;
        open_module(b);
        *backend = b->backend ? b->backend : b->compiler ? b->compiler() : NULL;
        reason = b->reason;
    }
    pthread_mutex_unlock(&lock);
    if (*backend)
        return GLA_OK;
    return gla_fail(GLA_DEVICE_ERROR, GLA_UNNAMED "the %s backend, which compiles for this architecture, did not load: %s",
                    name, reason);
}

static gla_backend_entry_point *load_named(const char *name, size_t length)
{
    gla_backend_entry_point *found = NULL;
    pthread_mutex_lock(&lock);
    init_names();
    for (int i = 0; i < n_backends && !found; i++)
        if (strlen(backends[i].name) == length && strncmp(backends[i].name, name, length) == 0)
            load(found = &backends[i]);
    pthread_mutex_unlock(&lock);
    return found;
}

/* If nobody names a device, calls choose between the host and a GPU. Without a GPU, or with GPULINALG_PLACEMENT=off, they have
 * no choice. */
static void start_default(void)
{
    const char *env = secure_getenv("GPULINALG_DEVICE"), *placement = secure_getenv("GPULINALG_PLACEMENT");
    bool is_asked = env && strcmp(env, "auto") == 0, is_given = env && *env;
    bool is_off = placement && strcmp(placement, "off") == 0;
    if (is_asked || (!is_given && !is_off && gla_placing_finds_gpu()))
        atomic_store(&gla_placing_is_free, true);
    atomic_store(&chosen_by, is_asked ? "chosen by GPULINALG_DEVICE" : "the default on a machine with a GPU");
}

gla_status gla_host_device(gla_device **dev)
{
    gla_device *host = atomic_load_explicit(&host_device, memory_order_acquire);
    if (!host) {
        gla_backend_entry_point *b = load_named("host", 4);
        if (!b || !b->n_devices)
            return gla_fail(GLA_DEVICE_ERROR, "the host backend did not load: %s",
                            b ? b->reason : "GPULINALG_BACKENDS does not list it");
        host = &b->devices[0];
        gla_status st = gla_open_device(host);
        if (st)
            return st;
        if (!atomic_load(&chosen_device))
            start_default();
        atomic_store_explicit(&host_device, host, memory_order_release);
    }
    *dev = host;
    return GLA_OK;
}

/* Split "cuda:1" into backend name and index. Return false if the string is not a device name. */
static bool parse(const char *text, size_t *length, long *index)
{
    const char *colon = strchr(text, ':');
    char *end;
    *length = colon ? (size_t)(colon - text) : strlen(text);
    *index = 0;
    if (!*length || (colon && !(colon[1] >= '0' && colon[1] <= '9')))
        return false;
    if (colon)
        *index = strtol(colon + 1, &end, 10);
    return !colon || *end == '\0';
}

bool gla_device_floats(const char *name)
{
    return strncmp(name, "auto", 4) == 0 && (!name[4] || name[4] == ':');
}

gla_status gla_find_device(const char *name, gla_device **dev)
{
    size_t length;
    long index;
    bool floats = name && gla_device_floats(name);
    if (!name || strcmp(name, "auto") == 0 || (floats && gla_placing_now.inside))
        return gla_default_device(dev);
    if (floats)
        name += strlen("auto:");
    if (strcmp(name, "cpu") == 0) /* the name that CuPy and PyTorch use */
        name = "host";
    if (strcmp(name, "host") == 0)
        return gla_host_device(dev);
    gla_backend_entry_point *b = parse(name, &length, &index) ? load_named(name, length) : NULL;
    if (!b)
        return gla_fail(GLA_DEVICE_ERROR, GLA_UNNAMED "there is no device \"%.60s\"; devices() lists the available devices",
                        name);
    if (!b->n_devices)
        return gla_fail(GLA_DEVICE_ERROR, GLA_UNNAMED "device \"%.60s\" cannot be used: %s", name, b->reason);
    if (index >= b->n_devices)
        return gla_fail(GLA_DEVICE_ERROR,
                        GLA_UNNAMED "there is no device \"%.60s\": the %s backend has %d; devices() lists the available "
                                    "devices",
                        name, b->name, b->n_devices);
    gla_status st = gla_open_device(&b->devices[index]);
    if (!st)
        *dev = &b->devices[index];
    return st;
}

static void init_all(void)
{
    pthread_mutex_lock(&lock);
    init_names();
    pthread_mutex_unlock(&lock);
}

static bool is_gpu(const gla_device *dev)
{
    const gla_device_ops *ops = dev->backend->device;
    return !ops->is_gpu || ops->is_gpu(dev);
}

/* Return the first GPU that can be opened. Backends without GPUs are skipped, because enumerating their devices may be slow. */
static gla_device *first_gpu(void)
{
    gla_device *found = NULL;
    init_all();
    for (int i = 0; i < n_backends && !found; i++) {
        gla_backend_entry_point *b = &backends[i];
        pthread_mutex_lock(&lock);
        open_module(b);
        bool wanted = b->backend && b->backend->is_gpu;
        if (wanted)
            load(b);
        pthread_mutex_unlock(&lock);
        for (int d = 0; wanted && d < b->n_devices && !found; d++)
            if (is_gpu(&b->devices[d]) && gla_open_device(&b->devices[d]) == GLA_OK)
                found = &b->devices[d];
    }
    return found;
}

gla_status gla_first_gpu(gla_device **dev)
{
    *dev = first_gpu();
    return *dev ? GLA_OK : GLA_DEVICE_ERROR;
}

/* Name the environment variable in a message about its device. */
static gla_status fail_environment(gla_status status)
{
    char reason[512];
    if (!gla_marked_message())
        return status;
    snprintf(reason, sizeof reason, "%s", gla_last_message());
    return gla_fail(status, GLA_UNNAMED "the environment variable GPULINALG_DEVICE is invalid: %s", reason);
}

gla_status gla_default_device(gla_device **dev)
{
    gla_device *chosen = atomic_load_explicit(&chosen_device, memory_order_acquire);
    gla_device *host = NULL;
    gla_status opened = gla_host_device(&host); /* reads the environment */
    if (opened)
        return opened;
    if (atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed)) {
        *dev = gla_placing_now.inside ? gla_placing_now.dev : NULL;
        *dev = *dev ? *dev : host;
        return GLA_OK;
    }
    if (!chosen) {
        const char *env = secure_getenv("GPULINALG_DEVICE");
        gla_status st = env && *env ? gla_find_device(env, &chosen) : GLA_OK;
        if (st)
            return fail_environment(st);
        if (!chosen)
            chosen = first_gpu();
        const char *by = env && *env ? "chosen by GPULINALG_DEVICE" : chosen ? "the first GPU" : "no GPU can be used";
        chosen = chosen ? chosen : host;
        atomic_store(&chosen_by, by);
        atomic_store_explicit(&chosen_device, chosen, memory_order_release);
    }
    *dev = chosen;
    return GLA_OK;
}

gla_status gla_set_device(const char *device)
{
    gla_device *dev = NULL;
    bool is_free = device && gla_device_floats(device);
    gla_status st = device && !is_free ? gla_find_device(device, &dev) : gla_host_device(&dev); /* reads the environment */
    if (st)
        return st;
    atomic_store(&gla_placing_is_free, is_free);
    atomic_store(&chosen_by, "chosen by set_device");
    atomic_store_explicit(&chosen_device, device && !is_free ? dev : NULL, memory_order_release);
    if (!device)
        start_default();
    return GLA_OK;
}

const char *gla_device_chosen_by(void)
{
    return atomic_load(&chosen_by);
}
