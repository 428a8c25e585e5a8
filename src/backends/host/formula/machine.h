/* machine.h - A typed expression, compiled to steps over blocks of elements.  Each step is one compiled loop. */
#ifndef GLA_BACKENDS_HOST_FORMULA_MACHINE_H
#define GLA_BACKENDS_HOST_FORMULA_MACHINE_H

#include "backends/host/array/copy.h"
#include "backends/host/elementwise/elementwise.h"
#include "formula/expr.h"

#define GLA_BLOCK_BYTES 8192 /* size of a register, which contains one value for each element of a block */

typedef enum gla_step_kind { GLA_STEP_COMPUTE, GLA_STEP_CONVERT, GLA_STEP_LOOP, GLA_STEP_END } gla_step_kind;

typedef struct gla_step {
    gla_step_kind kind;
    gla_loop loop;
    gla_host_converter convert;
    int n, in[3], out; /* register numbers; for LOOP, the registers of its bounds and its counter */
    int jump;          /* LOOP: its END step; END: its LOOP step */
    int64_t by;
    gla_dtype bound[2]; /* LOOP: dtypes of its bounds */
    bool reached;       /* LOOP: the second bound is included */
} gla_step;

typedef struct gla_machine {
    const gla_expr *e;
    int n_steps, n_registers;
    gla_step *steps;
    int *place;                   /* register of each value; inputs have the first registers, in order */
    int64_t block;                /* number of elements processed at a time */
    size_t item;                  /* size of the widest value, in bytes */
    bool costly;                  /* some step is slow for each element */
    _Atomic bool too_many_rounds; /* a loop had too many rounds: results are invalid */
    _Atomic bool beyond;          /* the counter of a loop exceeded int64: results are invalid */
} gla_machine;

static inline size_t gla_machine_register_bytes(const gla_machine *m)
{
    return (size_t)m->block * m->item;
}

/* Compile an expression.  An output has a separate register, which may be redirected to the result, if the output is computed
 * in the stored dtype and is not used by a loop that might change it. */
gla_status gla_machine_init(gla_machine *m, const gla_expr *e);
void gla_machine_clear(gla_machine *m);
/* Reduce the size of blocks so that all registers fit in the first-level cache together with data from memory, `bytes`
 * altogether, and so that the processor can load the data for one step during another step.  Do not call this function if
 * results depend on the blocks, as sums do. */
void gla_machine_shrink_blocks(gla_machine *m, size_t bytes);
bool gla_machine_redirects(const gla_machine *m, int output);

/* Allocate registers for one thread, in which constants are filled in for n elements.  Return NULL if memory runs out.  The
 * caller may change the pointers of inputs and of redirected outputs. */
char **gla_machine_registers(const gla_machine *m, int64_t n);
void gla_machine_free_registers(const gla_machine *m, char **registers);

/* Run all steps, for n <= block elements. */
void gla_machine_run(const gla_machine *m, char **registers, int64_t n);
/* Call this at the end.  The call fails with ArgumentError if a loop was too long. */
gla_status gla_machine_outcome(const gla_machine *m);

/* Store a constant in its dtype. */
void gla_store_constant(const gla_constant *c, void *p);

/* Fill a register with copies of its first element. */
void gla_repeat(void *p, size_t item, int64_t n);

#endif
