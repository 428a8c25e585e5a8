/* table.h - a table of text while it is read: options.c reads the options, start.c finds where the table begins, report.c says
 * what is wrong with it, read_table.c reads its values. */
#ifndef GLA_SRC_IO_TABLE_H
#define GLA_SRC_IO_TABLE_H

#include "io/form.h"
#include "io/levels.h"

typedef enum table_missing { TABLE_RAISE, TABLE_NAN, TABLE_DROP } table_missing;
typedef enum table_kind { TABLE_EMPTY, TABLE_INTEGER, TABLE_REAL, TABLE_TRUTH, TABLE_TEXT, TABLE_UNUSED } table_kind;

/* The first cell of a sort in a column, and how many there are. */
typedef struct table_found {
    int64_t count, row, line; /* rows are counted from 1 below the names, lines from 1 in the file */
    char text[48];
} table_found;

typedef struct table_column {
    const char *name; /* in names */
    table_kind kind;
    bool nameless, filled, asked; /* no name; a missing value that is written; named by the script */
    int likely;                   /* how many of the first texts other options would read as numbers */
    int64_t numbers;
    table_found absent, text, truth, zeros; /* zeros: whole numbers such as 00123, which may be codes */
    char hint[160];                         /* about the first text */
} table_column;

enum { TABLE_LOOKS = 64 }; /* texts of a column that are looked at for numbers in other forms */

typedef struct table {
    const char *op, *path;
    char *data;
    size_t size;
    char delimiter, comment;
    gla_form form;
    int encoding;
    table_missing missing;
    int64_t skip, units, footer; /* rows; skip is -1 if the library has to find the names */
    const char *rows;            /* where the rows below the names begin */
    int64_t rows_line;
    bool row_names; /* the first column has no name, as R writes it */
    int n;          /* columns */
    table_column *columns;
    double *values; /* rows one after the other */
    int64_t count, capacity, limit;
    int64_t filled; /* the last row that is not empty */
    gla_rows reader;
    gla_levels names, levels;
} table;

/* The options that are texts or numbers, as the script gives them. */
typedef struct table_options {
    const char *delimiter, *missing, *decimal, *comment, *thousands, *currency, *percent, *flags, *encoding;
    const gla_strings *missing_values, *true_values, *false_values;
    int64_t skiprows, units, skipfooter;
} table_options;

/* ---- options.c */
gla_status table_read_options(table *t, const table_options *o);
/* Mark the columns that a list names: those of texts, or all others as unused. */
gla_status table_mark(table *t, const char *option, const gla_strings *list, table_kind listed, table_kind others);

/* ---- start.c: find the delimiter, leave out titles, name the columns */
gla_status table_start(table *t, gla_maybe header);
/* Go to the first row below the names. */
void table_rewind(table *t);

/* ---- report.c */
gla_status table_fail_length(table *t);
gla_status table_fail_too_large(const table *t, const table_column *c, const gla_cell *cell, double value);
/* Decide what each column is; whatever lies between numbers and texts is refused. */
gla_status table_check_columns(table *t);
gla_status table_warn_dropped(const table *t, int64_t kept);

/* The name of a column for %.*s in a message. */
#define TABLE_NAMED(c) gla_prefix((c)->name, strlen((c)->name), 100), (c)->name

#endif
