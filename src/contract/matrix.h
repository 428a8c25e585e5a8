/* matrix.h - matrices that slots of dense linear algebra take: column-major, as in BLAS and LAPACK. */
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

/* A stack of matrices in any strides, also 0 and negative: element (i, j) of matrix b is data[b*step + i*row + j*col]. */
typedef struct gla_strided {
    void *data;
    int64_t row, col, step;
} gla_strided;

typedef enum gla_trans { GLA_NO_TRANS = 'N', GLA_TRANS = 'T', GLA_CONJ_TRANS = 'C' } gla_trans;
typedef enum gla_side { GLA_LEFT = 'L', GLA_RIGHT = 'R' } gla_side;
typedef enum gla_uplo { GLA_LOWER = 'L', GLA_UPPER = 'U' } gla_uplo;
typedef enum gla_unit_diag { GLA_NON_UNIT = 'N', GLA_UNIT = 'U' } gla_unit_diag;

/* A matrix of many rows, row-major, on the device or on its way there.  What is computed from it here has the precision of
 * float64, whatever its own: float64 for a real matrix and complex128 for a complex one is "the wide type". */
typedef struct gla_tall {
    gla_dtype dtype;    /* floating or complex */
    int64_t rows, cols; /* rows may be more than the cols, or fewer */
    const void *host;   /* not NULL: here is the matrix, and from here it is read ... */
    int64_t host_ld;    /* (elements from one row to the next) */
    void *data;         /* ... to here, unless it is NULL because the device has no room; else here it is */
    int64_t ld;         /* elements from one row to the next; cols when it comes from the host */
} gla_tall;

#define GLA_TALL_NUMBERS 1024 /* cols of a gla_tall are at most that many real numbers */

/* What info says of arguments that are not finite. */
#define GLA_INFO_A_NOT_FINITE (-1)
#define GLA_INFO_B_NOT_FINITE (-2)

#define GLA_DOUBTFUL 0.3 /* from here on there may be no correct digit: docs/decisions/0025 has the rates */

#define GLA_SMALL_MAX 64
/* DOUBTFUL: done, and estimates are worth a look; else they are not written. */
typedef enum gla_small { GLA_SMALL_NOT_TAKEN, GLA_SMALL_DONE, GLA_SMALL_FAILED, GLA_SMALL_DOUBTFUL } gla_small;

/* What a triangle is a factor of: of itself alone, or lower of L Lᴴ. */
typedef enum gla_factor_of { GLA_OF_ITSELF, GLA_OF_CHOLESKY } gla_factor_of;
typedef struct gla_triangular {
    gla_uplo uplo;
    gla_trans trans;
    gla_unit_diag diag;
    gla_factor_of of;
    bool x_transposed; /* the solution given with it has a row, not a column, for each right-hand side */
} gla_triangular;

#endif
