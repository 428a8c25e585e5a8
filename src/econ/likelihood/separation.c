/* separation.c - Drop observations that the regressors predict perfectly.
 *
 * The likelihood of separated observations rises without end along some direction of the coefficients. Newton's method then
 * follows this direction: in each step the index of these observations changes by about 1 (probit: less and less), while other
 * steps become small. Such steps are the suspicion; an iteration that does not depend on y confirms it (rectifier.c). */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>

enum { NAMES = 4 };

/* The regressors of the direction, but the constant. */
static void list_culprits(const lik_problem *p, const double *moved, char *text, size_t size)
{
    size_t used = 0;
    int64_t k = p->f.X.n, count = 0, listed = 0;
    double most = 0;
    bool constant = p->f.constant && k > 1;
    for (int64_t j = 0; j < k; j++)
        most = fmax(most, moved[j]);
    for (int64_t j = constant; j < k; j++)
        count += moved[j] > 1e-3 * most;
    text[0] = 0;
    for (int64_t j = constant; j < k && used + 1 < size; j++)
        if (moved[j] > 1e-3 * most && (count <= NAMES || listed < NAMES - 1)) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", p->f.X.names[j]);
            listed++;
        }
    if (listed < count && used + 1 < size)
        used += (size_t)snprintf(text + used, size - used, " and %lld more", (long long)(count - listed));
    if (p->f.n_effects && used + 1 < size)
        snprintf(text + used, size - used, "%sthe fixed effects", used ? " and " : "");
}

/* Fail if y is the same in all rows that are left. */
static void check_rest(gla_scope *s, lik_problem *p, const char *by)
{
    double ends[2] = {0, 1};
    if (p->f.n > 0) {
        econ_read(s, gla_s_reduce_all(s, gla_min, p->f.y), &ends[0], 1);
        econ_read(s, gla_s_reduce_all(s, gla_max, p->f.y), &ends[1], 1);
    }
    if (p->f.n == 0 || (p->family->binary ? ends[0] == ends[1] : ends[1] == 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %s is perfectly predicted by %s, so the likelihood has no maximum; leave regressors out", s->op,
                   p->f.y_name, by);
}

/* The rows whose index the last step did not move towards infinity. */
static gla_array *unmoved(gla_scope *s, const lik_problem *p)
{
    gla_array *in[2] = {p->f.y, p->change}, *out[1] = {NULL};
    lik_formula(s, "T y, T d", "bool kept",
                p->family->binary ? "kept = (y > 0.5 ? d : -d) < 0.01" : "kept = y > 0 || d > -0.01", 2, in, out);
    return out[0];
}

/* The change of the index by each regressor in the last step. */
static void measure_step(gla_scope *s, const lik_problem *p, double *moved)
{
    econ_read(s, gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, p->X), 0, false), moved, p->f.X.n);
    for (int64_t j = 0; j < p->f.X.n && !s->status; j++)
        moved[j] *= fabs(p->b[j] - p->from[j]);
}

static bool is_suspect(gla_scope *s, const gla_array *still)
{
    return still && !s->status && !gla_s_truth(s, gla_s_reduce_all(s, gla_all, still));
}

bool lik_drop_separated(gla_scope *s, lik_problem *p, bool ended)
{
    char by[400];
    lik_separation found;
    gla_array *still = p->inseparable || p->furthest < (ended ? 0.01 : 0.1) ? NULL : unmoved(s, p);
    if (!is_suspect(s, still))
        return false;
    gla_array *kept = lik_find_separated(s, &p->f, p->family->binary, &found);
    p->inseparable = found.told && !kept;
    if (!found.told && ended) { /* the last step is the only evidence */
        kept = still;
        measure_step(s, p, found.moved);
    }
    if (!kept || s->status)
        return false;
    list_culprits(p, found.moved, by, sizeof by);
    int64_t dropped = lik_keep(s, &p->f, kept);
    if (s->status || dropped == 0)
        return false;
    check_rest(s, p, by);
    lik_note(s, &p->f, "%lld row%s: %s is perfectly predicted by %s", (long long)dropped, dropped == 1 ? "" : "s", p->f.y_name,
             by);
    if (p->f.n_effects)
        lik_drop_groups(s, &p->f, p->family->binary, p->o->drop_singletons);
    return !s->status;
}
