/* eigen.h - Eigenvalues and singular values of large matrices, by searches in Krylov spaces. */
#ifndef GLA_EIGEN_EIGEN_H
#define GLA_EIGEN_EIGEN_H

#include "complexes.h"
#include "core/scope.h"
#include "gpulinalg/random.h"
#include "gpulinalg/sparse_eigen.h"

#include <pthread.h>

/* ---- basis.c: vectors that are orthonormal in a given inner product -------------------- */

/* The functions of a basis do not wait for the device.  The coefficients and the norm of each step stay on the device until
 * they are read. */
typedef struct eigen_basis {
    int64_t n; /* length of a vector */
    int m;     /* maximum number of vectors; the array has one more row */
    gla_dtype dtype;
    gla_device *dev;
    gla_array *rows;         /* (m + 1, n) */
    gla_array *inner;        /* the rows times the matrix of the inner product; NULL for the identity */
    gla_array *work;         /* (n) */
    gla_array *coefficients; /* (m + 1, 2m + 2): for each step the coefficients of the first and second pass, the squared norm,
                              * and the norm */
} eigen_basis;

/* Coefficients of the steps, on the host. */
typedef struct eigen_steps {
    const eigen_basis *of;
    bool is_complex;
    const double *data;
} eigen_steps;

void eigen_basis_begin(gla_scope *s, eigen_basis *b, int64_t n, int m, gla_dtype dtype, gla_device *dev, bool inner);
void eigen_basis_end(eigen_basis *b);
/* Return a row as a vector; a view. */
gla_array *eigen_row(gla_scope *s, const eigen_basis *b, const gla_array *rows, int row);
/* Set row `row` to w minus its projections on the rows before `count`: first on those from `first` on, then on all of them.
 * The coefficients are stored under `step`. */
void eigen_orthogonalise(gla_scope *s, const eigen_basis *b, const gla_array *w, int row, int first, int count, int step);
/* Divide the same row by its norm. */
void eigen_normalise(gla_scope *s, const eigen_basis *b, int row, int step);
/* Copy the coefficients of all steps to the host, which waits for the device. */
eigen_steps eigen_read(gla_scope *s, const eigen_basis *b);
double complex eigen_coefficient(const eigen_steps *t, int step, int row); /* total coefficient subtracted for a row */
double eigen_square(const eigen_steps *t, int step);                       /* squared norm of the remainder */
/* Return true if a step with `count` previous rows left only rounding errors. */
bool eigen_is_dependent(const eigen_steps *t, int step, int count);
/* Replace the first q rows by combinations of the first `count` rows.  The coefficients are the columns of y (m x q). */
void eigen_compress(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int q);
/* Return combinations of the first `count` rows as columns, (n, k).  The result is complex if `complexes` is true. */
gla_array *eigen_combine(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int k, bool complexes);

/* Return a + b c, and |z|².  Unlike the complex product of C and cabs(), these functions do not check for infinities and
 * overflow. */
static inline double complex eigen_sum(double complex a, double complex b, double complex c)
{
    return CMPLX(creal(a) + creal(b) * creal(c) - cimag(b) * cimag(c), cimag(a) + creal(b) * cimag(c) + cimag(b) * creal(c));
}

static inline double eigen_length2(double complex z)
{
    return creal(z) * creal(z) + cimag(z) * cimag(z);
}

/* ---- small.c ------------------------------------------------------------------------------------------------- */
/* Compute the eigenvalues, ascending, and the eigenvectors, as columns, of an m x m column-major matrix that is Hermitian up to
 * rounding. */
void eigen_small(gla_scope *s, bool real, int64_t m, const double complex *h, double *values, double complex *vectors);

/* ---- eigenvalue approximations from a basis ------------------------------------------------------------------ */
typedef struct eigen_ritz {
    int m;
    double beta;            /* norm of the remainder after the last vector */
    double complex *value;  /* m values */
    double complex *vector; /* m x m: eigenvectors of a Hermitian matrix, in the order of the values */
    bool real;              /* for a general matrix, true if the Schur form t and the Schur vectors z, m x m, are double, false
                             * if they are complex */
    void *t, *z;
    double *bound; /* residuals of the eigenpairs; for a general matrix only those of the wanted pairs */
    int *order;    /* positions, best value first */
} eigen_ritz;

/* ---- schur.c ------------------------------------------------------------------------------------------------- */
/* Compute h = Z T Zᴴ and the eigenvalues of h.  Complex eigenvalues of a real matrix come in pairs, with the positive imaginary
 * part first. The first `locked` columns of h already have Schur form and are kept. */
