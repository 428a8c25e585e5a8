/* suitesparse.h - Declarations that the files of the SuiteSparse module share. */
#ifndef GLA_BACKENDS_SUITESPARSE_H
#define GLA_BACKENDS_SUITESPARSE_H

#include "backends/host/sparse/suitesparse.h"
#include "contract/direct.h"

#include <cholmod.h>

/* One matrix, before or after its factorisation.  The libraries treat the rows of `a` as the columns of aᵀ. */
typedef struct solver {
    const struct method *by;
    bool is_complex;
    int64_t n, nnz;
    SuiteSparse_long *indptr, *indices;
    void *symbolic, *numeric, *common; /* objects of the library */
    void *scratch[2];                  /* workspace of the library, kept from one solution to the next */
} solver;

/* Functions of one library.  `factor` first analyses the pattern if it has not been analysed.  `release` accepts missing
 * objects. */
typedef struct method {
    gla_status (*factor)(const char *op, solver *f, const void *values, gla_direct_report *report);
    gla_status (*solve)(const char *op, solver *f, gla_trans trans, int64_t k, const void *b, void *x);
    void (*release)(solver *f);
} method;

extern const method suitesparse_umfpack, suitesparse_klu, suitesparse_cholesky, suitesparse_ldlt;

gla_status suitesparse_lstsq(const char *op, gla_device *dev, const gla_csr *columns, double rcond, int64_t k, const void *b,
                             void *x, int64_t *rank, int64_t *order);

/* common.c */
extern const gla_suitesparse_needs *suitesparse_host;
gla_status suitesparse_no_memory(const char *op);
/* Compute the determinant from the pivots, the row and column orders, and the row scaling.  The rows were divided by `scales`
 * raised to the given power, which is 1 or -1.  If `scales` is NULL, the rows were not scaled. */
gla_status suitesparse_determinant(const char *op, const solver *f, const double *pivots, const SuiteSparse_long *rows,
                                   const SuiteSparse_long *cols, const double *scales, int power, gla_direct_report *report);
/* Conjugate n complex numbers.  `from` and `to` may be the same. */
void suitesparse_conjugate(int64_t n, const void *from, void *to);
/* Return the indices of a matrix in SuiteSparse's integer type, or NULL if memory runs out. */
SuiteSparse_long *suitesparse_indices(const void *from, gla_dtype dtype, int64_t n);

#endif
