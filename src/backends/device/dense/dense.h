/* dense.h - what the files of dense linear algebra share.
 *
 * Matrices are gla_strided: so a transpose, a part, the lower triangle of the transpose are other numbers in the same struct,
 * and each algorithm is written once.  Each works on a whole stack at a time, and puts its work into the queue without waiting
 * for any: what decides, as the choice of pivots, is decided on the device. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_H
#define GLA_BACKENDS_DEVICE_DENSE_H

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"

#define GLA_DENSE_BLOCK 32 /* columns of a panel; order of the triangles that one group solves with */

/* One call into this room. */
struct gla_dense {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    int64_t item, batch;
};

gla_status gla_dense_begin(gla_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* A kernel from kernels/, with more lines, a literal, before the file. */
gla_status gla_dense_kernel(const gla_dense *d, const char *file, const char *lines, const char *name, void **kernel);
gla_status gla_dense_launch(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args);
/* So many times, for counters *counter, + 1, ...; it is part of the first argument, a value. */
gla_status gla_dense_launch_each(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args,
                                 int64_t times, int64_t *counter);
/* Find and launch it, with a thread for each of n steps. */
gla_status gla_dense_run(const gla_dense *d, const char *file, const char *lines, const char *name, int64_t n, int n_args,
                         const gla_argument *args);
/* Integers that the device has computed, one after the other, to the host; waits. */
gla_status gla_dense_read_ints(const gla_dense *d, const int *data, int64_t n, int64_t add, int64_t *out);

static inline stack_strides gla_dense_strides(gla_strided a)
{
    return (stack_strides){a.row, a.col, a.step};
}
/* The same as an argument. */
#define GLA_STACK(m)                                        \
    {                                                       \
        GLA_ARGUMENT_VALUE, &(m).row, sizeof(stack_strides) \
    }

/* The part that begins at (row, col). */
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

/* The next part of a block of memory; from an address of 0 on, to learn how large the block is. */
static inline void *gla_dense_cut(char **at, int64_t bytes)
{
    void *part = *at;
    *at += (bytes + 255) / 256 * 256;
    return part;
}

/* Matrix b of a stack. */
static inline gla_strided gla_dense_nth(const gla_dense *d, gla_strided a, int64_t b)
{
    a.data = (char *)a.data + b * a.step * d->item;
    return a;
}

/* ---- product.c ---- */
struct gla_product {
    int64_t m, n, k;
    bool conj_a, conj_b;
    bool minus, keep; /* C = C - A B has both */
    bool lower;       /* what is above the diagonal of C need not be computed, and may hold anything then */
};

/* C from parts of its sums, each a stack of m x n matrices without gaps. */
gla_status gla_dense_sum_parts(const gla_dense *d, const gla_product *p, int64_t count, void *parts, gla_strided c);
/* The programs of products by number: those of processors, then of any device, then with instructions of NVIDIA's; false where
 * there is none. */
#define GLA_DENSE_PRODUCTS 8
#define GLA_DENSE_PRODUCTS_PARALLEL 2
#define GLA_DENSE_PRODUCTS_NVIDIA 4
bool gla_dense_product_program(gla_dtype dtype, int number, gla_device_program *p);
/* Whether warps multiply double precision together: 0, or MMA of kernels/product_mma.h; and that their instructions do not
 * compile. */
int gla_dense_multiplying_warps(const gla_dense *d);
void gla_dense_refuse_warps(void);
gla_status gla_dense_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c);

/* ---- triangular.c ---- */
typedef struct gla_dense_triangle {
    int64_t n, columns;
    bool upper, unit, conjugate;
    bool rough; /* an estimate is made of it */
} gla_dense_triangle;

/* B = A^-1 B for a triangular A. */
gla_status gla_dense_solve(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);
/* The slot of gla_blas_ops, on behalf of an operation. */
gla_status gla_dense_trsm(const char *op, gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta,
                          gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch);
