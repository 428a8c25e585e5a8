/* fit.c - Make, share and release Fits. */
#include "econ/econ.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "table/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void econ_drop_data(econ_estimates *e)
{
    gla_array **arrays[] = {&e->rows,      &e->X,      &e->u,    &e->scores, &e->y,           &e->weights,
                            &e->residuals, &e->fitted, &e->unit, &e->time,   &e->effects_sum, &e->offset};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        gla_unref(*arrays[i]);
        *arrays[i] = NULL;
    }
    for (int i = 0; i < e->n_effects; i++) {
        gla_unref(e->effects[i].codes);
        e->effects[i].codes = NULL;
    }
    if (e->extra && e->method->drop)
        e->method->drop(e->extra);
    for (int i = 0; i < e->n_clusters; i++)
        gla_unref(e->clusters[i]);
    gla_free(e->clusters);
    e->clusters = NULL;
    e->n_clusters = 0;
    gla_object_unref(e->table);
    e->table = NULL;
}

static void release_estimates(econ_estimates *e)
{
    if (!e || atomic_fetch_sub(&e->refs, 1) > 1)
        return;
    econ_drop_data(e);
    if (e->extra && e->method->release)
        e->method->release(e->extra);
    for (int i = 0; i < e->n_effects; i++)
        gla_free(e->effects[i].name);
    void *memory[] = {e->kept, e->effects, e->b, e->bread, e->formula, e->sample, e->y_name};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        gla_free(memory[i]);
    gla_strings_free(e->names);
    gla_strings_free(e->dropped);
    gla_strings_free(e->remarks);
    gla_unref(e->params);
    model_recipe_unref(e->recipe);
    gla_free(e);
}

static void destroy(void *object)
{
    gla_econ_fit *fit = object;
    release_estimates(fit->of);
    gla_free(fit->vcov);
    gla_free(fit->vcov_title);
    gla_free(fit->covariance);
    gla_unref(fit->stacked);
    gla_free(fit);
}

/* Calls run where the observations are. */
static gla_device *place(const void *object, bool *floats)
{
    const econ_estimates *e = ((const gla_econ_fit *)object)->of;
    const gla_array *x = !e ? NULL : e->X ? e->X : e->scores ? e->scores : e->residuals;
    *floats = x && gla_floats(x);
    return x ? gla_device_of(x) : NULL;
}

const gla_class gla_econ_fit_class = {.name = "Fit", .destroy = destroy, .place = place};

char *econ_copy_text(gla_scope *s, const char *text)
{
    char *copy = text && !s->status ? gla_malloc(strlen(text) + 1) : NULL;
    if (copy)
        strcpy(copy, text);
    else if (text && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, strlen(text) + 1));
    return copy;
}

static gla_econ_fit *new_fit(gla_scope *s)
{
    gla_econ_fit *fit = s->status ? NULL : gla_object_new(s->op, &gla_econ_fit_class, NULL, sizeof *fit);
    if (!fit)
        gla_s_check(s, gla_last_status());
    return fit;
}

/* A script may change an array that it can reach: the array itself, or one that shares its memory. */
static bool is_private(const gla_array *x)
{
    return !(x->flags & GLA_BORROWED) && atomic_load(&x->object.refs) == 1 && !x->chain && atomic_load(&x->buffer->refs) == 1;
}

gla_array *econ_keep(gla_scope *s, const gla_array *x)
{
    gla_array *copy = NULL;
    if (!x || s->status)
        return NULL;
    if (is_private(x))
        return gla_ref(x);
    return gla_s_check(s, gla_copy(x, &copy)) ? NULL : copy;
}

gla_array *econ_again(const gla_array *x)
{
    return x ? gla_ref(x) : NULL;
}

/* Count the groups of a fixed effect. */
static void count_groups(gla_scope *s, econ_effect *effect)
{
    gla_array *counts = NULL;
    double occurring = 0;
    if (!s->status)
        gla_s_adopt(s, gla_group_count(effect->codes, &counts, GLA_NO_AXIS), &counts);
    econ_read(s, s->status ? NULL : gla_s_adopt(s, gla_count_nonzero(counts, &counts, NULL, false), &counts), &occurring, 1);
    effect->groups = (int64_t)occurring;
}

