/* systems.h - Systems of equations.
 *
 * With P the regressors of an equation, projected on its instruments, X the regressors and S = C C' the covariance matrix of
 * the errors, coefficients solve P' (S^-1 (x) I) (y - X b) = 0. All columns P are factored together, [P1 ... PE] = Q R, so
 * that this is a problem of the small matrices Q'P, Q'X and Q'(y - X b). */
#ifndef GLA_ECON_SYSTEMS_H
#define GLA_ECON_SYSTEMS_H

#include "econ/instruments/instruments.h"

/* An equation in the rows that all equations have. Arrays belong to the scope. */
typedef struct equation {
    model_frame f;
    const char *given_name; /* of the dependent variable, which f numbers if several equations have it */
    int64_t k, at;          /* number of coefficients; position of the first in the system */
    const char **names;
    gla_array *X, *P, *y, *u; /* regressors, projected regressors, (n, k); dependent variable and residuals, (n,) */
    double *b;                /* of two-stage least squares, then of the system */
    int64_t n_notes;
    const char **notes;
    bool missing; /* no regression was found */
} equation;

typedef struct equations {
    const econ_options *o;
    const econ_method *method;
    int64_t E, K, n, r; /* equations; coefficients; rows; rows of the small matrices */
    equation *of;
    gla_array *rows, *Q;
    double *RP, *RX; /* (r, K): Q'P and Q'X */
    double *S;       /* (E, E) */
    double *M, *D;   /* (K, K): see solve.c */
    int64_t steps;
} equations;

/* What the Fit of a system keeps. */
typedef struct system_extra {
    int64_t E, K;
    double *S, *H; /* covariance matrix of the errors; scores times H are the influences on the coefficients */
} system_extra;

/* frames.c: read the formulas, and restrict the equations to the rows that all have. */
void systems_read(gla_scope *s, equations *t, const gla_strings *formulas, const gla_table *data, const model_options *m);
/* equation.c: regressors that are independent, their projections, and the coefficients of the equation alone. */
void systems_prepare(gla_scope *s, equations *t);
/* solve.c */
void systems_solve(gla_scope *s, equations *t, bool iterate);
/* finish.c */
extern const econ_method systems_sur, systems_threesls;
gla_econ_fit *systems_fit(gla_scope *s, equations *t, const gla_table *data);

#endif
