/* shares.c - Shares of states with unlimited range, until they are normalised to sum to 1. */
#include "markov/markov.h"

#include <math.h>

void share_add(share *sum, share from, double p)
{
    if (from.e > sum->e) {
        sum->x = from.e - 1 == sum->e ? sum->x / SHARE_UNIT : 0;
        sum->e = from.e;
    }
    if (from.e == sum->e)
        sum->x += from.x * p;
    else if (from.e == sum->e - 1)
        sum->x += from.x * p / SHARE_UNIT;
}

bool share_settle(share *sum)
{
    if (!(sum->x < INFINITY))
        return false;
    if (sum->x == 0) {
        *sum = NO_SHARE;
        return true;
    }
    for (; sum->x >= SHARE_UNIT; sum->e++)
        sum->x /= SHARE_UNIT;
    for (; sum->x < 1; sum->e--)
        sum->x *= SHARE_UNIT;
    return true;
}

void share_all(const share *found, int64_t n, double *x)
{
    int64_t top = found[0].e;
    double sum = 0, rest = 0;
    for (int64_t k = 1; k < n; k++)
        top = found[k].e > top ? found[k].e : top;
    for (int64_t k = 0; k < n; k++) { /* compensated summation (A. Neumaier, ZAMM 54 (1974), 39-51), because there may be
                                       * millions of terms */
        int64_t units = top - found[k].e;
        x[k] = units > 4 ? 0 : ldexp(found[k].x, -500 * (int)units);
        double more = sum + x[k];
        rest += sum >= x[k] ? sum - more + x[k] : x[k] - more + sum;
        sum = more;
    }
    for (int64_t k = 0; k < n; k++)
        x[k] /= sum + rest;
}
