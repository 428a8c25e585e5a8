/* tape.h - Interface of the tape for the checked entries: which calls are recorded, and how their derivatives are declared.
 *
 * A tape records the public calls of its thread whose arguments depend on a variable (log.h). A call is recorded in its entry,
 * around the facade's own function, so that no function contains code for derivatives. */
#ifndef GLA_TAPE_TAPE_H
#define GLA_TAPE_TAPE_H

#include "gpulinalg/call.h"

#include <stdatomic.h>

typedef struct gla_vjp gla_vjp;
typedef struct gla_node gla_node;
/* A rule: compute the cotangents of the arguments from those of the results (rule.h). */
typedef void gla_vjp_rule(gla_vjp *c);

typedef enum gla_derivative_kind {
    GLA_VJP_RULE,
    GLA_VJP_ZERO,   /* the result does not change with the arguments, or only in jumps */
    GLA_VJP_NONE,   /* a gradient through the call is an error */
    GLA_VJP_CUSTOM, /* a rule of the script; the first argument is its key */
    GLA_VJP_VARIABLE
} gla_derivative_kind;

/* The derivative of a function, as declared by @vjp in its header. hdoc generates one for every function. */
typedef struct gla_derivative {
    const char *name;    /* in messages */
    const char *forms;   /* a letter for each argument: a array, s array to change, l list of arrays, k index, n integers,
                        * t string, c, v and d something that may be an array, o object of the library, m list of these,
                        * - anything else */
    const char *results; /* a letter for each result: a, l, o, O list of objects, - anything else */
    gla_derivative_kind kind;
    int rule;               /* number of the rule in gla_vjp_rules (rule.h), or GLA_LENS_…; -1: none */
    const char *reason;     /* NONE: what to use instead, or NULL */
    const unsigned *saves;  /* for each argument: the arguments (bits) of which one must be watched for this argument to be
                            * saved; NULL: none is saved */
    unsigned saves_results; /* bits of the results that are saved */
} gla_derivative;

/* Number of open tapes of all threads. Entries read only this if it is 0. */
extern atomic_int gla_tape_count;
#define gla_taping __builtin_expect(atomic_load_explicit(&gla_tape_count, memory_order_relaxed), 0)

/* Before a call: store in *node a record of the call, or NULL if it is not recorded. Arrays that the call changes are saved for
 * earlier records. */
gla_status gla_tape_begin(gla_node **node, const gla_derivative *f, const gla_passed *in);
/* After the call: complete the record, or discard it if the call has failed. Return the status of both. */
gla_status gla_tape_end(gla_node *node, gla_status status, void *const *out);

/* Return true if the open tapes of this thread know the value of the object. */
bool gla_tape_knows(const void *object);
/* Return true if a tape of this thread must know that x changes to a function of x and y. */
bool gla_tape_concerns(const gla_array *x, const gla_array *y);
/* x = operation(x, y) in place, recorded if a tape must know it (inplace.c). The function is the entry of the operation. */
typedef gla_status gla_tape_binary(const gla_array *x, const gla_array *y, gla_array **out);
gla_status gla_tape_inplace(const char *operation, gla_tape_binary *function, gla_array *x, const gla_array *y);
/* Warn that a value of the tape is used as a number, of which the tape knows nothing. */
gla_status gla_tape_leaves(const char *op, const gla_array *x);

#endif
