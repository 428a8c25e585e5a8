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

/* The ways into each state of a class from others of it, whose numbers rise: from where, and with what probability. */
typedef struct chain_ways {
    int64_t *begins, *from;
    double *p, *out; /* of each state: the sum of the ways out */
} chain_ways;

static inline double chain_inflow(const chain_ways *w, const double *x, int64_t state)
{
    double in = 0;
    for (int64_t e = w->begins[state]; e < w->begins[state + 1]; e++)
        in += x[w->from[e]] * w->p[e];
    return in;
}

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
/* Whether the user wants to stop, which is noted. */
bool chain_stops(chain *c);

/* classes.c: of all states, or without the ways out of those that `ends` marks (NULL: none). */
void chain_find_classes(chain *c, const bool *ends);
/* The recurrent classes, or all, in the order of their first states; their number. */
int64_t chain_order(chain *c, bool all, int64_t *order);
int64_t chain_period(chain *c, int64_t class);

/* eliminate.c: a is (n, n), extra (n, width).  Elimination of states from the last to the first; false where all ways out
 * of a state have vanished.  With width 0, then the stationary distribution, which sums to 1, is in x; else column 0 of extra
 * says with what probability a state leaves all these, and x, (n, width - 1), is a x + the other columns.  way_out is memory
 * for n numbers. */
bool eliminate_states(double *a, int64_t n, double *extra, int64_t width, double *way_out, double *x);

/* direct.c: whether the shares of the n states of a class are found, which sum to 1; no failure where they are not. */
bool chain_shares_directly(chain *c, const chain_ways *w, int64_t n, double *x);

/* solve.c: the stationary distribution of a recurrent class, at its states in `row`. */
void chain_stationary(chain *c, int64_t class, double *row);
/* x = P x + r, (n, width), for the classes that are not `known`; x of the others is given, and infinities spread. */
void chain_system(chain *c, const bool *known, double r, int64_t width, double *x);

#endif
