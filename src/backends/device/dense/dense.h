/* dense.h - Declarations shared by the files of dense linear algebra on devices.
 *
 * Each matrix is a gla_strided.  A transpose, a submatrix, or the lower triangle of the transpose differ only in the members of
 * this struct, so each algorithm is written once.  Each algorithm processes a whole stack at a time and enqueues its work
 * without waiting.  Decisions such as the choice of pivots are made on the device. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_H
#define GLA_BACKENDS_DEVICE_DENSE_H

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"

#define GLA_DENSE_BLOCK 32 /* number of columns of a panel; order of the triangle that one group solves */

/* One call of a dense operation. */
struct gla_dense {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    int64_t item, batch;
};

gla_status gla_dense_begin(gla_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* Find a kernel in the source `file` of kernels/.  `lines`, a string literal, is inserted before the source. */
gla_status gla_dense_kernel(const gla_dense *d, const char *file, const char *lines, const char *name, void **kernel);
gla_status gla_dense_launch(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args);
/* Launch the kernel `times` times, with *counter, *counter + 1, ...  The counter is part of the first argument, which is passed
 * by value. */
gla_status gla_dense_launch_each(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args,
                                 int64_t times, int64_t *counter);
/* Find a kernel and launch it with one thread for each of n steps. */
gla_status gla_dense_run(const gla_dense *d, const char *file, const char *lines, const char *name, int64_t n, int n_args,
                         const gla_argument *args);
/* Copy n contiguous integers from the device to the host, add `add` to each, and wait for the copy. */
gla_status gla_dense_read_ints(const gla_dense *d, const int *data, int64_t n, int64_t add, int64_t *out);

static inline stack_strides gla_dense_strides(gla_strided a)
{
    return (stack_strides){a.row, a.col, a.step};
}
/* The strides of a matrix as a kernel argument. */
#define GLA_STACK(m)                                        \
    {                                                       \
        GLA_ARGUMENT_VALUE, &(m).row, sizeof(stack_strides) \
    }

/* Return the submatrix that begins at (row, col). */
static inline gla_strided gla_dense_part(const gla_dense *d, gla_strided a, int64_t row, int64_t col)
{
    a.data = (char *)a.data + (row * a.row + col * a.col) * d->item;
    return a;
}

static inline gla_strided gla_dense_transposed(gla_strided a)
{
    return (gla_strided){a.data, a.col, a.row, a.step};
}

static inline gla_strided gla_dense_columns(const gla_matrix *m)
{
    return (gla_strided){m->data, 1, m->ld, m->stride};
}

/* Return the address of the next part of a block of memory.  To compute the size of the whole block, begin with address 0. */
static inline void *gla_dense_cut(char **at, int64_t bytes)
{
    void *part = *at;
    *at += (bytes + 255) / 256 * 256;
    return part;
}

/* Return matrix b of a stack. */
static inline gla_strided gla_dense_nth(const gla_dense *d, gla_strided a, int64_t b)
{
    a.data = (char *)a.data + b * a.step * d->item;
    return a;
}

/* ---- product.c ---- */
struct gla_product {
    int64_t m, n, k;
    bool conj_a, conj_b;
    bool minus, keep; /* for C = C - A B, `minus` and `keep` are both true */
    bool lower;       /* elements of C above the diagonal need not be computed, and are undefined afterwards */
};

/* Compute C as the sum of `count` partial sums, each of which is a stack of m x n matrices without gaps. */
gla_status gla_dense_sum_parts(const gla_dense *d, const gla_product *p, int64_t count, void *parts, gla_strided c);
/* Return program `number` of the products.  Programs for CPUs come first, then programs for any device, then programs with
 * NVIDIA's instructions.  Return false if there is no such program. */
#define GLA_DENSE_PRODUCTS 8
#define GLA_DENSE_PRODUCTS_PARALLEL 2
#define GLA_DENSE_PRODUCTS_NVIDIA 4
bool gla_dense_product_program(gla_dtype dtype, int number, gla_device_program *p);
/* Return the value of MMA in kernels/product_mma.h if warps can multiply double-precision matrices, and 0 otherwise.
 * gla_dense_refuse_warps() records that these instructions do not compile. */
int gla_dense_multiplying_warps(const gla_dense *d);
void gla_dense_refuse_warps(void);
gla_status gla_dense_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c);

