/* distributions.c - Draws from continuous and discrete distributions. */
#include "random/random.h"

#include <math.h>

typedef double float64;
#define DEVICE static inline
#include "../../kernels/random_check.h"

#define OF_WORDS(name, standard) bad_##name,
#define BY_REJECTION(name) bad_##name,
static int (*const bad[GLA_DRAWS])(double, double, double,
                                   double) = {GLA_DRAWS_OF_WORDS(OF_WORDS) GLA_DRAWS_BY_REJECTION(BY_REJECTION)};

/* Requirements for each parameter, as messages. */
static const char *const wanted[GLA_DRAWS][GLA_DRAW_PARAMETERS] = {
    [GLA_DRAW_uniform] = {"low must be finite", "high must be finite and at least low, and high - low must be finite"},
    [GLA_DRAW_normal] = {"loc must be finite", "scale must be finite and not negative"},
    [GLA_DRAW_lognormal] = {"mean must be finite", "sigma must be finite and not negative"},
    [GLA_DRAW_exponential] = {"scale must be finite and not negative"},
    [GLA_DRAW_gamma] = {"alpha must be finite and not negative", "scale must be finite and not negative"},
    [GLA_DRAW_beta] = {"a must be from 1e-300 to 1e300", "b must be from 1e-300 to 1e300"},
    [GLA_DRAW_chisquare] = {"df must be finite and greater than 0"},
    [GLA_DRAW_standard_t] = {"df must be from 1e-300 to 1e300"},
    [GLA_DRAW_poisson] = {"lam must be from 0 to 2^52"},
    [GLA_DRAW_binomial] = {"n must be an integer from 0 to 2^52", "p must be from 0 to 1"},
    [GLA_DRAW_truncated_normal] = {"low and high are too far from loc in units of scale", "low must be less than high",
                                   "loc must be finite", "scale must be finite and greater than 0"}};

static void read_parameter(random_call *c, int k, const random_parameter *p)
{
    gla_scope *s = &c->s;
    gla_number n = {.re = p->value};
    if (s->status)
        return;
    if (p->given && gla_dtype_is_complex(p->given->dtype)) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is complex, but it must be real", s->op, p->name);
        return;
    }
    if (p->given && !gla_random_is_number(p->given)) {
        gla_random_operand(c, k, c->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, p->given);
        return;
    }
    if (p->given)
        gla_s_check(s, gla_read_number(s->op, p->name, p->given, &n));
    c->d.parameters[k].value = n.re;
}

static void refuse(random_call *c, gla_distribution of, int wrong)
{
    if (wrong)
        gla_s_fail(&c->s, GLA_ARGUMENT_ERROR, "%s: %s", c->s.op, wanted[of][wrong - 1]);
}

static gla_array *run(random_call *c, gla_distribution of, gla_dtype dtype)
{
    gla_scope *s = &c->s;
    const gla_draw_parameter *p = c->d.parameters;
    int wrong = 0;
    if (!s->status && !c->d.arrays)
        refuse(c, of, bad[of](p[0].value, p[1].value, p[2].value, p[3].value));
    gla_array *out = s->status ? NULL : gla_s_new(s, c->dev, dtype, c->ndim, c->shape);
    if (!out || out->size == 0)
        return out;
    gla_random_take(c, out->size);
    gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(random, draw), 10 * (double)out->size);
    if (!s->status)
        gla_s_check(s, r.at->backend->random->draw(r.at, s->op, of, &c->d, out, &wrong));
    gla_run_end(&r);
    if (!s->status)
        refuse(c, of, wrong);
    if (s->status)
        gla_random_return(c, out->size);
    return out;
}

