/* markov.h - A Markov chain during one call, on the host. */
#ifndef GLA_MARKOV_MARKOV_H
#define GLA_MARKOV_MARKOV_H

#include "core/dispatch.h"
#include "gpulinalg/markov.h"
#include "gpulinalg/sparse_markov.h"

/* Positive probabilities of each row, with columns in increasing order.  All memory belongs to the scope. */
typedef struct chain {
    gla_scope s;
    gla_device *dev; /* device of the matrix and of results */
    gla_dtype dtype; /* dtype of results: float32 or float64 */
    int64_t n;
    const int64_t *begins, *to; /* (n + 1,), (number of transitions,) */
    const double *p;
    /* Classes of communicating states: the class of each state; the states, class by class and in increasing order within each
     * class; the start of each class in this list; whether a class is recurrent.  No transition leads to a class with a larger
     * number. */
    int64_t classes;
    int64_t *of, *states, *starts;
    bool *closed;
} chain;

/* A share before normalisation: x times SHARE_UNIT^e, where x is 0 or in [1, SHARE_UNIT).  The shares of one chain can exceed
 * the range of double, although the ratio of the shares of neighbouring states does not. */
typedef struct share {
    double x;
    int64_t e;
} share;

#define SHARE_UNIT 0x1p500
#define NO_SHARE ((share){0, INT64_MIN / 2})

/* A matrix: either P or a is set. */
typedef struct matrix_given {
    const gla_array *P;
    const gla_sparse *a;
} matrix_given;

/* chain.c: validate and read the matrix; failures are recorded in the scope. */
void chain_begin(chain *c, const char *op, matrix_given given);
/* Return a float64 or int64 array on the host, to be filled in; return a filled array on the device of P. */
gla_array *chain_numbers(chain *c, gla_dtype dtype, int ndim, const int64_t *shape, void **data);
gla_array *chain_placed(chain *c, gla_array *made);
/* Return true if the user has interrupted; the interrupt is recorded in the scope.  If checking costs more than a row, check
 * only once every ROWS rows. */
enum { ROWS = 256 };
bool chain_interrupted(chain *c);

/* classes.c: find the classes of all states, ignoring transitions out of the states marked in `ends` (may be NULL). */
void chain_find_classes(chain *c, const bool *ends);
/* Write the recurrent classes, or all classes, in order of their first states.  Return the number of classes written. */
int64_t chain_order(chain *c, bool all, int64_t *order);
int64_t chain_period(chain *c, int64_t class);
/* Return the position of a state within its class; positions increase with the number of the state. */
int64_t chain_place(const chain *c, int64_t class, int64_t state);

/* shares.c: arithmetic of shares.  share_normalize() returns false if a share is not finite.  share_all() scales n shares so
 * that they sum to 1. */
void share_add(share *sum, share from, double p);
bool share_normalize(share *sum);
void share_all(const share *found, int64_t n, double *x);

/* eliminate.c: eliminate the states from last to first.  a is (n, n) and extra is (n, width).  Column 0 of extra is the
 * probability that a state leaves the set; x, (n, width - 1), solves x = a x + the other columns.  way_out is a workspace for n
 * values.  Return false if all exit probabilities of a state underflow, or if the user has interrupted. */
bool eliminate_states(chain *c, double *a, int64_t n, double *extra, int64_t width, double *way_out, double *x);
/* Like eliminate_states(), for a class that the chain never leaves; computes the shares of its states. */
bool eliminate_for_shares(chain *c, double *a, int64_t n, double *way_out, share *found);

/* reduce.c: elimination for a class of any size; if width is 0, shares are computed.  extra is overwritten. */
typedef enum reduction_outcome { REDUCED, VANISHED, GIVEN_UP } reduction_outcome;
reduction_outcome chain_reduce(chain *c, int64_t class, double *extra, int64_t width, double *values, share *shares);

/* Transitions into each state of a class from the other states of the class: their sources, in increasing order, and
 * probabilities. */
typedef struct ways_in {
    int64_t *begins, *from;
    double *p, *out; /* for each state: total probability of the transitions out of it */
} ways_in;

/* groups.c: divide the states of a class into groups that are nearly uncoupled.  A group may be split according to how far its
 * states `moved` in a sweep. */
typedef struct groups {
    int64_t count, m;
    int64_t *of; /* (m,) */
} groups;

#define GROUPS 256 /* maximum number of groups */

bool groups_begin(chain *c, groups *g, const ways_in *w, int64_t m);
void groups_end(groups *g);
void groups_split(groups *g, const double *moved);
/* Rescale the shares of each group so that the totals of the groups are correct, provided that the shares within each group are
 * correct.  *moved receives the largest relative change of a group.  Return false if values overflow or underflow, or if memory
 * is insufficient. */
bool groups_balance(chain *c, const groups *g, const ways_in *w, double *x, double *moved);

/* sweeps.c: Gauss-Seidel iteration, which also avoids subtractions.  Return true if the iteration converged within this number
 * of sweeps. The array x of the values of all states is (n, width). */
bool chain_sweep_shares(chain *c, int64_t class, int64_t sweeps, double *x);
bool chain_sweep_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x);

/* reverse.c: for nearly uncoupled states, compute values from two distributions of shares, each found within this number of
 * sweeps. */
bool chain_reverse_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x);

/* solve.c: write the stationary distribution of a recurrent class to the positions of the class's states in `row`. */
void chain_stationary(chain *c, int64_t class, double *row);
/* Solve x = P x + r, (n, width), for the classes that are not `known`; x is given for the known classes.  Infinities
 * propagate. */
void chain_system(chain *c, const bool *known, double r, int64_t width, double *x);

#endif
