/* eliminate.c - Elimination of states without subtractions: W. K. Grassmann, M. I. Taksar, D. P. Heyman, Operations Research 33
 * (1985), 1107-1116.
 *
 * After a state is eliminated, the matrix describes the chain observed only in the remaining states.  Diagonal elements are
 * never used, because the probability of leaving a state is the sum of the probabilities of its transitions to other states. */
#include "markov/markov.h"

#include <math.h>

#define STATES 32   /* states eliminated together */
#define COLUMNS 512 /* columns updated together */

static void add_row(double *to, double factor, const double *from, int64_t n)
{
    for (int64_t j = 0; j < n; j++)
        to[j] += factor * from[j];
}

typedef struct system {
    chain *c;
    double *a, *extra, *way_out;
    int64_t n, width;
} system;

/* Eliminate the states from `last` down to `first`; their effect on earlier states remains in their columns. */
static bool eliminate_block(const system *q, int64_t first, int64_t last)
{
    const int64_t n = q->n, width = q->width;
    for (int64_t s = last; s >= first && s >= (width == 0); s--) {
        double out = width ? q->extra[s * width] : 0, *row = q->a + s * n;
        for (int64_t j = 0; j < s; j++)
            out += row[j];
        if (!(out > 0))
            return false;
        q->way_out[s] = out;
        for (int64_t i = 0; i < s; i++) {
            double *other = q->a + i * n, factor = other[s] / out;
            other[s] = factor;
            if (factor == 0)
                continue;
            if (i >= first) {
                add_row(other, factor, row, s);
                add_row(q->extra + i * width, factor, q->extra + s * width, width);
            } else {
                add_row(other + first, factor, row + first, s - first);
            }
        }
    }
    return true;
}

static void take_block(const system *q, int64_t first, int64_t last)
{
    const int64_t n = q->n, width = q->width;
    for (int64_t i = 0; i < first; i++) {
        const double *factors = q->a + i * n;
        for (int64_t j = 0; j < first; j += COLUMNS)
            for (int64_t s = last; s >= first; s--)
                if (factors[s] != 0)
                    add_row(q->a + i * n + j, factors[s], q->a + s * n + j, first - j < COLUMNS ? first - j : COLUMNS);
        for (int64_t s = last; s >= first; s--)
            add_row(q->extra + i * width, factors[s], q->extra + s * width, width);
    }
}

/* Compute the share of each state from the shares of earlier states. */
static bool find_shares(const system *q, share *found)
{
    found[0] = (share){1, 0};
    for (int64_t s = 1; s < q->n; s++) {
        if (s % ROWS == 0 && chain_interrupted(q->c))
            return false;
        share sum = NO_SHARE;
        for (int64_t i = 0; i < s; i++)
            if (q->a[i * q->n + s] > 0)
                share_add(&sum, found[i], q->a[i * q->n + s]);
        if (!share_normalize(&sum))
            return false;
        found[s] = sum;
    }
    return true;
}

static void find_values(const system *q, double *x)
{
    int64_t columns = q->width - 1;
    for (int64_t s = 0; s < q->n; s++) {
        double *value = x + s * columns;
        for (int64_t k = 0; k < columns; k++)
            value[k] = q->extra[s * q->width + 1 + k];
        for (int64_t j = 0; j < s; j++)
            add_row(value, q->a[s * q->n + j], x + j * columns, columns);
        for (int64_t k = 0; k < columns; k++)
            value[k] /= q->way_out[s];
    }
}

static bool eliminate_all(const system *q)
{
    bool good = true;
    for (int64_t last = q->n - 1; good && last >= 0; last -= STATES) {
        int64_t first = last < STATES ? 0 : last - STATES + 1;
        good = !chain_interrupted(q->c) && eliminate_block(q, first, last);
        if (good)
            take_block(q, first, last);
    }
    return good;
}

bool eliminate_states(chain *c, double *a, int64_t n, double *extra, int64_t width, double *way_out, double *x)
{
    const system q = {.c = c, .a = a, .extra = extra, .way_out = way_out, .n = n, .width = width};
    bool good = eliminate_all(&q);
    if (good)
        find_values(&q, x);
    return good;
}

bool eliminate_for_shares(chain *c, double *a, int64_t n, double *way_out, share *found)
{
    const system q = {.c = c, .a = a, .way_out = way_out, .n = n};
    return eliminate_all(&q) && find_shares(&q, found);
}
