/* markov.h - a Markov chain of one call, on the host. */
#ifndef GLA_MARKOV_MARKOV_H
#define GLA_MARKOV_MARKOV_H

#include "core/dispatch.h"
#include "gpulinalg/markov.h"
#include "gpulinalg/sparse_markov.h"

/* The positive probabilities of each row, columns rising; all memory belongs to the scope. */
typedef struct chain {
    gla_scope s;
    gla_device *dev; /* of the matrix, and of results */
    gla_dtype dtype; /* of results: float32 or float64 */
    int64_t n;
    const int64_t *begins, *to; /* (n + 1,), (number of them,) */
    const double *p;
    /* Classes of states that communicate: each state's number; the states, class by class, rising in each; where each class
     * begins among these; whether it is recurrent.  From no class does a way lead to one with a larger number. */
    int64_t classes;
    int64_t *of, *states, *starts;
    bool *closed;
} chain;

/* A share before all are known, x times SHARE_UNIT^e: x is 0, or from 1 on and below SHARE_UNIT.  From one state of a chain to
 * another shares can be beyond all that a double can hold, though between them there is none that is. */
typedef struct share {
    double x;
    int64_t e;
} share;

#define SHARE_UNIT 0x1p500
#define NO_SHARE ((share){0, INT64_MIN / 2})

/* A matrix, which is either P or a. */
typedef struct matrix_given {
    const gla_array *P;
    const gla_sparse *a;
} matrix_given;

/* chain.c: check and read; what fails is in the scope. */
void chain_begin(chain *c, const char *op, matrix_given given);
/* Results: an array of float64 or int64 numbers on the host, which the function fills in, and the same where P is. */
gla_array *chain_numbers(chain *c, gla_dtype dtype, int ndim, const int64_t *shape, void **data);
gla_array *chain_placed(chain *c, gla_array *made);
/* Whether the user wants to stop, which is noted: asked after so many rows where that costs more than they do. */
enum { ROWS = 256 };
bool chain_stops(chain *c);

/* classes.c: of all states, or without the ways out of those that `ends` marks (NULL: none). */
void chain_find_classes(chain *c, const bool *ends);
/* The recurrent classes, or all, in the order of their first states; their number. */
int64_t chain_order(chain *c, bool all, int64_t *order);
int64_t chain_period(chain *c, int64_t class);
/* Where a state of a class stands in it: it rises with the state. */
int64_t chain_place(const chain *c, int64_t class, int64_t state);

/* shares.c: sums and quotients of shares.  share_settle is false when one is not a number.  `share_all` makes the sum
 * of n shares 1. */
void share_add(share *sum, share from, double p);
bool share_settle(share *sum);
void share_all(const share *found, int64_t n, double *x);

/* eliminate.c: a is (n, n), extra (n, width).  Elimination of states from the last to the first; false where all ways out
 * of a state have vanished, or the user wants to stop.  Column 0 of extra says with what probability a state leaves all these,
 * and x, (n, width - 1), is a x + the other columns.  way_out is memory for n numbers. */
bool eliminate_states(chain *c, double *a, int64_t n, double *extra, int64_t width, double *way_out, double *x);
/* The same for a class that nothing leaves: its shares. */
bool eliminate_for_shares(chain *c, double *a, int64_t n, double *way_out, share *found);

/* reduce.c: the same for a class with any number of states; width 0 for shares.  extra is overwritten. */
typedef enum reduction_outcome { REDUCED, VANISHED, GIVEN_UP } reduction_outcome;
reduction_outcome chain_reduce(chain *c, int64_t class, double *extra, int64_t width, double *values, share *shares);

/* The ways into each state of a class from others of it, whose numbers rise: from where, and with what probability. */
typedef struct ways_in {
    int64_t *begins, *from;
    double *p, *out; /* of each state: the sum of the ways out */
} ways_in;

/* groups.c: the states of a class in groups between which hardly a way leads, or, where they are split, which have `moved` by
 * more or by less in a sweep. */
typedef struct groups {
    int64_t count, m;
    int64_t *of; /* (m,) */
} groups;

#define GROUPS 256 /* at most */

bool groups_begin(chain *c, groups *g, const ways_in *w, int64_t m);
void groups_end(groups *g);
void groups_split(groups *g, const double *moved);
/* Shares of the groups become what they must be where those within each are right; by how much they have moved, beside
 * themselves.  False where that is beyond floating-point numbers, and without memory. */
bool groups_balance(chain *c, const groups *g, const ways_in *w, double *x, double *moved);

/* sweeps.c: the iteration of Gauss and Seidel, which has no subtractions either; whether it has converged in so many
 * sweeps.  Values are x of all states, (n, width). */
bool chain_sweep_shares(chain *c, int64_t class, int64_t sweeps, double *x);
bool chain_sweep_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x);

/* reverse.c: the same by two distributions of shares, each found in so many sweeps, for states that hardly communicate. */
bool chain_reverse_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x);

/* solve.c: the stationary distribution of a recurrent class, at its states in `row`. */
void chain_stationary(chain *c, int64_t class, double *row);
/* x = P x + r, (n, width), for the classes that are not `known`; x of the others is given, and infinities spread. */
void chain_system(chain *c, const bool *known, double r, int64_t width, double *x);

#endif
