/* table.h - Columns of a Table, which never change once they are in a Table. */
#ifndef GLA_TABLE_TABLE_H
#define GLA_TABLE_TABLE_H

#include "core/scope.h"
#include "gpulinalg/table.h"
#include "runtime/object.h"

#include <pthread.h>
#include <stdatomic.h>

/* A column. Numbers have no levels; a value is missing if its mask is true, or if it is NaN. Strings have levels; their values
 * are int64 codes, which are positions in levels or -1 for a missing string. */
typedef struct table_column {
    atomic_long refs;
    char *name;
    gla_array *values;  /* (rows,), on any device */
    gla_array *missing; /* bool, (rows,); NULL: no value but NaN is missing, or strings */
    gla_strings *levels;
} table_column;

/* The columns that a Table has at one time. */
typedef struct table_contents {
    atomic_long refs;
    int64_t rows;
    int n;
    table_column *columns[];
} table_contents;

struct gla_table {
    gla_object object;
    pthread_mutex_t lock; /* guards the pointer */
    table_contents *contents;
};

/* columns.c: make a column that takes over levels (also after a failure); values and missing are referenced. A column of
 * strings has int64 values on the host or a device. Return NULL, and record the failure in the scope, if the array is not a
 * real vector. */
table_column *table_column_new(gla_scope *s, const char *name, const gla_array *values, const gla_array *missing,
                               gla_strings *levels);
table_column *table_column_ref(table_column *c);
void table_column_unref(table_column *c); /* NULL is allowed */
/* Return a copy of n strings, some of which may be NULL; NULL after a failure. */
gla_strings *table_copy_strings(gla_scope *s, int64_t n, char *const *strings);

/* contents.c: make a Table of n columns, whose references it takes over, also after a failure. */
gla_table *table_make(gla_scope *s, int n, table_column **columns);
/* Return the present columns, with a reference; release them with table_release. */
table_contents *table_read(const gla_table *t);
void table_release(table_contents *c);
/* Replace or append a column of a Table, whose reference the function takes over. */
void table_put(gla_scope *s, gla_table *t, table_column *column);
/* Return the column of that name. Fail and return NULL if there is none; the message gives the nearest name. */
table_column *table_find(gla_scope *s, const table_contents *c, const char *name);

/* values.c: bool array of the missing values of a column, NaN included; NULL if there is certainly none. The array belongs to
 * the scope. */
gla_array *table_missing_of(gla_scope *s, const table_column *c);
/* The values of a column of numbers as float64, missing ones NaN; other columns fail. */
gla_array *table_numbers_of(gla_scope *s, const table_column *c);

#endif
