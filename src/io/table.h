/* table.h - State of reading a text table. options.c reads the options, table_start.c finds the start of the table, report.c
 * reports errors, and read_table.c reads the values. */
#ifndef GLA_SRC_IO_TABLE_H
#define GLA_SRC_IO_TABLE_H

#include "io/form.h"
#include "io/levels.h"

typedef enum table_missing { TABLE_RAISE, TABLE_NAN, TABLE_DROP } table_missing;
typedef enum table_kind { TABLE_EMPTY, TABLE_INTEGER, TABLE_REAL, TABLE_TRUTH, TABLE_TEXT, TABLE_UNUSED } table_kind;

/* First cell of some kind in a column, and the number of cells of that kind. */
typedef struct table_found {
    int64_t count, row, line; /* rows are counted from 1 below the column names, lines from 1 in the file */
    char text[48];
} table_found;

typedef struct table_column {
    const char *name; /* points into names */
    table_kind kind;
    bool nameless, filled, asked; /* has no name; has a missing value that is written; named by the script */
    int likely;                   /* number of the first texts that other options would read as numbers */
    int64_t numbers;
    table_found absent, text, truth, zeros; /* zeros: integers such as 00123, which may be codes */
    char hint[160];                         /* hint about the first text */
} table_column;

enum { TABLE_LOOKS = 64 }; /* number of texts per column that are checked for other notations of numbers */

typedef struct table {
    const char *op, *path;
    char *data;
    size_t size;
    char delimiter, comment;
    gla_form form;
    int encoding;
    table_missing missing;
    int64_t skip, units, footer; /* numbers of rows; skip is -1 if the library must find the row of names */
    const char *rows;            /* start of the rows below the names */
    int64_t rows_line;
    bool row_names; /* the first column has no name, as in files of R */
    int n;          /* number of columns */
    table_column *columns;
    double *values; /* row by row */
    int64_t count, capacity, limit;
    int64_t filled; /* index of the last nonempty row */
    gla_rows reader;
    gla_levels names, levels;
} table;

/* Options that are strings or numbers, as passed by the script. */
typedef struct table_options {
    const char *delimiter, *missing, *decimal, *comment, *thousands, *currency, *percent, *flags, *encoding;
    const gla_strings *missing_values, *true_values, *false_values;
    int64_t skiprows, units, skipfooter;
} table_options;

/* ---- options.c */
gla_status table_read_options(table *t, const table_options *o);
/* Set the kind of the columns in a list to `listed`, and the kind of the other columns to `others`: text columns, or used and
 * unused columns. */
gla_status table_mark(table *t, const char *option, const gla_strings *list, table_kind listed, table_kind others);

/* ---- table_start.c: find the delimiter, skip titles, name the columns */
gla_status table_start(table *t, gla_maybe header);
/* Return to the first row below the names. */
void table_rewind(table *t);

/* ---- report.c */
gla_status table_fail_length(table *t);
gla_status table_fail_too_large(const table *t, const table_column *c, const gla_cell *cell, double value);
/* Decide the kind of each column. A column that mixes numbers and texts is an error. */
gla_status table_check_columns(table *t);
gla_status table_warn_dropped(const table *t, int64_t kept);

/* Arguments for %.*s: the name of a column in a message. */
#define TABLE_NAMED(c) gla_prefix((c)->name, strlen((c)->name), 100), (c)->name

#endif
