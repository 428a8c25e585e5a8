/* source.c - Assemble the source of a program from the embedded kernel texts (source.h). */
#include "dialect/source.h"
#include "runtime/allocation.h"

#include "backend.h"

#include <stdio.h>
#include <string.h>

char *gla_kernel_source(const char *before, const char *file, const char *lines)
{
    const char *text = gla_kernel_text(file);
    const char *of_file[] = {before,
                             gla_kernel_text("prelude.h"),
                             gla_kernel_text("layouts.h"),
                             lines,
                             gla_kernel_text("scalar.h"),
                             gla_kernel_text("complex.h"),
                             gla_kernel_text("convert.h"),
                             gla_kernel_text("field.h"),
                             text};
    const char *of_lines[] = {before, gla_kernel_text("prelude.h"), lines};
    const char *const *parts = *text ? of_file : of_lines;
    size_t n = *text ? sizeof of_file / sizeof *of_file : sizeof of_lines / sizeof *of_lines, size = 1, used = 0;
    for (size_t i = 0; i < n; i++)
        size += strlen(parts[i]) + 1;
    char *source = gla_malloc(size);
    for (size_t i = 0; source && i < n; i++)
        used += (size_t)snprintf(source + used, size - used, "%s\n", parts[i]);
    return source;
}
