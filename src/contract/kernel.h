/* kernel.h - the contract of custom kernels, of users and of the facade; ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_KERNEL_H
#define GLA_CONTRACT_KERNEL_H

#include "backend.h"
#include "contract/launch.h"

typedef enum gla_language {
    GLA_PORTABLE, /* the dialect of kernels/prelude.h, which the backend puts before each text */
    GLA_CUDA_C,
    GLA_OPENCL_C,
    GLA_BINARY /* PTX, cubin, an OpenCL binary: the backend distinguishes them */
} gla_language;

typedef struct gla_source {
    const char *name; /* for messages: "saxpy.cl" */
    const char *text; /* or bytes */
    size_t length;    /* without a terminating zero */
} gla_source;

/* What becomes one module: texts that are compiled one by one and linked. */
typedef struct gla_program {
    gla_language language;
    int n;
    const gla_source *sources;
    int n_headers; /* found by #include "name" */
    const gla_source *headers;
    int n_options; /* of the compiler: "-DT=float64", "-Ipath" */
    const char *const *options;
} gla_program;

typedef struct gla_kernel_ops {
    /* Whether texts of the language are taken; the reason through gla_fail(GLA_NOT_SUPPORTED_ERROR) where not. */
    gla_status (*accepts)(gla_device *dev, gla_language language);
    /* Compile and link, from the disk cache where that has it.  GLA_COMPILE_ERROR with the compiler's log, in which lines
     * are numbered as the user wrote them. */
    gla_status (*build)(gla_device *dev, const gla_program *program, void **module);
    void (*module_free)(gla_device *dev, void *module); /* kernels that are pending still run */
    /* GLA_ARGUMENT_ERROR when the module has no kernel of that name.  It lives as long as the module. */
    gla_status (*find)(gla_device *dev, void *module, const char *name, void **kernel);
    /* Enqueue in the thread's current stream.  GLA_ARGUMENT_ERROR when sizes are beyond the device's limits. */
    gla_status (*launch)(gla_device *dev, void *kernel, const gla_launch *launch);
    /* Append what is known of the kernel: max_group_size, local_bytes, registers ... */
    gla_status (*properties)(gla_device *dev, void *kernel, gla_record *record);
} gla_kernel_ops;

#endif
