/* texts.h - the texts of kernels/, embedded by the build. */
#ifndef GLA_BACKENDS_DEVICE_TEXTS_H
#define GLA_BACKENDS_DEVICE_TEXTS_H

/* The text of kernels/FILE; "" when there is none. */
const char *gla_kernel_text(const char *file);

/* The source of a program: `before`, the texts that all programs begin with, `defines`, kernels/FILE.  NULL when memory runs
 * out; release it with gla_free. */
char *gla_kernel_source(const char *before, const char *file, const char *defines);

#endif
