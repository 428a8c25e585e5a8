/* reverse.c - Solution of x = P x + b for a class of nearly uncoupled states, by two stationary distributions from sweeps over
 * groups (groups.c).
 *
 * The first distribution, w, belongs to the class with a return state: transitions out of the class lead to the return state,
 * and from there to the first state.  In the chain reversed in time, i moves to j with probability w_j P_ji / w_i, and a move
 * to the return state leaves the class.  Multiplied by w, the equations describe the expected visits to the states of the
 * reversed chain, started at i in proportion to w_i b_i.  If the reversed chain restarts whenever it leaves the class, the
 * expected visits are shares too.  No step of this method subtracts.  Sweeps of x itself complete the solution. */
#include "markov/markov.h"

#include <math.h>

#define SOME 300 /* sweeps of x */

/* A chain of one class: m states, followed by the return state. */
typedef struct returning {
    chain c;
    int64_t m;
    int64_t *begins, *to;
    double *p;
} returning;

static void begin(returning *r, const chain *c, int64_t class)
{
    int64_t first = c->starts[class], m = c->starts[class + 1] - first, ways = 0;
    *r = (returning){.c = {.n = m + 1, .classes = 1}, .m = m};
    gla_scope *s = &r->c.s;
    gla_scope_begin(s, c->s.op);
    for (int64_t k = 0; k < m; k++)
        ways += c->begins[c->states[first + k] + 1] - c->begins[c->states[first + k]];
    r->c.begins = r->begins = gla_s_memory(s, m + 2, sizeof *r->begins);
    r->c.to = r->to = gla_s_memory(s, ways + 2 * m + 1, sizeof *r->to);
    r->c.p = r->p = gla_s_memory(s, ways + 2 * m + 1, sizeof *r->p);
    r->c.of = gla_s_memory(s, m + 1, sizeof *r->c.of);
    r->c.states = gla_s_memory(s, m + 1, sizeof *r->c.states);
    r->c.starts = gla_s_memory(s, 2, sizeof *r->c.starts);
    if (s->status)
        return;
    r->c.starts[1] = m + 1;
    for (int64_t k = 0; k <= m; k++)
        r->c.states[k] = k;
}

static bool end(returning *r, chain *c, bool good)
{
    return !gla_s_check(&c->s, gla_scope_end(&r->c.s)) && good;
}

static void add_way(const returning *r, int64_t *at, int64_t to, double p)
{
    r->to[*at] = to;
    r->p[(*at)++] = p;
}

/* Find the stationary distribution of the class with the return state; w[m] belongs to the return state. */
static bool find_weights(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *w)
{
    returning r;
    int64_t at = 0;
    bool good = false;
    begin(&r, c, class);
    if (!r.c.s.status) {
        for (int64_t k = 0; k < r.m; k++) {
            int64_t i = c->states[c->starts[class] + k];
            for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
                if (c->to[e] != i && c->of[c->to[e]] == class)
                    add_way(&r, &at, chain_place(c, class, c->to[e]), c->p[e]);
            if (extra[k * (width + 1)] > 0)
                add_way(&r, &at, r.m, extra[k * (width + 1)]);
            r.begins[k + 1] = at;
        }
        add_way(&r, &at, 0, 1);
        r.begins[r.m + 1] = at;
        good = chain_sweep_shares(&r.c, 0, sweeps, w);
    }
    for (int64_t k = 0; k <= r.m && good; k++)
        good = w[k] > 0;
    return end(&r, c, good);
}

/* Build the transitions of the reversed chain, without the transitions of the return state. */
static void turn_ways(const returning *r, const chain *c, int64_t class, const double *w)
{
    const int64_t *states = c->states + c->starts[class];
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t k = 0; k < r->m; k++)
            for (int64_t i = states[k], e = c->begins[i]; e < c->begins[i + 1]; e++) {
                if (c->to[e] == i || c->of[c->to[e]] != class)
                    continue;
                int64_t from = chain_place(c, class, c->to[e]);
                if (pass == 0)
                    r->begins[from + 2]++;
                else
                    add_way(r, &r->begins[from + 1], k, w[k] * c->p[e] / w[from]);
            }
        if (pass == 1)
            add_way(r, &r->begins[1], r->m, w[r->m] / w[0]);
        else
            r->begins[2]++; /* only the first state is left for good */
        for (int64_t k = 1; k < r->m && pass == 0; k++)
            r->begins[k + 1] += r->begins[k];
    }
}

/* Find the values of column v. */
static bool find_values(returning *r, const double *extra, int64_t width, int64_t v, const double *w, int64_t sweeps, double *z)
{
    double all = 0;
    int64_t at = r->begins[r->m];
    for (int64_t k = 0; k < r->m; k++)
        all += w[k] * extra[k * (width + 1) + 1 + v];
    for (int64_t k = 0; k < r->m && all > 0; k++)
        if (w[k] * extra[k * (width + 1) + 1 + v] > 0)
            add_way(r, &at, k, w[k] * extra[k * (width + 1) + 1 + v] / all);
    r->begins[r->m + 1] = at;
    if (!(all < INFINITY) || (all > 0 && (!chain_sweep_shares(&r->c, 0, sweeps, z) || !(z[r->m] > 0))))
        return false;
    for (int64_t k = 0; k < r->m; k++)
        z[k] = all > 0 ? z[k] / w[k] * (all / z[r->m]) : 0;
    return true;
}

bool chain_reverse_values(chain *c, int64_t class, const double *extra, int64_t width, int64_t sweeps, double *x)
{
    returning r;
    const int64_t first = c->starts[class], m = c->starts[class + 1] - first;
    gla_scope s;
    gla_scope_begin(&s, c->s.op);
    double *w = gla_s_memory(&s, m + 1, sizeof *w), *z = gla_s_memory(&s, m + 1, sizeof *z);
    double *found = gla_s_memory(&s, m * width, sizeof *found);
    bool good = !s.status && find_weights(c, class, extra, width, sweeps, w);
    if (good) {
        begin(&r, c, class);
        good = !r.c.s.status;
        if (good)
            turn_ways(&r, c, class, w);
        for (int64_t v = 0; v < width && good; v++) {
            good = find_values(&r, extra, width, v, w, sweeps, z);
            for (int64_t k = 0; k < m && good; k++)
                found[k * width + v] = z[k];
        }
        good = end(&r, c, good);
    }
    for (int64_t k = 0; k < m * width && good; k++)
        x[c->states[first + k / width] * width + k % width] = found[k];
    good = !gla_s_check(&c->s, gla_scope_end(&s)) && good;
    return good && chain_sweep_values(c, class, extra, width, SOME, x);
}
