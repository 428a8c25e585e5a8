/* clip.c - limit values to a range. */
#include "elementwise/map.h"

gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min, const gla_array *max)
{
    const gla_array *all[3] = {x, min, max};
    gla_array *raised = NULL;
    *out = NULL;
    gla_dtype own = gla_promote_arrays(1, all), type = gla_promote_arrays(3, all);
    if (gla_dtype_is_complex(type))
        return gla_fail(GLA_DTYPE_ERROR, "clip: complex numbers have no order; clip real() and imag()");
    if (type != own)
        return gla_fail(GLA_DTYPE_ERROR, "clip: the limits would make %s of %s; convert x or the limits with astype",
                        gla_dtype_name(type), gla_dtype_name(own));
    if (!min && !max)
        return gla_copy(x, out);
    if (!min || !max) {
        const gla_array *in[2] = {x, min ? min : max};
        return gla_map(min ? GLA_OP_maximum : GLA_OP_minimum, 2, in, out);
    }
    const gla_array *lower[2] = {x, min};
    gla_status st = gla_map(GLA_OP_maximum, 2, lower, &raised);
    if (!st) {
        const gla_array *upper[2] = {raised, max};
        st = gla_map(GLA_OP_minimum, 2, upper, out);
    }
    gla_unref(raised);
    return st;
}
