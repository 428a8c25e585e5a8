/* roll.c - Shift elements circularly along axes. */
#include "core/scope.h"

#include <string.h>

/* Compute the shift of each axis, in [0, length). */
static gla_status read_shifts(const gla_array *x, const gla_ints *shift, const gla_ints *axis, int64_t *by)
{
    memset(by, 0, GLA_MAX_NDIM * sizeof *by);
    int n = axis ? axis->n : 1;
    if (shift->n != 1 && shift->n != n)
        return gla_fail(GLA_SHAPE_ERROR,
                        axis ? "roll: shift has length %d, but axis has length %d; give one integer, or one for each axis"
                             : "roll: shift has length %d, but without axis its length must be %d; specify the axes with axis",
                        shift->n, n);
    for (int i = 0; i < n; i++) {
        int along = 0;
        gla_status st = axis ? gla_normalize_axis("roll", x->ndim, axis->v[i], &along) : GLA_OK;
        if (st)
            return st;
        int64_t length = x->shape[along], step = length ? shift->v[shift->n == 1 ? 0 : i] % length : 0;
        if (length)
            by[along] = (int64_t)(((uint64_t)by[along] + (uint64_t)(step < 0 ? step + length : step)) % (uint64_t)length);
    }
    return GLA_OK;
}

/* Copy one block of the result. If the bit of an axis is set in `part`, the block is the end of the axis, which wraps around to
 * the beginning; otherwise it is the rest of the axis. */
static void move_block(gla_scope *s, const gla_array *x, const gla_array *dst, const int64_t *by, unsigned part)
{
    int64_t shape[GLA_MAX_NDIM], from = 0, to = 0;
    for (int d = 0, bit = 0; d < x->ndim; d++) {
        bool wraps = by[d] && part >> bit & 1;
        bit += by[d] != 0;
        shape[d] = wraps ? by[d] : x->shape[d] - by[d];
        from += wraps ? (x->shape[d] - by[d]) * x->strides[d] : 0;
        to += wraps ? 0 : by[d] * dst->strides[d];
    }
    gla_array *src = gla_s_view(s, x, x->ndim, shape, x->strides, from);
    gla_array *place = gla_s_view(s, dst, dst->ndim, shape, dst->strides, to);
    if (!s->status)
        gla_s_assign(s, place, src);
    gla_s_release(s, src);
    gla_s_release(s, place);
}

gla_status gla_roll(const gla_array *x, const gla_ints *shift, gla_array **out, const gla_ints *axis)
{
    int64_t by[GLA_MAX_NDIM];
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed, *flat = NULL, *dst = NULL, *made = NULL;
    gla_ints line = {1, {-1}}, shape = {.n = x->ndim};
    *out = NULL;
    memcpy(shape.v, x->shape, (size_t)x->ndim * sizeof *x->shape);
    gla_scope_begin(&s, "roll");
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (!s.status && !axis)
        placed = gla_s_adopt(&s, gla_reshape(placed, &line, &flat, GLA_MAYBE, NULL), &flat);
    if (!s.status && !gla_s_check(&s, read_shifts(placed, shift, axis, by)))
        dst = gla_s_new(&s, dev, placed->dtype, placed->ndim, placed->shape);
    int rolled = 0;
    for (int d = 0; dst && d < dst->ndim; d++)
        rolled += by[d] != 0;
    for (unsigned part = 0; dst && dst->size && part < 1u << rolled && !s.status; part++)
        move_block(&s, placed, dst, by, part);
    if (!axis && !s.status)
        dst = gla_s_adopt(&s, gla_reshape(dst, &shape, &made, GLA_MAYBE, NULL), &made);
    return gla_scope_return(&s, dst, out);
}
