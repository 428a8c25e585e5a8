/* expm.c - Matrix exponential: a rational approximation r of exp at a / 2^s, squared s times.
 *
 * r is the Padé approximant of degree 13, which is accurate to the dtype if the norm of its argument is at most THETA (Higham
 * 2005).  The norm of a may be large only because a is far from normal, and more squarings than needed would cost digits.
 * Therefore s is chosen from the norms of powers of a, ‖a^k‖^(1/k) (Al-Mohy and Higham 2009). */
#include "condition.h"
#include "stack_norms.h"

#include <math.h>

#define THETA 5.371920351148152
/* -log2 of the first coefficient in the series of log(exp(-x) r(x)), which is 13!² / (26! 27!). */
#define FIRST_LOST 116.447004251763

/* Each inspection of the powers lowers s by at most STEP, so that the tenth power does not underflow. */
enum { DEGREE = 13, STEP = 50, STEP_SINGLE = 10 };

typedef struct exponential {
    const gla_call *c;
    gla_array *x;                /* operand in the dtype of c */
    gla_array *a, *a2, *a4, *a6; /* powers of x / 2^s */
    int *shifts;                 /* s of each matrix */
    bool shifted;                /* true if any s > 0 */
    double *norms, *tails;       /* norms of x, and log2 of the norms of |x|^27; NULL until needed */
} exponential;

static gla_array *product(const exponential *e, const gla_array *a, const gla_array *b)
{
    return gla_failed(e->c) ? NULL : gla_call_product(e->c, a, b);
}

/* ---- number of squarings ------------------------------------------------------------------------------------- */
/* Compute powers of x / 2^s, and release the powers computed for another s. */
static void raise_powers(exponential *e)
{
    gla_scope *s = e->c->s;
    double *factors = gla_s_memory(s, e->c->count, sizeof *factors);
    gla_array *const old[4] = {e->a != e->x ? e->a : NULL, e->a2, e->a4, e->a6};
    for (int i = 0; i < 4; i++)
        gla_s_release(s, old[i]);
    e->shifted = false;
    for (int64_t i = 0; factors && i < e->c->count; i++) {
        factors[i] = ldexp(1, -e->shifts[i]);
        e->shifted = e->shifted || e->shifts[i] > 0;
    }
    e->a = e->shifted ? gla_s_combine(s, gla_multiply, e->x, gla_stack_numbers(e->c, factors)) : e->x;
    e->a2 = product(e, e->a, e->a);
    e->a4 = product(e, e->a2, e->a2);
    e->a6 = product(e, e->a4, e->a2);
}

/* Compute column sums of |a|^27 by multiplying a row by |a|.  The row is normalised at each step. */
static void find_tails(exponential *e)
{
    const gla_call *c = e->c;
    gla_scope *s = c->s;
    int64_t shape[GLA_MAX_NDIM];
    e->tails = gla_s_memory(s, c->count, sizeof *e->tails);
    double *sizes = gla_s_memory(s, c->count, sizeof *sizes);
    int start = gla_scope_mark(s);
    gla_array *absolute = gla_s_apply(s, gla_abs, e->a);
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = 1;
    shape[c->nbatch + 1] = c->n;
    gla_array *row = gla_s_new(s, c->dev, gla_real_of(c->dtype), c->nbatch + 2, shape);
    gla_s_fill(s, row, 1);
    for (int k = 0; k < 2 * DEGREE + 1 && !gla_failed(c); k++) {
        row = product(e, row, absolute);
        gla_stack_norms(c, "1", row, sizes);
        for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
            e->tails[i] += log2(sizes[i]) + e->shifts[i];
            sizes[i] = sizes[i] > 0 ? sizes[i] : 1;
        }
        row = gla_s_combine(s, gla_divide, row, gla_stack_numbers(c, sizes));
    }
    gla_scope_keep(s, start, NULL);
}

