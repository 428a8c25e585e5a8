/* initial_values.c - Initial values for incomplete gamma functions and inverse distributions, for many elements at once. */
#include "initial_values.h"

#include "special.h"

#include "../../../../kernels/special_ratio.h"

static bool is_one_value(int64_t n, const double *x)
{
    int64_t others = 0;
    for (int64_t i = 0; i < n; i++)
        others += x[i] != x[0];
    return others == 0;
}

static void keep_pair(int64_t n, pair value, double *h, double *l)
{
    for (int64_t i = 0; i < n; i++) {
        h[i] = value.h;
        l[i] = value.l;
    }
}

/* Compute the powers, unless Temme's expansion suffices for all elements.  Gamma functions of a recurring parameter are
 * cached. */
FLAT void gla_special_powers(int64_t n, const double *a, const double *x, double *power, double *scale)
{
    int64_t wanted = 0, scales = 0;
    for (int64_t i = 0; i < n; i++) {
        wanted += !special_gammainc_is_temme(a[i], x[i]);
        scales += a[i] < 8 && a[i] != a[0];
    }
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) power[i] = scale[i] = NAN;
    if (wanted)
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) power[i] = special_gamma_power(a[i], x[i]);
    if (scales > n / 8)
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) scale[i] = special_gamma_scale_of(a[i], 1).h;
}

/* Compute the normal quantiles z for given tail probabilities. */
FLAT static void fill_quantiles(int64_t n, const double *tail, double *z)
{
    for (int64_t i = 0; i < n; i++) {
        z[i] = special_ndtri(tail[i]);
        ONE_BY_ONE();
    }
}

FLAT static void fill_scales(int64_t n, const double *a, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair scale = special_gamma_log_scale_of(a[i], 1);
        h[i] = scale.h;
        l[i] = scale.l;
    }
}

FLAT static void fill_gamma(int64_t n, const double *a, const double *z, gla_special_gamma_starts *s)
{
    double(*part)[STARTS] = s->part;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair scale = pair_of(part[2][i], part[3][i]);
        special_gamma_start r = special_gammainc_start(a[i], s->tail[i], z[i], scale, s->upper[i]);
        part[0][i] = r.log_p.h;
        part[1][i] = r.log_p.l;
        part[4][i] = r.end.h;
        part[5][i] = r.end.l;
        part[6][i] = r.x;
        part[7][i] = r.least;
        part[8][i] = r.most;
    }
}

void gla_special_gamma_start(int64_t n, const double *a, const double *p, int upper, gla_special_gamma_starts *s)
{
    double z[STARTS];
    for (int64_t i = 0; i < n; i++) {
        s->tail[i] = p[i] <= 0.5 ? p[i] : 1 - p[i];
        s->upper[i] = (p[i] <= 0.5) == !!upper;
    }
    fill_quantiles(n, s->tail, z);
    if (is_one_value(n, a))
        keep_pair(n, special_gamma_log_scale(a[0], 1), s->part[2], s->part[3]);
    else
        fill_scales(n, a, s->part[2], s->part[3]);
    fill_gamma(n, a, z, s);
}

FLAT static void fill_middles(int64_t n, const double *df, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair middle = special_t_log_middle_of(df[i], 0.5);
        h[i] = middle.h;
        l[i] = middle.l;
    }
}

void gla_special_t_middles(int64_t n, const double *df, double *h, double *l)
{
    if (is_one_value(n, df))
        keep_pair(n, special_t_log_middle(df[0], 0.5), h, l);
    else
        fill_middles(n, df, h, l);
}

FLAT static void fill_rests(int64_t n, const double *a, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair rest = special_gamma_log_rest_of(a[i], 1);
        h[i] = rest.h;
        l[i] = rest.l;
    }
}

void gla_special_gamma_rests(int64_t n, const double *a, double *h, double *l)
{
    if (is_one_value(n, a))
        keep_pair(n, special_gamma_log_rest(a[0], 1), h, l);
    else
        fill_rests(n, a, h, l);
}

