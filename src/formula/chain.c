/* chain.c - Build and run a chain of deferred elementwise operations (chain.h). */
#include "formula/chain.h"
#include "contract/fused.h"
#include "runtime/interrupt.h"

#include "core/core.h"

/* Number of single-element operations per chunk of elements. A chunk of cheap operations takes a few milliseconds. */
#define PIECE (1 << 22)

enum { FIRST_NUMBER = GLA_CHAIN_INPUTS, FIRST_STEP = FIRST_NUMBER + GLA_CHAIN_NUMBERS };

/* ---- scalars ----------------------------------------------------------------------------------------------------- */
bool gla_chain_number(const gla_array *x, gla_dtype dtype, gla_constant *value)
{
    const void *p = gla_data(x);
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    double re, im = 0;
    if (x->dtype == GLA_INT64) {
        int64_t n = *(const int64_t *)p;
        if (n > INT64_C(1) << 53 || n < -(INT64_C(1) << 53))
            return false;
        re = (double)n;
    } else if (x->dtype == GLA_FLOAT64 || (x->dtype == GLA_COMPLEX128 && gla_dtype_is_complex(dtype))) {
        re = ((const double *)p)[0];
        im = x->dtype == GLA_FLOAT64 ? 0 : ((const double *)p)[1];
    } else {
        return false;
    }
    *value = (gla_constant){.dtype = dtype, .re = single ? (double)(float)re : re, .im = single ? (double)(float)im : im};
    return true;
}

/* ---- appending --------------------------------------------------------------------------------------------------- */
/* Each function returns the index of the added operand in the chain, or -1 if the chain is full. */
static int add_input(gla_chain *p, const gla_array *a)
{
    for (int i = 0; i < p->n_inputs; i++)
        if (p->input[i]->buffer == a->buffer && p->input[i]->offset == a->offset)
            return i;
    if (p->n_inputs == GLA_CHAIN_INPUTS || atomic_load(&a->buffer->exposed)) /* exposed since it was checked */
        return -1;
    p->input[p->n_inputs] = (gla_array *)a; /* the reference is taken after the whole operation has been added */
    return p->n_inputs++;
}

static int add_number(gla_chain *p, const gla_constant *value)
{
    if (p->n_numbers == GLA_CHAIN_NUMBERS)
        return -1;
    p->number[p->n_numbers] = *value;
    return FIRST_NUMBER + p->n_numbers++;
}

static int add_step(gla_chain *p, gla_op op, int n, const int args[])
{
    if (p->n_steps == GLA_CHAIN_STEPS)
        return -1;
    gla_chain_step *s = &p->step[p->n_steps];
    *s = (gla_chain_step){.op = op};
    for (int i = 0; i < n; i++) {
        if (args[i] < 0)
            return -1;
        s->arg[i] = args[i];
    }
    return FIRST_STEP + p->n_steps++;
}

/* Add all steps of another chain. */
static int add_chain(gla_chain *p, const gla_chain *other)
{
    int name[FIRST_STEP + GLA_CHAIN_STEPS], last = -1;
    for (int i = 0; i < other->n_inputs; i++)
        name[i] = add_input(p, other->input[i]);
    for (int i = 0; i < other->n_numbers; i++)
        name[FIRST_NUMBER + i] = add_number(p, &other->number[i]);
    for (int i = 0; i < other->n_steps; i++) {
        const gla_chain_step *s = &other->step[i];
        int n = gla_op_describe(s->op)->arity, args[2] = {name[s->arg[0]], n > 1 ? name[s->arg[1]] : 0};
        name[FIRST_STEP + i] = last = add_step(p, s->op, n, args);
        if (last < 0)
            break;
    }
    return last;
}

static int add_operand(gla_chain *p, const gla_array *a)
{
    gla_constant value;
    if (a->chain)
        return a->chain == p ? FIRST_STEP + p->n_steps - 1 : add_chain(p, a->chain);
    if (!(a->flags & GLA_WEAK))
        return add_input(p, a);
    return gla_chain_number(a, p->result->dtype, &value) ? add_number(p, &value) : -1;
}

bool gla_chain_add(gla_chain *p, gla_op op, int n, const gla_array *const in[])
{
    int had[3] = {p->n_inputs, p->n_numbers, p->n_steps}, args[2] = {-1, -1};
    /* If p is the chain of an operand, the operand's value is now the last step of p. Determine this step first, because other
     * operands append steps. */
    for (int i = 0; i < n; i++)
        args[i] = in[i]->chain == p ? FIRST_STEP + p->n_steps - 1 : -1;
    for (int i = 0; i < n; i++)
        args[i] = args[i] < 0 ? add_operand(p, in[i]) : args[i];
    if (add_step(p, op, n, args) < 0) {
        p->n_inputs = had[0];
        p->n_numbers = had[1];
        p->n_steps = had[2];
        return false;
    }
    for (int i = had[0]; i < p->n_inputs; i++)
        gla_ref(p->input[i]);
    return true;
}

void gla_chain_free(gla_chain *p)
{
    for (int i = 0; p && i < p->n_inputs; i++)
        gla_unref(p->input[i]);
    if (p)
        gla_expr_free(p->expr);
    gla_free(p);
}

/* ---- computing --------------------------------------------------------------------------------------------------- */
gla_status gla_chain_compile(gla_chain *p)
{
    const char *op = gla_op_describe(p->step[p->n_steps - 1].op)->name;
    int value[FIRST_STEP + GLA_CHAIN_STEPS], last = 0;
    gla_expr *e = gla_expr_new(op);
    if (!e)
        return gla_last_status();
    for (int i = 0; i < p->n_inputs && last >= 0; i++)
        value[i] = last = gla_expr_input(e, (gla_operand_type){.dtype = p->result->dtype});
    for (int i = 0; i < p->n_numbers && last >= 0; i++)
        value[FIRST_NUMBER + i] = last = gla_expr_constant(e, p->number[i], false);
    for (int i = 0; i < p->n_steps && last >= 0; i++) {
        int args[2] = {value[p->step[i].arg[0]], value[p->step[i].arg[1]]};
        value[FIRST_STEP + i] = last = gla_expr_operation(e, p->step[i].op, args);
    }
    if (last < 0) {
        gla_expr_free(e);
        return gla_last_status();
    }
    e->n_outputs = 1;
    e->outputs[0] = last;
    p->expr = e;
    return GLA_OK;
}

/* View n elements of a contiguous array, starting at element `from`, as a vector. */
static const gla_array *piece_of(gla_stack_view *v, const gla_array *a, int64_t from, int64_t n)
{
    const int64_t one = 1;
    gla_view_on_stack(v, a, 1, &n, &one);
    v->a.offset += from;
    return &v->a;
}

gla_status gla_chain_run(const gla_chain *p, int64_t *n)
{
    gla_stack_view views[GLA_CHAIN_INPUTS], result;
    const gla_array *in[GLA_CHAIN_INPUTS];
    gla_device *dev = gla_device_of(p->result);
    int64_t left = p->result->size - p->done, most = PIECE / p->n_steps;
    *n = left < most ? left : most;
    for (int i = 0; i < p->n_inputs; i++)
        in[i] = piece_of(&views[i], p->input[i], p->done, *n);
    gla_array *out = (gla_array *)piece_of(&result, p->result, p->done, *n);
    gla_interrupts_hold(true);
    gla_status st = dev->backend->fused->map(dev, p->expr, in, &out);
    gla_interrupts_hold(false);
    return st;
}
