/* eigen.h - eigenvalues and singular values of large matrices: bases of Krylov spaces, and the search in them. */
#ifndef GLA_EIGEN_EIGEN_H
#define GLA_EIGEN_EIGEN_H

#include "complexes.h"
#include "core/scope.h"
#include "gpulinalg/random.h"
#include "gpulinalg/sparse_eigen.h"

#include <pthread.h>

/* ---- basis.c: vectors that are orthonormal, in an inner product of their own --------------------
 * Nothing here waits for the device: what was subtracted, and how long the rest was, stays there until it is read. */
typedef struct eigen_basis {
    int64_t n; /* the length of a vector, */
    int m;     /* and how many there may be; one more follows them */
    gla_dtype dtype;
    gla_device *dev;
    gla_array *rows;         /* (m + 1, n) */
    gla_array *inner;        /* the rows times the matrix of the inner product; NULL: the identity */
    gla_array *work;         /* (n) */
    gla_array *coefficients; /* (m + 1, 2m + 2): of a step what it subtracted first and then, its length squared, its length */
} eigen_basis;

/* What a step did, on the host. */
typedef struct eigen_steps {
    const eigen_basis *of;
    bool is_complex;
    const double *data;
} eigen_steps;

void eigen_basis_begin(gla_scope *s, eigen_basis *b, int64_t n, int m, gla_dtype dtype, gla_device *dev, bool inner);
void eigen_basis_end(eigen_basis *b);
/* A row as a vector: a view. */
gla_array *eigen_row(gla_scope *s, const eigen_basis *b, const gla_array *rows, int row);
/* Row `row` = w without its part in the span of the rows below `count`: first of those from `first` on, then of all.  What is
 * subtracted goes to the coefficients of `step`. */
void eigen_orthogonalise(gla_scope *s, const eigen_basis *b, const gla_array *w, int row, int first, int count, int step);
/* The same row divided by its length. */
void eigen_normalise(gla_scope *s, const eigen_basis *b, int row, int step);
/* The coefficients of all steps, for reading on the host: waits. */
eigen_steps eigen_read(gla_scope *s, const eigen_basis *b);
double complex eigen_taken(const eigen_steps *t, int step, int row); /* what was subtracted of a row, in all */
double eigen_square(const eigen_steps *t, int step);                 /* the length squared of what was left */
/* Whether nothing but rounding was left by a step behind `count` rows. */
bool eigen_is_spent(const eigen_steps *t, int step, int count);
/* The first q rows become those that the columns of y (m x q) combine of the first `count`. */
void eigen_compress(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int q);
/* Combinations of the first `count` rows as columns, (n, k): a complex array where `complexes`. */
gla_array *eigen_combine(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int k, bool complexes);

/* a + b c and the square of a length: C's complex product looks for infinities, and its length for overflow, each time. */
static inline double complex eigen_sum(double complex a, double complex b, double complex c)
{
    return CMPLX(creal(a) + creal(b) * creal(c) - cimag(b) * cimag(c), cimag(a) + creal(b) * cimag(c) + cimag(b) * creal(c));
}

static inline double eigen_length2(double complex z)
{
    return creal(z) * creal(z) + cimag(z) * cimag(z);
}

/* ---- small.c -------------------- */
/* Eigenvalues, ascending, and eigenvectors as columns of a matrix that is Hermitian but for rounding, m x m, column-major. */
void eigen_small(gla_scope *s, bool real, int64_t m, const double complex *h, double *values, double complex *vectors);

/* ---- what a basis knows of eigenvalues -------------------- */
typedef struct eigen_ritz {
    int m;
    double beta;            /* the length of what is left behind the last vector */
    double complex *value;  /* m */
    double complex *vector; /* m x m: of a Hermitian matrix its eigenvectors, in this order */
    bool real;              /* of another one the Schur form t and the Schur vectors z, m x m: doubles, else complex */
    void *t, *z;
    double *bound; /* residuals of the eigenpairs; of another than a Hermitian matrix only of the wanted */
    int *order;    /* the best first */
} eigen_ritz;

/* ---- schur.c -------------------- */
/* h = Z T Zᴴ and its eigenvalues, those of a real matrix in pairs, the positive imaginary part first.  The first `locked`
 * columns of h have that form already, and stay as they are. */
void eigen_schur(gla_scope *s, eigen_ritz *r, const double complex *h, int64_t ld, int locked);
/* The best `count` values move up to the first places of T: their number, one more or less where that would cut a pair.
 * r->value stays as it was. */
int eigen_schur_choose(gla_scope *s, eigen_ritz *r, int count);
/* The eigenvector of value i, before values have moved, of length 1; the absolute value of its last element.  y: m numbers of
 * workspace. */
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
/* order[] = the numbers of the values, the best first. */
void eigen_sort(eigen_which which, bool real_problem, int n, const double complex *values, int *order);
/* How far apart two values are for this order. */
double eigen_distance(eigen_which which, bool real_problem, double complex a, double complex b);

