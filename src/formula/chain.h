/* chain.h - Deferred operations of one result: operands, scalars and steps. */
#ifndef GLA_FORMULA_CHAIN_H
#define GLA_FORMULA_CHAIN_H

#include "formula/expr.h"

enum { GLA_CHAIN_INPUTS = 8, GLA_CHAIN_NUMBERS = 8, GLA_CHAIN_STEPS = 16 };

typedef struct gla_chain_step {
    gla_op op;
    /* Operand index: below GLA_CHAIN_INPUTS an input, then a scalar, then an earlier step. */
    int arg[2];
} gla_chain_step;

typedef struct gla_chain {
    gla_array *result;                  /* the array that owns this chain */
    gla_array *input[GLA_CHAIN_INPUTS]; /* evaluated arrays; the chain owns a reference to each */
    gla_constant number[GLA_CHAIN_NUMBERS];
    gla_chain_step step[GLA_CHAIN_STEPS];
    int n_inputs, n_numbers, n_steps;
    gla_expr *expr; /* the chain as an expression for the backend, once it has been compiled */
    int64_t done;   /* number of elements of the result computed so far */
    bool running;
} gla_chain;

/* Append an operation. The chains of lazy operands are copied into p. Return false, and change nothing, if the chain would be
 * too long or an operand has been exposed in the meantime. */
bool gla_chain_add(gla_chain *p, gla_op op, int n, const gla_array *const in[]);
/* Compile the chain into p->expr. */
gla_status gla_chain_compile(gla_chain *p);
/* Compute the next *n elements. No code of the script runs meanwhile. */
gla_status gla_chain_run(const gla_chain *p, int64_t *n);
void gla_chain_free(gla_chain *p);

/* Convert a scalar of the script to a constant of that dtype. Return false if the conversion would lose precision. */
bool gla_chain_number(const gla_array *x, gla_dtype dtype, gla_constant *value);

#endif
