/* writer.c - see writer.h. */
#include "kernel/writer.h"

#include <stdarg.h>
#include <stdio.h>

void gla_put(gla_writer *w, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (w->used + (size_t)n >= w->size && !w->status) {
        size_t size = 2 * w->size + (size_t)n + 200;
        char *larger = gla_realloc(w->text, size);
        if (!larger) {
            w->status = gla_fail_memory(w->op, size);
        } else {
            w->text = larger;
            w->size = size;
        }
    }
    if (!w->status) {
        vsnprintf(w->text + w->used, w->size - w->used, format, again);
        w->used += (size_t)n;
    }
    va_end(args);
    va_end(again);
}

gla_status gla_writer_finish(gla_writer *w, char **text)
{
    if (w->status)
        gla_free(w->text);
    *text = w->status ? NULL : w->text;
    w->text = NULL;
    return w->status;
}
