/* levels.h - Distinct strings of a table, numbered in order of appearance. */
#ifndef GLA_SRC_IO_LEVELS_H
#define GLA_SRC_IO_LEVELS_H

#include "io/io.h"

typedef struct gla_levels {
    int64_t n, capacity; /* number of strings and capacity */
    char **texts;
    int64_t *slots; /* hash table of twice the capacity: index of a string plus 1, or 0 */
} gla_levels;

/* Find the index of a cell's text, and add the text if it is new. */
gla_status gla_levels_add(const char *op, gla_levels *l, const gla_cell *cell, double *number);
/* Return the index of a string, or -1 if the string is not in the table. */
int64_t gla_levels_find(const gla_levels *l, const char *text);
/* Move the strings to an empty list. */
void gla_levels_take(gla_levels *l, gla_strings *list);
void gla_levels_release(gla_levels *l);

#endif