/* Few columns, from the left, for an estimate: gla_dense_substitutes has said yes. */
gla_status gla_dense_solve_roughly(const char *op, gla_device *dev, gla_dtype dtype, gla_uplo uplo, gla_trans ta,
                                   gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch);

/* ---- inverted.c: the same for many columns, by products with inverses of the diagonal blocks; whether that pays ---- */
bool gla_dense_inverts(int64_t n, int64_t columns);
gla_status gla_dense_solve_inverted(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);
/* X = A^-1 B, and B is destroyed. */
gla_status gla_dense_solve_into(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b, gla_strided x);

/* ---- substitute.c: the same for few columns, where the device's groups can wait for one another ---- */
/* An upper triangle is a lower one from its end: t, a and b become those of one. */
void gla_dense_make_lower(const gla_dense *d, gla_dense_triangle *t, gla_strided *a, gla_strided *b);
bool gla_dense_substitutes(gla_device *dev, int64_t n, int64_t columns, int64_t batch);
gla_status gla_dense_substitute(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b);

/* ---- on_host.c: what the host computes for the device ---- */
typedef struct gla_host_part {
    void *device;
    size_t bytes;
    bool in, out; /* read before, written after */
    void *host;   /* where the host has it */
} gla_host_part;
/* What so many matrices take in memory, gaps between them too; item, bytes of an element. */
size_t gla_host_bytes(size_t item, const gla_matrix *m, int64_t count);
/* Also where it fails, gla_host_end has to follow, which returns the status of what was done between them, or its own. */
gla_status gla_host_begin(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_device **host);
gla_status gla_host_end(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_status st);

/* The slots of gla_lapack_ops by the host; the first one is in svd.c. */
gla_status gla_host_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info);
gla_status gla_host_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info);

/* ---- resident.c: panels in one launch, by groups that run side by side ---- */
typedef struct gla_resident_kind {
    const char *file, *name, *lines;
    int threads, rows; /* of a group; of each thread */
} gla_resident_kind;
typedef struct gla_resident {
    const gla_dense *d;
    const gla_resident_kind *kind;
    int64_t most; /* groups of the first panel of a matrix, which has most rows; 0: they do not run side by side */
    int64_t launches;
    void *kernel, *messages;
    int *lost; /* 1 where a group was waited for in vain */
} gla_resident;
const gla_resident_kind *gla_resident_lu(gla_dtype dtype);
/* scaled: of a matrix whose squares may be left out where they are tiny. */
const gla_resident_kind *gla_resident_qr(gla_dtype dtype, bool scaled);
gla_status gla_resident_begin(gla_resident *r, const gla_dense *d, const gla_resident_kind *kind, int64_t rows);
void gla_resident_end(gla_resident *r);
/* s, which is the first argument, needs m, first, last, ld, step, batch and steps; the second one is r->most. */
gla_status gla_resident_launch(gla_resident *r, panel_sizes *s, int n, const gla_argument *args);
/* Waits; GLA_DEVICE_ERROR where a group was waited for in vain. */
gla_status gla_resident_check(const gla_resident *r);

/* A group has waited for another in vain, as kernels/flags.h says: none of GLA_INFO_A_NOT_FINITE and its kin. */
#define GLA_WAITED_IN_VAIN (-9)

/* ---- cholesky_tiles.c: a factor of float64 in one launch, by groups that wait for one another ---- */
#define GLA_CHOLESKY_LARGEST 65536 /* order */
typedef struct gla_cholesky_tiles {
    int64_t n, ld;
    void *a;    /* by columns, of which the lower triangle is read; the upper one is 0 and stays so */
    void *work; /* gla_dense_cholesky_bytes(n) */
    int *info;  /* 0 before; GLA_WAITED_IN_VAIN */
} gla_cholesky_tiles;
gla_device_program gla_dense_cholesky_program(void);
size_t gla_dense_cholesky_bytes(int64_t n);
/* Whether the kernel is for the device and for such matrices. */
bool gla_dense_cholesky_takes(gla_device *dev, gla_dtype dtype, gla_uplo uplo, int64_t n);
gla_status gla_dense_cholesky_factor(const gla_dense *d, const gla_cholesky_tiles *t);
/* GLA_DEVICE_ERROR where a group was waited for in vain; `remedy` is what to set in the environment. */
gla_status gla_dense_cholesky_check(const char *op, const gla_device *dev, const int64_t *info, int64_t batch,
                                    const char *remedy);

