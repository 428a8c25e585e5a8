/* values.c - Small helpers: elements at positions, ranges, counts. */
#include "model/build.h"
#include "gpulinalg.h"

gla_array *model_take(gla_scope *s, const gla_array *x, const gla_array *at)
{
    gla_array *made;
    return s->status || !x || !at ? NULL : gla_s_adopt(s, gla_take(x, at, &made, &(gla_ints){1, {0}}), &made);
}

gla_array *model_integer(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

static int64_t read_integer(gla_scope *s, const gla_array *x)
{
    void *data;
    return !s->status && gla_s_to_host(s, x, &data) ? *(const int64_t *)data : 0;
}

gla_array *model_range(gla_scope *s, gla_device *dev, int64_t n)
{
    gla_array *made, *stop = model_integer(s, n);
    return stop ? gla_s_adopt(s, gla_arange(stop, &made, NULL, NULL, GLA_INT64, dev->name), &made) : NULL;
}

int64_t model_count(gla_scope *s, const gla_array *mask)
{
    gla_array *made;
    return s->status ? 0 : read_integer(s, gla_s_adopt(s, gla_count_nonzero(mask, &made, NULL, false), &made));
}

long long model_first(gla_scope *s, const gla_array *mask)
{
    return (long long)read_integer(s, gla_s_reduce_all(s, gla_argmax, mask)) + 1;
}
