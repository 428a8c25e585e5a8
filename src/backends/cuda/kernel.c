/* kernel.c - Modules compiled from users' sources, and their kernels.
 *
 * A module is kept with its device until the process ends.  Requesting the same sources again costs nothing, and the code of a
 * running kernel is never unloaded. */
#include "cuda.h"
#include "runtime/lock.h"
#include "runtime/record.h"
#include "runtime/allocation.h"

#include "backends/device/cache.h"
#include "dialect/source.h"
#include "runtime/writer.h"

#include <nvrtc.h>
#include <stdio.h>
#include <string.h>

#define OP "module"

typedef struct kernel {
    struct kernel *next;
    char *name;
    cudaKernel_t handle;
    struct cudaFuncAttributes attributes;
    int local_granted; /* dynamic shared memory that the kernel is already allowed to use */
} kernel;

struct gla_cuda_module {
    gla_cuda_module *next;
    char *key; /* all inputs of the build */
    cudaLibrary_t library;
    kernel *kernels;
};

static gla_status accepts(gla_device *dev, gla_language language)
{
    return language != GLA_OPENCL_C
               ? GLA_OK
               : gla_fail(GLA_NOT_SUPPORTED_ERROR,
                          OP ": OpenCL C cannot be compiled for %s; use the portable dialect or CUDA C, or "
                             "an OpenCL device",
                          dev->name);
}

/* Write the source for the compiler: the prelude of the portable dialect, if needed, followed by the user's source, with its
 * original line numbers. */
static gla_status prepare(const gla_program *p, const gla_source *source, char **prepared)
{
    gla_writer w = GLA_WRITER(OP);
    if (p->language == GLA_PORTABLE) {
        gla_put_text(&w, gla_kernel_text("prelude.h"));
        gla_put_text(&w, "\n");
    }
    gla_put(&w, "#line 1 \"%.250s\"\n", source->name);
    gla_put_bytes(&w, source->text, source->length);
    return gla_writer_finish(&w, prepared);
}

static gla_status compile_one(const gla_program *p, int i, int capability, gla_source *part)
{
    const gla_source *source = &p->sources[i];
    const char **headers = gla_calloc((size_t)p->n_headers, 2 * sizeof *headers);
    const char **options = gla_calloc((size_t)p->n_options + 1, sizeof *options);
    char *prepared = NULL;
    size_t size = 0;
    void *code = NULL;
    gla_status st = headers && options ? prepare(p, source, &prepared) : gla_fail_memory(OP, source->length);
    for (int k = 0; k < p->n_headers && !st; k++) {
        headers[k] = p->headers[k].text;
        headers[p->n_headers + k] = p->headers[k].name;
    }
    int n = 0;
    for (; n < p->n_options && !st; n++)
        options[n] = p->options[n];
    if (!st && p->n > 1)
        options[n++] = "--relocatable-device-code=true";
    if (!st)
        st = gla_cuda_compile_text(
            &(gla_cuda_text){source->name, prepared, p->n_headers, headers, headers + p->n_headers, n, options}, capability,
            &code, &size);
    *part = (gla_source){source->name, code, size};
    gla_free(headers);
    gla_free(options);
    gla_free(prepared);
    return st;
}

static gla_status compile_all(const gla_program *p, int capability, void **code, size_t *size)
{
    gla_source *parts = gla_calloc((size_t)p->n, sizeof *parts);
    gla_status st = parts ? GLA_OK : gla_fail_memory(OP, (size_t)p->n * sizeof *parts);
    for (int i = 0; i < p->n && !st; i++)
        st = compile_one(p, i, capability, &parts[i]);
    if (!st && p->n > 1) {
        st = gla_cuda_link(OP, capability, p->n, parts, code, size);
    } else if (!st) {
        *code = (void *)parts[0].text;
        *size = parts[0].length;
        parts[0].text = NULL;
    }
    for (int i = 0; parts && i < p->n; i++)
        gla_free((void *)parts[i].text);
    gla_free(parts);
    return st;
}

/* Copy a binary and append a zero byte, because PTX must be a zero-terminated string. */
static gla_status copy_binary(const gla_program *p, void **code, size_t *size)
{
    if (p->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, OP ": %d binaries were passed, but exactly one is required", p->n);
    *size = p->sources[0].length;
    if (!(*code = gla_calloc(*size + 1, 1)))
        return gla_fail_memory(OP, *size);
    memcpy(*code, p->sources[0].text, *size);
    return GLA_OK;
}

