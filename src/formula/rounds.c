/* rounds.c - Extract the loops of a formula. The host counts the iterations before a device runs the formula, because device
 * code cannot be interrupted. */
#include "formula/rounds.h"
#include "contract/fused.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include "core/scope.h"

#include <string.h>

static bool is_known(const gla_expr *e, int value)
{
    const gla_value *v = &e->values[value];
    return v->kind == GLA_EXPR_CONSTANT;
}

/* Return true if an argument bounds a loop. */
static bool depends_on_arguments(const gla_expr *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->values[i].kind == GLA_EXPR_LOOP && !(is_known(e, e->values[i].arg[0]) && is_known(e, e->values[i].arg[1])))
            return true;
    return false;
}

/* Copy a value to the expression of the loops. The operands of the value have been copied already. */
static int keep(gla_expr *to, gla_value v, const int *place)
{
    int operands = v.kind == GLA_EXPR_OPERATION ? gla_op_describe(v.op)->arity
                   : v.kind == GLA_EXPR_CAST    ? 1
                   : v.kind == GLA_EXPR_LOOP    ? 2
                                                : 0;
    for (int k = 0; k < operands; k++)
        v.arg[k] = place[v.arg[k]];
    if (v.kind == GLA_EXPR_END) {
        v.arg[0] = place[v.arg[0]];
        to->values[v.arg[0]].arg[2] = to->n;
    }
    v.loop = v.loop < 0 ? -1 : place[v.loop];
    to->values[to->n] = v;
    return to->n++;
}

gla_status gla_rounds_new(const gla_expr *e, gla_expr **out)
{
    *out = NULL;
    if (!depends_on_arguments(e))
        return GLA_OK;
    gla_expr *to = gla_expr_new(e->op);
    int *place = gla_malloc((size_t)e->n * sizeof *place);
    if (!to || !place || !(to->values = gla_malloc((size_t)(e->n + 1) * sizeof *to->values))) {
        gla_free(place);
        gla_expr_free(to);
        return gla_fail_memory(e->op, (size_t)e->n * sizeof *to->values);
    }
    for (int i = 0; i < e->n; i++) {
        const gla_value *v = &e->values[i];
        bool stays = v->kind == GLA_EXPR_INPUT || v->kind == GLA_EXPR_LOOP || v->kind == GLA_EXPR_END ||
                     (v->uniform && v->kind != GLA_EXPR_CARRIED);
        place[i] = stays ? keep(to, *v, place) : -1;
    }
    to->n_inputs = e->n_inputs;
    to->outputs[0] = keep(
        to, (gla_value){.kind = GLA_EXPR_CONSTANT, .dtype = GLA_BOOL, .loop = -1, .value = {.dtype = GLA_BOOL}}, place);
    to->n_outputs = 1;
    gla_free(place);
    *out = to;
    return GLA_OK;
}

/* Return an input of the expression of the loops. For a scalar argument this is the argument itself. Other arguments do not
 * bound loops, so any value may be returned. */
static gla_array *input_of(gla_scope *s, const gla_value *input, const gla_array *x)
{
    double zero[2] = {0, 0};
    gla_array *made;
    void *data;
    if (input->uniform && x->ndim == 0)
        return gla_s_to_host(s, x, &data);
    return gla_s_adopt(s, gla_scalar(input->dtype, zero, &made), &made);
}

gla_status gla_rounds_check(const gla_expr *rounds, const gla_array *const in[])
{
    gla_scope s;
    gla_device *host = NULL;
    const gla_array *numbers[GLA_MAX_INPUTS];
    if (!rounds)
        return GLA_OK;
    gla_scope_begin(&s, rounds->op);
    gla_s_check(&s, gla_host_device(&host));
    for (int i = 0; i < rounds->n_inputs && !s.status; i++)
        numbers[i] = input_of(&s, &rounds->values[i], in[i]);
    gla_array *unused = gla_s_new(&s, host, GLA_BOOL, 0, NULL);
    if (unused)
        gla_s_check(&s, host->backend->fused->map(host, rounds, numbers, &unused));
    return gla_scope_end(&s);
}
