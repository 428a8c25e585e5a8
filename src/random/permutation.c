/* permutation.c - random orders, and positions drawn with replacement. */
#include "random/random.h"

/* A whole number of the script, from 0 on. */
static bool read_count(gla_scope *s, const char *name, const gla_array *x, int64_t *n)
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

static gla_array *draw(gla_scope *s, const gla_random_generator *g, const gla_ints *shape, int64_t low, int64_t high,
                       bool endpoint, gla_device *dev)
{
    gla_array *from = NULL, *to = NULL, *drawn = NULL;
    from = s->status ? NULL : gla_s_made(s, gla_scalar(GLA_INT64, &low, &from), &from);
    to = s->status ? NULL : gla_s_made(s, gla_scalar(GLA_INT64, &high, &to), &to);
    if (s->status)
        return NULL;
    return gla_s_made(s, gla_random_generator_integers(g, from, &drawn, to, shape, GLA_INT64, endpoint, dev->name), &drawn);
}

/* What has been drawn, and where the generator stood before. */
typedef struct words {
    random_call before;
    int64_t n; /* 0: nothing yet */
} words;

/* Positions in the order of random words: equal ones stay as they are, so that all devices have the same order. */
static gla_array *draw_order(gla_scope *s, const gla_random_generator *g, int64_t n, gla_device *dev, words *w)
{
    const gla_ints shape = {.n = 1, .v = {n}};
    gla_array *order = NULL;
    w->before = (random_call){.g = (gla_random_generator *)g};
    gla_random_take(&w->before, 0);
    gla_array *drawn = draw(s, g, &shape, INT64_MIN, INT64_MAX, true, dev);
    w->n = drawn ? n : 0;
    return drawn ? gla_s_made(s, gla_argsort(drawn, &order, -1, false, true), &order) : NULL;
}

static gla_array *permute(gla_scope *s, const gla_random_generator *g, const gla_array *x, int axis, gla_device *dev, words *w)
{
    gla_array *taken = NULL;
    int64_t n = 0;
    int along = 0;
    if (x->ndim == 0)
        return read_count(s, "x", x, &n) ? draw_order(s, g, n, dev, w) : NULL;
    if (gla_s_check(s, gla_normalize_axis(s->op, x->ndim, axis, &along)))
        return NULL;
    gla_array *here = gla_s_convert(s, x, GLA_NO_DTYPE, dev, GLA_MAYBE);
    gla_array *order = here ? draw_order(s, g, here->shape[along], dev, w) : NULL;
    const gla_ints axes = {.n = 1, .v = {along}};
    return order ? gla_s_made(s, gla_take(here, order, &taken, &axes), &taken) : NULL;
}

gla_status gla_random_generator_permutation(const gla_random_generator *generator, const gla_array *x, gla_array **out,
                                            int axis, const char *device)
{
    gla_device *dev = NULL;
    gla_scope s;
    words w = {.n = 0};
    *out = NULL;
    gla_scope_begin(&s, "Generator.permutation");
    gla_s_check(&s, device ? gla_find_device(device, &dev) : gla_common_device(s.op, 1, &x, &dev));
    gla_array *result = s.status ? NULL : permute(&s, generator, x, axis, dev, &w);
    gla_status st = gla_scope_return(&s, result, out);
    if (st && w.n)
        gla_random_return(&w.before, w.n);
    return st;
}

gla_status gla_random_generator_bootstrap_indices(const gla_random_generator *generator, int64_t n, gla_array **out,
                                                  const gla_ints *shape, const char *device)
{
    const gla_ints one = {.n = 1, .v = {n}};
    gla_device *dev = NULL;
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "Generator.bootstrap_indices");
    if (n < 1)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: n is %lld, so there is nothing to draw from; give 1 or more", s.op,
                   (long long)n);
    if (!s.status)
        gla_s_check(&s, gla_find_device(device, &dev));
    return gla_scope_return(&s, s.status ? NULL : draw(&s, generator, shape ? shape : &one, 0, n, false, dev), out);
}
