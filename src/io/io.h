/* io.h - what the files of this folder share. */
#ifndef GLA_SRC_IO_H
#define GLA_SRC_IO_H

#include "core/core.h"

#include <stdio.h>

/* ---- file.c */
/* The whole of a file, with a zero behind it; *data is to be freed with gla_free. */
gla_status gla_read_file(const char *op, const char *path, char **data, size_t *size);

/* A file that takes the place of path when it is complete: written under another name beside it.  After gla_file_close, which
 * is given the status so far, nothing is left of a file that failed. */
typedef struct gla_file {
    const char *op, *path;
    char *temporary;
    FILE *stream;
} gla_file;
gla_status gla_file_open(gla_file *f, const char *op, const char *path);
gla_status gla_file_close(gla_file *f, gla_status st);

/* ---- cells.c: a table of text, row by row */
typedef struct gla_cell {
    const char *start;
    size_t length;
    bool escaped; /* it stood in quotes and holds doubled ones */
} gla_cell;

typedef struct gla_rows {
    const char *op, *path;
    const char *at, *end;
    char delimiter;    /* ' ': any blanks */
    int64_t line;      /* number of the line that the row began in, from 1 */
    int64_t next_line;
    gla_cell *cells;
    int n, capacity;
} gla_rows;
void gla_rows_start(gla_rows *r, const char *op, const char *path, const char *data, size_t size, char delimiter);
/* The next row that is neither empty nor a comment; *more is false at the end. */
gla_status gla_rows_next(gla_rows *r, bool *more);
void gla_rows_release(gla_rows *r);
/* The delimiter that the first line holds. */
char gla_rows_delimiter(const char *data, size_t size, char decimal);
/* The text of a cell, doubled quotes made single, into a new string. */
gla_status gla_cell_text(const char *op, const gla_cell *cell, char **text);

/* ---- number.c */
typedef enum gla_cell_kind {
    GLA_CELL_MISSING, GLA_CELL_INTEGER, GLA_CELL_REAL, GLA_CELL_TEXT, GLA_CELL_TOO_LARGE
} gla_cell_kind;
gla_cell_kind gla_cell_number(const gla_cell *cell, char decimal, double *value);

#endif
