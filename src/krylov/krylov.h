/* krylov.h - Internal declarations of the iterative solvers.  A method is a table of rows that the engine executes. */
#ifndef GLA_KRYLOV_KRYLOV_H
#define GLA_KRYLOV_KRYLOV_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_iterative.h"
#include "contract/krylov.h"

#include "../../kernels/krylov_steps.h"

#include <pthread.h>

/* Vectors of all methods: b, x and the residual, then results of products, then the vectors of the individual method. */
enum {
    V_NONE,
    V_B,
    V_X,
    V_R,
    V_AX, /* a product with A */
    V_Z,  /* a product with the preconditioner, or with Aᴴ */
    V_P,  /* from here on the methods' own vectors */
    V_S,
    V_T,
    V_U,
    V_W,
    KRYLOV_VECTORS
};

typedef enum krylov_want { WANT_NOTHING, WANT_A, WANT_ADJOINT, WANT_M } krylov_want;

typedef enum krylov_kind {
    ROW_END,
    ROW_APPLY, /* request the product of `from` */
    ROW_PASS,  /* a pass over vectors, as in gla_krylov_pass */
    ROW_SWAP,  /* exchange two vectors */
    ROW_TEST,  /* end of an iteration */
    ROW_CHECK, /* the residual has been computed from b and x */
    ROW_CALL   /* call a function of the method */
} krylov_kind;

typedef enum krylov_when { ALWAYS, WITH_M, ALONE, WITH_X, WITHOUT_X } krylov_when;

typedef struct krylov_row {
    krylov_kind kind;
    krylov_when when;
    krylov_want want;
    int from, to; /* for ROW_APPLY and ROW_SWAP */
    int in[GLA_KRYLOV_INPUTS], out[GLA_KRYLOV_OUTPUTS], factor[GLA_KRYLOV_OUTPUTS][GLA_KRYLOV_INPUTS];
    int dots, left[GLA_KRYLOV_DOTS], right[GLA_KRYLOV_DOTS], sum[GLA_KRYLOV_DOTS], step;
    void (*call)(gla_sparse_iteration *q, gla_scope *s);
} krylov_row;

#define PLUS(number) ((number) + 1)
#define MINUS(number) (-(number)-1)
#define OUT(o) (GLA_KRYLOV_INPUTS + (o))

typedef struct krylov_method {
    const char *op;
    const krylov_row *residual; /* computes b - A x and its norm */
    const krylov_row *start, *loop;
    int times_n;        /* default maximum number of iterations, as a multiple of n */
    bool takes_fewer;   /* use the smaller of m and n instead of n */
    bool least_squares; /* A may have any shape */
    unsigned tall;      /* bit mask (1 << vector) of the vectors that have the length of b, if b and x have different lengths */
    const char *broken; /* message if a column cannot continue */
    gla_status breaks;  /* error kind for `broken`; with GLA_CONVERGENCE_ERROR the method first restarts from the current x */
    bool in_cycles;     /* at the end of a cycle the residual is computed, and then the next cycle begins */
} krylov_method;

extern const krylov_method krylov_cg, krylov_minres, krylov_bicgstab, krylov_gmres, krylov_lsqr, krylov_lsmr;

typedef struct krylov_options {
    double rtol, atol, damp, conlim;
    int64_t maxiter, restart; /* maxiter -1: the default of the method */
    bool preconditioned;
} krylov_options;

/* Return maxiter for the options: -1 if maxiter is not given, -2 if it is negative, which is an error later. */
static inline int64_t krylov_limit(gla_axis maxiter)
{
    return maxiter == GLA_NO_AXIS ? -1 : maxiter < 0 ? -2 : maxiter;
}

