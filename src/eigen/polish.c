/* polish.c - Refinement of pairs found by solutions with A - σM, tested in the original problem.
 *
 * Rounding errors of an inverse are proportional to the largest value of the inverse.  If σ is close to an eigenvalue, these
 * errors may exceed the residual limit of A x = λ M x.  One more solution with the vectors removes these errors. */
#include "eigen/block.h"
#include "eigen/products.h"
#include "runtime/devices.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "linalg/common.h"

#include <math.h>

#define GOOD 4096 /* residual up to which no refinement is needed, in units of ε and the largest element of A */
#define BAD 4     /* residual that is unacceptable, in units of √ε */

static gla_array *lengths(gla_scope *s, const gla_array *x)
{
    const gla_ints axis = {1, {0}};
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_vector_norm(x, &made, &axis, true, 2), &made);
}

static gla_array *times_m(gla_scope *s, const eigen_products *p, gla_array *x)
{
    return p->m ? eigen_product(s, p->m, false, x) : x;
}

/* Return the largest norm of A x - λ M x, with x of norm 1. */
static double longest_residual(gla_scope *s, const eigen_solver *q, const eigen_products *p)
{
    gla_array *x = s->status ? NULL : q->vectors, *ax = eigen_product(s, p->a, false, x), *mx = times_m(s, p, x);
    gla_array *rest = s->status ? NULL : gla_s_combine(s, gla_subtract, ax, gla_s_combine(s, gla_multiply, mx, q->values));
    gla_array *length = gla_s_combine(s, gla_divide, lengths(s, rest), lengths(s, x));
    return s->status ? 0 : eigen_largest(s, length);
}

/* Return (A - σM)⁻¹ M x, normalised to norm 1. */
static gla_array *improve(gla_scope *s, const eigen_solver *q, const eigen_products *p)
{
    gla_array *z = eigen_solutions(s, p, times_m(s, p, q->vectors));
    z = gla_s_combine(s, gla_divide, z, lengths(s, z));
    return s->status ? NULL : gla_s_contiguous(s, q->v.dev, q->vectors->dtype, z);
}

/* Replace the pairs by the best pairs in the space of the improved vectors. */
static void polish_hermitian(gla_scope *s, eigen_solver *q, const eigen_products *p)
{
    int64_t k = q->k;
    bool real = !gla_dtype_is_complex(q->v.dtype);
    gla_array *z = improve(s, q, p), *bz = z && q->has_m ? times_m(s, p, z) : z;
    if (!s->status)
        block_orthonormalise(s, 0, NULL, &z, &bz);
    if (s->status || block_width(z) < k)
        return;
    double complex *g = block_gram_host(s, z, eigen_product(s, p->a, false, z)), *y = gla_s_memory(s, k * k, sizeof *y),
                   *values = gla_s_memory(s, k, sizeof *values);
    double *w = gla_s_memory(s, k, sizeof *w);
    eigen_small(s, real, k, g, w, y);
    for (int64_t i = 0; i < k && !s->status; i++)
        values[i] = w[i];
    gla_array *x = s->status ? NULL : eigen_normal_signs(s, block_combine(s, z, y, k, k), NULL);
    gla_array *made = eigen_values_array(s, q, values, (int)k, false);
    if (!s->status) {
        eigen_keep(&q->vectors, x);
        eigen_keep(&q->values, made);
    }
}

/* Return xᴴ y on the host, as complex128. */
static gla_array *product_on_host(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *made = s->status ? NULL : block_fetch(s, GLA_COMPLEX128, block_gram(s, x, y));
    gla_device *host = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return NULL;
    return gla_s_contiguous(s, host, GLA_COMPLEX128, made);
}

