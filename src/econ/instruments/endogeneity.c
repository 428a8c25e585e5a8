/* endogeneity.c - The test of Durbin, Wu and Hausman.
 *
 * Least squares of y on the regressors is augmented by the residuals V of the first stage. After the exogenous regressors have
 * been partialled out, everything is a combination of the columns of Q: [W V y] = Q C. With C = Q' T, the test reads T. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "runtime/record.h"

#include <math.h>

/* C (l + m + 1, 2m + 1), the columns W, V, y, and its triangular factor T. */
static void augment(gla_scope *s, const iv_blocks *t, double **C, double **T)
{
    int64_t l = t->l, m = t->m, q = 2 * m + 1, rows = l + m + 1;
    *C = iv_doubles(s, rows * q), *T = iv_doubles(s, q * q);
    for (int64_t r = 0; r < rows && !s->status; r++)
        for (int64_t j = 0; j <= m; j++) {
            double value = r < l ? t->A[r * (m + 1) + j] : t->B[(r - l) * (m + 1) + j];
            (*C)[r * q + (j < m ? j : 2 * m)] = value;
            if (j < m && r >= l)
                (*C)[r * q + m + j] = value;
        }
    iv_triangle(s, *C, rows, q, *T);
}

/* The triangular factor of [X W V], where V is orthogonal to X. */
static double *triangle(gla_scope *s, const iv_blocks *t, const double *T)
{
    const iv_extra *x = t->x;
    int64_t m = t->m, k = x->k + m, kx = x->kx;
    double *all = iv_doubles(s, k * k);
    for (int64_t r = 0; r < kx && !s->status; r++)
        for (int64_t j = 0; j < x->k; j++)
            all[r * k + j] = x->R[r * x->c + (j < kx ? j : j + x->l)];
    for (int64_t r = 0; r < 2 * m && !s->status; r++)
        for (int64_t j = 0; j < 2 * m; j++)
            all[(kx + r) * k + kx + j] = T[r * (2 * m + 1) + j];
    return all;
}

/* The robust Wald statistic of V, from the orthonormal basis of W and V beyond X and the residuals. */
static double robust(gla_scope *s, const iv_blocks *t, const double *C, const double *T, double *df)
{
    int64_t m = t->m, q = 2 * m + 1, rows = t->l + m + 1;
    double *square = iv_doubles(s, 4 * m * m), *Ct = iv_doubles(s, 2 * m * rows), *U = iv_doubles(s, 2 * m * rows);
    double *basis = iv_doubles(s, rows * 2 * m), *u = iv_doubles(s, rows), *V = iv_doubles(s, m * m), *d = iv_doubles(s, m);
    if (s->status || !econ_holds(s, t->fit, t->x->Q))
        return NAN;
    for (int64_t i = 0; i < 2 * m; i++) {
        for (int64_t j = 0; j < 2 * m; j++)
            square[i * 2 * m + j] = T[j * q + i];
        for (int64_t r = 0; r < rows; r++)
            Ct[i * rows + r] = C[r * q + i];
    }
    iv_solve(s, square, 2 * m, Ct, rows, U); /* rows: the orthonormal basis of W and V */
    for (int64_t r = 0; r < rows && !s->status; r++) {
        u[r] = C[r * q + 2 * m];
        for (int64_t i = 0; i < 2 * m; i++)
            u[r] -= U[i * rows + r] * T[i * q + 2 * m];
        for (int64_t j = 0; j < 2 * m; j++)
            basis[r * 2 * m + j] = U[j * rows + r];
    }
    for (int64_t j = 0; j < m && !s->status; j++)
        d[j] = T[(m + j) * q + 2 * m];
    gla_array *Q = gla_s_slice(s, t->x->Q, 1, t->x->kx, rows);
    gla_array *WV = gla_s_combine(s, gla_matmul, Q, econ_array(s, basis, 2, (int64_t[]){rows, 2 * m}));
    gla_array *X = t->x->kx ? gla_s_slice(s, t->x->Q, 1, 0, t->x->kx) : NULL;
    iv_auxiliary a = {t->x->k + m, m, econ_beside(s, 2, (const gla_array *[]){X, WV}), triangle(s, t, T), NAN};
    iv_sandwich(s, t, &a, gla_s_combine(s, gla_matmul, Q, econ_array(s, u, 2, (int64_t[]){rows, 1})), true, V);
    *df = a.df;
    return iv_per(iv_form(s, t, V, d, m), m, a.df);
}

gla_status gla_econ_fit_durbin_wu_hausman(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double *C, *T, f = NAN, df = 0, durbin = NAN, durbin_p = NAN;
    gla_scope_begin(&s, "durbin_wu_hausman");
    if (iv_begin(&s, fit, &t)) {
        int64_t m = t.m, q = 2 * m + 1;
        augment(&s, &t, &C, &T);
        df = t.df + (double)(t.l - 2 * m); /* n - k - m - rank of the fixed effects */
        if (df <= 0)
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: there are too few rows for the augmented regression", s.op);
        if (!s.status && t.iid) {
            double gain = 0, rest = T[q * q - 1] * T[q * q - 1];
            for (int64_t i = m; i < 2 * m; i++)
                gain += T[i * q + 2 * m] * T[i * q + 2 * m];
            f = gain / (double)m / (rest / df);
            durbin = t.nobs * gain / (gain + rest);
            durbin_p = econ_f_tail(&s, durbin, (double)m, INFINITY);
        } else if (!s.status)
            f = robust(&s, &t, C, T, &df);
    }
    gla_record *r = s.status ? NULL : econ_test_record(&s, "Durbin-Wu-Hausman", f, (double)t.m, df);
    if (r && t.iid) {
        gla_record_real(r, "durbin", durbin);
        gla_record_real(r, "durbin_p", durbin_p);
    }
    return iv_give(&s, r, test);
}
