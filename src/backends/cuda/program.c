/* program.c - kernels: compiled by NVRTC at run time, kept on disk, loaded once for each device. */
#include "cuda.h"

#include "backends/cuda/cache.h"
#include "kernels.h"

#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gla_cuda_program {
    gla_cuda_program *next;
    const char *file; /* a name of the embedded sources, compared by address of its text */
    char *defines;
    cudaLibrary_t library;
};

static gla_status fail_compile(const char *file, nvrtcProgram program, nvrtcResult result)
{
    size_t size = 0;
    char *log = NULL;
    if (program && nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && (log = gla_malloc(size)))
        nvrtcGetProgramLog(program, log);
    gla_fail(GLA_COMPILE_ERROR, "%s: NVRTC: %s: %.700s", file, nvrtcGetErrorString(result), log ? log : "");
    gla_free(log);
    return GLA_COMPILE_ERROR;
}

/* Source text to machine code for one architecture; *code is gla_malloc'ed. */
static gla_status compile(const char *file, const char *source, int capability, void **code, size_t *size)
{
    char arch[40];
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d", capability);
    /* No contraction to fused multiply-add: one rounding for each operation, as on the host. */
    const char *options[] = {arch, "--fmad=false", "--std=c++17", "-diag-suppress=177"};
    nvrtcProgram program = NULL;
    nvrtcResult r = nvrtcCreateProgram(&program, source, file, 0, NULL, NULL);
    if (r == NVRTC_SUCCESS)
        r = nvrtcCompileProgram(program, (int)(sizeof options / sizeof *options), options);
    if (r == NVRTC_SUCCESS)
        r = nvrtcGetCUBINSize(program, size);
    if (r == NVRTC_SUCCESS && !(*code = gla_malloc(*size))) {
        nvrtcDestroyProgram(&program);
        return gla_fail_memory(file, *size);
    }
    if (r == NVRTC_SUCCESS)
        r = nvrtcGetCUBIN(program, *code);
    gla_status st = r == NVRTC_SUCCESS ? GLA_OK : fail_compile(file, program, r);
    if (program)
        nvrtcDestroyProgram(&program);
    return st;
}

/* Defines, what all kernels may use, and the file, in one string. */
static char *join(const char *defines, const char *file)
{
    const char *parts[] = {gla_kernel_text("prelude.h"), defines, gla_kernel_text("scalar.h"), gla_kernel_text("complex.h"),
                           gla_kernel_text("convert.h"), gla_kernel_text(file)};
    size_t size = 1, used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        size += strlen(parts[i]) + 1;
    char *source = gla_malloc(size);
    for (size_t i = 0; source && i < sizeof parts / sizeof *parts; i++)
        used += (size_t)snprintf(source + used, size - used, "%s\n", parts[i]);
    return source;
}

static gla_status build(gla_cuda *cuda, const char *file, const char *defines, gla_cuda_program **out)
{
    void *code = NULL;
    size_t size = 0;
    int version[2] = {0, 0};
    char tag[80];
    gla_status st = GLA_OK;
    gla_cuda_program *p = gla_calloc(1, sizeof *p);
    char *source = join(defines, file);
    if (!p || !source || !(p->defines = gla_malloc(strlen(defines) + 1))) {
        st = gla_fail_memory(file, sizeof *p);
        goto done;
    }
    strcpy(p->defines, defines);
    nvrtcVersion(&version[0], &version[1]);
    snprintf(tag, sizeof tag, "cuda sm_%d nvrtc %d.%d", cuda->compute_capability, version[0], version[1]);
    bool cached = gla_cache_get(tag, source, &code, &size);
    if (cached && cudaLibraryLoadData(&p->library, code, NULL, NULL, 0, NULL, NULL, 0) == cudaSuccess)
        goto done;
    if (cached) { /* an entry that does not load is made anew */
        cudaGetLastError();
        gla_free(code);
        code = NULL;
    }
    st = compile(file, source, cuda->compute_capability, &code, &size);
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

gla_status gla_cuda_kernel(gla_device *dev, const char *file, const char *defines, const char *name, cudaKernel_t *kernel)
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
        st = gla_cuda_check(file, cudaLibraryGetKernel(kernel, p->library, name));
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
