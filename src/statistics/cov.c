/* cov.c - Covariances and correlations, as one product of the deviations from the means. */
#include "statistics/statistics.h"

#include "array/number.h"
#include "elementwise/where.h"
#include "reduce/centre.h"

#include <math.h>

/* Data of one call: the variables as rows, and the divisor of the products, which is a scalar or consists of sums of
 * weights. */
typedef struct sample {
    gla_scope *s;
    gla_dtype dtype;
    gla_array *x; /* (k, n) */
    gla_array *weights, *aweights;
    double ddof;
} sample;

/* Return one or more variables as rows. */
static gla_array *as_rows(sample *p, const char *name, gla_array *m, bool rowvar)
{
    if (p->s->status)
        return NULL;
    if (m->ndim > 2) {
        gla_s_fail(p->s, GLA_SHAPE_ERROR, "%s: %s has %d dimensions, but it must have at most two", p->s->op, name, m->ndim);
        return NULL;
    }
    m = gla_s_astype(p->s, p->dtype, m);
    if (m && m->ndim < 2) {
        int64_t n = m->ndim ? m->shape[0] : 1, step = m->ndim ? m->strides[0] : 1;
        return gla_s_view(p->s, m, 2, (int64_t[]){1, n}, (int64_t[]){n, step}, 0);
    }
    return rowvar || !m ? m : gla_s_swap_last(p->s, m);
}

static void join_variables(sample *p, gla_array *m, gla_array *y, bool rowvar)
{
    gla_array *joined, *rows = as_rows(p, "m", m, rowvar), *more = y ? as_rows(p, "y", y, rowvar) : NULL;
    p->x = rows;
    if (p->s->status || !y)
        return;
    if (rows->shape[1] != more->shape[1])
        gla_s_fail(p->s, GLA_SHAPE_ERROR, "%s: the number of observations is %lld in the first argument, but %lld in y",
                   p->s->op, (long long)rows->shape[1], (long long)more->shape[1]);
    else
        p->x = gla_s_adopt(p->s, gla_concat(&(gla_arrays){.n = 2, .v = (const gla_array *[]){rows, more}}, &joined, 0),
                           &joined);
}

/* Check that the weights are real and not negative, and that there is one weight for each observation. */
static gla_array *check_weights(sample *p, const char *name, const gla_array *w, bool integers)
{
    gla_scope *s = p->s;
    gla_array *any;
    if (!w || s->status)
        return NULL;
    if (gla_dtype_is_complex(w->dtype) || w->dtype == GLA_BOOL || (integers && !gla_dtype_is_integer(w->dtype)))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s have dtype %s, but they must be %s", s->op, name, gla_dtype_name(w->dtype),
                   integers ? "integer" : "real");
    else if (w->ndim != 1 || w->shape[0] != p->x->shape[1])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s must be a vector of %lld weights, one for each observation", s->op, name,
                   (long long)p->x->shape[1]);
    gla_array *fine = gla_s_combine(s, gla_greater_equal, w, gla_s_number(s, 0));
    any = s->status ? NULL : gla_s_adopt(s, gla_all(fine, &any, NULL, false), &any);
    gla_number yes = {0};
    if (any && !gla_s_check(s, gla_read_number(s->op, name, any, &yes)) && yes.re == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a value in %s is negative or NaN, but weights must be 0 or more", s->op, name);
    w = gla_s_to_device(s, gla_device_of(p->x), w);
    return s->status ? NULL : gla_s_astype(s, gla_real_of(p->dtype), w);
}

static void weigh(sample *p, const gla_array *fweights, const gla_array *aweights)
{
    gla_array *f = check_weights(p, "fweights", fweights, true);
    p->aweights = check_weights(p, "aweights", aweights, false);
    p->weights = f && p->aweights ? gla_s_combine(p->s, gla_multiply, f, p->aweights) : f ? f : p->aweights;
}

/* Return the divisor for weighted data, Σw − ddof·Σ(w·aweights)/Σw; NaN unless it is positive. */
static gla_array *weighted_size(sample *p)
{
    gla_scope *s = p->s;
    gla_array *total = gla_s_sum_axes(s, p->weights, NULL, GLA_NO_DTYPE, false), *size = total;
    if (p->ddof != 0) {
        gla_array *loss = gla_s_number(s, p->ddof);
        if (p->aweights) {
            gla_array *products = gla_s_combine(s, gla_multiply, p->weights, p->aweights);
            gla_array *share = gla_s_combine(s, gla_divide, gla_s_sum_axes(s, products, NULL, GLA_NO_DTYPE, false), total);
            loss = gla_s_combine(s, gla_multiply, share, loss);
        }
        size = gla_s_combine(s, gla_subtract, total, loss);
    }
    gla_array *none = gla_s_combine(s, gla_less_equal, size, gla_s_number(s, 0));
    return gla_s_where(s, none, gla_s_number(s, NAN), size);
}

