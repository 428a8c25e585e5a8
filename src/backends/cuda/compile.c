/* compile.c - Compile the embedded kernel sources with NVRTC. */
#include "compile.h"
#include "runtime/allocation.h"

#include <nvrtc.h>
#include <stdio.h>
#include <string.h>

/* Do not fuse multiplication and addition: each operation is rounded, as on the host. */
#define OPTIONS "--fmad=false", "--std=c++17", "-diag-suppress=177"

void gla_cuda_compile_tag(const char *architecture, char *buf, size_t size)
{
    static const char *const options[] = {OPTIONS};
    int major = 0, minor = 0;
    nvrtcVersion(&major, &minor);
    size_t used = (size_t)snprintf(buf, size, "cuda %s nvrtc %d.%d", architecture, major, minor);
    for (size_t i = 0; i < sizeof options / sizeof *options && used < size; i++)
        used += (size_t)snprintf(buf + used, size - used, " %s", options[i]);
}

gla_status gla_cuda_check_architecture(const char *op, const char *architecture)
{
    int n = 0, all[200] = {0}, major = 0, minor = 0;
    char name[20];
    bool known = nvrtcGetNumSupportedArchs(&n) == NVRTC_SUCCESS && n <= 200 && nvrtcGetSupportedArchs(all) == NVRTC_SUCCESS;
    for (int i = 0; known && i < n; i++) {
        snprintf(name, sizeof name, "sm_%d", all[i]);
        if (strcmp(name, architecture) == 0)
            return GLA_OK;
    }
    nvrtcVersion(&major, &minor);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: NVRTC %d.%d cannot compile for %.20s; it supports sm_%d to sm_%d", op, major,
                    minor, architecture, all[0], known && n ? all[n - 1] : 0);
}

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

/* Copy the code of a compiled program to newly allocated memory. */
static gla_status take_code(const char *file, nvrtcProgram program, bool ptx, void **code, size_t *size)
{
    nvrtcResult r = ptx ? nvrtcGetPTXSize(program, size) : nvrtcGetCUBINSize(program, size);
    if (r == NVRTC_SUCCESS && !(*code = gla_malloc(*size)))
        return gla_fail_memory(file, *size);
    if (r == NVRTC_SUCCESS)
        r = ptx ? nvrtcGetPTX(program, *code) : nvrtcGetCUBIN(program, *code);
    if (r == NVRTC_SUCCESS)
        return GLA_OK;
    gla_free(*code);
    *code = NULL;
    return fail_compile(file, program, r);
}

gla_status gla_cuda_compile(const char *file, const char *source, const char *architecture, const char *more, void **code,
                            size_t *size)
{
    char arch[60];
    snprintf(arch, sizeof arch, "--gpu-architecture=%s", architecture);
    const char *options[] = {arch, OPTIONS, more};
    nvrtcProgram program = NULL;
    *code = NULL;
    nvrtcResult r = nvrtcCreateProgram(&program, source, file, 0, NULL, NULL);
    if (r == NVRTC_SUCCESS)
        r = nvrtcCompileProgram(program, (int)(sizeof options / sizeof *options) - !more, options);
    gla_status st = r == NVRTC_SUCCESS ? take_code(file, program, strncmp(architecture, "compute", 7) == 0, code, size)
                                       : fail_compile(file, program, r);
    if (program)
        nvrtcDestroyProgram(&program);
    return st;
}
