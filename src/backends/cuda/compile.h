/* compile.h - Compile the embedded kernel sources with NVRTC.  This does not require a GPU. */
#ifndef GLA_BACKENDS_CUDA_COMPILE_H
#define GLA_BACKENDS_CUDA_COMPILE_H

#include "backend.h"

/* Compile a source for a target.  The target "sm_90" yields machine code for that architecture, and "compute_90" yields PTX.
 * `more` is one more option, or NULL. *code is allocated with gla_malloc.  Error messages name `file`. */
gla_status gla_cuda_compile(const char *file, const char *source, const char *architecture, const char *more, void **code,
                            size_t *size);

/* Check that NVRTC can generate machine code for the architecture, such as "sm_90".  If it cannot, fail with ArgumentError. */
gla_status gla_cuda_check_architecture(const char *op, const char *architecture);

/* Write the tag of entries in the code cache: the architecture, the options and the NVRTC version.  Together with the source,
 * the tag determines the machine code. */
void gla_cuda_compile_tag(const char *architecture, char *buf, size_t size);

#endif
