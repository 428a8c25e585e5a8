/* gamma.c - Loops of the gamma function and related functions. */
#include "special.h"

#include "../../../../kernels/special_beta.h"
#include "../../../../kernels/special_digamma.h"

/* Compute most elements of a block by one of the two methods of special_gamma, each in wide registers.  Then compute the
 * elements below 0, and finally the remaining elements. */
FLAT void gla_special_loop_gamma(int64_t n, void *const p[])
{
    const double *x = p[0];
    double *r = p[1], small[AT_ONCE], large[AT_ONCE], other[AT_ONCE], mirrored[AT_ONCE], t[AT_ONCE];
    double inverse[AT_ONCE], log_high[AT_ONCE], log_low[AT_ONCE];
    int at[AT_ONCE], at_small[AT_ONCE], at_large[AT_ONCE], at_other[AT_ONCE];
    for (int64_t begin = 0; begin < n; begin += AT_ONCE, x += AT_ONCE, r += AT_ONCE) {
        int count = n - begin < AT_ONCE ? (int)(n - begin) : AT_ONCE, smalls = 0, larges = 0, others = 0;
        for (int i = 0; i < count; i++) {
            double a = fabs(x[i]);
            int is_small = special_gamma_is_small(a);
            small[smalls] = large[larges] = a;
            other[others] = x[i];
            at_small[smalls] = at_large[larges] = at_other[others] = i;
            smalls += is_small;
            larges += !is_small;
            others += !(x[i] >= 0x1p-60 && x[i] <= SPECIAL_GAMMA_MAX);
        }
        GLA_INDEPENDENT for (int i = 0; i < smalls; i++) at[i] = special_gamma_place(small[i], &t[i]);
        for (int i = 0; i < smalls; i++) {
            t[i] = special_gamma_piece(at[i], t[i]);
            ONE_BY_ONE();
        }
        GLA_INDEPENDENT for (int i = 0; i < smalls; i++) small[i] = special_gamma_by(small[i], t[i]);
        for (int i = 0; i < larges; i++) {
            int part = special_gamma_part(large[i]);
            inverse[i] = special_gamma_logs[part];
            log_high[i] = special_gamma_logs[32 + part];
            log_low[i] = special_gamma_logs[64 + part];
            ONE_BY_ONE();
        }
        GLA_INDEPENDENT for (int i = 0; i < larges; i++)
        {
            double v = large[i] >= 8 ? large[i] : 8;
            large[i] = special_gamma_large_by(v, inverse[i], log_high[i], log_low[i]);
        }
        for (int i = 0; i < smalls; i++)
            r[at_small[i]] = small[i];
        for (int i = 0; i < larges; i++)
            r[at_large[i]] = large[i];
        GLA_INDEPENDENT for (int i = 0; i < others; i++) mirrored[i] = special_gamma_reflected(-other[i], r[at_other[i]]);
        for (int i = 0; i < others; i++) {
            double v = other[i];
            r[at_other[i]] = v <= -0x1p-60 && v > -150 && v != rint(v) ? mirrored[i] : special_gamma(v);
        }
    }
}

/* Compute the elements of a block that are below 0 and those above 0 separately, each in wide registers.  Then compute the
 * remaining elements. */
FLAT void gla_special_loop_gammaln(int64_t n, void *const p[])
{
    const double *x = p[0];
    double *r = p[1], below[AT_ONCE], above[AT_ONCE];
    int at_below[AT_ONCE], at_above[AT_ONCE], at_other[AT_ONCE];
    for (int64_t begin = 0; begin < n; begin += AT_ONCE, x += AT_ONCE, r += AT_ONCE) {
        int count = n - begin < AT_ONCE ? (int)(n - begin) : AT_ONCE, belows = 0, aboves = 0, others = 0;
        for (int i = 0; i < count; i++) {
            int is_below = special_gammaln_is_below(x[i]), is_above = (x[i] > 0) & (x[i] < SPECIAL_INF);
            below[belows] = above[aboves] = x[i];
            at_below[belows] = at_above[aboves] = at_other[others] = i;
            belows += is_below;
            aboves += is_above;
            others += !(is_below | is_above);
        }
        GLA_INDEPENDENT for (int i = 0; i < belows; i++) below[i] = special_gammaln_below(below[i]);
        GLA_INDEPENDENT for (int i = 0; i < aboves; i++) above[i] = special_gammaln_positive(above[i]);
        for (int i = 0; i < others; i++)
            r[at_other[i]] = special_gammaln(x[at_other[i]]);
        for (int i = 0; i < belows; i++)
            r[at_below[i]] = below[i];
        for (int i = 0; i < aboves; i++)
            r[at_above[i]] = above[i];
    }
}

GUESSED_LOOP(beta, 2)
GUESSED_LOOP(betaln, 2)
LOOP(digamma, 1)
