/* elementwise.c - User-defined elementwise functions. */
#include "formula/elementwise.h"
#include "core/scope.h"
#include "dialect/code.h"
#include "elementwise/map.h"
#include "formula/rounds.h"
#include "contract/fused.h"
#include "runtime/interrupt.h"

#include <stdio.h>
#include <string.h>

static void destroy(void *object)
{
    gla_elementwise *f = object;
    gla_clear_variants(&f->variants);
    gla_formula_free(f->formula);
    gla_free(f);
}

const gla_class gla_elementwise_class = {.name = "Elementwise", .destroy = destroy};

gla_status gla_new_elementwise(const char *inputs, const char *outputs, const char *operation, gla_elementwise **f,
                               const char *name)
{
    char op[80];
    gla_formula *formula;
    *f = NULL;
    gla_status st = gla_formula_parse(gla_function_name("elementwise", name, op), "operation", inputs, outputs, operation,
                                      &formula);
    if (st)
        return st;
    gla_elementwise *made = gla_object_new(op, &gla_elementwise_class, NULL, sizeof *made);
    if (!made) {
        gla_formula_free(formula);
        return gla_last_status();
    }
    made->formula = formula;
    pthread_mutex_init(&made->variants.lock, NULL);
    *f = made;
    return GLA_OK;
}

gla_status gla_elementwise_text(const gla_elementwise *f, char **text)
{
    *text = NULL;
    return gla_formula_print(f->formula, text);
}

static gla_status make_variant(const void *owner, const gla_type_names *names, gla_variant *v)
{
    const gla_elementwise *f = owner;
    gla_status st = gla_expr_resolve(f->formula, v->inputs, names, &v->expr[0]);
    return st ? st : gla_rounds_new(v->expr[0], &v->rounds[0]);
}

gla_status gla_elementwise_variant(const gla_elementwise *f, const gla_arrays *args, gla_variant **v)
{
    gla_operand_type types[GLA_MAX_INPUTS];
    gla_type_names names;
    gla_elementwise *self = (gla_elementwise *)f; /* only the cache of variants changes */
    gla_status st = gla_bind(f->formula, args, types, &names);
    st = st ? st : gla_find_variant(&self->variants, f->formula, types, &names, make_variant, self, v);
    return st ? st : gla_check_plain(f->formula, *v, args);
}

/* Create the output arrays, all with one layout: the layout of the first argument that has the shape of the outputs. */
static void make_outputs(gla_scope *s, const gla_expr *e, gla_device *dev, int n, gla_array *const in[], gla_array *out[])
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    const gla_array *like = NULL;
    gla_array *made;
    if (s->status || gla_s_check(s, gla_common_shape(s->op, n, (const gla_array *const *)in, &ndim, shape)))
        return;
    for (int i = n; i-- > 0;)
        if (in[i]->ndim == ndim && memcmp(in[i]->shape, shape, (size_t)ndim * sizeof *shape) == 0)
            like = in[i];
    for (int k = 0; k < e->n_outputs && !s->status; k++) {
        gla_dtype dtype = e->values[e->outputs[k]].dtype;
        out[k] = gla_s_adopt(
            s, like ? gla_array_new_like(s->op, dev, dtype, like, &made) : gla_array_new(s->op, dev, dtype, ndim, shape, &made),
            &made);
    }
}

/* Compute the outputs, or write the device source for the call into *text. */
static gla_status run(const gla_formula *formula, const gla_expr *e, gla_device *dev, gla_array *const in[],
                      gla_array *const out[], char **text)
{
    const gla_fused_ops *ops = dev->backend->fused;
    gla_stack_view views[GLA_MAX_INPUTS];
    const gla_array *fit[GLA_MAX_INPUTS];
    for (int i = 0; i < formula->n_inputs; i++)
        fit[i] = gla_same_shape(in[i], out[0]) ? in[i] : gla_broadcast_on_stack(&views[i], in[i], out[0]);
    if (text) {
        gla_map_plan plan;
        gla_map_plan_init(&plan, e, fit, out);
        return gla_code_source(formula->op, &e, &plan.key, text);
    }
    if (!ops || !ops->map)
        return gla_fail_unsupported(formula->op, dev);
    void *state = gla_work_begin((double)out[0]->size * e->n);
    gla_status st = ops->map(dev, e, fit, out);
    gla_work_end(state);
    return st;
}

/* Call the function, or print its source. Exactly one of results and text is not NULL. */
static gla_status call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results, char **text)
{
    gla_variant *v;
    gla_device *dev;
    gla_scope s;
    gla_array *placed[GLA_MAX_INPUTS], *out[GLA_MAX_OUTPUTS];
    const gla_formula *formula = f->formula;
    gla_status st = gla_elementwise_variant(f, args, &v);
    if (st)
        return st;
    gla_scope_begin(&s, formula->op);
    gla_s_place(&s, formula->n_inputs, args->v, true, &dev, placed);
    if (!s.status && results && !dev->is_host)
        gla_s_check(&s, gla_rounds_check(v->rounds[0], args->v));
    make_outputs(&s, v->expr[0], dev, formula->n_inputs, placed, out);
    if (!s.status && (out[0]->size || text))
        gla_s_check(&s, run(formula, v->expr[0], dev, placed, out, text));
    if (results)
        gla_scope_give_all(&s, v->expr[0]->n_outputs, out, results);
    if (results && *results)
        (*results)->single = v->expr[0]->n_outputs == 1;
    return gla_scope_end(&s);
}

gla_status gla_elementwise_call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results)
{
    *results = NULL;
    return call(f, args, results, NULL);
}

gla_status gla_elementwise_code(const gla_elementwise *f, const gla_arrays *args, char **text)
{
    *text = NULL;
    return call(f, args, NULL, text);
}
