/* block.h - LOBPCG: an eigenvalue search with blocks of vectors.  See docs/design/sparse-eigenvalues.md. */
#ifndef GLA_EIGEN_BLOCK_H
#define GLA_EIGEN_BLOCK_H

#include "eigen/eigen.h"

/* Arrays of a search.  Blocks of vectors have shape (n, columns) and are stored on the device; the last four arrays are stored
 * on the host. */
typedef enum eigen_part {
    PART_Y,        /* constraints, orthonormal */
    PART_BY,       /* B times PART_Y; the same array if there is no B */
    PART_Q,        /* the vectors X, then the directions P of the last step; jointly orthonormal */
    PART_AQ,       /* A times PART_Q */
    PART_BQ,       /* B times PART_Q */
    PART_GIVEN,    /* new directions as returned by the preconditioner */
    PART_W,        /* the new directions, orthonormalised, and orthogonal to Y and Q */
    PART_BW,       /* B times PART_W */
    PART_VALUE,    /* eigenvalues of X, float64 */
    PART_RESIDUAL, /* norms of A x - value B x, float64 */
    PART_LENGTH,   /* norms of B x, float64 */
    PART_GRAM,     /* Qᴴ A Q if known, complex128, column-major */
    EIGEN_PARTS
} eigen_part;

typedef enum block_stage {
    BLOCK_CONSTRAINTS, /* waiting for B Y */
    BLOCK_INNER,       /* waiting for B Q */
    BLOCK_BASIS,       /* waiting for A Q */
    BLOCK_PRECONDITIONED,
    BLOCK_DIRECTIONS, /* waiting for B W */
    BLOCK_STEP        /* waiting for A W */
} block_stage;

/* State of a block search, in addition to the common state.  The arrays of this state are never written to, so copies share
 * them. */
typedef struct eigen_block {
    block_stage stage;
    bool has_b, preconditioned, largest, dense;
    bool started, fresh; /* fresh: A Q and B Q are products, not combinations of earlier products */
    double tol;          /* negative: not given */
    double size;         /* largest eigenvalue of the small problems so far */
    double best, sum;    /* largest residual, and sum of the values, at the last improvement */
    int64_t better_at;   /* iteration of the last improvement */
    gla_array *part[EIGEN_PARTS];
} eigen_block;

/* ---- blocks.c: products of blocks ---------------------------------------------------------------------------- */
/* Return x c, where c has r columns and is column-major on the host. */
gla_array *block_combine(gla_scope *s, const gla_array *x, const double complex *c, int64_t ld, int64_t r);
/* Return xᴴ y on the device, or column-major on the host. */
gla_array *block_gram(gla_scope *s, const gla_array *x, const gla_array *y);
double complex *block_gram_host(gla_scope *s, const gla_array *x, const gla_array *y);
/* Return a copy on the host in another dtype. */
gla_array *block_fetch(gla_scope *s, gla_dtype dtype, const gla_array *x);
/* Return x - y h for a small matrix h on the device. */
gla_array *block_subtract(gla_scope *s, const gla_array *x, const gla_array *y, const gla_array *h);
/* Join two blocks, take consecutive columns, or take selected columns.  The second block of a join may be NULL. */
gla_array *block_join(gla_scope *s, const gla_array *x, const gla_array *y);
gla_array *block_columns(gla_scope *s, const gla_array *x, int64_t from, int64_t count);
gla_array *block_choose(gla_scope *s, const gla_array *x, const int *which, int64_t count);
/* Norms of the columns, float64 on the host. */
gla_array *block_lengths(gla_scope *s, const gla_array *x);
int64_t block_width(const gla_array *x);

/* ---- orthonormal.c ------------------------------------------------------------------------------------------- */
typedef struct block_span { /* an orthonormal block, and B times it */
    const gla_array *x, *bx;
} block_span;

/* Replace *w by columns that are orthogonal to the given spans and orthonormal in the inner product of B.  Dependent columns
 * are dropped.  *bw is B times *w, or the same array as *w if there is no B.  *w is NULL if no column is left. */
void block_orthonormalise(gla_scope *s, int spans, const block_span *span, gla_array **w, gla_array **bw);

/* ---- ritz.c -------------------------------------------------------------------------------------------------- */
/* The best vectors of a space, and the directions: k + `more` columns of m coefficients each. */
typedef struct block_ritz {
    int64_t m, k, more;
    double *value;     /* k values */
    double complex *c; /* m x (k + more) */
    gla_array *gram;   /* cᴴ g c, the Gram matrix of the next basis */
    double size;       /* largest absolute value of all eigenvalues */
} block_ritz;

/* Solve the small eigenvalue problem with the m x m matrix g, which is Hermitian up to rounding.  The directions are computed
 * from the columns whose `active` is set, without their components along the first `old` vectors. */
block_ritz block_solve(gla_scope *s, double complex *g, int64_t m, int64_t k, int64_t old, bool largest, const bool *active,
                       bool real);

/* ---- a search in the middle of a step ------------------------------------------------------------------------ */
typedef struct block_step { /* a search in the middle of a step */
    gla_scope *s;
    eigen_solver *q;
    eigen_block *b;
} block_step;

static inline gla_array *block_part(const block_step *t, eigen_part which)
{
    return t->b->part[which];
}

static inline void block_put(const block_step *t, eigen_part which, gla_array *made)
{
    if (!t->s->status)
        eigen_keep(&t->b->part[which], made);
}

static inline double block_number(const block_step *t, eigen_part which, int j)
{
    return ((const double *)gla_data(block_part(t, which)))[j];
}

/* ---- residuals.c --------------------------------------------------------------------------------------------- */
/* Return A x - value B x for all columns, without the component in the constraints, which is B Y times their multipliers. */
gla_array *block_residuals(const block_step *t);
/* Return true if column j meets the tolerance. */
bool block_has_converged(const block_step *t, int j);
/* Return true if the sum of the values, or any residual, has improved recently. */
bool block_makes_progress(const block_step *t);
/* Finish the search.  Raise an error unless all columns have converged. */
void block_finish(const block_step *t, bool stagnated);

/* ---- lobpcg.c ------------------------------------------------------------------------------------------------ */
void eigen_block_start(gla_scope *s, eigen_solver *q, gla_array *x, gla_array *y);
void eigen_block_take(gla_scope *s, eigen_solver *q, gla_array *y);

/* ---- saved.c ------------------------------------------------------------------------------------------------- */
void eigen_block_end(eigen_block *b);
/* A saved state of the search, to return to after a failure.  Afterwards either the saved or the current state is dropped. */
typedef struct eigen_saved {
    eigen_solver before;
    eigen_block *block;
    gla_array *vector;
} eigen_saved;

void eigen_block_save(gla_scope *s, const eigen_solver *q, eigen_saved *saved);
void eigen_block_restore(eigen_solver *q, eigen_saved *saved, bool back);

#endif
