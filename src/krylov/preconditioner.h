/* preconditioner.h - the object, and what each kind does to a vector. */
#ifndef GLA_KRYLOV_PRECONDITIONER_H
#define GLA_KRYLOV_PRECONDITIONER_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_preconditioners.h"

#define PRECONDITIONER_PARTS 3

/* `apply` makes of x, (n,) or (n, k), an array of the scope; what it uses of the object is up to it. */
typedef gla_array *preconditioner_apply(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x);

struct gla_sparse_preconditioner {
    gla_object object;
    const char *op; /* which one */
    int64_t n;
    preconditioner_apply *apply;
    gla_array *scale; /* numbers of each row */
    gla_sparse *matrix[PRECONDITIONER_PARTS];
    double low, high; /* bounds of eigenvalues */
    int64_t degree;
};

/* A new one of n rows; NULL after a failure. */
gla_sparse_preconditioner *preconditioner_new(gla_scope *s, int64_t n, preconditioner_apply *apply);
/* The rows of a square matrix, or ShapeError. */
int64_t preconditioner_order(gla_scope *s, const gla_sparse *a);
/* x with a number for each row. */
gla_array *preconditioner_scaled(gla_scope *s, gla_array *scale, gla_array *x);
/* SingularError for the first row where a number is zero (or not a number). */
void preconditioner_check_pivots(gla_scope *s, gla_array *pivots, const char *what);
/* End the scope: *out is m, or NULL after a failure. */
gla_status preconditioner_return(gla_scope *s, gla_sparse_preconditioner *m, gla_sparse_preconditioner **out);

#endif
