/* signature.h - the parameters of the kernels of a source text, and how they get addresses. */
#ifndef GLA_BACKENDS_OPENCL_SIGNATURE_H
#define GLA_BACKENDS_OPENCL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#define GLA_CL_PARAMETERS 48

typedef enum gla_cl_parameter { GLA_CL_VALUE, GLA_CL_POINTER, GLA_CL_LOCAL } gla_cl_parameter;

/* One kernel as its author wrote it; in the rewritten text an offset in bytes follows for each pointer. */
typedef struct gla_cl_signature {
    struct gla_cl_signature *next;
    char name[100];
    int n;
    gla_cl_parameter parameters[GLA_CL_PARAMETERS];
    bool has_local; /* behind them, that of DYNAMIC_LOCAL */
} gla_cl_signature;

/* The text in which each kernel takes, for each pointer to global or constant memory, a buffer and an offset into it: an
 * OpenCL buffer as an argument is its beginning, and arrays may begin elsewhere.  Lines keep their numbers.  Kernels that
 * are not understood stay as they are and are not listed.  NULL when there is no memory. */
char *gla_cl_rewrite(const char *source, gla_cl_signature **list);
void gla_cl_signatures_free(gla_cl_signature *list);

#endif
