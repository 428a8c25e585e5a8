/* direct.h - Contract of sparse direct solvers. Rules for all slots are in ../backend.h. All of these slots block. */
#ifndef GLA_CONTRACT_DIRECT_H
#define GLA_CONTRACT_DIRECT_H

#include "backend.h"
#include "contract/csr.h"
#include "contract/matrix.h"

typedef enum gla_direct_kind { GLA_DIRECT_LU, GLA_DIRECT_KLU, GLA_DIRECT_CHOLESKY, GLA_DIRECT_LDLT } gla_direct_kind;

typedef enum gla_direct_outcome { GLA_DIRECT_DONE, GLA_DIRECT_SINGULAR, GLA_DIRECT_NOT_POSITIVE } gla_direct_outcome;

/* Report of a factorisation. If the outcome is not GLA_DIRECT_DONE, the state can only be refactored or released, and the
 * members after `at` are undefined. */
typedef struct gla_direct_report {
    gla_direct_outcome outcome;
    int64_t zeros;           /* number of zero pivots (0: unknown), or of perturbed pivots if the outcome is GLA_DIRECT_DONE */
    int64_t at;              /* row of the first failing pivot; -1: unknown */
    int64_t nnz;             /* number of elements in the factors */
    double sign[2], log_det; /* determinant: its sign (complex, of modulus 1) and the logarithm of its modulus; NaN: unknown */
    int64_t inertia[3];      /* numbers of positive, negative and zero eigenvalues; the first number is -1 if unknown */
    double pivots;           /* ratio of the smallest to the largest pivot; 1: unknown */
} gla_direct_report;

typedef struct gla_direct_ops {
    /* Return NULL if the device has a solver of that kind, or else the reason why it has none, as a static string. Called
     * before any other slot. */
    const char *(*absence)(gla_device *dev, gla_direct_kind kind);
    /* Factor a, which is square, of order 1 or more, float64 or complex128, and finite. For Cholesky and LDLᴴ a is Hermitian
     * and contains both triangles. The memory of a remains valid until the state is released or refactored. */
    gla_status (*factor)(const char *op, gla_device *dev, gla_direct_kind kind, const gla_csr *a, void **state,
                         gla_direct_report *report);
    /* Factor again with other values in the same sparsity pattern. */
    gla_status (*refactor)(const char *op, gla_device *dev, void *state, const gla_csr *a, gla_direct_report *report);
    /* x = op(a)⁻¹ b for k > 0 contiguous columns of n elements. b and x do not overlap; their dtype is that of a. Calls with
     * the same state do not run concurrently. */
    gla_status (*solve)(const char *op, gla_device *dev, void *state, gla_trans trans, int64_t k, const void *b, void *x);
    void (*release)(gla_device *dev, void *state);
    /* Optional. Compute log_det for a positive definite matrix whose report left it unknown. NaN: unknown. */
    gla_status (*log_det)(const char *op, gla_device *dev, void *state, double *value);
    /* Minimum-norm least-squares solution: minimise ‖b − a x‖ for each of k > 0 columns of b. `columns` is aᵀ in CSR format;
     * neither dimension is 0. Columns of a are scaled to length one. A column is treated as dependent on earlier columns if its
     * length after projecting them out is at most rcond. If the rank is less than n, order (n elements) lists the column
     * indices, dependent columns last. */
    gla_status (*lstsq)(const char *op, gla_device *dev, const gla_csr *columns, double rcond, int64_t k, const void *b,
                        void *x, int64_t *rank, int64_t *order);
} gla_direct_ops;

#endif