static gla_array *size_of(sample *p)
{
    if (p->weights)
        return weighted_size(p);
    double freedom = (double)p->x->shape[1] - p->ddof;
    return gla_s_number(p->s, freedom > 0 ? freedom : NAN);
}

static gla_array *means(gla_scope *s, const gla_array *x, const void *call)
{
    static const gla_ints last = {.n = 1, .v = {-1}};
    const sample *p = call;
    gla_array *mean = NULL, *none = NULL;
    return gla_s_adopt(s, gla_average(x, &mean, &none, &last, p->weights, false, true), &mean);
}

/* Return the values of all variables in an observation with a nonzero weight. */
static gla_array *pick_observation(sample *p)
{
    gla_scope *s = p->s;
    gla_array *place, *picked;
    if (s->status || p->x->shape[1] == 0)
        return NULL;
    if (!p->weights)
        return gla_s_slice(s, p->x, 1, 0, 1);
    gla_array *counts = gla_s_astype(s, GLA_UINT8, gla_s_combine(s, gla_greater, p->weights, gla_s_number(s, 0)));
    if (s->status || !gla_s_adopt(s, gla_argmax(counts, &place, &(gla_ints){1, {0}}, true), &place))
        return NULL;
    return gla_s_adopt(s, gla_take(p->x, place, &picked, &(gla_ints){1, {1}}), &picked);
}

static gla_array *deviations_of(sample *p)
{
    return p->s->status ? NULL : gla_s_deviations(p->s, p->x, pick_observation(p), means, p);
}

/* Return the covariances, (k, k), exactly symmetric. */
static gla_array *covariances(sample *p, gla_array *deviations)
{
    gla_scope *s = p->s;
    if (s->status)
        return NULL;
    bool is_complex = gla_dtype_is_complex(p->dtype);
    gla_array *size = size_of(p), *weighted = p->weights ? gla_s_combine(s, gla_multiply, deviations, p->weights) : deviations;
    gla_array *right = weighted ? gla_s_swap_last(s, is_complex ? gla_s_apply(s, gla_conj, weighted) : weighted) : NULL;
    gla_array *product = gla_s_combine(s, gla_matmul, deviations, right);
    gla_array *half = gla_s_combine(s, gla_multiply, product, gla_s_number(s, 0.5)),
              *mirror = half ? gla_s_swap_last(s, half) : NULL;
    gla_array *whole = gla_s_combine(s, gla_add, half, is_complex ? gla_s_apply(s, gla_conj, mirror) : mirror);
    return gla_s_combine(s, gla_divide, whole, size);
}

static gla_array *as_number(gla_scope *s, gla_array *x)
{
    return x && x->shape[0] == 1 ? gla_s_view(s, x, 0, NULL, NULL, 0) : x;
}

static void begin(sample *p, gla_scope *s, const gla_array *m, const gla_array *y, bool rowvar)
{
    const gla_array *in[2] = {m, y};
    gla_array *placed[2] = {NULL, NULL};
    gla_device *dev = NULL;
    *p = (sample){.s = s, .ddof = 1, .dtype = gla_floating_of(y ? gla_promote_arrays(2, in) : m->dtype)};
    gla_s_place(s, y ? 2 : 1, in, false, &dev, placed);
    join_variables(p, placed[0], placed[1], rowvar);
}

gla_status gla_cov(const gla_array *m, gla_array **out, const gla_array *y, bool rowvar, bool bias, const gla_array *ddof,
                   const gla_array *fweights, const gla_array *aweights)
{
    gla_scope s;
    gla_number less = {.re = bias ? 0 : 1};
    sample p;
    *out = NULL;
    gla_scope_begin(&s, "cov");
    if (ddof)
        gla_s_check(&s, gla_read_number("cov", "ddof", ddof, &less));
    begin(&p, &s, m, y, rowvar);
    p.ddof = less.re;
    weigh(&p, fweights, aweights);
    return gla_scope_return(&s, as_number(&s, covariances(&p, deviations_of(&p))), out);
}

