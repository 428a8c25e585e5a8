/* choice.c - Random choice with probabilities or without replacement, and categorical draws. */
#include "random/composed.h"
#include "shape/reshape.h"
#include "sorting/sorting.h"
#include "contract/sorting.h"
#include "contract/array.h"

#include <string.h>

/* ---- categories ---------------------------------------------------------------------------------------------- */
gla_array *gla_random_steps(random_call *c, const gla_array *p)
{
    gla_scope *s = &c->s;
    gla_array *many = gla_s_number(s, 0x1p62), *steps = NULL;
    gla_array *scaled = many ? gla_s_combine(s, gla_multiply, p, many) : NULL;
    gla_array *whole = scaled ? gla_s_astype(s, GLA_INT64, gla_s_apply(s, gla_round, scaled)) : NULL;
    return whole ? gla_s_adopt(s, gla_cumulative_sum(whole, &steps, whole->ndim - 1, GLA_INT64, false), &steps) : NULL;
}

/* Search the rows (m, k) for the integers (n, m), after transposing one of the two arrays. */
static gla_array *find(random_call *c, const gla_array *rows, const gla_array *drawn, int64_t n, int64_t m)
{
    gla_scope *s = &c->s;
    gla_array *table = gla_s_reshape(s, drawn, 2, (int64_t[]){n, m});
    bool turn = n > 1 && m > 1;
    if (table && turn)
        table = gla_s_contiguous(s, c->dev, GLA_INT64, gla_s_swap_last(s, table));
    else if (table)
        table = gla_s_reshape(s, table, 2, (int64_t[]){m, n});
    gla_array *found = table ? gla_s_search(s, GLA_SEARCH_RIGHT, rows, table) : NULL;
    if (found && turn)
        found = gla_s_contiguous(s, c->dev, GLA_INT64, gla_s_swap_last(s, found));
    return found ? gla_s_reshape(s, found, c->ndim, c->shape) : NULL;
}

/* The leading dimensions of the rows of probabilities are the last dimensions of the result. */
gla_array *gla_random_draw_steps(random_call *c, const gla_array *steps)
{
    gla_scope *s = &c->s;
    gla_array *drawn = NULL;
    int64_t n = 1, m = 1, zero = 0, full[GLA_MAX_NDIM];
    const gla_ints shape = gla_random_shape(c, 0, 0, 0);
    gla_array *low = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &zero, &drawn), &drawn);
    if (!low)
        return NULL;
    int last = steps->ndim - 1, leading = c->ndim - last;
    gla_array *sums = gla_s_drop_last(s, gla_s_slice(s, steps, last, steps->shape[last] - 1, 1));
    drawn = NULL;
    if (s->status)
        return NULL;
    gla_status st = gla_random_generator_integers(c->g, low, &drawn, sums, &shape, GLA_INT64, false, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    for (int d = 0; d < c->ndim; d++)
        *(d < leading ? &n : &m) *= c->shape[d];
    memcpy(full, c->shape + leading, sizeof *full * (size_t)last);
    full[last] = steps->shape[last];
    if (!drawn || drawn->size == 0)
        return drawn;
    gla_array *spread = gla_s_broadcast(s, steps, last + 1, full);
    gla_array *rows = spread ? gla_s_contiguous(s, c->dev, GLA_INT64, spread) : NULL;
    rows = rows ? gla_s_reshape(s, rows, 2, (int64_t[]){m, full[last]}) : NULL;
    return rows ? find(c, rows, drawn, n, m) : NULL;
}

gla_status gla_random_generator_categorical(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                            const gla_ints *shape, bool logits, const char *device)
{
    random_call c;
    gla_array *made = NULL;
    *out = NULL;
    gla_random_open(&c, "Generator.categorical", generator, 1, &p, device);
    gla_array *rows = gla_random_real(&c, "p", GLA_NO_DTYPE, p);
    gla_random_find_stack(&c, shape, 1, (const char *const[]){"p"}, (const gla_array *const[]){rows}, (int[]){1});
    if (logits && !c.s.status && rows->shape[rows->ndim - 1] > 0) {
        const gla_ints axis = {.n = 1, .v = {rows->ndim - 1}};
        rows = gla_s_adopt(&c.s, gla_special_softmax(rows, &made, &axis), &made);
        if (rows && !gla_random_all(&c, gla_greater_equal, rows, 0))
            gla_s_fail(&c.s, GLA_ARGUMENT_ERROR, "%s: each row of logits must contain a finite value, and neither NaN nor +Inf",
                       c.s.op);
    }
    gla_random_check_rows(&c, "each row of p", logits ? GLA_FLOAT32 : p->dtype, rows);
    gla_array *steps = c.s.status ? NULL : gla_random_steps(&c, rows);
    return gla_random_close(&c, steps ? gla_random_draw_steps(&c, steps) : NULL, out);
}

