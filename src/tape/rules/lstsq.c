/* lstsq.c - Derivatives of least squares and of the pseudo-inverse, for matrices of constant rank. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "entries.h"
#include "tape/rules/matrix.h"

/* x is m x n, P its pseudo-inverse. */
GLA_VJP(pinv)
{
    gla_array *x = gla_r_x(c, 0), *P = gla_r_out(c, 0), *g = gla_r_g(c, 0), *ph = gla_r_h(c, P), *gh = gla_r_h(c, g);
    if (!g)
        return;
    gla_array *left = gla_r_matmul(c, gh, gla_r_matmul(c, P, ph)), *right = gla_r_matmul(c, gla_r_matmul(c, ph, P), gh);
    gla_array *d = gla_r_negative(c, gla_r_matmul(c, gla_r_matmul(c, ph, g), ph));
    d = gla_r_add(c, d, gla_r_subtract(c, left, gla_r_matmul(c, x, gla_r_matmul(c, P, left))));
    d = gla_r_add(c, d, gla_r_subtract(c, right, gla_r_matmul(c, gla_r_matmul(c, right, P), x)));
    gla_r_give(c, 0, d);
}

/* What x = a⁺ b contributes: with u = (aᴴ)⁺ gx and r = b - a x, gb = u and ga = -u xᴴ + r (a⁺ u)ᴴ + (aᴴ)⁺ x (gx - a⁺ a gx)ᴴ. */
typedef struct parts {
    gla_array *u, *pu, *z, *rest; /* u, a⁺ u, (aᴴ)⁺ x and gx - a⁺ a gx; the last two are NULL if all columns are independent */
} parts;

/* All columns are independent: with a = Q R, a⁺ = R⁻¹ R⁻ᴴ aᴴ. */
static parts by_triangle(gla_vjp *c, const gla_array *a, const gla_array *gx)
{
    gla_array *Q = NULL, *R = NULL;
    if (!gx || c->s.status)
        return (parts){0};
    gla_status st = gla_qr(a, &Q, &R, "reduced");
    gla_s_own(&c->s, Q);
    R = gla_r_adopt(c, st, &R);
    gla_array *w = gla_r_triangular(c, R, gla_r_triangular(c, R, gx, GLA_CONJUGATE_TRANSPOSED, false), GLA_AS_GIVEN, false);
    return (parts){.u = gla_r_matmul(c, a, w), .pu = w};
}

static gla_array *last(gla_vjp *c, gla_reduction_of *function, const gla_array *x)
{
    return x && !c->s.status ? gla_s_reduce(&c->s, function, x, -1, true) : NULL;
}

/* Return a tolerance for the pseudo-inverse. It lies between the singular values that lstsq kept and the others, so that both
 * have the same rank. */
static gla_array *tolerance(gla_vjp *c, const gla_array *rank, const gla_array *s)
{
    gla_array *made = NULL, *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
    if (!rank || !s || c->s.status)
        return NULL;
    int64_t k = s->shape[s->ndim - 1];
    gla_array *stop = gla_r_number(c, (double)k), *n = gla_r_add_last(c, rank, 1);
    gla_array *i = gla_r_adopt(c, gla_arange(stop, &made, NULL, NULL, GLA_INT64, "host"), &made);
    i = i ? gla_s_to_device(&c->s, gla_r_like_out(c, 3)->dev, i) : NULL;
    gla_array *kept = gla_r_combine(c, gla_less, i, n), *top = last(c, gla_max, s);
    gla_array *low = gla_r_where(c, kept, zero, s), *high = gla_r_where(c, kept, s, top);
    low = gla_r_combine(c, gla_maximum, last(c, gla_max, low), gla_r_scale(c, top, gla_r_epsilon(s->dtype)));
    gla_array *none = gla_r_combine(c, gla_equal, top, zero);
    gla_array *between = gla_r_apply(c, gla_sqrt, gla_r_multiply(c, low, last(c, gla_min, high)));
    gla_array *t = gla_r_divide(c, between, gla_r_where(c, none, one, top));
    t = gla_r_where(c, gla_r_combine(c, gla_equal, n, stop), zero, t);
    t = gla_r_where(c, gla_r_combine(c, gla_equal, n, zero), one, t);
    return gla_r_uncolumn(c, t, true);
}

static parts by_inverse(gla_vjp *c, const gla_array *a, const gla_array *x, const gla_array *gx)
{
    gla_array *P = NULL, *stopped = NULL, *rtol = gx ? tolerance(c, gla_r_out(c, 2), gla_r_out(c, 3)) : NULL;
    if (!rtol || c->s.status)
        return (parts){0};
    stopped = gla_r_adopt(c, gla_do_stop_gradient(rtol, &stopped), &stopped);
    P = stopped ? gla_r_adopt(c, gla_pinv(a, &P, stopped), &P) : NULL;
    gla_array *ph = gla_r_h(c, P), *u = gla_r_matmul(c, ph, gx);
    return (parts){.u = u,
                   .pu = gla_r_matmul(c, P, u),
                   .z = gla_r_matmul(c, ph, x),
                   .rest = gla_r_subtract(c, gx, gla_r_matmul(c, P, gla_r_matmul(c, a, gx)))};
}

static gla_array *of_singular_values(gla_vjp *c, const gla_array *a, const gla_array *gs)
{
    gla_array *S, *Vh, *U = gs ? gla_r_svd(c, a, &S, &Vh) : NULL;
    return U ? gla_r_from_svd(c, U, gs, Vh) : NULL;
}

static bool has_full_rank(gla_vjp *c)
{
    const gla_operand *a = gla_r_like(c, 0);
    gla_array *n = gla_r_number(c, (double)a->shape[a->ndim - 1]);
    return !gla_r_any(c, gla_r_combine(c, gla_not_equal, gla_r_out(c, 2), n));
}

/* The residuals |r|² change with -2 r gᴴ xᴴ and 2 r g. */
GLA_VJP(lstsq)
{
    bool vector = gla_r_like(c, 1)->ndim == 1;
    gla_array *a = gla_r_x(c, 0), *x = gla_r_column(c, gla_r_out(c, 0), vector), *b = gla_r_column(c, gla_r_x(c, 1), vector);
    gla_array *gx = gla_r_column(c, gla_r_g(c, 0), vector), *gr = gla_r_column(c, gla_r_g(c, 1), vector);
    if (gla_r_is_empty(gla_r_like(c, 1)))
        return;
    parts p = has_full_rank(c) ? by_triangle(c, a, gx) : by_inverse(c, a, x, gx);
    gla_array *r = gla_r_subtract(c, b, gla_r_matmul(c, a, x));
    gla_array *gb = gla_r_add(c, p.u, gr ? gla_r_multiply(c, gla_r_scale(c, r, 2), gla_r_row(c, gr)) : NULL);
    gla_r_give(c, 1, gla_r_uncolumn(c, gb, vector));
    if (!gla_r_wants(c, 0))
        return;
    gla_array *d = gla_r_add(c, gla_r_negative(c, gla_r_matmul(c, gb, gla_r_h(c, x))), gla_r_matmul(c, r, gla_r_h(c, p.pu)));
    d = gla_r_add(c, d, gla_r_matmul(c, p.z, gla_r_h(c, p.rest)));
    gla_r_give(c, 0, gla_r_add(c, d, of_singular_values(c, a, gla_r_g(c, 3))));
}
