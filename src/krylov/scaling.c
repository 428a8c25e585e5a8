/* scaling.c - Units for right-hand sides whose squares would overflow or underflow.  A unit is a power of two, so that scaling
 * is exact. */
#include "krylov/krylov.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"
#include "runtime/runtime.h"

#include <float.h>
#include <math.h>

/* Return the largest magnitude of elements for which even small residuals can be squared. */
static double farthest(const gla_sparse_iteration *q)
{
    return q->dev->lacks_float64 ? 1e12 : 1e130;
}

static bool is_extreme(const gla_sparse_iteration *q, double size)
{
    return isfinite(size) && size > 0 && (size < 1 / farthest(q) || size > farthest(q));
}

double krylov_unit(const gla_sparse_iteration *q, int64_t column)
{
    return q->unit ? q->unit[column] : 1;
}

/* Return the largest absolute value of each column, as float64 on the host. */
static const double *find_sizes(gla_scope *s, const gla_array *x)
{
    void *data = NULL;
    gla_device *host = NULL;
    gla_s_check(s, gla_host_device(&host));
    gla_array *sizes = s->status ? NULL : gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, x), 0, false);
    return sizes && gla_s_to_host(s, gla_s_contiguous(s, host, GLA_FLOAT64, sizes), &data) ? data : NULL;
}

/* Return a factor for each column, as an array in the dtype of the vectors. */
static gla_array *factors_of(gla_sparse_iteration *q, gla_scope *s, double (*factor)(const void *from, int64_t column),
                             const void *from)
{
    gla_array *host = NULL;
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_FLOAT64, 1, &q->k, &host, &data)))
        return NULL;
    gla_s_own(s, host);
    for (int64_t j = 0; j < q->k; j++)
        ((double *)data)[j] = factor(from, j);
    return gla_s_convert(s, host, gla_real_of(q->dtype), q->dev, GLA_YES);
}

static double unit_of(const void *units, int64_t column)
{
    return ((const double *)units)[column];
}

static double reciprocal_of(const void *units, int64_t column)
{
    return 1 / ((const double *)units)[column];
}

static double is_not_zero(const void *sizes, int64_t column)
{
    return ((const double *)sizes)[column] != 0;
}

/* Multiply the columns of a vector by factors. */
static void scale(gla_sparse_iteration *q, gla_scope *s, int which, gla_array *factors)
{
    gla_array *made = q->v[which] ? gla_s_combine(s, gla_multiply, q->v[which], factors) : NULL;
    if (made)
        krylov_put(q, which, gla_ref(made));
}

/* If a column of b is zero, the solution is zero, whatever the initial guess, because no residual is small relative to zero. */
static void start_from_zero(gla_sparse_iteration *q, gla_scope *s, const double *size)
{
    bool some = false;
    for (int64_t j = 0; j < q->k && q->v[V_X] && !q->method->least_squares; j++)
        some |= size[j] == 0;
    if (some)
        scale(q, s, V_X, factors_of(q, s, is_not_zero, size));
}

void krylov_choose_units(gla_sparse_iteration *q, gla_scope *s)
{
    int most = gla_real_of(q->dtype) == GLA_FLOAT32 ? 120 : 1000; /* a unit and its reciprocal must be representable */
    bool needed = false;
    const double *size = s->status || q->v[V_B]->size == 0 ? NULL : find_sizes(s, q->v[V_B]);
    for (int64_t j = 0; j < q->k && size; j++)
        needed |= is_extreme(q, size[j]);
    if (size)
        start_from_zero(q, s, size);
    if (!needed)
        return;
    if (!(q->unit = gla_malloc((size_t)q->k * sizeof *q->unit))) {
        gla_s_check(s, gla_fail_memory(s->op, (size_t)q->k * sizeof *q->unit));
        return;
    }
    for (int64_t j = 0; j < q->k; j++) {
        int exponent = is_extreme(q, size[j]) ? ilogb(size[j]) : 0;
        q->unit[j] = ldexp(1, exponent < -most ? -most : exponent > most ? most : exponent);
    }
    scale(q, s, V_B, factors_of(q, s, reciprocal_of, q->unit));
    scale(q, s, V_X, factors_of(q, s, reciprocal_of, q->unit));
}

gla_array *krylov_solution(gla_sparse_iteration *q, gla_scope *s)
{
    gla_array *x = krylov_shaped(q, s, krylov_vector(q, s, V_X));
    return q->unit ? gla_s_combine(s, gla_multiply, x, factors_of(q, s, unit_of, q->unit)) : x;
}

void krylov_check_adjoint(gla_sparse_iteration *q, gla_scope *s, const gla_array *product)
{
    if (q->looked || s->status || product->size == 0)
        return;
    q->looked = true;
    const double *size = find_sizes(s, product);
    for (int64_t j = 0; j < q->k && size && !s->status; j++)
        if (is_extreme(q, size[j]))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: products with A have magnitude %.3g, so their squares %s; rescale A", s->op,
                       size[j], size[j] > 1 ? "overflow" : "underflow");
}