/* ---- positions without replacement --------------------------------------------------------------------------- */
/* Return a key that is very likely at least as large as the m-th smallest: a quantile of every sixteenth key. */
static gla_array *find_bound(gla_scope *s, const gla_array *keys, int64_t m)
{
    const int64_t n = keys->size / 16, step = 16;
    gla_array *some = gla_s_view(s, keys, 1, &n, &step, 0);
    gla_array *sorted = some ? gla_s_sort(s, some, false) : NULL;
    return sorted ? gla_s_view(s, sorted, 0, NULL, NULL, m / 8 + 16) : NULL;
}

/* Return the positions of the m smallest keys in order, m > 0.  If m is small, only keys up to a bound are sorted. */
static gla_array *find_least(gla_scope *s, const gla_array *keys, int64_t m)
{
    const gla_backend *backend = gla_device_of(keys)->backend;
    gla_arrays *places = NULL;
    gla_array *at = NULL, *near = NULL, *made = NULL;
    if (keys->size >= 1024 && m <= keys->size / 4 && gla_slot_place(backend, GLA_SLOT(array, nonzero)) == GLA_ON_DEVICE) {
        gla_array *bound = find_bound(s, keys, m), *low = bound ? gla_s_combine(s, gla_less_equal, keys, bound) : NULL;
        if (low && !gla_s_check(s, gla_nonzero(low, &places)))
            at = gla_s_own(s, gla_ref((gla_array *)places->v[0]));
        gla_arrays_free(places);
        if (s->status)
            return NULL;
    }
    bool few = at && at->size >= m;
    if (few)
        near = gla_s_adopt(s, gla_take(keys, at, &made, NULL), &made);
    gla_array *order = s->status ? NULL : gla_s_argsort(s, few ? near : keys, false);
    gla_array *first = order ? gla_s_slice(s, order, 0, 0, m) : NULL;
    return first && few ? gla_s_adopt(s, gla_take(at, first, &made, NULL), &made) : first;
}

/* Draw without replacement by selecting the m smallest quotients of exponential variables and probabilities (P. S. Efraimidis
 * and P. G. Spirakis 2006).  Quotients of subnormal probabilities would overflow, so all quotients are scaled by 2⁻⁶⁴, which is
 * exact for the other probabilities. */