/* Match the values with the previously known values: each known value is matched with the nearest remaining value. */
static void match(gla_scope *s, int k, const double complex *known, const double complex *found, int *which)
{
    bool *taken = gla_s_memory(s, k, sizeof *taken);
    for (int i = 0; i < k && !s->status; i++) {
        which[i] = -1;
        for (int j = 0; j < k; j++)
            if (!taken[j] && (which[i] < 0 || cabs(found[j] - known[i]) < cabs(found[which[i]] - known[i])))
                which[i] = j;
        taken[which[i]] = true;
    }
}

/* Solve the small problem g y = λ y.  Restore the previous order of the values and of the columns of y. */
static void solve_general(gla_scope *s, const eigen_solver *q, gla_array *g, double complex *values, double complex *y)
{
    int k = (int)q->k, *which = gla_s_memory(s, k, sizeof *which);
    gla_array *w = NULL, *v = NULL, *before = NULL;
    gla_device *host = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)) || gla_s_check(s, gla_eig(g, &w, &v)))
        return;
    gla_s_own(s, w);
    gla_s_own(s, v);
    w = gla_s_contiguous(s, host, GLA_COMPLEX128, w);
    v = gla_s_contiguous(s, host, GLA_COMPLEX128, v);
    before = block_fetch(s, GLA_COMPLEX128, q->values);
    if (s->status)
        return;
    const double complex *known = gla_data(before), *found = gla_data(w), *vectors = gla_data(v);
    match(s, k, known, found, which);
    for (int i = 0; i < k && !s->status; i++) {
        bool real = cimag(known[i]) == 0 && !gla_dtype_is_complex(q->v.dtype);
        values[i] = real ? creal(found[which[i]]) : found[which[i]];
        for (int j = 0; j < k; j++)
            y[j + (int64_t)i * k] = vectors[(int64_t)j * k + which[i]];
    }
}

/* Like polish_hermitian(), for a general problem. */
static void polish_general(gla_scope *s, eigen_solver *q, const eigen_products *p)
{
    int64_t k = q->k;
    gla_array *z = improve(s, q, p), *bz = z, *small = NULL;
    double complex *values = gla_s_memory(s, k, sizeof *values), *y = gla_s_memory(s, k * k, sizeof *y);
    if (!s->status)
        block_orthonormalise(s, 0, NULL, &z, &bz);
    if (s->status || block_width(z) < k)
        return;
    gla_array *g = product_on_host(s, z, eigen_product(s, p->a, false, z));
    gla_array *of_m = p->m ? product_on_host(s, z, times_m(s, p, z)) : NULL;
    if (of_m && !s->status && gla_s_adopt(s, gla_solve(of_m, g, &small, 0), &small))
        g = small;
    solve_general(s, q, g, values, y);
    gla_array *x = s->status ? NULL : eigen_normal_signs(s, block_combine(s, z, y, k, k), NULL);
    gla_array *w = eigen_values_array(s, q, values, (int)k, true);
    if (!s->status) {
        eigen_keep(&q->vectors, x);
        eigen_keep(&q->values, w);
    }
}

void eigen_polish(gla_scope *s, eigen_solver *q, const eigen_products *p)
{
    if (s->status || !q->done || q->kind == EIGEN_BLOCK || q->mode == EIGEN_REGULAR || !p->a || !(p->factor || p->upper) ||
        q->values->size == 0)
        return;
    double eps = eigen_epsilon(q->v.dtype), size = eigen_largest(s, p->a->own.data), left = longest_residual(s, q, p);
    size = size > 0 ? size : 1;
    if (left > GOOD * eps * size && q->mode != EIGEN_BUCKLING) {
        if (q->kind == EIGEN_GENERAL)
            polish_general(s, q, p);
        else
            polish_hermitian(s, q, p);
        left = longest_residual(s, q, p);
    }
    if (!(left <= fmax(BAD * sqrt(eps), 16 * q->tol) * size) && !s->status)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: A x and λ M x differ by %.2g because sigma is too close to an eigenvalue; change sigma slightly", s->op,
                   left);
}