/* ---- the search -------------------- */
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
    bool failed;      /* in the middle of a restart, so that it cannot go on */
    bool flipped;     /* singular values of the adjoint are sought, of a matrix with fewer rows than columns */
    bool placed_left; /* the left vector of step `from` is random: the matrix has a zero there */
    int k, m;         /* how many are wanted; vectors of a basis */
    int from, at;     /* the vector with which this cycle began, and that of this step */
    int converged;    /* of those that are wanted */
    int64_t maxiter, restarts, products;
    int locked;                /* the first rows: they have converged, and the search goes on in their complement */
    bool checking;             /* all that are wanted are among these, and a random vector looks for others as good */
    bool unsettled;            /* it is over, and that look is not */
    int rounds;                /* how often rows were locked, */
    int64_t began;             /* and after how many restarts the last time */
    int64_t looked, next_look; /* products at the last look at what the basis knows, and at the next one before it is full */
    int look_every;            /* steps, or fewer where enough will be known sooner */
    double excess;             /* log of the largest wanted residual beside what it should be, at the last look */
    double tol, scale;         /* products are multiplied by scale, a power of two; 0: not known yet */
    double complex sigma;
    eigen_basis v, u;  /* u: of left singular vectors */
    double complex *h; /* m x m, column-major: the matrix in the basis */
    gla_random_generator *random;
    gla_array *start; /* v0, or NULL */
    const char *wants;
    gla_array *vector;                  /* which is to be multiplied by that */
    gla_array *values, *vectors, *left; /* of those that have converged */
    struct eigen_block *block;          /* of EIGEN_BLOCK: block.h */
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

/* ---- step.c -------------------- */
void eigen_keep(gla_array **place, gla_array *made);
/* The product with `what` is wanted of a vector. */
void eigen_ask(gla_scope *s, eigen_solver *q, eigen_stage stage, const char *what, gla_array *vector);
/* The name of the matrix of the inner product. */
const char *eigen_inner(const eigen_solver *q);
/* v0, or else a random vector. */
gla_array *eigen_start(gla_scope *s, eigen_solver *q, const eigen_basis *b);
/* Whether a number of a step is finite and not negative; else an error. */
bool eigen_is_usable(gla_scope *s, const eigen_solver *q, double square);
/* A product, scaled. */
gla_array *eigen_scaled(gla_scope *s, eigen_solver *q, gla_array *w);
/* On the host a step can be looked at at once: whether it left nothing. */
bool eigen_ends_here(gla_scope *s, const eigen_basis *b, int step, int count);

/* ---- cycle.c, golub.c: what happens when a basis is full -------------------- */
/* What is done next: nothing; the product with row q->at; this row is made first; the same of a left vector. */
typedef enum eigen_next { EIGEN_OVER, EIGEN_PRODUCT, EIGEN_PLACE, EIGEN_PLACE_LEFT } eigen_next;
eigen_next eigen_end_cycle(gla_scope *s, eigen_solver *q);
eigen_next eigen_end_golub(gla_scope *s, eigen_solver *q);
/* restart.c: the search goes on from what it knows. */
eigen_next eigen_restart(gla_scope *s, eigen_solver *q, eigen_ritz *r);
/* Only these values are kept, for good; a random vector begins the search in their complement. */
eigen_next eigen_lock(gla_scope *s, eigen_solver *q, eigen_ritz *r, const int *chosen, int count);
void eigen_golub_ask(gla_scope *s, eigen_solver *q);
bool eigen_golub_take(gla_scope *s, eigen_solver *q, gla_array *w); /* whether the bases are full */

/* ---- lock.c: what has converged, and the search for what is missing -------------------- */
/* The order of the values, the best first; one that is locked comes before others that are better by rounding only. */
void eigen_rank(gla_scope *s, const eigen_solver *q, eigen_ritz *r);
/* Whether value i has converged. */
bool eigen_has_converged(const eigen_solver *q, const eigen_ritz *r, int i);
/* All that are wanted have converged: whether nothing as good is missing. */
bool eigen_is_settled(gla_scope *s, const eigen_solver *q, const eigen_ritz *r);
/* excluded.c: whether the complement, searched from one random vector, has none there. */
bool eigen_excludes(gla_scope *s, const eigen_solver *q, const eigen_ritz *r);
/* log of the largest residual beside what it should be. */
double eigen_excess(const eigen_solver *q, const eigen_ritz *r);
/* Which values are to be locked now: their number. */
int eigen_choose_locked(const eigen_solver *q, const eigen_ritz *r, int *chosen);
/* The first look before the basis is full. */
void eigen_plan_looks(eigen_solver *q);
/* The first rows are locked now. */
void eigen_locked(eigen_solver *q, int count);

/* ---- solver.c, begin.c -------------------- */
/* From the first vector on. */
void eigen_start_search(gla_scope *s, eigen_solver *q);
/* The product that is wanted comes in. */
void eigen_take(gla_scope *s, eigen_solver *q, const gla_array *y);
/* A search of which nothing is known yet. */
eigen_solver *eigen_new(gla_scope *s, eigen_kind kind);
eigen_solver *eigen_begin(gla_scope *s, const eigen_request *r);

/* ---- finish.c -------------------- */
/* The residual of a value that is as good as asked for, where the largest is so large. */
double eigen_limit(const eigen_solver *q, double value, double largest);
/* The end; an error where not all that are wanted have converged. */
void eigen_is_over(gla_scope *s, eigen_solver *q);
/* Columns of length one, of which the first large element is positive; `with` is turned with them. */
gla_array *eigen_normal_signs(gla_scope *s, const gla_array *x, gla_array **with);
gla_array *eigen_values_array(gla_scope *s, const eigen_solver *q, const double complex *values, int k, bool complexes);
static inline double eigen_epsilon(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 0x1p-23 : 0x1p-52;
}

#endif
