/* levels.h - the different texts of a table, numbered in the order in which they appear. */
#ifndef GLA_SRC_IO_LEVELS_H
#define GLA_SRC_IO_LEVELS_H

#include "io/io.h"

typedef struct gla_levels {
    int64_t n, capacity; /* of texts */
    char **texts;
    int64_t *slots; /* a hash table of twice the capacity: number of a text + 1, or 0 */
} gla_levels;

/* The number of a cell's text, which is added when it is new. */
gla_status gla_levels_add(const char *op, gla_levels *l, const gla_cell *cell, double *number);
/* The number of a text, or -1. */
int64_t gla_levels_find(const gla_levels *l, const char *text);
/* Hand the texts over to an empty list. */
void gla_levels_take(gla_levels *l, gla_strings *list);
void gla_levels_release(gla_levels *l);

#endif
