/* eigen.c - Derivatives of eigenvalues, eigenvectors and singular values.
 *
 * Differences of eigenvalues are divided by. Where eigenvalues coincide, the quotient is replaced by 0, which is exact for
 * functions of the subspace that their vectors span; for other functions a warning is issued. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "core/core.h"
#include "runtime/runtime.h"
#include "tape/rules/matrix.h"

/* What is small, relative to the largest number that it is compared with */
static double small(const gla_array *x)
{
    return x && gla_r_epsilon(x->dtype) > 1e-10 ? 1e-2 : 1e-6;
}

static gla_array *is_large(gla_vjp *c, const gla_array *x, const gla_array *scale)
{
    gla_array *most = gla_r_largest(c, gla_r_apply(c, gla_abs, scale), true);
    return gla_r_combine(c, gla_greater, gla_r_apply(c, gla_abs, x), gla_r_scale(c, most, small(x)));
}

void gla_r_check_phases(gla_vjp *c, const gla_array *turn, const gla_array *scale, const gla_array *free)
{
    if (!turn || c->s.status || turn->dtype < GLA_COMPLEX64)
        return;
    gla_array *diagonal = NULL, *imaginary = gla_r_apply(c, gla_imag, turn);
    diagonal = imaginary ? gla_r_adopt(c, gla_diagonal(imaginary, &diagonal, 0), &diagonal) : NULL;
    gla_array *bad = is_large(c, diagonal, scale);
    if (gla_r_any(c, free ? gla_r_combine(c, gla_logical_and, bad, free) : bad))
        gla_r_fail(c,
                   "has no derivative of the phases of complex vectors; use a function that does not depend on them, such as "
                   "abs(v)");
}

/* gaps[i, j] = w[j] - w[i] */
static gla_array *gaps_of(gla_vjp *c, const gla_array *w)
{
    return gla_r_subtract(c, gla_r_row(c, w), gla_r_add_last(c, w, 1));
}

/* True where a gap, or a sum, is zero but for rounding. */
static gla_array *is_zero(gla_vjp *c, const gla_array *gaps, const gla_array *w)
{
    gla_array *most = w ? gla_r_add_last(c, gla_r_largest(c, gla_r_apply(c, gla_abs, w), false), 1) : NULL;
    double eps = w ? gla_r_epsilon(w->dtype) * (double)w->shape[w->ndim - 1] : 0;
    return gla_r_combine(c, gla_less_equal, gla_r_apply(c, gla_abs, gaps), gla_r_scale(c, most, eps));
}

/* x / gaps, and 0 where they are zero */
static gla_array *over(gla_vjp *c, const gla_array *x, const gla_array *gaps, const gla_array *none)
{
    gla_array *divisor = gla_r_where(c, none, gla_r_number(c, 1), gaps);
    return gla_r_where(c, none, gla_r_number(c, 0), gla_r_divide(c, x, divisor));
}

/* The values w of one matrix, the gaps that are zero, and what the values are called. */
typedef struct cluster {
    const gla_array *w, *none;
    const char *what;
} cluster;

/* Return where the gaps of different values are zero. */
static gla_array *coinciding(gla_vjp *c, const cluster *k)
{
    int64_t n = k->none ? k->none->shape[k->none->ndim - 1] : 0;
    gla_array *off = gla_r_apply(c, gla_logical_not, gla_r_eye(c, gla_r_like(c, 0), n, n, 0));
    return gla_r_combine(c, gla_logical_and, k->none, off);
}

/* Warn if x, which is divided by the gaps, is not small where they are zero. */
static void warn(gla_vjp *c, const cluster *k, const gla_array *x, const gla_array *scale)
{
    if (!x || !k->w || c->s.status || gla_tape_knows(k->w))
        return;
    if (gla_r_any(c, gla_r_combine(c, gla_logical_and, coinciding(c, k), is_large(c, x, scale))))
        gla_s_check(&c->s, gla_warn(GLA_DERIVATIVE_WARNING, "gradient",
                                    "%s: %s coincide; the derivative is right only for functions that do not distinguish "
                                    "their vectors",
                                    c->node->f->name, k->what));
}

/* An outer tape differentiates once more: it does not see that the limits of the quotients change with the matrix. */
static void warn_second(gla_vjp *c, const cluster *k)
{
    if (k->w && !c->s.status && gla_tape_knows(k->w) && gla_r_any(c, coinciding(c, k)))
        gla_s_check(&c->s, gla_warn(GLA_DERIVATIVE_WARNING, "gradient",
                                    "%s: %s coincide, so that second derivatives lack a part", c->node->f->name, k->what));
}

