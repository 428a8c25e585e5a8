/* unique.c - the different values of an array: runs of equal elements in what is sorted. */
#include "sorting.h"

enum { INDICES = 1, INVERSE = 2, COUNTS = 4 };

/* flat[order], where order has each position once. */
static gla_array *arrange(gla_scope *s, const gla_array *flat, const gla_array *order)
{
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(flat);
    gla_array *out = gla_s_new(s, dev, flat->dtype, 1, &flat->size);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, gather), (double)flat->size);
    if (!s->status && flat->size)
        gla_s_check(s, r.at->backend->array->gather(r.at, flat, 1, &order, out));
    gla_run_end(&r);
    return out;
}

static int64_t count_runs(gla_scope *s, const gla_array *sorted, gla_array *parts)
{
    int64_t count = 0;
    if (s->status)
        return 0;
    gla_run r = gla_run_begin(s, gla_device_of(sorted), GLA_SLOT(sorting, count_runs), (double)sorted->size);
    if (!s->status && sorted->size)
        gla_s_check(s, r.at->backend->sorting->count_runs(r.at, sorted, parts, &count));
    gla_run_end(&r);
    return count;
}

static void write_runs(gla_scope *s, const gla_array *sorted, const gla_array *parts, const gla_runs *to)
{
    if (s->status)
        return;
    gla_run r = gla_run_begin(s, gla_device_of(sorted), GLA_SLOT(sorting, write_runs), (double)sorted->size);
    if (!s->status && sorted->size)
        gla_s_check(s, r.at->backend->sorting->write_runs(r.at, sorted, parts, to));
    gla_run_end(&r);
}

static gla_runs find(gla_scope *s, const gla_array *x, int wanted)
{
    gla_device *dev;
    gla_array *placed, *order = NULL, *sorted;
    gla_runs to = {0};
    gla_s_place(s, 1, &x, false, &dev, &placed);
    gla_array *flat = s->status ? NULL : gla_s_contiguous(s, dev, x->dtype, placed);
    flat = s->status ? NULL : gla_s_view(s, flat, 1, &flat->size, NULL, 0);
    if (wanted & (INDICES | INVERSE)) {
        order = gla_s_argsort(s, flat, false);
        sorted = arrange(s, flat, order);
    } else {
        sorted = gla_s_sort(s, flat, false);
    }
    gla_array *parts = gla_s_new(s, dev, GLA_INT64, 1, (int64_t[]){GLA_RUN_PARTS});
    int64_t count = count_runs(s, sorted, parts);
    to.order = order;
    to.values = gla_s_new(s, dev, x->dtype, 1, &count);
    to.indices = wanted & INDICES ? gla_s_new(s, dev, GLA_INT64, 1, &count) : NULL;
    to.inverse = wanted & INVERSE ? gla_s_new(s, dev, GLA_INT64, x->ndim, x->shape) : NULL;
    to.counts = wanted & COUNTS ? gla_s_new(s, dev, GLA_INT64, 1, &count) : NULL;
    write_runs(s, sorted, parts, &to);
    return to;
}

gla_status gla_unique_all(const gla_array *x, gla_array **values, gla_array **indices, gla_array **inverse_indices,
                          gla_array **counts)
{
    gla_scope s;
    gla_scope_begin(&s, "unique_all");
    gla_runs found = find(&s, x, INDICES | INVERSE | COUNTS);
    gla_scope_give(&s, found.values, values);
    gla_scope_give(&s, found.indices, indices);
    gla_scope_give(&s, found.inverse, inverse_indices);
    gla_scope_give(&s, found.counts, counts);
    return gla_scope_end(&s);
}

gla_status gla_unique_counts(const gla_array *x, gla_array **values, gla_array **counts)
{
    gla_scope s;
    gla_scope_begin(&s, "unique_counts");
    gla_runs found = find(&s, x, COUNTS);
    gla_scope_give(&s, found.values, values);
    gla_scope_give(&s, found.counts, counts);
    return gla_scope_end(&s);
}

gla_status gla_unique_inverse(const gla_array *x, gla_array **values, gla_array **inverse_indices)
{
    gla_scope s;
    gla_scope_begin(&s, "unique_inverse");
    gla_runs found = find(&s, x, INVERSE);
    gla_scope_give(&s, found.values, values);
    gla_scope_give(&s, found.inverse, inverse_indices);
    return gla_scope_end(&s);
}

gla_status gla_unique_values(const gla_array *x, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "unique_values");
    return gla_scope_return(&s, find(&s, x, 0).values, out);
}
