/* loader.c - the small module that the core loads: it looks for NVIDIA's driver before it loads the backend proper, whose
 * libraries take half a second. */
#include "config.h"

#include "backend.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The backend proper. */
static const gla_backend *load(void)
{
    Dl_info here;
    char file[1200];
    const gla_backend *(*entry)(void);
    if (!dladdr((void *)&gla_backend_entry, &here) || !here.dli_fname)
        return NULL;
    const char *slash = strrchr(here.dli_fname, '/');
    int length = slash ? (int)(slash - here.dli_fname) + 1 : 0;
    snprintf(file, sizeof file, "%.*slibgpulinalg-cuda-impl.so", length, here.dli_fname);
    void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!module || !(*(void **)&entry = dlsym(module, "gla_backend_entry"))) {
        gla_fail(GLA_DEVICE_ERROR, "%.900s", dlerror());
        return NULL;
    }
    return entry();
}

const gla_backend *gla_backend_entry(void)
{
    /* Left open: the backend needs it. */
    if (!dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) {
        gla_fail(GLA_DEVICE_ERROR, "there is no NVIDIA driver here (libcuda.so.1); built for CUDA " CUDA_NOTE);
        return NULL;
    }
    return load();
}

const gla_backend *gla_compiler_entry(void)
{
    return load();
}
