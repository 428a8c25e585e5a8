/* source.h - the sources of kernels/, embedded by the build, and of whole programs. */
#ifndef GLA_DIALECT_SOURCE_H
#define GLA_DIALECT_SOURCE_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* The source of kernels/FILE; "" when there is none. */
const char *gla_kernel_text(const char *file);

/* The file that `line` of that source (from 1) comes from, as a path in the source tree, and its number there, if the line
 * before comes from elsewhere; NULL otherwise. */
const char *gla_kernel_text_origin(const char *file, int line, int *number);

/* The source of a program: `before`, the prelude, what all programs of kernels/ begin with, with `lines` in its place, and
 * kernels/FILE; or where there is no such file, as for formulas, the lines alone.  NULL when memory runs out; release it with
 * gla_free. */
char *gla_kernel_source(const char *before, const char *file, const char *lines);

GLA_END_DECLS

#endif
