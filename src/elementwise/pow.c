/* pow.c - powers; the square, which is most of them, by one multiplication. */
#include "elementwise/map.h"

/* Whether x is the script's number 2 and does not change the type of a power. */
static bool is_plain_two(const gla_array *x)
{
    if (!(x->flags & GLA_WEAK))
        return false;
    return (x->dtype == GLA_INT64 && *(const int64_t *)gla_data(x) == 2)
        || (x->dtype == GLA_FLOAT64 && *(const double *)gla_data(x) == 2);
}

gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    if (is_plain_two(x2) && !(x1->flags & GLA_WEAK) && gla_promote_arrays(2, in) == x1->dtype)
        return gla_map(GLA_OP_square, 1, in, out);
    return gla_map(GLA_OP_pow, 2, in, out);
}