/* Return the real diagonal. */
static gla_array *variances_of(gla_scope *s, gla_array *c)
{
    gla_array *diagonal = c ? gla_s_adopt(s, gla_diagonal(c, &diagonal, 0), &diagonal) : NULL;
    return gla_s_apply(s, gla_real, diagonal);
}

/* Return true if squares of deviations have overflowed or lost digits. */
static bool are_extreme(sample *p, const gla_array *variances)
{
    gla_scope *s = p->s;
    const bool single = gla_real_of(p->dtype) == GLA_FLOAT32;
    gla_array *any = NULL, *low = gla_s_combine(s, gla_less, variances, gla_s_number(s, single ? 0x1p-80 : 0x1p-900));
    gla_array *high = gla_s_combine(s, gla_greater, variances, gla_s_number(s, single ? 0x1p120 : 0x1p1000));
    gla_array *either = gla_s_combine(s, gla_logical_or, low, high);
    return !s->status && gla_s_adopt(s, gla_any(either, &any, NULL, false), &any) && gla_s_truth(s, any);
}

/* Divide each row by a power of two near its largest element.  This does not change correlations. */
static gla_array *scale(sample *p, gla_array *deviations)
{
    gla_scope *s = p->s;
    const double limit = gla_real_of(p->dtype) == GLA_FLOAT32 ? 120 : 1000;
    gla_array *sizes = gla_s_apply(s, gla_abs, deviations), *power = NULL;
    if (p->weights)
        sizes = gla_s_where(s, gla_s_combine(s, gla_greater, p->weights, gla_s_number(s, 0)), sizes, gla_s_number(s, 0));
    gla_array *most = s->status ? NULL : gla_s_reduce(s, gla_max, sizes, 1, true);
    gla_array *fine = gla_s_apply(s, gla_isfinite, gla_s_apply(s, gla_log2, most));
    gla_array *exponent = gla_s_apply(s, gla_floor, gla_s_apply(s, gla_log2, most));
    exponent = gla_s_combine(s, gla_maximum, gla_s_apply(s, gla_negative, exponent), gla_s_number(s, -limit));
    exponent = gla_s_where(s, fine, gla_s_combine(s, gla_minimum, exponent, gla_s_number(s, limit)), gla_s_number(s, 0));
    gla_array *two = exponent ? gla_s_new(s, gla_device_of(exponent), exponent->dtype, 0, NULL) : NULL;
    gla_s_fill(s, two, 2);
    power = gla_s_combine(s, gla_pow, two, exponent);
    return gla_s_combine(s, gla_multiply, deviations, power);
}

/* Set the correlation of each variable with itself to exactly 1, or to NaN if the variable is constant. */
static void finish_diagonal(gla_scope *s, const gla_array *r, const gla_array *variances)
{
    gla_array *one = gla_s_combine(s, gla_divide, variances, variances);
    int64_t step = r ? r->strides[0] + r->strides[1] : 0;
    if (one && one->size)
        gla_s_assign(s, gla_s_view(s, r, 1, one->shape, &step, 0), one);
}

gla_status gla_corrcoef(const gla_array *x, gla_array **out, const gla_array *y, bool rowvar, const gla_array *fweights,
                        const gla_array *aweights)
{
    gla_scope s;
    sample p;
    gla_array *inside = NULL;
    *out = NULL;
    gla_scope_begin(&s, "corrcoef");
    begin(&p, &s, x, y, rowvar);
    p.ddof = 0; /* it cancels */
    weigh(&p, fweights, aweights);
    gla_array *d = deviations_of(&p), *c = covariances(&p, d), *variances = variances_of(&s, c);
    if (are_extreme(&p, variances)) {
        c = covariances(&p, scale(&p, d));
        variances = variances_of(&s, c);
    }
    gla_array *deviations = gla_s_apply(&s, gla_sqrt, variances);
    gla_array *r = gla_s_combine(&s, gla_divide, c, deviations);
    r = gla_s_combine(&s, gla_divide, r, deviations ? gla_s_add_last(&s, deviations) : NULL);
    gla_array *least = gla_s_number(&s, -1), *most = gla_s_number(&s, 1);
    if (!s.status && !gla_dtype_is_complex(r->dtype)) /* rounding may exceed the bounds */
        r = gla_s_adopt(&s, gla_clip(r, &inside, least, most), &inside);
    finish_diagonal(&s, r, variances);
    return gla_scope_return(&s, as_number(&s, r), out);
}
