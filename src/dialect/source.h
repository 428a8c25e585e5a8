/* source.h - Sources of kernels/, embedded by the build, and sources of whole programs. */
#ifndef GLA_DIALECT_SOURCE_H
#define GLA_DIALECT_SOURCE_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* Return the source of kernels/FILE; "" if there is none. */
const char *gla_kernel_text(const char *file);

/* Find the origin of line `line` (from 1) of that source. Return the path in the source tree that the line originates from, and
 * store the line number in that file. Return NULL if the previous line originates from the same file. */
const char *gla_kernel_text_origin(const char *file, int line, int *number);

/* Assemble the source of a program: `before`, the prelude, the common definitions of all programs with `lines` among them, and
 * kernels/FILE. If there is no such file, as for formulas, only `lines` follows the prelude. Release the result with gla_free.
 * Return NULL if memory is exhausted. */
char *gla_kernel_source(const char *before, const char *file, const char *lines);

GLA_END_DECLS

#endif