void eigen_schur(gla_scope *s, eigen_ritz *r, const double complex *h, int64_t ld, int locked);
/* Move the best `count` values to the front of T.  Return the number of values moved, which is one more or less than `count` if
 * `count` would split a pair.  r->value is not changed. */
int eigen_schur_choose(gla_scope *s, eigen_ritz *r, int count);
/* Compute the eigenvector, with norm 1, of value number i in the order before values were moved.  Return the absolute value of
 * the last element of the eigenvector.  y is a workspace of m elements. */
void eigen_schur_vector(const eigen_ritz *r, int i, double complex *y, double complex *x);

typedef enum eigen_which {
    EIGEN_LM,
    EIGEN_SM,
    EIGEN_LA,
    EIGEN_SA,
    EIGEN_BE,
    EIGEN_LR,
    EIGEN_SR,
    EIGEN_LI,
    EIGEN_SI
} eigen_which;

eigen_which eigen_which_of(const char *which);
/* Set order[] to the positions of the values, with the best value first. */
void eigen_sort(eigen_which which, bool real_problem, int n, const double complex *values, int *order);
/* Return the distance between two values under this ordering. */
double eigen_distance(eigen_which which, bool real_problem, double complex a, double complex b);

/* ---- the search ---------------------------------------------------------------------------------------------- */
typedef enum eigen_kind { EIGEN_HERMITIAN, EIGEN_GENERAL, EIGEN_SINGULAR, EIGEN_BLOCK } eigen_kind;
typedef enum eigen_mode { EIGEN_REGULAR, EIGEN_SHIFTED, EIGEN_BUCKLING, EIGEN_CAYLEY } eigen_mode;
typedef enum eigen_stage { EIGEN_FIRST, EIGEN_SECOND, EIGEN_INNER, EIGEN_PLACED, EIGEN_LEFT, EIGEN_RIGHT } eigen_stage;

struct gla_sparse_eigensolver {
    gla_object object;
    pthread_mutex_t lock;
    const char *op;
    eigen_kind kind;
    eigen_mode mode;
    eigen_stage stage;
    eigen_which which;
    bool has_m, done;
    bool started;     /* v0 has been used */
    bool failed;      /* a restart failed halfway, so the search cannot continue */
    bool flipped;     /* compute singular values of the adjoint, because the matrix has fewer rows than columns */
    bool placed_left; /* the left vector of step `from` is random, because the bidiagonal matrix has a zero there */
    int k, m;         /* number of wanted values; size of the basis */
    int from, at;     /* first vector of this cycle, and vector of this step */
    int converged;    /* number of wanted values that have converged */
    int64_t maxiter, restarts, products;
    int locked;                 /* number of locked rows, which have converged; the search continues in their orthogonal
                                 * complement */
    bool checking;              /* all wanted values are locked, and a random vector searches for other values that are as
                                 * good */
    bool incomplete_check;      /* the search ended before that check was complete */
    int rounds;                 /* number of times that rows were locked */
    int64_t began;              /* number of restarts when rows were last locked */
    int64_t looked, next_check; /* number of products at the last early convergence check, and number at the next check */
    int check_every;            /* steps between early checks; the next check comes sooner if convergence is expected sooner */
    double excess;              /* log of the ratio of the largest wanted residual to its limit, at the last check */
    double tol, scale;          /* products are multiplied by this power of two; 0 means that it is not yet determined */
    double complex sigma;
    eigen_basis v, u;  /* u: left singular vectors */
    double complex *h; /* m x m, column-major: the projected matrix */
    gla_random_generator *random;
    gla_array *start; /* v0, or NULL */
    const char *wants;
    gla_array *vector;                  /* vector to multiply next */
    gla_array *values, *vectors, *left; /* converged results */
    struct eigen_block *block;          /* state of EIGEN_BLOCK; see block.h */
};
typedef struct gla_sparse_eigensolver eigen_solver;

typedef struct eigen_request {
    const char *op;
    eigen_kind kind;
    int64_t rows, n;
    int64_t k;
    const char *which, *mode;
    const gla_array *sigma, *v0;
    gla_axis ncv, maxiter;
    double tol;
    gla_dtype dtype;
    gla_device *dev;
    bool has_m;
} eigen_request;