/* Values that coincide have no derivatives of their own: the cotangents g of the values must coincide too. */
static void warn_values(gla_vjp *c, const cluster *k, const gla_array *g)
{
    warn_second(c, k);
    if (g)
        warn(c, k, gaps_of(c, g), g);
}

static gla_array *skew(gla_vjp *c, const gla_array *x)
{
    return gla_r_subtract(c, x, gla_r_h(c, x));
}

/* ---- Hermitian matrices ------------------------------------------------------------------------------------------ */
static gla_array *of_hermitian(gla_vjp *c, const gla_array *w, const gla_array *V, const gla_array *gw, const gla_array *gV)
{
    const gla_operand *like = gla_r_like(c, 0);
    gla_array *gaps = gaps_of(c, w), *none = is_zero(c, gaps, w), *core = gla_r_diag(c, like, gw);
    const cluster k = {w, none, "eigenvalues"};
    warn_values(c, &k, gw);
    if (gV) {
        gla_array *turn = gla_r_scale(c, skew(c, gla_r_matmul(c, gla_r_h(c, V), gV)), 0.5);
        gla_r_check_phases(c, turn, gV, NULL);
        warn(c, &k, turn, gV);
        core = gla_r_add(c, core, over(c, turn, gaps, none));
    }
    return gla_r_matmul(c, gla_r_matmul(c, V, core), gla_r_h(c, V));
}

GLA_VJP(eigh)
{
    if (!gla_r_is_empty(gla_r_like(c, 0)))
        gla_r_give(c, 0, of_hermitian(c, gla_r_out(c, 0), gla_r_out(c, 1), gla_r_g(c, 0), gla_r_g(c, 1)));
}

GLA_VJP(eigvalsh)
{
    gla_array *w = NULL, *V = NULL, *x = gla_r_x(c, 0);
    if (gla_r_is_empty(gla_r_like(c, 0)) || !x || c->s.status)
        return;
    w = gla_r_adopt(c, gla_eigh(x, &w, &V), &w);
    V = gla_s_own(&c->s, V);
    gla_r_give(c, 0, of_hermitian(c, w, V, gla_r_g(c, 0), NULL));
}

/* ---- general matrices -------------------------------------------------------------------------------------------- */
/* Columns of V have norm 1. */
static gla_array *of_general(gla_vjp *c, const gla_array *w, const gla_array *V, const gla_array *gw, const gla_array *gV)
{
    const gla_operand *like = gla_r_like(c, 0);
    gla_array *vh = gla_r_h(c, V), *gaps = gaps_of(c, w), *none = is_zero(c, gaps, w), *core = gla_r_diag(c, like, gw);
    const cluster k = {w, none, "eigenvalues"};
    warn_values(c, &k, gw);
    if (gV) {
        gla_array *turn = gla_r_matmul(c, vh, gV), *lengths = NULL, *free = NULL;
        if (turn && !c->s.status)
            lengths = gla_r_adopt(c, gla_diagonal(turn, &lengths, 0), &lengths);
        if (like->dtype < GLA_COMPLEX64) /* real vectors have no phase */
            free = gla_r_combine(c, gla_not_equal, gla_r_apply(c, gla_imag, w), gla_r_number(c, 0));
        gla_r_check_phases(c, turn, gV, free);
        lengths = gla_r_row(c, gla_r_apply(c, gla_real, lengths));
        turn = gla_r_subtract(c, turn, gla_r_multiply(c, gla_r_matmul(c, vh, V), lengths));
        warn(c, &k, turn, gV);
        core = gla_r_add(c, core, over(c, turn, gla_r_conj(c, gaps), none));
    }
    return gla_r_solve(c, V, gla_r_matmul(c, core, vh), GLA_CONJUGATE_TRANSPOSED);
}

GLA_VJP(eig)
{
    if (!gla_r_is_empty(gla_r_like(c, 0)))
        gla_r_give(c, 0, of_general(c, gla_r_out(c, 0), gla_r_out(c, 1), gla_r_g(c, 0), gla_r_g(c, 1)));
}

GLA_VJP(eigvals)
{
    gla_array *w = NULL, *V = NULL, *x = gla_r_x(c, 0);
    if (gla_r_is_empty(gla_r_like(c, 0)) || !x || c->s.status)
        return;
    w = gla_r_adopt(c, gla_eig(x, &w, &V), &w);
    V = gla_s_own(&c->s, V);
    gla_r_give(c, 0, of_general(c, w, V, gla_r_g(c, 0), NULL));
}

