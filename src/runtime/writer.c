/* writer.c - A string that grows on demand (writer.h). */
#include "runtime/writer.h"
#include "runtime/allocation.h"

#include <stdarg.h>
#include <stdio.h>

/* Reserve space for n more bytes and a terminating zero. */
static bool reserve(gla_writer *w, size_t n)
{
    if (!w->status && w->used + n >= w->size) {
        size_t size = 2 * w->size + n + 200;
        char *larger = gla_realloc(w->text, size);
        if (!larger) {
            w->status = gla_fail_memory(w->op, size);
        } else {
            w->text = larger;
            w->size = size;
        }
    }
    return !w->status;
}

void gla_put(gla_writer *w, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = gla_vprint(NULL, 0, format, args);
    if (reserve(w, (size_t)n)) {
        gla_vprint(w->text + w->used, w->size - w->used, format, again);
        w->used += (size_t)n;
    }
    va_end(args);
    va_end(again);
}

void gla_put_bytes(gla_writer *w, const char *bytes, size_t n)
{
    if (reserve(w, n)) {
        memcpy(w->text + w->used, bytes, n);
        w->text[w->used += n] = '\0';
    }
}

gla_status gla_writer_finish(gla_writer *w, char **text)
{
    if (w->status)
        gla_free(w->text);
    *text = w->status ? NULL : w->text;
    w->text = NULL;
    return w->status;
}
