/* heavy.c - Loops of special functions that iterate.  The functions are not inlined, although LOOP would inline them, because
 * that would generate megabytes of code. */
#include "special.h"
#include "initial_values.h"

#include <string.h>

#include "../../../../kernels/special_bessel.h"
#include "../../../../kernels/special_chi2.h"
#include "../../../../kernels/special_discrete.h"
#include "../../../../kernels/special_logtail.h"
#include "../../../../kernels/special_ratio.h"

#define SPECIAL(name, arity, file) IN_##file(name, arity)
#include "heavy.h"

#define HEAVY(name, arity) void gla_special_loop_##name(int64_t n, void *const p[]);
#define POWERED HEAVY
#define STARTED HEAVY
#include "elementwise/special.h"
#undef POWERED
#undef STARTED
#undef HEAVY
#undef SHAPED

static inline double powered_gammainc(double a, double x, double power, double scale)
{
    return special_gammainc_by(a, x, power, scale, 0);
}

static inline double powered_gammaincc(double a, double x, double power, double scale)
{
    return special_gammainc_by(a, x, power, scale, 1);
}

#define POWERED(name, arity)                                               \
    void gla_special_loop_##name(int64_t n, void *const p[])               \
    {                                                                      \
        POINTERS_##arity;                                                  \
        double *r = p[arity], power[STARTS], scale[STARTS];                \
        for (int64_t begin = 0; begin < n; begin += STARTS) {              \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;       \
            gla_special_powers(count, x + begin, y + begin, power, scale); \
            for (int64_t i = 0, j = begin; i < count; i++, j++)            \
                r[j] = powered_##name(x[j], y[j], power[i], scale[i]);     \
        }                                                                  \
    }

static inline double gamma_root(double a, double p, const gla_special_gamma_starts *s, int64_t i, int upper)
{
    const double(*part)[STARTS] = s->part;
    special_gamma_start start = {.log_p = {part[0][i], part[1][i]}, .scale = {part[2][i], part[3][i]}};
    if (!special_gammainc_has_root(a, p))
        return special_gammainc_inverse(a, p, upper);
    start.end = pair_of(part[4][i], part[5][i]);
    start.x = part[6][i];
    start.least = part[7][i];
    start.most = part[8][i];
    return special_gammainc_root(a, s->tail[i], start, s->upper[i]);
}

static void gamma_roots(int64_t n, const double *a, const double *p, double *r, int upper)
{
    gla_special_gamma_starts starts;
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS;
        gla_special_gamma_start(count, a + begin, p + begin, upper, &starts);
        for (int64_t i = 0, j = begin; i < count; i++, j++)
            r[j] = gamma_root(a[j], p[j], &starts, i, upper);
    }
}

void gla_special_loop_gammaincinv(int64_t n, void *const p[])
{
    gamma_roots(n, p[0], p[1], p[2], 0);
}

void gla_special_loop_gammainccinv(int64_t n, void *const p[])
{
    gamma_roots(n, p[0], p[1], p[2], 1);
}

static inline double t_quantile(double p, double df, const gla_special_t_starts *s, int64_t i)
{
    pair middle = pair_of(s->middle[0][i], s->middle[1][i]);
    double tail = p < 0.5 ? p : 1 - p, x = 0;
    if (special_t_has_root(p, df))
        x = special_t_root(tail, pair_sum(1, -2 * tail), df, middle,
                           df > 2 ? s->x[i] : special_t_start_low(tail, df, middle.h));
    return special_t_ppf_by(p, df, x);
}

void gla_special_loop_t_ppf(int64_t n, void *const p[])
{
    const double *x = p[0], *df = p[1];
    double *r = p[2];
    gla_special_t_starts starts;
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS;
        gla_special_t_start(count, x + begin, df + begin, &starts);
        for (int64_t i = 0, j = begin; i < count; i++, j++)
            r[j] = t_quantile(x[j], df[j], &starts, i);
    }
}