/* ---- polar.c ---- */
/* Singular values, descending, of a (p x q, p >= q, both at least 192; no gaps) and, unless v is NULL, vectors: u is p x q, v
 * q x q without gaps.  *done false where a is of low rank and its vectors are wanted, or is not finite; a stays as it is. */
gla_status gla_dense_svd_polar(const char *op, gla_device *dev, gla_dtype dtype, int64_t p, int64_t q, const void *a, void *s,
                               void *u, int64_t ldu, void *v, bool *done);

/* ---- in_order.c ---- */
typedef struct gla_dense_columns_of {
    gla_strided a;
    int64_t rows; /* 0: there are none */
} gla_dense_columns_of;
/* The n values of each matrix, one after the other, in ascending order or a descending one, and column i of both sides (or
 * NULL) where value i has gone.  It costs a look at the values where they are in order; nobody waits. */
gla_status gla_dense_put_in_order(const gla_dense *d, int64_t n, bool descending, void *values,
                                  const gla_dense_columns_of *left, const gla_dense_columns_of *right);

/* ---- small matrices ---- */
/* kernels/small_*.h for orders up to `order`, by order*slices threads, and the right-hand sides of a group. */
typedef struct gla_small_variant {
    int order, slices;
} gla_small_variant;
#define GLA_SMALL_COLUMNS 8
/* What kernels of singular values and eigenvalues of general matrices may take of local memory: all that CUDA has without
 * being asked. */
#define GLA_SMALL_MEMORY (48 << 10)
/* For systems with so many columns; false where the order is too large. */
bool gla_device_small_variant(gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v);
/* The same, and whether the device has local memory and threads for it. */
bool gla_device_small_fits(const gla_traits *traits, gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v);
gla_device_program gla_device_small_program(const char *file, gla_dtype dtype, const gla_small_variant *v);
gla_device_program gla_device_stack_lu_program(gla_dtype dtype, const gla_small_variant *v);
bool gla_device_small_eigh_program(gla_dtype dtype, int64_t n, gla_device_program *p);
/* For p x q matrices, p >= q, by so many threads. */
bool gla_device_small_svd_program(gla_dtype dtype, int64_t p, int64_t q, bool vectors, gla_device_program *program,
                                  int *threads);
bool gla_device_small_eig_program(gla_dtype dtype, int64_t n, gla_device_program *p);
/* For m x n matrices, m >= n, with so many right-hand sides, `teams` of them in a group of so many threads. */
bool gla_device_small_lstsq_program(gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, gla_device_program *program,
                                    int *threads, int *teams);
/* What each group said becomes what is said of each matrix: NaN and Inf before a pivot.  estimates are NULL where none are
 * made. */
gla_small gla_device_small_infos(int64_t groups, const int *each, int64_t batch, int64_t *info, double *estimates);

/* ---- stack_lu.c, stack_qr.c: stacks, and tiny matrices, in one launch ---- */
/* kernels/stack_qr.h with local memory for so many elements (0: none) and so many threads. */
typedef struct gla_stack_qr_variant {
    int elements, threads;
} gla_stack_qr_variant;
#define GLA_STACK_QR_IN_PLACE ((gla_stack_qr_variant){0, 256})
/* The smallest for so many elements and columns; false where local memory has not as much. */
bool gla_device_stack_qr_variant(size_t local_memory, gla_dtype dtype, int64_t elements, int64_t columns,
                                 gla_stack_qr_variant *v);
gla_device_program gla_device_stack_qr_program(gla_dtype dtype, const gla_stack_qr_variant *v);
/* As the slots below; *done false where a matrix is too large, or other ways are faster.  With more than GLA_STACK_QR_COLUMNS
 * (at most 256) the matrices stay in global memory. */
