/* krylov.h - iterative solvers inside the library: a method is rows of a table, which the engine goes through. */
#ifndef GLA_KRYLOV_KRYLOV_H
#define GLA_KRYLOV_KRYLOV_H

#include "core/dispatch.h"
#include "gpulinalg/sparse_iterative.h"
#include "contract/krylov.h"

#include "../../kernels/krylov_steps.h"

#include <pthread.h>

/* Vectors of all methods: b, x, the residual; what products have made; the methods' own. */
enum {
    V_NONE,
    V_B,
    V_X,
    V_R,
    V_AX, /* a product with A */
    V_Z,  /* with the preconditioner, or with Aᴴ */
    V_P,  /* the methods' own from here on */
    V_S,
    V_T,
    V_U,
    V_W,
    KRYLOV_VECTORS
};

typedef enum krylov_want { WANT_NOTHING, WANT_A, WANT_ADJOINT, WANT_M } krylov_want;

typedef enum krylov_kind {
    ROW_END,
    ROW_APPLY, /* have `from` multiplied */
    ROW_PASS,  /* as gla_krylov_pass, of vectors */
    ROW_SWAP,  /* exchange two vectors */
    ROW_TEST,  /* the end of an iteration */
    ROW_CHECK, /* the residual has been computed of b and x */
    ROW_CALL   /* a function of the method */
} krylov_kind;

typedef enum krylov_when { ALWAYS, WITH_M, ALONE, WITH_X, WITHOUT_X } krylov_when;

typedef struct krylov_row {
    krylov_kind kind;
    krylov_when when;
    krylov_want want;
    int from, to; /* of ROW_APPLY and ROW_SWAP */
    int in[GLA_KRYLOV_INPUTS], out[GLA_KRYLOV_OUTPUTS], factor[GLA_KRYLOV_OUTPUTS][GLA_KRYLOV_INPUTS];
    int dots, left[GLA_KRYLOV_DOTS], right[GLA_KRYLOV_DOTS], sum[GLA_KRYLOV_DOTS], step;
    void (*call)(gla_sparse_iteration *q, gla_scope *s);
} krylov_row;

#define PLUS(number) ((number) + 1)
#define MINUS(number) (-(number)-1)
#define OUT(o) (GLA_KRYLOV_INPUTS + (o))

typedef struct krylov_method {
    const char *op;
    const krylov_row *residual; /* of x: b - A x and its length */
    const krylov_row *start, *loop;
    int times_n;        /* so many times n, or the smaller of m and n, is how many iterations it takes at most, */
    bool takes_fewer;   /* unless the script says otherwise */
    bool least_squares; /* A may have any shape */
    unsigned tall;      /* 1 << vector: those as long as b, where that is not as long as x */
    const char *broken; /* what to say of a column that cannot go on, and */
    gla_status breaks;  /* with what error; GLA_CONVERGENCE_ERROR: after another try from there */
    bool in_cycles;     /* a cycle ends with the residual, and another one begins */
} krylov_method;

extern const krylov_method krylov_cg, krylov_minres, krylov_bicgstab, krylov_gmres, krylov_lsqr, krylov_lsmr;

typedef struct krylov_options {
    double rtol, atol, damp, conlim;
    int64_t maxiter, restart; /* maxiter -1: as many as the method takes */
    bool preconditioned;
} krylov_options;

/* maxiter of the options: where nobody says how many there may be, -1; a negative number is refused. */
static inline int64_t krylov_limit(gla_axis maxiter)
{
    return maxiter == GLA_NO_AXIS ? -1 : maxiter < 0 ? -2 : maxiter;
}

