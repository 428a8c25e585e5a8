/* sparse.h - sparse matrices inside the library: the object, and what is made of triplets. */
#ifndef GLA_SPARSE_SPARSE_H
#define GLA_SPARSE_SPARSE_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_formats.h"
#include "gpulinalg/sparse_maps.h"
#include "gpulinalg/sparse_structure.h"
#include "contract/csr.h"

#include <pthread.h>

/* A matrix row by row, in arrays of a scope: checked, the columns of each row rising. */
typedef struct sparse_rows {
    int64_t rows, cols;
    gla_array *data, *indices, *indptr;
} sparse_rows;

/* Values with their rows and columns, both int64, in any order, in arrays of a scope. */
typedef struct sparse_triplets {
    int64_t rows, cols;
    gla_array *data, *row, *col;
} sparse_triplets;

/* What has been found out of a triangle: as in gla_triangle, and the first rows whose element on the diagonal is zero, or not
 * kept, or -1. */
typedef struct sparse_levels {
    int64_t levels, zero, missing;
    gla_array *splits, *order, *starts; /* on the device; on the host */
} sparse_levels;

/* What products with vectors read in place of columns, as in gla_csr: codes of elements, columns of blocks, or runs; without
 * arrays: there is none. */
typedef struct sparse_codes {
    int64_t n_distances, block, n_runs;
    gla_array *codes, *starts, *distances, *block_columns, *runs;
} sparse_codes;

/* Never changed once a script has it, but for what is found out on first use, under the lock. */
struct gla_sparse {
    gla_object object;
    sparse_rows own; /* as they are kept, with references of the object's own: */
    bool turned;     /* the rows of the transpose */
    pthread_mutex_t lock;
    gla_sparse *other; /* the same matrix in the other format, or NULL */
    bool counted;      /* what follows is known: rows longer than GLA_SPARSE_LONG (src/contract/sparse.h) */
    int64_t longs, segments;
    gla_array *long_rows, *long_starts;
    sparse_levels triangles[2]; /* upper, lower; without arrays: not known yet */
    int products;               /* with vectors, until codes were made or found to be of no use */
    sparse_codes codes;
    gla_sparse *flipped; /* the transpose, once a script has asked for it, or NULL: what that finds out is found once */
};

/* Rows and columns as a script sees them. */
static inline int64_t sparse_m(const gla_sparse *a)
{
    return a->turned ? a->own.cols : a->own.rows;
}
static inline int64_t sparse_n(const gla_sparse *a)
{
    return a->turned ? a->own.rows : a->own.cols;
}
static inline gla_device *sparse_device(const gla_sparse *a)
{
    return gla_device_of(a->own.data);
}

/* ---- object.c ------------------------------------------------------------------------------------------------------- */
/* End the scope, and *out is a new matrix of the arrays, or NULL after a failure. */
gla_status sparse_return(gla_scope *s, const sparse_rows *rows, bool turned, gla_sparse **out);
/* Another reference to a as a result. */
gla_status sparse_same(const gla_sparse *a, gla_sparse **out);
/* The thread's current stream waits for what wrote the parts of the matrix, in whatever stream. */
void sparse_await(gla_scope *s, const gla_sparse *a);
/* The matrix in the format csr, or csc: itself, or one that it keeps; awaited; NULL after a failure.  Every sparse_in has its
 * sparse_used, which is given, and returns, how the call went. */
typedef struct sparse_use {
    const gla_sparse *of;
    gla_sparse *form;
    bool made; /* by this call, which takes it away again when it fails */
} sparse_use;
sparse_use sparse_in(gla_scope *s, const gla_sparse *a, bool turned);
gla_status sparse_used(gla_status status, const sparse_use *use);

/* ---- construct.c ---------------------------------------------------------------------------------------------------- */
/* Places that int64 cannot hold, and would turn negative, fail. */
void sparse_check_unsigned(gla_scope *s, const gla_array *places);
/* Whether a shape is given; one that cannot be fails. */
bool sparse_has_shape(gla_scope *s, const gla_ints *shape);