/* ---- triangular.c ---- */
typedef struct gla_dense_triangle {
    int64_t n, columns;
    bool upper, unit, conjugate;
    bool rough; /* for an estimate only */
} gla_dense_triangle;

/* Compute B = A^-1 B for a triangular A. */
gla_status gla_dense_solve(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);
/* Implement trsm of gla_blas_ops.  `op` is the name of the calling operation. */
gla_status gla_dense_trsm(const char *op, gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta,
                          gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch);
/* Solve a triangular system with few columns, with the triangle on the left.  Condition estimates use this function.  Call it
 * only if gla_dense_substitutes() returned true. */
gla_status gla_dense_solve_roughly(const char *op, gla_device *dev, gla_dtype dtype, gla_uplo uplo, gla_trans ta,
                                   gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch);

/* ---- triangular_inverted.c: triangular systems with many columns, by products with inverted diagonal blocks ---- */
bool gla_dense_inverts(int64_t n, int64_t columns);
gla_status gla_dense_solve_inverted(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);
/* Compute X = A^-1 B.  B is overwritten. */
gla_status gla_dense_solve_into(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b, gla_strided x);

/* ---- triangular_substitution.c: triangular systems with few columns, if the device's groups can wait for one another ---- */
/* Turn an upper triangle into a lower triangle by reversing the order of rows and columns.  t, a and b are changed
 * accordingly. */
void gla_dense_make_lower(const gla_dense *d, gla_dense_triangle *t, gla_strided *a, gla_strided *b);
bool gla_dense_substitutes(gla_device *dev, int64_t n, int64_t columns, int64_t batch);
gla_status gla_dense_substitute(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);

/* ---- on_host.c: operations that the host computes for the device ---- */
typedef struct gla_host_part {
    void *device;
    size_t bytes;
    bool in, out; /* read before the work; written after the work */
    void *host;   /* copy on the host */
} gla_host_part;
/* Return the number of bytes that `count` matrices occupy, including the gaps between them.  `item` is the size of an
 * element. */
size_t gla_host_bytes(size_t item, const gla_matrix *m, int64_t count);
/* gla_host_end must follow gla_host_begin, even if gla_host_begin failed.  gla_host_end returns `st`, the status of the work
 * between the two calls, or, if `st` is GLA_OK, its own status. */
gla_status gla_host_begin(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_device **host);
gla_status gla_host_end(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_status st);

/* Slots of gla_lapack_ops that compute on the host.  gla_host_gesvd is defined in svd.c. */
gla_status gla_host_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info);
gla_status gla_host_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info);

/* ---- resident_panels.c: panels in one launch, by groups that are resident at the same time ---- */
typedef struct gla_resident_kind {
    const char *file, *name, *lines;
    int threads, rows; /* number of threads per group, number of rows per thread */
} gla_resident_kind;
typedef struct gla_resident {
    const gla_dense *d;
    const gla_resident_kind *kind;
    int64_t most; /* number of groups for the first panel of a matrix, which has the most rows; 0: groups cannot be resident
                   * together */
    int64_t launches;
    void *kernel, *messages;
    int *lost; /* set to 1 if a wait for a group timed out */
} gla_resident;
const gla_resident_kind *gla_resident_lu(gla_dtype dtype);
/* If `scaled`, the matrix has been scaled, so that squares of tiny elements may be neglected. */
const gla_resident_kind *gla_resident_qr(gla_dtype dtype, bool scaled);
gla_status gla_resident_begin(gla_resident *r, const gla_dense *d, const gla_resident_kind *kind, int64_t rows);
void gla_resident_end(gla_resident *r);
/* Launch a panel.  The first argument is `s`, in which m, first, last, ld, step, batch and steps must be set; the second
 * argument is r->most. */