/* The same steps as in special_gamma_log_density, without branches. */
FLAT static void fill_gamma_log_densities(int64_t n, const double *x, const double *a, const double *h, const double *l,
                                          double *log_h, double *log_l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        int large = a[i] >= 8, is_usual = (a[i] > 0) & (a[i] < 0x1p900) & (a[i] != 1) & (x[i] > 0) & (x[i] < INFINITY);
        is_usual &= !large | (x[i] > a[i] * 0x1p-900);
        pair share = pair_div(pair_of(x[i], 0), pair_of(a[i], 0)), rest = pair_sum(a[i], -x[i]);
        pair log_x = special_log_of(pair_of(large ? share.h : x[i], large ? share.l : 0));
        pair e = pair_add(pair_scale(log_x, a[i]), pair_of(large ? rest.h : -x[i], large ? rest.l : 0));
        e = pair_add(pair_add(e, pair_neg(log_x)), pair_neg(pair_of(h[i], l[i])));
        log_h[i] = is_usual ? e.h : NAN;
        log_l[i] = e.l;
    }
}

void gla_special_gamma_log_densities(int64_t n, const double *x, const double *a, const double *h, const double *l,
                                     double *log_h, double *log_l)
{
    fill_gamma_log_densities(n, x, a, h, l, log_h, log_l);
}

/* The same steps as in special_beta_log_density, without branches. */
FLAT static void fill_beta_log_densities(int64_t n, const double *x, const double *a, const double *b, const double *h,
                                         const double *l, double *log_h, double *log_l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        int large = (a[i] >= 8) & (b[i] >= 8), is_usual = (a[i] > 0) & (a[i] < INFINITY) & (b[i] > 0) & (b[i] < INFINITY);
        is_usual &= (x[i] > (large ? SPECIAL_BETA_LOW : 0)) & (x[i] < 1);
        pair share = pair_of(x[i], 0), rest = pair_sum(1, -x[i]), sum = pair_sum(a[i], b[i]);
        pair more = pair_div(pair_mul(share, sum), pair_of(a[i], 0)), less = pair_div(pair_mul(rest, sum), pair_of(b[i], 0));
        pair log_x = special_log_of(pair_of(large ? more.h : share.h, large ? more.l : share.l));
        pair log_y = special_log_of(pair_of(large ? less.h : rest.h, large ? less.l : rest.l));
        pair e = pair_add(pair_add(pair_scale(log_x, a[i]), pair_neg(log_x)),
                          pair_add(pair_scale(log_y, b[i]), pair_neg(log_y)));
        e = pair_add(e, pair_of(h[i], l[i]));
        log_h[i] = is_usual ? e.h : NAN;
        log_l[i] = e.l;
    }
}

void gla_special_beta_log_densities(int64_t n, const double *x, const double *a, const double *b, const double *h,
                                    const double *l, double *log_h, double *log_l)
{
    fill_beta_log_densities(n, x, a, b, h, l, log_h, log_l);
}

FLAT static void divide_by_next(int64_t n, const double *m, double *log_h, double *log_l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair e = pair_add(pair_of(log_h[i], log_l[i]), pair_neg(special_log_of(pair_sum(m[i], 1))));
        log_h[i] = e.h;
        log_l[i] = e.l;
    }
}

void gla_special_over_next(int64_t n, const double *m, double *log_h, double *log_l)
{
    divide_by_next(n, m, log_h, log_l);
}

FLAT static void fill_densities(int64_t n, const double *h, const double *l, double *density)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double e = special_exp_of(pair_of(h[i], l[i])), end = h[i] < 0 ? 0 : h[i];
        density[i] = fabs(h[i]) < INFINITY ? e : end;
    }
}

void gla_special_densities(int64_t n, const double *h, const double *l, double *density)
{
    fill_densities(n, h, l, density);
}

FLAT static void fill_betalns(int64_t n, const double *a, const double *b, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair value = special_minus_betaln_of(a[i], b[i]);
        int large = (a[i] >= 8) & (b[i] >= 8);
        h[i] = large ? NAN : value.h;
        l[i] = value.l;
    }
}

void gla_special_betalns(int64_t n, const double *a, const double *b, double *h, double *l)
{
    int64_t wanted = 0;
    for (int64_t i = 0; i < n; i++)
        wanted += !((a[i] >= 8 && b[i] >= 8) || special_betainc_is_whole(a[i], b[i]));
    if (wanted <= n / 8 || (is_one_value(n, a) && is_one_value(n, b)))
        keep_pair(n, pair_of(NAN, 0), h, l);
    else
        fill_betalns(n, a, b, h, l);
}

static inline pair pair_at(double (*const p)[STARTS], int64_t i)
{
    return pair_of(p[0][i], p[1][i]);
}

