/* state.c - A Fit as bytes, and again as a Fit.
 *
 * One function, `walk`, lists what a Fit holds, for writing and for reading alike. Numbers have the byte order of the host. */
#include "econ/likelihood/margins.h"
#include "econ/panels/panels.h"
#include "econ/penalized/penalized.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/writer.h"

#include <string.h>

static const char magic[16] = "gpulinalg Fit 1\n";

typedef struct state {
    gla_scope *s;
    gla_writer *w;  /* writing; NULL: reading */
    const char *at; /* reading */
    size_t left;
} state;

static bool failed(const state *t)
{
    return t->s->status || (t->w && t->w->status);
}

static void refuse(state *t)
{
    if (!t->s->status)
        gla_s_fail(t->s, GLA_ARGUMENT_ERROR, "%s: state is not the result of fit_state, or is incomplete", t->s->op);
}

/* Write n bytes, or read them. */
static void bytes(state *t, void *data, size_t n)
{
    if (failed(t) || n == 0)
        return;
    if (t->w) {
        gla_put_bytes(t->w, data, n);
    } else if (n > t->left) {
        refuse(t);
    } else {
        memcpy(data, t->at, n);
        t->at += n;
        t->left -= n;
    }
}

static void integer(state *t, int64_t *value)
{
    bytes(t, value, sizeof *value);
}

/* A count that is read is limited by the bytes that are left. */
static int64_t count(state *t, int64_t value, size_t each)
{
    integer(t, &value);
    if (!t->w && !failed(t) && (value < -1 || (value > 0 && (size_t)value > t->left / each)))
        refuse(t);
    return failed(t) ? 0 : value;
}

static void text(state *t, char **string)
{
    int64_t n = count(t, *string ? (int64_t)strlen(*string) : -1, 1);
    if (!t->w && n >= 0 && !failed(t) && !(*string = gla_calloc((size_t)n + 1, 1)))
        gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n));
    if (n > 0 && !failed(t))
        bytes(t, *string, (size_t)n);
}

static void doubles(state *t, double **values, int64_t n)
{
    int64_t present = count(t, *values != NULL, 1);
    if (!present || failed(t))
        return;
    if (!t->w && (n < 0 || (size_t)n > t->left / sizeof **values))
        refuse(t);
    else if (!t->w)
        *values = econ_doubles(t->s, n);
    if (!failed(t))
        bytes(t, *values, (size_t)n * sizeof **values);
}

static void strings(state *t, gla_strings **list)
{
    int64_t n = count(t, *list ? (*list)->n : 0, sizeof n);
    if (!t->w && !failed(t)) {
        *list = n < 0 ? NULL : gla_calloc(1, sizeof **list);
        if (*list)
            (*list)->v = gla_calloc((size_t)n + 1, sizeof *(*list)->v);
        if (!*list || !(*list)->v)
            gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n * sizeof(char *)));
        else
            (*list)->n = n;
    }
    for (int64_t i = 0; i < n && !failed(t); i++)
        text(t, &(*list)->v[i]);
}

static void write_array(state *t, const gla_array *x)
{
    void *data;
    gla_device *host;
    gla_array *read = gla_s_to_host(t->s, x, &data);
    if (!t->s->status)
        gla_s_check(t->s, gla_host_device(&host));
    read = t->s->status ? NULL : gla_s_contiguous(t->s, host, x->dtype, read);
    if (read)
        bytes(t, gla_data(read), (size_t)read->size * gla_itemsize(read->dtype));
}

static void array(state *t, gla_array **x)
{
    int64_t dtype = count(t, *x ? (int64_t)(*x)->dtype : 0, 1), ndim = *x ? (*x)->ndim : 0, shape[GLA_MAX_NDIM] = {0}, size = 1;
    void *data = NULL;
    if (dtype <= 0 || dtype >= GLA_DTYPE_COUNT || failed(t))
        return;
    integer(t, &ndim);
    if (ndim < 0 || ndim > GLA_MAX_NDIM)
        refuse(t);
    for (int64_t i = 0; i < ndim && !failed(t); i++) {
        shape[i] = t->w ? (*x)->shape[i] : 0;
        shape[i] = count(t, shape[i], 1);
        if (shape[i] < 0 || (shape[i] > 0 && size > INT64_MAX / 16 / shape[i]))
            refuse(t);
        else
            size *= shape[i];
    }
    if (failed(t))
        return;
    if (t->w)
        write_array(t, *x);
    else if ((size_t)size > t->left / gla_itemsize((gla_dtype)dtype))
        refuse(t);
    else if (!gla_s_check(t->s, gla_array_new_host(t->s->op, (gla_dtype)dtype, (int)ndim, shape, x, &data)))
        bytes(t, data, (size_t)size * gla_itemsize((gla_dtype)dtype));
}

