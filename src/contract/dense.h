/* dense.h - the contract of dense linear algebra; ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_DENSE_H
#define GLA_CONTRACT_DENSE_H

#include "backend.h"
#include "contract/matrix.h"

typedef struct gla_blas_ops {
    /* C = op(A) op(B) for each of `batch` matrices (stride 0 repeats an input).  All numeric dtypes; integers wrap. */
    gla_status (*gemm)(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                       const gla_matrix *c, int64_t batch);
    /* B = op(A)^-1 B (side left) or B op(A)^-1, A triangular.  float and complex dtypes. */
    gla_status (*trsm)(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                       const gla_matrix *a, const gla_matrix *b, int64_t batch);
} gla_blas_ops;

/* All of these work in place on matrices that the facade made for them, for float32/64 and complex64/128, and block:
 * info[b] (host memory, one per matrix) is LAPACK's info, and negative only as tells_non_finite says.  `dtype` is that of A;
 * S, W of eigh are real.  Of A in potrf and syevd the other triangle is zero.  k = min(m, n).
 *
 * Beside info, estimates[b] (host memory, one per matrix) says how far the worst component of a solution may be wrong: from 0
 * for not at all to 1 and more for no correct digit, Inf included; src/backends/host/dense/condition.h has the method.  It is
 * made when it is `wanted`, else 0, and what is below GLA_DOUBTFUL may be given as 0.  In any case NaN says that numbers are so
 * small or so large that the results are not to be used, and info says nothing then: the facade scales them and asks again. */