/* ---- build.c -------------------------------------------------------------------------------------------------------- */
/* The type that values of a type are kept in. */
gla_dtype sparse_dtype_of(gla_scope *s, gla_dtype dtype);
/* The type of places for so many columns and values. */
gla_dtype sparse_index_dtype(int64_t cols, int64_t nnz);
/* As a slot wants a matrix on its device, whose values and places are in `m`. */
gla_csr sparse_csr(const sparse_rows *m);
/* Rows whose values and places are in memory for more; their places become as narrow as they can. */
sparse_rows sparse_first(gla_scope *s, const sparse_rows *made, int64_t nnz);
/* Rows of triplets, whose places are in range; what stands at one place is added up. */
sparse_rows sparse_compress(gla_scope *s, const sparse_triplets *t);
/* The rows of the transpose of a matrix with elements: these sorted by column alone, since rows rise already. */
sparse_rows sparse_turned(gla_scope *s, const sparse_rows *a);
/* The number of the row to which each element belongs, int64. */
gla_array *sparse_row_numbers(gla_scope *s, const sparse_rows *rows);
/* Rows of the parts of a csr matrix, whose places have been checked. */
sparse_rows sparse_from_parts(gla_scope *s, int64_t m, int64_t n, gla_array *data, gla_array *indices, gla_array *indptr);
/* The triplets of a matrix, in the order in which it is kept. */
sparse_triplets sparse_triplets_of(gla_scope *s, const gla_sparse *a);

/* ---- product.c ------------------------------------------------------------------------------------------------------ */
/* Aᴴ x, x of one or two dimensions: by rows from the left, so that the matrix keeps its other format for the next time. */
gla_array *sparse_adjoint_product(gla_scope *s, const gla_sparse *a, gla_array *x);

/* ---- codes.c -------------------------------------------------------------------------------------------------------- */
/* The codes of a matrix on a device, if it has any, for a product. */
void sparse_use_codes(gla_scope *s, const gla_sparse *a, gla_csr *m);
/* A vector has been multiplied by the rows of a matrix, which are in m: after some of these products codes are made. */
gla_status sparse_note_product(const gla_sparse *a, const gla_csr *m);

/* ---- matmul.c ------------------------------------------------------------------------------------------------------- */
/* A product of two matrices by rows with values of a type, by the slots for it; whether these take it. */
bool sparse_can_multiply_rows(const gla_device *dev, const sparse_rows *a, const sparse_rows *b);
sparse_rows sparse_multiply_rows(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b);

/* Small steps: 0, 1, …, n − 1 as int64; x[positions]; the elements for which a mask is true; x with a number. */
gla_array *sparse_range(gla_scope *s, gla_device *dev, int64_t n);
/* The same from `first` on; how many elements the diagonal k of an m x n matrix has. */
gla_array *sparse_range_from(gla_scope *s, gla_device *dev, int64_t first, int64_t n);
int64_t sparse_diagonal_length(int64_t m, int64_t n, int64_t k);
gla_array *sparse_take(gla_scope *s, const gla_array *x, const gla_array *positions);
gla_array *sparse_masked(gla_scope *s, const gla_array *x, const gla_array *mask);
gla_array *sparse_with(gla_scope *s, gla_binary *function, const gla_array *x, int64_t number);
gla_array *sparse_running_sum(gla_scope *s, const gla_array *x, bool include_initial);
/* The value of an int64 array without dimensions. */
int64_t sparse_integer(gla_scope *s, const gla_array *x);
gla_array *sparse_joined(gla_scope *s, int n, gla_array *const parts[]);

/* ---- structure.c ---------------------------------------------------------------------------------------------------- */
/* The rows with the given numbers: of all their elements the number among these rows, and the position in the matrix; where
 * each row starts among them, and the last one ends. */
gla_array *sparse_expand_rows(gla_scope *s, const sparse_rows *r, gla_array *numbers, gla_array **of, gla_array **at);

/* ---- arithmetic.c, parts.c ------------------------------------------------------------------------------------------- */
/* The sum of two matrices of one shape with values of a type, by the slot for it. */
sparse_rows sparse_added(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b);
/* The matrix with a function's values at the same places. */
gla_status sparse_with_values(const char *op, const gla_sparse *a, gla_unary *function, gla_sparse **out);
/* The triplets of a matrix as it is kept: of the transpose where it is turned. */
sparse_triplets sparse_own_triplets(gla_scope *s, const gla_sparse *a);

#endif
