/* dense.h - Contract of dense linear algebra. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_DENSE_H
#define GLA_CONTRACT_DENSE_H

#include "backend.h"
#include "contract/matrix.h"

typedef struct gla_blas_ops {
    /* C = op(A) op(B) for each of `batch` matrices (stride 0 repeats an input). Supports all numeric dtypes; integers wrap
     * around. */
    gla_status (*gemm)(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                       const gla_matrix *c, int64_t batch);
    /* B = op(A)^-1 B (side left) or B = B op(A)^-1, where A is triangular. Supports floating and complex dtypes. */
    gla_status (*trsm)(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                       const gla_matrix *a, const gla_matrix *b, int64_t batch);
} gla_blas_ops;

/* All lapack slots work in place on temporary matrices of the facade, for float32, float64, complex64 and complex128, and
 * block. info[b] (host memory, one per matrix) is LAPACK's info; it is negative only as described at reports_non_finite.
 * `dtype` is the dtype of A; S, and W of syevd, are real. In potrf and syevd the other triangle of A is zero. k = min(m, n).
 *
 * estimates[b] (host memory, one per matrix) bounds the relative error of the worst component of a solution. 0 means exact; 1
 * or more (including Inf) means that no digit is correct. src/backends/host/dense/condition.h describes the method. Estimates
 * are computed only if `wanted` is true, and are 0 otherwise; values less than GLA_DOUBTFUL may be reported as 0. NaN means
 * that the elements are so small or so large that the results are unusable and info is meaningless. The facade then scales the
 * matrices and calls the slot again. */
