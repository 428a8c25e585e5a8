/* matrix.h - Matrices passed to slots of dense linear algebra: column-major, as in BLAS and LAPACK. */
#ifndef GLA_CONTRACT_MATRIX_H
#define GLA_CONTRACT_MATRIX_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stdint.h>

/* A stack of column-major matrices: element (i, j) of matrix b is data[b*stride + j*ld + i]. */
typedef struct gla_matrix {
    void *data;
    int64_t rows, cols, ld, stride;
} gla_matrix;

/* A stack of matrices with any strides, including 0 and negative: element (i, j) of matrix b is data[b*step + i*row + j*col].
 */
typedef struct gla_strided {
    void *data;
    int64_t row, col, step;
} gla_strided;

typedef enum gla_trans { GLA_NO_TRANS = 'N', GLA_TRANS = 'T', GLA_CONJ_TRANS = 'C' } gla_trans;
typedef enum gla_side { GLA_LEFT = 'L', GLA_RIGHT = 'R' } gla_side;
typedef enum gla_uplo { GLA_LOWER = 'L', GLA_UPPER = 'U' } gla_uplo;
typedef enum gla_unit_diag { GLA_NON_UNIT = 'N', GLA_UNIT = 'U' } gla_unit_diag;

/* A row-major matrix with many rows, on the device or on the host. Results computed from the matrix have the precision of
 * float64, whatever its dtype. "The wide dtype" is float64 for a real matrix and complex128 for a complex one. */
typedef struct gla_tall {
    gla_dtype dtype;    /* floating or complex */
    int64_t rows, cols; /* rows may be more or fewer than cols */
    const void *host;   /* if not NULL, the matrix is read from this host memory, and copied to `data` */
    int64_t host_ld;    /* (elements from one row to the next) */
    void *data;         /* device copy of `host`, or NULL if device memory is too small for a copy; if `host` is NULL, the
                         * matrix itself */
    int64_t ld;         /* elements from one row to the next; equals cols if the matrix is read from the host */
} gla_tall;

#define GLA_TALL_NUMBERS 1024 /* maximum number of columns of a gla_tall, counted in real numbers */

/* Values of info for arguments that contain NaN or Inf. */
#define GLA_INFO_A_NOT_FINITE (-1)
#define GLA_INFO_B_NOT_FINITE (-2)

/* If an estimate is at least this value, a result may have no correct digit; see docs/design/dense-factors.md. */
#define GLA_DOUBTFUL 0.3

#define GLA_SMALL_MAX 64
/* Outcome of a small_* slot. Estimates are written, and should be checked, only if the outcome is DOUBTFUL, which also means
 * that the results are complete. */
typedef enum gla_small { GLA_SMALL_NOT_TAKEN, GLA_SMALL_DONE, GLA_SMALL_FAILED, GLA_SMALL_DOUBTFUL } gla_small;

/* The matrix of which a triangle is a factor: the triangle itself, or L Lᴴ for a lower triangle L. */
typedef enum gla_factor_of { GLA_OF_ITSELF, GLA_OF_CHOLESKY } gla_factor_of;
typedef struct gla_triangular {
    gla_uplo uplo;
    gla_trans trans;
    gla_unit_diag diag;
    gla_factor_of of;
    bool x_transposed; /* the solution passed with it has a row, not a column, for each right-hand side */
} gla_triangular;

#endif
