/* sylvester.c - Sylvester equations a x + x b = q, by Schur forms of a and b (R. H. Bartels and G. W. Stewart, 1972), on the
 * host in double precision.  Real matrices have real Schur forms. */
#include "equation.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/matrix_functions.h"
#include "gpulinalg/reduce.h"

/* Schur forms a = za ta zaᴴ and b = zb tb zbᴴ, on the host, contiguous, with the dtype and the stack of c. */
typedef struct sylvester {
    const gla_call *c;
    const char *second; /* name of b in messages */
    gla_array *ta, *za, *tb, *zb;
} sylvester;

/* Return matrix k of the stack. */
static double *numbers_at(const gla_array *x, int64_t k)
{
    int64_t numbers = x->shape[x->ndim - 2] * x->shape[x->ndim - 1] * (x->dtype == GLA_COMPLEX128 ? 2 : 1);
    return (double *)gla_data(x) + k * numbers;
}

static gla_array *wide(const gla_call *c, const gla_array *x)
{
    gla_device *host = NULL;
    if (gla_failed(c) || gla_s_check(c->s, gla_host_device(&host)))
        return NULL;
    return gla_s_contiguous(c->s, host, c->dtype, x);
}

/* ---- stacks -------------------------------------------------------------------------------------------------- */
static sylvester decompose(const gla_call *c, const gla_array *a, const gla_array *b)
{
    sylvester y = {.c = c, .second = b ? "b" : "aᴴ"};
    gla_schur_forms(c, wide(c, a), NULL, &y.ta, &y.za, NULL);
    if (b)
        gla_schur_forms(c, wide(c, b), NULL, &y.tb, &y.zb, NULL);
    return y;
}

/* Set b = aᴴ.  The Schur form of b is the Schur form of a in reverse order. */
static void take_adjoint(sylvester *y)
{
    const gla_call *c = y->c;
    const int64_t n = c->m;
    const bool complexes = c->dtype == GLA_COMPLEX128;
    const int width = complexes ? 2 : 1;
    if (gla_failed(c))
        return;
    y->tb = gla_s_new(c->s, gla_device_of(y->ta), c->dtype, y->ta->ndim, y->ta->shape);
    y->zb = gla_s_new(c->s, gla_device_of(y->ta), c->dtype, y->ta->ndim, y->ta->shape);
    for (int64_t k = 0; !gla_failed(c) && k < c->count; k++) {
        gla_reverse_adjoint(complexes, n, numbers_at(y->ta, k), numbers_at(y->tb, k));
        const double *z = numbers_at(y->za, k);
        double *turned = numbers_at(y->zb, k);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                for (int part = 0; part < width; part++)
                    turned[(i * n + j) * width + part] = z[(i * n + n - 1 - j) * width + part];
    }
}

static void solve_each(const sylvester *y, gla_array *f, gla_estimates *doubts)
{
    const gla_call *c = y->c;
    const int64_t m = c->m, n = f->shape[f->ndim - 1];
    char where[GLA_SHAPE_TEXT + 40];
    const int width = c->dtype == GLA_COMPLEX128 ? 2 : 1;
    double *work = doubts->wanted ? gla_s_memory(c->s, width * (m * m + n * n + m * n), sizeof *work) : NULL;
    void *state = gla_work_begin(4 * width * (double)f->size * (double)(m + n));
    for (int64_t k = 0; !gla_failed(c) && k < c->count; k++) {
        const double *a = numbers_at(y->ta, k), *b = numbers_at(y->tb, k);
        if (gla_solve_triangles(c, m, n, a, b, numbers_at(f, k)))
            gla_s_fail(c->s, GLA_SINGULAR_ERROR,
                       "%s: a and -%s share an eigenvalue%s, so the solution is not unique; check their eigenvalues", c->op,
                       y->second, gla_stack_text(c, k, where, sizeof where));
        else if (work)
            doubts->of[k] = gla_sylvester_error(c, m, n, a, b, work);
    }
    gla_work_end(state);
}

static gla_array *solve(const sylvester *y, const gla_array *q, gla_estimates *doubts)
{
    const gla_call *c = y->c;
    gla_array *f = gla_failed(c) ? NULL : gla_product_3(c, gla_s_adjoint(c->s, y->za), wide(c, q), y->zb);
    if (f)
        solve_each(y, f, doubts);
    return gla_failed(c) ? NULL : gla_product_3(c, y->za, f, gla_s_adjoint(c->s, y->zb));
}

/* Make x Hermitian if every q in the stack is Hermitian. */
static gla_array *make_hermitian(const gla_call *c, const gla_array *q, gla_array *x)
{
    if (gla_failed(c))
        return NULL;
    gla_array *same = gla_s_combine(c->s, gla_equal, q, gla_s_adjoint(c->s, q));
    return gla_s_truth(c->s, gla_s_reduce_all(c->s, gla_all, same)) ? gla_hermitian_part(c, x) : x;
}

gla_array *gla_continuous_lyapunov(const gla_call *c, const gla_array *a, const gla_array *q, gla_estimates *doubts,
                                   bool *stable)
{
    sylvester y = decompose(c, a, NULL);
    for (int64_t i = 0; stable && !gla_failed(c) && i < c->count * c->m; i++)
        *stable = *stable && numbers_at(y.ta, i / c->m)[i % c->m * (c->m + 1) * (c->dtype == GLA_COMPLEX128 ? 2 : 1)] < 0;
    if (stable && !*stable)
        return NULL;
    take_adjoint(&y);
    return make_hermitian(c, q, solve(&y, q, doubts));
}

gla_status gla_solve_sylvester(const gla_array *a, const gla_array *b, const gla_array *q, gla_array **out)
{
    const gla_operand operands[] = {{"a", a, 0, 0}, {"b", b, 1, 1}, {"q", q, 0, 1}};
    gla_equation e;
    const gla_call *c = &e.c;
    gla_equation_begin(&e, "solve_sylvester", 3, operands, true);
    gla_array *x = gla_call_matrices(c, c->m, c->n, GLA_ROW_MAJOR).array;
    gla_estimates doubts = gla_estimates_new(c);
    if (!gla_failed(c) && x->size > 0) {
        sylvester y = decompose(c, e.in[0], e.in[1]);
        x = solve(&y, e.in[2], &doubts);
        gla_estimates_warn(c, &doubts, "x", "look for eigenvalues of a whose negatives are near those of b");
    }
    return gla_equation_return(&e, x, out);
}

gla_status gla_solve_continuous_lyapunov(const gla_array *a, const gla_array *q, gla_array **out)
{
    const gla_operand operands[] = {{"a", a, 0, 0}, {"q", q, 0, 0}};
    gla_equation e;
    const gla_call *c = &e.c;
    gla_equation_begin(&e, "solve_continuous_lyapunov", 2, operands, true);
    gla_array *x = gla_call_matrices(c, c->m, c->m, GLA_ROW_MAJOR).array;
    gla_estimates doubts = gla_estimates_new(c);
    if (!gla_failed(c) && x->size > 0) {
        x = gla_continuous_lyapunov(c, e.in[0], e.in[1], &doubts, NULL);
        gla_estimates_warn(c, &doubts, "x", "look for eigenvalues of a near the imaginary axis");
    }
    return gla_equation_return(&e, x, out);
}
