/* multinomial.c - Multinomial and Dirichlet draws, by repeated splits of the categories into halves.  k categories need k - 1
 * draws in log2 k steps. */
#include "elementwise/where.h"
#include "elementwise/map.h"
#include "random/composed.h"
#include "elementwise/ops.h"

/* Return the value of the left node as a fraction of the sum of two sibling nodes. */
static gla_array *share(random_call *c, const gla_array *left, const gla_array *both)
{
    gla_scope *s = &c->s;
    gla_array *zero = gla_s_number(s, 0);
    gla_array *quotient = zero ? gla_s_combine(s, gla_divide, left, both) : NULL;
    gla_array *some = quotient ? gla_s_combine(s, gla_greater, both, zero) : NULL;
    return some ? gla_s_where(s, some, quotient, zero) : NULL;
}

static gla_array *draw_counts(random_call *c, const gla_array *n, const gla_array *p)
{
    gla_scope *s = &c->s;
    random_tree tree;
    gla_random_sum(c, p, &tree);
    const gla_ints one = gla_random_shape(c, 1, 1, 0);
    gla_array *last = gla_s_add_last(s, n), *counts = s->status ? NULL : gla_s_broadcast(s, last, one.n, one.v);
    for (int level = tree.levels - 2; level >= 0 && !s->status; level--) {
        gla_array *left = NULL, *drawn = NULL;
        int64_t m = tree.sums[level]->shape[p->ndim - 1], half = m / 2;
        const gla_ints shape = gla_random_shape(c, 1, half, 0);
        gla_array *whole = gla_random_first(c, counts, half), *both = gla_random_first(c, tree.sums[level + 1], half);
        left = gla_random_every_other(c, tree.sums[level], 0, half);
        gla_array *part = s->status ? NULL : share(c, left, both);
        if (!part)
            return NULL;
        drawn = gla_random_part(c, gla_random_generator_binomial(c->g, whole, part, &drawn, &shape, c->dev->name), &drawn);
        counts = drawn ? gla_random_split(c, counts, drawn, m) : NULL;
    }
    return tree.levels == 1 && counts ? gla_s_apply(s, gla_copy, counts) : counts;
}

