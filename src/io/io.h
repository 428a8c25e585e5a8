/* io.h - Functions shared by the files of src/io. */
#ifndef GLA_SRC_IO_H
#define GLA_SRC_IO_H

#include "core/core.h"

#include <stdio.h>
#include <sys/types.h>

/* ---- interruptible_io.c: open, read, and write (all data); if the script interrupts a wait, errno is EINTR. */
int gla_open_patiently(const char *path, int flags);
ssize_t gla_read_patiently(int fd, void *to, size_t size);
size_t gla_write_patiently(int fd, const char *data, size_t size);

/* ---- file.c */
/* Read a whole file and append a zero byte. Release *data with gla_free. */
gla_status gla_read_file(const char *op, const char *path, char **data, size_t *size);

/* Check that the memory is sufficient before more of a file of unknown length is read or decompressed. `bytes` are needed in
 * total, and `held` of these bytes are allocated already. */
gla_status gla_file_room(const char *op, const char *path, size_t bytes, size_t held);

/* ---- replace.c */
enum { GLA_TEMPORARY_NAME = 64 };
/* A file that replaces `path` when it is complete. The file is written under a temporary name in the same directory. Symbolic
 * links are followed. If path is not a regular file (but a pipe or a device), it is written directly. */
typedef struct gla_file {
    const char *op, *path;
    char *target;         /* file that `path` refers to after following symbolic links */
    char *temporary;      /* stored in the same allocation as target */
    bool direct, created; /* written directly; a temporary file was created */
    bool stopped;         /* the script has interrupted the wait for a reader */
    int fd;               /* of a file that is written directly */
    FILE *stream;
} gla_file;
/* Write a file: the function `write` writes the contents to f->stream. If `write` fails, no partial file remains. */
typedef gla_status gla_write(const gla_file *f, const void *what);
gla_status gla_file_write(const char *op, const char *path, gla_write *write, const void *what);
/* Report a failed write to the file. Call this function directly after the write, because the reason is in errno. */
gla_status gla_file_check(const gla_file *f);
gla_status gla_file_interrupted(const gla_file *f);

/* ---- encoding.c */
/* Parse the name of an encoding; NULL means UTF-8. */
gla_status gla_encoding(const char *op, const char *name, int *encoding);
/* Check that the bytes of a file are text, and convert them to UTF-8. */
gla_status gla_decode(const char *op, const char *path, int encoding, char **data, size_t *size);
/* ---- utf16.c: decode UTF-16 with big-endian or little-endian units */
gla_status gla_decode_utf16(const char *op, const char *path, bool big, char **data, size_t *size);
/* ---- encoding.c */
bool gla_is_utf8(const char *text);
/* Return the length, for messages, of the longest prefix of at most `most` bytes that does not cut a character. */
int gla_prefix(const char *text, size_t length, int most);

/* ---- cells.c: read a text table row by row */
typedef struct gla_cell {
    const char *start;
    size_t length;
    bool quoted;  /* written in quotes */
    bool escaped; /* contains doubled quotes */
} gla_cell;

typedef struct gla_rows {
    const char *op, *path;
    const char *at, *end;
    char delimiter; /* ' ': any blanks */
    char comment;   /* character that starts a comment line, which is skipped; '\0': none */
    int64_t line;   /* line on which the row starts, from 1 */
    int64_t next_line;
    gla_cell *cells;
    int n, capacity;
} gla_rows;
void gla_rows_start(gla_rows *r, const char *op, const char *path, const char *data, size_t size, char delimiter, char comment);
/* Skip a line, whatever it contains. Return false at the end. */
bool gla_rows_skip(gla_rows *r);
/* Read the next row that is neither empty nor a comment. *more is false at the end. */
gla_status gla_rows_next(gla_rows *r, bool *more);
void gla_rows_release(gla_rows *r);
/* Detect the delimiter in the first line. */
char gla_rows_delimiter(const char *data, size_t size, char decimal, char comment);
/* Copy the text of a cell to a new string, replacing doubled quotes by single quotes. */
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
/* Read a number multiplied by 10^power. Return the kind of the cell, or GLA_CELL_TEXT and the value NaN if the text is not a
 * number. */
gla_cell_kind gla_cell_number(const gla_cell *cell, char decimal, int power, double *value);

#endif