/* Return the number of squarings, beyond s, that the remainder of r requires if the norm of x / 2^s exceeds THETA. */
static int more_squarings(exponential *e, int64_t i, int s)
{
    if (e->norms[i] <= ldexp(THETA, s))
        return 0;
    if (!e->tails)
        find_tails(e);
    if (gla_failed(e->c))
        return 0;
    double bits = -log2(gla_epsilon(e->c->dtype)) + 1;
    double lost = e->tails[i] - 27.0 * s - (log2(e->norms[i]) - s) - FIRST_LOST + bits;
    return lost > 0 ? (int)ceil(lost / (2 * DEGREE)) : 0;
}

/* Lower s if the powers of x are smaller than the norm of x implies.  Return true if any s changed. */
static bool lower_shifts(exponential *e)
{
    const gla_call *c = e->c;
    const int64_t count = c->count;
    double *sizes = gla_s_memory(c->s, 4 * count, sizeof *sizes);
    int most = gla_real_of(c->dtype) == GLA_FLOAT32 ? STEP_SINGLE : STEP;
    int start = gla_scope_mark(c->s);
    bool changed = false;
    gla_array *const powers[4] = {e->a4, e->a6, product(e, e->a4, e->a4), product(e, e->a4, e->a6)};
    for (int k = 0; k < 4 && !gla_failed(c); k++)
        gla_stack_norms(c, "1", powers[k], sizes + k * count);
    gla_scope_keep(c->s, start, NULL);
    for (int64_t i = 0; !gla_failed(c) && i < count; i++) {
        const double *n = sizes + i;
        double early = fmax(pow(n[0], 1 / 4.0), pow(n[count], 1 / 6.0));
        double late = fmax(pow(n[2 * count], 1 / 8.0), pow(n[3 * count], 1 / 10.0));
        double size = fmax(fmin(early, late), ldexp(1, -most));
        int s = e->shifts[i] + (int)ceil(log2(size / THETA));
        s = s > 0 ? s : 0;
        s += more_squarings(e, i, s);
        if (s < e->shifts[i]) {
            e->shifts[i] = s;
            changed = true;
        }
    }
    return changed;
}

static void choose_shifts(exponential *e)
{
    const gla_call *c = e->c;
    gla_stack_norms(c, "1", e->x, e->norms);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
        if (!isfinite(e->norms[i]))
            gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: the norm of a overflows; rescale a", c->op);
        else
            e->shifts[i] = e->norms[i] > THETA ? (int)ceil(log2(e->norms[i] / THETA)) : 0;
    }
    raise_powers(e);
    while (!gla_failed(c) && e->shifted && lower_shifts(e)) /* terminates, because s only decreases */
        raise_powers(e);
}

/* ---- r and its squarings ------------------------------------------------------------------------------------- */
static const double coefficients[DEGREE + 1] = {64764752532480000.,
                                                32382376266240000.,
                                                7771770303897600.,
                                                1187353796428800.,
                                                129060195264000.,
                                                10559470521600.,
                                                670442572800.,
                                                33522128640.,
                                                1323241920.,
                                                40840800.,
                                                960960.,
                                                16380.,
                                                182.,
                                                1.};

/* Return sum + x · coefficient k.  All coefficients are divided by the largest coefficient, so that none overflows. */
static gla_array *add_term(const exponential *e, gla_array *sum, const gla_array *x, int k)
{
    gla_scope *s = e->c->s;
    gla_array *term = gla_s_combine(s, gla_multiply, x, gla_s_number(s, coefficients[k] / coefficients[0]));
    return sum ? gla_s_combine(s, gla_add, sum, term) : term;
}

