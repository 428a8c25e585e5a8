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
    struct table_column *lender; /* column that owns the levels; NULL: this column owns them */
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

/* columns.c: make a column that takes over levels (also after a failure). Equal levels become one; formulas use levels in their
 * order, so that the levels of plain strings are sorted before. Values and missing are referenced, except that the
 * data of a script is placed on the current device. A column of strings has int64 values. Return NULL, and record the failure
 * in the scope, if the array is not a real vector. */
table_column *table_column_new(gla_scope *s, const char *name, const gla_array *values, const gla_array *missing,
                               gla_strings *levels);
/* Return the codes of distinct levels: equal levels become one, and they are sorted if `sorted`. The levels are replaced. */
gla_array *table_join_levels(gla_scope *s, const gla_array *codes, gla_strings **levels, bool sorted);
/* Make a column with the levels of another, which may be a column of numbers. */
table_column *table_column_like(gla_scope *s, table_column *like, const char *name, const gla_array *values,
                                const gla_array *missing);
table_column *table_column_ref(table_column *c);
void table_column_unref(table_column *c); /* NULL is allowed */
/* Return a copy of n strings, some of which may be NULL; NULL after a failure. */
gla_strings *table_copy_strings(gla_scope *s, int64_t n, char *const *strings);

/* contents.c: make a Table of n columns, whose references it takes over, also after a failure. */
gla_table *table_make(gla_scope *s, int n, table_column **columns);
/* Make the columns of a Table; the references are taken over, also after a failure. Lengths and names are checked. */
table_contents *table_new_contents(gla_scope *s, int n, table_column **columns);
/* Replace the columns of a Table if they are still `old`, and return true; else, or after a failure, return false. `now` is
 * taken over. */
bool table_exchange(gla_scope *s, gla_table *t, const table_contents *old, table_contents *now);
/* Return the present columns, with a reference; release them with table_release. */
table_contents *table_read(const gla_table *t);
void table_release(table_contents *c);
/* Replace or append a column of a Table, whose reference the function takes over. */
void table_put(gla_scope *s, gla_table *t, table_column *column);
/* Return the place of the column of that name, or -1. */
int table_place(const table_contents *c, const char *name);
/* Return the column of that name. Fail and return NULL if there is none; the message gives the nearest name. */
table_column *table_find(gla_scope *s, const table_contents *c, const char *name);

/* from_columns.c: fail if a code is not -1 or a position in levels. */
void table_check_codes(gla_scope *s, const char *name, const gla_array *codes, int64_t levels);

/* take.c: a column with the rows at these positions, which are valid: int64, (n,). If `or_missing` is true, a negative position
 * makes a missing value. */
table_column *table_take(gla_scope *s, table_column *c, const gla_array *positions, bool or_missing);
/* A Table with these rows. */
gla_table *table_take_rows(gla_scope *s, const table_contents *c, const gla_array *positions);
/* The positions at which a mask is true. */
gla_array *table_positions(gla_scope *s, const gla_array *mask);
/* Public functions in a scope. x may be NULL after a failure. */
gla_array *table_at(gla_scope *s, const gla_array *x, const gla_array *positions);
gla_array *table_range(gla_scope *s, gla_device *dev, int64_t n);            /* 0, 1, …: int64 */
gla_array *table_integer(gla_scope *s, int64_t value);                       /* a weak scalar, like an integer in a script */
gla_array *table_join(gla_scope *s, const gla_array *a, const gla_array *b); /* one vector after the other, on a's device */
bool table_any(gla_scope *s, const gla_array *mask);                         /* false after a failure */
int64_t table_whole(gla_scope *s, const gla_array *x, int64_t at); /* an element of an int64 vector; 0 after a failure */

/* keys.c: number the distinct combinations of the values of n columns of one length, from 0, in the order of their first rows.
 * A row in which a value is missing has the number -1, or, if `missing_too` is true, a missing value is a value. */
gla_array *table_number_rows(gla_scope *s, int n, table_column *const *columns, bool missing_too, int64_t *groups);
/* The positions of the first row of each group; codes are from 0 to groups - 1, or -1. */
gla_array *table_first_rows(gla_scope *s, const gla_array *codes, int64_t groups);

/* lag.c: for each row, the position of the row of the same unit n periods earlier, or -1: int64, (rows,). `unit` contains group
 * numbers from 0, or -1 for a missing unit; NULL: all rows are one unit. `time` contains numbers, NaN for a missing period;
 * NULL: n rows earlier. Fail if two rows have the same unit and period. */
gla_array *table_shift(gla_scope *s, int64_t rows, const gla_array *unit, const gla_array *time, int64_t n);

/* cells.c: the first `head` and the last `tail` elements of a vector, contiguous on the host. */
gla_array *table_edges(gla_scope *s, const gla_array *x, int64_t head, int64_t tail);
/* A column as text: name and kind, and a string for each shown row. The strings live as long as the scope and the column. */
typedef struct table_cells {
    const char *name, *kind;
    bool left; /* strings, which are aligned on the left */
    const char **v;
    int64_t n;
} table_cells;
void table_read_cells(gla_scope *s, const table_column *c, int64_t head, int64_t tail, int digits, table_cells *cells);
/* csv.c: a string that the caller frees. */
gla_status table_write_csv(gla_scope *s, const table_contents *c, char **text);
/* width.c: the number of columns that a terminal uses for a UTF-8 string; bytes and columns of its first character. */
int table_width(const char *text);
int table_character(const char *text, int *width);

/* values.c: "text", or the dtype of the column. */
const char *table_kind_of(const table_column *c);
/* Bool array of the missing values of a column, NaN included; NULL if there is certainly none. The array belongs to
 * the scope. */
gla_array *table_missing_of(gla_scope *s, const table_column *c);
/* The values of a column of numbers as float64, missing ones NaN; other columns fail. */
gla_array *table_numbers_of(gla_scope *s, const table_column *c);

#endif
