/* clip.c - limit values to a range. */
#include "core/scope.h"
#include "gpulinalg/binding.h"

#include <stdio.h>
#include <string.h>

/* What failed inside, in the name of what was called and of its argument. */
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
            return gla_fail(st, "clip: %s has shape %s, which does not broadcast with x of shape %s", i ? "max" : "min",
                            gla_shape_text(limits[i]->ndim, limits[i]->shape, one, sizeof one),
                            gla_shape_text(x->ndim, x->shape, other, sizeof other));
    }
    return gla_fail(st, "clip%s", rest);
}

gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min, const gla_array *max)
{
    const gla_array *all[3] = {x, min, max};
    gla_scope s;
    *out = NULL;
    gla_dtype own = gla_promote_arrays(1, all), type = gla_promote_arrays(3, all);
    if (gla_dtype_is_complex(type))
        return gla_fail(GLA_DTYPE_ERROR, "clip: complex numbers have no order; clip real() and imag()");
    if (type != own)
        return gla_fail(GLA_DTYPE_ERROR, "clip: the limits would make %s of %s; convert x or the limits with astype",
                        gla_dtype_name(type), gla_dtype_name(own));
    if (!min && !max)
        return gla_copy(x, out);
    gla_scope_begin(&s, "clip");
    gla_array *above = min ? gla_s_combine(&s, gla_maximum, x, min) : NULL;
    if (above && max)
        gla_offer(above); /* the second step writes where the first one has written */
    const gla_array *y = min ? above : x;
    gla_status st = gla_scope_return(&s, max ? gla_s_combine(&s, gla_minimum, y, max) : y, out);
    return st ? fail(st, x, min, max) : st;
}
