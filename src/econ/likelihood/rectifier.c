/* rectifier.c - Find separated observations by iterative rectification.
 *
 * Rows are separated if a combination z of the regressors and effects is never negative towards the boundary where y lies, is
 * positive in these rows, and zero in rows whose y is not at the boundary (Poisson: y > 0). Such a z is found from a vector of
 * ones in turn by regression and by replacing negative values with 0: S. Correia, P. Guimarães and T. Zylkin, Verifying the
 * existence of maximum likelihood estimates for generalized linear models (2019). Rows with y > 0 have a very large weight, so
 * that their z is zero if possible. The values of y are not used, only the boundary, so its scale is of no importance. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"

#include <math.h>

#define NEAR 1e-4  /* z that counts as zero */
#define EXACT 1e-6 /* z that a true combination may have where it must be zero */

enum { HASTE = 12, HASTY_ROUNDS = 120, ROUNDS = 1000, ROUNDS_WITH_EFFECTS = 200 };

typedef struct rectifier {
    gla_scope *s;
    const model_frame *f;
    bool binary;
    gla_array *sign;    /* (n,): -1 where y is 0; of binary y */
    gla_array *weights; /* (n,) */
    gla_array *root;    /* (n,): their roots */
    gla_array *X, *Q;   /* regressors without effects, and an orthonormal basis when scaled by root */
    gla_array *R;       /* the triangular factor, (k, k) */
    gla_array *ones;    /* (n,): 1 where y is at the boundary, else 0 */
    gla_elementwise *rectify;
} rectifier;

/* Factorise the regressors with weights: 1 where u is positive, else very large. */
static void weigh(rectifier *r, gla_array *u)
{
    gla_scope *s = r->s;
    const model_frame *f = r->f;
    gla_array *in[2] = {u, gla_s_number(s, (double)f->n / (NEAR * NEAR))}, *out[2], *absorbed[LIK_ABSORBED] = {NULL};
    lik_formula(s, "T u, T c", "T w, T r", "w = u > 0 ? 1 : c; r = sqrt(w)", 2, in, out);
    if (s->status)
        return;
    r->weights = out[0];
    r->root = out[1];
    r->X = f->X.values;
    if (f->n_effects) {
        lik_absorb(s, f, r->X, r->weights, 1e-9, 0, absorbed);
        r->X = absorbed[1];
    }
    gla_array *scaled = s->status ? NULL : gla_s_combine(s, gla_multiply, r->X, gla_s_add_last(s, r->root));
    r->Q = r->R = NULL;
    if (!s->status)
        gla_s_check(s, gla_qr(scaled, &r->Q, &r->R, "reduced"));
    gla_s_own(s, r->Q);
    gla_s_own(s, r->R);
}

static void begin(rectifier *r)
{
    gla_array *y = r->f->y;
    gla_array *out[2] = {NULL};
    lik_formula(r->s, "T y", "T s, T u", r->binary ? "s = y > 0.5 ? 1 : -1; u = 0*y + 1" : "s = 0*y + 1; u = y > 0 ? 0 : 1", 1,
                &y, out);
    r->sign = out[0];
    r->ones = out[1];
    if (!r->s->status)
        gla_s_check(r->s, gla_new_elementwise("T y, T s, T x", "T z, T u, T low, T high, T inside",
                                              r->binary ? "z = s*x; u = maximum(z, 0); low = -z; high = z; inside = 0*z"
                                                        : "z = x; u = y > 0 ? 0 : maximum(x, 0); low = y > 0 ? 0 : -x; "
                                                          "high = u; inside = y > 0 ? abs(x) : 0",
                                              &r->rectify, r->s->op));
}

/* The regression of u: the fitted values. */
static gla_array *fit(rectifier *r, gla_array *u, gla_array **coordinates)
{
    gla_scope *s = r->s;
    gla_array *v = gla_s_combine(s, gla_multiply, u, r->sign), *rest = v, *absorbed[LIK_ABSORBED] = {NULL};
    if (r->f->n_effects && !s->status) {
        lik_absorb(s, r->f, gla_s_add_last(s, v), r->weights, 1e-9, 0, absorbed);
        rest = s->status ? NULL : gla_s_drop_last(s, absorbed[1]);
    }
    gla_array *scaled = gla_s_combine(s, gla_multiply, rest, r->root);
    *coordinates = s->status ? NULL : gla_s_combine(s, gla_matmul, scaled, r->Q);
    gla_array *fitted = gla_s_combine(s, gla_divide, gla_s_combine(s, gla_matmul, r->Q, *coordinates), r->root);
    return r->f->n_effects ? gla_s_combine(s, gla_add, gla_s_combine(s, gla_subtract, v, rest), fitted) : fitted;
}

