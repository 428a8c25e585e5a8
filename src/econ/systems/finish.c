/* finish.c - The Fit of a system. */
#include "econ/systems/systems.h"
#include "econ/state.h"
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_systems.h"
#include "runtime/allocation.h"
#include "runtime/writer.h"

#include <math.h>
#include <string.h>

static void release(void *extra)
{
    system_extra *x = extra;
    gla_free(x->S);
    gla_free(x->H);
    gla_free(x);
}

static void store(econ_state *t, econ_estimates *e)
{
    if (!t->w && !econ_state_failed(t) && !(e->extra = gla_calloc(1, sizeof(system_extra))))
        gla_s_check(t->s, gla_fail_memory(t->s->op, sizeof(system_extra)));
    system_extra *x = e->extra;
    if (!x || econ_state_failed(t))
        return;
    econ_state_integer(t, &x->E);
    econ_state_integer(t, &x->K);
    if (x->E < 0 || x->E > INT32_MAX || x->K != e->k)
        econ_state_refuse(t);
    econ_state_doubles(t, &x->S, x->E * x->E);
    econ_state_doubles(t, &x->H, x->K * x->K);
    if (!econ_state_failed(t) && (!x->S || !x->H))
        econ_state_refuse(t);
}

/* ---- covariance matrix -------------------------------------------------------------------------------------------------- */

static void name_matrix(gla_scope *s, gla_econ_fit *fit, const vcov_spec *spec)
{
    gla_writer text = GLA_WRITER(s->op), title = GLA_WRITER(s->op);
    gla_put_text(&text, spec->text);
    if (spec->kind == VCOV_IID)
        gla_put_text(&title, "iid");
    else if (spec->kind == VCOV_CLUSTER) {
        gla_put_text(&title, spec->n ? "clustered by " : "clustered");
        for (int i = 0; i < spec->n; i++)
            gla_put(&title, "%s%s", i ? " and " : "", spec->names[i]);
    } else
        gla_put_text(&title, spec->kind <= VCOV_HC3 ? "robust (HC0)" : spec->text);
    gla_s_check(s, gla_writer_finish(&text, &fit->vcov));
    gla_s_check(s, gla_writer_finish(&title, &fit->vcov_title));
}

/* H meat H' */
static void sandwich(gla_scope *s, gla_econ_fit *fit, const system_extra *x)
{
    int64_t K = x->K;
    double *meat = iv_doubles(s, K * K), *half = iv_doubles(s, K * K);
    if (s->status)
        return;
    iv_meat(s, fit, fit->of->scores, K, 0, meat);
    if (s->status)
        return;
    iv_product(half, x->H, meat, K, K, K, IV_PLAIN);
    iv_product(fit->covariance, half, x->H, K, K, K, IV_RIGHT);
}

static bool covariance(gla_scope *s, gla_econ_fit *fit, const char *text, const char *ssc)
{
    const econ_estimates *e = fit->of;
    vcov_spec spec = {0};
    fit->ssc = ssc;
    fit->df_t = INFINITY;
    vcov_parse(s, text ? text : "iid", &spec);
    if (s->status)
        return true;
    name_matrix(s, fit, &spec);
    fit->covariance = econ_doubles(s, e->k * e->k);
    if (!s->status && spec.kind == VCOV_IID)
        memcpy(fit->covariance, e->bread, (size_t)(e->k * e->k) * sizeof *e->bread);
    else if (!s->status && econ_holds(s, fit, e->scores))
        sandwich(s, fit, e->extra);
    return true;
}

const econ_method systems_sur = {.name = "sur", .title = "SUR", .release = release, .store = store, .covariance = covariance};
const econ_method systems_threesls = {
    .name = "threesls", .title = "3SLS", .release = release, .store = store, .covariance = covariance};

gla_status gla_econ_fit_error_covariance(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    const econ_estimates *e = fit->of;
    gla_array *made = NULL;
    gla_scope_begin(&s, "error_covariance");
    if (e->method->release != release || !e->extra)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: this Fit is from %s, which estimates one equation; fit with sur or threesls",
                   s.op, e->method->name);
    else {
        const system_extra *x = e->extra;
        made = econ_array(&s, x->S, 2, (int64_t[]){x->E, x->E});
    }
    return gla_scope_return(&s, made, out);
}

