/* program.c - Kernels of the library, which are compiled at run time, cached on disk, and loaded once per device. */
#include "cuda.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include "backends/device/cache.h"
#include "dialect/source.h"
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gla_cuda_program {
    gla_cuda_program *next;
    const char *file; /* name of an embedded source */
    char *defines;
    cudaLibrary_t library;
};

gla_status gla_cuda_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept)
{
    void *code = NULL;
    size_t size = 0;
    char tag[200], arch[20];
    gla_status st = dev ? GLA_OK : gla_cuda_check_architecture("warm", architecture);
    char *source = st ? NULL : gla_kernel_source("", file, lines);
    if (!source)
        return st ? st : gla_fail_memory(file, strlen(lines));
    if (dev)
        snprintf(arch, sizeof arch, "sm_%d", ((gla_cuda *)dev->state)->compute_capability);
    else
        snprintf(arch, sizeof arch, "%.19s", architecture);
    gla_cuda_compile_tag(arch, tag, sizeof tag);
    *kept = gla_cache_get(tag, source, &code, &size);
    if (!*kept)
        st = gla_cuda_compile(file, source, arch, NULL, &code, &size);
    if (!st && !*kept)
        gla_cache_put(tag, source, code, size);
    gla_free(source);
    gla_free(code);
    return st;
}

static gla_status build(gla_cuda *cuda, const char *file, const char *defines, gla_cuda_program **out)
{
    void *code = NULL;
    size_t size = 0;
    char tag[200], arch[20];
    gla_status st = GLA_OK;
    gla_cuda_program *p = gla_calloc(1, sizeof *p);
    char *source = gla_kernel_source("", file, defines);
    if (!p || !source || !(p->defines = gla_malloc(strlen(defines) + 1))) {
        st = gla_fail_memory(file, sizeof *p);
        goto done;
    }
    strcpy(p->defines, defines);
    snprintf(arch, sizeof arch, "sm_%d", cuda->compute_capability);
    gla_cuda_compile_tag(arch, tag, sizeof tag);
    bool cached = gla_cache_get(tag, source, &code, &size);
    if (cached && cudaLibraryLoadData(&p->library, code, NULL, NULL, 0, NULL, NULL, 0) == cudaSuccess)
        goto done;
    if (cached) { /* compile again if a cached program does not load */
        cudaGetLastError();
        gla_free(code);
        code = NULL;
    }
    st = gla_cuda_compile(file, source, arch, NULL, &code, &size);
    if (!st)
        st = gla_cuda_check(file, cudaLibraryLoadData(&p->library, code, NULL, NULL, 0, NULL, NULL, 0));
    if (!st)
        gla_cache_put(tag, source, code, size);
done:
    gla_free(source);
    gla_free(code);
    if (!st) {
        p->file = file;
        *out = p;
    } else if (p) {
        gla_free(p->defines);
        gla_free(p);
    }
    return st;
}

gla_status gla_cuda_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    gla_cuda *cuda = dev->state;
    gla_status st = GLA_OK;
    gla_lock(&cuda->lock);
    gla_cuda_program *p = cuda->programs;
    while (p && !(strcmp(p->file, file) == 0 && strcmp(p->defines, defines) == 0))
        p = p->next;
    if (!p && !(st = build(cuda, file, defines, &p))) {
        p->next = cuda->programs;
        cuda->programs = p;
    }
    if (!st)
        st = gla_cuda_check(file, cudaLibraryGetKernel((cudaKernel_t *)kernel, p->library, name));
    pthread_mutex_unlock(&cuda->lock);
    return st;
}

gla_status gla_cuda_launch(const char *op, gla_device *dev, cudaKernel_t kernel, unsigned blocks, unsigned threads,
                           size_t shared, void **args)
{
    gla_cuda *cuda = dev->state;
    gla_status st = gla_cuda_check(op, cudaLaunchKernel((const void *)kernel, (dim3){blocks, 1, 1}, (dim3){threads, 1, 1}, args,
                                                        shared, gla_cuda_stream(cuda)));
    return st ? st : gla_cuda_queued(op, cuda);
}

gla_status gla_cuda_launch_for(const char *op, gla_device *dev, cudaKernel_t kernel, int64_t n, void **args)
{
    gla_cuda *cuda = dev->state;
    int64_t blocks = (n + 255) / 256, most = (int64_t)cuda->multiprocessors * 32;
    return gla_cuda_launch(op, dev, kernel, (unsigned)(blocks < most ? blocks : most), 256, 0, args);
}
