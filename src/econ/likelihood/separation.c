/* separation.c - Observations that the regressors predict perfectly.
 *
 * The likelihood of separated observations rises without end along some direction of the coefficients. Newton's method then
 * follows this direction: in each step the index of these observations changes by about 1 or more, however small the rise of
 * the log-likelihood has become, and the index of the other observations stays. If a maximum exists, the change of every
 * index is as small as the square root of the tolerance when the iteration ends. The last step is therefore the certificate
 * of separation that S. Correia, P. Guimarães and T. Zylkin (2019) compute by linear programming or iterative rectification. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>

/* The regressors that the last step changed. */
static void list_culprits(gla_scope *s, const lik_problem *p, char *text, size_t size)
{
    size_t used = 0;
    int64_t k = p->f.X.n;
    double most = 0, *moved = gla_s_memory(s, k + 1, sizeof *moved);
    gla_array *largest = gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, p->X), 0, false);
    econ_read(s, largest, moved, k);
    text[0] = 0;
    for (int64_t j = 0; j < k && !s->status; j++) {
        moved[j] *= fabs(p->b[j] - p->from[j]);
        most = fmax(most, moved[j]);
    }
    for (int64_t j = p->f.constant && k > 1; j < k && !s->status && used + 1 < size; j++)
        if (moved[j] > 0.01 && moved[j] > 1e-3 * most)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", p->f.X.names[j]);
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

bool lik_drop_separated(gla_scope *s, lik_problem *p)
{
    char by[400];
    gla_array *in[2] = {p->f.y, p->change}, *out[1] = {NULL};
    if (s->status || p->furthest < 0.01)
        return false;
    lik_formula(s, "T y, T d", "bool kept",
                p->family->binary ? "kept = (y > 0.5 ? d : -d) < 0.01" : "kept = y > 0 || d > -0.01", 2, in, out);
    list_culprits(s, p, by, sizeof by);
    int64_t dropped = lik_keep(s, &p->f, out[0]);
    if (s->status || dropped == 0)
        return false;
    check_rest(s, p, by);
    lik_note(s, &p->f, "%lld row%s: %s is perfectly predicted by %s", (long long)dropped, dropped == 1 ? "" : "s", p->f.y_name,
             by);
    if (p->f.n_effects)
        lik_drop_groups(s, &p->f, p->family->binary, p->o->drop_singletons);
    return !s->status;
}
