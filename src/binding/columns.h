/* columns.h - Read the columns of a Table. */
#ifndef GLA_BINDING_COLUMNS_H
#define GLA_BINDING_COLUMNS_H

#include "binding/reader.h"

/* The values of a column: the items of a list, or what records have under one name. */
typedef struct gla_items {
    gla_reader *r;
    int64_t n;
    void *list;   /* held; NULL: the items are in `each` */
    void **each;  /* a NULL item is missing */
    void *object; /* the list itself, as the script gave it; NULL without `list` */
} gla_items;

/* column_values.c: append a column. Errors name it. */
gla_status gla_add_items(gla_columns *c, const char *name, const gla_items *items);

/* tables.c: make a Table of a dictionary, a list of records, or a list of names and columns. *made stays NULL, with GLA_OK, for
 * any other value. */
gla_status gla_make_table(gla_reader *r, void *o, const gla_value *v, struct gla_table **made);
/* Return true if the value is read as a Table. Runs no code of the script. */
bool gla_makes_table(gla_reader *r, const gla_value *v);

#endif
