/* distributions.c - numbers of continuous distributions. */
#include "random/random.h"

typedef double float64;
#define DEVICE static inline
#include "../../kernels/random_check.h"

#define BAD(name, standard) bad_##name,
static int (*const bad[GLA_DRAWS])(double, double, double, double) = {GLA_DRAWS_OF_WORDS(BAD)};

/* What each parameter of a distribution must be. */
static const char *const wanted[GLA_DRAWS][GLA_DRAW_PARAMETERS] = {
    [GLA_DRAW_uniform] = {"low must be finite", "high must be finite and not below low, and high - low finite"},
    [GLA_DRAW_normal] = {"loc must be finite", "scale must be finite and not negative"},
    [GLA_DRAW_lognormal] = {"mean must be finite", "sigma must be finite and not negative"},
    [GLA_DRAW_exponential] = {"scale must be finite and not negative"}};

static void read_parameter(random_call *c, int k, const random_parameter *p)
{
    gla_scope *s = &c->s;
    gla_number n = {.re = p->value};
    if (s->status)
        return;
    if (p->given && gla_dtype_is_complex(p->given->dtype)) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is complex, but must be real", s->op, p->name);
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

static gla_status draw(const char *op, gla_distribution of, const gla_random_generator *g, int n, const random_parameter p[],
                       const gla_ints *shape, gla_dtype dtype, const char *device, gla_array **out)
{
    random_call c;
    *out = NULL;
    gla_random_begin(&c, op, g, n, p, shape, device);
    if (dtype == GLA_NO_DTYPE)
        dtype = GLA_FLOAT64;
    if (!gla_dtype_is_real_floating(dtype))
        gla_s_fail(&c.s, GLA_DTYPE_ERROR, "%s: dtype is %s, but must be float32 or float64", op, gla_dtype_name(dtype));
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
    const random_parameter p[] = {{"low", low, 0}, {"high", high, 1}};
    return draw("Generator.uniform", GLA_DRAW_uniform, generator, 2, p, shape, dtype, device, out);
}

gla_status gla_random_generator_normal(const gla_random_generator *generator, gla_array **out, const gla_array *loc,
                                       const gla_array *scale, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter p[] = {{"loc", loc, 0}, {"scale", scale, 1}};
    return draw("Generator.normal", GLA_DRAW_normal, generator, 2, p, shape, dtype, device, out);
}

gla_status gla_random_generator_lognormal(const gla_random_generator *generator, gla_array **out, const gla_array *mean,
                                          const gla_array *sigma, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter p[] = {{"mean", mean, 0}, {"sigma", sigma, 1}};
    return draw("Generator.lognormal", GLA_DRAW_lognormal, generator, 2, p, shape, dtype, device, out);
}

gla_status gla_random_generator_exponential(const gla_random_generator *generator, gla_array **out, const gla_array *scale,
                                            const gla_ints *shape, gla_dtype dtype, const char *device)
{
    const random_parameter p[] = {{"scale", scale, 1}};
    return draw("Generator.exponential", GLA_DRAW_exponential, generator, 1, p, shape, dtype, device, out);
}