/* ---- singular values --------------------------------------------------------------------------------------------- */
/* (g - Q Qᴴ g) / s: the part of a cotangent of singular vectors outside of the space of all of them */
static gla_array *outside(gla_vjp *c, const gla_array *Q, const gla_array *g, const gla_array *s)
{
    gla_array *part = gla_r_subtract(c, g, gla_r_matmul(c, Q, gla_r_matmul(c, gla_r_h(c, Q), g)));
    gla_array *row = gla_r_row(c, s), *most = gla_r_row(c, gla_r_largest(c, s, false));
    double eps = s ? gla_r_epsilon(s->dtype) * (double)s->shape[s->ndim - 1] : 0;
    gla_array *none = gla_r_combine(c, gla_less_equal, row, gla_r_scale(c, most, eps));
    if (gla_r_any(c, gla_r_combine(c, gla_logical_and, none, is_large(c, part, g))))
        gla_s_check(&c->s,
                    gla_warn(GLA_DERIVATIVE_WARNING, "gradient",
                             "%s: a singular value is zero; the derivative of its vectors is set to zero", c->node->f->name));
    return over(c, part, row, none);
}

/* With a = skew(Uᴴ gU), b = skew(Vᴴ gV), p = a + b and q = a - b, the sum (a s[j] + s[i] b) / (s[j]² - s[i]²) is
 * p/2 / (s[j] - s[i]) + q/2 / (s[j] + s[i]); the second quotient is finite if singular values coincide. */
static gla_array *turned(gla_vjp *c, const gla_array *a, const gla_array *b, const gla_array *s, const gla_array *scale)
{
    gla_array *gaps = gaps_of(c, s), *sums = gla_r_add(c, gla_r_row(c, s), s ? gla_r_add_last(c, s, 1) : NULL);
    gla_array *none = is_zero(c, gaps, s), *both_zero = is_zero(c, sums, s);
    gla_array *p = gla_r_scale(c, gla_r_add(c, a, b), 0.5), *q = gla_r_scale(c, gla_r_subtract(c, a, b), 0.5);
    gla_r_check_phases(c, p, scale, NULL);
    warn(c, &(const cluster){s, none, "singular values"}, p, scale);
    warn(c, &(const cluster){s, both_zero, "singular values"}, q, scale);
    return gla_r_add(c, over(c, p, gaps, none), over(c, q, sums, both_zero));
}

static gla_array *of_singular(gla_vjp *c, const gla_array *U, const gla_array *s, const gla_array *Vh, const gla_array *gU,
                              const gla_array *gs, const gla_array *gVh)
{
    const gla_operand *x = gla_r_like(c, 0);
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    gla_array *V = gla_r_h(c, Vh), *gV = gla_r_h(c, gVh), *core = gla_r_diag(c, x, gs);
    warn_values(c, &(const cluster){s, is_zero(c, gaps_of(c, s), s), "singular values"}, gs);
    if (gU || gV)
        core = gla_r_add(c, core,
                         turned(c, skew(c, gla_r_matmul(c, gla_r_h(c, U), gU)), skew(c, gla_r_matmul(c, gla_r_h(c, V), gV)), s,
                                gU ? gU : gV));
    gla_array *d = gla_r_matmul(c, gla_r_matmul(c, U, core), Vh);
    if (gU && m > n)
        d = gla_r_add(c, d, gla_r_matmul(c, outside(c, U, gU, s), Vh));
    if (gV && n > m)
        d = gla_r_add(c, d, gla_r_matmul(c, U, gla_r_h(c, outside(c, V, gV, s))));
    return d;
}

GLA_VJP(svd)
{
    static const char remedy[] = "use full_matrices=false";
    const gla_operand *x = gla_r_like(c, 0);
    if (gla_r_is_empty(x))
        return;
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1], k = m < n ? m : n;
    gla_array *gU = gla_r_leading(c, gla_r_g(c, 0), -1, k, remedy), *gVh = gla_r_leading(c, gla_r_g(c, 2), -2, k, remedy);
    gla_r_give(c, 0,
               of_singular(c, gla_r_lines(c, gla_r_out(c, 0), -1, 0, k), gla_r_out(c, 1),
                           gla_r_lines(c, gla_r_out(c, 2), -2, 0, k), gU, gla_r_g(c, 1), gVh));
}

GLA_VJP(svdvals)
{
    gla_array *S, *Vh, *U;
    if (gla_r_is_empty(gla_r_like(c, 0)))
        return;
    U = gla_r_svd(c, gla_r_x(c, 0), &S, &Vh);
    gla_r_give(c, 0, of_singular(c, U, S, Vh, NULL, gla_r_g(c, 0), NULL));
}
