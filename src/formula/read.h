/* read.h - a formula's text in words, and the pieces of tree that they become. */
#ifndef GLA_FORMULA_READ_H
#define GLA_FORMULA_READ_H

#include "formula/syntax.h"

typedef enum gla_word_kind { GLA_WORD_END, GLA_WORD_NAME, GLA_WORD_NUMBER, GLA_WORD_MARK } gla_word_kind;

/* The reader stands on one word.  After a failure it stands at the end, so that everybody finishes. */
typedef struct gla_reader {
    gla_formula *f;
    int which; /* GLA_TEXT_... */
    const char *text;
    size_t at, length; /* of the word */
    gla_word_kind kind;
    int nesting;
    gla_status status;
} gla_reader;

void gla_read_begin(gla_reader *r, gla_formula *f, int which);
void gla_read_next(gla_reader *r);
/* Whether the word is this name or mark; take: then also go on to the next. */
bool gla_read_is(const gla_reader *r, const char *word);
bool gla_read_take(gla_reader *r, const char *word);
/* Take it, or fail: "`)` is missing before ...". */
void gla_read_want(gla_reader *r, const char *word);
/* The word after this one begins with the character. */
bool gla_read_before(const gla_reader *r, const char *word);
int gla_read_place(const gla_reader *r);
/* The name that the reader stands on, kept with the formula; goes on. */
const char *gla_read_name(gla_reader *r);
/* Fail at a place; the first failure stays. */
void gla_read_fail(gla_reader *r, int place, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "`foo`" or "the end", for messages. */
const char *gla_read_show(const gla_reader *r, char buf[40]);

/* The number that the reader stands on; goes on. */
void gla_read_constant(gla_reader *r, gla_constant *value);

/* Whether a word names a type: a dtype, or begins with a capital. */
bool gla_read_is_type(const gla_reader *r);
gla_type gla_read_type(gla_reader *r);

/* Whether the word has a meaning of its own, so that it can be no name. */
bool gla_read_is_reserved(const gla_reader *r);

/* The function of that name that the formula has defined so far; NULL. */
const gla_formula_function *gla_find_function(const gla_formula *f, const char *name);

/* One value (parse_value.c); NULL after a failure. */
gla_syntax *gla_read_value(gla_reader *r);
/* The same where only its truth counts: what `and` and `or` choose need not be known. */
gla_syntax *gla_as_truth(gla_reader *r, gla_syntax *s);
/* New pieces; children may be NULL after a failure, then so is the result. */
gla_syntax *gla_new_syntax(gla_reader *r, gla_syntax_kind kind, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c);
gla_syntax *gla_new_operation(gla_reader *r, gla_op op, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c);
gla_syntax *gla_new_constant(gla_reader *r, int at, const gla_constant *value);

#endif
