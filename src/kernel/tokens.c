/* tokens.c - Tokenise C source (words.h). */
#include "kernel/words.h"

#include <ctype.h>
#include <string.h>

bool gla_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool gla_word_same(gla_word a, gla_word b)
{
    return a.n == b.n && memcmp(a.s, b.s, a.n) == 0;
}

bool gla_word_is(gla_word w, const char *text)
{
    return gla_word_same(w, (gla_word){text, strlen(text)});
}

gla_word gla_word_next(const char **p, const char *end)
{
    while (*p < end && (isspace((unsigned char)**p) || (**p == '\\' && isspace((unsigned char)(*p)[1]))))
        (*p)++;
    gla_word w = {*p, 0};
    if (*p == end)
        return w;
    if (gla_in_name(**p))
        while (*p < end && gla_in_name(**p))
            (*p)++;
    else
        (*p)++;
    w.n = (size_t)(*p - w.s);
    return w;
}
