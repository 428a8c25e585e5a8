/* link.c - Link separately compiled sources into one module with nvJitLink, which is loaded at first use. */
#include "cuda.h"
#include "runtime/library.h"
#include "runtime/allocation.h"

#include <dlfcn.h>
#include <nvJitLink.h>
#include <stdio.h>

typedef struct linker {
    nvJitLinkResult (*create)(nvJitLinkHandle *, uint32_t, const char **);
    nvJitLinkResult (*add)(nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *);
    nvJitLinkResult (*complete)(nvJitLinkHandle);
    nvJitLinkResult (*size)(nvJitLinkHandle, size_t *);
    nvJitLinkResult (*get)(nvJitLinkHandle, void *);
    nvJitLinkResult (*log_size)(nvJitLinkHandle, size_t *);
    nvJitLinkResult (*log)(nvJitLinkHandle, char *);
    nvJitLinkResult (*destroy)(nvJitLinkHandle *);
} linker;

static bool load(linker *l)
{
    char name[40];
    snprintf(name, sizeof name, "libnvJitLink.so.%d", CUDART_VERSION / 1000);
    void *library = gla_library_open(name, false);
    struct {
        void *place;
        const char *symbol;
    } wanted[] = {{&l->create, "nvJitLinkCreate"},      {&l->add, "nvJitLinkAddData"},
                  {&l->complete, "nvJitLinkComplete"},  {&l->size, "nvJitLinkGetLinkedCubinSize"},
                  {&l->get, "nvJitLinkGetLinkedCubin"}, {&l->log_size, "nvJitLinkGetErrorLogSize"},
                  {&l->log, "nvJitLinkGetErrorLog"},    {&l->destroy, "nvJitLinkDestroy"}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!library || !(*(void **)wanted[i].place = dlsym(library, wanted[i].symbol)))
            return false;
    return true;
}

static gla_status fail_link(const linker *l, nvJitLinkHandle handle, const char *op)
{
    size_t size = 0;
    char *log = NULL;
    if (handle && l->log_size(handle, &size) == NVJITLINK_SUCCESS && size && (log = gla_malloc(size)))
        l->log(handle, log);
    gla_fail(GLA_COMPILE_ERROR, "%s: the sources cannot be linked: %.800s", op, log ? log : "nvJitLink reported no details");
    gla_free(log);
    return GLA_COMPILE_ERROR;
}

gla_status gla_cuda_link(const char *op, int capability, int n, const gla_source *parts, void **code, size_t *size)
{
    linker l;
    char arch[40];
    const char *options[] = {arch};
    nvJitLinkHandle handle = NULL;
    snprintf(arch, sizeof arch, "-arch=sm_%d", capability);
    if (!load(&l))
        return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                        "%s: linking several sources requires CUDA's libnvJitLink; install it, or pass "
                        "one source",
                        op);
    nvJitLinkResult r = l.create(&handle, 1, options);
    for (int i = 0; i < n && r == NVJITLINK_SUCCESS; i++)
        r = l.add(handle, NVJITLINK_INPUT_CUBIN, parts[i].text, parts[i].length, parts[i].name);
    if (r == NVJITLINK_SUCCESS)
        r = l.complete(handle);
    if (r == NVJITLINK_SUCCESS)
        r = l.size(handle, size);
    gla_status st = r == NVJITLINK_SUCCESS ? GLA_OK : fail_link(&l, handle, op);
    if (!st && !(*code = gla_malloc(*size)))
        st = gla_fail_memory(op, *size);
    if (!st && l.get(handle, *code) != NVJITLINK_SUCCESS) {
        gla_free(*code);
        *code = NULL;
        st = fail_link(&l, handle, op);
    }
    if (handle)
        l.destroy(&handle);
    return st;
}
