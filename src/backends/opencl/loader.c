/* loader.c - Small module that the core loads.  The module checks for the ICD loader before it loads the OpenCL backend. */
#include "backend.h"
#include "runtime/library.h"

#include <dlfcn.h>

const gla_backend *gla_backend_entry(void)
{
    const gla_backend *(*entry)(void);
    /* Keep the library open, because the backend needs it. */
    if (!gla_library_open("libOpenCL.so.1", false)) {
        gla_fail(GLA_DEVICE_ERROR, "no OpenCL loader (libOpenCL.so.1) was found; install ocl-icd-libopencl1 and the OpenCL "
                                   "driver for your device, or pocl-opencl-icd to use the CPU");
        return NULL;
    }
    *(void **)&entry = gla_module_entry((void *)&gla_backend_entry, "opencl-impl", "gla_backend_entry");
    if (!entry) {
        gla_fail(GLA_DEVICE_ERROR, "%.900s", dlerror());
        return NULL;
    }
    return entry();
}
