/* jackknife.c - The cluster jackknife CRV3: coefficients without each cluster in turn (MacKinnon, Nielsen and Webb 2023).
 *
 * With Q = X C and C C' = (X'WX)⁻¹, the change of the coefficients without cluster g is −C (I − Q_g'WQ_g)⁻¹ Q_g'Wu_g. If fixed
 * effects have groups with rows in several clusters, the coefficients are estimated without each cluster instead. */
#include "econ/vcov/vcov.h"
#include "econ/within.h"
#include "gpulinalg.h"
#include "linalg/common.h"
#include "runtime/interrupt.h"

#include <math.h>

#define MOST_WORK 1e10    /* rows times clusters of the regressions without each cluster: about an hour */
#define UNIDENTIFIED 1e-9 /* smallest eigenvalue of I - Q_g'WQ_g */

/* The Cholesky factor C of the bread, on the host. */
static gla_array *root_of_bread(vcov *v)
{
    gla_scope *s = v->s;
    int64_t k = v->e->k;
    const double *B = v->e->bread;
    double *C = gla_s_memory(s, k * k + 1, sizeof *C);
    for (int64_t i = 0; i < k && C; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = B[i * k + j];
            for (int64_t l = 0; l < j; l++)
                sum -= C[i * k + l] * C[j * k + l];
            C[i * k + j] = i == j ? sqrt(sum) : sum / C[j * k + j];
        }
    return econ_array(s, C, 2, (int64_t[]){k, k});
}

/* Q_g'WQ_g of each cluster, (groups, k, k). */
static gla_array *grams(vcov *v, const gla_array *Q, const vcov_group *g)
{
    gla_scope *s = v->s;
    int64_t k = v->e->k;
    gla_array *all = gla_s_new(s, s->status ? NULL : gla_device_of(Q), GLA_FLOAT64, 3, (int64_t[]){g->size, k, k});
    for (int64_t i = 0; i < k && !s->status; i++) {
        int mark = gla_scope_mark(s);
        gla_array *column = gla_s_slice(s, Q, 1, i, 1), *sums = NULL;
        if (v->e->weights)
            column = gla_s_combine(s, gla_multiply, column, s->status ? NULL : gla_s_add_last(s, v->e->weights));
        gla_array *products = gla_s_combine(s, gla_multiply, Q, column);
        if (!s->status)
            gla_s_adopt(s, gla_group_sum(products, g->codes, &sums, g->size), &sums);
        gla_array *to = gla_s_slice(s, all, 1, i, 1);
        if (!s->status)
            gla_s_assign(s, to, gla_s_swap_axis(s, gla_s_add_last(s, sums), 1));
        gla_scope_keep(s, mark, NULL);
    }
    return s->status ? NULL : all;
}

static void refuse(vcov *v)
{
    gla_s_fail(v->s, GLA_ARGUMENT_ERROR,
               "%s: without one of the clusters of %s the coefficients are not identified, so '%s' is undefined; use cluster",
               v->s->op, v->groups[0].name, v->spec.text);
}

/* The changes of the coefficients in one pass; rows of the result are clusters. */
static gla_array *changes_at_once(vcov *v)
{
    gla_scope *s = v->s;
    const vcov_group *g = &v->groups[0];
    gla_array *C = root_of_bread(v), *sums = NULL, *values = NULL, *eye = NULL;
    gla_array *Q = gla_s_combine(s, gla_matmul, v->e->X, C);
    gla_array *S = s->status ? NULL : gla_s_combine(s, gla_multiply, Q, gla_s_add_last(s, v->e->u));
    if (!s->status)
        gla_s_adopt(s, gla_group_sum(S, g->codes, &sums, g->size), &sums);
    gla_array *all = grams(v, Q, g);
    if (!s->status)
        gla_s_adopt(s, gla_eye(v->e->k, &eye, NULL, 0, GLA_FLOAT64, gla_array_device(all)), &eye);
    gla_array *left = gla_s_combine(s, gla_subtract, eye, all);
    if (!s->status)
        gla_s_adopt(s, gla_eigvalsh(left, &values), &values);
    gla_array *low = gla_s_combine(s, gla_less, values, gla_s_number(s, UNIDENTIFIED));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, low)))
        refuse(v);
    gla_array *x = NULL, *right = s->status ? NULL : gla_s_add_last(s, sums);
    if (!s->status)
        gla_s_adopt(s, gla_solve(left, right, &x, GLA_AS_GIVEN), &x);
    return gla_s_combine(s, gla_matmul, s->status ? NULL : gla_s_drop_last(s, x), gla_s_swap_last(s, C));
}

