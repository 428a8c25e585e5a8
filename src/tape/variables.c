/* variables.c - Variables of tapes, and values that leave them. */
#include "tape/log.h"
#include "runtime/runtime.h"

const gla_derivative gla_derivative_of_variable = {.name = "watch", .forms = "a", .results = "a", .kind = GLA_VJP_VARIABLE};

static gla_status check_open(const char *op, const gla_tape *t)
{
    if (!t->is_open)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the tape has stopped; watch variables before", op);
    if (t->log != gla_chronicle_current())
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the tape records the calls of another thread; make one tape for each thread",
                        op);
    return GLA_OK;
}

static gla_status make_variable(const gla_tape *t, gla_array *x)
{
    gla_chronicle *log = t->log;
    gla_node *p = gla_chronicle_memory(log, sizeof *p);
    gla_operand *q = gla_chronicle_memory(log, 2 * sizeof *q);
    gla_passed *in = gla_chronicle_memory(log, sizeof *in);
    gla_status st = p && q && in ? gla_chronicle_renew(log, x) : GLA_OUT_OF_MEMORY_ERROR;
    if (!st)
        st = gla_operand_describe(log, q, x);
    if (st)
        return st;
    q[1] = q[0];
    *p = (gla_node){.f = &gla_derivative_of_variable,
                    .log = log,
                    .n_in = 1,
                    .n_out = 1,
                    .x = q,
                    .out = q + 1,
                    .in = in,
                    .owner = t,
                    .is_whole = gla_is_whole(x)};
    st = gla_chronicle_append(log, p);
    if (st)
        return st;
    x->object.node = p->out[0].id;
    return gla_chronicle_note_variable(log, x);
}

gla_status gla_tape_watch(const gla_tape *tape, gla_array *x)
{
    gla_status st = check_open("watch", tape);
    if (!st && x->dtype < GLA_FLOAT32)
        st = gla_fail(GLA_DTYPE_ERROR,
                      "watch: x has dtype %s, but derivatives need real or complex numbers; convert it with astype",
                      gla_dtype_name(x->dtype));
    return st ? st : make_variable(tape, x);
}

gla_status gla_tape_variable(const gla_tape *tape, const gla_array *x, gla_array **out)
{
    gla_array *v = NULL, *w = NULL;
    gla_status st = check_open("variable", tape);
    if (!st)
        st = gla_convert("variable", x, gla_floating_of(x->dtype), NULL, GLA_MAYBE, &v);
    if (!st)
        st = gla_array_view(v, v->ndim, v->shape, v->strides, 0, &w);
    if (!st) {
        w->object.node = v->object.node;
        st = make_variable(tape, w);
    }
    gla_unref(v);
    if (st)
        gla_unref(w);
    else
        *out = w;
    return st;
}

gla_status gla_is_watched(const gla_array *x, bool *watched)
{
    *watched = gla_tape_knows(x);
    return GLA_OK;
}

gla_status gla_stop_gradient(const gla_array *x, gla_array **out)
{
    return gla_copy(x, out);
}

gla_status gla_tape_leaves(const char *op, const gla_array *x)
{
    return gla_tape_knows(x)
               ? gla_warn(GLA_DERIVATIVE_WARNING, op,
                          "the value leaves the tape, so that derivatives of what is computed from it are missing; "
                          "compute with arrays, or use stop_gradient")
               : GLA_OK;
}
