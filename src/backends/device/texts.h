/* texts.h - the texts of kernels/, embedded by the build. */
#ifndef GLA_BACKENDS_DEVICE_TEXTS_H
#define GLA_BACKENDS_DEVICE_TEXTS_H

/* The text of kernels/FILE; "" when there is none. */
const char *gla_kernel_text(const char *file);

#endif