/* ---- the Fit ------------------------------------------------------------------------------------------------------------ */

/* "equation: variable" */
static const char **join_names(gla_scope *s, const equations *t)
{
    const char **names = gla_s_memory(s, t->K + 1, sizeof *names);
    for (int64_t e = 0; e < t->E && !s->status; e++)
        for (int64_t j = 0; j < t->of[e].k && !s->status; j++) {
            const char *of = t->of[e].f.y_name, *name = t->of[e].names[j];
            char *joined = gla_s_memory(s, (int64_t)(strlen(of) + strlen(name)) + 3, 1);
            if (joined) {
                strcpy(joined, of);
                strcat(strcat(joined, ": "), name);
            }
            names[t->of[e].at + j] = joined;
        }
    return names;
}

static char *join_texts(gla_scope *s, const equations *t, bool formulas)
{
    size_t size = 1;
    for (int64_t e = 0; e < t->E; e++)
        size += strlen(formulas ? t->of[e].f.formula : t->of[e].f.y_name) + 2;
    char *text = gla_s_memory(s, (int64_t)size, 1);
    for (int64_t e = 0; e < t->E && text; e++) {
        strcat(text, e ? (formulas ? "; " : ", ") : "");
        strcat(text, formulas ? t->of[e].f.formula : t->of[e].f.y_name);
    }
    return text;
}

/* (n, K): the scores P_e (U S^-1)_e of each equation. */
static gla_array *find_scores(gla_scope *s, const equations *t, const gla_array *U)
{
    int64_t E = t->E;
    double *eye = iv_doubles(s, E * E), *inverse = iv_doubles(s, E * E);
    const gla_array **parts = gla_s_memory(s, E + 1, sizeof *parts);
    for (int64_t i = 0; i < E && eye; i++)
        eye[i * E + i] = 1;
    iv_solve(s, t->S, E, eye, E, inverse);
    gla_array *V = gla_s_combine(s, gla_matmul, U, econ_array(s, inverse, 2, (int64_t[]){E, E}));
    for (int64_t e = 0; e < E && !s->status; e++)
        parts[e] = gla_s_combine(s, gla_multiply, t->of[e].P, gla_s_slice(s, V, 1, e, 1));
    return econ_beside(s, (int)E, parts);
}

/* bread = M^-1 M^-1' and H = M^-1 T^-1', from M and the triangle T in t->D. */
static void find_bread(gla_scope *s, const equations *t, double *bread, double *H)
{
    int64_t K = t->K;
    double *eye = iv_doubles(s, K * K), *inverse = iv_doubles(s, K * K), *other = iv_doubles(s, K * K);
    for (int64_t i = 0; i < K && !s->status; i++)
        eye[i * K + i] = 1;
    iv_solve(s, t->M, K, eye, K, inverse);
    iv_solve(s, t->D, K, eye, K, other);
    if (s->status)
        return;
    iv_product(bread, inverse, inverse, K, K, K, IV_RIGHT);
    iv_product(H, inverse, other, K, K, K, IV_RIGHT);
}

static void keep_extra(gla_scope *s, econ_estimates *e, const equations *t)
{
    system_extra *x = s->status ? NULL : gla_calloc(1, sizeof *x);
    if (!x) {
        if (!s->status)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *x));
        return;
    }
    e->extra = x;
    x->E = t->E, x->K = t->K;
    x->S = econ_doubles(s, t->E * t->E);
    x->H = econ_doubles(s, t->K * t->K);
    if (s->status)
        return;
    memcpy(x->S, t->S, (size_t)(t->E * t->E) * sizeof *x->S);
    find_bread(s, t, e->bread, x->H);
}

