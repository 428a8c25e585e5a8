/* groups.c - Aggregation of nearly uncoupled groups of states.
 *
 * Sweeps move almost no probability between such groups.  Therefore the shares of the groups are found by elimination, with one
 * state for each group, and sweeps continue within the groups: J. R. Koury, D. F. McAllister, W. J. Stewart, SIAM J. Algebraic
 * Discrete Methods 5 (1984), 164-186.  Groups are recognised by improbable transitions, or by states that a slow iteration
 * changes alike: D. P. Bertsekas, D. A. Castañon, IEEE Transactions on Automatic Control 34 (1989), 589-598. */
#include "markov/markov.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define WEAK 1e-3 /* transitions less probable than this fraction of a state's exit probability do not join groups */

/* Find groups as the strongly connected components of the graph of all transitions that exceed `weak` times the exit
 * probability of their state.  Return the number of groups.  A state that leads to two groups but is rarely reached from them
 * joins neither group; if it joined one, the balance between the groups would never change in a sweep. */
static int64_t join(chain *c, const ways_in *w, int64_t m, double weak, int64_t *of)
{
    chain strong = {.n = m};
    gla_scope *s = &strong.s;
    gla_scope_begin(s, c->s.op);
    int64_t *begins = gla_s_memory(s, m + 1, sizeof *begins), *to = gla_s_memory(s, w->begins[m] + 1, sizeof *to);
    for (int64_t k = 0, at = 0; k < m && !s->status; k++) {
        for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
            if (w->p[e] > weak * w->out[w->from[e]])
                to[at++] = w->from[e];
        begins[k + 1] = at;
    }
    strong.begins = begins;
    strong.to = to;
    if (!s->status)
        chain_find_classes(&strong, NULL);
    if (!s->status)
        memcpy(of, strong.of, (size_t)m * sizeof *of);
    gla_s_check(&c->s, gla_scope_end(s));
    return strong.classes;
}

bool groups_begin(chain *c, groups *g, const ways_in *w, int64_t m)
{
    size_t bytes = (size_t)m * sizeof(int64_t);
    *g = (groups){.of = gla_malloc(bytes), .m = m};
    if (!g->of) {
        gla_s_check(&c->s, gla_fail_memory(c->s.op, bytes));
        return false;
    }
    for (double weak = WEAK; g->count == 0; weak = weak > 0x1p-1000 ? weak * WEAK : 0) {
        int64_t count = join(c, w, m, weak, g->of);
        g->count = count <= GROUPS ? count : 0;
        if (c->s.status)
            groups_end(g);
        if (weak == 0 && !g->count) /* not a single class, which cannot happen */
            groups_end(g);
        if (!g->of)
            return false;
    }
    return true;
}

void groups_end(groups *g)
{
    gla_free(g->of);
    *g = (groups){.of = NULL};
}

void groups_split(groups *g, const double *moved)
{
    double low[GROUPS], high[GROUPS], lowest = INFINITY, highest = -INFINITY;
    int64_t other[GROUPS];
    for (int64_t i = 0; i < g->count; i++) {
        low[i] = INFINITY;
        high[i] = -INFINITY;
    }
    for (int64_t k = 0; k < g->m; k++) {
        int64_t i = g->of[k];
        low[i] = fmin(low[i], moved[k]);
        high[i] = fmax(high[i], moved[k]);
    }
    for (int64_t i = 0; i < g->count; i++) {
        lowest = fmin(lowest, low[i]);
        highest = fmax(highest, high[i]);
    }
    for (int64_t i = 0, before = g->count; i < before; i++)
        other[i] = g->count < GROUPS && high[i] - low[i] > (highest - lowest) / 4 ? g->count++ : i;
    for (int64_t k = 0; k < g->m; k++)
        if (moved[k] > (low[g->of[k]] + high[g->of[k]]) / 2)
            g->of[k] = other[g->of[k]];
}

/* ---- shares -------------------------------------------------------------------------------------------------- */
/* Sum each group with compensated summation (A. Neumaier, ZAMM 54 (1974), 39-51), because there may be millions of equal
 * states.  Divide the sums by their total, and return the total. */
static double add_groups(const groups *g, const double *x, double *sums, double *rests)
{
    double all = 0;
    for (int64_t k = 0; k < g->m; k++) {
        double *sum = sums + g->of[k], more = *sum + x[k];
        rests[g->of[k]] += *sum >= x[k] ? *sum - more + x[k] : x[k] - more + *sum;
        *sum = more;
    }
    for (int64_t i = 0; i < g->count; i++)
        all += sums[i] += rests[i];
    for (int64_t i = 0; i < g->count; i++)
        sums[i] /= all;
    return all;
}

/* Find the shares for which the flows into and out of each group balance.  Return false if the shares overflow or underflow. */
static bool find_sums(chain *c, const groups *g, double *a, double *before, double *way_out, share *found, double *after)
{
    if (!eliminate_for_shares(c, a, g->count, way_out, found))
        return false;
    for (int64_t i = 0; i < g->count; i++) {
        found[i].x *= before[i];
        if (!share_normalize(&found[i]))
            return false;
    }
    share_all(found, g->count, after);
    for (int64_t i = 0; i < g->count; i++)
        if (!(after[i] >= 0) || (before[i] == 0 && after[i] > 0))
            return false;
    return true;
}

bool groups_balance(chain *c, const groups *g, const ways_in *w, double *x, double *moved)
{
    gla_scope s;
    const int64_t n = g->count;
    bool good = false;
    *moved = 0;
    gla_scope_begin(&s, c->s.op);
    double *a = gla_s_memory(&s, n * n, sizeof *a), *before = gla_s_memory(&s, n, sizeof *before);
    double *after = gla_s_memory(&s, n, sizeof *after), *spare = gla_s_memory(&s, n, sizeof *spare);
    share *found = gla_s_memory(&s, n, sizeof *found);
    if (!s.status) {
        double all = add_groups(g, x, before, spare);
        for (int64_t k = 0; k < g->m; k++)
            for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
                a[g->of[w->from[e]] * n + g->of[k]] += x[w->from[e]] * w->p[e];
        good = find_sums(c, g, a, before, spare, found, after);
        for (int64_t i = 0; i < n && good; i++) {
            double factor = before[i] > 0 ? after[i] / before[i] : 1;
            *moved = fmax(*moved, fabs(factor - 1));
            after[i] = factor / all;
        }
        for (int64_t k = 0; k < g->m && good; k++)
            x[k] *= after[g->of[k]];
    }
    gla_s_check(&c->s, gla_scope_end(&s));
    return good;
}