static gla_array *draw_weighted(random_call *c, const gla_array *p, int64_t m)
{
    gla_scope *s = &c->s;
    gla_array *drawn = NULL, *last = NULL;
    const gla_ints shape = {.n = 1, .v = {p->shape[0]}};
    gla_status st = gla_random_generator_exponential(c->g, &drawn, NULL, &shape, p->dtype, c->dev->name);
    drawn = gla_random_part(c, st, &drawn);
    gla_array *many = drawn ? gla_s_number(s, 0x1p64) : NULL;
    gla_array *scaled = many ? gla_s_combine(s, gla_multiply, p, many) : NULL;
    gla_array *keys = scaled ? gla_s_combine(s, gla_divide, drawn, scaled) : NULL;
    if (keys && m == 0)
        return gla_s_new(s, c->dev, GLA_INT64, 1, &m);
    gla_array *first = keys ? find_least(s, keys, m) : NULL;
    gla_array *end = first ? gla_s_slice(s, first, 0, m - 1, 1) : NULL;
    last = end ? gla_s_adopt(s, gla_take(keys, end, &last, NULL), &last) : NULL;
    if (last && !gla_s_truth(s, gla_s_apply(s, gla_isfinite, last)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: fewer than %lld probabilities are positive; draw fewer elements, or with replacement", s->op,
                   (long long)m);
    return s->status ? NULL : first;
}

/* ---- choice -------------------------------------------------------------------------------------------------- */
static gla_array *draw_positions(random_call *c, int64_t n, bool replace, const gla_array *p)
{
    gla_scope *s = &c->s;
    const gla_ints shape = gla_random_shape(c, 0, 0, 0);
    int64_t m = 1;
    if (s->status)
        return NULL;
    for (int d = 0; d < shape.n; d++)
        m *= shape.v[d];
    if (n == 0 && m > 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a is empty, so nothing can be drawn", s->op);
    else if (!replace && m > n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a has %lld elements, so %lld cannot be drawn without replacement", s->op,
                   (long long)n, (long long)m);
    if (s->status)
        return NULL;
    if (n == 0)
        return gla_s_new(s, c->dev, GLA_INT64, shape.n, shape.v);
    if (replace)
        return p ? gla_random_draw_steps(c, gla_random_steps(c, p)) : gla_random_between(c, 0, n - 1, &shape, c->dev);
    gla_array *drawn = p            ? draw_weighted(c, p, m)
                       : m <= n / 2 ? gla_random_distinct(c, n, m)
                                    : gla_random_order(c, n, m, c->dev);
    gla_array *first = drawn ? gla_s_slice(s, drawn, 0, 0, m) : NULL;
    return first ? gla_s_reshape(s, first, shape.n, shape.v) : NULL;
}

/* Read the probabilities of n elements. */
static gla_array *read_probabilities(random_call *c, int64_t n, const gla_array *p)
{
    gla_array *row = gla_random_real(c, "p", GLA_NO_DTYPE, p);
    if (row && (row->ndim != 1 || row->shape[0] != n)) {
        char text[GLA_SHAPE_TEXT];
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "%s: p has shape %s, but it must be a vector of %lld probabilities", c->s.op,
                   gla_shape_text(row->ndim, row->shape, text, sizeof text), (long long)n);
    }
    if (n > 0)
        gla_random_check_rows(c, "p", p->dtype, row);
    return c->s.status ? NULL : row;
}

/* Return the elements at the drawn positions; the dimensions of the positions replace the axis. */
static gla_array *take(random_call *c, const gla_array *a, int axis, const gla_array *positions)
{
    gla_scope *s = &c->s;
    gla_ints shape = {.n = 0};
    const gla_ints axes = {.n = 1, .v = {axis}};
    gla_array *taken = NULL, *flat = gla_s_reshape(s, positions, 1, &positions->size);
    gla_array *here = flat ? gla_s_convert(s, a, GLA_NO_DTYPE, c->dev, GLA_MAYBE) : NULL;
    if (here && here->ndim - 1 + positions->ndim > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have more than %d dimensions", s->op, GLA_MAX_NDIM);
    if (s->status || !gla_s_adopt(s, gla_take(here, flat, &taken, &axes), &taken))
        return NULL;
    for (int d = 0; d < here->ndim; d++) {
        for (int e = 0; d == axis && e < positions->ndim; e++)
            shape.v[shape.n++] = positions->shape[e];
        if (d != axis)
            shape.v[shape.n++] = here->shape[d];
    }
    return gla_s_reshape(s, taken, shape.n, shape.v);
}

gla_status gla_random_generator_choice(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_ints *size, bool replace, const gla_array *p, int axis, const char *device)
{
    random_call c;
    const gla_array *in[] = {a, p};
    int64_t n = 0;
    int along = 0;
    *out = NULL;
    gla_random_open(&c, "Generator.choice", generator, 2, in, device);
    if (!c.s.status)
        gla_random_find_shape(&c, 0, NULL, size);
    if (!c.s.status && a->ndim == 0)
        gla_random_read_count(&c.s, "a", a, &n);
    else if (!c.s.status && !gla_s_check(&c.s, gla_normalize_axis(c.s.op, a->ndim, axis, &along)))
        n = a->shape[along];
    gla_array *row = p && !c.s.status ? read_probabilities(&c, n, p) : NULL;
    gla_array *drawn = c.s.status ? NULL : draw_positions(&c, n, replace, row);
    return gla_random_close(&c, drawn && a->ndim > 0 ? take(&c, a, along, drawn) : drawn, out);
}