/* An iterative solution in progress. */
struct gla_sparse_iteration {
    gla_object object;
    pthread_mutex_t lock;
    const krylov_method *method;
    krylov_options o;
    gla_device *dev;
    gla_dtype dtype;
    bool single;        /* b is a vector */
    int64_t m, n, k;    /* rows of b; rows of x, -1 until known; columns */
    int64_t numbers_of; /* number of scalars for each column */
    gla_array *v[KRYLOV_VECTORS], *numbers;
    gla_array **basis; /* basis of GMRES */
    int64_t inner;     /* step within the cycle */
    const krylov_row *rows;
    int at;
    krylov_want want;
    bool done, pause, paused, broken;
    gla_status failed;    /* status with which the solution ended */
    int64_t loops, every; /* iterations, and the number of iterations between reads of the scalars */
    double *unit;         /* unit of each column: b, x and norms are stored as multiples of the unit; NULL: 1 */
    bool looked;          /* the first product with the adjoint has been checked */
    double *history;      /* residual norms, k at each test */
    int64_t tests, tests_kept;
    double *before; /* true residual norms at the last start */
    int64_t asked;  /* time of the last check for an interrupt, in milliseconds */
};

/* ---- engine.c ------------------------------------------------------------------------------------------------ */
gla_sparse_iteration *krylov_new(gla_scope *s, const krylov_method *method, const gla_array *b, const gla_array *x0,
                                 const krylov_options *o);
/* Run until a product is requested, or until the solution is complete. */
void krylov_advance(gla_sparse_iteration *q, gla_scope *s);
/* Pass the requested product. */
void krylov_take(gla_sparse_iteration *q, gla_scope *s, gla_array *product);
/* Return the vector to be multiplied next, in the shape of b. */
gla_array *krylov_requested(gla_sparse_iteration *q, gla_scope *s);

/* ---- state.c ------------------------------------------------------------------------------------------------- */
/* Return a vector, or zeros if the vector has not been written yet; return the length of a vector. */
gla_array *krylov_vector(gla_sparse_iteration *q, gla_scope *s, int which);
int64_t krylov_length(const gla_sparse_iteration *q, int which);
/* Replace a vector; steals the reference. */
void krylov_put(gla_sparse_iteration *q, int which, gla_array *x);
/* Return a vector with the number of dimensions of b, 1 or 2; owned by the scope. */
gla_array *krylov_shaped(gla_sparse_iteration *q, gla_scope *s, gla_array *x);
/* Run a pass over the given arrays. */
void krylov_pass(gla_sparse_iteration *q, gla_scope *s, const krylov_row *row, gla_array *const in[], gla_array *const out[],
                 int at);
/* Copy all scalars to the host.  Return the real part of one scalar. */
const void *krylov_numbers(gla_sparse_iteration *q, gla_scope *s);
double krylov_number(const gla_sparse_iteration *q, const void *numbers, int64_t which, int64_t column);
/* Copy all scalars as complex128 to memory of the scope.  Copy them back. */
double *krylov_numbers_copy(gla_sparse_iteration *q, gla_scope *s);
void krylov_set_numbers(gla_sparse_iteration *q, gla_scope *s, const double *numbers);

/* ---- check.c: decisions from the scalars --------------------------------------------------------------------- */
void krylov_test(gla_sparse_iteration *q, gla_scope *s);
void krylov_check(gla_sparse_iteration *q, gla_scope *s);
/* Append a line to the history. */
void krylov_append_history(gla_sparse_iteration *q, gla_scope *s, const double *norms);
void krylov_check_interrupt(gla_sparse_iteration *q, gla_scope *s);

/* ---- scaling.c ------------------------------------------------------------------------------------------------- */
/* At the start, choose units for the columns of b whose squares would overflow or underflow. */
void krylov_choose_units(gla_sparse_iteration *q, gla_scope *s);
double krylov_unit(const gla_sparse_iteration *q, int64_t column);
/* Return x in the units of the caller. */
gla_array *krylov_solution(gla_sparse_iteration *q, gla_scope *s);
/* For least squares, check that the first product with the adjoint can be squared without overflow or underflow. */
void krylov_check_adjoint(gla_sparse_iteration *q, gla_scope *s, const gla_array *product);

/* ---- serve.c ------------------------------------------------------------------------------------------------- */
/* Serve the requests of the iteration as far as possible; A and m may be NULL. */
void krylov_serve(gla_sparse_iteration *q, gla_scope *s, const gla_sparse *a, const gla_sparse_preconditioner *m);

#endif
