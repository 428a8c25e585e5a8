/* loader.c - Small module that the core loads.  The module checks for NVIDIA's driver before it loads the CUDA backend, because
 * loading the libraries of that backend takes half a second. */
#include "config.h"
#include "runtime/library.h"

#include "backend.h"

#include <dlfcn.h>

/* Load the CUDA backend. */
static const gla_backend *load(void)
{
    const gla_backend *(*entry)(void);
    *(void **)&entry = gla_module_entry((void *)&gla_backend_entry, "cuda-impl", "gla_backend_entry");
    if (!entry) {
        gla_fail(GLA_DEVICE_ERROR, "%.900s", dlerror());
        return NULL;
    }
    return entry();
}

const gla_backend *gla_backend_entry(void)
{
    /* Keep the library open, because the backend needs it. */
    if (!gla_library_open("libcuda.so.1", false)) {
        gla_fail(GLA_DEVICE_ERROR, "no NVIDIA driver (libcuda.so.1) was found; built for CUDA " CUDA_NOTE);
        return NULL;
    }
    return load();
}

const gla_backend *gla_compiler_entry(void)
{
    return load();
}
