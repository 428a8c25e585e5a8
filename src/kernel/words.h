/* words.h - the words of a text in C. */
#ifndef GLA_KERNEL_WORDS_H
#define GLA_KERNEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A name, a number or a single sign; n 0 at the end. */
typedef struct gla_word {
    const char *s;
    size_t n;
} gla_word;

/* The next one, past blanks and ends of lines that go on. */
gla_word gla_word_next(const char **p, const char *end);
bool gla_word_is(gla_word w, const char *text);
bool gla_word_same(gla_word a, gla_word b);
/* Whether names and numbers have such characters. */
bool gla_in_name(char c);

#endif
