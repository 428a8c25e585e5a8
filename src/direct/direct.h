/* direct.h - sparse direct solvers inside the library. */
#ifndef GLA_DIRECT_DIRECT_H
#define GLA_DIRECT_DIRECT_H

#include "gpulinalg/sparse_direct.h"
#include "sparse/sparse.h"
#include "contract/direct.h"

/* All but the shape may change, under the lock. */
struct gla_sparse_factorization {
    gla_object object; /* dev: where the matrix was, and solutions are */
    pthread_mutex_t lock;
    gla_device *at; /* where the factors are */
    gla_direct_kind kind;
    bool is_automatic, solves_often; /* solves_often: LDLᴴ may stand before LU */
    gla_dtype dtype;                 /* of the matrix; at `at` it is float64 or complex128 */
    gla_array *place;                /* an empty array of that type on the object's device */
    gla_sparse *a;                   /* at `at` */
    void *state;                     /* NULL: there are no factors, or the matrix is empty */
    bool is_lost;                    /* a refactor has failed */
    gla_direct_report report;
    gla_sparse *sizes[2]; /* |a| for products with it, by rows and by columns; NULL: not wanted yet */
    double largest;       /* absolute value in the matrix */
    double doubt, rcond;  /* NaN: not known yet.  doubt is an estimate of the relative error of solutions */
};

extern const char *const direct_kinds[]; /* by their number */

static inline int64_t direct_order(const gla_sparse_factorization *f)
{
    return sparse_m(f->a);
}

/* ---- place.c ----------------------------------------------------------------------------------------------------------- */
/* Where a matrix of a device is worked on: there, or on the host; slot is the one that must be there beside absence.  NULL, and
 * NotSupportedError, when there is no library. */
gla_device *direct_place(gla_scope *s, gla_device *dev, gla_direct_kind kind, gla_slot slot);
/* The matrix there in double precision, checked for NaN and Inf; a reference of the caller's, NULL after a failure. */
gla_sparse *direct_bring(gla_scope *s, gla_device *at, const gla_sparse *a);
gla_csr direct_rows(const gla_sparse *a);
/* Between these nobody else changes the object; lock fails where it has no factors. */
void direct_lock(gla_scope *s, const gla_sparse_factorization *f);
void direct_unlock(const gla_sparse_factorization *f);
bool direct_is_finite(gla_scope *s, const gla_array *x);

/* ---- symmetry.c -------------------------------------------------------------------------------------------------------- */
typedef struct direct_symmetry {
    bool is_hermitian, is_positive; /* positive: each element of the diagonal is */
} direct_symmetry;
direct_symmetry direct_look(gla_scope *s, const gla_sparse *a);
/* What is known of why a is singular: a row or column without elements; an empty text where all have some. */
const char *direct_empty_line(gla_scope *s, const gla_sparse *a, char *text, size_t size);

/* ---- factor.c ---------------------------------------------------------------------------------------------------------- */
/* Factors of the kind "auto" for many solutions. */
gla_status direct_factor_often(const gla_sparse *a, gla_sparse_factorization **factor);

/* ---- sides.c ----------------------------------------------------------------------------------------------------------- */
/* Right-hand sides of shape (n,) or (n, k), as the solvers want them: rows of an array (k, n), of float64 or complex128; twice
 * as many where a real matrix has complex sides, first all the real parts. */
typedef struct direct_sides {
    gla_device *dev; /* where they were, and results go */
    gla_dtype dtype; /* of results */
    bool is_vector, is_split;
    int64_t k;
    gla_array *rows;
} direct_sides;
/* place: an array of the matrix's type and device. */
direct_sides direct_take(gla_scope *s, gla_device *at, const gla_array *place, int64_t n, const gla_array *b);
/* Rows of solutions in the shape of b: (k, n) to (n, k), or (n,). */
gla_array *direct_give(gla_scope *s, const direct_sides *sides, gla_array *rows);
/* op(a) x for the rows of x. */
gla_array *direct_product(gla_scope *s, const gla_sparse *a, gla_trans trans, const gla_array *rows);

/* ---- steps.c ----------------------------------------------------------------------------------------------------------- */
/* op(a)⁻¹ b as the library computes it; called with the lock held. */
gla_array *direct_solve(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b);
/* max |x| of each row, (k, 1); whether all elements are below a limit, which NaN is not. */
gla_array *direct_sizes(gla_scope *s, const gla_array *x);
bool direct_all_below(gla_scope *s, const gla_array *x, double limit);
/* What |a| is taken for there: its largest value times the mean of elements in a row. */
double direct_norm(const gla_sparse_factorization *f);
/* |b - op(a) x| beside |a||x| + |b| for each row, and that rest itself. */
gla_array *direct_left(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b, const gla_array *x,
                       gla_array **rest);
/* What a solution leaves of one b without a correction, beside |a||x| + |b|. */
double direct_leaves(gla_scope *s, const gla_sparse_factorization *f);
/* Where pivots were replaced by larger ones, whether a is singular: the report is made to say so. */
void direct_check_replaced(gla_scope *s, gla_sparse_factorization *f);

/* ---- components.c ------------------------------------------------------------------------------------------------------ */
/* What a solution leaves of b, beside |a||x| + |b|: of b as a whole, and of the equation of which the most is left beside its
 * own terms; INFINITY where it is NaN. */
typedef struct direct_shares {
    double whole, equation;
} direct_shares;
/* b - op(a) x, and the shares of each row. */
gla_array *direct_measure(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                          const gla_array *x, direct_shares *shares);
/* The largest share of an equation where those all of whose terms are rounding are not counted. */
double direct_worst_equation(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                             const gla_array *x);
/* The largest element of each column of |op(a)|, (1, n). */
gla_array *direct_column_sizes(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans);
/* What the factors keep for these, but not what is in `kept`, of which there is nothing where it is NULL. */
void direct_drop_sizes(gla_sparse_factorization *f, gla_sparse *const kept[2]);

#endif