/* Compute the pairs that a function needs from its parameters, for a block of elements. */
static void fill_t_betalns(int64_t n, const double *df, double *h, double *l)
{
    double a[STARTS], b[STARTS];
    for (int64_t i = 0; i < n; i++) {
        a[i] = 0.5 * df[i];
        b[i] = 0.5;
    }
    gla_special_betalns(n, a, b, h, l);
}

static void fill_f_betalns(int64_t n, const double *dfn, const double *dfd, double *h, double *l)
{
    double a[STARTS], b[STARTS];
    for (int64_t i = 0; i < n; i++) {
        a[i] = 0.5 * dfn[i];
        b[i] = 0.5 * dfd[i];
    }
    gla_special_betalns(n, a, b, h, l);
}

static inline double paired_f_logpdf(double x, double dfn, double dfd, pair known)
{
    return special_f_log_density(x, dfn, dfd, known).h;
}

static inline double paired_t_sf(double x, double df, pair known)
{
    return special_t_sf_by(x, df, known);
}

static inline double paired_t_logpdf(double x, double df, pair middle)
{
    return special_t_log_density(x, df, middle).h;
}

#define PAIRED_2(name, fill)                                           \
    void gla_special_loop_##name(int64_t n, void *const p[])           \
    {                                                                  \
        const double *x = p[0], *a = p[1];                             \
        double *r = p[2], h[STARTS], l[STARTS];                        \
        for (int64_t begin = 0; begin < n; begin += STARTS) {          \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;   \
            fill(count, a + begin, h, l);                              \
            for (int64_t i = 0, j = begin; i < count; i++, j++)        \
                r[j] = paired_##name(x[j], a[j], pair_of(h[i], l[i])); \
        }                                                              \
    }

/* first: index of the argument a; the next argument is b. */
#define PAIRED_3(name, fill, first)                                                     \
    void gla_special_loop_##name(int64_t n, void *const p[])                            \
    {                                                                                   \
        const double *x = p[0], *y = p[1], *z = p[2], *a = p[first], *b = p[first + 1]; \
        double *r = p[3], h[STARTS], l[STARTS];                                         \
        for (int64_t begin = 0; begin < n; begin += STARTS) {                           \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;                    \
            fill(count, a + begin, b + begin, h, l);                                    \
            for (int64_t i = 0, j = begin; i < count; i++, j++)                         \
                r[j] = paired_##name(x[j], y[j], z[j], pair_of(h[i], l[i]));            \
        }                                                                               \
    }

PAIRED_2(t_sf, fill_t_betalns)
PAIRED_2(t_logpdf, gla_special_t_middles)
PAIRED_3(f_logpdf, fill_f_betalns, 1)

static void betaincs(int64_t n, void *const p[], bool upper)
{
    const double *a = p[0], *b = p[1], *x = p[2];
    double *r = p[3], h[STARTS], l[STARTS];
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS, j = begin;
        bool some = gla_special_betaincs(count, a + j, b + j, x + j, upper, r + j);
        gla_special_betalns(count, a + j, b + j, h, l);
        for (int64_t i = 0; i < count; i++, j++)
            if (!some || r[j] != r[j])
                r[j] = special_betainc_by(a[j], b[j], x[j], pair_of(h[i], l[i]), upper);
    }
}

void gla_special_loop_betainc(int64_t n, void *const p[])
{
    betaincs(n, p, false);
}

void gla_special_loop_betaincc(int64_t n, void *const p[])
{
    betaincs(n, p, true);
}

/* Compute densities.  First the logarithms of the densities are computed one by one, as pairs, and then the exponentials of a
 * block. */
#define DENSITY_2(name, fill, log_density)                             \
    void gla_special_loop_##name(int64_t n, void *const p[])           \
    {                                                                  \
        const double *x = p[0], *a = p[1];                             \
        double *r = p[2], h[STARTS], l[STARTS];                        \
        for (int64_t begin = 0; begin < n; begin += STARTS) {          \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;   \
            fill(count, a + begin, h, l);                              \
            for (int64_t i = 0, j = begin; i < count; i++, j++) {      \
                pair e = log_density(x[j], a[j], pair_of(h[i], l[i])); \
                h[i] = e.h;                                            \
                l[i] = e.l;                                            \
            }                                                          \
            gla_special_densities(count, h, l, r + begin);             \
        }                                                              \
    }