/* The coefficients of the direction, times the largest element of each regressor. */
static void measure_regressors(rectifier *r, gla_array *coordinates, double *moved)
{
    gla_scope *s = r->s;
    int64_t k = r->f->X.n;
    double *R = gla_s_memory(s, k * k + 1, sizeof *R), *c = gla_s_memory(s, k + 1, sizeof *c);
    gla_array *largest = gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, r->X), 0, false);
    econ_read(s, r->R, R, k * k);
    econ_read(s, coordinates, c, k);
    econ_read(s, largest, moved, k);
    for (int64_t i = k - 1; i >= 0 && !s->status; i--) {
        for (int64_t j = i + 1; j < k; j++)
            c[i] -= R[i * k + j] * c[j];
        c[i] = R[i * k + i] != 0 ? c[i] / R[i * k + i] : 0;
        moved[i] *= fabs(c[i]);
    }
}

/* A regression and a replacement in turn, until no z is negative, or all are near zero. If `hasty`, rows whose z stays negative
 * soon receive the large weight: only few rows lose a positive z by that, and then a later search finds them. */
static gla_array *iterate(rectifier *r, bool hasty, lik_separation *found)
{
    gla_scope *s = r->s;
    int rounds = hasty ? HASTY_ROUNDS : r->f->n_effects ? ROUNDS_WITH_EFFECTS : ROUNDS;
    gla_array *in[3] = {r->f->y, r->sign, NULL}, *out[5] = {NULL}, *coordinates = NULL, *kept[1] = {NULL}, *u = r->ones;
    bool forced = false;
    weigh(r, u);
    for (int i = 1; i <= rounds && !s->status; i++) {
        int mark = gla_scope_mark(s);
        in[2] = fit(r, u, &coordinates);
        lik_compute(s, r->rectify, 3, in, out);
        double low = lik_largest(s, out[2]), high = lik_largest(s, out[3]);
        if (high < NEAR) {
            found->told = !forced;
            return NULL;
        }
        if (low <= 0.1 * NEAR * fmin(high, 1)) {
            found->told = lik_largest(s, out[4]) <= EXACT;
            gla_array *ends[2] = {out[1], gla_s_number(s, NEAR * fmin(high, 1))};
            lik_formula(s, "T u, T c", "bool kept", "kept = u < c", 2, ends, kept);
            measure_regressors(r, coordinates, found->moved);
            return found->told ? kept[0] : NULL;
        }
        u = gla_scope_keep(s, mark, out[1]);
        if (hasty && i % HASTE == 0 && i < rounds) {
            weigh(r, u);
            forced = true;
        }
        if (gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    return NULL;
}

/* A search in a scope of its own, because it may end without a result: the effects need not converge with such weights. */
static gla_array *search(gla_scope *s, rectifier *r, bool hasty, lik_separation *found)
{
    gla_scope inner;
    gla_array *kept = NULL;
    gla_scope_begin(&inner, s->op);
    r->s = &inner;
    r->rectify = NULL;
    begin(r);
    gla_array *rows = iterate(r, hasty, found);
    gla_object_unref(r->rectify);
    r->s = s;
    if (rows)
        gla_scope_give(&inner, rows, &kept);
    gla_status status = gla_scope_end(&inner);
    if (status != GLA_CONVERGENCE_ERROR)
        gla_s_check(s, status);
    return gla_s_own(s, kept);
}

gla_array *lik_find_separated(gla_scope *s, const model_frame *f, bool binary, lik_separation *found)
{
    rectifier r = {.f = f, .binary = binary};
    *found = (lik_separation){.moved = gla_s_memory(s, f->X.n + 1, sizeof *found->moved)};
    gla_array *kept = s->status ? NULL : search(s, &r, true, found);
    return s->status || kept || found->told ? kept : search(s, &r, false, found);
}
