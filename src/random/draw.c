/* draw.c - Common part of all distributions: broadcast parameters, and stream positions. */
#include "random/random.h"
#include "runtime/lock.h"

#include <string.h>

bool gla_random_is_number(const gla_array *x)
{
    return x->ndim == 0 && gla_device_of(x)->is_host;
}

void gla_random_find_shape(random_call *c, int n, const random_parameter p[], const gla_ints *shape)
{
    gla_scope *s = &c->s;
    const gla_array *given[GLA_DRAW_PARAMETERS];
    int count = 0, ndim = 0;
    int64_t common[GLA_MAX_NDIM];
    for (int k = 0; k < n; k++)
        if (p[k].given)
            given[count++] = p[k].given;
    if (count && gla_s_check(s, gla_common_shape(s->op, count, given, &ndim, common)))
        return;
    if (!shape) {
        c->ndim = ndim;
        memcpy(c->shape, common, sizeof *common * (size_t)ndim);
        return;
    }
    if (gla_s_check(s, gla_check_shape(s->op, GLA_FLOAT64, shape->n, shape->v, &(int64_t){0})))
        return;
    c->ndim = shape->n;
    memcpy(c->shape, shape->v, sizeof *shape->v * (size_t)shape->n);
    bool fits = ndim <= c->ndim;
    for (int i = 1; fits && i <= ndim; i++)
        fits = common[ndim - i] == 1 || common[ndim - i] == c->shape[c->ndim - i];
    if (!fits) {
        char text[2][GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the parameters have shape %s, which cannot be broadcast to shape %s", s->op,
                   gla_shape_text(ndim, common, text[0], sizeof text[0]),
                   gla_shape_text(c->ndim, c->shape, text[1], sizeof text[1]));
    }
}

void gla_random_open(random_call *c, const char *op, const gla_random_generator *g, int n, const gla_array *const in[],
                     const char *device)
{
    *c = (random_call){.g = (gla_random_generator *)g};
    gla_scope_begin(&c->s, op);
    gla_s_check(&c->s, device ? gla_find_device(device, &c->dev) : gla_common_device(op, n, in, &c->dev));
    gla_random_take(c, 0);
}

void gla_random_begin(random_call *c, const char *op, const gla_random_generator *g, int n, const random_parameter p[],
                      const gla_ints *shape, const char *device)
{
    const gla_array *in[GLA_DRAW_PARAMETERS] = {NULL};
    for (int k = 0; k < n; k++)
        in[k] = p[k].given;
    gla_random_open(c, op, g, n, in, device);
    if (!c->s.status)
        gla_random_find_shape(c, n, p, shape);
}

/* Return true if the slot can repeat the elements of x, which requires that the dimensions with a length other than one are
 * adjacent.  *inner is the number of result elements after these dimensions.  Otherwise x is broadcast to a copy. */
static bool repeats(const random_call *c, const gla_array *x, int64_t *inner)
{
    int d = c->ndim - 1, e = x->ndim - 1;
    *inner = 1;
    for (; e >= 0 && x->shape[e] == 1; d--, e--)
        *inner *= c->shape[d];
    for (; e >= 0 && x->shape[e] == c->shape[d]; d--, e--)
        ;
    for (; e >= 0 && x->shape[e] == 1; e--)
        ;
    return e < 0;
}

void gla_random_operand(random_call *c, int k, gla_dtype dtype, const gla_array *x)
{
    gla_scope *s = &c->s;
    gla_draw_parameter *p = &c->d.parameters[k];
    gla_array *placed = s->status ? NULL : gla_s_convert(s, x, dtype, c->dev, GLA_MAYBE);
    if (s->status)
        return;
    if (!repeats(c, placed, &p->inner)) {
        placed = gla_s_broadcast(s, placed, c->ndim, c->shape);
        p->inner = 1;
    }
    p->of = s->status ? NULL : gla_s_contiguous(s, c->dev, dtype, placed);
    p->count = p->of ? p->of->size : 0;
    c->d.arrays = true;
}

void gla_random_take(random_call *c, int64_t size)
{
    gla_lock(&c->g->lock);
    c->d.key = c->g->key;
    c->d.position = c->g->position;
    c->d.substream = (uint32_t)c->g->substream;
    c->g->position += (uint64_t)size;
    pthread_mutex_unlock(&c->g->lock);
}

void gla_random_return(random_call *c, int64_t size)
{
    gla_lock(&c->g->lock);
    if (c->g->key == c->d.key && c->g->substream == c->d.substream && c->g->position == c->d.position + (uint64_t)size)
        c->g->position = c->d.position;
    pthread_mutex_unlock(&c->g->lock);
}