#define DENSITY_3(name, fill, log_density)                                   \
    void gla_special_loop_##name(int64_t n, void *const p[])                 \
    {                                                                        \
        const double *x = p[0], *a = p[1], *b = p[2];                        \
        double *r = p[3], h[STARTS], l[STARTS];                              \
        for (int64_t begin = 0; begin < n; begin += STARTS) {                \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;         \
            fill(count, a + begin, b + begin, h, l);                         \
            for (int64_t i = 0, j = begin; i < count; i++, j++) {            \
                pair e = log_density(x[j], a[j], b[j], pair_of(h[i], l[i])); \
                h[i] = e.h;                                                  \
                l[i] = e.l;                                                  \
            }                                                                \
            gla_special_densities(count, h, l, r + begin);                   \
        }                                                                    \
    }

DENSITY_2(t_pdf, gla_special_t_middles, special_t_log_density)
DENSITY_3(f_pdf, fill_f_betalns, special_f_log_density)

/* Compute log f(x) for gamma distributions.  On entry, h and l contain the rests; they are replaced by the results. */
static void gamma_log_densities(int64_t n, const double *x, const double *a, double *h, double *l)
{
    double log_h[STARTS], log_l[STARTS];
    gla_special_gamma_log_densities(n, x, a, h, l, log_h, log_l);
    for (int64_t i = 0; i < n; i++) {
        pair e = pair_of(log_h[i], log_l[i]);
        if (e.h != e.h)
            e = special_gamma_log_density(x[i], a[i], pair_of(h[i], l[i]));
        h[i] = e.h;
        l[i] = e.l;
    }
}

/* Convert a block of pairs h and l to results. */
static void take_densities(int64_t n, const double *h, const double *l, double *r)
{
    gla_special_densities(n, h, l, r);
}

static void take_logarithms(int64_t n, const double *h, const double *l, double *r)
{
    (void)l;
    for (int64_t i = 0; i < n; i++)
        r[i] = h[i] + 0.0;
}

/* Compute log f(x) for beta distributions.  h and l need no initial values.  The rests for recurring parameters are cached. */
static void beta_log_densities(int64_t n, const double *x, const double *a, const double *b, double *h, double *l)
{
    double log_h[STARTS], log_l[STARTS];
    const bool few = gla_special_has_few_values(n, a) && gla_special_has_few_values(n, b);
    if (!few)
        gla_special_beta_rests(n, a, b, h, l);
    for (int64_t i = 0; few && i < n; i++) {
        pair rest = special_beta_log_rest(a[i], b[i]);
        h[i] = rest.h;
        l[i] = rest.l;
    }
    gla_special_beta_log_densities(n, x, a, b, h, l, log_h, log_l);
    for (int64_t i = 0; i < n; i++) {
        pair e = pair_of(log_h[i], log_l[i]);
        if (e.h != e.h)
            e = special_beta_log_density(x[i], a[i], b[i], pair_of(h[i], l[i]));
        h[i] = e.h;
        l[i] = e.l;
    }
}

static void beta_densities(int64_t n, void *const p[], bool is_log)
{
    const double *x = p[0], *a = p[1], *b = p[2];
    double *r = p[3], h[STARTS], l[STARTS];
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS;
        beta_log_densities(count, x + begin, a + begin, b + begin, h, l);
        if (is_log)
            memcpy(r + begin, h, (size_t)count * sizeof *h);
        else
            gla_special_densities(count, h, l, r + begin);
    }
}

void gla_special_loop_beta_pdf(int64_t n, void *const p[])
{
    beta_densities(n, p, false);
}

void gla_special_loop_beta_logpdf(int64_t n, void *const p[])
{
    beta_densities(n, p, true);
}

