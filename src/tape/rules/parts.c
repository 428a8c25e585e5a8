/* parts.c - Operations of the rules on parts and positions of arrays (rule.h). */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "entries.h"
#include "tape/rule.h"

#include <string.h>

gla_array *gla_r_item_of(gla_vjp *c, const gla_array *x, const gla_index *key)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_getitem(x, key, &made), &made) : NULL;
}

void gla_r_add_at(gla_vjp *c, gla_array *x, const gla_index *key, const gla_array *value)
{
    if (x && value && !gla_r_fails(c))
        gla_s_check(&c->s, gla_add_at(x, key, value));
}

gla_array *gla_r_part(gla_vjp *c, const gla_array *x, int axis, int64_t start, int64_t count)
{
    gla_index key = {.n = axis + 1};
    if (!x || gla_r_fails(c) || (start == 0 && count == x->shape[axis]))
        return (gla_array *)x;
    for (int i = 0; i < axis; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    key.v[axis] = (gla_index_item){
        .kind = GLA_INDEX_SLICE, .has_start = true, .has_stop = true, .start = start, .stop = start + count, .step = 1};
    return gla_r_item_of(c, x, &key);
}

gla_array *gla_r_join(gla_vjp *c, const gla_array *x, const gla_array *y, int axis)
{
    const gla_array *v[] = {x, y};
    gla_array *made = NULL;
    if (!x || !y || gla_r_fails(c))
        return NULL;
    return gla_r_adopt(c, gla_concat(&(gla_arrays){.n = 2, .v = v}, &made, axis), &made);
}

gla_array *gla_r_filled(gla_vjp *c, const gla_array *like, int axis, int64_t n, double value)
{
    gla_ints shape = {.n = like ? like->ndim : 0};
    gla_array *made = NULL, *number = gla_r_number(c, value);
    if (!like || !number)
        return NULL;
    memcpy(shape.v, like->shape, (size_t)shape.n * sizeof *shape.v);
    shape.v[axis] = n;
    return gla_r_adopt(c, gla_full(&shape, number, &made, like->dtype, gla_device_of(like)->name), &made);
}

gla_array *gla_r_padded(gla_vjp *c, const gla_array *x, int axis, int64_t before, int64_t after)
{
    gla_array *y = (gla_array *)x;
    if (before)
        y = gla_r_join(c, gla_r_filled(c, x, axis, before, 0), y, axis);
    if (after)
        y = gla_r_join(c, y, gla_r_filled(c, x, axis, after, 0), axis);
    return y;
}

gla_array *gla_r_resized(gla_vjp *c, const gla_array *x, int axis, int64_t n)
{
    if (!x)
        return NULL;
    return n <= x->shape[axis] ? gla_r_part(c, x, axis, 0, n) : gla_r_padded(c, x, axis, 0, n - x->shape[axis]);
}

gla_array *gla_r_flipped(gla_vjp *c, const gla_array *x, int axis)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_flip(x, &made, &(const gla_ints){1, {axis}}), &made) : NULL;
}

gla_array *gla_r_moved(gla_vjp *c, const gla_array *x, int from, int to)
{
    gla_array *made = NULL;
    if (!x || gla_r_fails(c) || from == to)
        return (gla_array *)x;
    return gla_r_adopt(c, gla_moveaxis(x, &(const gla_ints){1, {from}}, &(const gla_ints){1, {to}}, &made), &made);
}

gla_array *gla_r_flat(gla_vjp *c, const gla_array *x)
{
    return x ? gla_r_reshape(c, x, 1, &x->size) : NULL;
}

gla_array *gla_r_range(gla_vjp *c, const gla_device *dev, int64_t start, int64_t n, gla_dtype dtype)
{
    gla_array *made = NULL, *from = gla_r_number(c, (double)start), *to = gla_r_number(c, (double)(start + n));
    return to ? gla_r_adopt(c, gla_arange(from, &made, to, NULL, dtype, dev->name), &made) : NULL;
}

gla_array *gla_r_take(gla_vjp *c, const gla_array *x, const gla_array *positions, int axis)
{
    gla_array *made = NULL;
    if (!x || !positions || gla_r_fails(c))
        return NULL;
    return gla_r_adopt(c, gla_take(x, positions, &made, &(const gla_ints){1, {axis}}), &made);
}

static int64_t size_of(int ndim, const int64_t *shape)
{
    int64_t n = 1;
    for (int i = 0; i < ndim; i++)
        n *= shape[i];
    return n;
}

gla_array *gla_r_numbers(gla_vjp *c, const gla_operand *x)
{
    return gla_r_reshape(c, gla_r_range(c, x->dev, 1, size_of(x->ndim, x->shape), GLA_INT64), x->ndim, x->shape);
}

/* Number 0 collects what belongs to no element. */
gla_array *gla_r_collect(gla_vjp *c, const gla_array *numbers, const gla_array *g, int ndim, const int64_t *shape)
{
    int64_t n = size_of(ndim, shape);
    gla_array *flat = gla_r_flat(c, g), *at = gla_r_flat(c, numbers);
    gla_array *sums = flat && at ? gla_r_filled(c, flat, 0, n + 1, 0) : NULL;
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = at}}};
    gla_r_add_at(c, sums, &key, flat);
    return gla_r_reshape(c, gla_r_part(c, sums, 0, 1, n), ndim, shape);
}

/* Variables of the inner tape depend on x, so an outer tape differentiates the cotangents too. */
void gla_r_compose(gla_vjp *c, gla_r_composition *f, int n, gla_array *const x[], const gla_array *g, gla_array *d[])
{
    gla_tape *tape = NULL;
    gla_arrays *gradients = NULL;
    gla_array **v = gla_s_memory(&c->s, n, sizeof *v);
    if (!v || !g || gla_r_fails(c) || gla_s_check(&c->s, gla_do_new_tape(&tape, false)))
        return;
    for (int i = 0; i < n && !gla_r_fails(c); i++)
        v[i] = gla_r_adopt(c, gla_do_tape_variable(tape, x[i], &v[i]), &v[i]);
    gla_array *y = gla_r_fails(c) ? NULL : f(c, v);
    gla_status st = gla_do_tape_stop(tape);
    gla_s_check(&c->s, st);
    if (y && !gla_r_fails(c))
        gla_s_check(&c->s,
                    c->gradient(tape, &(gla_arrays){.n = 1, .v = (const gla_array *[]){y}},
                                &(gla_arrays){.n = n, .v = (const gla_array **)v}, &gradients, &(gla_arrays){.n = 1, .v = &g}));
    for (int i = 0; gradients && i < n; i++)
        d[i] = gla_s_own(&c->s, gla_ref(gradients->v[i]));
    gla_arrays_free(gradients);
    gla_object_unref(tape);
}