typedef struct gla_lapack_ops {
    /* B = op(A)^-1 B; A is destroyed.  info > 0: U(info,info) is exactly zero.  estimates: see above. */
    gla_status (*gesv)(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b, int64_t batch,
                       int64_t *info, double *estimates, bool wanted);
    /* P A = L U in A; pivots (host, k for each matrix): row i was exchanged with row pivots[i], from 0.  An estimate is made
     * of square matrices only. */
    gla_status (*getrf)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots, int64_t *info,
                        double *estimates, bool wanted);
    /* Cholesky of the triangle uplo in place.  info > 0: that leading minor is not positive definite.  estimates, of systems
     * with A, are made of lower triangles and may be NULL; with them A need not be finite: what is not has an info that is
     * not 0, or an estimate that is NaN. */
    gla_status (*potrf)(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                        double *estimates, bool wanted);
    /* QR: R in the upper triangle, reflectors below it and in tau (device, k for each matrix). */
    gla_status (*geqrf)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
    /* The first `cols` columns of Q from nreflect reflectors in Q and tau. */
    gla_status (*orgqr)(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                        int64_t batch);
    /* C = op(Q) C, Q from reflectors in A (m x nreflect) and tau. */
    gla_status (*ormqr)(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect, const void *tau,
                        const gla_matrix *c, int64_t batch);
    /* A = U diag(S) Vh; job 'N': S only (u, vt NULL); 'S': thin; 'A': full.  A is destroyed.  s: k reals a matrix.
     * info > 0: no convergence. */
    gla_status (*gesvd)(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                        const gla_matrix *vt, int64_t batch, int64_t *info);
    /* Eigenvalues, ascending, in w (n reals a matrix); with vectors, A becomes the eigenvectors.  info > 0: no
     * convergence. */
    gla_status (*syevd)(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                        int64_t batch, int64_t *info);
    /* General eigenproblem.  w: n complex a matrix; v: complex n x n, columns of length 1, or NULL.  A is destroyed.
     * Complex conjugate pairs of a real matrix come as pairs, positive imaginary part first.  info > 0: no convergence. */
    gla_status (*geev)(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                       int64_t *info);

    /* Schur form of one small matrix of float64 or complex128, n x n without gaps: A = Z T Zᴴ, A becomes T, w its eigenvalues.
     * Of a real matrix it is the real form, and the values are in pairs as those of geev.  upwards: from the last row, whose
     * elements of Z are then as small as convergence has made them.  The host's only.  info > 0: no convergence. */
    gla_status (*gees)(gla_device *dev, gla_dtype dtype, int64_t n, void *a, void *z, void *w, bool upwards, int64_t *info);
    /* The values that are wanted move up to the first places of T, both of a pair.  info > 0: some are so close to others that
     * they have not moved; A = Z T Zᴴ holds. */
    gla_status (*trsen)(gla_device *dev, gla_dtype dtype, int64_t n, void *t, void *z, const bool *wanted, int64_t *info);
    /* f becomes y with a y + y b = f, m x n; a and b are upper triangular, m x m and n x n, of complex128, or real Schur forms
     * of float64 as gees leaves them; all three row-major without gaps.  The host's only.  shared: a and -b have an eigenvalue
     * in common, and f is undefined. */
    gla_status (*trsyl)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, const void *a, const void *b, void *f,
                        bool *shared);

    /* info reports matrices that hold NaN or Inf, and their results are undefined.  Otherwise the facade asks all_finite
     * before.  geqrf, which has no info, takes what comes, and the facade asks behind it. */
    bool tells_non_finite;

    /* Optional.  G = (A W)ᴴ (A W); W is column-major, NULL for the identity.  W and G are cols x cols, without gaps, on the
     * device, of the wide type; G is Hermitian, its rows one after the other.  The order of additions depends on
     * the shape and on where A is.  Blocks when A is on the host, and leaves it in a->data, if it is not NULL.  What is not
     * finite in A, or overflows, makes the diagonal of G so. */
    gla_status (*gram)(gla_device *dev, const gla_tall *a, const void *w, void *g);
    int64_t gram_columns; /* not 0: gram is for matrices of float64 that have at most so many */
    /* Optional.  G = Aᴴ R and sums[j] = ‖R(:, j)‖² for R = B - A X, in twice the precision of float64 but for the last
     * rounding.  X (NULL: zero) and G are cols x nrhs, row-major without gaps, of the wide type; B is rows x nrhs,
     * row-major without gaps, of A's dtype; all, and sums (float64), are on the device.  Blocks when A is on the host. */
    gla_status (*gradient)(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                           double *sums);
    /* Optional.  The same for a stack of m x n matrices in any strides in one step, where all of it is on the device: X, G and
     * sums follow each other without gaps.  *done false: not taken. */
    gla_status (*small_gradient)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, const gla_strided *a,
                                 const gla_strided *b, const void *x, void *g, double *sums, int64_t batch, bool *done);

    /* Small matrices in one step, from where they lie: for orders n up to GLA_SMALL_MAX, of which a backend takes what pays.
     * info is written for GLA_SMALL_FAILED (and, with zeros, for GLA_SMALL_DOUBTFUL) only, for each matrix, non-finite ones
     * included; the results of all are undefined then.  Slots may be NULL. */
    /* X = op(A)^-1 B, of `columns` columns; where b is NULL B is the identity. */
    gla_status (*small_gesv)(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                             const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info, double *estimates,
                             gla_small *answer);
    /* X = L, zeros above, of A's lower triangle; estimates are for systems with A. */
    gla_status (*small_potrf)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                              int64_t batch, int64_t *info, double *estimates, gla_small *answer);

    /* values (of the dtype): determinants of A; where logs (reals) is not NULL their signs, and there their logarithms.
     * info[b] > 0: the determinant is beyond the type.  estimates are for det, when `wanted`. */
    gla_status (*small_det)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                            int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer);

    /* As gesv for one large matrix whose n columns are on the host, without gaps: it begins to factor them while they arrive.
     * a is workspace for them; b has at most n/2 columns.  info also reports NaN and Inf; a pivot of zero leaves the estimate
     * undefined.  NULL: the facade sends a before. */
    gla_status (*gesv_from_host)(gla_device *dev, gla_dtype dtype, gla_trans ta, const void *host, const gla_matrix *a,
                                 const gla_matrix *b, int64_t *info, double *estimate, bool wanted);
    /* Eigenvalues of A, from its lower triangle, ascending, to w (n reals a matrix); unless x is NULL its columns become the
     * eigenvectors. */
    gla_status (*small_syevd)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w, const gla_strided *x,
                              int64_t batch, int64_t *info, gla_small *answer);
    /* A = U diag(S) Vh of m x n matrices, whose shorter side is that order; job and results as those of gesvd. */
    gla_status (*small_gesvd)(gla_device *dev, gla_dtype dtype, char job, int64_t m, int64_t n, const gla_strided *a, void *s,
                              const gla_strided *u, const gla_strided *vh, int64_t batch, int64_t *info, gla_small *answer);
    /* Eigenvalues of a general A to w and, unless v is NULL, its eigenvectors to the columns of v, as those of geev. */
    gla_status (*small_geev)(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w, const gla_strided *v,
                             int64_t batch, int64_t *info, gla_small *answer);
    /* Least squares with m x n matrices, m >= n, of full rank: X (n x nrhs); sums of squares of B - A X to `residuals` and
     * singular values, descending, to s (nrhs, n reals a matrix).  Taken only where all matrices are finite and so well
     * conditioned that neither rank nor digits are in doubt: s(n) > least s(1).  It is DONE then, and no info is written. */
    gla_status (*small_gels)(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                             const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                             int64_t batch, gla_small *answer);

    /* Optional.  Estimates for systems with a triangle, or with what it is a factor of; info[b] > 0: that number of the
     * diagonal is exactly zero.  That of a triangle is ε times its condition with the columns of an upper one, the rows of a
     * lower one, made of the same size: those are what other units scale in factors of QR and Cholesky.  x (NULL: unknown)
     * holds the solutions of op(A) x = b; the estimate is also NaN where these are not finite, or out of range.  Nothing is
     * changed. */
    gla_status (*trcon)(gla_device *dev, gla_dtype dtype, const gla_triangular *triangle, const gla_matrix *a,
                        const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted);
} gla_lapack_ops;

#endif
