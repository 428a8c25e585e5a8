/* solve.c - the equations of a chain, class by class: from no class does a way lead to one with a larger number, so that what
 * is wanted of those with smaller numbers is known.  A class of up to MOST states is eliminated; a larger one, in which most
 * ways are missing, by a sparse direct solver where shares are wanted and there is one, else by the iteration of Gauss and
 * Seidel, which has no subtractions either. */
#include "markov/markov.h"

#include <math.h>
#include <string.h>

#define MOST 2000
#define SWEEPS 100000
#define CLOSE 1e-14 /* relative change of a sweep */

static void no_convergence(chain *c, int64_t states)
{
    gla_s_fail(&c->s, GLA_CONVERGENCE_ERROR,
               "%s: a class of %lld states has not converged after %d sweeps; its states hardly communicate", c->s.op,
               (long long)states, SWEEPS);
}

static void vanished(chain *c)
{
    gla_s_fail(&c->s, GLA_SINGULAR_ERROR,
               "%s: probabilities of leaving a state are too small for floating-point numbers; remove what is negligible",
               c->s.op);
}

/* Memory that is needed for one class only. */
static double *numbers(chain *c, int64_t count)
{
    if (c->s.status)
        return NULL;
    double *made = gla_calloc((size_t)(count > 0 ? count : 1), sizeof *made);
    if (!made)
        gla_s_check(&c->s, gla_fail_memory(c->s.op, (size_t)count * sizeof *made));
    return made;
}

/* Where each state of a class stands in it: it rises with the state. */
static int64_t place_of(const chain *c, int64_t class, int64_t state)
{
    int64_t low = c->starts[class], high = c->starts[class + 1];
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (c->states[middle] <= state)
            low = middle;
        else
            high = middle;
    }
    return low - c->starts[class];
}

static void write_out(const chain *c, int64_t class, double *a)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    for (int64_t k = 0; k < m; k++) {
        int64_t i = c->states[c->starts[class] + k];
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            if (c->of[c->to[e]] == class)
                a[k * m + place_of(c, class, c->to[e])] = c->p[e];
    }
}

/* ---- stationary distributions ------------------------------------------------------------------------------------------ */
static bool find_ways_in(chain *c, int64_t class, chain_ways *w)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first, count = 0;
    for (int64_t k = 0; k < m; k++)
        count += c->begins[c->states[first + k] + 1] - c->begins[c->states[first + k]];
    double *memory = numbers(c, 2 * m + 2 + 2 * count);
    *w = (chain_ways){.out = memory};
    if (!memory)
        return false;
    w->p = memory + m;
    w->begins = (int64_t *)(void *)(w->p + count);
    w->from = w->begins + m + 2;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t k = 0; k < m; k++) {
            int64_t i = c->states[first + k];
            for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++) {
                int64_t j = c->to[e], to = j == i ? -1 : place_of(c, class, j);
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

static void sweep_shares(chain *c, const chain_ways *w, int64_t m, double *x)
{
    double change = 1;
    for (int64_t k = 0; k < m; k++)
        x[k] = 1 / (double)m;
    for (int sweep = 0; change > CLOSE && !chain_stops(c); sweep++) {
        double sum = 0;
        if (sweep == SWEEPS) {
            no_convergence(c, m);
            break;
        }
        change = 0;
        for (int64_t k = 0; k < m; k++) {
            double in = chain_inflow(w, x, k) / w->out[k];
            change += fabs(in - x[k]);
            sum += x[k] = in;
        }
        change /= sum;
        for (int64_t k = 0; k < m; k++)
            x[k] /= sum;
    }
}

void chain_stationary(chain *c, int64_t class, double *row)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    double *x = numbers(c, 2 * m), *a = m <= MOST ? numbers(c, m * m) : NULL;
    if (a && x) {
        write_out(c, class, a);
        if (!eliminate_states(a, m, NULL, 0, x + m, x))
            vanished(c);
    } else if (x && m > MOST) {
        chain_ways w;
        if (find_ways_in(c, class, &w) && !chain_shares_directly(c, &w, m, x) && !c->s.status)
            sweep_shares(c, &w, m, x);
        gla_free(w.out);
    }
    for (int64_t k = 0; k < m && !c->s.status; k++)
        row[c->states[c->starts[class] + k]] = x[k];
    gla_free(a);
    gla_free(x);
}

/* ---- x = P x + r ------------------------------------------------------------------------------------------------------- */
/* What a state has besides its class: the probability of leaving it, and r with what is known of other classes. */
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

static double sweep_state(const chain *c, int64_t i, double out, const double *known, int64_t width, double *x)
{
    double change = 0;
    for (int64_t v = 0; v < width; v++) {
        double sum = known[1 + v];
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            if (c->to[e] != i && c->of[c->to[e]] == c->of[i])
                sum += c->p[e] * x[c->to[e] * width + v];
        sum /= out;
        double moved = fabs(sum - x[i * width + v]) / (sum > 0 ? sum : 1);
        change = moved > change ? moved : change;
        x[i * width + v] = sum;
    }
    return change;
}

static void sweep_values(chain *c, int64_t class, const double *extra, int64_t width, double *x)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first;
    double change = 1;
    for (int sweep = 0; change > CLOSE && !chain_stops(c); sweep++) {
        change = 0;
        if (sweep == SWEEPS) {
            no_convergence(c, m);
            break;
        }
        for (int64_t k = 0; k < m; k++) {
            int64_t i = c->states[first + k];
            double out = extra[k * (width + 1)];
            for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
                if (c->to[e] != i && c->of[c->to[e]] == class)
                    out += c->p[e];
            double moved = sweep_state(c, i, out, extra + k * (width + 1), width, x);
            change = moved > change ? moved : change;
        }
    }
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
    } else if (extra && m <= MOST) {
        a = numbers(c, m * m);
        values = numbers(c, m * width);
        if (a && values) {
            write_out(c, class, a);
            if (!eliminate_states(a, m, extra, width + 1, extra + m * (width + 1), values))
                vanished(c);
            for (int64_t k = 0; k < m; k++)
                memcpy(x + c->states[first + k] * width, values + k * width, (size_t)width * sizeof *x);
        }
    } else if (extra) {
        sweep_values(c, class, extra, width, x);
    }
    gla_free(values);
    gla_free(a);
    gla_free(extra);
}

void chain_system(chain *c, const bool *known, double r, int64_t width, double *x)
{
    for (int64_t class = 0; class < c->classes && !chain_stops(c); class ++)
        if (!known[class])
            solve_class(c, class, r, width, x);
}