#define GLA_STACK_QR_COLUMNS 64
gla_status gla_device_stack_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                  int64_t *info, double *estimates, bool wanted, bool *done);
gla_status gla_device_stack_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch,
                                  int64_t most_columns, bool *done);
gla_status gla_device_stack_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                                  int64_t batch, int64_t most_columns, bool *done);
gla_status gla_device_stack_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                                  const void *tau, const gla_matrix *c, int64_t batch, int64_t most_columns, bool *done);

/* ---- stack_panels.c: stacks of square matrices of order up to 512, in two launches for each panel of all of them ---- */
bool gla_device_stack_panels_take(gla_device *dev, int64_t rows, int64_t cols, int64_t batch);
gla_status gla_device_stack_panels_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                         int64_t *info, double *estimates, bool wanted);
gla_status gla_device_stack_panels_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                        const gla_matrix *b, int64_t batch, int64_t *info, double *estimates);
/* Lower factors in place of lower triangles; info, on the device, becomes the order of the first minor that is not positive,
 * or 0.  c, unless it is NULL, gets its estimates, as of gla_device_estimate_cholesky; up to order GLA_STACK_CHOLESKY_MAX all
 * of that is one launch. */
struct gla_device_condition;
#define GLA_STACK_CHOLESKY_MAX 128
gla_status gla_dense_stack_cholesky(const gla_dense *d, const gla_matrix *a, int *info, struct gla_device_condition *c,
                                    bool wanted);
gla_device_program gla_device_stack_cholesky_program(gla_dtype dtype);
/* The programs: of panels, for matrices of that order, and of what is beside them. */
/* Columns of a panel; threads of a group for so many rows; the program of a file of kernels, threads 0 where that says how
 * many. */
int gla_dense_stack_width(gla_dtype dtype);
int gla_dense_stack_threads(int64_t rows);
gla_device_program gla_dense_stack_program(const char *file, gla_dtype dtype, int threads);
gla_device_program gla_device_stack_panel_program(gla_dtype dtype, int64_t n);
gla_device_program gla_device_stack_sides_program(gla_dtype dtype);

/* ---- stack_qr_panels.c: QR of stacks of matrices of up to 512 rows and more than GLA_STACK_QR_COLUMNS reflectors ---- */
bool gla_device_stack_qr_panels_take(gla_device *dev, int64_t rows, int64_t reflectors, int64_t batch);
gla_status gla_device_stack_qr_panels_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_device_stack_qr_panels_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t reflectors,
                                            const void *tau, int64_t batch);
gla_status gla_device_stack_qr_panels_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                            int64_t reflectors, const void *tau, const gla_matrix *c, int64_t batch);
/* The programs: of panels, for matrices of so many rows, and of what is beside them. */
gla_device_program gla_device_stack_qr_panel_program(gla_dtype dtype, int64_t rows);
gla_device_program gla_device_stack_qr_sides_program(gla_dtype dtype);

/* ---- stack_values.c: singular values of stacks with up to 512 rows and columns, which are destroyed ---- */
bool gla_device_stack_values_take(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, int64_t batch);
gla_status gla_device_stack_values(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *s, int64_t batch,
                                   int64_t *info);
/* For matrices whose longer side is that, and groups of at most so many threads. */
gla_device_program gla_device_stack_values_program(gla_dtype dtype, int64_t rows, size_t most);

/* stack_gradient.c: kernels/stack_gradient.h for so many rows, by so many threads; false where they are too many. */
bool gla_device_stack_gradient_program(gla_dtype dtype, int64_t rows, gla_device_program *program, int *threads);

/* ---- products of special kinds ---- */
/* Products that are vectors, one for each matrix of a stack: as gemm of gla_blas_ops, for floating and complex types. */
gla_status gla_device_dots(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                           const gla_matrix *b, const gla_matrix *c, int64_t batch);

/* Products of integers, which vendors' libraries do not have: as gemm of gla_blas_ops. */
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
