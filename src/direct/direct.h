/* direct.h - Internal declarations of the sparse direct solvers. */
#ifndef GLA_DIRECT_DIRECT_H
#define GLA_DIRECT_DIRECT_H

#include "gpulinalg/sparse_direct.h"
#include "sparse/sparse.h"
#include "contract/direct.h"

/* Everything but the shape may change, under the lock. */
struct gla_sparse_factorization {
    gla_object object; /* dev: device of the matrix and of the solutions */
    pthread_mutex_t lock;
    gla_device *at; /* device of the factors */
    gla_direct_kind kind;
    bool is_automatic, solves_often; /* solves_often: LDLᴴ may be preferred to LU */
    gla_dtype dtype;                 /* dtype of the matrix; on `at` it is converted to float64 or complex128 */
    gla_array *place;                /* an empty array of that dtype on the object's device */
    gla_sparse *a;                   /* on `at` */
    void *state;                     /* NULL: there are no factors, or the matrix is empty */
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
/* Return the device on which a matrix of `dev` is factored: `dev` itself or the host.  The device must have the slot.  NULL and
 * NotSupportedError if no library is available. */
gla_device *direct_place(gla_scope *s, gla_device *dev, gla_direct_kind kind, gla_slot slot);
/* Return the matrix in double precision on `at`, checked for NaN and Inf; a new reference, or NULL after a failure. */
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
/* Write a hint at why a is singular: a row or column without elements; an empty string if there is none. */
const char *direct_empty_line(gla_scope *s, const gla_sparse *a, char *text, size_t size);

/* ---- factor.c ------------------------------------------------------------------------------------------------ */
/* Factor with kind "auto", for many solutions. */
gla_status direct_factor_often(const gla_sparse *a, gla_sparse_factorization **factor);

/* ---- right_sides.c ------------------------------------------------------------------------------------------------- */
/* Right-hand sides of shape (n,) or (n, k), in the form that the solvers expect: rows of an array (k, n) of float64 or
 * complex128.  If the matrix is real and the sides are complex, there are twice as many rows, all real parts first. */
typedef struct direct_sides {
    gla_device *dev; /* device of the right-hand sides and of the results */
    gla_dtype dtype; /* dtype of the results */
    bool is_vector, is_split;
    int64_t k;
    gla_array *rows;
} direct_sides;
/* place: an array with the dtype and device of the matrix. */
direct_sides direct_prepare_sides(gla_scope *s, gla_device *at, const gla_array *place, int64_t n, const gla_array *b);
/* Return rows of solutions in the shape of b: (k, n) to (n, k), or (n,). */
gla_array *direct_return_sides(gla_scope *s, const direct_sides *sides, gla_array *rows);
/* Return op(a) x for the rows of x. */
gla_array *direct_product(gla_scope *s, const gla_sparse *a, gla_trans trans, const gla_array *rows);

/* ---- steps.c ------------------------------------------------------------------------------------------------- */
/* Return op(a)⁻¹ b as the solver library computes it.  Call with the lock held. */
gla_array *direct_solve(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b);
/* max |x| of each row, (k, 1); and true if all elements are below a limit, false for NaN. */
gla_array *direct_sizes(gla_scope *s, const gla_array *x);
bool direct_all_below(gla_scope *s, const gla_array *x, double limit);
/* Return a proxy of the norm of a: its largest absolute value times the mean number of elements in a row. */
double direct_norm(const gla_sparse_factorization *f);
/* Return |b - op(a) x| relative to |a||x| + |b| for each row, and the residual itself in *rest. */
gla_array *direct_residual(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                           const gla_array *x, gla_array **rest);
/* Return the residual of an uncorrected solution for one b, relative to |a||x| + |b|. */
double direct_trial_residual(gla_scope *s, const gla_sparse_factorization *f);
/* If pivots were perturbed, test whether a is singular and update the report. */
void direct_check_perturbed(gla_scope *s, gla_sparse_factorization *f);

/* ---- components.c -------------------------------------------------------------------------------------------- */
/* Residuals relative to |a||x| + |b|: of b as a whole, and of the worst equation relative to its own terms.  NaN counts as
 * INFINITY. */
typedef struct direct_shares {
    double whole, equation;
} direct_shares;
/* Return b - op(a) x, and the shares of each row. */
gla_array *direct_measure(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                          const gla_array *x, direct_shares *shares);
/* Return the largest share of an equation, ignoring equations whose terms are all at rounding level. */
double direct_worst_equation(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                             const gla_array *x);
/* Return the largest element of each column of |op(a)|, (1, n). */
gla_array *direct_column_sizes(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans);
/* Drop the cached |a| of the factors, except those in `kept`, whose entries may be NULL. */
void direct_drop_sizes(gla_sparse_factorization *f, gla_sparse *const kept[2]);

#endif