gla_status gla_resident_launch(gla_resident *r, panel_sizes *s, int n, const gla_argument *args);
/* Wait for the work.  Return GLA_DEVICE_ERROR if a wait for a group timed out. */
gla_status gla_resident_check(const gla_resident *r);

/* Status if a wait between groups timed out (kernels/flags.h).  It differs from GLA_INFO_A_NOT_FINITE and the other codes. */
#define GLA_WAIT_TIMED_OUT (-9)

/* ---- cholesky_tiles.c: a Cholesky factor of float64 in one launch, by groups that wait for one another ---- */
#define GLA_CHOLESKY_LARGEST 65536 /* largest order */
typedef struct gla_cholesky_tiles {
    int64_t n, ld;
    void *a;    /* column-major; the lower triangle is read, and the upper triangle must be 0 and remains 0 */
    void *work; /* gla_dense_cholesky_bytes(n) bytes */
    int *info;  /* must be 0 before the call; may become GLA_WAIT_TIMED_OUT */
} gla_cholesky_tiles;
gla_device_program gla_dense_cholesky_program(void);
size_t gla_dense_cholesky_bytes(int64_t n);
/* Return true if the kernel supports the device and matrices of this kind. */
bool gla_dense_cholesky_takes(gla_device *dev, gla_dtype dtype, gla_uplo uplo, int64_t n);
gla_status gla_dense_cholesky_factor(const gla_dense *d, const gla_cholesky_tiles *t);
/* Return GLA_DEVICE_ERROR if a wait for a group timed out.  `remedy` is the environment setting that the message recommends. */
gla_status gla_dense_cholesky_check(const char *op, const gla_device *dev, const int64_t *info, int64_t batch,
                                    const char *remedy);

/* ---- polar.c ---- */
/* Compute the singular values of `a` (p x q, p >= q, both at least 192, no gaps) in descending order.  Unless v is NULL, also
 * compute the singular vectors: u is p x q and v is q x q, without gaps.  Set *done to false if `a` has low rank and vectors
 * are requested, or if `a` contains NaN or Inf.  `a` is not changed. */
gla_status gla_dense_svd_polar(const char *op, gla_device *dev, gla_dtype dtype, int64_t p, int64_t q, const void *a, void *s,
                               void *u, int64_t ldu, void *v, bool *done);

/* ---- sort_values.c ---- */
typedef struct gla_dense_columns_of {
    gla_strided a;
    int64_t rows; /* 0: no matrix */
} gla_dense_columns_of;
/* Sort the n contiguous values of each matrix in ascending or descending order, and permute the columns of `left` and `right`
 * accordingly.  Either of the two may be NULL.  If the values are already in order, the function only makes one pass over the
 * values.  The host does not wait. */
gla_status gla_dense_sort_values(const gla_dense *d, int64_t n, bool descending, void *values, const gla_dense_columns_of *left,
                                 const gla_dense_columns_of *right);

/* ---- small matrices ---- */
/* Variant of kernels/small_*.h for orders up to `order`, with order*slices threads per group.  GLA_SMALL_COLUMNS is the number
 * of right-hand sides that one group solves. */
typedef struct gla_small_variant {
    int order, slices;
} gla_small_variant;
#define GLA_SMALL_COLUMNS 8
/* Bytes of local memory for kernels that compute singular values, or eigenvalues of general matrices.  CUDA grants this amount
 * without a special request. */
#define GLA_SMALL_MEMORY (48 << 10)
/* Choose the variant for systems of order n with `columns` right-hand sides.  Return false if the order is too large. */
bool gla_device_small_variant(gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v);
/* Choose the variant like gla_device_small_variant.  Also return false if the device has too little local memory or supports
 * too few threads per group. */
bool gla_device_small_fits(const gla_traits *traits, gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v);
gla_device_program gla_device_small_program(const char *file, gla_dtype dtype, const gla_small_variant *v);
gla_device_program gla_device_stack_lu_program(gla_dtype dtype, const gla_small_variant *v);
bool gla_device_small_eigh_program(gla_dtype dtype, int64_t n, gla_device_program *p);
/* Return the program for p x q matrices, p >= q, and its number of threads. */
bool gla_device_small_svd_program(gla_dtype dtype, int64_t p, int64_t q, bool vectors, gla_device_program *program,
                                  int *threads);
