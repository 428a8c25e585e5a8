/* rankdata.c - Ranks of elements along an axis. */
#include "array/number.h"
#include "array/range.h"
#include "elementwise/where.h"
#include "index/select.h"
#include "sorting/sorting.h"

#include <math.h>
#include <string.h>

/* One call: sorted lines of n elements, and the original position of each element among all elements. */
typedef struct lines {
    gla_scope *s;
    gla_device *dev;
    int64_t count, n;
    gla_array *sorted, *order;
} lines;

static gla_array *whole(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

static gla_array *flatten(gla_scope *s, const gla_array *x)
{
    return x ? gla_s_view(s, x, 1, &x->size, NULL, 0) : NULL;
}

static gla_array *take(gla_scope *s, const gla_array *x, const gla_array *at)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, at, &made, NULL), &made);
}

static void sort_lines(lines *l, const gla_array *rows)
{
    gla_scope *s = l->s;
    l->order = gla_s_argsort(s, rows, false);
    if (l->order && l->count > 1) {
        gla_array *first = gla_new_range(s, l->dev, GLA_INT64, l->count, 0, 0, 0, l->n);
        first = first ? gla_s_view(s, first, 2, (int64_t[]){l->count, 1}, NULL, 0) : NULL;
        l->order = gla_s_combine(s, gla_add, l->order, first);
    }
    l->order = flatten(s, l->order);
    l->sorted = take(s, flatten(s, rows), l->order);
    l->sorted = l->sorted ? gla_s_view(s, l->sorted, 2, (int64_t[]){l->count, l->n}, NULL, 0) : NULL;
}

/* Return an array that is true for each element of the sorted lines that differs from the previous element.  The array is also
 * true for the first element of each line. */
static gla_array *find_starts(lines *l)
{
    gla_scope *s = l->s;
    gla_array *starts = s->status ? NULL : gla_s_new(s, l->dev, GLA_BOOL, 2, (int64_t[]){l->count, l->n});
    gla_s_fill(s, starts, 1);
    if (s->status || l->n < 2)
        return starts;
    gla_array *differs = gla_s_combine(s, gla_not_equal, gla_s_slice(s, l->sorted, 1, 1, l->n - 1),
                                       gla_s_slice(s, l->sorted, 1, 0, l->n - 1));
    if (differs)
        gla_s_assign(s, gla_s_slice(s, starts, 1, 1, l->n - 1), differs);
    return starts;
}

static gla_array *count_up(gla_scope *s, const gla_array *starts)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_cumulative_sum(starts, &made, -1, GLA_INT64, false), &made);
}

/* Convert positions over all lines to ranks within a line, starting at 1. */
static gla_array *within_line(lines *l, gla_array *at)
{
    gla_scope *s = l->s;
    if (at && l->count > 1)
        at = gla_s_combine(s, gla_remainder, at, whole(s, l->n));
    return at ? gla_s_combine(s, gla_add, at, whole(s, 1)) : NULL;
}

/* Return the rank of each run of equal elements. */
static gla_array *rank_runs(lines *l, const char *method, gla_array *first)
{
    gla_scope *s = l->s;
    gla_array *lowest = within_line(l, first), *last = NULL;
    if (s->status || strcmp(method, "min") == 0)
        return lowest;
    int64_t rest = first->size - 1;
    last = gla_s_new(s, l->dev, GLA_INT64, 1, &first->size); /* start of the next run minus one */
    gla_s_fill(s, last, 0);
    if (last && rest)
        gla_s_assign(s, gla_s_slice(s, last, 0, 0, rest), gla_s_slice(s, first, 0, 1, rest));
    if (last)
        gla_s_assign(s, gla_s_slice(s, last, 0, rest, 1), whole(s, l->sorted->size));
    gla_array *highest = last ? within_line(l, gla_s_combine(s, gla_subtract, last, whole(s, 1))) : NULL;
    if (s->status || strcmp(method, "max") == 0)
        return highest;
    gla_array *sum = gla_s_combine(s, gla_add, lowest, highest);
    sum = sum ? gla_s_astype(s, l->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, sum) : NULL;
    return gla_s_combine(s, gla_multiply, sum, gla_s_number(s, 0.5));
}

