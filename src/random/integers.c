/* integers.c - Random integers in a range. */
#include "random/random.h"

/* Return the smallest and the largest value of a dtype. */
static void find_limits(gla_dtype dtype, __int128 *least, __int128 *largest)
{
    int bits = 8 * (int)gla_itemsize(dtype);
    bool is_signed = dtype >= GLA_INT8 && dtype <= GLA_INT64;
    *largest = ((__int128)1 << (is_signed ? bits - 1 : bits)) - 1;
    *least = is_signed ? -*largest - 1 : 0;
}

/* Read a scalar bound and convert it to an inclusive one. */
static __int128 read_bound(random_call *c, const char *name, const gla_array *x, bool excluded)
{
    gla_number n = {0};
    if (!c->s.status && !gla_s_check(&c->s, gla_read_number(c->s.op, name, x, &n)) && !n.is_integer)
        gla_s_fail(&c->s, GLA_DTYPE_ERROR, "%s: %s must be an integer", c->s.op, name);
    return n.integer - excluded;
}

static void refuse(random_call *c, gla_dtype dtype, int wrong)
{
    if (wrong == 1)
        gla_s_fail(&c->s, GLA_ARGUMENT_ERROR, "%s: low must be less than high (or equal to it, if endpoint is true)", c->s.op);
    if (wrong == 2)
        gla_s_fail(&c->s, GLA_OVERFLOW_ERROR, "%s: the range does not fit in %s; use a wider dtype", c->s.op,
                   gla_dtype_name(dtype));
}

/* Read the bounds.  Scalars are checked here, even if the other bound is an array; arrays are checked during the draw. */
static void read_bounds(random_call *c, const random_parameter p[2], gla_dtype dtype, bool endpoint)
{
    gla_dtype work = dtype == GLA_UINT64 ? GLA_UINT64 : GLA_INT64;
    __int128 least, largest, bound[2] = {0, 0};
    bool known[2] = {false, false};
    find_limits(dtype, &least, &largest);
    for (int k = 0; k < 2 && !c->s.status; k++) {
        known[k] = !p[k].given || gla_random_is_number(p[k].given);
        if (known[k]) {
            bound[k] = p[k].given ? read_bound(c, p[k].name, p[k].given, k == 1 && !endpoint) : 0;
            c->d.parameters[k].whole = (uint64_t)bound[k];
            continue;
        }
        gla_s_check(&c->s, gla_check_kept(c->s.op, "a bound", work, p[k].name, p[k].given));
        gla_random_operand(c, k, work, p[k].given);
    }
    if (c->s.status)
        return;
    if (known[0] && known[1] && bound[0] > bound[1])
        refuse(c, dtype, 1);
    for (int k = 0; k < 2; k++)
        if (known[k] && (bound[k] < least || bound[k] > largest))
            refuse(c, dtype, 2);
}

static gla_array *run(random_call *c, gla_dtype dtype, bool excluded)
{
    gla_scope *s = &c->s;
    int wrong = 0;
    gla_array *out = s->status ? NULL : gla_s_new(s, c->dev, dtype, c->ndim, c->shape);
    if (!out || out->size == 0)
        return out;
    gla_random_take(c, out->size);
    gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(random, integers), 10 * (double)out->size);
    if (!s->status)
        gla_s_check(s, r.at->backend->random->integers(r.at, &c->d, excluded, out, &wrong));
    gla_run_end(&r);
    if (!s->status)
        refuse(c, dtype, wrong);
    if (s->status)
        gla_random_return(c, out->size);
    return out;
}

gla_status gla_random_generator_integers(const gla_random_generator *generator, const gla_array *low, gla_array **out,
                                         const gla_array *high, const gla_ints *shape, gla_dtype dtype, bool endpoint,
                                         const char *device)
{
    random_call c;
    const random_parameter p[2] = {{"low", high ? low : NULL, 0}, {high ? "high" : "low", high ? high : low, 0}};
    *out = NULL;
    gla_random_begin(&c, "Generator.integers", generator, 2, p, shape, device);
    if (dtype == GLA_NO_DTYPE)
        dtype = GLA_INT64;
    if (!gla_dtype_is_integer(dtype))
        gla_s_fail(&c.s, GLA_DTYPE_ERROR, "%s: dtype is %s, but it must be an integer dtype", c.s.op, gla_dtype_name(dtype));
    if (!c.s.status)
        read_bounds(&c, p, dtype, endpoint);
    return gla_scope_return(&c.s, run(&c, dtype, !endpoint), out);
}
