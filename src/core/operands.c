/* operands.c - The inputs of one call on one device. */
#include "core/placement.h"
#include "runtime/devices.h"

#include <string.h>

gla_status gla_place_operands(const char *op, gla_device *dev, int n, const gla_array *const in[], bool keep_scalars,
                              gla_array *placed[])
{
    gla_status st;
    memset(placed, 0, (size_t)n * sizeof *placed);
    for (int i = 0; i < n; i++) {
        if (!in[i])
            continue;
        if (gla_device_of(in[i]) == dev || (keep_scalars && in[i]->flags & GLA_WEAK)) {
            placed[i] = gla_ref(in[i]);
            st = gla_stream_reads(in[i]);
        } else if (gla_floats(in[i]) && !(in[i]->flags & GLA_UNPLACED)) {
            st = gla_array_on(op, in[i], dev, &placed[i]);
        } else {
            st = gla_array_copy_like(op, dev, in[i]->dtype, in[i], &placed[i]);
        }
        if (st) {
            gla_release_operands(n, placed);
            return st;
        }
    }
    return GLA_OK;
}

void gla_release_operands(int n, gla_array *placed[])
{
    for (int i = 0; i < n; i++) {
        if (placed[i])
            gla_stream_used(placed[i]);
        gla_unref(placed[i]);
        placed[i] = NULL;
    }
}