/* Return the rank of each element of the sorted lines. */
static gla_array *rank_sorted(lines *l, const char *method)
{
    gla_scope *s = l->s;
    if (strcmp(method, "ordinal") == 0)
        return within_line(l, gla_new_range(s, l->dev, GLA_INT64, l->sorted->size, 0, 0, 0, 1));
    gla_array *starts = find_starts(l), *first[1] = {NULL};
    if (strcmp(method, "dense") == 0)
        return flatten(s, count_up(s, starts));
    gla_array *flat = flatten(s, starts), *run = flat ? count_up(s, flat) : NULL;
    run = run ? gla_s_combine(s, gla_subtract, run, whole(s, 1)) : NULL;
    if (run)
        gla_index_from_mask(s, l->dev, flat, first);
    gla_array *ranks = s->status ? NULL : rank_runs(l, method, first[0]);
    return ranks ? take(s, ranks, run) : NULL;
}

/* Set the ranks of lines with NaN, which sort last, to NaN. */
static gla_array *spoil(lines *l, gla_array *ranks)
{
    gla_scope *s = l->s;
    gla_array *any = NULL;
    gla_number yes = {0};
    if (s->status || l->sorted->dtype < GLA_FLOAT32)
        return ranks;
    gla_array *last = gla_s_slice(s, l->sorted, 1, l->n - 1, 1), *is_nan = last ? gla_s_apply(s, gla_isnan, last) : NULL;
    any = is_nan ? gla_s_adopt(s, gla_any(is_nan, &any, NULL, false), &any) : NULL;
    if (!any || gla_s_check(s, gla_read_number(s->op, "a", any, &yes)) || yes.re == 0)
        return ranks;
    gla_array *real = gla_s_astype(s, l->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, ranks);
    return gla_s_where(s, is_nan, gla_s_number(s, NAN), real);
}

/* Rank contiguous rows. */
static gla_array *rank_rows(lines *l, const gla_array *rows, const char *method)
{
    gla_scope *s = l->s;
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY}}};
    l->n = rows->shape[rows->ndim - 1];
    l->count = rows->size / l->n;
    sort_lines(l, gla_s_view(s, rows, 2, (int64_t[]){l->count, l->n}, NULL, 0));
    gla_array *ranks = s->status ? NULL : rank_sorted(l, method);
    gla_array *line = ranks ? gla_s_new(s, l->dev, ranks->dtype, 1, &rows->size) : NULL;
    key.v[0].array = l->order;
    if (line)
        gla_s_check(s, gla_setitem(line, &key, ranks));
    line = line ? gla_s_view(s, line, 2, (int64_t[]){l->count, l->n}, NULL, 0) : NULL;
    line = spoil(l, line);
    return line ? gla_s_view(s, line, rows->ndim, rows->shape, NULL, 0) : NULL;
}

gla_status gla_rankdata(const gla_array *a, gla_array **out, const char *method, gla_axis axis)
{
    gla_scope s;
    lines l = {.s = &s};
    gla_array *result = NULL;
    int along = 0;
    *out = NULL;
    method = method ? method : "average"; /* C programs may pass NULL */
    if (gla_dtype_is_complex(a->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "rankdata: complex values have no order; take real() or abs() first");
    gla_scope_begin(&s, "rankdata");
    gla_s_check(&s, gla_common_device("rankdata", 1, &a, &l.dev));
    gla_array *x = s.status ? NULL : gla_s_to_device(&s, l.dev, a);
    if (x && axis == GLA_NO_AXIS)
        x = flatten(&s, gla_s_contiguous(&s, l.dev, x->dtype, x));
    if (x)
        gla_s_check(&s, gla_normalize_axis("rankdata", x->ndim, axis == GLA_NO_AXIS ? 0 : axis, &along));
    gla_array *rows = s.status ? NULL : gla_s_swap_axis(&s, x, along);
    rows = rows ? gla_s_contiguous(&s, l.dev, x->dtype, rows) : NULL;
    bool real = strcmp(method, "average") == 0;
    if (rows && rows->size == 0)
        result = gla_s_new(&s, l.dev, !real ? GLA_INT64 : l.dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, x->ndim, x->shape);
    else if (rows)
        result = gla_s_swap_axis(&s, rank_rows(&l, rows, method), along);
    return gla_scope_return(&s, result, out);
}