static gla_array *read_trials(random_call *c, const gla_array *n)
{
    gla_scope *s = &c->s;
    if (!s->status && !gla_dtype_is_integer(n->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: n has dtype %s, but it must be integer", s->op, gla_dtype_name(n->dtype));
    if (!s->status && (!gla_random_all(c, gla_greater_equal, n, 0) || !gla_random_all(c, gla_less_equal, n, 0x1p52)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: n must be from 0 to 2^52", s->op);
    return s->status ? NULL : gla_s_convert(s, n, GLA_INT64, c->dev, GLA_MAYBE);
}

gla_status gla_random_generator_multinomial(const gla_random_generator *generator, const gla_array *n, const gla_array *pvals,
                                            gla_array **out, const gla_ints *shape, const char *device)
{
    random_call c;
    const gla_array *in[] = {n, pvals};
    *out = NULL;
    gla_random_open(&c, "Generator.multinomial", generator, 2, in, device);
    gla_array *trials = read_trials(&c, n), *p = gla_random_real(&c, "pvals", GLA_NO_DTYPE, pvals);
    const char *const names[] = {"n", "pvals"};
    if (!c.s.status)
        gla_random_find_stack(&c, shape, 2, names, (const gla_array *const[]){trials, p}, (int[]){0, 1});
    gla_random_check_rows(&c, "each row of pvals", pvals->dtype, p);
    return gla_random_close(&c, c.s.status ? NULL : draw_counts(&c, trials, p), out);
}

/* ---- Dirichlet ----------------------------------------------------------------------------------------------- */
/* Draw gamma variables and divide them by their sum. */
static gla_array *draw_gamma(random_call *c, const gla_array *alpha)
{
    gla_array *drawn = NULL;
    random_tree tree;
    const gla_ints shape = gla_random_shape(c, 1, alpha->shape[alpha->ndim - 1], 0);
    if (c->s.status)
        return NULL;
    gla_status st = gla_random_generator_gamma(c->g, alpha, &drawn, NULL, &shape, alpha->dtype, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    if (!drawn)
        return NULL;
    const gla_random_ops *slots = c->dev->backend->random;
    if (drawn->size > 0 && slots && slots->shares)
        return gla_s_check(&c->s, slots->shares(c->dev, drawn, drawn->shape[drawn->ndim - 1])) ? NULL : drawn;
    gla_random_sum(c, drawn, &tree);
    if (c->s.status)
        return NULL;
    const gla_array *both[] = {drawn, tree.sums[tree.levels - 1]};
    return gla_s_check(&c->s, gla_map_into(GLA_OP_divide, drawn->dtype, 2, both, drawn)) ? NULL : drawn;
}

/* Draw via logarithms if all gamma variables might underflow.  A gamma variable for alpha is a gamma variable for alpha + 1
 * times exp(-e / alpha), where e is exponential. */
static gla_array *draw_logarithms(random_call *c, const gla_array *alpha)
{
    gla_scope *s = &c->s;
    gla_array *drawn = NULL, *log = NULL, *shares = NULL, *one = gla_s_number(s, 1);
    const gla_ints shape = gla_random_shape(c, 1, alpha->shape[alpha->ndim - 1], 0);
    const gla_ints last = {.n = 1, .v = {-1}};
    gla_array *more = one ? gla_s_combine(s, gla_add, alpha, one) : NULL;
    if (!more)
        return NULL;
    gla_status st = gla_random_generator_gamma(c->g, more, &drawn, NULL, &shape, alpha->dtype, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    log = drawn ? gla_s_adopt(s, gla_special_xlogy(one, drawn, &log), &log) : NULL;
    if (!log)
        return NULL;
    drawn = NULL;
    st = gla_random_generator_exponential(c->g, &drawn, NULL, &shape, alpha->dtype, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    gla_array *less = drawn ? gla_s_combine(s, gla_divide, drawn, alpha) : NULL;
    log = less ? gla_s_combine(s, gla_subtract, log, less) : NULL;
    return log ? gla_s_adopt(s, gla_special_softmax(log, &shares, &last), &shares) : NULL;
}

gla_status gla_random_generator_dirichlet(const gla_random_generator *generator, const gla_array *alpha, gla_array **out,
                                          const gla_ints *shape, gla_dtype dtype, const char *device)
{
    random_call c;
    *out = NULL;
    gla_random_open(&c, "Generator.dirichlet", generator, 1, &alpha, device);
    dtype = gla_random_result_type(&c, dtype);
    gla_array *a = gla_random_real(&c, "alpha", GLA_NO_DTYPE, alpha), *drawn = NULL;
    if (!c.s.status)
        gla_random_find_stack(&c, shape, 1, (const char *const[]){"alpha"}, (const gla_array *const[]){a}, (int[]){1});
    if (!c.s.status && a->shape[a->ndim - 1] == 0)
        gla_s_fail(&c.s, GLA_SHAPE_ERROR, "%s: alpha is empty; give at least one value", c.s.op);
    if (!c.s.status && !(gla_random_all(&c, gla_greater_equal, a, 1e-300) && gla_random_all(&c, gla_less, a, 1e300)))
        gla_s_fail(&c.s, GLA_ARGUMENT_ERROR, "%s: alpha must be from 1e-300 to 1e300", c.s.op);
    if (!c.s.status)
        drawn = gla_random_all(&c, gla_greater_equal, a, 0.1) ? draw_gamma(&c, a) : draw_logarithms(&c, a);
    return gla_random_close(&c, drawn ? gla_s_astype(&c.s, dtype, drawn) : NULL, out);
}
