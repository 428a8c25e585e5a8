/* solve.c - Equations of a chain, solved class by class.
 *
 * No transition leads to a class with a larger number, so the values of classes with smaller numbers are known when they are
 * needed.  A class of up to MAX states is eliminated as a dense matrix.  A larger class is eliminated as a sparse matrix: at
 * once if little fill-in can arise, otherwise only if sweeps fail to converge.  A chain whose transitions connect arbitrary
 * states mixes fast, and eliminating it would produce a nearly dense matrix. */
#include "markov/markov.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define MAX 2000
#define SOME 300 /* sweeps */
#define SWEEPS 100000
#define WIDTH 8 /* limit for the number of states at one distance, in units of the square root of the number of states */

static void no_convergence(chain *c, int64_t class)
{
    gla_s_fail(&c->s, GLA_CONVERGENCE_ERROR,
               "%s: a class of %lld states has not converged after %d sweeps; its states are "
               "nearly uncoupled, and too densely connected to be eliminated",
               c->s.op, (long long)(c->starts[class + 1] - c->starts[class]), SWEEPS);
}

static void vanished(chain *c)
{
    gla_s_fail(&c->s, GLA_SINGULAR_ERROR, "%s: the probability of leaving a state underflows; remove negligible transitions",
               c->s.op);
}

/* Allocate memory for one class only. */
static double *numbers(chain *c, int64_t count)
{
    if (c->s.status)
        return NULL;
    double *made = gla_calloc((size_t)(count > 0 ? count : 1), sizeof *made);
    if (!made)
        gla_s_check(&c->s, gla_fail_memory(c->s.op, (size_t)count * sizeof *made));
    return made;
}

static void write_out(const chain *c, int64_t class, double *a)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    for (int64_t k = 0; k < m; k++) {
        int64_t i = c->states[c->starts[class] + k];
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            if (c->of[c->to[e]] == class)
                a[k * m + chain_place(c, class, c->to[e])] = c->p[e];
    }
}

/* Return true if few states have the same distance from the first state, so that little fill-in arises. */
static bool is_narrow(chain *c, int64_t class)
{
    int64_t m = c->starts[class + 1] - c->starts[class], begin = 0, end = 1, after = 1, most = 0;
    int64_t *queue = gla_malloc((size_t)m * sizeof *queue);
    bool *seen = gla_calloc((size_t)m, sizeof *seen);
    if (queue && seen) {
        queue[0] = c->states[c->starts[class]];
        seen[0] = true;
    }
    for (; queue && seen && begin < end; begin = end, end = after) {
        most = end - begin > most ? end - begin : most;
        for (int64_t k = begin; k < end; k++)
            for (int64_t e = c->begins[queue[k]]; e < c->begins[queue[k] + 1]; e++) {
                int64_t to = c->of[c->to[e]] == class ? chain_place(c, class, c->to[e]) : 0;
                if (!seen[to]) {
                    seen[to] = true;
                    queue[after++] = c->to[e];
                }
            }
    }
    gla_free(seen);
    gla_free(queue);
    return (double)most <= WIDTH * sqrt((double)m);
}

/* ---- stationary distributions -------------------------------------------------------------------------------- */
static void find_large_shares(chain *c, int64_t class, share *found, double *x)
{
    if (!is_narrow(c, class) && (chain_sweep_shares(c, class, SOME, x) || chain_interrupted(c)))
        return;
    reduction_outcome outcome = chain_reduce(c, class, NULL, 0, NULL, found);
    if (outcome == REDUCED)
        share_all(found, c->starts[class + 1] - c->starts[class], x);
    else if (outcome == VANISHED)
        vanished(c);
    else if (!chain_interrupted(c) && !chain_sweep_shares(c, class, SWEEPS, x) && !chain_interrupted(c))
        no_convergence(c, class);
}

