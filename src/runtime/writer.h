/* writer.h - A string that grows on demand. */
#ifndef GLA_RUNTIME_WRITER_H
#define GLA_RUNTIME_WRITER_H

#include "runtime/runtime.h"

#include <string.h>

GLA_BEGIN_DECLS

typedef struct gla_writer {
    const char *op; /* for messages */
    char *text;
    size_t used, size;
    gla_status status; /* first failure; nothing is appended after it */
} gla_writer;

#define GLA_WRITER(op)         \
    {                          \
        op, NULL, 0, 0, GLA_OK \
    }

void gla_put(gla_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append bytes unchanged. */
void gla_put_bytes(gla_writer *w, const char *bytes, size_t n);
static inline void gla_put_text(gla_writer *w, const char *text)
{
    gla_put_bytes(w, text, strlen(text));
}

/* Return the string as a result, which the caller frees; NULL after a failure. */
gla_status gla_writer_finish(gla_writer *w, char **text);

GLA_END_DECLS

#endif
