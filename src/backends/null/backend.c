/* backend.c - The null backend, for tests.  The backend counts memory, copies arrays, and fails on demand. */
#include "config.h"
#include "null.h"
#include "contract/dense.h"
#include "contract/device.h"
#include "runtime/record.h"
#include "contract/array.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char fail_slot[20];
static long fail_at;
static gla_status fail_status;

void gla_null_fail(const char *slot, long n, gla_status status)
{
    pthread_mutex_lock(&lock);
    strncpy(fail_slot, slot, sizeof fail_slot - 1);
    fail_at = n;
    fail_status = status;
    pthread_mutex_unlock(&lock);
}

gla_status gla_null_trap(const gla_device *dev, const char *slot)
{
    gla_status st = GLA_OK;
    pthread_mutex_lock(&lock);
    if (fail_at && strcmp(slot, fail_slot) == 0 && --fail_at == 0)
        st = fail_status;
    pthread_mutex_unlock(&lock);
    return st ? gla_fail(st, "%s: device %s fails because a test requested it", slot, dev->name) : GLA_OK;
}

static int count(void)
{
    const char *env = secure_getenv("GPULINALG_NULL_DEVICES");
    int n = env ? atoi(env) : 2;
    if (n == 0)
        gla_fail(GLA_DEVICE_ERROR, "the null driver has no device");
    return n;
}

static gla_status open_device(gla_device *dev)
{
    return gla_null_trap(dev, "open");
}

static gla_status properties(gla_device *dev, gla_record *r)
{
    const char *gpu = secure_getenv("GPULINALG_NULL_GPU"), *capability = gpu ? strchr(gpu, ',') : NULL;
    gla_record_text(r, "description", dev->backend->description);
    if (dev->backend->is_gpu)
        gla_record_text(r, "kind", "GPU");
    if (capability)
        gla_record_text(r, "compute_capability", capability + 1);
    gla_record_integer(r, "memory_bytes", (int64_t)gla_null_memory());
    gla_record_integer(r, "compute_units", 0);
    gla_record_bool(r, "float64", true);
    return gla_null_trap(dev, "properties");
}

/* Copy element by element.  Both arrays must have the same dtype. */
static gla_status copy(gla_device *dev, const gla_array *src, gla_array *dst)
{
    gla_status st = gla_null_trap(dev, "copy");
    if (st)
        return st;
    if (src->dtype != dst->dtype)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR, "copy: the null backend does not convert dtypes; use the host");
    int64_t item = (int64_t)gla_itemsize(dst->dtype);
    for (int64_t i = 0; i < dst->size; i++) {
        int64_t rest = i, from = 0, to = 0;
        for (int k = dst->ndim; k-- > 0; rest /= dst->shape[k]) {
            from += src->ndim ? rest % dst->shape[k] * src->strides[k] : 0;
            to += rest % dst->shape[k] * dst->strides[k];
        }
        memcpy((char *)gla_data(dst) + to * item, (const char *)gla_data(src) + from * item, (size_t)item);
    }
    return GLA_OK;
}

static const gla_device_ops device_ops = {
    .count = count, .open = open_device, .properties = properties, .synchronize = gla_null_synchronize};
static const gla_array_ops array_ops = {.copy = copy};
static const gla_blas_ops blas_ops;
static const gla_lapack_ops lapack_ops;

const gla_backend *gla_backend_entry(void)
{
    static gla_backend backend = {
        .name = "null",
        .description = "stores and copies, for tests",
        .device = &device_ops,
        .memory = &gla_null_memory_ops,
        .array = &array_ops,
        .blas = &blas_ops,
        .lapack = &lapack_ops,
        .stream = &gla_null_stream_ops,
    };
    const char *abi = secure_getenv("GPULINALG_NULL_ABI"), *gpu = secure_getenv("GPULINALG_NULL_GPU");
    bool is_version = abi && strchr(abi, '.');
    backend.abi = abi && !is_version ? atoi(abi) : GLA_BACKEND_ABI;
    backend.version = is_version ? abi : PACKAGE_VERSION;
    backend.is_gpu = gpu && *gpu == '1';
    const char *without = secure_getenv("GPULINALG_NULL_WITHOUT");
    if (without && !gla_null_take_slots(&backend, without)) {
        gla_fail(GLA_DEVICE_ERROR, "the null backend does not find the host's slots in GPULINALG_PLUGIN_PATH");
        return NULL;
    }
    return &backend;
}
