/* sparse.h - Internal declarations of sparse matrices: the object, and construction from triplets. */
#ifndef GLA_SPARSE_SPARSE_H
#define GLA_SPARSE_SPARSE_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_formats.h"
#include "gpulinalg/sparse_maps.h"
#include "gpulinalg/sparse_structure.h"
#include "contract/csr.h"

#include <pthread.h>

/* A matrix in row format, in arrays of a scope.  The indices have been checked, and the columns of each row are in increasing
 * order. */
typedef struct sparse_rows {
    int64_t rows, cols;
    gla_array *data, *indices, *indptr;
} sparse_rows;

/* Values with their row and column indices, both int64, in any order, in arrays of a scope. */
typedef struct sparse_triplets {
    int64_t rows, cols;
    gla_array *data, *row, *col;
} sparse_triplets;

/* Dependency analysis of a triangle, as in gla_triangle.  `zero` and `missing` are the first rows whose diagonal element is
 * zero, or is not stored; -1 if there is no such row. */
typedef struct sparse_levels {
    int64_t levels, zero, missing;
    gla_array *splits, *order, *starts; /* splits on the device, starts on the host */
} sparse_levels;

/* Arrays that products with vectors read instead of columns, as in gla_csr: element codes, block columns, or runs.  Arrays that
 * are not used are NULL. */
typedef struct sparse_codes {
    int64_t n_distances, block, n_runs;
    gla_array *codes, *starts, *distances, *block_columns, *runs;
} sparse_codes;

/* The object is immutable for callers.  Results that are cached on first use change under the lock. */
struct gla_sparse {
    gla_object object;
    sparse_rows own; /* as stored, with references owned by the object */
    bool turned;     /* the rows are those of the transpose */
    pthread_mutex_t lock;
    gla_sparse *other; /* the same matrix in the other format, or NULL */
    bool counted;      /* the following members are set; rows are long if they have more than GLA_SPARSE_LONG elements
                        * (src/contract/sparse.h) */
    int64_t longs, segments;
    gla_array *long_rows, *long_starts;
    sparse_levels triangles[2]; /* upper, lower; without arrays if not yet analysed */
    int products;               /* number of products with vectors, until codes are computed or found useless */
    sparse_codes codes;
    gla_sparse *away;    /* the same matrix on the device of an earlier call (core/placement.h), or NULL */
    gla_sparse *flipped; /* the transpose, cached after the first request, or NULL; the transpose has cached results too */
};

/* Rows and columns as the caller sees them. */
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

/* ---- object.c ------------------------------------------------------------------------------------------------ */
/* End the scope.  *out is a new matrix with these arrays, or NULL after a failure. */
gla_status sparse_return(gla_scope *s, const sparse_rows *rows, bool turned, gla_sparse **out);
/* Return another reference to a as the result. */
gla_status sparse_same(const gla_sparse *a, gla_sparse **out);
/* Return the matrix with values of the given dtype and with all arrays on one device; copied if `always`. */
gla_status sparse_moved(const char *op, const gla_sparse *a, gla_dtype dtype, gla_device *dev, bool always,
                        gla_sparse **matrix);
/* Make the current stream of the thread wait for all streams that wrote parts of the matrix. */
void sparse_await(gla_scope *s, const gla_sparse *a);
/* Return the matrix in csr or csc format, ready for use: the matrix itself, or a cached conversion.  Return NULL after a
 * failure.  Each sparse_in() needs a matching sparse_used(), which receives the status of the call and returns it. */
typedef struct sparse_use {
    const gla_sparse *of;
    gla_sparse *form;
    bool made; /* created by this call, and dropped if the call fails */
} sparse_use;
sparse_use sparse_in(gla_scope *s, const gla_sparse *a, bool turned);
gla_status sparse_used(gla_status status, const sparse_use *use);

/* ---- construct.c --------------------------------------------------------------------------------------------- */
/* Raise an error for unsigned indices that are not representable in int64 and would become negative. */
void sparse_check_unsigned(gla_scope *s, const gla_array *places);
/* Return true if a shape is given.  Raise an error if the shape is invalid. */
bool sparse_has_shape(gla_scope *s, const gla_ints *shape);

