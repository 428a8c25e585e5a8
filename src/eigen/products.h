/* products.h - Products and solutions with sparse matrices, as requested by a search. */
#ifndef GLA_EIGEN_PRODUCTS_H
#define GLA_EIGEN_PRODUCTS_H

#include "eigen/eigen.h"

#include "sparse/sparse.h"

/* Operands for products, and factors of M or of A - σM for solutions. */
typedef struct eigen_products {
    const gla_sparse *a, *m; /* m: matrix of the inner product */
    const gla_sparse_preconditioner *preconditioner;
    gla_sparse_factorization *factor;
    bool gram;                        /* the request "A" means the smaller of aᴴa and aaᴴ */
    gla_array *order, *lower, *upper; /* dense factors P, L and U, used if sparse factors are unavailable */
} eigen_products;

void eigen_drop_products(eigen_products *p);

/* Sparse formats that the products require, created once at the start.  If the search fails, the formats created for it are
 * dropped. */
typedef struct eigen_formats {
    sparse_use a, m;
} eigen_formats;

eigen_formats eigen_make_formats(gla_scope *s, const gla_sparse *a, const gla_sparse *m, bool adjoint);
void eigen_drop_formats(gla_scope *s, const eigen_formats *f);

/* ---- factors.c ----------------------------------------------------------------------------------------------- */
/* Factor M for solutions. */
void eigen_factor(gla_scope *s, eigen_products *p, const gla_sparse *m);
/* Factor A - σM before the first solution.  If this matrix is singular, sigma is shifted slightly. */
void eigen_factor_shifted(gla_scope *s, eigen_solver *q, eigen_products *p, const gla_sparse *a, const gla_sparse *m);
/* ---- products.c ---------------------------------------------------------------------------------------------- */
/* Serve the requests of the search until the search is over, or requests something unavailable. */
void eigen_serve(gla_scope *whole, eigen_solver *q, const eigen_products *p);
/* Raise ShapeError unless the matrix is square with n rows. */
void eigen_check_square(gla_scope *s, const gla_sparse *a, const char *name, int64_t n);

/* Return the largest absolute value; 0 if x is empty. */
double eigen_largest(gla_scope *s, const gla_array *x);
/* a x or aᴴ x. */
gla_array *eigen_product(gla_scope *s, const gla_sparse *a, bool adjoint, gla_array *x);

/* Solve the system with the factors for each column of b. */
gla_array *eigen_solutions(gla_scope *s, const eigen_products *p, gla_array *b);
/* ---- polish.c ------------------------------------------------------------------------------------------------ */
/* Refine pairs found by solutions until they are as accurate as A x = λ M x permits.  If this fails, raise an error. */
void eigen_polish(gla_scope *s, eigen_solver *q, const eigen_products *p);

/* ---- gram.c -------------------------------------------------------------------------------------------------- */
#define EIGEN_GRAM_RATIO 16 /* largest ratio of the wanted singular values; rounding errors grow by this factor */
/* Compute U, S and Vh for large singular values, owned by the scope.  Return false if the other search is required. */
bool eigen_by_gram(gla_scope *s, const eigen_request *wanted, const gla_sparse *a, gla_array *out[3]);

#endif
