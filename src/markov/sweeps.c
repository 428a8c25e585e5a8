/* sweeps.c - Gauss-Seidel sweeps over the states of a class, without subtractions.
 *
 * The iteration ends when a sweep changes no value by more than CLOSE.  The balance between groups with improbable transitions
 * between them hardly changes in a sweep; this balance is computed for the groups as a whole (groups.c). */
#include "markov/markov.h"
#include "runtime/allocation.h"

#include <math.h>

#define CLOSE 1e-14   /* relative change in a sweep */
#define PERIOD 20     /* number of sweeps between updates of the groups; sweeps that reduce the change by less than ... */
#define SLOW 0.1      /* ... this fraction are slow */
#define SETTLED 1e-13 /* relative change of groups, which are few */
#define GROUPED 5000  /* number of sweeps after which groups are no longer updated, because their convergence is not proven */

/* ---- shares -------------------------------------------------------------------------------------------------- */
static bool find_ways_in(chain *c, int64_t class, ways_in *w)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first, count = 0;
    for (int64_t k = 0; k < m; k++)
        count += c->begins[c->states[first + k] + 1] - c->begins[c->states[first + k]];
    size_t size = (size_t)(2 * m + 2 + 2 * count);
    double *memory = gla_calloc(size, sizeof *memory);
    *w = (ways_in){.out = memory};
    if (!memory) {
        gla_s_check(&c->s, gla_fail_memory(c->s.op, size * sizeof *memory));
        return false;
    }
    w->p = memory + m;
    w->begins = (int64_t *)(void *)(w->p + count);
    w->from = w->begins + m + 2;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t k = 0; k < m; k++) {
            int64_t i = c->states[first + k];
            if (k % ROWS == 0 && chain_interrupted(c)) {
                gla_free(memory);
                return false;
            }
            for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++) {
                int64_t j = c->to[e], to = j == i ? -1 : chain_place(c, class, j);
                if (to >= 0 && pass == 0) {
                    w->begins[to + 2]++;
                } else if (to >= 0) {
                    int64_t at = w->begins[to + 1]++;
                    w->from[at] = k;
                    w->p[at] = c->p[e];
                    w->out[k] += c->p[e];
                }
            }
        }
        for (int64_t k = 0; k < m && pass == 0; k++)
            w->begins[k + 2] += w->begins[k + 1];
    }
    return true;
}

/* For each group, sum the changes of the shares of its states, relative to the sum of these shares.  Return the largest
 * quotient; `moved` contains the relative change of each state's share. */
static double sweep_shares(const ways_in *w, const groups *g, double *x, double *moved)
{
    double change = 0, sum = 0, changes[GROUPS] = {0}, sums[GROUPS] = {0};
    for (int64_t k = 0; k < g->m; k++) {
        double in = 0;
        for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
            in += x[w->from[e]] * w->p[e];
        in /= w->out[k];
        changes[g->of[k]] += fabs(in - x[k]);
        sums[g->of[k]] += in;
        moved[k] = x[k] > 0 ? in / x[k] - 1 : 0;
        x[k] = in;
    }
    for (int64_t i = 0; i < g->count; i++) {
        change = fmax(change, sums[i] > 0 ? changes[i] / sums[i] : 0);
        sum += sums[i];
    }
    for (int64_t k = 0; k < g->m; k++)
        x[k] /= sum;
    return change;
}

/* Return true if the shares converged within this number of sweeps.  The balance between groups must have converged as well,
 * because the flow between groups in a sweep may be below rounding. */
static bool sweep_with_groups(chain *c, const ways_in *w, groups *g, int64_t sweeps, double *x, double *moved)
{
    double change = 1, before = 1, shift = 0;
    for (int64_t k = 0; k < g->m; k++)
        x[k] = 1 / (double)g->m;
    for (int64_t sweep = 1; sweep <= sweeps && !chain_interrupted(c); sweep++) {
        change = sweep_shares(w, g, x, moved);
        if (change > CLOSE && (sweep % PERIOD != 0 || sweep > GROUPED))
            continue;
        if (change > CLOSE && change > SLOW * before)
            groups_split(g, moved);
        before = change;
        bool balanced = groups_balance(c, g, w, x, &shift);
        if (change <= CLOSE && balanced && shift <= SETTLED)
            return true;
        if (!balanced)
            return false;
    }
    return false;
}

bool chain_sweep_shares(chain *c, int64_t class, int64_t sweeps, double *x)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    ways_in w;
    groups g;
    bool good = false;
    if (!find_ways_in(c, class, &w))
        return false;
    double *moved = gla_malloc((size_t)m * sizeof *moved);
    if (!moved)
        gla_s_check(&c->s, gla_fail_memory(c->s.op, (size_t)m * sizeof *moved));
    if (moved && groups_begin(c, &g, &w, m)) {
        good = sweep_with_groups(c, &w, &g, sweeps, x, moved);
        groups_end(&g);
    }
    gla_free(moved);
    gla_free(w.out);
    return good;
}

/* ---- x = P x + r --------------------------------------------------------------------------------------------- */
/* Return the largest relative change of the values of one state. */
static double sweep_state(const chain *c, int64_t class, int64_t i, const double *extra, int64_t width, double *x)
{
    double out = extra[0], change = 0;
    for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
        if (c->to[e] != i && c->of[c->to[e]] == class)
            out += c->p[e];
    for (int64_t v = 0; v < width; v++) {
        double sum = extra[1 + v];
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            if (c->to[e] != i && c->of[c->to[e]] == class)
                sum += c->p[e] * x[c->to[e] * width + v];
        sum /= out;
        double moved = fabs(sum - x[i * width + v]) / (sum > 0 ? sum : 1);
        change = moved > change ? moved : change;
        x[i * width + v] = sum;
    }
    return change;
}

bool chain_sweep_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first;
    double change = 1;
    for (int64_t sweep = 0; change > CLOSE && sweep < sweeps && !chain_interrupted(c); sweep++) {
        change = 0;
        for (int64_t k = 0; k < m; k++) {
            double moved = sweep_state(c, class, c->states[first + k], extra + k * (width + 1), width, x);
            change = moved > change ? moved : change;
        }
    }
    return change <= CLOSE;
}
