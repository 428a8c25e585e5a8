/* select.c - Order statistics of rows. */
#include "sorting.h"
#include "contract/sorting.h"

#include <string.h>

gla_array *gla_s_select(gla_scope *s, const gla_array *x, const int64_t *ranks, int count)
{
    int64_t shape[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    int mark = gla_scope_mark(s);
    gla_device *dev = gla_device_of(x);
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[x->ndim - 1] = count;
    gla_array *out = gla_s_new(s, dev, x->dtype, x->ndim, shape);
    gla_array *rows = gla_s_contiguous(s, dev, x->dtype, x);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sorting, order_statistics), 4 * (double)x->size);
    if (!s->status && out->size)
        gla_s_check(s, r.at->backend->sorting->order_statistics(r.at, rows, ranks, count, out));
    gla_run_end(&r);
    return gla_scope_keep(s, mark, out);
}
