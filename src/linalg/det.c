/* det.c - Determinants from the LU factorisation.
 *
 * The diagonal of U is multiplied on the host, with separate exponents, so that intermediate products neither overflow nor
 * underflow. */
#include "condition.h"
#include "strategies.h"
#include "runtime/devices.h"

#include <math.h>
#include <stdlib.h>

typedef struct lu_diagonal {
    const void *data;         /* diagonal of U, shape (..., n), on the host and row-major */
    int64_t *pivots, *powers; /* U is the factor of a scaled matrix, whose determinant is 2^powers[b] times the determinant of
                               * matrix b */
} lu_diagonal;

/* A number or its sign: (re + im j) 2^power. */
typedef struct product {
    double re, im;
    int64_t power;
} product;

/* Transposing does not change the determinant, so the copy may be in row-major or column-major order. */
static void factor_once(const gla_call *c, const gla_array *x, lu_diagonal *out, gla_estimates *doubts)
{
    gla_device *at;
    gla_scope *s = c->s;
    int start = gla_scope_mark(s);
    gla_matrices a = gla_call_copy(c, x, GLA_KEEP_ORDER);
    gla_call_require_finite_before(c, c->name, a.array);
    int64_t *info = gla_call_info(c);
    gla_lu_factor(c, &a.matrix, out->pivots, info, doubts, doubts->wanted);
    if (gla_info_check_finite(c, info) || gla_s_check(s, gla_host_device(&at)))
        return;
    gla_array *diagonal = gla_s_diagonal(s, a.array, 0);
    gla_array *host = gla_scope_keep(s, start, gla_s_contiguous(s, at, c->dtype, diagonal));
    out->data = host ? gla_data(host) : NULL;
}

static void factor_scaled(const gla_call *c, lu_diagonal *out, gla_estimates *doubts)
{
    gla_scaled s = gla_scaled_new(c, c->a, GLA_SCALE_BOTH);
    factor_once(c, s.host.array, out, doubts);
    for (int64_t i = 0; i < c->count * c->n && !gla_failed(c); i++)
        out->powers[i / c->n] += (int64_t)s.rows[i] + s.cols[i];
}

/* x is not empty. */
static lu_diagonal factor(const gla_call *c, gla_estimates *doubts)
{
    lu_diagonal out = {.pivots = gla_s_memory(c->s, c->count * c->n, sizeof *out.pivots),
                       .powers = gla_s_memory(c->s, c->count, sizeof *out.powers)};
    factor_once(c, c->a, &out, doubts);
    if (gla_estimates_need_scaling(c, doubts))
        factor_scaled(c, &out, doubts);
    return out;
}

static inline double size_of(const product *p)
{
    double re = fabs(p->re), im = fabs(p->im);
    return re > im ? re : im;
}

/* Scale the number so that the larger of its real and imaginary parts is in [1, 2). */
static void normalize(product *p)
{
    double size = size_of(p);
    if (size == 0)
        return;
    int e = ilogb(size);
    p->re = ldexp(p->re, -e);
    p->im = ldexp(p->im, -e);
    p->power += e;
}

/* Normalise only if necessary: a product of two moderate numbers neither overflows nor underflows. */
static inline void moderate(product *p)
{
    double size = size_of(p);
    if (!(size < 0x1p100 && size > 0x1p-100))
        normalize(p);
}

static void multiply(product *p, double re, double im, bool exchanged)
{
    product u = {exchanged ? -re : re, exchanged ? -im : im, 0};
    moderate(&u);
    double real = p->re * u.re - p->im * u.im;
    p->im = p->re * u.im + p->im * u.re;
    p->re = real;
    p->power += u.power;
    moderate(p);
}

/* Multiply real elements from index i on while the product needs no scaling; the results are bit-identical to the general loop.
 * Return the index of the next element. */