static void gamma_densities(int64_t n, void *const p[], bool is_log)
{
    const double *x = p[0], *a = p[1];
    double *r = p[2], h[STARTS], l[STARTS];
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS;
        gla_special_gamma_rests(count, a + begin, h, l);
        gamma_log_densities(count, x + begin, a + begin, h, l);
        if (is_log)
            memcpy(r + begin, h, (size_t)count * sizeof *h);
        else
            gla_special_densities(count, h, l, r + begin);
    }
}

void gla_special_loop_gamma_pdf(int64_t n, void *const p[])
{
    gamma_densities(n, p, false);
}

void gla_special_loop_gamma_logpdf(int64_t n, void *const p[])
{
    gamma_densities(n, p, true);
}

/* Compute the logarithms of Poisson probabilities for k and mu from the logarithms of gamma densities. */
static void poisson_log_masses(int64_t n, const double *k, const double *mu, double *h, double *l)
{
    double a[STARTS];
    int64_t large = 0;
    for (int64_t i = 0; i < n; i++) {
        a[i] = k[i] > 0 ? k[i] + 1 : 1;
        large += a[i] > 32;
    }
    if (large > n / 2)
        gla_special_gamma_rests(n, a, h, l);
    else /* gamma functions of small k are cached */
        for (int64_t i = 0; i < n; i++) {
            pair rest = k[i] > 0 ? special_gamma_log_rest(a[i], 1) : pair_of(0, 0);
            h[i] = rest.h;
            l[i] = rest.l;
        }
    double log_h[STARTS], log_l[STARTS];
    gla_special_gamma_log_densities(n, mu, a, h, l, log_h, log_l);
    for (int64_t i = 0; i < n; i++) {
        pair e = pair_of(log_h[i], log_l[i]);
        if (e.h != e.h || !special_is_whole(k[i]) || k[i] < 1)
            e = special_poisson_log_mass_by(k[i], mu[i], pair_of(h[i], l[i]));
        h[i] = e.h;
        l[i] = e.l;
    }
}

/* Compute the logarithms of binomial probabilities, which are beta densities divided by m + 1. */
static void binom_log_masses(int64_t n, const double *k, const double *m, const double *q, double *h, double *l)
{
    double a[STARTS], b[STARTS], log_h[STARTS], log_l[STARTS];
    for (int64_t i = 0; i < n; i++) {
        int inside = (k[i] > 0) & (k[i] < m[i]);
        a[i] = inside ? k[i] + 1 : 1;
        b[i] = inside ? m[i] - k[i] + 1 : 1;
    }
    gla_special_beta_rests(n, a, b, h, l);
    gla_special_beta_log_densities(n, q, a, b, h, l, log_h, log_l);
    gla_special_over_next(n, m, log_h, log_l);
    for (int64_t i = 0; i < n; i++) {
        pair e = pair_of(log_h[i], log_l[i]);
        if (e.h != e.h || !(a[i] > 1 && special_is_whole(k[i]) && special_is_whole(m[i])))
            e = special_binom_log_mass_by(k[i], m[i], q[i], pair_of(h[i], l[i]));
        h[i] = e.h;
        l[i] = e.l;
    }
}

/* Compute probabilities of integers k.  If parameters recur, values for them are cached; otherwise a block is computed at
 * once. */
#define MASSES_2(name, take)                                            \
    void gla_special_loop_##name(int64_t n, void *const p[])            \
    {                                                                   \
        const double *k = p[0], *mu = p[1];                             \
        double *r = p[2], h[STARTS], l[STARTS];                         \
        for (int64_t begin = 0; begin < n; begin += STARTS) {           \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;    \
            bool few = gla_special_has_few_values(count, mu + begin);   \
            if (!few)                                                   \
                poisson_log_masses(count, k + begin, mu + begin, h, l); \
            for (int64_t i = 0, j = begin; few && i < count; i++, j++)  \
                r[j] = special_##name(k[j], mu[j]);                     \
            if (!few)                                                   \
                take(count, h, l, r + begin);                           \
        }                                                               \
    }

