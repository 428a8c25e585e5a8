/* equation.h - what equations share whose unknown is a matrix: several matrices of one stack, and Schur forms of them. */
#ifndef GLA_LINALG_EQUATION_H
#define GLA_LINALG_EQUATION_H

#include "condition.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"

enum { GLA_EQUATION_OPERANDS = 6 };

/* A matrix of an equation whose orders are m and n. */
typedef struct gla_operand {
    const char *name;
    const gla_array *x; /* NULL: not given */
    int rows, cols;     /* 0: m of them, 1: n */
} gla_operand;

typedef struct gla_equation {
    gla_call c;      /* m and n are the orders; device and type are those to compute with */
    gla_device *dev; /* of the result, and its type */
    gla_dtype dtype;
    gla_array *in[GLA_EQUATION_OPERANDS]; /* finite, with the stack of c; NULL: not given */
} gla_equation;

/* The first operand is square, of order m; the second has n columns.  on_host: computed there in twice the precision. */
void gla_equation_begin(gla_equation *e, const char *op, int n, const gla_operand *operands, bool on_host);
/* OverflowError unless x is finite; x as the result. */
gla_status gla_equation_return(gla_equation *e, gla_array *x, gla_array **out);

/* ---- algebra of stacks, in the scope of a call ------------------------------------------------------------------------ */
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
/* Inverses of x, of order n, which is called `name`; SingularError, or NULL where `quiet` and one is singular. */
gla_array *gla_equation_inverse(const gla_call *c, const char *name, gla_array *x, int64_t n, bool quiet);

/* ---- schur.c ---------------------------------------------------------------------------------------------------------- */
/* x = z t zᴴ for a stack on the host, float64 or complex128; where sort is not NULL the eigenvalues that it wants come first,
 * and counts says how many of each matrix. */
void gla_schur_forms(const gla_call *c, const gla_array *x, const char *sort, gla_array **t, gla_array **z, int64_t *counts);

/* sylvester.c: x with a x + x aᴴ = q, all on the host, of the stack and order m of c.  stable (NULL: not asked): whether all
 * eigenvalues of a have negative real parts; else x is NULL. */
gla_array *gla_continuous_lyapunov(const gla_call *c, const gla_array *a, const gla_array *q, gla_doubts *doubts, bool *stable);

/* ---- sylvester_triangles.c: matrices of complex128, or real Schur forms of float64, on the host, without gaps ------ */
/* a y + y b = f by the host's trsyl; whether a and -b share an eigenvalue, or c has failed. */
bool gla_solve_triangles(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *f);
/* The adjoint in reverse order of rows and columns, which is upper triangular again. */
void gla_turn_triangle(bool complexes, int64_t n, const double *t, double *turned);
/* How far y may be wrong, relatively; work: m m + n n + m n numbers. */
double gla_triangles_doubt(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *work);

/* lyapunov.c: x = a x aᴴ + q, or NULL where a matrix is not stable; c has the order n. */
gla_array *gla_discrete_lyapunov(const gla_call *c, gla_array *a, gla_array *q, gla_doubts *doubts);

#endif
