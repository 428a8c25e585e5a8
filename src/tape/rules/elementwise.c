/* elementwise.c - Derivatives of elementwise functions that are not formulas. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

static gla_array *times_i(gla_vjp *c, const gla_array *x)
{
    double i[2] = {0, 1};
    gla_array *unit = NULL;
    return c->s.status ? NULL : gla_r_multiply(c, x, gla_r_adopt(c, gla_scalar(GLA_COMPLEX128, i, &unit), &unit));
}

/* Im z = Re(-i z), whose adjoint is i g. */
GLA_VJP(imag)
{
    gla_r_give(c, 0, times_i(c, gla_r_g(c, 0)));
}

/* The part of g, real or imaginary, where that part of x is finite. */
static gla_array *finite_part(gla_vjp *c, gla_unary *part)
{
    gla_array *finite = gla_r_apply(c, gla_isfinite, gla_r_apply(c, part, gla_r_x(c, 0)));
    return gla_r_where(c, finite, gla_r_apply(c, part, gla_r_g(c, 0)), gla_r_number(c, 0));
}

GLA_VJP(nan_to_num)
{
    gla_array *real = finite_part(c, gla_real);
    bool is_complex = gla_dtype_is_complex(gla_r_like(c, 0)->dtype);
    gla_r_give(c, 0, is_complex ? gla_r_add(c, real, times_i(c, finite_part(c, gla_imag))) : real);
}

/* The bound is taken where x lies beyond it; if both bounds are exceeded, the upper one. */
GLA_VJP(clip)
{
    gla_array *g = gla_r_g(c, 0), *zero = gla_r_number(c, 0), *x = gla_r_x(c, 0), *low = gla_r_x(c, 1), *high = gla_r_x(c, 2);
    gla_array *below = gla_r_combine(c, gla_less, x, low), *raised = low ? gla_r_combine(c, gla_maximum, x, low) : x;
    gla_array *above = gla_r_combine(c, gla_greater, raised, high);
    gla_array *inside = gla_r_where(c, below, zero, g), *part = below ? inside : g;
    if (above)
        part = gla_r_where(c, above, zero, part);
    gla_r_give(c, 0, part);
    if (low && gla_r_wants(c, 1))
        gla_r_give(c, 1, gla_r_where(c, below, above ? gla_r_where(c, above, zero, g) : g, zero));
    if (high && gla_r_wants(c, 2))
        gla_r_give(c, 2, gla_r_where(c, above, g, zero));
}

/* sign z = z / |z| changes in the direction orthogonal to itself. */
GLA_VJP(sign)
{
    gla_array *g = gla_r_g(c, 0), *s = gla_r_out(c, 0);
    if (gla_r_like(c, 0)->dtype < GLA_COMPLEX64)
        return;
    gla_array *along = gla_r_multiply(c, s, gla_r_apply(c, gla_real, gla_r_multiply(c, gla_r_conj(c, s), g)));
    gla_r_give(c, 0, gla_r_mask(c, gla_r_divide(c, gla_r_subtract(c, g, along), gla_r_apply(c, gla_abs, gla_r_x(c, 0)))));
}
