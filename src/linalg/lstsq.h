/* lstsq.h - what the files of least squares share. */
#ifndef GLA_LINALG_LSTSQ_H
#define GLA_LINALG_LSTSQ_H

#include "common.h"
#include "elementwise/op.h"

typedef struct gla_lstsq_call {
    gla_call c;
    int64_t k;        /* min(m, n) */
    gla_array *a, *b; /* of the type computed in; a NULL while it is still on the host */
    gla_array *norms; /* of the columns, (..., 1, n) */
    gla_array *scale; /* D, (..., 1, n) */
    gla_matrices qr;  /* of a D, column-major */
    gla_array *tau;
    gla_matrices r; /* the triangle alone, (..., k, n) */
    gla_array *s, *rank;
    const gla_array *rcond;
    gla_array *x, *residuals;       /* residuals are NULL as long as they are not known */
    bool some_full, some_deficient; /* among the matrices of the stack */
    bool is_silent;                 /* about the rank, of which the caller warns itself */
} gla_lstsq_call;

/* Functions return what the scope of the call owns, and NULL after a failure. */

/* ---- lstsq_scale.c ------------------------------------------------------------------------------------------------- */
/* Lengths of the columns of a and their scale. */
void gla_lstsq_measure(gla_lstsq_call *p);
/* dst = x op y through the slot itself, because dst has an order of its own. */
void gla_lstsq_map_into(const gla_call *c, gla_op op, const gla_array *x, const gla_array *y, gla_array *dst);

/* ---- lstsq_rank.c -------------------------------------------------------------------------------------------------- */
/* From R: the singular values of a, the rank by p->rcond or by the scaled columns. */
void gla_lstsq_decide_rank(gla_lstsq_call *p);
/* The rank is full where the last singular value is above this times the first: scaling columns to length one is within √n of
 * the best scaling (van der Sluis 1969), so it worsens the condition by at most that. */
double gla_lstsq_surely_full(const gla_lstsq_call *p);
/* The lengths of the columns of a D, (..., 1, n), but 1 where they are zero: divided by them, columns are of length one. */
gla_array *gla_lstsq_lengths(const gla_lstsq_call *p);
/* rank from what the mask keeps, and whether the stack has matrices of full column rank, and others. */
void gla_lstsq_count_rank(gla_lstsq_call *p, const gla_array *mask);
/* All matrices of the stack have full rank. */
void gla_lstsq_all_full(gla_lstsq_call *p);
/* The shortest x, from the `rank` largest singular values. */
gla_array *gla_lstsq_solve_deficient(const gla_lstsq_call *p);

/* ---- lstsq_dependent.c --------------------------------------------------------------------------------------------- */
/* Warn of the first matrix whose rank is below min(m, n), and name the columns that depend on others. */
void gla_lstsq_warn_deficient(const gla_lstsq_call *p);

/* ---- lstsq_qr.c ---------------------------------------------------------------------------------------------------- */
void gla_lstsq_factor(gla_lstsq_call *p);
/* x by the triangle, refined, for matrices of full rank; p->residuals where they are known then. */
gla_array *gla_lstsq_solve_full(gla_lstsq_call *p);
/* b - a x */
gla_array *gla_lstsq_residual(const gla_lstsq_call *p, const gla_array *x);

/* ---- lstsq_gradient.c: refinement in doubled precision ------------------------------------------------------------- */
/* The type of sums and gradients: float64 or complex128. */
static inline gla_dtype gla_wide_of(gla_dtype dtype)
{
    return gla_dtype_is_complex(dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
}
/* Whether the device has what is needed for matrices as p's. */
bool gla_lstsq_can_refine(const gla_lstsq_call *p);
/* A matrix as the slots want it, from an array (m, n): its rows must be without gaps, see gla_lstsq_rows. */
gla_tall gla_lstsq_tall_of(const gla_array *a);
/* a itself when the numbers of a row stand side by side, else such a copy; (..., m, n). */
gla_array *gla_lstsq_rows(const gla_lstsq_call *p, const gla_array *a);
/* g = aᴴ (b - a x) and the sums of squares of b - a x, of the wide type; x NULL is zero. */
typedef struct gla_gram_gradient {
    gla_array *g, *sums;
} gla_gram_gradient;
gla_gram_gradient gla_lstsq_gradient(const gla_lstsq_call *p, const gla_tall *a, const gla_array *b, const gla_array *x);
/* The same for a stack: a, whose rows are without gaps, and b broadcast; x has the shape of the stack. */
gla_gram_gradient gla_lstsq_gradients(const gla_lstsq_call *p, const gla_array *a, const gla_array *b, const gla_array *x);
/* The sums of squares after a last correction of x by dx, where d was the gradient: less dxᴴ g, of the real type of p. */
gla_array *gla_lstsq_last_sums(const gla_lstsq_call *p, const gla_gram_gradient *d, const gla_array *dx);

/* ---- lstsq_gram.c: the triangle of a from Gram matrices, on the host ----------------------------------------------- */
typedef struct gla_gram {
    gla_scope *s;
    gla_device *host;
    gla_dtype wide;
    int64_t n;
    gla_array *r, *w; /* (n, n), each transposed: R of a D = Q R, and W = D R⁻¹, so that a W = Q */
    double *scale;    /* D, n powers of two */
    double bound;     /* of the condition of R with its columns made of length one; not below it */
} gla_gram;

gla_gram gla_gram_new(gla_scope *s, gla_dtype wide, int64_t n);
/* Cholesky of the Gram matrix of a (n x n, rows one after the other).  False: it is not finite, or may have lost numbers to
 * underflow, or is not positive definite in this arithmetic; or something failed. */
bool gla_gram_first(gla_gram *f, const gla_array *g);
/* The same with that of a W, which takes out what the first has lost to the square of the condition (CholeskyQR2).
 * False: a W is too far from orthonormal. */
bool gla_gram_second(gla_gram *f, const gla_array *g);
/* Singular values of a (`of_a`), or of a with its columns made of length one, computed on dev; of the wide type's reals. */
gla_array *gla_gram_values(const gla_gram *f, gla_device *dev, bool of_a);

/* ---- lstsq_tall.c -------------------------------------------------------------------------------------------------- */
/* Whether Gram matrices are to be tried at all; the device has the slot. */
bool gla_lstsq_is_tall(const gla_lstsq_call *p);
/* Least squares from Gram matrices where that can be trusted: false says that it cannot, and nothing is lost but time.  c.a may
 * still be on the host; if so, it may be on the device afterwards. */
bool gla_lstsq_tall(gla_lstsq_call *p);

#endif
