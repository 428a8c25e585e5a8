/* io.h - what the files of this folder share. */
#ifndef GLA_SRC_IO_H
#define GLA_SRC_IO_H

#include "core/core.h"

#include <stdio.h>
#include <sys/types.h>

/* ---- patience.c: as open, read and write (of all that is given), but the script may stop a wait: then errno is EINTR. */
int gla_open_patiently(const char *path, int flags);
ssize_t gla_read_patiently(int fd, void *to, size_t size);
size_t gla_write_patiently(int fd, const char *data, size_t size);

/* ---- file.c */
/* The whole of a file, with a zero behind it; *data is to be freed with gla_free. */
gla_status gla_read_file(const char *op, const char *path, char **data, size_t *size);

/* Before more of a file is read or unpacked, whose length nobody has said: so many bytes, of which some are held already. */
gla_status gla_file_room(const char *op, const char *path, size_t bytes, size_t held);

/* ---- replace.c */
enum { GLA_TEMPORARY_NAME = 64 };
/* A file that takes the place of path when it is complete: written under another name beside it.  Links are followed.  What is
 * not a plain file (a pipe, a device) is written straight. */
typedef struct gla_file {
    const char *op, *path;
    char *target;           /* the file that the links of path lead to */
    char *temporary;        /* in the same memory */
    bool straight, created; /* written straight; a temporary file was created */
    bool stopped;           /* by the script, while it waited for a reader */
    int fd;                 /* of what is written straight */
    FILE *stream;
} gla_file;
/* Write one: `write` puts it into f->stream.  Nothing is left of a file that failed. */
typedef gla_status gla_write(const gla_file *f, const void *what);
gla_status gla_file_write(const char *op, const char *path, gla_write *write, const void *what);
/* Report what went wrong with the last thing written: to be called soon, as errno says what it was. */
gla_status gla_file_check(const gla_file *f);
gla_status gla_file_interrupted(const gla_file *f);

/* ---- encoding.c */
/* The encoding of a name; NULL is UTF-8. */
gla_status gla_encoding(const char *op, const char *name, int *encoding);
/* Check that the bytes of a file are text, and make UTF-8 of them in its place. */
gla_status gla_decode(const char *op, const char *path, int encoding, char **data, size_t *size);
/* ---- utf16.c: the same of UTF-16, whose units are big-endian or little-endian */
gla_status gla_decode_utf16(const char *op, const char *path, bool big, char **data, size_t *size);
/* ---- encoding.c */
bool gla_is_utf8(const char *text);
/* How many of the first bytes of a text a message can show without cutting a character. */
int gla_prefix(const char *text, size_t length, int most);

/* ---- cells.c: a table of text, row by row */
typedef struct gla_cell {
    const char *start;
    size_t length;
    bool quoted;  /* it stood in quotes */
    bool escaped; /* and holds doubled ones */
} gla_cell;

typedef struct gla_rows {
    const char *op, *path;
    const char *at, *end;
    char delimiter; /* ' ': any blanks */
    char comment;   /* lines that begin with it are skipped; '\0': none are */
    int64_t line;   /* number of the line that the row began in, from 1 */
    int64_t next_line;
    gla_cell *cells;
    int n, capacity;
} gla_rows;
void gla_rows_start(gla_rows *r, const char *op, const char *path, const char *data, size_t size, char delimiter, char comment);
/* Leave out a line, whatever it holds; false at the end. */
bool gla_rows_skip(gla_rows *r);
/* The next row that is neither empty nor a comment; *more is false at the end. */
gla_status gla_rows_next(gla_rows *r, bool *more);
void gla_rows_release(gla_rows *r);
/* The delimiter that the first line holds. */
char gla_rows_delimiter(const char *data, size_t size, char decimal, char comment);
/* The text of a cell, doubled quotes made single, into a new string. */
gla_status gla_cell_text(const char *op, const gla_cell *cell, char **text);

/* ---- number.c */
typedef enum gla_cell_kind {
    GLA_CELL_MISSING,
    GLA_CELL_INTEGER,
    GLA_CELL_REAL,
    GLA_CELL_TRUTH,
    GLA_CELL_TEXT,
    GLA_CELL_TOO_LARGE
} gla_cell_kind;
/* Read a number, times ten to a power: one of these, or text, with the value NaN. */
gla_cell_kind gla_cell_number(const gla_cell *cell, char decimal, int power, double *value);

#endif