static inline void put_pair(double (*const p)[STARTS], int64_t i, pair value)
{
    p[0][i] = value.h;
    p[1][i] = value.l;
}

/* Compute special_betainc_whole of x or, if of_rest, of 1 - x. */
FLAT static void fill_whole_betaincs(int64_t n, double a, double b, const double *x, bool of_rest, double *r)
{
    double power[2][STARTS], square[2][STARTS], rest[2][STARTS], sum[2][STARTS];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        const pair given = pair_of(x[i], 0), other = pair_sum(1, -x[i]);
        put_pair(power, i, pair_of(1, 0));
        put_pair(sum, i, pair_of(1, 0));
        put_pair(square, i, of_rest ? other : given);
        put_pair(rest, i, of_rest ? given : other);
    }
    for (int k = (int)a; k > 0; k >>= 1) {
        if (k & 1)
            GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) put_pair(power, i, pair_mul(pair_at(power, i), pair_at(square, i)));
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) put_pair(square, i, pair_mul(pair_at(square, i), pair_at(square, i)));
    }
    for (double k = b - 1; k > 0; k -= 1)
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
            put_pair(sum, i, special_betainc_step(pair_at(sum, i), a, k, pair_at(rest, i)));
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        const double value = special_betainc_product(pair_at(power, i), pair_at(sum, i));
        r[i] = special_betainc_is_inside(pair_of(x[i], 0), pair_sum(1, -x[i])) ? value : NAN;
    }
}

FLAT static void fill_arcsines(int64_t n, const double *x, bool upper, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double rest = 1 - x[i], value = special_arcsine(upper ? rest : x[i], upper ? x[i] : rest);
        int is_inside = (x[i] > 0) & (x[i] < 1);
        r[i] = is_inside ? value : NAN;
    }
}

bool gla_special_betaincs(int64_t n, const double *a, const double *b, const double *x, bool upper, double *r)
{
    if (!is_one_value(n, a) || !is_one_value(n, b))
        return false;
    if (a[0] == 0.5 && b[0] == 0.5)
        fill_arcsines(n, x, upper, r);
    else if (special_betainc_is_whole(a[0], b[0]) && a[0] > 0 && b[0] > 0)
        fill_whole_betaincs(n, upper ? b[0] : a[0], upper ? a[0] : b[0], x, upper, r);
    else
        return false;
    return true;
}

FLAT static void fill_minus_betalns(int64_t n, const double *a, const double *b, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        pair value = special_minus_betaln_of(a[i], b[i]);
        h[i] = value.h;
        l[i] = value.l;
    }
}

FLAT static void fill_large_rests(int64_t n, const double *a, const double *b, double *h, double *l)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        int large = (a[i] >= 8) & (b[i] >= 8);
        pair value = special_beta_log_rest_large(large ? a[i] : 8, large ? b[i] : 8);
        h[i] = large ? value.h : h[i];
        l[i] = large ? value.l : l[i];
    }
}

void gla_special_beta_rests(int64_t n, const double *a, const double *b, double *h, double *l)
{
    int64_t large = 0;
    for (int64_t i = 0; i < n; i++)
        large += (a[i] >= 8) & (b[i] >= 8);
    if (large < n)
        fill_minus_betalns(n, a, b, h, l);
    if (large > 0)
        fill_large_rests(n, a, b, h, l);
}

bool gla_special_has_few_values(int64_t n, const double *x)
{
    const int64_t some = n < 32 ? n : 32;
    int64_t known = 0;
    for (int64_t i = 0; i < some; i++) {
        int is_known = 0;
        for (int64_t j = 0; j < 8 && j < n; j++)
            is_known |= x[i] == x[j];
        known += is_known;
    }
    return known > some / 2;
}

FLAT static void fill_t(int64_t n, const double *tail, const double *df, const double *z, double *x)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) x[i] = special_t_start(tail[i], df[i], z[i]);
}

void gla_special_t_start(int64_t n, const double *p, const double *df, gla_special_t_starts *s)
{
    double tail[STARTS] = {0}, z[STARTS];
    for (int64_t i = 0; i < n; i++)
        tail[i] = p[i] < 0.5 ? p[i] : 1 - p[i];
    fill_quantiles(n, tail, z);
    gla_special_t_middles(n, df, s->middle[0], s->middle[1]);
    fill_t(n, tail, df, z, s->x);
}
