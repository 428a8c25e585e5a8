/* kernel.h - modules and kernels inside the library. */
#ifndef GLA_KERNEL_KERNEL_H
#define GLA_KERNEL_KERNEL_H

#include "core/object.h"

#define GLA_MAX_PARAMETERS 64

/* One parameter of a kernel. */
typedef struct gla_parameter {
    char name[40];
    gla_dtype dtype;  /* GLA_NO_DTYPE: a pointer to something unknown (void *) */
    bool is_pointer, is_const;
    bool is_local;    /* OpenCL C: a pointer to local memory, which the launch provides */
} gla_parameter;

typedef struct gla_signature {
    int n;
    gla_parameter v[GLA_MAX_PARAMETERS];
} gla_signature;

/* What a program's options define: the meaning of "T" in "-DT=float64". */
typedef struct gla_macros {
    int n;
    const char *const *options;
} gla_macros;

/* signature.c: "const float64 *x, int64 n".  ArgumentError that names what cannot be read. */
gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out);
/* The parameters of a kernel in a source; *found tells whether it is there. */
gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found);

struct gla_module {
    gla_object object;
    gla_device *dev;
    void *state;
    /* What kernels' parameters are read from; NULL for a binary. */
    gla_strings *sources, *options;
};

struct gla_kernel {
    gla_object object;
    gla_module *module;
    void *state;
    const char *name; /* kept for the life of the process: it stands in messages about work that failed later */
    gla_signature signature;
};

/* module.c */
gla_status gla_kernel_require(const char *op, const void *object, const char *class);

#endif