static void effects(state *t, econ_estimates *e)
{
    int64_t n = count(t, e->effects ? e->n_effects : 0, sizeof n),
            clusters = count(t, e->clusters ? e->n_clusters : 0, sizeof n);
    if (!t->w && !failed(t)) {
        e->effects = gla_calloc((size_t)n + 1, sizeof *e->effects);
        e->clusters = gla_calloc((size_t)clusters + 1, sizeof *e->clusters);
        if (!e->effects || !e->clusters)
            gla_s_check(t->s, gla_fail_memory(t->s->op, sizeof *e->effects));
    }
    for (int64_t i = 0; i < n && !failed(t); i++) {
        econ_effect *f = &e->effects[i];
        text(t, &f->name);
        array(t, &f->codes);
        integer(t, &f->groups);
        bytes(t, &f->has_slopes, sizeof f->has_slopes);
        bytes(t, &f->has_intercepts, sizeof f->has_intercepts);
        e->n_effects = (int)i + 1;
        if (!t->w && !failed(t) && !f->name)
            refuse(t);
    }
    for (int64_t i = 0; i < clusters && !failed(t); i++) {
        array(t, &e->clusters[i]);
        e->n_clusters = (int)i + 1;
    }
}

/* The recipe of the formula, which predictions need. */
static void recipe(state *t, econ_estimates *e)
{
    gla_array *packed = t->w && e->recipe && !failed(t) ? model_recipe_pack(t->s, e->recipe) : NULL;
    array(t, &packed);
    if (t->w || !packed)
        return;
    gla_s_own(t->s, packed);
    if (!failed(t))
        e->recipe = model_recipe_unpack(t->s, packed);
}

/* What the method keeps, if it is one block. */
static void extra(state *t, econ_estimates *e)
{
    if (!e->method->plain)
        return;
    int64_t n = count(t, e->extra ? (int64_t)e->method->plain(e, SIZE_MAX) : 0, 1);
    if (!t->w && n > 0 && !failed(t) && !(e->extra = gla_calloc(1, (size_t)n)))
        gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n));
    if (n > 0 && !failed(t))
        bytes(t, e->extra, (size_t)n);
    if (!t->w && !failed(t) && (n <= 0 || e->method->plain(e, (size_t)n) != (size_t)n))
        refuse(t);
}

