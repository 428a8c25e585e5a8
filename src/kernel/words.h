/* words.h - Tokeniser for C source. */
#ifndef GLA_KERNEL_WORDS_H
#define GLA_KERNEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A token: a name, a number or a single punctuation character; n is 0 at the end. */
typedef struct gla_word {
    const char *s;
    size_t n;
} gla_word;

/* Return the next token, skipping blanks and line continuations. */
gla_word gla_word_next(const char **p, const char *end);
bool gla_word_is(gla_word w, const char *text);
bool gla_word_same(gla_word a, gla_word b);
/* Return true for characters of names and numbers. */
bool gla_in_name(char c);

#endif
