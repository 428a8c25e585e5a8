/* sylvester.c - linear equations a x + x b = q for a matrix x, by Schur forms of a and b (R. H. Bartels and G. W. Stewart,
 * 1972): between triangular matrices x is found a row at a time, from the last one up.  All of it on the host, in
 * complex128. */
#include "equation.h"

#include "complexes.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/matrix_functions.h"
#include "gpulinalg/reduce.h"

#include <math.h>

/* a = za ta zaᴴ, b = zb tb zbᴴ, upper triangular ta and tb, on the host, without gaps, with the stack of c. */
typedef struct sylvester {
    const gla_call *c;
    const char *second; /* what messages call b */
    gla_array *ta, *za, *tb, *zb;
} sylvester;

static gla_array *wide(const gla_call *c, const gla_array *x)
{
    gla_device *host = NULL;
    if (gla_failed(c) || gla_s_check(c->s, gla_host_device(&host)))
        return NULL;
    return gla_s_contiguous(c->s, host, GLA_COMPLEX128, x);
}

/* y -= factor x. */
static void subtract(int64_t n, double complex factor, const double complex *from, double complex *to)
{
    const double *x = (const double *)from, re = creal(factor), im = cimag(factor);
    double *y = (double *)to;
    for (int64_t i = 0; i < 2 * n; i += 2) {
        y[i] -= re * x[i] - im * x[i + 1];
        y[i + 1] -= re * x[i + 1] + im * x[i];
    }
}

/* a y + y b = f for upper triangular a, m x m, and b, n x n; f becomes y.  False where a and -b share an eigenvalue. */
static bool solve_triangular(int64_t m, int64_t n, const double complex *a, const double complex *b, double complex *f)
{
    for (int64_t i = m - 1; i >= 0; i--) {
        double complex *row = f + i * n, first = a[i * m + i];
        for (int64_t k = i + 1; k < m; k++)
            subtract(n, a[i * m + k], f + k * n, row);
        for (int64_t j = 0; j < n; j++) {
            double complex second = b[j * n + j], sum = first + second;
            if (!(cabs(sum) > 0x1p-51 * (cabs(first) + cabs(second))))
                return false;
            row[j] /= sum;
            subtract(n - j - 1, row[j], b + j * n + j + 1, row + j + 1);
        }
    }
    return true;
}

/* ---- how far the solution may be wrong --------------------------------------------------------------------------------- */
static double length_of(int64_t n, const double complex *x)
{
    double most = 0, sum = 0;
    for (int64_t i = 0; i < 2 * n; i++)
        most = fmax(most, fabs(((const double *)x)[i]));
    for (int64_t i = 0; i < 2 * n && most > 0; i++)
        sum += ((const double *)x)[i] / most * (((const double *)x)[i] / most);
    return most * sqrt(sum);
}

/* The elements in reverse order, over a number. */
static void turn_around(int64_t n, double complex *x, double over)
{
    for (int64_t i = 0; i < n - 1 - i; i++) {
        double complex first = x[i];
        x[i] = x[n - 1 - i] / over;
        x[n - 1 - i] = first / over;
    }
    if (n % 2)
        x[n / 2] /= over;
}

/* The adjoint in reverse order of rows and columns, which is upper triangular again. */
static void turn_triangle(int64_t n, const double complex *t, double complex *turned)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            turned[i * n + j] = conj(t[(n - 1 - j) * n + n - 1 - i]);
}

/* The norm of the inverse of y -> a y + y b, nearly, by three steps with it and its adjoint; work: m m + n n + m n numbers. */
static double estimate_inverse(int64_t m, int64_t n, const double complex *a, const double complex *b, double complex *work)
{
    double complex *x = work, *ta = x + m * n, *tb = ta + m * m;
    double norm = 0, size;
    turn_triangle(m, a, ta);
    turn_triangle(n, b, tb);
    for (int64_t i = 0; i < m * n; i++)
        x[i] = (i * 7 + i / n) % 3 ? 1 : -1;
    for (int step = 0; step < 3; step++) {
        size = length_of(m * n, x);
        if (!(size > 0 && isfinite(size)))
            return step ? INFINITY : 0;
        turn_around(m * n, x, size);
        solve_triangular(m, n, step % 2 ? a : ta, step % 2 ? b : tb, x);
        norm = fmax(norm, length_of(m * n, x));
    }
    return norm;
}

/* ---- stacks ------------------------------------------------------------------------------------------------------------ */
static sylvester decompose(const gla_call *c, const gla_array *a, const gla_array *b)
{
    sylvester y = {.c = c, .second = b ? "b" : "aᴴ"};
    gla_schur_forms(c, wide(c, a), NULL, &y.ta, &y.za, NULL);
    if (b)
        gla_schur_forms(c, wide(c, b), NULL, &y.tb, &y.zb, NULL);
    return y;
}

