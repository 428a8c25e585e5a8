/* block.h - LOBPCG, a search with blocks of vectors.  docs/decisions/0085. */
#ifndef GLA_EIGEN_BLOCK_H
#define GLA_EIGEN_BLOCK_H

#include "eigen/eigen.h"

/* What a search holds.  Blocks of vectors are of shape (n, columns), on the device; the last four are on the host. */
typedef enum eigen_part {
    PART_Y,        /* constraints, orthonormal */
    PART_BY,       /* B times them; the same array where there is no B */
    PART_Q,        /* the vectors X, then the directions P of the last step: together orthonormal */
    PART_AQ,       /* A times them */
    PART_BQ,       /* B times them */
    PART_GIVEN,    /* new directions as the preconditioner made them */
    PART_W,        /* the same, orthonormal and orthogonal to Y and Q */
    PART_BW,       /* B times them */
    PART_VALUE,    /* of X, float64 */
    PART_RESIDUAL, /* the lengths of A x - value B x, float64 */
    PART_LENGTH,   /* the lengths of B x, float64 */
    PART_GRAM,     /* Qᴴ A Q where it is known, complex128, by columns */
    EIGEN_PARTS
} eigen_part;

typedef enum block_stage {
    BLOCK_CONSTRAINTS, /* B Y comes in */
    BLOCK_INNER,       /* B Q */
    BLOCK_BASIS,       /* A Q */
    BLOCK_PRECONDITIONED,
    BLOCK_DIRECTIONS, /* B W */
    BLOCK_STEP        /* A W */
} block_stage;

/* Everything that a step changes besides what all searches have.  No array of it is written to: a copy shares them. */
typedef struct eigen_block {
    block_stage stage;
    bool has_b, preconditioned, largest, dense;
    bool started, fresh; /* A Q and B Q are products, not combinations of those */
    double tol;          /* negative: none given */
    double size;         /* the largest eigenvalue that the small problems had */
    double best, sum;    /* the longest residual and the sum of values, when they last became better: */
    int64_t better_at;   /* at this iteration */
    gla_array *part[EIGEN_PARTS];
} eigen_block;

/* ---- blocks.c: products of blocks -------------------- */
/* x c, for c of r columns, column-major on the host. */
gla_array *block_combine(gla_scope *s, const gla_array *x, const double complex *c, int64_t ld, int64_t r);
/* xᴴ y on the device, and on the host column-major. */
gla_array *block_gram(gla_scope *s, const gla_array *x, const gla_array *y);
double complex *block_gram_host(gla_scope *s, const gla_array *x, const gla_array *y);
/* On the host, in another type. */
gla_array *block_fetch(gla_scope *s, gla_dtype dtype, const gla_array *x);
/* x - y h, of a small h on the device. */
gla_array *block_subtract(gla_scope *s, const gla_array *x, const gla_array *y, const gla_array *h);
/* Two blocks side by side, and some columns of one; NULL or none is allowed for the second. */
gla_array *block_join(gla_scope *s, const gla_array *x, const gla_array *y);
gla_array *block_columns(gla_scope *s, const gla_array *x, int64_t from, int64_t count);
gla_array *block_choose(gla_scope *s, const gla_array *x, const int *which, int64_t count);
/* The lengths of the columns, float64 on the host. */
gla_array *block_lengths(gla_scope *s, const gla_array *x);
int64_t block_width(const gla_array *x);

/* ---- orthonormal.c -------------------- */
typedef struct block_span { /* an orthonormal block, and B times it */
    const gla_array *x, *bx;
} block_span;

/* Columns that span what those of *w do outside the given spans, orthonormal in the inner product of B; fewer where they
 * depend on one another.  *bw is B times them, and the same array as *w without B.  NULL: nothing is left. */
void block_orthonormalise(gla_scope *s, int spans, const block_span *span, gla_array **w, gla_array **bw);

/* ---- ritz.c -------------------- */
/* The best vectors of a space, and directions: columns of coefficients, m of each, k and then `more`. */
typedef struct block_ritz {
    int64_t m, k, more;
    double *value;     /* k */
    double complex *c; /* m x (k + more) */
    gla_array *gram;   /* cᴴ g c: of the next basis */
    double size;       /* the largest absolute value of all */
} block_ritz;

/* g, m x m, is Hermitian but for rounding.  The directions are those of the columns where `active` is set, outside the first
 * `old` vectors. */
block_ritz block_solve(gla_scope *s, double complex *g, int64_t m, int64_t k, int64_t old, bool largest, const bool *active,
                       bool real);

/* ---- a search in the middle of a step -------------------- */
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

/* ---- residuals.c -------------------- */
/* A x - value B x of all columns, without what constraints have in it: B Y times their multipliers. */
gla_array *block_residuals(const block_step *t);
/* Whether column j is as good as asked for. */
bool block_is_known(const block_step *t, int j);
/* Whether a residual or the values became smaller not long ago. */
bool block_comes_nearer(const block_step *t);
/* The end; an error where not all columns are good enough. */
void block_finish(const block_step *t, bool no_nearer);

/* ---- lobpcg.c -------------------- */
void eigen_block_start(gla_scope *s, eigen_solver *q, gla_array *x, gla_array *y);
void eigen_block_take(gla_scope *s, eigen_solver *q, gla_array *y);

/* ---- saved.c -------------------- */
void eigen_block_end(eigen_block *b);
/* A search as it is, to which it can return when something fails; one or the other is dropped then. */
typedef struct eigen_saved {
    eigen_solver before;
    eigen_block *block;
    gla_array *vector;
} eigen_saved;

void eigen_block_save(gla_scope *s, const eigen_solver *q, eigen_saved *saved);
void eigen_block_restore(eigen_solver *q, eigen_saved *saved, bool back);

#endif