static void walk(state *t, gla_econ_fit *fit)
{
    econ_estimates *e = fit->of;
    char **texts[] = {&e->formula, &e->sample, &e->y_name, &fit->vcov, &fit->vcov_title};
    int64_t *integers[] = {&e->n,         &e->k,         &e->df_effects,  &e->given,       &e->iterations,  &e->constant_at,
                           &e->ancillary, &e->equations, &fit->groups[0], &fit->groups[1], &fit->groups[2], &fit->groups[3]};
    double *numbers[] = {&e->nobs,    &e->sigma2_rss, &e->tss,    &e->tss_within, &e->rss0,  &e->loglik,
                         &e->loglik0, &e->weight_sum, &e->own[0], &e->own[1],     &fit->df_t};
    bool *flags[] = {&e->is_frequency, &e->is_probability, &e->constant};
    gla_array **arrays[] = {&e->rows,   &e->X,    &e->u,    &e->scores,      &e->y,      &e->weights, &e->residuals,
                            &e->fitted, &e->unit, &e->time, &e->effects_sum, &e->offset, &e->params,  &fit->stacked};
    int64_t n_groups = fit->n_groups;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text(t, texts[i]);
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        integer(t, integers[i]);
    integer(t, &n_groups);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bytes(t, numbers[i], sizeof *numbers[i]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        bytes(t, flags[i], sizeof *flags[i]);
    if (e->k < 0 || e->k > INT32_MAX || n_groups < 0 || n_groups > 4)
        refuse(t);
    fit->n_groups = failed(t) ? 0 : (int)n_groups;
    strings(t, &e->names);
    strings(t, &e->dropped);
    doubles(t, &e->b, e->k);
    doubles(t, &e->bread, e->k * e->k);
    doubles(t, &fit->covariance, e->k * e->k);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        array(t, arrays[i]);
    effects(t, e);
    recipe(t, e);
    extra(t, e);
}

/* ---- methods --------------------------------------------------------------------------------------------------------- */

/* Methods whose Fits hold nothing of their own, or one block. */
static const econ_method *const methods[] = {
    &econ_ols_method,   &panels_between,   &panels_first_difference, &panels_random_effects, &panels_fama_macbeth,
    &penalized_ridge,   &penalized_lasso,  &lik_logit.method,        &lik_probit.method,     &lik_poisson.method,
    &lik_negbin_method, &lik_tobit_method, &lik_mlogit_method};

static const econ_method *find_method(state *t, const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods && name; i++)
        if (strcmp(methods[i]->name, name) == 0)
            return methods[i];
    if (!t->s->status)
        gla_s_fail(t->s, GLA_NOT_SUPPORTED_ERROR, "%s: a Fit by %s cannot be stored; store its arrays, or fit again", t->s->op,
                   name ? name : "an unknown estimator");
    return NULL;
}

gla_status gla_econ_fit_state(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_writer w = GLA_WRITER("state");
    state t = {.s = &s, .w = &w};
    gla_array *made = NULL;
    void *data;
    char *name = (char *)fit->of->method->name, *ssc = (char *)fit->ssc;
    gla_scope_begin(&s, "state");
    find_method(&t, name);
    gla_put_bytes(&w, magic, sizeof magic);
    text(&t, &name);
    text(&t, &ssc);
    if (!s.status)
        walk(&t, (gla_econ_fit *)fit);
    gla_s_check(&s, w.status);
    if (!s.status && !gla_s_check(&s, gla_array_new_host("state", GLA_UINT8, 1, (int64_t[]){(int64_t)w.used}, &made, &data)))
        memcpy(data, w.text, w.used);
    gla_free(w.text);
    return gla_scope_return(&s, gla_s_own(&s, made), out);
}

static void read_fit(state *t, gla_econ_fit **fit)
{
    char start[sizeof magic] = "", *name = NULL, *ssc = NULL;
    bytes(t, start, sizeof start);
    if (!t->s->status && memcmp(start, magic, sizeof magic) != 0)
        refuse(t);
    text(t, &name);
    text(t, &ssc);
    const econ_method *method = t->s->status ? NULL : find_method(t, name);
    gla_econ_fit *made = method ? econ_empty_fit(t->s, method) : NULL;
    if (made) {
        made->ssc = ssc ? econ_convention(ssc) : NULL;
        walk(t, made);
        const econ_estimates *e = made->of;
        bool stack = e->params && made->stacked;
        if (!failed(t) && (!e->y_name || e->names->n != e->k || (!stack && (!e->b || !e->bread || !made->covariance))))
            refuse(t);
    }
    gla_free(name);
    gla_free(ssc);
    *fit = made;
}

gla_status gla_econ_restore(const gla_array *bytes_of, gla_econ_fit **fit)
{
    gla_scope s;
    gla_econ_fit *made = NULL;
    void *data = NULL;
    gla_device *host;
    *fit = NULL;
    gla_scope_begin(&s, "restore");
    if (bytes_of->dtype != GLA_UINT8 || bytes_of->ndim != 1)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "restore: state is not the result of fit_state, which is a vector of uint8");
    gla_array *read = s.status ? NULL : gla_s_to_host(&s, bytes_of, &data);
    if (!s.status)
        gla_s_check(&s, gla_host_device(&host));
    read = s.status ? NULL : gla_s_contiguous(&s, host, GLA_UINT8, read);
    if (read) {
        state t = {.s = &s, .at = gla_data(read), .left = (size_t)read->size};
        read_fit(&t, &made);
    }
    if (s.status) {
        gla_object_unref(made);
        made = NULL;
    }
    *fit = made;
    return gla_scope_end(&s);
}
