/* permutation.c - Random permutations, and positions drawn with replacement. */
#include "random/composed.h"
#include "sorting/sorting.h"

#define AT_ONCE ((int64_t)1 << 30) /* maximum number of elements for the slot */

bool gla_random_read_count(gla_scope *s, const char *name, const gla_array *x, int64_t *n)
{
    gla_number number = {0};
    if (gla_s_check(s, gla_read_number(s->op, name, x, &number)))
        return false;
    if (!number.is_integer)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s must be an integer", s->op, name);
    else if (number.integer < 0 || number.integer > INT64_MAX)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must be from 0 to 2^63 - 1", s->op, name);
    *n = (int64_t)number.integer;
    return !s->status;
}

/* Permute with the device's slot for this operation, which returns the same result as the generic method without storing the
 * random words. */
static gla_array *order_at_once(random_call *c, int64_t n, int64_t first, gla_device *dev)
{
    gla_array *order = gla_s_new(&c->s, dev, GLA_INT64, 1, &n);
    const gla_draw begin = c->d; /* start of the whole call */
    if (c->s.status)
        return NULL;
    gla_random_take(c, n);
    const gla_draw d = c->d;
    c->d = begin;
    c->drawn += n;
    return gla_s_check(&c->s, dev->backend->random->order(dev, &d, first, order)) ? NULL : order;
}

/* Return positions sorted by random words.  The sort is stable, so that all devices return the same order. */
gla_array *gla_random_order(random_call *c, int64_t n, int64_t first, gla_device *dev)
{
    const gla_ints shape = {.n = 1, .v = {n}};
    const gla_random_ops *slots = dev->backend->random;
    if (!c->s.status && n > 0 && n <= AT_ONCE && slots && slots->order)
        return order_at_once(c, n, first > 0 ? first : 1, dev);
    gla_array *words = gla_random_between(c, INT64_MIN, INT64_MAX, &shape, dev);
    return words ? gla_s_argsort(&c->s, words, false) : NULL;
}

/* Permute x along an axis. */
static gla_array *permute(random_call *c, const gla_array *x, int axis)
{
    gla_scope *s = &c->s;
    gla_array *taken = NULL;
    int along = 0;
    if (s->status || gla_s_check(s, gla_normalize_axis(s->op, x->ndim, axis, &along)))
        return NULL;
    gla_array *here = gla_s_convert(s, x, GLA_NO_DTYPE, c->dev, GLA_MAYBE);
    gla_array *order = here ? gla_random_order(c, here->shape[along], here->shape[along], c->dev) : NULL;
    if (order && along == 0 && here->size > 0 && gla_array_is_contiguous(here) && c->dev->backend->random->take_rows) {
        taken = gla_s_new(s, c->dev, here->dtype, here->ndim, here->shape);
        here = gla_s_to_device(s, c->dev, here);
        return s->status || gla_s_check(s, c->dev->backend->random->take_rows(c->dev, here, order, taken)) ? NULL : taken;
    }
    const gla_ints axes = {.n = 1, .v = {along}};
    return order ? gla_s_adopt(s, gla_take(here, order, &taken, &axes), &taken) : NULL;
}

gla_status gla_random_generator_permutation(const gla_random_generator *generator, const gla_array *x, gla_array **out,
                                            int axis, const char *device)
{
    random_call c;
    int64_t n = 0;
    *out = NULL;
    gla_random_open(&c, "Generator.permutation", generator, 1, &x, device);
    if (c.s.status || x->ndim > 0)
        return gla_random_close(&c, permute(&c, x, axis), out);
    bool counted = gla_random_read_count(&c.s, "x", x, &n);
    return gla_random_close(&c, counted ? gla_random_order(&c, n, n, c.dev) : NULL, out);
}

gla_status gla_random_generator_shuffle(const gla_random_generator *generator, gla_array *x, int axis)
{
    random_call c;
    gla_array *done = NULL;
    const gla_array *in = x;
    gla_random_open(&c, "Generator.shuffle", generator, 1, &in, NULL);
    if (x->flags & GLA_READONLY)
        gla_s_fail(&c.s, GLA_ARGUMENT_ERROR, "%s: the array is read-only; use a copy, or use permutation", c.s.op);
    gla_array *shuffled = permute(&c, x, axis);
    if (shuffled && shuffled->size > 0)
        gla_s_assign(&c.s, x, shuffled);
    gla_status st = gla_random_close(&c, shuffled, &done);
    gla_unref(done);
    return st;
}

gla_status gla_random_generator_bootstrap_indices(const gla_random_generator *generator, int64_t n, gla_array **out,
                                                  const gla_ints *shape, const char *device)
{
    const gla_ints one = {.n = 1, .v = {n}};
    random_call c;
    *out = NULL;
    gla_random_open(&c, "Generator.bootstrap_indices", generator, 0, NULL, device);
    if (n < 1)
        gla_s_fail(&c.s, GLA_ARGUMENT_ERROR, "%s: n is %lld, but it must be positive", c.s.op, (long long)n);
    gla_array *drawn = c.s.status ? NULL : gla_random_between(&c, 0, n - 1, shape ? shape : &one, c.dev);
    return gla_random_close(&c, drawn, out);
}
