/* digitize.c - Bin index of each element. */
#include "groups/bins.h"

bool gla_bins_step(gla_scope *s, gla_binary *comparison, const gla_array *bins)
{
    int64_t rest = bins && bins->size > 1 ? bins->size - 1 : 0, step = rest ? bins->strides[0] : 0;
    gla_array *any = NULL;
    gla_number yes = {0};
    if (s->status || rest == 0)
        return false;
    gla_array *before = gla_s_view(s, bins, 1, &rest, &step, 0), *after = gla_s_view(s, bins, 1, &rest, &step, step);
    gla_array *holds = s->status ? NULL : gla_s_combine(s, comparison, before, after);
    any = s->status ? NULL : gla_s_adopt(s, gla_any(holds, &any, NULL, false), &any);
    return any && !gla_s_check(s, gla_read_number(s->op, "bins", any, &yes)) && yes.re != 0;
}

void gla_bins_require_numbers(gla_scope *s, const gla_array *bins)
{
    gla_array *any = NULL, *lost = s->status || bins->dtype < GLA_FLOAT32 ? NULL : gla_s_apply(s, gla_isnan, bins);
    if (lost && gla_s_adopt(s, gla_any(lost, &any, NULL, false), &any) && gla_s_truth(s, any))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: an edge in bins is NaN; remove it", s->op);
}

gla_status gla_digitize(const gla_array *x, const gla_array *bins, gla_array **out, bool right)
{
    const gla_array *in[2] = {x, bins};
    gla_array *placed[2], *found = NULL, *count = NULL;
    gla_device *dev;
    gla_scope s;
    *out = NULL;
    if (gla_dtype_is_complex(x->dtype) || gla_dtype_is_complex(bins->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "digitize: complex values have no order; take real() or abs() first");
    if (bins->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "digitize: bins has %d dimensions, but it must be 1-d", bins->ndim);
    gla_scope_begin(&s, "digitize");
    gla_s_place(&s, 2, in, false, &dev, placed);
    gla_array *edges = s.status ? NULL : placed[1];
    gla_bins_require_numbers(&s, edges);
    bool falls = gla_bins_step(&s, gla_greater, edges);
    if (falls && gla_bins_step(&s, gla_less, edges))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "digitize: bins must be monotonic; sort them");
    if (falls && !s.status)
        edges = gla_s_adopt(&s, gla_flip(edges, &edges, NULL), &edges);
    if (!s.status)
        found = gla_s_adopt(&s, gla_searchsorted(edges, placed[0], &found, right ? "left" : "right", NULL), &found);
    if (falls && found) {
        count = gla_s_adopt(&s, gla_scalar(GLA_INT64, &bins->size, &count), &count);
        found = count ? gla_s_combine(&s, gla_subtract, count, found) : NULL;
    }
    return gla_scope_return(&s, found, out);
}
