/* transformed.c - Distributions obtained by transforming exponential variables: Gumbel, logistic, Laplace, Weibull, Pareto,
 * geometric, negative binomial. */
#include "elementwise/map.h"
#include "elementwise/where.h"
#include "random/composed.h"
#include "elementwise/ops.h"

#include "gpulinalg/elementwise.h"

#include <math.h>

#define MIN 0x1p-54 /* replaces an exponential variable of 0: half of the smallest nonzero value */

typedef struct transformed {
    random_call c;
    gla_dtype dtype; /* dtype of the result */
    gla_array *p[2];
} transformed;

static void begin(transformed *t, const char *op, const gla_random_generator *g, const random_parameter p[2],
                  const gla_ints *shape, gla_dtype dtype, const char *device)
{
    gla_scope *s = &t->c.s;
    gla_random_begin(&t->c, op, g, 2, p, shape, device);
    t->dtype = gla_random_result_type(&t->c, dtype);
    for (int k = 0; k < 2; k++) {
        if (p[k].given)
            t->p[k] = gla_random_real(&t->c, p[k].name, GLA_NO_DTYPE, p[k].given);
        else
            t->p[k] = s->status ? NULL : gla_s_number(s, p[k].value);
    }
}

/* Check that all values of a parameter are between `least` and `most`; infinite bounds are exclusive. */
static void check(transformed *t, int k, double least, double most, const char *wanted)
{
    gla_scope *s = &t->c.s;
    if (!s->status && gla_random_is_number(t->p[k]) && t->p[k]->dtype == GLA_FLOAT64) { /* without array operations */
        double p = *(const double *)gla_data(t->p[k]);
        if (!((isinf(least) ? p > least : p >= least) && (isinf(most) ? p < most : p <= most)))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s", s->op, wanted);
        return;
    }
    gla_binary *above = isinf(least) ? gla_greater : gla_greater_equal, *below = isinf(most) ? gla_less : gla_less_equal;
    if (!s->status && !(gla_random_all(&t->c, above, t->p[k], least) && gla_random_all(&t->c, below, t->p[k], most)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s", s->op, wanted);
}

/* Compute op(a, b) in the memory of z, a new array.  The other operand may be a scalar, or broadcast to z. */
static gla_array *combine_in(gla_scope *s, gla_op op, const gla_array *a, const gla_array *b, gla_array *z)
{
    const gla_array *in[] = {a, b};
    bool made = a && b && z && !s->status && !gla_s_check(s, gla_map_into(op, z->dtype, 2, in, z));
    return made ? z : NULL;
}

static gla_array *apply_in(gla_scope *s, gla_op op, gla_array *z)
{
    const gla_array *in[] = {z};
    bool made = z && !s->status && !gla_s_check(s, gla_map_into(op, z->dtype, 1, in, z));
    return made ? z : NULL;
}

static gla_array *draw(transformed *t, double least)
{
    random_call *c = &t->c;
    gla_array *drawn = NULL;
    const gla_ints shape = gla_random_shape(c, 0, 0, 0);
    if (c->s.status)
        return NULL;
    gla_dtype dtype = c->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_status st = gla_random_generator_exponential(c->g, &drawn, NULL, &shape, dtype, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    return least > 0 ? combine_in(&c->s, GLA_OP_maximum, drawn, gla_s_number(&c->s, least), drawn) : drawn;
}

static gla_status end(transformed *t, gla_array *made, gla_array **out)
{
    return gla_random_close(&t->c, made ? gla_s_astype(&t->c.s, t->dtype, made) : NULL, out);
}

/* ---- distributions with location and scale ------------------------------------------------------------------- */
static gla_array *make_gumbel(gla_scope *s, gla_array *e)
{
    return apply_in(s, GLA_OP_negative, apply_in(s, GLA_OP_log, e));
}

static gla_array *make_logistic(gla_scope *s, gla_array *e)
{
    return apply_in(s, GLA_OP_log, apply_in(s, GLA_OP_expm1, e));
}

/* If e > log 2, the excess e - log 2 is exponential and yields one half of the distribution.  Otherwise log(2 (1 - exp(-e)))
 * yields the other half. */
static gla_array *make_laplace(gla_scope *s, gla_array *e)
{
    gla_array *half = gla_s_number(s, M_LN2), *is_below = gla_s_combine(s, gla_greater, e, half);
    gla_array *share = apply_in(s, GLA_OP_expm1, gla_s_apply(s, gla_negative, e));
    gla_array *above = apply_in(s, GLA_OP_log, apply_in(s, GLA_OP_negative, share));
    above = apply_in(s, GLA_OP_negative, combine_in(s, GLA_OP_add, above, half, above));
    gla_array *below = combine_in(s, GLA_OP_subtract, half, e, e);
    return s->status ? NULL : gla_s_where(s, is_below, below, above);
}

static gla_status draw_placed(const char *op, gla_array *(*make)(gla_scope *s, gla_array *e), const gla_random_generator *g,
                              const gla_array *loc, const gla_array *scale, const gla_ints *shape, gla_dtype dtype,
                              const char *device, gla_array **out)
{
    transformed t;
    gla_scope *s = &t.c.s;
    *out = NULL;
    begin(&t, op, g, (const random_parameter[]){{"loc", loc, 0}, {"scale", scale, 1}}, shape, dtype, device);
    check(&t, 0, -INFINITY, INFINITY, "loc must be finite");
    check(&t, 1, 0, INFINITY, "scale must be finite and not negative");
    gla_array *e = draw(&t, MIN), *z = e ? make(s, e) : NULL;
    z = combine_in(s, GLA_OP_multiply, z, t.p[1], z);
    return end(&t, combine_in(s, GLA_OP_add, z, t.p[0], z), out);
}

gla_status gla_random_generator_gumbel(const gla_random_generator *generator, gla_array **out, const gla_array *loc,
                                       const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return draw_placed("Generator.gumbel", make_gumbel, generator, loc, scale, shape, dtype, device, out);
}

gla_status gla_random_generator_logistic(const gla_random_generator *generator, gla_array **out, const gla_array *loc,
                                         const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return draw_placed("Generator.logistic", make_logistic, generator, loc, scale, shape, dtype, device, out);
}

gla_status gla_random_generator_laplace(const gla_random_generator *generator, gla_array **out, const gla_array *loc,
                                        const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return draw_placed("Generator.laplace", make_laplace, generator, loc, scale, shape, dtype, device, out);
}

/* ---- distributions with exponent and scale ------------------------------------------------------------------- */
static gla_array *make_weibull(gla_scope *s, gla_array *e, const gla_array *a)
{
    return combine_in(s, GLA_OP_pow, e, gla_s_combine(s, gla_divide, gla_s_number(s, 1), a), e);
}

static gla_array *make_pareto(gla_scope *s, gla_array *e, const gla_array *a)
{
    return apply_in(s, GLA_OP_expm1, combine_in(s, GLA_OP_divide, e, a, e));
}

static gla_status draw_powers(const char *op, gla_array *(*make)(gla_scope *s, gla_array *e, const gla_array *a),
                              const gla_random_generator *g, const gla_array *a, const gla_array *scale, const gla_ints *shape,
                              gla_dtype dtype, const char *device, gla_array **out)
{
    transformed t;
    gla_scope *s = &t.c.s;
    *out = NULL;
    begin(&t, op, g, (const random_parameter[]){{"a", a, 0}, {"scale", scale, 1}}, shape, dtype, device);
    check(&t, 0, 1e-300, 1e300, "a must be from 1e-300 to 1e300");
    check(&t, 1, 0, INFINITY, "scale must be finite and not negative");
    gla_array *e = draw(&t, 0), *z = e ? make(s, e, t.p[0]) : NULL;
    return end(&t, combine_in(s, GLA_OP_multiply, z, t.p[1], z), out);
}

gla_status gla_random_generator_weibull(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                        const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return draw_powers("Generator.weibull", make_weibull, generator, a, scale, shape, dtype, device, out);
}

gla_status gla_random_generator_pareto(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return draw_powers("Generator.pareto", make_pareto, generator, a, scale, shape, dtype, device, out);
}

/* ---- counts -------------------------------------------------------------------------------------------------- */
gla_status gla_random_generator_geometric(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                          const gla_ints *shape, const char *device)
{
    transformed t;
    gla_scope *s = &t.c.s;
    *out = NULL;
    begin(&t, "Generator.geometric", generator, (const random_parameter[]){{"p", p, 0}, {"one", NULL, 1}}, shape, GLA_NO_DTYPE,
          device);
    t.dtype = GLA_INT64;
    check(&t, 0, 1e-15, 1, "p must be from 1e-15 to 1");
    gla_array *e = draw(&t, 0);
    gla_array *rate = e ? gla_s_apply(s, gla_log1p, gla_s_apply(s, gla_negative, t.p[0])) : NULL;
    gla_array *trials = rate ? combine_in(s, GLA_OP_divide, e, gla_s_apply(s, gla_negative, rate), e) : NULL;
    gla_array *whole = apply_in(s, GLA_OP_ceil, trials);
    return end(&t, combine_in(s, GLA_OP_maximum, whole, t.p[1], whole), out);
}

gla_status gla_random_generator_negative_binomial(const gla_random_generator *generator, const gla_array *n, const gla_array *p,
                                                  gla_array **out, const gla_ints *shape, const char *device)
{
    transformed t;
    gla_scope *s = &t.c.s;
    gla_array *mean = NULL, *drawn = NULL, *one, *odds = NULL;
    *out = NULL;
    begin(&t, "Generator.negative_binomial", generator, (const random_parameter[]){{"n", n, 0}, {"p", p, 0}}, shape,
          GLA_NO_DTYPE, device);
    t.dtype = GLA_INT64;
    check(&t, 0, 1e-300, INFINITY, "n must be finite and greater than 0");
    check(&t, 1, 1e-300, 1, "p must be greater than 0 and at most 1");
    if (!s->status) {
        one = gla_s_number(s, 1);
        odds = gla_s_combine(s, gla_divide, gla_s_combine(s, gla_subtract, one, t.p[1]), t.p[1]);
        gla_array *most = gla_s_combine(s, gla_multiply, gla_s_combine(s, gla_add, t.p[0], gla_s_number(s, 50)), odds);
        if (most && !gla_random_all(&t.c, gla_less_equal, most, 0x1p50))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: (n + 50) (1 - p) / p must be at most 2^50", s->op);
    }
    const gla_ints all = gla_random_shape(&t.c, 0, 0, 0);
    if (!s->status) {
        gla_dtype dtype = odds->dtype;
        gla_status st = gla_random_generator_gamma(t.c.g, t.p[0], &mean, odds, &all, dtype, t.c.dev->name);
        mean = gla_random_part(&t.c, st, &mean);
    }
    if (mean)
        drawn = gla_random_part(&t.c, gla_random_generator_poisson(t.c.g, &drawn, mean, &all, t.c.dev->name), &drawn);
    return end(&t, drawn, out);
}