/* b = aᴴ, whose Schur form is that of a in reverse order. */
static void take_adjoint(sylvester *y)
{
    const gla_call *c = y->c;
    const int64_t n = c->m;
    if (gla_failed(c))
        return;
    y->tb = gla_s_new(c->s, gla_device_of(y->ta), GLA_COMPLEX128, y->ta->ndim, y->ta->shape);
    y->zb = gla_s_new(c->s, gla_device_of(y->ta), GLA_COMPLEX128, y->ta->ndim, y->ta->shape);
    for (int64_t k = 0; !gla_failed(c) && k < c->count; k++) {
        const double complex *z = (const double complex *)gla_data(y->za) + k * n * n;
        double complex *turned = (double complex *)gla_data(y->zb) + k * n * n;
        turn_triangle(n, (const double complex *)gla_data(y->ta) + k * n * n, (double complex *)gla_data(y->tb) + k * n * n);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                turned[i * n + j] = z[i * n + n - 1 - j];
    }
}

static void solve_each(const sylvester *y, gla_array *f, gla_doubts *doubts)
{
    const gla_call *c = y->c;
    const int64_t m = c->m, n = f->shape[f->ndim - 1];
    char where[GLA_SHAPE_TEXT + 40];
    double complex *work = doubts->wanted ? gla_s_memory(c->s, m * m + n * n + m * n, sizeof *work) : NULL;
    void *state = gla_work_begin(8 * (double)f->size * (double)(m + n));
    for (int64_t k = 0; !gla_failed(c) && k < c->count; k++) {
        const double complex *a = (const double complex *)gla_data(y->ta) + k * m * m,
                             *b = (const double complex *)gla_data(y->tb) + k * n * n;
        if (!solve_triangular(m, n, a, b, (double complex *)gla_data(f) + k * m * n))
            gla_s_fail(c->s, GLA_SINGULAR_ERROR,
                       "%s: a and -%s share an eigenvalue%s, so that there is no single solution; look at "
                       "their eigenvalues",
                       c->op, y->second, gla_stack_text(c, k, where, sizeof where));
        else if (work)
            doubts->of[k] = 0x1p-52 * (length_of(m * m, a) + length_of(n * n, b)) * estimate_inverse(m, n, a, b, work);
    }
    gla_work_end(state);
}

/* x of the type of c, real where that is. */
static gla_array *solve(const sylvester *y, const gla_array *q, gla_doubts *doubts)
{
    const gla_call *c = y->c;
    gla_array *f = gla_failed(c) ? NULL : gla_product_3(c, gla_s_adjoint(c->s, y->za), wide(c, q), y->zb);
    if (f)
        solve_each(y, f, doubts);
    gla_array *x = gla_failed(c) ? NULL : gla_product_3(c, y->za, f, gla_s_adjoint(c->s, y->zb));
    return gla_failed(c) || gla_dtype_is_complex(c->dtype) ? x : gla_s_apply(c->s, gla_real, x);
}

/* Whether a q of the stack is Hermitian; then x is made so. */
static gla_array *make_hermitian(const gla_call *c, const gla_array *q, gla_array *x)
{
    if (gla_failed(c))
        return NULL;
    gla_array *same = gla_s_combine(c->s, gla_equal, q, gla_s_adjoint(c->s, q));
    return gla_s_truth(c->s, gla_s_reduce_all(c->s, gla_all, same)) ? gla_hermitian_part(c, x) : x;
}

gla_array *gla_continuous_lyapunov(const gla_call *c, const gla_array *a, const gla_array *q, gla_doubts *doubts, bool *stable)
{
    sylvester y = decompose(c, a, NULL);
    for (int64_t i = 0; stable && !gla_failed(c) && i < c->count * c->m; i++) {
        const double complex *t = (const double complex *)gla_data(y.ta) + i / c->m * c->m * c->m;
        *stable = *stable && creal(t[i % c->m * (c->m + 1)]) < 0;
    }
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
    gla_doubts doubts = gla_doubts_new(c);
    if (!gla_failed(c) && x->size > 0) {
        sylvester y = decompose(c, e.in[0], e.in[1]);
        x = solve(&y, e.in[2], &doubts);
        gla_doubts_check(c, &doubts, "x", "look for eigenvalues of a whose negatives are near those of b");
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
    gla_doubts doubts = gla_doubts_new(c);
    if (!gla_failed(c) && x->size > 0) {
        x = gla_continuous_lyapunov(c, e.in[0], e.in[1], &doubts, NULL);
        gla_doubts_check(c, &doubts, "x", "look for eigenvalues of a near the imaginary axis");
    }
    return gla_equation_return(&e, x, out);
}
