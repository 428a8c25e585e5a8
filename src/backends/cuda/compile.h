/* compile.h - Compile the embedded kernel sources with NVRTC.  This does not require a GPU. */
#ifndef GLA_BACKENDS_CUDA_COMPILE_H
#define GLA_BACKENDS_CUDA_COMPILE_H

#include "backend.h"

/* Compile a source: "sm_90" yields machine code for that architecture, "compute_90" PTX.  `more` is one more option, or NULL.
 * *code is allocated with gla_malloc.  Errors name `file`. */
gla_status gla_cuda_compile(const char *file, const char *source, const char *architecture, const char *more, void **code,
                            size_t *size);

/* Check that NVRTC can generate machine code for the architecture, such as "sm_90".  If it cannot, fail with ArgumentError. */
gla_status gla_cuda_check_architecture(const char *op, const char *architecture);

/* Write the tag of the code cache: everything except the source that determines the machine code, namely architecture, options
 * and NVRTC version. */
void gla_cuda_compile_tag(const char *architecture, char *buf, size_t size);

#endif
