/* direct.h - the contract of sparse direct solvers.  ../backend.h says what holds for all slots.  All of
 * these block. */
#ifndef GLA_CONTRACT_DIRECT_H
#define GLA_CONTRACT_DIRECT_H

#include "backend.h"
#include "contract/csr.h"
#include "contract/matrix.h"

typedef enum gla_direct_kind { GLA_DIRECT_LU, GLA_DIRECT_KLU, GLA_DIRECT_CHOLESKY, GLA_DIRECT_LDLT } gla_direct_kind;

typedef enum gla_direct_outcome { GLA_DIRECT_DONE, GLA_DIRECT_SINGULAR, GLA_DIRECT_NOT_POSITIVE } gla_direct_outcome;

/* What a factorisation says of itself.  Where the outcome is not GLA_DIRECT_DONE the state can only be refactored or released,
 * and what follows `at` means nothing. */
typedef struct gla_direct_report {
    gla_direct_outcome outcome;
    int64_t zeros;           /* how many pivots are zero; 0: not known.  With GLA_DIRECT_DONE how many were replaced */
    int64_t at;              /* the row of the pivot that is the first one wrong; -1: not known */
    int64_t nnz;             /* of the factors */
    double sign[2], log_det; /* of the determinant: a number of length one, and the logarithm of its length; NaN: not known */
    int64_t inertia[3];      /* positive, negative, zero eigenvalues; the first -1: not known */
    double pivots;           /* the smallest pivot over the largest one; 1: not known */
} gla_direct_report;

typedef struct gla_direct_ops {
    /* Why the device has no solver of that kind, in a text that stays; NULL: it has one.  Asked before anything else. */
    const char *(*absence)(gla_device *dev, gla_direct_kind kind);
    /* Factor a, square and of order 1 or more, float64 or complex128, finite; for Cholesky and LDLᴴ it is Hermitian, with all
     * elements there.  The memory of a stays until the state is released or refactored. */
    gla_status (*factor)(const char *op, gla_device *dev, gla_direct_kind kind, const gla_csr *a, void **state,
                         gla_direct_report *report);
    /* The same for other values in the same places. */
    gla_status (*refactor)(const char *op, gla_device *dev, void *state, const gla_csr *a, gla_direct_report *report);
    /* x = op(a)⁻¹ b for k > 0 columns of n elements, one after the other, which lie apart.  The type is a's.  Not called from
     * several threads at once with one state. */
    gla_status (*solve)(const char *op, gla_device *dev, void *state, gla_trans trans, int64_t k, const void *b, void *x);
    void (*release)(gla_device *dev, void *state);
    /* Optional: log_det of a report that left it open, of a matrix that is positive definite; NaN: not known. */
    gla_status (*log_det)(const char *op, gla_device *dev, void *state, double *value);
    /* The x of least length of those with the least ‖b − a x‖, for k > 0 columns.  `columns` are the rows of aᵀ; neither side
     * is empty.  A column of a, scaled to length one, of which no more than rcond is left after those before it, depends on
     * them.  If the rank is below n, order (n numbers) has the columns with those that depend on others at its end. */
    gla_status (*lstsq)(const char *op, gla_device *dev, const gla_csr *columns, double rcond, int64_t k, const void *b,
                        void *x, int64_t *rank, int64_t *order);
} gla_direct_ops;

#endif
