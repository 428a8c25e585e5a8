/* machine.h - a typed expression as steps over blocks of elements, each step one of the compiled loops. */
#ifndef GLA_BACKENDS_HOST_FORMULA_MACHINE_H
#define GLA_BACKENDS_HOST_FORMULA_MACHINE_H

#include "backends/host/array/copy.h"
#include "backends/host/elementwise/elementwise.h"
#include "formula/expr.h"

#define GLA_BLOCK_BYTES 8192 /* a register: one value of each element of a block */

typedef enum gla_step_kind { GLA_STEP_COMPUTE, GLA_STEP_CONVERT, GLA_STEP_LOOP, GLA_STEP_END } gla_step_kind;

typedef struct gla_step {
    gla_step_kind kind;
    gla_loop loop;
    gla_host_converter convert;
    int n, in[3], out; /* registers; of a LOOP: its bounds and its counter */
    int jump;          /* LOOP: its END; END: its LOOP */
    int64_t by;
    gla_dtype bound[2]; /* LOOP: the types of its bounds */
    bool reached;       /* LOOP: there is a round for the second one itself */
} gla_step;

typedef struct gla_machine {
    const gla_expr *e;
    int n_steps, n_registers;
    gla_step *steps;
    int *place;           /* the register of each value; inputs have the first ones, in their order */
    int64_t block;        /* elements at a time */
    size_t item;          /* bytes of the widest value */
    bool costly;          /* some step takes long for each element */
    _Atomic bool endless; /* a loop was to have more rounds than are allowed: results are void */
    _Atomic bool beyond;  /* its counter was to get beyond int64: so they are */
} gla_machine;

static inline size_t gla_machine_register_bytes(const gla_machine *m)
{
    return (size_t)m->block * m->item;
}

/* Outputs that are computed as they are stored, and not used in a loop that might change them, have registers of their own:
 * these may be put where the result goes. */
gla_status gla_machine_init(gla_machine *m, const gla_expr *e);
void gla_machine_clear(gla_machine *m);
/* Blocks so small that all registers are in the first cache beside what comes from memory, `bytes` altogether, and that the
 * processor loads for one step while it computes another.  Where results depend on the blocks, as sums do, they are left as
 * they are. */
void gla_machine_shrink_blocks(gla_machine *m, size_t bytes);
bool gla_machine_redirects(const gla_machine *m, int output);

/* Registers for one thread, those of constants filled for n elements; NULL when there is no memory.  The table of
 * pointers may be changed for inputs and redirected outputs. */
char **gla_machine_registers(const gla_machine *m, int64_t n);
void gla_machine_free_registers(const gla_machine *m, char **registers);

/* All steps, for n <= block elements. */
void gla_machine_run(const gla_machine *m, char **registers, int64_t n);
/* When all is done: ArgumentError if a loop was too long. */
gla_status gla_machine_outcome(const gla_machine *m);

/* A constant in its type. */
void gla_store_constant(const gla_constant *c, void *p);

/* Fill a register with copies of its first element. */
void gla_repeat(void *p, size_t item, int64_t n);

#endif
