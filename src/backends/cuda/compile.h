/* compile.h - device code from the embedded texts by NVRTC; needs no GPU. */
#ifndef GLA_BACKENDS_CUDA_COMPILE_H
#define GLA_BACKENDS_CUDA_COMPILE_H

#include "backend.h"

/* Compile a source: "sm_90" makes machine code for that architecture, "compute_90" PTX.  `more` is one more option or NULL.
 * *code is from gla_malloc; errors name `file`. */
gla_status gla_cuda_compile(const char *file, const char *source, const char *architecture, const char *more, void **code,
                            size_t *size);

/* Whether NVRTC makes machine code for that architecture ("sm_90"); else ArgumentError. */
gla_status gla_cuda_check_architecture(const char *op, const char *architecture);

/* What besides the source decides the machine code: architecture, options, the version of NVRTC. */
void gla_cuda_compile_tag(const char *architecture, char *buf, size_t size);

#endif