/* Return the sum of coefficient k · a^(k or k − 1) over all odd, or all even, k. */
static gla_array *half(const exponential *e, const gla_array *eye, int odd)
{
    int start = gla_scope_mark(e->c->s);
    gla_array *high = add_term(e, add_term(e, add_term(e, NULL, e->a6, 12 + odd), e->a4, 10 + odd), e->a2, 8 + odd);
    gla_array *low = add_term(e, add_term(e, add_term(e, NULL, e->a6, 6 + odd), e->a4, 4 + odd), e->a2, 2 + odd);
    low = add_term(e, low, eye, odd);
    gla_array *sum = gla_s_combine(e->c->s, gla_add, product(e, e->a6, high), low);
    return gla_scope_keep(e->c->s, start, sum);
}

static gla_array *approximate(const exponential *e)
{
    const gla_call *c = e->c;
    gla_scope *s = c->s;
    gla_array *made, *eye = gla_s_new(s, c->dev, c->dtype, 2, (int64_t[]){c->n, c->n});
    gla_call_eye(c, eye);
    gla_array *u = product(e, e->a, half(e, eye, 1)), *v = half(e, eye, 0);
    gla_array *below = gla_s_combine(s, gla_subtract, v, u), *above = gla_s_combine(s, gla_add, v, u);
    gla_status st = gla_failed(c) ? s->status : gla_solve_as(c->op, below, above, &made, GLA_AS_GIVEN);
    return gla_failed(c) ? NULL : gla_s_adopt(s, st, &made);
}

/* Matrices that have already been squared s times are kept unchanged. */
static gla_array *square(const exponential *e, gla_array *x)
{
    const gla_call *c = e->c;
    int most = 0, least = INT32_MAX;
    double *numbers = gla_s_memory(c->s, c->count, sizeof *numbers);
    for (int64_t i = 0; numbers && i < c->count; i++) {
        numbers[i] = e->shifts[i];
        most = e->shifts[i] > most ? e->shifts[i] : most;
        least = e->shifts[i] < least ? e->shifts[i] : least;
    }
    gla_array *shifts = most > least ? gla_stack_numbers(c, numbers) : NULL;
    for (int k = 1; k <= most && !gla_failed(c); k++) {
        gla_array *was = x, *squared = product(e, x, x);
        if (k > least)
            squared = gla_s_where(c->s, gla_s_combine(c->s, gla_greater_equal, shifts, gla_s_number(c->s, k)), squared, was);
        gla_s_release(c->s, was);
        x = squared;
    }
    return x;
}

static void check(const exponential *e, const gla_array *result)
{
    const gla_call *c = e->c;
    gla_estimates doubts = gla_estimates_new(c);
    if (!gla_failed(c) && !gla_call_finite(c, result))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR,
                   "%s: the exponential is too large for %s; use exp(a - m I) = exp(a) / exp(m) with a suitable scalar m",
                   c->op, gla_dtype_name(c->dtype));
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++)
        doubts.of[i] = ldexp(gla_epsilon(c->dtype), e->shifts[i]); /* each squaring may double the rounding error */
    gla_estimates_warn(c, &doubts, "the exponential", "look for elements of a that are much too large");
}

gla_status gla_expm(const gla_array *a, gla_array **out)
{
    gla_call c;
    *out = NULL;
    gla_call_begin(&c, "expm", "a", a, true);
    gla_call_require_finite(&c, "a", c.a);
    exponential e = {.c = &c, .x = gla_failed(&c) ? NULL : gla_s_astype(c.s, c.dtype, c.a)};
    e.norms = gla_s_memory(c.s, c.count, sizeof *e.norms);
    e.shifts = gla_s_memory(c.s, c.count, sizeof *e.shifts);
    if (gla_failed(&c) || e.x->size == 0)
        return gla_call_return(&c, gla_failed(&c) ? NULL : gla_call_matrices(&c, c.n, c.n, GLA_ROW_MAJOR).array, out);
    gla_array *result;
    if (c.n == 1) {
        result = gla_s_apply(c.s, gla_exp, e.x);
    } else {
        choose_shifts(&e);
        result = square(&e, approximate(&e));
    }
    check(&e, result);
    return gla_call_return(&c, result, out);
}
