/* read.h - Lexer of formulas, and constructors of tree nodes. */
#ifndef GLA_FORMULA_READ_H
#define GLA_FORMULA_READ_H

#include "formula/syntax.h"

typedef enum gla_word_kind { GLA_WORD_END, GLA_WORD_NAME, GLA_WORD_NUMBER, GLA_WORD_MARK } gla_word_kind;

/* The current position of the lexer is a word. After a failure the position is the end of the text, so that all parsing
 * functions return. */
typedef struct gla_reader {
    gla_formula *f;
    int which; /* GLA_TEXT_... */
    const char *text;
    size_t at, length; /* position and length of the current word */
    gla_word_kind kind;
    int nesting;
    gla_status status;
} gla_reader;

void gla_read_begin(gla_reader *r, gla_formula *f, int which);
void gla_read_next(gla_reader *r);
/* gla_read_is: return true if the current word is this name or mark. gla_read_take: also advance to the next word. */
bool gla_read_is(const gla_reader *r, const char *word);
bool gla_read_take(gla_reader *r, const char *word);
/* Advance past the required word, or fail with "`)` is missing before ...". */
void gla_read_want(gla_reader *r, const char *word);
/* Return true if the next word is `word`. */
bool gla_read_before(const gla_reader *r, const char *word);
int gla_read_place(const gla_reader *r);
/* Return a copy of the current word, which is a name, in the formula's memory. Advance. */
const char *gla_read_name(gla_reader *r);
/* Record a failure at a position. Only the first failure is recorded. */
void gla_read_fail(gla_reader *r, int place, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Format the current word for messages: "`foo`" or "the end". */
const char *gla_read_show(const gla_reader *r, char buf[40]);

/* Read the current word as a number and advance. */
void gla_read_constant(gla_reader *r, gla_constant *value);

/* Return true if the current word is a type: a dtype, or a name that begins with a capital letter. */
bool gla_read_is_type(const gla_reader *r);
gla_type gla_read_type(gla_reader *r);

/* Return true if the current word is a keyword, which cannot be a name. */
bool gla_read_is_reserved(const gla_reader *r);

/* Find a function that the formula has defined before this position; NULL if there is none. */
const gla_formula_function *gla_find_function(const gla_formula *f, const char *name);

/* Parse one value (parse_value.c); NULL after a failure. */
gla_syntax *gla_read_value(gla_reader *r);
/* Convert a value to a truth value. The two sides of `and` and `or` then need not have a common type. */
gla_syntax *gla_as_truth(gla_reader *r, gla_syntax *s);
/* Create tree nodes. After a failure children may be NULL, and the result is then NULL. */
gla_syntax *gla_new_syntax(gla_reader *r, gla_syntax_kind kind, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c);
gla_syntax *gla_new_operation(gla_reader *r, gla_op op, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c);
gla_syntax *gla_new_constant(gla_reader *r, int at, const gla_constant *value);

#endif
