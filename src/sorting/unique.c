/* unique.c - Distinct values of an array, as runs of equal elements in sorted order. */
#include "sorting.h"
#include "contract/sorting.h"
#include "contract/array.h"

#define FEW_FROM 1048576 /* number of elements from which on a hash table is tried */
#define FEW_EACH 64      /* minimum number of elements for each distinct value */
#define FEW_MAX 131072   /* maximum number of distinct values, so that their table fits in a cache */

enum { INDICES = 1, INVERSE = 2, COUNTS = 4 };

/* flat[order] */
static gla_array *arrange(gla_scope *s, const gla_array *flat, const gla_array *order)
{
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(flat);
    gla_array *out = gla_s_new(s, dev, flat->dtype, 1, &order->size);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, gather), (double)order->size);
    if (!s->status && order->size)
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

typedef struct finding {
    gla_scope *s;
    gla_device *dev;
    const gla_array *x, *flat; /* of any shape; flat: its elements as one row on the device */
    int wanted;
    gla_runs to;
} finding;

/* Return true if two passes over all elements, the second for positions, are faster than sorting. */
static bool may_be_few(const void *call)
{
    const finding *f = call;
    return f->flat->size >= FEW_FROM && !(f->wanted & (INDICES | COUNTS));
}

/* The slot finds the first of all equal elements in any order; the results are sorted afterwards. */
static bool find_few(void *call)
{
    finding *f = call;
    gla_scope *s = f->s;
    int64_t most = f->flat->size / FEW_EACH < FEW_MAX ? f->flat->size / FEW_EACH : FEW_MAX, count = -1;
    int mark = gla_scope_mark(s);
    gla_array *first = gla_s_new(s, f->dev, GLA_INT64, 1, &most);
    gla_run r = gla_run_begin(s, f->dev, GLA_SLOT(sorting, distinct), (double)f->flat->size);
    if (!s->status)
        gla_s_check(s, r.at->backend->sorting->distinct(r.at, f->flat, first, &count));
    gla_run_end(&r);
    if (count < 0) {
        gla_scope_keep(s, mark, NULL);
        return false;
    }
    first = s->status ? NULL : gla_s_view(s, first, 1, &count, NULL, 0);
    gla_array *values = arrange(s, f->flat, first);
    f->to.values = gla_s_sort(s, values, false);
    if (f->wanted & INVERSE) {
        gla_array *inverse = gla_s_search(s, GLA_SEARCH_LEFT, f->to.values, f->flat);
        f->to.inverse = s->status ? NULL : gla_s_view(s, inverse, f->x->ndim, f->x->shape, NULL, 0);
    }
    return true;
}

static bool find_sorted(void *call)
{
    finding *f = call;
    gla_scope *s = f->s;
    gla_array *order = NULL, *sorted;
    if (f->wanted & (INDICES | INVERSE)) {
        order = gla_s_argsort(s, f->flat, false);
        sorted = arrange(s, f->flat, order);
    } else {
        sorted = gla_s_sort(s, f->flat, false);
    }
    gla_array *parts = gla_s_new(s, f->dev, GLA_INT64, 1, (int64_t[]){GLA_RUN_PARTS});
    int64_t count = count_runs(s, sorted, parts);
    f->to.order = order;
    f->to.values = gla_s_new(s, f->dev, f->x->dtype, 1, &count);
    f->to.indices = f->wanted & INDICES ? gla_s_new(s, f->dev, GLA_INT64, 1, &count) : NULL;
    f->to.inverse = f->wanted & INVERSE ? gla_s_new(s, f->dev, GLA_INT64, f->x->ndim, f->x->shape) : NULL;
    f->to.counts = f->wanted & COUNTS ? gla_s_new(s, f->dev, GLA_INT64, 1, &count) : NULL;
    write_runs(s, sorted, parts, &f->to);
    return true;
}

static const gla_strategy rows[] = {
    {"few", "large arrays with few distinct values", GLA_SLOT(sorting, distinct), may_be_few, find_few},
    {"sorted", "any", GLA_NO_SLOT, NULL, find_sorted},
};
const gla_strategies gla_unique_strategies = {"unique", rows};

static gla_runs find(gla_scope *s, const gla_array *x, int wanted)
{
    finding f = {.s = s, .x = x, .wanted = wanted};
    gla_array *placed;
    gla_s_place(s, 1, &x, false, &f.dev, &placed);
    gla_array *flat = s->status ? NULL : gla_s_contiguous(s, f.dev, x->dtype, placed);
    f.flat = s->status ? NULL : gla_s_view(s, flat, 1, &flat->size, NULL, 0);
    gla_try(&gla_unique_strategies, f.dev, &s->status, &f);
    return f.to;
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
