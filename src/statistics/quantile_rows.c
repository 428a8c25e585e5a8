/* quantile_rows.c - Quantiles of rows.  Quantiles between two elements are interpolated linearly.  A median between two
 * elements is the mean of these elements, rounded once. */
#include "elementwise/where.h"
#include "index/along_axis.h"
#include "sorting/sorting.h"
#include "statistics/quantile.h"
#include "statistics/statistics.h"

#include <stdlib.h>

/* ---- positions
 * -------------------------------------------------------------------------------------------------------------- */
static gla_quantile_place place(const gla_quantile_call *c, int64_t n, int64_t i)
{
    return gla_place_quantile(c->method, n, c->scale == 1 ? c->numbers[i] : c->numbers[i] / c->scale);
}

static gla_array *new_numbers(gla_quantile_call *c, gla_dtype dtype, int64_t rows, void **data)
{
    gla_array *made = NULL;
    if (c->s.status)
        return NULL;
    return gla_s_adopt(&c->s, gla_array_new_host(c->s.op, dtype, 2, (int64_t[]){rows, c->many}, &made, data), &made);
}

void gla_quantile_place_all(gla_quantile_call *c, int64_t rows, const int64_t *counts, gla_quantile_places *p)
{
    void *below, *above, *share;
    p->below = new_numbers(c, GLA_INT64, rows, &below);
    p->above = new_numbers(c, GLA_INT64, rows, &above);
    p->share = new_numbers(c, GLA_FLOAT64, rows, &share);
    for (int64_t r = 0; r < rows && !c->s.status; r++)
        for (int64_t i = 0; i < c->many; i++) {
            gla_quantile_place at = counts[r] ? place(c, counts[r], i) : (gla_quantile_place){0, 0, 0.5};
            ((int64_t *)below)[r * c->many + i] = at.below;
            ((int64_t *)above)[r * c->many + i] = at.above;
            ((double *)share)[r * c->many + i] = at.share;
        }
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* List the distinct ranks of the positions in increasing order.  The last element of a row of n elements is included, because
 * it is NaN if any element is NaN. */
static int list_ranks(const gla_quantile_places *p, int64_t many, int64_t n, int64_t *ranks)
{
    const int64_t *below = gla_data(p->below), *above = gla_data(p->above);
    int64_t all = 0;
    int count = 0;
    for (int64_t i = 0; i < many; i++) {
        ranks[all++] = below[i];
        ranks[all++] = above[i];
    }
    ranks[all++] = n - 1;
    qsort(ranks, (size_t)all, sizeof *ranks, compare);
    for (int64_t i = 0; i < all; i++)
        if (i == 0 || ranks[i] != ranks[i - 1])
            ranks[count++] = ranks[i];
    return count;
}

/* Convert positions in a row to positions among the listed ranks. */
static void renumber(gla_array *place, int64_t many, const int64_t *ranks, int count)
{
    int64_t *at = gla_data(place);
    for (int64_t i = 0; i < many; i++)
        at[i] = (const int64_t *)bsearch(&at[i], ranks, (size_t)count, sizeof *ranks, compare) - ranks;
}

/* ---- values -------------------------------------------------------------------------------------------------- */
/* Return (m, many) elements of the rows of x. */
static gla_array *elements(gla_quantile_call *c, const gla_array *x, const gla_array *place)
{
    gla_array *taken = NULL;
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    if (c->skips_nan)
        return gla_s_take_along(s, x, place, -1);
    gla_ints last = {.n = 1, .v = {-1}};
    gla_array *flat = gla_s_view(s, place, 1, &c->many, NULL, 0);
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, flat, &taken, &last), &taken);
}

static gla_array *weigh(gla_scope *s, const gla_array *a, const gla_array *rest, const gla_array *b, const gla_array *share)
{
    return gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, a, rest), gla_s_combine(s, gla_multiply, b, share));
}

/* Interpolate from the nearer end, so that the result is exact at both ends.  A weighted sum is used if an end is infinite or
 * if the distance between the ends overflows. */
