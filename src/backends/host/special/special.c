/* special.c - Loops of special functions for both real dtypes.  Results for float32 are computed in float64. */
#include "special.h"
#include "elementwise/ops.h"

#define PART 512 /* number of float32 elements that are converted at a time */

static void run_parts(gla_loop loop, int arity, int64_t n, void *const p[])
{
    double parts[4][PART];
    void *q[4] = {parts[0], parts[1], parts[2], parts[3]};
    for (int64_t at = 0; at < n; at += PART) {
        int64_t m = n - at < PART ? n - at : PART;
        for (int k = 0; k < arity; k++)
            for (int64_t i = 0; i < m; i++)
                parts[k][i] = ((const float *)p[k])[at + i];
        loop(m, q);
        for (int64_t i = 0; i < m; i++)
            ((float *)p[arity])[at + i] = (float)parts[arity][i];
    }
}

#define SPECIAL(name, arity, file)                         \
    static void name##_float32(int64_t n, void *const p[]) \
    {                                                      \
        run_parts(gla_special_loop_##name, arity, n, p);   \
    }
#include "elementwise/special.h"
#undef SPECIAL

#define SPECIAL(name, arity, file) [GLA_OP_##name] = {gla_special_loop_##name, name##_float32},
static const gla_loop loops[GLA_OP_COUNT][2] = {
#include "elementwise/special.h"
};

gla_loop gla_host_special_loop(gla_op op, gla_dtype compute)
{
    return compute == GLA_FLOAT64 ? loops[op][0] : compute == GLA_FLOAT32 ? loops[op][1] : NULL;
}
