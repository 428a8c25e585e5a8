/* blanks.c - Blanks in and around texts. */
#include "econ/output/output.h"

#include <string.h>

void out_blanks(gla_writer *w, int n)
{
    for (int i = 0; i < n; i++)
        gla_put_bytes(w, " ", 1);
}

void out_end(gla_writer *w)
{
    if (!w->status && w->used && w->text[w->used - 1] == '\n')
        w->text[--w->used] = 0;
}

const char *out_plain(gla_scope *s, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p >= ' ')
        p++;
    char *made = *p ? gla_s_memory(s, (int64_t)strlen(text) + 1, 1) : NULL;
    for (int64_t i = 0; made && text[i]; i++)
        made[i] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
    return made ? made : text;
}