bool gla_device_small_eig_program(gla_dtype dtype, int64_t n, gla_device_program *p);
/* Return the program for m x n matrices, m >= n, with nrhs right-hand sides.  One group of *threads threads solves *teams
 * systems. */
bool gla_device_small_lstsq_program(gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, gla_device_program *program,
                                    int *threads, int *teams);
/* Convert the status of each group to the info of each matrix.  NaN and Inf take precedence over a zero pivot.  `estimates` may
 * be NULL. */
gla_small gla_device_small_infos(int64_t groups, const int *each, int64_t batch, int64_t *info, double *estimates);

/* ---- stack_lu.c, stack_qr.c: stacks, and tiny matrices, in one launch ---- */
/* Variant of kernels/stack_qr.h with `threads` threads per group and local memory for `elements` elements (0: none). */
typedef struct gla_stack_qr_variant {
    int elements, threads;
} gla_stack_qr_variant;
#define GLA_STACK_QR_IN_PLACE ((gla_stack_qr_variant){0, 256})
/* Choose the smallest variant for the given numbers of elements and columns.  Return false if the local memory is too small. */
bool gla_device_stack_qr_variant(size_t local_memory, gla_dtype dtype, int64_t elements, int64_t columns,
                                 gla_stack_qr_variant *v);
gla_device_program gla_device_stack_qr_program(gla_dtype dtype, const gla_stack_qr_variant *v);
/* The parameters of these functions are the same as for the slots at the end of this file.  *done is set to false if a matrix
 * is too large or another method is faster.  Matrices with more than GLA_STACK_QR_COLUMNS columns (at most 256) remain in
 * global memory. */
#define GLA_STACK_QR_COLUMNS 64
gla_status gla_device_stack_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                  int64_t *info, double *estimates, bool wanted, bool *done);
gla_status gla_device_stack_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch,
                                  int64_t most_columns, bool *done);
gla_status gla_device_stack_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                                  int64_t batch, int64_t most_columns, bool *done);
gla_status gla_device_stack_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                                  const void *tau, const gla_matrix *c, int64_t batch, int64_t most_columns, bool *done);

/* ---- stack_panels.c: stacks of square matrices of order up to 512, in two launches for each panel of the whole stack ---- */
bool gla_device_stack_panels_take(gla_device *dev, int64_t rows, int64_t cols, int64_t batch);
gla_status gla_device_stack_panels_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                         int64_t *info, double *estimates, bool wanted);
gla_status gla_device_stack_panels_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                        const gla_matrix *b, int64_t batch, int64_t *info, double *estimates);
/* Replace lower triangles by lower Cholesky factors.  The info of a matrix, which is on the device, is set to the order of the
 * first minor that is not positive, or to 0.  If c is not NULL, estimate condition numbers like gla_device_estimate_cholesky.
 * For orders up to GLA_STACK_CHOLESKY_MAX, one launch does everything. */
struct gla_device_condition;
#define GLA_STACK_CHOLESKY_MAX 128
gla_status gla_dense_stack_cholesky(const gla_dense *d, const gla_matrix *a, int *info, struct gla_device_condition *c,
                                    bool wanted);
gla_device_program gla_device_stack_cholesky_program(gla_dtype dtype);
/* Return the number of columns of a panel. */
int gla_dense_stack_width(gla_dtype dtype);
/* Return the number of threads per group for matrices with the given number of rows. */
int gla_dense_stack_threads(int64_t rows);
/* Return the program of a file of kernels/.  If threads is 0, the file defines the number of threads. */
gla_device_program gla_dense_stack_program(const char *file, gla_dtype dtype, int threads);
/* Return the programs for panels of matrices of order n, and for the columns next to a panel. */
gla_device_program gla_device_stack_panel_program(gla_dtype dtype, int64_t n);
gla_device_program gla_device_stack_sides_program(gla_dtype dtype);

