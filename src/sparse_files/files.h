/* files.h - Declarations shared by the readers and writers of sparse matrix files. */
#ifndef GLA_SPARSE_FILES_FILES_H
#define GLA_SPARSE_FILES_FILES_H

#include "gpulinalg/sparse_io.h"
#include "io/io.h"
#include "sparse/sparse.h"

/* ---- lines.c: text files, line by line ----------------------------------------------------------------------- */
typedef struct sparse_text {
    const char *op, *path;
    char *data;
    const char *next, *end; /* unread data; terminated by a zero */
    const char *at, *stop;  /* the current line, and its unread part */
    int64_t number;         /* line number, from 1 */
} sparse_text;

/* Read and decompress a file.  Call sparse_text_close() even if the reading fails. */
gla_status sparse_text_open(sparse_text *t, const char *op, const char *path);
void sparse_text_close(sparse_text *t);
/* Move to the next line, or to the next line that is neither empty nor begins with '%'.  Return false at the end of the
 * file. */
bool sparse_next_line(sparse_text *t);
bool sparse_next_full_line(sparse_text *t);
/* Read the next word of the current line.  Return false at the end of the line. */
bool sparse_word(sparse_text *t, gla_cell *word);
bool sparse_word_is(const gla_cell *word, const char *text); /* case-insensitive */
/* Raise an error of the form "OP: line 7 of 'PATH' FACT". */
gla_status sparse_fail_line(const sparse_text *t, gla_status kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Parse an integer or a real number; the exponent may be a Fortran D. */
gla_status sparse_integer_of(const sparse_text *t, const gla_cell *word, int64_t *value);
gla_status sparse_real_of(const sparse_text *t, const gla_cell *word, double *value);
/* Read the next word, which is required. */
gla_status sparse_next_integer(sparse_text *t, const char *what, int64_t *value);
gla_status sparse_next_real(sparse_text *t, double *value);
/* Return true if the unread data is long enough to contain this number of words.  Call this function before allocating memory
 * for the words. */
bool sparse_can_hold(const sparse_text *t, int64_t count, int64_t words);

/* ---- triplets.c: elements read one after the other ----------------------------------------------------------- */
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

/* Allocate memory for `count` elements and their mirror images.  Return false after a failure. */
bool sparse_elements_begin(sparse_elements *e, gla_scope *s, int64_t count);
void sparse_element_add(sparse_elements *e, int64_t row, int64_t col, double re, double im);
/* End the scope and return the matrix of all elements, in csc format if the elements were added by columns. */
gla_status sparse_elements_end(sparse_elements *e, bool by_columns, gla_sparse **matrix);

/* A matrix in row or column format in host memory, owned by the scope.  `use`, which may be all zero, must be ended with
 * sparse_used(). */
typedef struct sparse_host {
    sparse_use use;
    int64_t m, n, nnz;
    gla_dtype dtype;
    const void *data;
    const int64_t *indices, *indptr;
} sparse_host;
bool sparse_on_host(gla_scope *s, const gla_sparse *a, bool by_columns, sparse_host *h);
/* Return one value as a complex number. */
void sparse_value_at(const sparse_host *h, int64_t i, double value[2]);

/* ---- mm_header.c --------------------------------------------------------------------------------------------- */
typedef struct sparse_market {
    bool array;
    const char *field;
    sparse_symmetry symmetry;
    int64_t rows, cols, entries;
} sparse_market;
gla_status sparse_market_header(sparse_text *t, sparse_market *h);

#endif
