/* convolve.c - Convolution and correlation, by one slot that computes any range of the full result. */
#include "core/dispatch.h"
#include "contract/series.h"

#include <string.h>

static gla_status check(const char *op, const gla_array *a, const gla_array *v)
{
    if (a->ndim != 1 || v->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has %d dimensions, but it must be a vector", op, a->ndim != 1 ? "a" : "v",
                        a->ndim != 1 ? a->ndim : v->ndim);
    if (a->size == 0 || v->size == 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has no elements", op, a->size == 0 ? "a" : "v");
    return GLA_OK;
}

/* Find the range of the n + m - 1 elements that a mode selects.  If there are two middle positions, `late` selects the second
 * position. */
static void find_stretch(const char *mode, int64_t n, int64_t m, bool late, int64_t *first, int64_t *length)
{
    int64_t shorter = n < m ? n : m, longer = n < m ? m : n;
    if (strcmp(mode, "full") == 0) {
        *first = 0;
        *length = n + m - 1;
    } else if (strcmp(mode, "same") == 0) {
        *first = late ? shorter / 2 : shorter - 1 - shorter / 2;
        *length = longer;
    } else {
        *first = shorter - 1;
        *length = longer - shorter + 1;
    }
}

static gla_array *run(gla_scope *s, gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, int64_t length)
{
    gla_array *out = gla_s_new(s, dev, x->dtype, 1, &length);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(series, convolve), (double)length * (double)v->size);
    if (!s->status)
        gla_s_check(s, r.at->backend->series->convolve(r.at, x, v, first, out));
    gla_run_end(&r);
    return out;
}

/* The slot reads the longer vector in blocks. */
static gla_status convolve(const char *op, const gla_array *a, const gla_array *v, const char *mode, bool correlates,
                           gla_array **out)
{
    const gla_array *in[2] = {a, v};
    gla_array *placed[2], *turned;
    gla_device *dev = NULL;
    gla_scope s;
    int64_t first, length;
    *out = NULL;
    gla_status st = check(op, a, v);
    if (st)
        return st;
    gla_scope_begin(&s, op);
    gla_s_place(&s, 2, in, false, &dev, placed);
    gla_dtype dtype = gla_promote_arrays(2, in);
    gla_array *second = s.status ? NULL : placed[1];
    if (correlates && second) {
        second = gla_dtype_is_complex(v->dtype) ? gla_s_apply(&s, gla_conj, second) : second;
        second = s.status ? NULL : gla_s_adopt(&s, gla_flip(second, &turned, NULL), &turned);
    }
    gla_array *x = s.status ? NULL : gla_s_contiguous(&s, dev, dtype, placed[0]);
    gla_array *w = s.status ? NULL : gla_s_contiguous(&s, dev, dtype, second);
    bool swaps = !s.status && x->size < w->size;
    if (s.status)
        return gla_scope_end(&s);
    find_stretch(mode, a->size, v->size, correlates && swaps, &first, &length); /* both are in memory: no overflow */
    return gla_scope_return(&s, run(&s, dev, swaps ? w : x, swaps ? x : w, first, length), out);
}

gla_status gla_convolve(const gla_array *a, const gla_array *v, gla_array **out, const char *mode)
{
    return convolve("convolve", a, v, mode ? mode : "full", false, out);
}

gla_status gla_correlate(const gla_array *a, const gla_array *v, gla_array **out, const char *mode)
{
    return convolve("correlate", a, v, mode ? mode : "valid", true, out);
}