/* ---- stack_qr_panels.c: QR of stacks of matrices with up to 512 rows and more than GLA_STACK_QR_COLUMNS reflectors ---- */
bool gla_device_stack_qr_panels_take(gla_device *dev, int64_t rows, int64_t reflectors, int64_t batch);
gla_status gla_device_stack_qr_panels_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_device_stack_qr_panels_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t reflectors,
                                            const void *tau, int64_t batch);
gla_status gla_device_stack_qr_panels_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                            int64_t reflectors, const void *tau, const gla_matrix *c, int64_t batch);
/* Return the programs for panels of matrices with `rows` rows, and for the columns next to a panel. */
gla_device_program gla_device_stack_qr_panel_program(gla_dtype dtype, int64_t rows);
gla_device_program gla_device_stack_qr_sides_program(gla_dtype dtype);

/* ---- stack_values.c: singular values of stacks with up to 512 rows and columns; the matrices are destroyed ---- */
bool gla_device_stack_values_take(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, int64_t batch);
gla_status gla_device_stack_values(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *s, int64_t batch,
                                   int64_t *info);
/* Return the program for matrices whose longer side is `rows`, with at most `most` threads per group. */
gla_device_program gla_device_stack_values_program(gla_dtype dtype, int64_t rows, size_t most);

/* Defined in stack_gradient.c: Return the program of kernels/stack_gradient.h for the given number of rows, and its number of
 * threads.  Return false if there are too many rows. */
bool gla_device_stack_gradient_program(gla_dtype dtype, int64_t rows, gla_device_program *program, int *threads);

/* ---- products of special kinds ---- */
/* Multiply a matrix by a vector, for each matrix of a stack, like gemm of gla_blas_ops for floating and complex dtypes. */
gla_status gla_device_dots(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                           const gla_matrix *b, const gla_matrix *c, int64_t batch);

/* Multiply integer matrices, which vendors' libraries do not support.  The parameters are the same as for gemm of
 * gla_blas_ops. */
gla_status gla_device_integer_gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                                   const gla_matrix *b, const gla_matrix *c, int64_t batch);

/* ---- the slots ---- */
gla_status gla_device_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                           int64_t batch, int64_t *info, double *estimates, bool wanted);
gla_status gla_device_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                            int64_t *info, double *estimates, bool wanted);
gla_status gla_device_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                            double *estimates, bool wanted);
gla_status gla_device_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_device_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                            int64_t batch);
gla_status gla_device_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                            const void *tau, const gla_matrix *c, int64_t batch);
gla_status gla_device_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                            int64_t batch, int64_t *info);
gla_status gla_device_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                            const gla_matrix *vt, int64_t batch, int64_t *info);
gla_status gla_device_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                               double *sums);
gla_status gla_device_small_gradient(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, const gla_strided *a,
                                     const gla_strided *b, const void *x, void *g, double *sums, int64_t batch, bool *done);
gla_status gla_device_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns,
                                 const gla_strided *a, const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info,
                                 double *estimates, gla_small *answer);
gla_status gla_device_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                  int64_t batch, int64_t *info, double *estimates, gla_small *answer);
gla_status gla_device_small_det(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                                int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer);
gla_status gla_device_small_syevd(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w,
                                  const gla_strided *x, int64_t batch, int64_t *info, gla_small *answer);
gla_status gla_device_small_gesvd(gla_device *dev, gla_dtype dtype, char job, int64_t m, int64_t n, const gla_strided *a,
                                  void *s, const gla_strided *u, const gla_strided *vh, int64_t batch, int64_t *info,
                                  gla_small *answer);
gla_status gla_device_small_geev(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w,
                                 const gla_strided *v, int64_t batch, int64_t *info, gla_small *answer);
gla_status gla_device_small_gels(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                                 const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                                 int64_t batch, gla_small *answer);
extern const gla_blas_ops gla_device_blas_ops;
extern const gla_lapack_ops gla_device_lapack_ops;

#endif
