/* products.h - what multiplies for a search, where the matrices are the library's. */
#ifndef GLA_EIGEN_PRODUCTS_H
#define GLA_EIGEN_PRODUCTS_H

#include "eigen/eigen.h"

#include "sparse/sparse.h"

/* What multiplies, and what solves: factors of M, or of A - σM. */
typedef struct eigen_products {
    const gla_sparse *a, *m; /* m: of the inner product */
    const gla_sparse_preconditioner *preconditioner;
    gla_sparse_factorization *factor;
    bool gram;                        /* "A" is the smaller one of aᴴa and aaᴴ */
    gla_array *order, *lower, *upper; /* dense factors, where there are no sparse ones: P, L, U */
} eigen_products;

void eigen_drop_products(eigen_products *p);

/* The formats that products need, made once at the start; what a failed search has made it takes away again. */
typedef struct eigen_formats {
    sparse_use a, m;
} eigen_formats;

eigen_formats eigen_make_formats(gla_scope *s, const gla_sparse *a, const gla_sparse *m, bool adjoint);
void eigen_drop_formats(gla_scope *s, const eigen_formats *f);

/* ---- factors.c -------------------- */
/* Factors of M, for solutions. */
void eigen_factor(gla_scope *s, eigen_products *p, const gla_sparse *m);
/* Factors of A - σM, before the first solution: where that is singular, sigma is moved a little. */
void eigen_factor_shifted(gla_scope *s, eigen_solver *q, eigen_products *p, const gla_sparse *a, const gla_sparse *m);
/* ---- products.c -------------------- */
/* Go on until the search is over, or wants what is not there. */
void eigen_serve(gla_scope *whole, eigen_solver *q, const eigen_products *p);
/* ShapeError where a matrix is not square, or has not n rows. */
void eigen_check_square(gla_scope *s, const gla_sparse *a, const char *name, int64_t n);

/* The largest absolute value; 0 if x is empty. */
double eigen_largest(gla_scope *s, const gla_array *x);
/* a x or aᴴ x. */
gla_array *eigen_product(gla_scope *s, const gla_sparse *a, bool adjoint, gla_array *x);

/* Solutions with the factors for the columns of b. */
gla_array *eigen_solutions(gla_scope *s, const eigen_products *p, gla_array *b);
/* ---- polish.c -------------------- */
/* Pairs of a search that is over, found by solutions, become as good as A x = λ M x lets them; else an error. */
void eigen_polish(gla_scope *s, eigen_solver *q, const eigen_products *p);

/* ---- gram.c -------------------- */
#define EIGEN_GRAM_RATIO 16 /* the largest singular value over the least wanted: so many times rounding is lost */
/* U, S and Vh of large singular values, of the scope's; false: another search must find them. */
bool eigen_by_gram(gla_scope *s, const eigen_request *wanted, const gla_sparse *a, gla_array *out[3]);

#endif