/* One solution in progress. */
struct gla_sparse_iteration {
    gla_object object;
    pthread_mutex_t lock;
    const krylov_method *method;
    krylov_options o;
    gla_device *dev;
    gla_dtype dtype;
    bool single;        /* b is a vector */
    int64_t m, n, k;    /* of b; of x, -1 until it is known; columns */
    int64_t numbers_of; /* how many each column has */
    gla_array *v[KRYLOV_VECTORS], *numbers;
    gla_array **basis; /* of GMRES */
    int64_t inner;     /* of the cycle */
    const krylov_row *rows;
    int at;
    krylov_want want;
    bool done, pause, paused, broken;
    gla_status failed;    /* with what it came to an end */
    int64_t loops, every; /* iterations, and after how many of them it is looked at the numbers */
    double *unit;         /* of each column: b, x and norms are kept as multiples of it; NULL: 1 */
    bool looked;          /* at the first product with the adjoint */
    double *history;      /* norms of residuals, k at each test */
    int64_t tests, tests_kept;
    double *before; /* the true norms when it last began */
    int64_t asked;  /* milliseconds: when the user was last asked whether to go on */
};

/* ---- engine.c ------------------------------------------------------------------------------------------------------- */
gla_sparse_iteration *krylov_new(gla_scope *s, const krylov_method *method, const gla_array *b, const gla_array *x0,
                                 const krylov_options *o);
/* Go on until something is wanted, or it is done. */
void krylov_advance(gla_sparse_iteration *q, gla_scope *s);
/* What was wanted. */
void krylov_take(gla_sparse_iteration *q, gla_scope *s, gla_array *product);
/* The vector that is to be multiplied, as the caller's. */
gla_array *krylov_wanted(gla_sparse_iteration *q, gla_scope *s);

/* ---- state.c -------------------------------------------------------------------------------------------------------- */
/* A vector, zeros where nothing has been written yet; its length. */
gla_array *krylov_vector(gla_sparse_iteration *q, gla_scope *s, int which);
int64_t krylov_length(const gla_sparse_iteration *q, int which);
/* Takes the reference over. */
void krylov_put(gla_sparse_iteration *q, int which, gla_array *x);
/* A vector as b has it: of one dimension or two; owned by the scope. */
gla_array *krylov_shaped(gla_sparse_iteration *q, gla_scope *s, gla_array *x);
/* A pass over given arrays. */
void krylov_pass(gla_sparse_iteration *q, gla_scope *s, const krylov_row *row, gla_array *const in[], gla_array *const out[],
                 int at);
/* All numbers on the host, and the real part of one. */
const void *krylov_numbers(gla_sparse_iteration *q, gla_scope *s);
double krylov_number(const gla_sparse_iteration *q, const void *numbers, int64_t which, int64_t column);
/* All numbers as complex128, in memory of the scope; and back. */
double *krylov_numbers_copy(gla_sparse_iteration *q, gla_scope *s);
void krylov_set_numbers(gla_sparse_iteration *q, gla_scope *s, const double *numbers);

/* ---- check.c: what numbers mean ------------------------------------------------------------------------------------- */
void krylov_test(gla_sparse_iteration *q, gla_scope *s);
void krylov_check(gla_sparse_iteration *q, gla_scope *s);
/* One more line of the history. */
void krylov_remember(gla_sparse_iteration *q, gla_scope *s, const double *norms);
void krylov_ask_user(gla_sparse_iteration *q, gla_scope *s);

/* ---- units.c -------------------------------------------------------------------------------------------------------- */
/* Units for columns of b that are too large or too small to be squared, at the beginning. */
void krylov_choose_units(gla_sparse_iteration *q, gla_scope *s);
double krylov_unit(const gla_sparse_iteration *q, int64_t column);
/* x as the script sees it. */
gla_array *krylov_solution(gla_sparse_iteration *q, gla_scope *s);
/* Least squares: whether the first product with the adjoint can be squared. */
void krylov_check_adjoint(gla_sparse_iteration *q, gla_scope *s, const gla_array *product);

/* ---- serve.c -------------------------------------------------------------------------------------------------------- */
/* Serve what is wanted as far as it is there: A and m may be NULL. */
void krylov_serve(gla_sparse_iteration *q, gla_scope *s, const gla_sparse *a, const gla_sparse_preconditioner *m);

#endif