static int64_t multiply_moderate(product *p, const void *data, bool single, const int64_t *pivots, int64_t i, int64_t n)
{
    const double *wide = data;
    const float *narrow = data;
    for (double value = p->re; i < n; p->re = value, i++) {
        double u = single ? (double)narrow[i] : wide[i], size;
        value *= pivots[i] != i ? -u : u;
        size = fabs(value);
        if (!(fabs(u) < 0x1p100 && fabs(u) > 0x1p-100 && size < 0x1p100 && size > 0x1p-100))
            break;
    }
    return i;
}

static product multiply_diagonal(const gla_call *c, const lu_diagonal *lu, int64_t b)
{
    const int64_t *pivots = lu->pivots + b * c->n;
    bool single = gla_real_of(c->dtype) == GLA_FLOAT32, is_complex = gla_dtype_is_complex(c->dtype);
    int64_t parts = is_complex ? 2 : 1, first = b * c->n * parts;
    const double *wide = single ? NULL : (const double *)lu->data + first;
    const float *narrow = single ? (const float *)lu->data + first : NULL;
    product p = {1, 0, -lu->powers[b]};
    for (int64_t i = 0; i < c->n; i++) {
        double im = 0;
        if (is_complex)
            im = single ? (double)narrow[2 * i + 1] : wide[2 * i + 1];
        else
            i = multiply_moderate(&p, single ? (const void *)narrow : wide, single, pivots, i, c->n);
        if (i < c->n)
            multiply(&p, single ? (double)narrow[parts * i] : wide[parts * i], im, pivots[i] != i);
    }
    normalize(&p);
    return p;
}

/* Return the products for all matrices. */
static product *multiply_diagonals(const gla_call *c, const lu_diagonal *lu)
{
    product *all = gla_s_memory(c->s, c->count, sizeof *all);
    for (int64_t b = 0; b < c->count && !gla_failed(c); b++)
        all[b] = multiply_diagonal(c, lu, b);
    return all;
}

static double power_of_two(double v, int64_t power)
{
    return ldexp(v, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power);
}

/* Return an array of float64 or complex128 values on the host, with the shape of the stack; NULL after a failure. */
static gla_array *new_values(const gla_call *c, bool is_complex, double **data)
{
    gla_device *host;
    if (gla_failed(c) || gla_s_check(c->s, gla_host_device(&host)))
        return NULL;
    gla_array *made = gla_s_new(c->s, host, is_complex ? GLA_COMPLEX128 : GLA_FLOAT64, c->nbatch, c->batch);
    *data = made ? gla_data(made) : NULL;
    return made;
}

static gla_array *determinants(const gla_call *c, const product *all)
{
    double *data, most = gla_real_of(c->dtype) == GLA_FLOAT32 ? 0x1.ffffffp127 : INFINITY;
    int parts = gla_dtype_is_complex(c->dtype) ? 2 : 1;
    gla_array *host = new_values(c, parts == 2, &data);
    for (int64_t b = 0; host && b < c->count && !gla_failed(c); b++) {
        char where[GLA_SHAPE_TEXT + 40];
        product p = all[b];
        double value[2] = {power_of_two(p.re, p.power), power_of_two(p.im, p.power)};
        for (int k = 0; k < parts; k++)
            data[b * parts + k] = value[k];
        if (!(fabs(value[0]) < most && fabs(value[1]) < most))
            gla_s_fail(c->s, GLA_OVERFLOW_ERROR,
                       "%s: the determinant is too large for %s%s; use slogdet, which returns its logarithm", c->op,
                       gla_dtype_name(c->dtype), gla_stack_text(c, b, where, sizeof where));
    }
    return gla_s_contiguous(c->s, c->dev, c->dtype, host);
}

static gla_array *signs(const gla_call *c, const product *all)
{
    double *data;
    int parts = gla_dtype_is_complex(c->dtype) ? 2 : 1;
    gla_array *host = new_values(c, parts == 2, &data);
    for (int64_t b = 0; host && b < c->count; b++) {
        product p = all[b];
        double size = hypot(p.re, p.im);
        data[b * parts] = size > 0 ? p.re / size : 0;
        if (parts == 2)
            data[b * parts + 1] = size > 0 ? p.im / size : 0;
    }
    return gla_s_contiguous(c->s, c->dev, c->dtype, host);
}

