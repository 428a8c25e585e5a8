/* source.c - the source of one program of kernels/: what all may use, the lines that choose types and ways, the file. */
#include "backend.h"
#include "texts.h"

#include <stdio.h>
#include <string.h>

char *gla_kernel_source(const char *before, const char *file, const char *defines)
{
    const char *parts[] = {before, gla_kernel_text("prelude.h"), gla_kernel_text("layouts.h"), defines,
                           gla_kernel_text("scalar.h"), gla_kernel_text("complex.h"), gla_kernel_text("convert.h"),
                           gla_kernel_text("field.h"), gla_kernel_text(file)};
    size_t size = 1, used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        size += strlen(parts[i]) + 1;
    char *source = gla_malloc(size);
    for (size_t i = 0; source && i < sizeof parts / sizeof *parts; i++)
        used += (size_t)snprintf(source + used, size - used, "%s\n", parts[i]);
    return source;
}
