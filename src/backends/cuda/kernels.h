/* kernels.h - the texts of kernels/, embedded by the build. */
#ifndef GLA_BACKENDS_CUDA_KERNELS_H
#define GLA_BACKENDS_CUDA_KERNELS_H

/* The text of kernels/FILE; "" when there is none. */
const char *gla_kernel_text(const char *file);

#endif
