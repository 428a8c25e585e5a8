/* signature.h - Parameters of the kernels in a source, rewritten to buffers with offsets. */
#ifndef GLA_BACKENDS_OPENCL_SIGNATURE_H
#define GLA_BACKENDS_OPENCL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#define GLA_CL_PARAMETERS 48

typedef enum gla_cl_parameter { GLA_CL_VALUE, GLA_CL_POINTER, GLA_CL_LOCAL } gla_cl_parameter;

/* Parameters of a kernel as its author declared them.  In the rewritten source, an offset in bytes is added for each
 * pointer. */
typedef struct gla_cl_signature {
    struct gla_cl_signature *next;
    char name[100];
    int n;
    gla_cl_parameter parameters[GLA_CL_PARAMETERS];
    bool has_local; /* DYNAMIC_LOCAL follows the parameters */
} gla_cl_signature;

/* Return the source with rewritten kernels.  Each pointer to global or constant memory becomes a buffer and an offset, because
 * an OpenCL buffer argument always refers to the start of the buffer, while an array may start inside the buffer.  Line numbers
 * do not change. Kernels whose form is not supported are neither changed nor listed.  Return NULL if memory runs out. */
char *gla_cl_rewrite(const char *source, gla_cl_signature **list);
void gla_cl_signatures_free(gla_cl_signature *list);

#endif
