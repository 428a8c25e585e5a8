/* elementwise.c - functions of each element that users write. */
#include "core/core.h"
#include "runtime/object.h"
#include "elementwise/map.h"
#include "formula/device.h"
#include "formula/rounds.h"

#include <stdio.h>

struct gla_elementwise {
    gla_object object;
    gla_formula *formula;
    gla_variants variants;
};

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

/* New arrays for the outputs, all with one layout: that of the first argument which has their shape. */
static gla_status make_outputs(const gla_formula *f, const gla_expr *e, gla_device *dev, int n, gla_array *const in[],
                               gla_array *out[])
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    const gla_array *like = NULL;
    gla_status st = gla_broadcast_shapes(f->op, n, (const gla_array *const *)in, &ndim, shape);
    for (int k = 0; k < e->n_outputs && !st; k++) {
        gla_dtype dtype = e->values[e->outputs[k]].dtype;
        st = like ? gla_array_new_like(f->op, dev, dtype, like, &out[k])
                  : gla_array_new(f->op, dev, dtype, ndim, shape, &out[k]);
        for (int i = 0; i < n && k == 0 && !like && !st; i++)
            if (gla_same_shape(in[i], out[0]))
                like = in[i];
        if (k == 0 && like && !st && !like->contiguous) {
            gla_unref(out[0]);
            out[0] = NULL;
            st = gla_array_new_like(f->op, dev, dtype, like, &out[0]);
        }
    }
    return st;
}

/* Compute; or write the device's text for it. */
static gla_status run(gla_elementwise *f, gla_variant *v, gla_device *dev, gla_array *const in[], gla_array *const out[],
                      char **text)
{
    const gla_fused_ops *ops = dev->backend->fused;
    gla_stack_view views[GLA_MAX_INPUTS];
    const gla_array *fit[GLA_MAX_INPUTS];
    for (int i = 0; i < f->formula->n_inputs; i++)
        fit[i] = gla_same_shape(in[i], out[0]) ? in[i] : gla_broadcast_on_stack(&views[i], in[i], out[0]);
    if (text)
        return gla_formula_map_code(f->formula->op, dev, v, fit, out, text);
    void *state = gla_work_begin((double)out[0]->size * v->expr[0]->n);
    gla_status st = ops ? ops->map(dev, v->expr[0], fit, out)
                        : gla_formula_map(f->formula->op, dev, &f->variants, v, fit, out);
    gla_work_end(state);
    return st;
}

/* The arrays as a result, which takes them over. */
static gla_status hand_over(const char *op, int n, gla_array *out[], gla_arrays **results)
{
    gla_arrays *list = gla_malloc(sizeof *list + (size_t)n * sizeof *list->v);
    if (!list)
        return gla_fail_memory(op, sizeof *list);
    *list = (gla_arrays){.n = n, .v = (const gla_array **)(list + 1)};
    for (int i = 0; i < n; i++) {
        list->v[i] = out[i];
        out[i] = NULL;
    }
    *results = list;
    return GLA_OK;
}

/* Either of results and text is wanted. */
static gla_status call(const gla_elementwise *f, const gla_arrays *args, gla_arrays **results, char **text)
{
    gla_operand_type types[GLA_MAX_INPUTS];
    gla_type_names names;
    gla_variant *v;
    gla_device *dev;
    gla_array *placed[GLA_MAX_INPUTS] = {NULL}, *out[GLA_MAX_OUTPUTS] = {NULL};
    gla_elementwise *self = (gla_elementwise *)f; /* it learns of types; its value stays */
    const gla_formula *formula = f->formula;
    gla_status st = gla_bind(formula, args, types, &names);
    if (!st)
        st = gla_find_variant(&self->variants, formula, types, &names, make_variant, self, &v);
    if (!st)
        st = gla_check_plain(formula, v, args);
    if (!st)
        st = gla_common_device(formula->op, formula->n_inputs, args->v, &dev);
    if (!st && results && !dev->backend->fused)
        st = gla_rounds_check(v->rounds[0], args->v);
    if (!st)
        st = gla_place_operands(formula->op, dev, formula->n_inputs, args->v, true, placed);
    if (!st)
        st = make_outputs(formula, v->expr[0], dev, formula->n_inputs, placed, out);
    if (!st && (out[0]->size || text))
        st = run(self, v, dev, placed, out, text);
    if (!st && results)
        st = hand_over(formula->op, v->expr[0]->n_outputs, out, results);
    gla_release_operands(GLA_MAX_OUTPUTS, out);
    gla_release_operands(formula->n_inputs, placed);
    return st;
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
