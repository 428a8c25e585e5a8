/* preconditioner.h - The preconditioner object, with a function pointer that applies it. */
#ifndef GLA_KRYLOV_PRECONDITIONER_H
#define GLA_KRYLOV_PRECONDITIONER_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_preconditioners.h"

#define PRECONDITIONER_PARTS 3

/* Apply the preconditioner to x, (n,) or (n, k), and return an array that the scope owns.  Each kind of preconditioner uses
 * different members of the object. */
typedef gla_array *preconditioner_apply(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x);

struct gla_sparse_preconditioner {
    gla_object object;
    const char *op; /* name of the kind */
    int64_t n;
    preconditioner_apply *apply;
    gla_array *scale; /* scale factor of each row */
    gla_sparse *matrix[PRECONDITIONER_PARTS];
    double low, high; /* bounds of the eigenvalues */
    int64_t degree;
};

/* Return a new preconditioner with n rows; NULL after a failure. */
gla_sparse_preconditioner *preconditioner_new(gla_scope *s, int64_t n, preconditioner_apply *apply);
/* Return the number of rows of a square matrix.  ShapeError if the matrix is not square. */
int64_t preconditioner_order(gla_scope *s, const gla_sparse *a);
/* Return x with each row multiplied by its scale factor. */
gla_array *preconditioner_scaled(gla_scope *s, gla_array *scale, gla_array *x);
/* Raise SingularError for the first row whose pivot is zero or NaN. */
void preconditioner_check_pivots(gla_scope *s, gla_array *pivots, const char *what);
/* End the scope: *out is m, or NULL after a failure. */
gla_status preconditioner_return(gla_scope *s, gla_sparse_preconditioner *m, gla_sparse_preconditioner **out);

#endif
