/* writer.h - a text that grows. */
#ifndef GLA_RUNTIME_WRITER_H
#define GLA_RUNTIME_WRITER_H

#include "runtime/runtime.h"

#include <string.h>

GLA_BEGIN_DECLS

typedef struct gla_writer {
    const char *op; /* for messages */
    char *text;
    size_t used, size;
    gla_status status; /* the first failure; then nothing is added */
} gla_writer;

#define GLA_WRITER(op)         \
    {                          \
        op, NULL, 0, 0, GLA_OK \
    }

void gla_put(gla_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes as they are. */
void gla_put_bytes(gla_writer *w, const char *bytes, size_t n);
static inline void gla_put_text(gla_writer *w, const char *text)
{
    gla_put_bytes(w, text, strlen(text));
}

/* The text as a result, which the caller frees; NULL after a failure. */
gla_status gla_writer_finish(gla_writer *w, char **text);

GLA_END_DECLS

#endif
