/* inplace.c - Operators in place, which tapes record as two calls. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "elementwise/map.h"
#include "tape/log.h"

static gla_status operate(const char *operation, gla_tape_binary *function, gla_array *x, const gla_array *y)
{
    static const gla_index everything = {.n = 1, .v = {{.kind = GLA_INDEX_ELLIPSIS}}};
    gla_array *made = NULL, *kept = NULL;
    gla_status st = gla_inplace_check(operation, x, y);
    if (!st)
        st = function(x, y, &made);
    if (!st)
        st = gla_astype(made, x->dtype, &kept, false, NULL);
    if (!st)
        st = gla_setitem(x, &everything, kept);
    gla_unref(made);
    gla_unref(kept);
    return st;
}

gla_status gla_tape_inplace(const char *operation, gla_tape_binary *function, gla_array *x, const gla_array *y)
{
    return gla_taping && gla_has_shape(x) && gla_has_shape(y) && gla_tape_concerns(x, y) ? operate(operation, function, x, y)
                                                                                         : gla_inplace(operation, x, y);
}
