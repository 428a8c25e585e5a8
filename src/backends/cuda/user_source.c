/* user_source.c - Compile users' kernel sources with NVRTC, with their own options and headers. */
#include "cuda.h"
#include "runtime/allocation.h"

#include <nvrtc.h>
#include <stdio.h>

#define MAX_OPTIONS 64

static gla_status fail_compile(const char *name, nvrtcProgram program, nvrtcResult result)
{
    size_t size = 0;
    char *log = NULL;
    if (program && nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && (log = gla_malloc(size)))
        nvrtcGetProgramLog(program, log);
    gla_fail(GLA_COMPILE_ERROR, "module: %s does not compile: %.900s", name, log && *log ? log : nvrtcGetErrorString(result));
    gla_free(log);
    return GLA_COMPILE_ERROR;
}

gla_status gla_cuda_compile_text(const gla_cuda_text *t, int capability, void **code, size_t *size)
{
    char arch[40];
    const char *options[MAX_OPTIONS] = {arch, "--std=c++17", "-diag-suppress=177"};
    int n = 3;
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d", capability);
    if (t->n_options > MAX_OPTIONS - n)
        return gla_fail(GLA_ARGUMENT_ERROR, "module: %d options were passed, but at most %d are supported", t->n_options,
                        MAX_OPTIONS - n);
    for (int i = 0; i < t->n_options; i++)
        options[n++] = t->options[i];
    nvrtcProgram program = NULL;
    nvrtcResult r = nvrtcCreateProgram(&program, t->source, t->name, t->n_headers, t->headers, t->header_names);
    if (r == NVRTC_SUCCESS)
        r = nvrtcCompileProgram(program, n, options);
    if (r == NVRTC_SUCCESS)
        r = nvrtcGetCUBINSize(program, size);
    gla_status st = r == NVRTC_SUCCESS ? GLA_OK : fail_compile(t->name, program, r);
    if (!st && !(*code = gla_malloc(*size)))
        st = gla_fail_memory("module", *size);
    if (!st && (r = nvrtcGetCUBIN(program, *code)) != NVRTC_SUCCESS) {
        gla_free(*code);
        *code = NULL;
        st = fail_compile(t->name, program, r);
    }
    if (program)
        nvrtcDestroyProgram(&program);
    return st;
}
