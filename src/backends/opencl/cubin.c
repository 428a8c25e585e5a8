/* cubin.c - Compile NVIDIA's OpenCL binaries to machine code ahead of use.
 *
 * NVIDIA's OpenCL returns PTX as the binary of a program.  PTX is compiled again at each load, which takes 0.03 to 3 s.  The
 * driver's CUDA library, which is installed with the OpenCL library, converts PTX to machine code, and OpenCL accepts machine
 * code as a binary too.  The CUDA functions are declared in this file, so that this backend can be built without CUDA. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/library.h"
#include "runtime/lock.h"

#include <dlfcn.h>
#include <string.h>

enum { MAJOR = 75, MINOR = 76, PTX = 1 }; /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_..., CU_JIT_INPUT_PTX */

static struct {
    pthread_once_t once;
    bool is_available;
    int (*init)(unsigned flags);
    int (*count)(int *n);
    int (*attribute)(int *value, int what, int device);
    int (*retain)(void **context, int device);
    int (*push)(void *context);
    int (*pop)(void **context);
    int (*create)(unsigned n, int *options, void **values, void **link);
    int (*add)(void *link, int kind, void *data, size_t size, const char *name, unsigned n, int *options, void **values);
    int (*complete)(void *link, void **code, size_t *size);
    int (*destroy)(void *link);
} cuda = {.once = PTHREAD_ONCE_INIT};

static void load(void)
{
    void *library = gla_library_open("libcuda.so.1", false);
    cuda.is_available = library != NULL;
#define FIND(field, name) cuda.is_available = cuda.is_available && (*(void **)&cuda.field = dlsym(library, name))
    FIND(init, "cuInit");
    FIND(count, "cuDeviceGetCount");
    FIND(attribute, "cuDeviceGetAttribute");
    FIND(retain, "cuDevicePrimaryCtxRetain");
    FIND(push, "cuCtxPushCurrent_v2");
    FIND(pop, "cuCtxPopCurrent_v2");
    FIND(create, "cuLinkCreate_v2");
    FIND(add, "cuLinkAddData_v2");
    FIND(complete, "cuLinkComplete");
    FIND(destroy, "cuLinkDestroy");
    cuda.is_available = cuda.is_available && cuda.init(0) == 0;
}

/* Return a context on a device of this architecture, for which the linker compiles.  The context is kept until the process
 * ends. */
static void *context_of(int architecture)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *context;
    static int is_of;
    int n = 0, major, minor;
    gla_lock(&lock);
    if (is_of != architecture && cuda.count(&n) == 0) {
        context = NULL;
        for (int i = 0; i < n && !context; i++)
            if (cuda.attribute(&major, MAJOR, i) == 0 && cuda.attribute(&minor, MINOR, i) == 0 &&
                10 * major + minor == architecture && cuda.retain(&context, i) != 0)
                context = NULL;
        is_of = architecture;
    }
    void *found = context;
    pthread_mutex_unlock(&lock);
    return found;
}

/* Compile PTX.  The code is in the memory of the linker, and is valid until the linker is destroyed. */
static bool compile(void *link, void *ptx, size_t size, void **code, size_t *code_size)
{
    return cuda.add(link, PTX, ptx, size, "gpulinalg", 0, NULL, NULL) == 0 && cuda.complete(link, code, code_size) == 0 &&
           *code_size > 0;
}

void *gla_cl_cubin(const gla_cl *cl, const void *binary, size_t size, size_t *code_size)
{
    void *link = NULL, *made, *own, *context, *code = NULL;
    char *ptx = cl->traits.nvidia ? gla_calloc(size + 1, 1) : NULL;
    if (ptx)
        memcpy(ptx, binary, size);
    if (!ptx || !strstr(ptx, "\n.version ") || pthread_once(&cuda.once, load) || !cuda.is_available ||
        !(context = context_of(cl->traits.nvidia)) || cuda.push(context) != 0) {
        gla_free(ptx);
        return NULL;
    }
    if (cuda.create(0, NULL, NULL, &link) == 0) {
        if (compile(link, ptx, strlen(ptx) + 1, &made, code_size) && (code = gla_malloc(*code_size)))
            memcpy(code, made, *code_size);
        cuda.destroy(link);
    }
    cuda.pop(&own);
    gla_free(ptx);
    return code;
}
