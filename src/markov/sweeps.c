/* sweeps.c - the iteration of Gauss and Seidel over the states of a class.  It has no subtractions either, and ends when a
 * sweep changes nothing by more than CLOSE. */
#include "markov/markov.h"

#include <math.h>

#define CLOSE 1e-14 /* relative change of a sweep */

/* ---- shares -------------------------------------------------------------------------------------------------------------- */
/* The ways into each state from others of its class, whose numbers rise: from where, and with what probability. */
typedef struct ways_in {
    int64_t *begins, *from;
    double *p, *out; /* of each state: the sum of the ways out */
} ways_in;

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

/* How much all shares have changed. */
static double sweep_shares(const ways_in *w, int64_t m, double *x)
{
    double change = 0, sum = 0;
    for (int64_t k = 0; k < m; k++) {
        double in = 0;
        for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
            in += x[w->from[e]] * w->p[e];
        in /= w->out[k];
        change += fabs(in - x[k]);
        sum += x[k] = in;
    }
    for (int64_t k = 0; k < m; k++)
        x[k] /= sum;
    return change / sum;
}

bool chain_sweep_shares(chain *c, int64_t class, int64_t sweeps, double *x)
{
    int64_t m = c->starts[class + 1] - c->starts[class];
    ways_in w;
    double change = 1;
    if (!find_ways_in(c, class, &w))
        return false;
    for (int64_t k = 0; k < m; k++)
        x[k] = 1 / (double)m;
    for (int64_t sweep = 0; change > CLOSE && sweep < sweeps && !chain_stops(c); sweep++)
        change = sweep_shares(&w, m, x);
    gla_free(w.out);
    return change <= CLOSE;
}

/* ---- x = P x + r --------------------------------------------------------------------------------------------------------- */
/* How much the values of one state have changed, at most. */
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
    for (int64_t sweep = 0; change > CLOSE && sweep < sweeps && !chain_stops(c); sweep++) {
        change = 0;
        for (int64_t k = 0; k < m; k++) {
            double moved = sweep_state(c, class, c->states[first + k], extra + k * (width + 1), width, x);
            change = moved > change ? moved : change;
        }
    }
    return change <= CLOSE;
}
