/* chebyshev.c - Chebyshev preconditioner: a polynomial of the matrix that approximates its inverse between two eigenvalue
 * bounds. */
#include "krylov/preconditioner.h"
#include "runtime/interrupt.h"

#include "array/number.h"
#include "gpulinalg/elementwise.h"
#include "runtime/object.h"
#include "sparse/sparse.h"

static gla_array *times(gla_scope *s, gla_array *x, double number)
{
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, number));
}

static gla_array *apply_polynomial(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x)
{
    double center = (m->high + m->low) / 2, half = (m->high - m->low) / 2;
    if (half < 1e-12 * center)
        half = 1e-12 * center;
    double sigma = center / half, rho = 1 / sigma;
    gla_array *r = x, *d = times(s, x, 1 / center), *z = d;
    for (int64_t i = 0; i < m->degree && !s->status; i++) {
        gla_array *made = NULL, *product = gla_s_adopt(s, gla_sparse_dot(m->matrix[0], d, &made), &made);
        double next = 1 / (2 * sigma - rho);
        gla_array *rest = gla_s_combine(s, gla_subtract, r, product);
        gla_array *parts[] = {times(s, d, next * rho), times(s, rest, 2 * next / half)};
        gla_array *step = gla_s_combine(s, gla_add, parts[0], parts[1]), *sum = gla_s_combine(s, gla_add, z, step);
        gla_array *const used[] = {product, parts[0], parts[1], r == x ? NULL : r, d, z == d ? NULL : z};
        for (size_t k = 0; k < sizeof used / sizeof *used; k++)
            gla_s_release(s, used[k]);
        r = rest, d = step, z = sum, rho = next;
        if (!s->status && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    return z;
}

static double bound(gla_scope *s, const char *name, const gla_array *given, double otherwise)
{
    gla_number number = {0};
    if (!given || s->status)
        return otherwise;
    gla_s_check(s, gla_read_number(s->op, name, given, &number));
    return number.is_integer ? (double)number.integer : number.re;
}

gla_status gla_sparse_chebyshev(const gla_sparse *A, gla_sparse_preconditioner **M, int64_t degree, const gla_array *low,
                                const gla_array *high)
{
    gla_scope s;
    gla_sparse_preconditioner *m = NULL;
    gla_array *norm = NULL;
    gla_number largest = {.re = 1};
    gla_scope_begin(&s, "chebyshev");
    int64_t n = preconditioner_order(&s, A);
    if (degree < 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: degree is %lld, but it must not be negative", s.op, (long long)degree);
    if (!high && n > 0 && A->own.data->size > 0 && !s.status) {
        norm = gla_s_adopt(&s, gla_sparse_norm(A, &norm, "inf"), &norm);
        if (norm)
            gla_s_check(&s, gla_read_number(s.op, "A", norm, &largest));
    }
    double upper = bound(&s, "high", high, largest.re), lower = bound(&s, "low", low, upper / 30);
    if (!s.status && !(lower > 0 && upper >= lower && upper < 1e300))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the bounds are %g and %g, but they must be positive and increasing", s.op,
                   lower, upper);
    if ((m = preconditioner_new(&s, n, apply_polynomial))) {
        m->low = lower;
        m->high = upper;
        m->degree = degree;
        m->matrix[0] = gla_object_ref((void *)A);
    }
    return preconditioner_return(&s, m, M);
}