static gla_array *logarithms(const gla_call *c, const product *all)
{
    double *data;
    gla_array *host = new_values(c, false, &data);
    for (int64_t b = 0; host && b < c->count; b++) {
        product p = all[b];
        double size = hypot(p.re, p.im);
        data[b] = llabs(p.power) < 1000 ? log(ldexp(size, (int)p.power)) : log(size) + (double)p.power * log(2);
    }
    return gla_s_contiguous(c->s, c->dev, gla_real_of(c->dtype), host);
}

/* Return an array with the shape of the stack, filled with `value`. */
static gla_array *constant(const gla_call *c, gla_dtype dtype, double value)
{
    gla_array *out = gla_call_new(c, dtype, -1);
    gla_s_fill(c->s, out, value);
    return out;
}

/* ---- strategies ---------------------------------------------------------------------------------------------- */
/* Compute the results of a call that is not empty.  With logarithms, `values` contains the signs. */
typedef struct determining {
    const gla_call *c;
    bool has_logs;
    gla_estimates doubts;
    gla_array *values, *logs;
} determining;

static bool is_small(const void *call)
{
    return gla_is_small(((const determining *)call)->c);
}

/* Determinants that overflow are computed again from the LU factors of a copy. */
static bool find_small(void *call)
{
    determining *p = call;
    const gla_call *c = p->c;
    gla_small answer;
    int start = gla_scope_mark(c->s);
    int64_t *info = gla_call_info(c);
    p->values = gla_call_new(c, c->dtype, -1);
    p->logs = p->has_logs ? gla_call_new(c, gla_real_of(c->dtype), -1) : NULL;
    gla_small_det(c, c->a, p->values, p->logs, info, p->doubts.of, p->doubts.wanted, &answer);
    if (answer == GLA_SMALL_FAILED)
        gla_info_check_finite(c, info);
    p->doubts.none = answer == GLA_SMALL_DONE;
    bool good = p->doubts.none || (answer == GLA_SMALL_DOUBTFUL && !gla_estimates_need_scaling(c, &p->doubts));
    if (!good)
        gla_scope_keep(c->s, start, NULL);
    return good;
}

static bool find_by_factors(void *call)
{
    determining *p = call;
    lu_diagonal lu = factor(p->c, &p->doubts);
    const product *all = multiply_diagonals(p->c, &lu);
    p->values = p->has_logs ? signs(p->c, all) : determinants(p->c, all);
    p->logs = p->has_logs ? logarithms(p->c, all) : NULL;
    return true;
}

static const gla_strategy rows[] = {
    {"small", "orders up to 64", GLA_SLOT(lapack, small_det), is_small, find_small},
    {"factors", "any: LU factorisation of a copy", GLA_NO_SLOT, NULL, find_by_factors},
};
const gla_strategies gla_det_strategies = {"det", rows};

static determining determine(const gla_call *c, bool has_logs)
{
    determining p = {c, has_logs, gla_estimates_new(c), NULL, NULL};
    if (has_logs)
        p.doubts.wanted = false;
    gla_try(&gla_det_strategies, c->dev, &c->s->status, &p);
    return p;
}

gla_status gla_det(const gla_array *x, gla_array **out)
{
    gla_call c;
    if (!gla_call_begin(&c, "det", "x", x, true) && c.a->size == 0)
        return gla_call_return(&c, constant(&c, c.dtype, 1), out);
    determining p = determine(&c, false);
    gla_estimates_warn(&c, &p.doubts, "its determinant", "to test for singularity use matrix_rank or cond, not det");
    return gla_call_return(&c, p.values, out);
}

gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet)
{
    gla_call c;
    determining p;
    if (!gla_call_begin(&c, "slogdet", "x", x, true) && c.a->size == 0) {
        p.values = constant(&c, c.dtype, 1);
        p.logs = constant(&c, gla_real_of(c.dtype), 0);
    } else {
        p = determine(&c, true);
    }
    gla_scope_give(c.s, p.values, sign);
    gla_scope_give(c.s, p.logs, logabsdet);
    return gla_call_end(&c);
}
