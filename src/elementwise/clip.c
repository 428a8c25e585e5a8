/* clip.c - Limit values to a range. */
#include "core/dispatch.h"
#include "core/scope.h"
#include "gpulinalg/binding.h"
#include "contract/array.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Replace the name in an error of an inner function by clip and the name of the argument. */
static gla_status fail(gla_status st, const gla_array *x, const gla_array *min, const gla_array *max)
{
    char rest[1024], one[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    const char *message = gla_last_message(), *colon = strchr(message, ':');
    snprintf(rest, sizeof rest, "%s", colon ? colon : message);
    const gla_array *limits[2] = {min, max};
    for (int i = 0; i < 2 && st == GLA_SHAPE_ERROR; i++) {
        const gla_array *both[2] = {x, limits[i]};
        if (limits[i] && gla_common_shape("clip", 2, both, &ndim, shape))
            return gla_fail(st, "clip: %s has shape %s, which cannot be broadcast with x of shape %s", i ? "max" : "min",
                            gla_shape_text(limits[i]->ndim, limits[i]->shape, one, sizeof one),
                            gla_shape_text(x->ndim, x->shape, other, sizeof other));
    }
    return gla_fail(st, "clip%s", rest);
}

static bool is_plain_number(const gla_array *limit)
{
    return limit && limit->flags & GLA_WEAK && (limit->dtype == GLA_FLOAT64 || limit->dtype == GLA_INT64);
}

static double value_of(const gla_array *number)
{
    return number->dtype == GLA_INT64 ? (double)*(const int64_t *)gla_data(number) : *(const double *)gla_data(number);
}

/* Return true if the backend has the slot clip, in addition to map, which all other cases use. */
static bool has_clip(const gla_device *dev)
{
    return gla_slot_place(dev->backend, GLA_SLOT(array, map)) == GLA_ON_DEVICE &&
           gla_slot_place(dev->backend, GLA_SLOT(array, clip)) == GLA_ON_DEVICE;
}

/* Clip to scalar limits in one pass if the backend supports it; else return NULL. */
static gla_array *clip_at_once(gla_scope *s, const gla_array *x, const gla_array *min, const gla_array *max)
{
    gla_device *dev = NULL;
    gla_array *placed, *out = NULL;
    bool is_possible = gla_dtype_is_real_floating(x->dtype) && x->contiguous && x->size && !(x->flags & GLA_WEAK);
    is_possible = is_possible && is_plain_number(min) && is_plain_number(max) && !isnan(value_of(min)) && !isnan(value_of(max));
    if (!is_possible || gla_s_check(s, gla_common_device("clip", 1, &x, &dev)) || !has_clip(dev))
        return NULL;
    gla_s_place(s, 1, &x, false, &dev, &placed);
    if (!s->status)
        gla_s_adopt(s, gla_array_new_like("clip", dev, x->dtype, placed, &out), &out);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, clip), (double)x->size);
    if (!s->status)
        gla_s_check(s, dev->backend->array->clip(dev, placed, value_of(min), value_of(max), out));
    gla_run_end(&r);
    return out;
}

gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min, const gla_array *max)
{
    const gla_array *all[3] = {x, min, max};
    gla_scope s;
    *out = NULL;
    gla_dtype own = gla_promote_arrays(1, all), type = gla_promote_arrays(3, all);
    if (gla_dtype_is_complex(type))
        return gla_fail(GLA_DTYPE_ERROR, "clip: x or a limit is complex, but complex numbers have no order; clip real() and "
                                         "imag()");
    if (type != own)
        return gla_fail(GLA_DTYPE_ERROR,
                        "clip: the limits would change the dtype to %s, but x is %s; convert x or the "
                        "limits with astype",
                        gla_dtype_name(type), gla_dtype_name(own));
    if (!min && !max)
        return gla_copy(x, out);
    gla_scope_begin(&s, "clip");
    gla_array *between = clip_at_once(&s, x, min, max);
    if (between || s.status)
        return gla_scope_return(&s, between, out);
    gla_array *above = min ? gla_s_combine(&s, gla_maximum, x, min) : NULL;
    if (above && max)
        gla_offer(above); /* the second step overwrites the result of the first */
    const gla_array *y = min ? above : x;
    gla_status st = gla_scope_return(&s, max ? gla_s_combine(&s, gla_minimum, y, max) : y, out);
    return st ? fail(st, x, min, max) : st;
}
