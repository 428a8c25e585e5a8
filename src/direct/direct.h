/* direct.h - Internal declarations of the sparse direct solvers. */
#ifndef GLA_DIRECT_DIRECT_H
#define GLA_DIRECT_DIRECT_H

#include "gpulinalg/sparse_direct.h"
#include "sparse/sparse.h"
#include "contract/direct.h"

/* All members except the shape may change, under the lock. */
struct gla_sparse_factorization {
    gla_object object; /* dev: device of the matrix and of the solutions */
    pthread_mutex_t lock;
    gla_device *at; /* device of the factors */
    gla_direct_kind kind;
    bool is_automatic, solves_often; /* solves_often: LDLᴴ may be preferred to LU */
    gla_dtype dtype;                 /* dtype of the matrix; on `at` it is converted to float64 or complex128 */
    gla_array *place;                /* an empty array with the dtype of the matrix, on the object's device */
    gla_sparse *a;                   /* on `at` */
    void *state;                     /* NULL if there are no factors, or the matrix is empty */
    bool is_lost;                    /* a refactorisation has failed */
    gla_direct_report report;
    gla_sparse *sizes[2]; /* a| for products with it, in row and column format; NULL: not yet needed */
    double largest;       /* largest absolute value in the matrix */
    double doubt, rcond;  /* NaN: not yet known.  doubt is an estimate of the relative error of solutions */
};

extern const char *const direct_kinds[]; /* names, indexed by kind */

static inline int64_t direct_order(const gla_sparse_factorization *f)
{
    return sparse_m(f->a);
}

/* ---- device.c ------------------------------------------------------------------------------------------------- */
/* Return the device on which a matrix on `dev` is factored: either `dev` or the host.  The device must have the slot.  NULL and
 * NotSupportedError if no library is available. */
gla_device *direct_place(gla_scope *s, gla_device *dev, gla_direct_kind kind, gla_slot slot);
/* Return the matrix in double precision on `at`, checked for NaN and Inf.  The result is a new reference, or NULL after a
 * failure. */
gla_sparse *direct_transfer(gla_scope *s, gla_device *at, const gla_sparse *a);
gla_csr direct_rows(const gla_sparse *a);
/* Lock and unlock the object.  Locking fails if the object has no factors. */
void direct_lock(gla_scope *s, const gla_sparse_factorization *f);
void direct_unlock(const gla_sparse_factorization *f);
bool direct_is_finite(gla_scope *s, const gla_array *x);

/* ---- symmetry.c ---------------------------------------------------------------------------------------------- */
typedef struct direct_symmetry {
    bool is_hermitian, is_positive; /* is_positive: every diagonal element is positive */
} direct_symmetry;
direct_symmetry direct_test_symmetry(gla_scope *s, const gla_sparse *a);
/* Write a hint why a is singular: a row or column without elements.  Write an empty string if every row and column has
 * elements. */
const char *direct_empty_line(gla_scope *s, const gla_sparse *a, char *text, size_t size);

/* ---- factor.c ------------------------------------------------------------------------------------------------ */
/* Factor with kind "auto", for many solutions. */
gla_status direct_factor_often(const gla_sparse *a, gla_sparse_factorization **factor);

/* ---- right_sides.c ------------------------------------------------------------------------------------------------- */
/* Right-hand sides of shape (n,) or (n, k), in the form that the solvers expect: rows of an array (k, n) of float64 or
 * complex128.  If the matrix is real and the right-hand sides are complex, there are twice as many rows: first all real parts,
 * then all imaginary parts. */
typedef struct direct_sides {
    gla_device *dev; /* device of the right-hand sides and of the results */
    gla_dtype dtype; /* dtype of the results */
    bool is_vector, is_split;
    int64_t k;
    gla_array *rows;
} direct_sides;
/* place: an array with the dtype and on the device of the matrix. */
direct_sides direct_prepare_sides(gla_scope *s, gla_device *at, const gla_array *place, int64_t n, const gla_array *b);
/* Return rows of solutions, (k, n), in the shape of b: (n, k) or (n,). */
gla_array *direct_return_sides(gla_scope *s, const direct_sides *sides, gla_array *rows);
/* Return op(a) x for the rows of x. */
gla_array *direct_product(gla_scope *s, const gla_sparse *a, gla_trans trans, const gla_array *rows);

/* ---- steps.c ------------------------------------------------------------------------------------------------- */
/* Return op(a)⁻¹ b as computed by the solver library.  The caller must hold the lock. */
gla_array *direct_solve(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b);
/* Return max |x| of each row, (k, 1).  Return true if all elements are less than a limit, false if an element is NaN. */
gla_array *direct_sizes(gla_scope *s, const gla_array *x);
bool direct_all_below(gla_scope *s, const gla_array *x, double limit);
/* Return an estimate of the norm of a: its largest absolute value times the mean number of elements per row. */
double direct_norm(const gla_sparse_factorization *f);
/* Return |b - op(a) x| relative to |a||x| + |b| for each row, and the residual b - op(a) x in *rest. */
gla_array *direct_residual(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                           const gla_array *x, gla_array **rest);
/* Return the residual of an uncorrected solution for one right-hand side b, relative to |a||x| + |b|. */
double direct_trial_residual(gla_scope *s, const gla_sparse_factorization *f);
/* If pivots were perturbed, test whether a is singular and update the report. */
void direct_check_perturbed(gla_scope *s, gla_sparse_factorization *f);

/* ---- components.c -------------------------------------------------------------------------------------------- */
/* Residuals relative to |a||x| + |b|: of b as a whole, and of the worst equation relative to the terms of that equation.  NaN
 * is replaced by INFINITY. */
typedef struct direct_shares {
    double whole, equation;
} direct_shares;
/* Return b - op(a) x, and the relative residuals of each row in `shares`. */
gla_array *direct_measure(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                          const gla_array *x, direct_shares *shares);
/* Return the largest relative residual of an equation, ignoring equations whose terms are all at rounding level. */
double direct_worst_equation(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                             const gla_array *x);
/* Return the largest element of each column of |op(a)|, (1, n). */
gla_array *direct_column_sizes(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans);
/* Drop the cached |a| of the factors, except those in `kept`, whose elements may be NULL. */
void direct_drop_sizes(gla_sparse_factorization *f, gla_sparse *const kept[2]);

#endif