static gla_status load(gla_cuda *cuda, const gla_program *p, gla_cuda_module *m)
{
    void *code = NULL;
    size_t size = 0;
    int version[2] = {0, 0};
    char tag[80];
    bool binary = p->language == GLA_BINARY;
    nvrtcVersion(&version[0], &version[1]);
    snprintf(tag, sizeof tag, "cuda module sm_%d nvrtc %d.%d", cuda->compute_capability, version[0], version[1]);
    gla_status st = binary ? copy_binary(p, &code, &size) : GLA_OK;
    bool cached = !binary && gla_cache_get(tag, m->key, &code, &size);
    if (cached && cudaLibraryLoadData(&m->library, code, NULL, NULL, 0, NULL, NULL, 0) == cudaSuccess) {
        gla_free(code);
        return GLA_OK;
    }
    if (cached) {
        cudaGetLastError();
        gla_free(code);
        code = NULL;
    }
    if (!st && !binary)
        st = compile_all(p, cuda->compute_capability, &code, &size);
    cudaError_t error = st ? cudaSuccess : cudaLibraryLoadData(&m->library, code, NULL, NULL, 0, NULL, NULL, 0);
    unsigned kernels = 1;
    if (!st && !error && binary) /* CUDA loads lazily, so only a query validates the data */
        error = cudaLibraryGetKernelCount(&kernels, m->library);
    if (error || !kernels) {
        cudaGetLastError();
        st = gla_fail(GLA_COMPILE_ERROR, OP ": %s cannot be loaded: %s; it must be PTX or a cubin for compute capability %d.%d",
                      p->sources[0].name, error ? cudaGetErrorString(error) : "it contains no kernel",
                      cuda->compute_capability / 10, cuda->compute_capability % 10);
    }
    if (!st && !binary)
        gla_cache_put(tag, m->key, code, size);
    gla_free(code);
    return st;
}

static gla_status build(gla_device *dev, const gla_program *p, void **module)
{
    gla_cuda *cuda;
    char *key;
    gla_status st = gla_device_module_key(OP, p, &key);
    if (!st)
        st = gla_cuda_enter(OP, dev, &cuda);
    if (st) {
        gla_free(key);
        return st;
    }
    gla_lock(&cuda->lock);
    gla_cuda_module *m = cuda->modules;
    while (m && strcmp(m->key, key) != 0)
        m = m->next;
    if (m) {
        gla_free(key);
    } else if (!(m = gla_calloc(1, sizeof *m))) {
        gla_free(key);
        st = gla_fail_memory(OP, sizeof *m);
    } else {
        m->key = key;
        st = load(cuda, p, m);
        if (!st) {
            m->next = cuda->modules;
            cuda->modules = m;
        } else {
            gla_free(key);
            gla_free(m);
        }
    }
    pthread_mutex_unlock(&cuda->lock);
    *module = st ? NULL : m;
    return st;
}

static void module_free(gla_device *dev, void *module)
{
    (void)dev; /* the head of this file explains why modules are kept */
    (void)module;
}

static gla_status make_kernel(gla_cuda *cuda, gla_cuda_module *m, const char *name, kernel **out)
{
    kernel *k = gla_calloc(1, sizeof *k);
    if (!k || !(k->name = gla_malloc(strlen(name) + 1))) {
        gla_free(k);
        return gla_fail_memory(OP, sizeof *k);
    }
    strcpy(k->name, name);
    gla_status st = GLA_OK;
    if (cudaLibraryGetKernel(&k->handle, m->library, name)) {
        cudaGetLastError();
        st = gla_fail(GLA_ARGUMENT_ERROR,
                      OP ": the module has no kernel \"%.80s\"; in CUDA C it must be declared "
                         "extern \"C\" __global__",
                      name);
    }
    if (!st)
        st = gla_cuda_check(OP, cudaFuncGetAttributes(&k->attributes, (const void *)k->handle));
    if (st) {
        gla_free(k->name);
        gla_free(k);
        return st;
    }
    k->local_granted = k->attributes.maxDynamicSharedSizeBytes;
    k->next = m->kernels;
    m->kernels = *out = k;
    (void)cuda;
    return GLA_OK;
}

