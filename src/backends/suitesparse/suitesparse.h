/* suitesparse.h - what the files over SuiteSparse share. */
#ifndef GLA_BACKENDS_SUITESPARSE_H
#define GLA_BACKENDS_SUITESPARSE_H

#include "backends/host/sparse/suitesparse.h"
#include "contract/direct.h"

#include <cholmod.h>

/* One matrix, factored or about to be.  The libraries see the rows of a as the columns of aᵀ. */
typedef struct solver {
    const struct method *by;
    bool is_complex;
    int64_t n, nnz;
    SuiteSparse_long *indptr, *indices;
    void *symbolic, *numeric, *common; /* the library's own */
    void *scratch[2];                  /* the library's, from one solution to the next */
} solver;

/* One library.  `factor` analyses the pattern where that has not been done; release goes without what is not there. */
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
/* The determinant from the pivots, the orders of rows and columns, and what rows were divided by: the power 1 of `scales`, or
 * the power -1; NULL: by nothing. */
gla_status suitesparse_determinant(const char *op, const solver *f, const double *pivots, const SuiteSparse_long *rows,
                                   const SuiteSparse_long *cols, const double *scales, int power, gla_direct_report *report);
/* n complex numbers, conjugated; from and to may be the same. */
void suitesparse_conjugate(int64_t n, const void *from, void *to);
/* Indices of a matrix as these libraries want them; NULL when there is no memory. */
SuiteSparse_long *suitesparse_indices(const void *from, gla_dtype dtype, int64_t n);

#endif
