/* equation.h - Common parts of matrix equations: operands that share one stack, and their Schur forms. */
#ifndef GLA_LINALG_EQUATION_H
#define GLA_LINALG_EQUATION_H

#include "condition.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"

enum { GLA_EQUATION_OPERANDS = 6 };

/* One operand of a matrix equation with the orders m and n. */
typedef struct gla_operand {
    const char *name;
    const gla_array *x; /* NULL if not given */
    int rows, cols;     /* 0 for m, 1 for n */
} gla_operand;

typedef struct gla_equation {
    gla_call c;      /* m and n are the orders; device and dtype are used for the computation */
    gla_device *dev; /* device and dtype of the result */
    gla_dtype dtype;
    gla_array *in[GLA_EQUATION_OPERANDS]; /* finite, and broadcast to the stack of c; NULL if the operand is not given */
} gla_equation;

/* Begin an equation.  The first operand is square, of order m; the second operand has n columns.  If `on_host`, compute on the
 * host in double precision. */
void gla_equation_begin(gla_equation *e, const char *op, int n, const gla_operand *operands, bool on_host);
/* Return x as the result of the call; OverflowError unless x is finite. */
gla_status gla_equation_return(gla_equation *e, gla_array *x, gla_array **out);

/* ---- algebra of stacks, in the scope of a call --------------------------------------------------------------- */
static inline gla_array *gla_times(const gla_call *c, const gla_array *x, const gla_array *y)
{
    return gla_s_combine(c->s, gla_matmul, x, y);
}

static inline gla_array *gla_plus(const gla_call *c, const gla_array *x, const gla_array *y)
{
    return gla_s_combine(c->s, gla_add, x, y);
}

static inline gla_array *gla_minus(const gla_call *c, const gla_array *x, const gla_array *y)
{
    return gla_s_combine(c->s, gla_subtract, x, y);
}

static inline gla_array *gla_adjoint(const gla_call *c, const gla_array *x)
{
    return gla_failed(c) ? NULL : gla_s_adjoint(c->s, x);
}

gla_array *gla_product_3(const gla_call *c, const gla_array *a, const gla_array *b, const gla_array *d);
/* (x + xᴴ)/2. */
gla_array *gla_hermitian_part(const gla_call *c, const gla_array *x);
/* Return the inverses of x, of order n; messages call x `name`.  If a matrix is singular, raise SingularError, or return NULL
 * if `quiet`. */
gla_array *gla_equation_inverse(const gla_call *c, const char *name, gla_array *x, int64_t n, bool quiet);

/* ---- schur.c ------------------------------------------------------------------------------------------------- */
/* Compute the Schur forms x = z t zᴴ of a stack on the host, in float64 or complex128.  If sort is not NULL, the selected
 * eigenvalues come first, and counts receives their number for each matrix. */
void gla_schur_forms(const gla_call *c, const gla_array *x, const char *sort, gla_array **t, gla_array **z, int64_t *counts);

/* sylvester.c: solve a x + x aᴴ = q, with all arrays on the host, and with the stack and order m of c.  If `stable` is not
 * NULL, *stable is set to whether all eigenvalues of a have negative real parts; if *stable is false, x is NULL. */
gla_array *gla_continuous_lyapunov(const gla_call *c, const gla_array *a, const gla_array *q, gla_estimates *doubts,
                                   bool *stable);

/* ---- sylvester_triangles.c: complex128 matrices, or real Schur forms in float64, on the host, contiguous ----- */
/* Solve a y + y b = f with the host's trsyl.  Return true if a and -b share an eigenvalue, or if c has failed. */
bool gla_solve_triangles(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *f);
/* Write the adjoint of t with its rows and columns in reverse order; the result is again upper triangular. */
void gla_reverse_adjoint(bool complexes, int64_t n, const double *t, double *turned);
/* Return an estimate of the relative error of y.  The workspace `work` has m m + n n + m n elements. */
double gla_sylvester_error(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *work);

/* lyapunov.c: solve x = a x aᴴ + q, where a has order c->n.  Return NULL if a matrix is not stable. */
gla_array *gla_discrete_lyapunov(const gla_call *c, gla_array *a, gla_array *q, gla_estimates *doubts);

#endif