static gla_array *between(gla_quantile_call *c, const gla_array *a, const gla_array *b, const gla_array *share)
{
    gla_scope *s = &c->s;
    gla_array *half = gla_s_number(s, 0.5), *rest = gla_s_combine(s, gla_subtract, gla_s_number(s, 1), share);
    gla_array *far = weigh(s, a, rest, b, share);
    if (c->is_median) {
        gla_array *sum = gla_s_combine(s, gla_add, a, b);
        return gla_s_where(s, gla_s_apply(s, gla_isfinite, sum), gla_s_combine(s, gla_multiply, sum, half), far);
    }
    gla_array *step = gla_s_combine(s, gla_subtract, b, a);
    gla_array *up = gla_s_combine(s, gla_add, a, gla_s_combine(s, gla_multiply, step, share));
    gla_array *down = gla_s_combine(s, gla_subtract, b, gla_s_combine(s, gla_multiply, step, rest));
    gla_array *line = gla_s_where(s, gla_s_combine(s, gla_less, share, half), up, down);
    return gla_s_where(s, gla_s_apply(s, gla_isfinite, step), line, far);
}

gla_array *gla_quantile_values(gla_quantile_call *c, const gla_array *x, const gla_quantile_places *p)
{
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    if (gla_quantile_is_element(c->method))
        return elements(c, x, p->below);
    gla_dtype dtype = gla_floating_of(x->dtype);
    gla_array *typed = gla_s_astype(s, dtype, x), *share = gla_s_convert(s, p->share, dtype, gla_device_of(x), GLA_MAYBE);
    gla_array *a = elements(c, typed, p->below), *b = elements(c, typed, p->above);
    return between(c, a, b, share);
}

/* Return the quantiles of the first n sorted elements of each row, by selecting only the required ranks.  *largest is the last
 * element of each whole row. */
static gla_array *at_ranks(gla_quantile_call *c, int64_t n, gla_array **largest)
{
    gla_scope *s = &c->s;
    gla_quantile_places p;
    int64_t *ranks = s->status ? NULL : gla_s_memory(s, 2 * c->many + 1, sizeof *ranks);
    gla_quantile_place_all(c, 1, &n, &p);
    if (s->status)
        return NULL;
    int count = list_ranks(&p, c->many, c->rows->shape[1], ranks);
    renumber(p.below, c->many, ranks, count);
    renumber(p.above, c->many, ranks, count);
    gla_array *found = gla_s_select(s, c->rows, ranks, count);
    *largest = s->status ? NULL : gla_s_slice(s, found, 1, count - 1, 1);
    return gla_quantile_values(c, found, &p);
}

/* Return the quantiles of the elements that are not NaN; NaN is sorted last.  If the number of these elements is the same in
 * all rows, as for a single row, selection replaces sorting. */
static gla_array *numbers_only(gla_quantile_call *c)
{
    gla_scope *s = &c->s;
    void *data;
    gla_quantile_places p;
    gla_array *isnan = gla_s_apply(s, gla_isnan, c->rows), *present = gla_s_apply(s, gla_logical_not, isnan), *largest;
    gla_ints last = {.n = 1, .v = {-1}};
    gla_array *n = gla_s_sum_axes(s, present, &last, GLA_INT64, false);
    if (!n || !gla_s_to_host(s, gla_s_contiguous(s, gla_device_of(n), GLA_INT64, n), &data))
        return NULL;
    const int64_t *counts = data, rows = c->rows->shape[0];
    int64_t same = 1;
    while (same < rows && counts[same] == counts[0])
        same++;
    c->skips_nan = rows == 0 || same < rows;
    if (!c->skips_nan)
        return at_ranks(c, counts[0], &largest);
    gla_array *sorted = gla_s_sort(s, c->rows, false);
    gla_quantile_place_all(c, rows, counts, &p);
    return gla_quantile_values(c, sorted, &p);
}

static gla_array *all_elements(gla_quantile_call *c)
{
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    gla_array *largest, *values = at_ranks(c, c->rows->shape[1], &largest);
    if (s->status || !gla_dtype_is_real_floating(c->rows->dtype))
        return values;
    return gla_s_where(s, gla_s_apply(s, gla_isnan, largest), largest, values);
}

gla_array *gla_quantiles_of_rows(gla_quantile_call *c)
{
    return c->s.status ? NULL : c->skips_nan ? numbers_only(c) : all_elements(c);
}