#define MASSES_3(name, take)                                                                                         \
    void gla_special_loop_##name(int64_t n, void *const p[])                                                         \
    {                                                                                                                \
        const double *k = p[0], *m = p[1], *q = p[2];                                                                \
        double *r = p[3], h[STARTS], l[STARTS];                                                                      \
        for (int64_t begin = 0; begin < n; begin += STARTS) {                                                        \
            int64_t count = n - begin < STARTS ? n - begin : STARTS;                                                 \
            bool few = gla_special_has_few_values(count, m + begin) && gla_special_has_few_values(count, q + begin); \
            if (!few)                                                                                                \
                binom_log_masses(count, k + begin, m + begin, q + begin, h, l);                                      \
            for (int64_t i = 0, j = begin; few && i < count; i++, j++)                                               \
                r[j] = special_##name(k[j], m[j], q[j]);                                                             \
            if (!few)                                                                                                \
                take(count, h, l, r + begin);                                                                        \
        }                                                                                                            \
    }

MASSES_2(poisson_pmf, take_densities)
MASSES_2(poisson_logpmf, take_logarithms)
MASSES_3(binom_pmf, take_densities)
MASSES_3(binom_logpmf, take_logarithms)

/* Evaluate chi-squared distributions by the loop of the gamma distribution with halved arguments, which may be swapped.
 * Unusual arguments are then computed one by one. */
static void halved(int64_t n, void *const p[], void (*loop)(int64_t n, void *const p[]), bool is_tail, bool is_swapped,
                   double (*whole)(double x, double df))
{
    const double *x = p[0], *df = p[1];
    double *r = p[2], half[STARTS], a[STARTS];
    for (int64_t begin = 0; begin < n; begin += STARTS) {
        int64_t count = n - begin < STARTS ? n - begin : STARTS;
        for (int64_t i = 0, j = begin; i < count; i++, j++) {
            half[i] = is_tail && x[j] < 0 ? 0 : 0.5 * x[j];
            a[i] = special_chi2_half(df[j]);
        }
        loop(count, (void *[]){is_swapped ? a : half, is_swapped ? half : a, r + begin});
        for (int64_t j = begin; j < begin + count; j++)
            if (!special_chi2_is_usual(x[j], df[j]))
                r[j] = whole(x[j], df[j]);
    }
}

void gla_special_loop_chi2_cdf(int64_t n, void *const p[])
{
    halved(n, p, gla_special_loop_gammainc, true, true, special_chi2_cdf);
}

void gla_special_loop_chi2_sf(int64_t n, void *const p[])
{
    halved(n, p, gla_special_loop_gammaincc, true, true, special_chi2_sf);
}

void gla_special_loop_chi2_logcdf(int64_t n, void *const p[])
{
    halved(n, p, gla_special_loop_gamma_logcdf, true, false, special_chi2_logcdf);
}

void gla_special_loop_chi2_logsf(int64_t n, void *const p[])
{
    halved(n, p, gla_special_loop_gamma_logsf, true, false, special_chi2_logsf);
}

static void density_of_half(int64_t n, void *const p[])
{
    double *r = p[2];
    gla_special_loop_gamma_pdf(n, p);
    for (int64_t i = 0; i < n; i++)
        r[i] *= 0.5;
}

static void log_density_of_half(int64_t n, void *const p[])
{
    double *r = p[2];
    gla_special_loop_gamma_logpdf(n, p);
    for (int64_t i = 0; i < n; i++)
        r[i] -= SPECIAL_LOG_2;
}

void gla_special_loop_chi2_pdf(int64_t n, void *const p[])
{
    halved(n, p, density_of_half, false, false, special_chi2_pdf);
}

void gla_special_loop_chi2_logpdf(int64_t n, void *const p[])
{
    halved(n, p, log_density_of_half, false, false, special_chi2_logpdf);
}

#define STARTED(name, arity)
#define HEAVY(name, arity)                                   \
    void gla_special_loop_##name(int64_t n, void *const p[]) \
    {                                                        \
        POINTERS_##arity;                                    \
        double *r = p[arity];                                \
        for (int64_t i = 0; i < n; i++)                      \
            r[i] = CALL_##arity(name);                       \
    }
#include "elementwise/special.h"
#undef POWERED
#undef STARTED
#undef HEAVY
#undef SHAPED