typedef struct gla_lapack_ops {
    /* B = op(A)^-1 B; A is destroyed. info > 0: U(info,info) is exactly zero. estimates are as described above. */
    gla_status (*gesv)(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b, int64_t batch,
                       int64_t *info, double *estimates, bool wanted);
    /* P A = L U, stored in A. pivots (host, k per matrix): row i was exchanged with row pivots[i], counted from 0. estimates
     * are computed for square matrices only. */
    gla_status (*getrf)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots, int64_t *info,
                        double *estimates, bool wanted);
    /* Cholesky factorisation of the triangle uplo, in place. info > 0: the leading minor of that order is not positive
     * definite. The estimates are for systems with A, are computed for lower triangles only, and may be NULL. If estimates are
     * requested A may contain NaN or Inf; such a matrix gets a nonzero info or the estimate NaN. */
    gla_status (*potrf)(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                        double *estimates, bool wanted);
    /* QR factorisation: R in the upper triangle, reflectors below the diagonal and in tau (device memory, k per matrix). */
    gla_status (*geqrf)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
    /* Form the first `cols` columns of Q from nreflect reflectors in Q and tau. */
    gla_status (*orgqr)(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                        int64_t batch);
    /* C = op(Q) C, with Q given by the reflectors in A (m x nreflect) and tau. */
    gla_status (*ormqr)(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect, const void *tau,
                        const gla_matrix *c, int64_t batch);
    /* A = U diag(S) Vh. job 'N': S only (u and vt are NULL); 'S': thin factors; 'A': full factors. A is destroyed. s receives k
     * reals per matrix. info > 0: no convergence. */
    gla_status (*gesvd)(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                        const gla_matrix *vt, int64_t batch, int64_t *info);
    /* Compute the eigenvalues, in ascending order, in w (n reals per matrix). If `vectors` is true, A is replaced by the
     * eigenvectors. info > 0: no convergence. */
    gla_status (*syevd)(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                        int64_t batch, int64_t *info);
    /* General eigenproblem. w receives n complex values per matrix. v receives a complex n x n matrix with columns of length 1,
     * or is NULL. A is destroyed. The two values of a complex conjugate pair of a real matrix are adjacent, the one with
     * positive imaginary part first. info > 0: no convergence. */
    gla_status (*geev)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                       int64_t *info);

    /* Schur form of one small n x n matrix of float64 or complex128, contiguous: A = Z T Zᴴ. A is replaced by T; w receives the
     * eigenvalues. A real matrix yields the real Schur form, with eigenvalues in pairs as in geev. If `upwards` is true, the
     * iteration starts from the last row, so that the elements of that row of Z become as small as convergence makes them. Host
     * only. info > 0: no convergence. */
    gla_status (*gees)(gla_device *dev, gla_dtype dtype, int64_t n, void *a, void *z, void *w, bool upwards, int64_t *info);
    /* Move the eigenvalues selected by `wanted` to the leading positions of T. Both eigenvalues of a complex pair must be
     * selected. info > 0: some eigenvalues are too close to others and were not moved; A = Z T Zᴴ still holds. */
    gla_status (*trsen)(gla_device *dev, gla_dtype dtype, int64_t n, void *t, void *z, const bool *wanted, int64_t *info);
    /* Solve the Sylvester equation a y + y b = f, overwriting f (m x n) with y. a (m x m) and b (n x n) are upper triangular of
     * complex128, or real Schur forms of float64 as returned by gees; all three are row-major and contiguous. Host only.
     * *shared is true if a and -b have a common eigenvalue; f is then undefined. */
    gla_status (*trsyl)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, const void *a, const void *b, void *f,
                        bool *shared);

    /* True: info reports matrices that contain NaN or Inf, and the results of such matrices are undefined. False: the facade
     * calls all_finite first. geqrf has no info and accepts such matrices; the facade checks the result of geqrf. */
    bool reports_non_finite;

    /* Optional. G = (A W)ᴴ (A W). W is column-major; NULL means the identity. W and G are cols x cols, contiguous, on the
     * device, of the wide dtype; G is Hermitian and row-major. The order of additions depends on the shape and on the location
     * of A. If A is on the host the slot blocks, and copies A to a->data unless a->data is NULL. NaN or Inf in A, or overflow,
     * makes the diagonal of G non-finite. */
    gla_status (*gram)(gla_device *dev, const gla_tall *a, const void *w, void *g);
    int64_t gram_columns; /* if nonzero, gram accepts only float64 matrices with at most this many columns */
    /* Optional. G = Aᴴ R and sums[j] = ‖R(:, j)‖² for R = B - A X, in twice the precision of float64 except for the final
     * rounding. X (NULL means zero) and G are cols x nrhs, row-major, contiguous, of the wide dtype. B is rows x nrhs,
     * row-major, contiguous, of A's dtype. All of these, and sums (float64), are on the device. Blocks if A is on the host. */
    gla_status (*gradient)(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                           double *sums);
    /* Optional. Like gradient, for a stack of m x n matrices with any strides on the device, in one step. X, G and sums of
     * consecutive matrices are contiguous. *done is false if the backend declines. */
    gla_status (*small_gradient)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, const gla_strided *a,
                                 const gla_strided *b, const void *x, void *g, double *sums, int64_t batch, bool *done);

    /* Slots for small matrices, processed in one step without a copy, for orders n up to GLA_SMALL_MAX. A backend declines
     * orders for which this is not faster. info is written, for each matrix including non-finite ones, only if the outcome is
     * GLA_SMALL_FAILED (or, as zeros, GLA_SMALL_DOUBTFUL). All results are undefined after GLA_SMALL_FAILED. These slots may be
     * NULL. */
    /* X = op(A)^-1 B with `columns` columns; if b is NULL, B is the identity. */
    gla_status (*small_gesv)(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                             const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info, double *estimates,
                             gla_small *answer);
    /* X = L, with zeros above the diagonal, from the lower triangle of A. estimates are for systems with A. */
    gla_status (*small_potrf)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                              int64_t batch, int64_t *info, double *estimates, gla_small *answer);

    /* `values`, of A's dtype, receives the determinants of A. If `logs` (real) is not NULL, `values` receives the signs of the
     * determinants, and `logs` the logarithms of their absolute values. info[b] > 0: the determinant overflows the dtype.
     * estimates are for the determinant and are computed if `wanted` is true. */
    gla_status (*small_det)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                            int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer);

    /* Like gesv for one large matrix with contiguous columns on the host. Factorisation starts while columns are still being
     * copied. `a` is device workspace for the columns; b has at most n/2 columns. info also reports NaN and Inf. A zero pivot
     * leaves the estimate undefined. If the slot is NULL, the facade copies the matrix to the device first. */
    gla_status (*gesv_from_host)(gla_device *dev, gla_dtype dtype, gla_trans ta, const void *host, const gla_matrix *a,
                                 const gla_matrix *b, int64_t *info, double *estimate, bool wanted);
    /* Compute the eigenvalues of A from its lower triangle, in ascending order, into w (n reals per matrix). If x is not NULL
     * the columns of x receive the eigenvectors. */
    gla_status (*small_syevd)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w, const gla_strided *x,
                              int64_t batch, int64_t *info, gla_small *answer);
    /* A = U diag(S) Vh for m x n matrices whose shorter side is at most GLA_SMALL_MAX. job and results are as in gesvd. */
    gla_status (*small_gesvd)(gla_device *dev, gla_dtype dtype, char job, int64_t m, int64_t n, const gla_strided *a, void *s,
                              const gla_strided *u, const gla_strided *vh, int64_t batch, int64_t *info, gla_small *answer);
    /* Compute the eigenvalues of a general matrix A into w. If v is not NULL, its columns receive the eigenvectors, as in
     * geev. */
    gla_status (*small_geev)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w, const gla_strided *v,
                             int64_t batch, int64_t *info, gla_small *answer);
    /* Least squares with m x n matrices, m >= n, of full rank. x receives the solutions (n x nrhs), `residuals` the sums of
     * squares of B - A X (nrhs reals per matrix), and s the singular values, descending (n reals per matrix). Return
     * GLA_SMALL_DONE only if all matrices are finite and well conditioned: s(n) > least s(1). No info is written. */
    gla_status (*small_gels)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                             const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                             int64_t batch, gla_small *answer);

    /* Optional. Estimates for systems with a triangular matrix, or with a matrix that the triangle is a factor of. info[b] > 0:
     * that diagonal element (counted from 1) is exactly zero. The estimate of a triangle is ε times its condition number after
     * scaling the columns of an upper triangle, or the rows of a lower triangle, to length one. In factors of QR and Cholesky,
     * a change of units changes exactly these scales. x contains the solutions of op(A) x = b, or is NULL; the estimate is also
     * NaN if the solutions are not finite or are out of range. No matrix is changed. */
    gla_status (*trcon)(gla_device *dev, gla_dtype dtype, const gla_triangular *triangle, const gla_matrix *a,
                        const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted);
} gla_lapack_ops;

#endif