static void keep_notes(gla_scope *s, econ_estimates *e, const equations *t)
{
    for (int64_t i = 0; i < t->E; i++) {
        const equation *q = &t->of[i];
        for (int64_t j = 0; j < q->f.n_notes; j++)
            econ_note(s, e, "%s: %s", q->f.y_name, q->f.notes[j]);
        for (int64_t j = 0; j < q->n_notes; j++)
            econ_note(s, e, "%s: %s", q->f.y_name, q->notes[j]);
    }
}

static gla_array *join_columns(gla_scope *s, const equations *t, bool residuals)
{
    const gla_array **parts = gla_s_memory(s, t->E + 1, sizeof *parts);
    for (int64_t e = 0; e < t->E && parts; e++)
        parts[e] = residuals ? t->of[e].u : t->of[e].y;
    return econ_beside(s, (int)t->E, parts);
}

gla_econ_fit *systems_fit(gla_scope *s, equations *t, const gla_table *data)
{
    gla_array *Y = join_columns(s, t, false), *U = join_columns(s, t, true);
    model_frame f = {.table = data, .total = t->of[0].f.total, .n = t->n, .rows = t->rows, .y = Y};
    f.formula = s->status ? NULL : join_texts(s, t, true);
    f.y_name = s->status ? NULL : join_texts(s, t, false);
    f.clusters = t->of[0].f.clusters;
    f.n_clusters = t->of[0].f.n_clusters;
    const char **names = join_names(s, t);
    gla_econ_fit *fit = s->status ? NULL : econ_new_fit(s, t->method, &f, t->o, t->K, names);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    for (int64_t i = 0; i < t->E; i++)
        memcpy(e->b + t->of[i].at, t->of[i].b, (size_t)t->of[i].k * sizeof *e->b);
    keep_extra(s, e, t);
    keep_notes(s, e, t);
    e->scores = econ_keep(s, find_scores(s, t, U));
    e->residuals = econ_keep(s, U);
    e->fitted = econ_keep(s, gla_s_combine(s, gla_subtract, Y, U));
    e->iterations = t->steps;
    e->sigma2_rss = e->tss = e->tss_within = e->rss0 = NAN; /* there is no single regression */
    return econ_finish(s, fit, t->o);
}

static gla_status run(const char *op, const econ_method *method, const gla_strings *formulas, const gla_table *data,
                      gla_econ_fit **fit, bool iterate, const econ_options *o, model_options *m)
{
    gla_scope s;
    equations t = {.o = o, .method = method};
    gla_econ_fit *made = NULL;
    m->vcov = o->vcov;
    m->instrumental = method == &systems_threesls;
    gla_scope_begin(&s, op);
    econ_check_options(&s, o);
    if (!s.status)
        systems_read(&s, &t, formulas, data, m);
    systems_prepare(&s, &t);
    if (!s.status)
        systems_solve(&s, &t, iterate);
    if (!s.status)
        made = systems_fit(&s, &t, data);
    *fit = s.status ? NULL : made;
    return gla_scope_end(&s);
}

gla_status gla_econ_sur(const gla_strings *formulas, const gla_table *data, gla_econ_fit **fit, bool iterate, const char *vcov,
                        const gla_arrays *cluster, bool keep, double tol, int64_t maxiter, double collinear_tol,
                        const gla_variable *unit, const gla_variable *time)
{
    const econ_options o = {.vcov = vcov, .keep = keep, .tol = tol, .maxiter = maxiter, .collinear_tol = collinear_tol};
    model_options m = {.cluster = cluster, .unit = unit, .time = time};
    return run("sur", &systems_sur, formulas, data, fit, iterate, &o, &m);
}

gla_status gla_econ_threesls(const gla_strings *formulas, const gla_table *data, gla_econ_fit **fit, bool iterate,
                             const char *vcov, const gla_arrays *cluster, bool keep, double tol, int64_t maxiter,
                             double collinear_tol, const gla_variable *unit, const gla_variable *time)
{
    const econ_options o = {.vcov = vcov, .keep = keep, .tol = tol, .maxiter = maxiter, .collinear_tol = collinear_tol};
    model_options m = {.cluster = cluster, .unit = unit, .time = time};
    return run("threesls", &systems_threesls, formulas, data, fit, iterate, &o, &m);
}
