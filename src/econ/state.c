/* state.c - A Fit as bytes, and again as a Fit.
 *
 * One function, `walk`, lists what a Fit holds, for writing and for reading alike. Numbers have the byte order of the host. */
#include "econ/instruments/instruments.h"
#include "econ/likelihood/margins.h"
#include "econ/panels/panels.h"
#include "econ/penalized/penalized.h"
#include "econ/state.h"
#include "econ/systems/systems.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "table/table.h"

#include <string.h>

static const char magic[16] = "gpulinalg Fit 1\n";

static void effects(econ_state *t, econ_estimates *e)
{
    int64_t n = econ_state_count(t, e->effects ? e->n_effects : 0, sizeof n),
            clusters = econ_state_count(t, e->clusters ? e->n_clusters : 0, sizeof n);
    if (!t->w && !econ_state_failed(t)) {
        e->effects = gla_calloc((size_t)n + 1, sizeof *e->effects);
        e->clusters = gla_calloc((size_t)clusters + 1, sizeof *e->clusters);
        if (!e->effects || !e->clusters)
            gla_s_check(t->s, gla_fail_memory(t->s->op, sizeof *e->effects));
    }
    for (int64_t i = 0; i < n && !econ_state_failed(t); i++) {
        econ_effect *f = &e->effects[i];
        econ_state_text(t, &f->name);
        econ_state_array(t, &f->codes);
        econ_state_integer(t, &f->groups);
        econ_state_bytes(t, &f->has_slopes, sizeof f->has_slopes);
        econ_state_bytes(t, &f->has_intercepts, sizeof f->has_intercepts);
        e->n_effects = (int)i + 1;
        if (!t->w && !econ_state_failed(t) && !f->name)
            econ_state_refuse(t);
    }
    for (int64_t i = 0; i < clusters && !econ_state_failed(t); i++) {
        econ_state_array(t, &e->clusters[i]);
        e->n_clusters = (int)i + 1;
    }
}

/* The recipe of the formula, which predictions need. */
static void recipe(econ_state *t, econ_estimates *e)
{
    gla_array *packed = t->w && e->recipe && !econ_state_failed(t) ? model_recipe_pack(t->s, e->recipe) : NULL;
    econ_state_array(t, &packed);
    if (t->w || !packed)
        return;
    gla_s_own(t->s, packed);
    if (!econ_state_failed(t))
        e->recipe = model_recipe_unpack(t->s, packed);
}

/* Columns of the Table, with missing values and levels. */
static table_column *column(econ_state *t, table_column *c, int64_t rows)
{
    char *name = c ? c->name : NULL;
    gla_array *values = c ? c->values : NULL, *missing = c ? c->missing : NULL;
    gla_strings *levels = c ? c->levels : NULL;
    int64_t has_levels = econ_state_count(t, levels != NULL, 1);
    econ_state_text(t, &name);
    econ_state_array(t, &values);
    econ_state_array(t, &missing);
    if (has_levels)
        econ_state_strings(t, &levels);
    if (t->w)
        return NULL;
    if (!econ_state_failed(t) && (!name || !values || values->ndim != 1 || values->shape[0] != rows ||
                                  (missing && (missing->dtype != GLA_BOOL || missing->ndim != 1 || missing->shape[0] != rows))))
        econ_state_refuse(t);
    gla_s_own(t->s, values);
    gla_s_own(t->s, missing);
    if (levels && !econ_state_failed(t) && values->dtype == GLA_INT64)
        table_check_codes(t->s, name, values, levels->n);
    table_column *made = table_column_new(t->s, name ? name : "", values, missing, levels);
    gla_free(name);
    return made;
}

/* The Table, which predictions, and names of columns in later calls, may need. */
static void table(econ_state *t, econ_estimates *e)
{
    table_contents *c = t->w && e->table && !econ_state_failed(t) ? table_read(e->table) : NULL;
    int64_t n = econ_state_count(t, c ? c->n : -1, 1), rows = c ? c->rows : 0;
    table_column **columns = NULL;
    int made = 0;
    if (n >= 0 && !econ_state_failed(t)) {
        econ_state_integer(t, &rows);
        columns = gla_s_memory(t->s, n + 1, sizeof *columns);
        for (int64_t i = 0; i < n && !econ_state_failed(t); i++) {
            table_column *read = column(t, c ? c->columns[i] : NULL, rows);
            if (read)
                columns[made++] = read;
        }
        if (!t->w)
            e->table = table_make(t->s, made, columns);
    }
    if (c)
        table_release(c);
}

/* What the method keeps: one block, or as the method says. */
static void extra(econ_state *t, econ_estimates *e)
{
    if (e->method->store)
        e->method->store(t, e);
    if (!e->method->plain)
        return;
    int64_t n = econ_state_count(t, e->extra ? (int64_t)e->method->plain(e, SIZE_MAX) : 0, 1);
    if (!t->w && n > 0 && !econ_state_failed(t) && !(e->extra = gla_calloc(1, (size_t)n)))
        gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n));
    if (n > 0 && !econ_state_failed(t))
        econ_state_bytes(t, e->extra, (size_t)n);
    if (!t->w && !econ_state_failed(t) && (n <= 0 || e->method->plain(e, (size_t)n) != (size_t)n))
        econ_state_refuse(t);
}

