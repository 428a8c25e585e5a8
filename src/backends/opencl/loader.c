/* loader.c - the small module that the core loads: it looks for the ICD loader before it loads the backend proper. */
#define _GNU_SOURCE
#include "backend.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const gla_backend *gla_backend_entry(void)
{
    Dl_info here;
    char file[1200];
    const gla_backend *(*entry)(void);
    /* Left open: the backend needs it. */
    if (!dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL)) {
        gla_fail(GLA_DEVICE_ERROR, "there is no OpenCL loader here (libOpenCL.so.1); install ocl-icd-libopencl1 and the driver "
                                   "of a device, or pocl-opencl-icd for the CPU");
        return NULL;
    }
    if (!dladdr((void *)&gla_backend_entry, &here) || !here.dli_fname)
        return NULL;
    const char *slash = strrchr(here.dli_fname, '/');
    int length = slash ? (int)(slash - here.dli_fname) + 1 : 0;
    snprintf(file, sizeof file, "%.*slibgpulinalg-opencl-impl.so", length, here.dli_fname);
    void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!module || !(*(void **)&entry = dlsym(module, "gla_backend_entry"))) {
        gla_fail(GLA_DEVICE_ERROR, "%.900s", dlerror());
        return NULL;
    }
    return entry();
}
