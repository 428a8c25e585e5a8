/* wild.c - The wild cluster bootstrap of Cameron, Gelbach and Miller (2008), computed as by Roodman and others (2019).
 *
 * Let c'b = r be the hypothesis, A = (X'WX)⁻¹, q = X A c, and u the residuals. The restricted residuals are u + δ q with
 * δ = (c'b - r)/(c'A c). A replication multiplies the residuals of cluster g by v_g. Its numerator c'b* - r is the sum of v_g
 * s_g, where s_g is the sum of w q (u + δ q) over cluster g. The contribution of cluster g to the variance is
 * v_g s_g - H_g Σ_l v_l S_l, where S_l is the sum of w X (u + δ q) over cluster l and H_g the sum of w q X A over cluster g. So
 * everything follows from the sums of two sets of scores by cluster, of which the random weights form linear combinations.
 * These do not depend on r, so the test can be inverted without drawing again. */
#include "econ/bootstrap/wild.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 1 << 24, BISECTIONS = 40 };

typedef struct wild {
    gla_scope *s;
    const gla_econ_fit *fit;
    int64_t k, groups, reps;
    double value, curvature, *Ac; /* c'b - r, c'A c, A c */
    double scale;                 /* Σ s_g² of the unrestricted residuals */
    gla_array *zu, *zx, *pu, *px; /* (reps, k): linear combinations of the scores, and of H_g times s_g */
    gla_array *squares;           /* (reps, 3), or (1, 3) if v² is always 1: combinations of v² with s_u², s_u s_x, s_x² */
    gla_array *HH, *direction;    /* (k, k) and (k,): H'H and A c */
} wild;

static gla_array *dot(gla_scope *s, gla_array *x, gla_array *y)
{
    return gla_s_combine(s, gla_matmul, x, y);
}

static gla_array *times(gla_scope *s, gla_array *x, gla_array *y)
{
    return gla_s_combine(s, gla_multiply, x, y);
}

static gla_array *scaled_rows(gla_scope *s, gla_array *x, gla_array *by)
{
    return times(s, x, gla_s_add_last(s, by));
}

/* x + δ y */
static gla_array *moved(gla_scope *s, gla_array *x, gla_array *y, double delta)
{
    return gla_s_combine(s, gla_add, x, times(s, y, gla_s_number(s, delta)));
}

static gla_array *part(gla_scope *s, gla_array *x, int64_t first, int64_t count)
{
    return s->status ? NULL : gla_s_slice(s, x, 1, first, count);
}

/* The sums of the columns of x, as a matrix of one row. */
static gla_array *column_sums(gla_scope *s, gla_array *x)
{
    gla_array *sums = NULL;
    const gla_ints axis = {1, {0}};
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &sums, &axis, GLA_NO_DTYPE, true), &sums);
}

/* Solve for the direction A c, and read the value of the hypothesis. */
static void read_hypothesis(wild *w, const char *text)
{
    gla_scope *s = w->s;
    const econ_estimates *e = w->fit->of;
    double *c = gla_s_memory(s, w->k + 1, sizeof *c);
    w->Ac = gla_s_memory(s, w->k + 1, sizeof *w->Ac);
    if (s->status)
        return;
    w->value = econ_linear_restriction(s, e, text, c);
    for (int64_t i = 0; i < w->k && !s->status; i++)
        for (int64_t j = 0; j < w->k; j++)
            w->Ac[i] += e->bread[i * w->k + j] * c[j];
    for (int64_t i = 0; i < w->k && !s->status; i++)
        w->curvature += c[i] * w->Ac[i];
    if (!s->status && !(w->curvature > 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the hypothesis does not depend on the coefficients", s->op);
}

/* The effects must not change when the residuals of a cluster are multiplied by a number. */
static void check_effects(wild *w, const gla_array *clusters)
{
    gla_scope *s = w->s;
    const econ_estimates *e = w->fit->of;
    for (int i = 0; i < e->n_effects && !s->status; i++) {
        gla_array *low = NULL, *high = NULL;
        if (clusters) {
            low = gla_s_adopt(s, gla_group_min(clusters, e->effects[i].codes, &low, e->effects[i].groups), &low);
            high = gla_s_adopt(s, gla_group_max(clusters, e->effects[i].codes, &high, e->effects[i].groups), &high);
        }
        if (s->status ||
            (clusters && !gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, gla_not_equal, low, high)))))
            continue;
        if (e->n_effects > 1)
            gla_s_fail(
                s, GLA_ARGUMENT_ERROR,
                "%s: the fixed effects %.60s are not nested in the clusters; write them as dummies, i(%.60s), and absorb only "
                "effects that are nested in the clusters",
                s->op, e->effects[i].name, e->effects[i].name);
        else
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "%s: the fixed effects %.60s are not nested in the clusters; write them as dummies, i(%.60s)", s->op,
                       e->effects[i].name, e->effects[i].name);
    }
}

