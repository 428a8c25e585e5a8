/* pow.c - Powers; squares are computed by one multiplication. */
#include "elementwise/map.h"
#include "elementwise/ops.h"

/* Return true if x is the scalar 2 in the script, which does not change the dtype of a power. */
static bool is_plain_two(const gla_array *x)
{
    if (!(x->flags & GLA_WEAK))
        return false;
    return (x->dtype == GLA_INT64 && *(const int64_t *)gla_data(x) == 2) ||
           (x->dtype == GLA_FLOAT64 && *(const double *)gla_data(x) == 2);
}

bool gla_pow_is_square(const gla_array *const in[])
{
    return is_plain_two(in[1]) && !(in[0]->flags & GLA_WEAK) && gla_promote_arrays(2, in) == in[0]->dtype;
}

gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    bool square = gla_pow_is_square(in);
    return gla_map(square ? GLA_OP_square : GLA_OP_pow, square ? 1 : 2, in, out);
}