static gla_status find(gla_device *dev, void *module, const char *name, void **out)
{
    gla_cuda *cuda;
    gla_cuda_module *m = module;
    gla_status st = gla_cuda_enter(OP, dev, &cuda);
    if (st)
        return st;
    gla_lock(&cuda->lock);
    kernel *k = m->kernels;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    if (!k)
        st = make_kernel(cuda, m, name, &k);
    pthread_mutex_unlock(&cuda->lock);
    *out = st ? NULL : k;
    return st;
}

/* Allow a kernel more dynamic shared memory than the default. */
static gla_status grant_local(gla_cuda *cuda, kernel *k, const gla_launch *l)
{
    int most = 0;
    if (l->local_bytes <= (size_t)k->local_granted)
        return GLA_OK;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, cuda->ordinal);
    most -= (int)k->attributes.sharedSizeBytes;
    if (l->local_bytes > (size_t)most)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: %zu bytes of local memory were requested, but %s has only %d left for this kernel", l->op,
                        l->local_bytes, cuda->dev->name, most);
    gla_status st = gla_cuda_check(l->op,
                                   cudaKernelSetAttributeForDevice(k->handle, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                                   (int)l->local_bytes, cuda->ordinal));
    if (!st)
        k->local_granted = (int)l->local_bytes;
    return st;
}

#define MAX_ARGUMENTS 64

static gla_status launch(gla_device *dev, void *which, const gla_launch *l)
{
    gla_cuda *cuda;
    kernel *k = which;
    void *arguments[MAX_ARGUMENTS];
    uint64_t threads = (uint64_t)l->group_size[0] * l->group_size[1] * l->group_size[2];
    gla_status st = gla_cuda_enter(l->op, dev, &cuda);
    if (!st && l->n > MAX_ARGUMENTS)
        st = gla_fail(GLA_ARGUMENT_ERROR, "%s: %d arguments, but a kernel takes at most %d", l->op, l->n, MAX_ARGUMENTS);
    if (!st && threads > (uint64_t)k->attributes.maxThreadsPerBlock)
        st = gla_fail(GLA_ARGUMENT_ERROR,
                      "%s: a group of %u x %u x %u has more than %d threads, the maximum of this "
                      "kernel on %s",
                      l->op, l->group_size[0], l->group_size[1], l->group_size[2], k->attributes.maxThreadsPerBlock, dev->name);
    if (!st && (l->groups[1] > 65535 || l->groups[2] > 65535 || l->groups[0] > 0x7fffffff || l->group_size[2] > 64))
        st = gla_fail(GLA_ARGUMENT_ERROR,
                      "%s: the grid of %u x %u x %u groups is too large for %s; its second and third "
                      "dimensions are at most 65535",
                      l->op, l->groups[0], l->groups[1], l->groups[2], dev->name);
    if (!st)
        st = grant_local(cuda, k, l);
    if (st)
        return st;
    for (int i = 0; i < l->n; i++)
        arguments[i] = l->arguments[i].kind == GLA_ARGUMENT_BUFFER ? (void *)&l->arguments[i].value
                                                                   : (void *)l->arguments[i].value;
    st = gla_cuda_check(l->op, cudaLaunchKernel((const void *)k->handle, (dim3){l->groups[0], l->groups[1], l->groups[2]},
                                                (dim3){l->group_size[0], l->group_size[1], l->group_size[2]}, arguments,
                                                l->local_bytes, gla_cuda_stream(cuda)));
    return st ? st : gla_cuda_queued(l->op, cuda);
}

static gla_status properties(gla_device *dev, void *which, gla_record *r)
{
    const kernel *k = which;
    (void)dev;
    gla_record_integer(r, "max_group_size", k->attributes.maxThreadsPerBlock);
    gla_record_integer(r, "registers", k->attributes.numRegs);
    gla_record_integer(r, "local_bytes", (int64_t)k->attributes.sharedSizeBytes);
    gla_record_integer(r, "private_bytes", (int64_t)k->attributes.localSizeBytes);
    return GLA_OK;
}

const gla_kernel_ops gla_cuda_kernel_ops = {
    .accepts = accepts,
    .build = build,
    .module_free = module_free,
    .find = find,
    .launch = launch,
    .properties = properties,
};