/* ---- clusters that share groups of fixed effects --------------------------------------------------------------------- */

/* The positions of the rows of other clusters than c. */
static gla_array *others(vcov *v, int64_t c)
{
    gla_scope *s = v->s;
    gla_array *differs = gla_s_combine(s, gla_not_equal, v->groups[0].codes, gla_s_number(s, (double)c)), *rows = NULL;
    gla_arrays *list = NULL;
    if (!s->status && !gla_s_check(s, gla_nonzero(differs, &list)))
        rows = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return rows;
}

/* The change of the coefficients without cluster c: those of a regression of the residuals. */
static void change_without(vcov *v, int64_t c, double *change)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    model_group *effects = gla_s_memory(s, e->n_effects + 1, sizeof *effects);
    const econ_options o = {.tol = 1e-12, .maxiter = 10000, .collinear_tol = UNIDENTIFIED};
    gla_array *rows = others(v, c), *x = NULL, *rank = NULL;
    econ_within w;
    double found = 0;
    model_frame f = {.n = rows ? rows->shape[0] : 0, .y = econ_take(s, e->residuals, rows), .y_name = e->y_name};
    f.weights = econ_take(s, e->weights, rows);
    f.effects = effects;
    for (int i = 0; i < e->n_effects && !s->status; i++, f.n_effects++)
        effects[i] = (model_group){
            .name = e->effects[i].name, .codes = econ_take(s, e->effects[i].codes, rows), .intercepts = true};
    econ_absorb(s, &f, econ_take(s, e->X, rows), &o, &w);
    gla_array *roots = econ_roots(s, f.weights), *X = w.X, *y = w.y;
    if (roots) {
        X = gla_s_combine(s, gla_multiply, X, roots);
        y = gla_s_combine(s, gla_multiply, y, gla_s_drop_last(s, roots));
    }
    if (!s->status)
        gla_s_check(s, gla_lstsq_as(s->op, X, y, &x, &rank));
    x = gla_s_own(s, x);
    econ_read(s, gla_s_own(s, rank), &found, 1);
    if (!s->status && ((int64_t)found < e->k || w.n_spanned))
        refuse(v);
    econ_read(s, x, change, e->k);
}

static gla_array *changes_one_by_one(vcov *v)
{
    gla_scope *s = v->s;
    const vcov_group *g = &v->groups[0];
    int64_t k = v->e->k, n = 0;
    double *changes = gla_s_memory(s, g->size * k + 1, sizeof *changes);
    for (int i = 0; i < v->e->n_effects; i++)
        if (v->e->effects[i].has_slopes)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%s' is not possible with slopes that vary by %s; use cluster", s->op,
                       v->spec.text, v->e->effects[i].name);
    if ((double)g->count * (double)v->e->n > MOST_WORK)
        gla_s_fail(
            s, GLA_ARGUMENT_ERROR,
            "%s: '%s' needs a regression of %lld rows for each of %lld clusters, because groups of the fixed effects have "
            "rows in several clusters; use cluster, or absorb only effects that are nested in the clusters",
            s->op, v->spec.text, (long long)v->e->n, (long long)g->count);
    for (int64_t c = 0; c < g->size && !s->status; c++, n++) {
        int mark = gla_scope_mark(s);
        change_without(v, c, changes + n * k);
        gla_scope_keep(s, mark, NULL);
        if (!s->status && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted after %lld of %lld clusters", s->op, (long long)n + 1,
                       (long long)g->size);
    }
    return econ_array(s, changes, 2, (int64_t[]){n, k});
}

void vcov_jackknife(vcov *v)
{
    const econ_estimates *e = v->e;
    int nested = 0;
    if (!e->X || e->method->likelihood || e->extra) {
        gla_s_fail(v->s, GLA_ARGUMENT_ERROR, "%s: CRV3 is defined for least squares only; use cluster", v->s->op);
        return;
    }
    for (int i = 0; i < e->n_effects; i++)
        nested += vcov_is_nested(v, &e->effects[i], &v->groups[0]);
    gla_array *changes = nested == e->n_effects ? changes_at_once(v) : changes_one_by_one(v);
    vcov_add_squares(v, 1, changes);
}
