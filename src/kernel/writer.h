/* writer.h - a text that grows. */
#ifndef GLA_KERNEL_WRITER_H
#define GLA_KERNEL_WRITER_H

#include "core/core.h"

typedef struct gla_writer {
    const char *op; /* for messages */
    char *text;
    size_t used, size;
    gla_status status; /* the first failure; then nothing is added */
} gla_writer;

void gla_put(gla_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text as a result, which the caller frees; NULL after a failure. */
gla_status gla_writer_finish(gla_writer *w, char **text);

#endif