/* Combine the sums by cluster with random weights, block by block. */
static void draw(wild *w, gla_array *sums, gla_array *products, const char *kind, int64_t seed)
{
    gla_scope *s = w->s;
    bool signs = !strcmp(kind, "rademacher"), all = signs && w->groups < 40 && (INT64_C(1) << w->groups) <= w->reps;
    w->reps = all ? INT64_C(1) << w->groups : w->reps;
    int64_t block = all ? w->reps : DRAWS / w->groups > 0 ? DRAWS / w->groups : 1, count = (w->reps + block - 1) / block;
    gla_random_generator *g = bootstrap_generator(s, seed);
    gla_array **first = gla_s_memory(s, count, sizeof *first), **second = gla_s_memory(s, count, sizeof *second);
    for (int64_t i = 0; i < count && !s->status; i++) {
        int mark = gla_scope_mark(s);
        int64_t reps = w->reps - i * block < block ? w->reps - i * block : block;
        gla_array *v = all ? wild_all_signs(s, w->fit, w->groups)
                           : wild_weights(s, g, kind, reps, w->groups, gla_array_device(w->fit->of->X));
        first[i] = dot(s, v, sums);
        second[i] = signs ? NULL : dot(s, times(s, v, v), products);
        if (second[i])
            gla_ref(second[i]);
        first[i] = bootstrap_kept(s, mark, first[i]);
        gla_s_own(s, second[i]);
        if (!s->status && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    gla_object_unref(g);
    gla_array *R = bootstrap_joined(s, count, first, 0);
    /* the squares of signs are 1 */
    w->squares = signs ? s->status ? NULL : column_sums(s, products) : bootstrap_joined(s, count, second, 0);
    w->zu = part(s, R, 0, w->k);
    w->zx = part(s, R, w->k, w->k);
    w->pu = part(s, R, 2 * w->k, w->k);
    w->px = part(s, R, 3 * w->k, w->k);
}

static void begin(wild *w, const gla_variable *cluster, const char *kind, int64_t seed)
{
    gla_scope *s = w->s;
    const econ_estimates *e = w->fit->of;
    gla_array *clusters = bootstrap_clusters(s, w->fit, cluster, "cluster", &w->groups);
    check_effects(w, clusters);
    if (s->status)
        return;
    w->direction = bootstrap_there(s, w->fit, w->Ac, 1, &w->k);
    gla_array *A = bootstrap_there(s, w->fit, e->bread, 2, (int64_t[]){w->k, w->k});
    gla_array *q = dot(s, e->X, w->direction);
    if (e->weights)
        q = times(s, q, e->weights);
    gla_array *Su = bootstrap_sums(s, scaled_rows(s, e->X, e->u), clusters, w->groups);
    gla_array *Sx = bootstrap_sums(s, scaled_rows(s, e->X, q), clusters, w->groups);
    gla_array *su = dot(s, Su, w->direction), *sx = dot(s, Sx, w->direction), *H = dot(s, Sx, A);
    w->HH = dot(s, gla_s_swap_last(s, H), H);
    econ_read(s, dot(s, su, su), &w->scale, 1);
    gla_array *const sums[] = {Su, Sx, scaled_rows(s, H, su), scaled_rows(s, H, sx)};
    gla_array *const products[] = {gla_s_add_last(s, times(s, su, su)), gla_s_add_last(s, times(s, su, sx)),
                                   gla_s_add_last(s, times(s, sx, sx))};
    draw(w, bootstrap_joined(s, 4, sums, 1), bootstrap_joined(s, 3, products, 1), kind, seed);
}

/* The share of replications whose t is larger in size than t of the data, if the hypothesis is that c'b - r is `value`. */
static double p_value(wild *w, double value, bool impose)
{
    gla_scope *s = w->s;
    double delta = impose ? value / w->curvature : 0, count = 0, weights[] = {1, 2 * delta, delta * delta};
    int mark = gla_scope_mark(s);
    gla_array *z = moved(s, w->zu, w->zx, delta), *p = moved(s, w->pu, w->px, delta);
    gla_array *numerator = dot(s, z, w->direction);
    gla_array *inner = times(s, z, gla_s_combine(s, gla_subtract, dot(s, z, w->HH), times(s, p, gla_s_number(s, 2))));
    gla_array *sums = s->status ? NULL
                                : gla_s_combine(s, gla_matmul, inner,
                                                gla_s_combine(s, gla_add, times(s, w->direction, gla_s_number(s, 0)),
                                                              gla_s_number(s, 1)));
    gla_array *variance = s->status
                              ? NULL
                              : gla_s_combine(s, gla_add,
                                              dot(s, w->squares, bootstrap_there(s, w->fit, weights, 1, (int64_t[]){3})), sums);
    double limit = value * value / w->scale * (1 + 1e-10);
    gla_array *larger = gla_s_combine(s, gla_greater, times(s, numerator, numerator),
                                      times(s, variance, gla_s_number(s, limit)));
    gla_array *share = s->status ? NULL : gla_s_reduce_all(s, gla_mean, gla_s_astype(s, GLA_FLOAT64, larger));
    econ_read(s, share, &count, 1);
    (void)gla_scope_keep(s, mark, NULL);
    return count;
}

/* Find where the p-value falls to 1 - level, at a distance from the estimate in the direction of `sign`; values are c'b - r. */
static double bound(wild *w, double level, double sign, bool impose)
{
    double se = sqrt(w->scale), inside = 0, outside = 2 * se;
    int steps = 0;
    while (!w->s->status && p_value(w, -sign * outside, impose) > 1 - level) {
        if (++steps > 20)
            return INFINITY * sign;
        inside = outside;
        outside *= 2;
    }
    for (int i = 0; i < BISECTIONS && !w->s->status && outside - inside > 1e-9 * se; i++) {
        double middle = (inside + outside) / 2;
        if (p_value(w, -sign * middle, impose) > 1 - level)
            inside = middle;
        else
            outside = middle;
    }
    return sign * inside;
}

static void check(gla_scope *s, const gla_econ_fit *fit, int64_t reps, double level)
{
    const econ_estimates *e = fit->of;
    if (!econ_single(s, fit, "one regression at a time") || !econ_holds(s, fit, e->X))
        return;
    if (strcmp(e->method->name, "ols"))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the wild bootstrap is for Fits of ols, but this Fit is of %s", s->op,
                   e->method->name);
    else if (reps < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: reps is %lld, but it must be positive", s->op, (long long)reps);
    else if (!(level > 0 && level < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must be between 0 and 1", s->op, level);
}

static gla_record *describe(wild *w, double p, double lower, double upper, double small)
{
    gla_record *r = econ_new_record(w->s);
    if (!r)
        return NULL;
    gla_record_text(r, "test", "wild cluster bootstrap");
    gla_record_real(r, "estimate", w->value);
    gla_record_real(r, "statistic", w->value / sqrt(w->scale * small));
    gla_record_real(r, "p", p);
    gla_record_real(r, "lower", lower);
    gla_record_real(r, "upper", upper);
    gla_record_integer(r, "reps", w->reps);
    gla_record_integer(r, "clusters", w->groups);
    return econ_finish_record(w->s, r);
}

gla_status gla_econ_fit_wild_bootstrap(const gla_econ_fit *fit, const char *hypothesis, gla_record **test, int64_t reps,
                                       int64_t seed, const gla_variable *cluster, const char *weights, bool impose_null,
                                       double level)
{
    gla_scope s;
    gla_scope_begin(&s, "wild_bootstrap");
    wild w = {.s = &s, .fit = fit, .k = fit->of->k, .reps = reps};
    check(&s, fit, reps, level);
    if (!s.status)
        read_hypothesis(&w, hypothesis);
    if (!s.status)
        begin(&w, cluster, weights ? weights : "rademacher", seed);
    if (!s.status) {
        double n = fit->of->nobs, df = n - (double)fit->of->k, g = (double)w.groups;
        double p = p_value(&w, w.value, impose_null), lower = bound(&w, level, -1, impose_null);
        double upper = bound(&w, level, 1, impose_null);
        *test = describe(&w, p, w.value + lower, w.value + upper, g / (g - 1) * (n - 1) / df);
    }
    return gla_scope_end(&s);
}