static void kept(econ_state *t, econ_estimates *e)
{
    bool present = econ_state_count(t, e->kept != NULL, 1);
    if (!t->w && present && !econ_state_failed(t) && !(e->kept = gla_calloc((size_t)e->k + 1, sizeof *e->kept)))
        gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)e->k * sizeof *e->kept));
    if (present)
        econ_state_bytes(t, e->kept, (size_t)e->k * sizeof *e->kept);
    for (int64_t i = 0; present && !t->w && i < e->k && !econ_state_failed(t); i++)
        if (e->kept[i] < 0 || e->kept[i] >= e->given)
            econ_state_refuse(t);
}

static void walk(econ_state *t, gla_econ_fit *fit)
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
        econ_state_text(t, texts[i]);
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        econ_state_integer(t, integers[i]);
    econ_state_integer(t, &n_groups);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        econ_state_bytes(t, numbers[i], sizeof *numbers[i]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        econ_state_bytes(t, flags[i], sizeof *flags[i]);
    if (e->k < 0 || e->k > INT32_MAX || n_groups < 0 || n_groups > 4)
        econ_state_refuse(t);
    fit->n_groups = econ_state_failed(t) ? 0 : (int)n_groups;
    econ_state_strings(t, &e->names);
    econ_state_strings(t, &e->dropped);
    econ_state_strings(t, &e->remarks);
    econ_state_doubles(t, &e->b, e->k);
    econ_state_doubles(t, &e->bread, e->k * e->k);
    econ_state_doubles(t, &fit->covariance, e->k * e->k);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        econ_state_array(t, arrays[i]);
    effects(t, e);
    kept(t, e);
    recipe(t, e);
    table(t, e);
    extra(t, e);
}

/* ---- methods --------------------------------------------------------------------------------------------------------- */

static const econ_method *const methods[] = {&econ_ols_method,
                                             &panels_between,
                                             &panels_first_difference,
                                             &panels_random_effects,
                                             &panels_fama_macbeth,
                                             &iv_tsls,
                                             &iv_liml,
                                             &iv_gmm,
                                             &systems_sur,
                                             &systems_threesls,
                                             &penalized_ridge,
                                             &penalized_lasso,
                                             &lik_logit.method,
                                             &lik_probit.method,
                                             &lik_poisson.method,
                                             &lik_negbin_method,
                                             &lik_tobit_method,
                                             &lik_mlogit_method};

static const econ_method *find_method(econ_state *t, const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods && name; i++)
        if (strcmp(methods[i]->name, name) == 0)
            return methods[i];
    if (!t->s->status)
        gla_s_fail(t->s, GLA_NOT_SUPPORTED_ERROR, "%s: a Fit by %s cannot be stored; store its arrays, or fit again", t->s->op,
                   name ? name : "an unknown estimator");
    return NULL;
}

/* A number that depends on all bytes, so that damaged states are refused. */
static uint64_t checksum(const char *data, size_t n)
{
    uint64_t sum = n, word = 0;
    for (size_t i = 0; i < n; i += sizeof word) {
        word = 0;
        memcpy(&word, data + i, n - i < sizeof word ? n - i : sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 29;
    }
    return sum;
}

/* The bytes are magic, the checksum of what follows, and the Fit. */
enum { HEAD = sizeof magic + sizeof(uint64_t) };

gla_status gla_econ_fit_state(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_writer w = GLA_WRITER("state");
    econ_state t = {.s = &s, .w = &w};
    gla_array *made = NULL;
    void *data;
    uint64_t sum = 0;
    char *name = (char *)fit->of->method->name, *ssc = (char *)fit->ssc;
    gla_scope_begin(&s, "state");
    find_method(&t, name);
    gla_put_bytes(&w, magic, sizeof magic);
    gla_put_bytes(&w, (const char *)&sum, sizeof sum);
    econ_state_text(&t, &name);
    econ_state_text(&t, &ssc);
    if (!s.status)
        walk(&t, (gla_econ_fit *)fit);
    gla_s_check(&s, w.status);
    if (!s.status && !gla_s_check(&s, gla_array_new_host("state", GLA_UINT8, 1, (int64_t[]){(int64_t)w.used}, &made, &data))) {
        memcpy(data, w.text, w.used);
        sum = checksum(w.text + HEAD, w.used - HEAD);
        memcpy((char *)data + sizeof magic, &sum, sizeof sum);
    }
    gla_free(w.text);
    return gla_scope_return(&s, gla_s_own(&s, made), out);
}

static void read_fit(econ_state *t, gla_econ_fit **fit)
{
    char start[sizeof magic] = "", *name = NULL, *ssc = NULL;
    uint64_t sum = 0;
    econ_state_bytes(t, start, sizeof start);
    econ_state_bytes(t, &sum, sizeof sum);
    if (!t->s->status && (memcmp(start, magic, sizeof magic) != 0 || checksum(t->at, t->left) != sum))
        econ_state_refuse(t);
    econ_state_text(t, &name);
    econ_state_text(t, &ssc);
    const econ_method *method = t->s->status ? NULL : find_method(t, name);
    gla_econ_fit *made = method ? econ_empty_fit(t->s, method) : NULL;
    if (made) {
        made->ssc = ssc ? econ_convention(ssc) : NULL;
        walk(t, made);
        const econ_estimates *e = made->of;
        bool stack = e->params && made->stacked;
        if (!econ_state_failed(t) &&
            (!e->y_name || e->names->n != e->k || (!stack && (!e->b || !e->bread || !made->covariance))))
            econ_state_refuse(t);
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
        econ_state t = {.s = &s, .at = gla_data(read), .left = (size_t)read->size};
        read_fit(&t, &made);
    }
    if (s.status) {
        gla_object_unref(made);
        made = NULL;
    }
    *fit = made;
    return gla_scope_end(&s);
}