static void copy_effects(gla_scope *s, econ_estimates *e, const model_frame *f)
{
    e->effects = s->status ? NULL : gla_calloc((size_t)f->n_effects + 1, sizeof *e->effects);
    e->clusters = s->status ? NULL : gla_calloc((size_t)f->n_clusters + 1, sizeof *e->clusters);
    if (!e->effects || !e->clusters) {
        gla_s_check(s, gla_fail_memory(s->op, sizeof *e->effects));
        return;
    }
    for (; e->n_effects < f->n_effects && !s->status; e->n_effects++) {
        econ_effect *to = &e->effects[e->n_effects];
        const model_group *from = &f->effects[e->n_effects];
        to->name = econ_copy_text(s, from->name);
        to->codes = econ_keep(s, from->codes);
        to->has_slopes = from->slopes.n > 0;
        to->has_intercepts = from->intercepts || from->slopes.n == 0;
        if (to->codes)
            count_groups(s, to);
    }
    for (; e->n_clusters < f->n_clusters && !s->status; e->n_clusters++)
        e->clusters[e->n_clusters] = econ_keep(s, f->clusters[e->n_clusters]);
}

/* Take over the memory of the frame that a Fit needs. */
static void copy_frame(gla_scope *s, econ_estimates *e, const model_frame *f)
{
    e->formula = econ_copy_text(s, f->formula);
    e->sample = econ_copy_text(s, f->sample);
    e->y_name = econ_copy_text(s, f->y_name);
    e->recipe = model_recipe_ref(f->recipe);
    e->table = f->table ? gla_object_ref(f->table) : NULL;
    e->rows = econ_keep(s, f->rows);
    e->n = f->n;
    e->nobs = (double)f->n;
    e->constant = f->constant || f->n_effects > 0;
    e->y = econ_keep(s, f->y);
    e->weights = econ_keep(s, f->weights);
    e->offset = econ_keep(s, f->offset);
    e->unit = econ_keep(s, f->unit);
    e->time = econ_keep(s, f->time);
    e->dropped = table_copy_strings(s, f->n_notes, (char *const *)f->notes);
    e->remarks = table_copy_strings(s, 0, NULL);
    e->loglik = e->loglik0 = NAN;
    copy_effects(s, e, f);
}

gla_econ_fit *econ_empty_fit(gla_scope *s, const econ_method *method)
{
    gla_econ_fit *fit = new_fit(s);
    econ_estimates *e = fit ? gla_calloc(1, sizeof *e) : NULL;
    if (!e) {
        if (fit)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *e));
        gla_object_unref(fit);
        return NULL;
    }
    atomic_init(&e->refs, 1);
    fit->of = e;
    e->method = method;
    return fit;
}

gla_econ_fit *econ_new_fit(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o, int64_t k,
                           const char *const *names)
{
    gla_econ_fit *fit = econ_empty_fit(s, method);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    e->k = k;
    copy_frame(s, e, f);
    e->names = table_copy_strings(s, k, (char *const *)names);
    if (!f->stack) {
        e->b = econ_doubles(s, k);
        e->bread = econ_doubles(s, k * k);
    }
    const char *type = o->weights_type ? o->weights_type : "analytic";
    e->is_frequency = f->weights && type[0] == 'f';
    e->is_probability = f->weights && type[0] == 'p';
    if (s->status) {
        gla_object_unref(fit);
        return NULL;
    }
    return fit;
}

gla_econ_fit *econ_share(gla_scope *s, const gla_econ_fit *fit)
{
    gla_econ_fit *made = new_fit(s);
    if (!made)
        return NULL;
    atomic_fetch_add(&fit->of->refs, 1);
    made->of = fit->of;
    return made;
}

static void append(gla_scope *s, gla_strings *list, const char *format, va_list values)
{
    char text[1024];
    gla_vprint(text, sizeof text, format, values);
    char **more = s->status ? NULL : gla_realloc(list->v, (size_t)(list->n + 2) * sizeof *more);
    if (more)
        list->v = more;
    else if (!s->status)
        gla_s_check(s, gla_fail_memory(s->op, sizeof *more));
    char *copy = econ_copy_text(s, text);
    if (copy)
        list->v[list->n++] = copy;
}

void econ_note(gla_scope *s, econ_estimates *e, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    append(s, e->dropped, format, values);
    va_end(values);
}

void econ_remark(gla_scope *s, econ_estimates *e, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    append(s, e->remarks, format, values);
    va_end(values);
}

bool econ_single(gla_scope *s, const gla_econ_fit *fit, const char *instead)
{
    if (fit->of->params)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit is a stack of regressions; use %s", s->op, instead);
    return !s->status;
}

bool econ_has_residuals(gla_scope *s, const gla_econ_fit *fit)
{
    const econ_estimates *e = fit->of;
    if (!e->residuals && e->fitted)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a Fit by %s has no residuals; compare fitted with the data", s->op,
                   e->method->name);
    return econ_holds(s, fit, e->residuals);
}

bool econ_holds(gla_scope *s, const gla_econ_fit *fit, const gla_array *data)
{
    (void)fit;
    if (!data)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit does not hold its data; fit again with keep true", s->op);
    return !s->status;
}