/* ---- step.c -------------------------------------------------------------------------------------------------- */
void eigen_keep(gla_array **place, gla_array *made);
/* Request the product of `what` and a vector. */
void eigen_request_product(gla_scope *s, eigen_solver *q, eigen_stage stage, const char *what, gla_array *vector);
/* Return the name of the matrix that defines the inner product. */
const char *eigen_inner(const eigen_solver *q);
/* Return v0, or otherwise a random vector. */
gla_array *eigen_start(gla_scope *s, eigen_solver *q, const eigen_basis *b);
/* Return true if a squared norm is finite and not negative; otherwise raise an error. */
bool eigen_is_usable(gla_scope *s, const eigen_solver *q, double square);
/* Return a product, scaled. */
gla_array *eigen_scaled(gla_scope *s, eigen_solver *q, gla_array *w);
/* On the host, return true if a step left only rounding errors.  On a device the test would have to wait, so false is
 * returned. */
bool eigen_ends_here(gla_scope *s, const eigen_basis *b, int step, int count);

/* ---- cycle.c, golub.c: processing a full basis --------------------------------------------------------------- */
/* The next action: nothing; a product with row q->at; generate that row first; or generate a left vector first. */
typedef enum eigen_next { EIGEN_OVER, EIGEN_PRODUCT, EIGEN_PLACE, EIGEN_PLACE_LEFT } eigen_next;
eigen_next eigen_end_cycle(gla_scope *s, eigen_solver *q);
eigen_next eigen_end_golub(gla_scope *s, eigen_solver *q);
/* restart.c: restart the search from its current approximations. */
eigen_next eigen_restart(gla_scope *s, eigen_solver *q, eigen_ritz *r);
/* Lock only the given values, and continue from a random vector in their orthogonal complement. */
eigen_next eigen_lock(gla_scope *s, eigen_solver *q, eigen_ritz *r, const int *chosen, int count);
void eigen_golub_ask(gla_scope *s, eigen_solver *q);
bool eigen_golub_take(gla_scope *s, eigen_solver *q, gla_array *w); /* returns true if the bases are full */

/* ---- lock.c: locking of converged values, and the search for missing ones ------------------------------------ */
/* Order the values, with the best value first.  A locked value precedes other values that are better only by rounding
 * errors. */
void eigen_rank(gla_scope *s, const eigen_solver *q, eigen_ritz *r);
/* Return true if value i has converged. */
bool eigen_has_converged(const eigen_solver *q, const eigen_ritz *r, int i);
/* Return true if all wanted values have converged and no equally good value is missing. */
bool eigen_is_complete(gla_scope *s, const eigen_solver *q, const eigen_ritz *r);
/* exclusion_test.c: return true if the orthogonal complement, searched from one random vector, has no such value. */
bool eigen_excludes(gla_scope *s, const eigen_solver *q, const eigen_ritz *r);
/* Return the log of the largest ratio of a residual to its limit. */
double eigen_excess(const eigen_solver *q, const eigen_ritz *r);
/* Choose the values to lock now.  Return the number of these values. */
int eigen_choose_locked(const eigen_solver *q, const eigen_ritz *r, int *chosen);
/* Plan the first convergence check before the basis is full. */
void eigen_plan_checks(eigen_solver *q);
/* Record that the first `count` rows are locked. */
void eigen_locked(eigen_solver *q, int count);

/* ---- solver.c, begin.c --------------------------------------------------------------------------------------- */
/* Start the search from the first vector. */
void eigen_start_search(gla_scope *s, eigen_solver *q);
/* Continue the search with the requested product. */
void eigen_take(gla_scope *s, eigen_solver *q, const gla_array *y);
/* Create a search without any state. */
eigen_solver *eigen_new(gla_scope *s, eigen_kind kind);
eigen_solver *eigen_begin(gla_scope *s, const eigen_request *r);

/* ---- finish.c ------------------------------------------------------------------------------------------------ */
/* Return the largest residual with which a value is treated as converged; `largest` is the largest value. */
double eigen_limit(const eigen_solver *q, double value, double largest);
/* Finish the search.  Raise an error unless all wanted values have converged. */
void eigen_is_over(gla_scope *s, eigen_solver *q);
/* Scale each column to norm one with a positive first large element.  The columns of `with` are multiplied by the same
 * factors. */
gla_array *eigen_normal_signs(gla_scope *s, const gla_array *x, gla_array **with);
gla_array *eigen_values_array(gla_scope *s, const eigen_solver *q, const double complex *values, int k, bool complexes);
static inline double eigen_epsilon(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 0x1p-23 : 0x1p-52;
}

#endif
