/* kernel.h - Contract of custom kernels, of users and of the facade. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_KERNEL_H
#define GLA_CONTRACT_KERNEL_H

#include "backend.h"
#include "contract/launch.h"

typedef enum gla_language {
    GLA_PORTABLE, /* the dialect of kernels/prelude.h; the backend prepends that file to each source */
    GLA_CUDA_C,
    GLA_OPENCL_C,
    GLA_BINARY /* PTX, cubin, or an OpenCL binary; the backend distinguishes them */
} gla_language;

typedef struct gla_source {
    const char *name; /* for messages: "saxpy.cl" */
    const char *text; /* source text, or the bytes of a binary */
    size_t length;    /* without a terminating zero */
} gla_source;

/* Sources that are compiled one by one and linked into one module. */
typedef struct gla_program {
    gla_language language;
    int n;
    const gla_source *sources;
    int n_headers; /* headers found by #include "name" */
    const gla_source *headers;
    int n_options; /* compiler options: "-DT=float64", "-Ipath" */
    const char *const *options;
} gla_program;

typedef struct gla_kernel_ops {
    /* Return GLA_OK if the backend accepts sources in the language. Otherwise return GLA_NOT_SUPPORTED_ERROR, with the reason
     * through gla_fail(). */
    gla_status (*accepts)(gla_device *dev, gla_language language);
    /* Compile and link the sources, or load the module from the disk cache. On GLA_COMPILE_ERROR the message contains the
     * compiler's log, with the line numbers of the user's sources. */
    gla_status (*build)(gla_device *dev, const gla_program *program, void **module);
    void (*module_free)(gla_device *dev, void *module); /* pending kernels still run to completion */
    /* Find a kernel by name. Fail with GLA_ARGUMENT_ERROR if the module has no kernel of that name. The kernel is valid as long
     * as its module. */
    gla_status (*find)(gla_device *dev, void *module, const char *name, void **kernel);
    /* Enqueue the kernel in the thread's current stream. Fail with GLA_ARGUMENT_ERROR if sizes exceed the limits of the
     * device. */
    gla_status (*launch)(gla_device *dev, void *kernel, const gla_launch *launch);
    /* Append the properties of the kernel to the record: max_group_size, local_bytes, registers, … */
    gla_status (*properties)(gla_device *dev, void *kernel, gla_record *record);
} gla_kernel_ops;

#endif
