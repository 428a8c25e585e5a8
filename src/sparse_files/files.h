/* files.h - what the readers and writers of sparse matrices share. */
#ifndef GLA_SPARSE_FILES_FILES_H
#define GLA_SPARSE_FILES_FILES_H

#include "gpulinalg/sparse_io.h"
#include "io/io.h"
#include "sparse/sparse.h"

/* ---- lines.c: text, line by line ---- */
typedef struct sparse_text {
    const char *op, *path;
    char *data;
    const char *next, *end; /* what has not been read; a zero stands at the end */
    const char *at, *stop;  /* the line, and what of it has not been read */
    int64_t number;         /* of the line, from 1 */
} sparse_text;

/* The text of a file, decompressed; released in any case by sparse_text_close. */
gla_status sparse_text_open(sparse_text *t, const char *op, const char *path);
void sparse_text_close(sparse_text *t);
/* The next line, or the next one that is neither empty nor begins with '%'; false at the end. */
bool sparse_next_line(sparse_text *t);
bool sparse_next_full_line(sparse_text *t);
/* The next word of the line; false at its end. */
bool sparse_word(sparse_text *t, gla_cell *word);
bool sparse_word_is(const gla_cell *word, const char *text); /* whatever the case of letters */
/* "OP: line 7 of 'PATH' FACT" */
gla_status sparse_fail_line(const sparse_text *t, gla_status kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whole numbers; real ones, also with the D of Fortran. */
gla_status sparse_integer_of(const sparse_text *t, const gla_cell *word, int64_t *value);
gla_status sparse_real_of(const sparse_text *t, const gla_cell *word, double *value);
/* The word that must be next. */
gla_status sparse_next_integer(sparse_text *t, const char *what, int64_t *value);
gla_status sparse_next_real(sparse_text *t, double *value);
/* Whether so many words can be in what has not been read; no memory is asked for before. */
bool sparse_can_hold(const sparse_text *t, int64_t count, int64_t words);

/* ---- triplets.c: elements that are read one after the other ---- */
typedef enum sparse_symmetry { SPARSE_GENERAL, SPARSE_SYMMETRIC, SPARSE_SKEW, SPARSE_HERMITIAN } sparse_symmetry;
extern const char *const sparse_symmetries[];

typedef struct sparse_elements {
    gla_scope *s;
    int64_t rows, cols, n, capacity;
    sparse_symmetry symmetry;
    bool complex;
    gla_array *data, *row, *col;
    double *value;
    int64_t *rows_of, *cols_of;
} sparse_elements;

/* Space for `count` elements and their mirror images; false after a failure. */
bool sparse_elements_begin(sparse_elements *e, gla_scope *s, int64_t count);
void sparse_element_add(sparse_elements *e, int64_t row, int64_t col, double re, double im);
/* The matrix of all, in the format csc where they came column by column; ends the scope. */
gla_status sparse_elements_end(sparse_elements *e, bool by_columns, gla_sparse **matrix);

/* A matrix row by row, or column by column, in memory of the host that the scope owns.  `use`, which may be all zero, ends with
 * the call, by sparse_used. */
typedef struct sparse_host {
    sparse_use use;
    int64_t m, n, nnz;
    gla_dtype dtype;
    const void *data;
    const int64_t *indices, *indptr;
} sparse_host;
bool sparse_on_host(gla_scope *s, const gla_sparse *a, bool by_columns, sparse_host *h);
/* One value as a complex number. */
void sparse_value_at(const sparse_host *h, int64_t i, double value[2]);

/* ---- mm_header.c ---- */
typedef struct sparse_market {
    bool array;
    const char *field;
    sparse_symmetry symmetry;
    int64_t rows, cols, entries;
} sparse_market;
gla_status sparse_market_header(sparse_text *t, sparse_market *h);

#endif