void chain_stationary(chain *c, int64_t class, double *row)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    double *x = numbers(c, 2 * m), *a = m <= MAX ? numbers(c, m * m) : NULL;
    share *found = c->s.status ? NULL : gla_malloc((size_t)m * sizeof *found);
    if (!c->s.status && !found)
        gla_s_check(&c->s, gla_fail_memory(c->s.op, (size_t)m * sizeof *found));
    if (found && a) {
        write_out(c, class, a);
        if (eliminate_for_shares(c, a, m, x + m, found))
            share_all(found, m, x);
        else
            vanished(c);
    } else if (found) {
        find_large_shares(c, class, found, x);
    }
    for (int64_t k = 0; k < m && !c->s.status; k++)
        row[c->states[c->starts[class] + k]] = x[k];
    gla_free(found);
    gla_free(a);
    gla_free(x);
}

/* ---- x = P x + r --------------------------------------------------------------------------------------------- */
/* Collect the contributions from outside the class: the probability of leaving it, and r plus the known values of other
 * classes. */
static void take_known(const chain *c, int64_t class, double r, int64_t width, const double *x, double *extra)
{
    for (int64_t k = 0, first = c->starts[class]; k < c->starts[class + 1] - first; k++) {
        int64_t i = c->states[first + k];
        double *to = extra + k * (width + 1);
        for (int64_t v = 0; v < width; v++)
            to[1 + v] = r;
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++) {
            int64_t j = c->to[e];
            if (c->of[j] == class)
                continue;
            to[0] += c->p[e];
            for (int64_t v = 0; v < width; v++)
                to[1 + v] += c->p[e] * x[j * width + v];
        }
    }
}

static bool any_infinite(const double *extra, int64_t m, int64_t width)
{
    for (int64_t k = 0; k < m * (width + 1); k++)
        if (extra[k] == INFINITY)
            return true;
    return false;
}

static void take_values(const chain *c, int64_t class, const double *values, int64_t width, double *x)
{
    for (int64_t k = 0, first = c->starts[class]; k < c->starts[class + 1] - first; k++)
        memcpy(x + c->states[first + k] * width, values + k * width, (size_t)width * sizeof *x);
}

static void find_large_values(chain *c, int64_t class, double *extra, int64_t width, double *values, double *x)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    if (!is_narrow(c, class) && (chain_sweep_values(c, class, extra, width, SOME, x) ||
                                 chain_reverse_values(c, class, extra, width, SOME, x) || chain_interrupted(c)))
        return;
    double *kept = numbers(c, m * (width + 1)); /* sweeps need the values that the elimination overwrites */
    if (!kept)
        return;
    memcpy(kept, extra, (size_t)(m * (width + 1)) * sizeof *extra);
    reduction_outcome outcome = chain_interrupted(c) ? GIVEN_UP : chain_reduce(c, class, extra, width + 1, values, NULL);
    if (outcome == REDUCED)
        take_values(c, class, values, width, x);
    else if (outcome == VANISHED)
        vanished(c);
    else if (!chain_interrupted(c) && !chain_reverse_values(c, class, kept, width, SWEEPS, x) && !chain_interrupted(c) &&
             !chain_sweep_values(c, class, kept, width, SWEEPS, x) && !chain_interrupted(c))
        no_convergence(c, class);
    gla_free(kept);
}

static void solve_class(chain *c, int64_t class, double r, int64_t width, double *x)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first;
    double *extra = numbers(c, m * (width + 2)), *a = NULL, *values = NULL;
    if (extra)
        take_known(c, class, r, width, x, extra);
    if (extra && any_infinite(extra, m, width)) {
        for (int64_t k = 0; k < m * width; k++)
            x[c->states[first + k / width] * width + k % width] = INFINITY;
    } else if (extra) {
        a = m <= MAX ? numbers(c, m * m) : NULL;
        values = numbers(c, m * width);
        if (a && values) {
            write_out(c, class, a);
            if (eliminate_states(c, a, m, extra, width + 1, extra + m * (width + 1), values))
                take_values(c, class, values, width, x);
            else
                vanished(c);
        } else if (values) {
            find_large_values(c, class, extra, width, values, x);
        }
    }
    gla_free(values);
    gla_free(a);
    gla_free(extra);
}

void chain_system(chain *c, const bool *known, double r, int64_t width, double *x)
{
    for (int64_t class = 0; class < c->classes && !chain_interrupted(c); class ++)
        if (!known[class])
            solve_class(c, class, r, width, x);
}
