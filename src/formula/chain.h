/* chain.h - what has been put off for one result: operands, numbers and the operations on them. */
#ifndef GLA_FORMULA_CHAIN_H
#define GLA_FORMULA_CHAIN_H

#include "formula/expr.h"

enum { GLA_CHAIN_INPUTS = 8, GLA_CHAIN_NUMBERS = 8, GLA_CHAIN_STEPS = 16 };

typedef struct gla_chain_step {
    gla_op op;
    /* Below GLA_CHAIN_INPUTS an input, then a number, then a step before this one. */
    int arg[2];
} gla_chain_step;

typedef struct gla_chain {
    gla_array *result;                  /* which owns this */
    gla_array *input[GLA_CHAIN_INPUTS]; /* with their elements; a reference to each */
    gla_constant number[GLA_CHAIN_NUMBERS];
    gla_chain_step step[GLA_CHAIN_STEPS];
    int n_inputs, n_numbers, n_steps;
    gla_expr *expr; /* the same for the backend, when it has been asked for */
    int64_t done;   /* elements of the result that are there */
    bool running;
} gla_chain;

/* Append an operation; operands whose chain waits lend it.  False, and nothing has changed: it would be too long, or others
 * can write to an operand by now. */
bool gla_chain_add(gla_chain *p, gla_op op, int n, const gla_array *const in[]);
/* Make p->expr. */
gla_status gla_chain_compile(gla_chain *p);
/* Compute *n elements from the first on that is not there yet.  Nothing of the script runs meanwhile. */
gla_status gla_chain_run(const gla_chain *p, int64_t *n);
void gla_chain_free(gla_chain *p);

/* A number of the script as a constant of that type; false for one that this would not be exact enough for. */
bool gla_chain_number(const gla_array *x, gla_dtype dtype, gla_constant *value);

#endif