/* ---- build.c ------------------------------------------------------------------------------------------------- */
/* Return the dtype in which values of a dtype are stored. */
gla_dtype sparse_dtype_of(gla_scope *s, gla_dtype dtype);
/* Return the dtype of indices for the given number of columns and values. */
gla_dtype sparse_index_dtype(int64_t cols, int64_t nnz);
/* Return the descriptor, as slots expect it, of a matrix on its device, whose arrays are in `m`. */
gla_csr sparse_csr(const sparse_rows *m);
/* Shorten arrays that were allocated for more elements to nnz, and convert the indices to the narrowest index dtype. */
sparse_rows sparse_first(gla_scope *s, const sparse_rows *made, int64_t nnz);
/* Convert triplets with valid indices to row format.  Duplicates are summed. */
sparse_rows sparse_compress(gla_scope *s, const sparse_triplets *t);
/* Return the rows of the transpose of a nonempty matrix.  Sorting by column alone is sufficient, because the rows are already
 * in increasing order. */
sparse_rows sparse_turned(gla_scope *s, const sparse_rows *a);
/* Return the row index of each element, int64. */
gla_array *sparse_row_numbers(gla_scope *s, const sparse_rows *rows);
/* Convert the parts of a csr matrix, whose indices have been checked, to row format. */
sparse_rows sparse_from_parts(gla_scope *s, int64_t m, int64_t n, gla_array *data, gla_array *indices, gla_array *indptr);
/* Return the triplets of a matrix, in storage order. */
sparse_triplets sparse_triplets_of(gla_scope *s, const gla_sparse *a);

/* ---- product.c ----------------------------------------------------------------------------------------------- */
/* Return Aᴴ x for a 1-d or 2-d x.  The product is computed from the left, so that the matrix caches its other format. */
gla_array *sparse_adjoint_product(gla_scope *s, const gla_sparse *a, gla_array *x);

/* ---- codes.c ------------------------------------------------------------------------------------------------- */
/* Attach the codes of a matrix on a device, if the matrix has codes, for a product. */
void sparse_use_codes(gla_scope *s, const gla_sparse *a, gla_csr *m);
/* Record a product of a vector with the rows in m.  After a few products the codes are computed. */
gla_status sparse_note_product(const gla_sparse *a, const gla_csr *m);

/* ---- matmul.c ------------------------------------------------------------------------------------------------ */
/* Multiply two matrices in row format, with values of one dtype, with the device's slots for this operation.
 * sparse_can_multiply_rows() returns true if the device has the slots. */
bool sparse_can_multiply_rows(const gla_device *dev, const sparse_rows *a, const sparse_rows *b);
sparse_rows sparse_multiply_rows(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b);

/* Small helpers: 0, 1, …, n − 1 as int64; x[positions]; the elements whose mask is true; x combined with a scalar. */
gla_array *sparse_range(gla_scope *s, gla_device *dev, int64_t n);
/* Return n consecutive integers starting at `first`; return the number of elements on diagonal k of an m x n matrix. */
gla_array *sparse_range_from(gla_scope *s, gla_device *dev, int64_t first, int64_t n);
int64_t sparse_diagonal_length(int64_t m, int64_t n, int64_t k);
gla_array *sparse_take(gla_scope *s, const gla_array *x, const gla_array *positions);
gla_array *sparse_masked(gla_scope *s, const gla_array *x, const gla_array *mask);
gla_array *sparse_with(gla_scope *s, gla_binary *function, const gla_array *x, int64_t number);
gla_array *sparse_running_sum(gla_scope *s, const gla_array *x, bool include_initial);
/* Return the value of a 0-d int64 array. */
int64_t sparse_integer(gla_scope *s, const gla_array *x);
gla_array *sparse_joined(gla_scope *s, int n, gla_array *const parts[]);

/* ---- structure.c --------------------------------------------------------------------------------------------- */
/* Expand the rows with the given numbers.  For all their elements return the position of the row in the list (*of) and the
 * position in the matrix (*at).  Return the offsets of the rows. */
gla_array *sparse_expand_rows(gla_scope *s, const sparse_rows *r, gla_array *numbers, gla_array **of, gla_array **at);

/* ---- arithmetic.c, parts.c ----------------------------------------------------------------------------------- */
/* Add two matrices of one shape, with values of one dtype, with the device's slot for this operation. */
sparse_rows sparse_added(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b);
/* Apply a function to the stored values. */
gla_status sparse_with_values(const char *op, const gla_sparse *a, gla_unary *function, gla_sparse **out);
/* Return the triplets in storage order.  For csc format the triplets are those of the transpose. */
sparse_triplets sparse_own_triplets(gla_scope *s, const gla_sparse *a);

#endif