static gla_dtype result_type(gla_scope *s, gla_distribution of, gla_dtype dtype)
{
    if (of == GLA_DRAW_poisson || of == GLA_DRAW_binomial)
        return GLA_INT64;
    if (dtype == GLA_NO_DTYPE)
        return GLA_FLOAT64;
    if (!gla_dtype_is_real_floating(dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: dtype is %s, but it must be float32 or float64", s->op, gla_dtype_name(dtype));
    return dtype;
}

static gla_status draw(const char *op, gla_distribution of, const gla_random_generator *g, int n, const random_parameter p[],
                       const gla_ints *shape, gla_dtype dtype, const char *device, gla_array **out)
{
    random_call c;
    *out = NULL;
    gla_random_begin(&c, op, g, n, p, shape, device);
    dtype = result_type(&c.s, of, dtype);
    for (int k = 0; k < n; k++)
        read_parameter(&c, k, &p[k]);
    return gla_scope_return(&c.s, run(&c, of, dtype), out);
}

gla_status gla_random_generator_random(const gla_random_generator *generator, gla_array **out, const gla_ints *shape,
                                       gla_dtype dtype, const char *device)
{
    return draw("Generator.random", GLA_DRAW_random, generator, 0, NULL, shape, dtype, device, out);
}

gla_status gla_random_generator_uniform(const gla_random_generator *generator, gla_array **out, const gla_array *low,
                                        const gla_array *high, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"low", low, 0}, {"high", high, 1}};
    return draw("Generator.uniform", GLA_DRAW_uniform, generator, 2, given, shape, dtype, device, out);
}

gla_status gla_random_generator_normal(const gla_random_generator *generator, gla_array **out, const gla_array *loc,
                                       const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"loc", loc, 0}, {"scale", scale, 1}};
    return draw("Generator.normal", GLA_DRAW_normal, generator, 2, given, shape, dtype, device, out);
}

gla_status gla_random_generator_lognormal(const gla_random_generator *generator, gla_array **out, const gla_array *mean,
                                          const gla_array *sigma, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"mean", mean, 0}, {"sigma", sigma, 1}};
    return draw("Generator.lognormal", GLA_DRAW_lognormal, generator, 2, given, shape, dtype, device, out);
}

gla_status gla_random_generator_exponential(const gla_random_generator *generator, gla_array **out, const gla_array *scale,
                                            const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"scale", scale, 1}};
    return draw("Generator.exponential", GLA_DRAW_exponential, generator, 1, given, shape, dtype, device, out);
}

gla_status gla_random_generator_gamma(const gla_random_generator *generator, const gla_array *alpha, gla_array **out,
                                      const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"alpha", alpha, 0}, {"scale", scale, 1}};
    return draw("Generator.gamma", GLA_DRAW_gamma, generator, 2, given, shape, dtype, device, out);
}

gla_status gla_random_generator_beta(const gla_random_generator *generator, const gla_array *a, const gla_array *b,
                                     gla_array **out, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"a", a, 0}, {"b", b, 0}};
    return draw("Generator.beta", GLA_DRAW_beta, generator, 2, given, shape, dtype, device, out);
}

gla_status gla_random_generator_chisquare(const gla_random_generator *generator, const gla_array *df, gla_array **out,
                                          const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"df", df, 0}};
    return draw("Generator.chisquare", GLA_DRAW_chisquare, generator, 1, given, shape, dtype, device, out);
}

gla_status gla_random_generator_standard_t(const gla_random_generator *generator, const gla_array *df, gla_array **out,
                                           const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"df", df, 0}};
    return draw("Generator.standard_t", GLA_DRAW_standard_t, generator, 1, given, shape, dtype, device, out);
}

gla_status gla_random_generator_poisson(const gla_random_generator *generator, gla_array **out, const gla_array *lam,
                                        const gla_ints *shape, const char *device)
{
    const random_parameter given[] = {{"lam", lam, 1}};
    return draw("Generator.poisson", GLA_DRAW_poisson, generator, 1, given, shape, GLA_NO_DTYPE, device, out);
}

gla_status gla_random_generator_binomial(const gla_random_generator *generator, const gla_array *n, const gla_array *p,
                                         gla_array **out, const gla_ints *shape, const char *device)
{
    const random_parameter given[] = {{"n", n, 0}, {"p", p, 0}};
    return draw("Generator.binomial", GLA_DRAW_binomial, generator, 2, given, shape, GLA_NO_DTYPE, device, out);
}

gla_status gla_random_generator_truncated_normal(const gla_random_generator *generator, gla_array **out, const gla_array *low,
                                                 const gla_array *high, const gla_array *loc, const gla_array *scale,
                                                 const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter given[] = {{"low", low, -INFINITY}, {"high", high, INFINITY}, {"loc", loc, 0}, {"scale", scale, 1}};
    return draw("Generator.truncated_normal", GLA_DRAW_truncated_normal, generator, 4, given, shape, dtype, device, out);
}
