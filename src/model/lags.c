/* lags.c - Lags, leads and differences by panel unit and period. A period that the data does not have is missing, so a gap is
 * not skipped. */
#include "model/build.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

/* The rows sorted by a key, which combines unit and period. */
typedef struct lag_order {
    gla_array *known;             /* bool: unit and period are known */
    gla_array *keys, *periods;    /* int64, (rows,) */
    gla_array *sorted, *position; /* sorted keys, and the row of each */
    int64_t first, last;          /* period */
} lag_order;

static const struct {
    const char *name;
    int sign;
    bool difference;
} calls[] = {{"l", 1, false}, {"lag", 1, false}, {"f", -1, false}, {"lead", -1, false}, {"d", 1, true}, {"diff", 1, true}};
enum { CALLS = sizeof calls / sizeof *calls };

static int find_call(const node *x)
{
    for (int i = 0; i < CALLS; i++)
        if (model_is_call(x, calls[i].name))
            return i;
    return -1;
}

bool model_is_lag(const node *x)
{
    return find_call(x) >= 0;
}

static double number_of(gla_scope *s, const gla_array *x)
{
    void *data;
    gla_array *wide = s->status || !x ? NULL : gla_s_astype(s, GLA_FLOAT64, gla_s_to_host(s, x, &data));
    return wide && gla_s_to_host(s, wide, &data) ? *(double *)data : 0;
}

/* Group numbers of the units in all rows, -1 for a missing one. */
static gla_array *unit_codes(gla_scope *s, const raw *unit)
{
    gla_array *codes = NULL, *uniques = NULL;
    if (s->status || unit->levels)
        return s->status ? NULL : unit->values;
    if (gla_s_check(s, gla_factorize(unit->values, &codes, &uniques, false)))
        return NULL;
    gla_s_own(s, uniques);
    codes = gla_s_own(s, codes);
    if (!unit->marked)
        return codes;
    gla_array *missing = gla_s_combine(s, gla_equal, unit->values, model_integer(s, -1));
    return gla_s_where(s, missing, model_integer(s, -1), codes);
}

/* Periods as integers, 0 for missing ones. */
static gla_array *read_periods(gla_scope *s, const raw *time, gla_array *known)
{
    gla_array *finite = gla_s_where(s, known, time->values, gla_s_number(s, 0));
    gla_array *parts = gla_s_combine(s, gla_not_equal, finite, gla_s_apply(s, gla_floor, finite));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, parts)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the periods in %s are not whole numbers", s->op, time->name);
    return s->status ? NULL : gla_s_astype(s, GLA_INT64, finite);
}

static void refuse_twice(builder *b, const lag_order *o)
{
    gla_scope *s = b->s;
    int64_t n = b->rows;
    gla_array *later = gla_s_slice(s, o->sorted, 0, 1, n - 1), *earlier = gla_s_slice(s, o->sorted, 0, 0, n - 1);
    gla_array *equal = gla_s_combine(s, gla_equal, later, earlier);
    gla_array *real = gla_s_combine(s, gla_greater_equal, later, model_integer(s, 0));
    gla_array *twice = gla_s_combine(s, gla_logical_and, equal, real);
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_any, twice)))
        return;
    int64_t at = (int64_t)number_of(s, gla_s_reduce_all(s, gla_argmax, twice));
    int64_t row = (int64_t)number_of(s, gla_s_slice(s, o->position, 0, at + 1, 1));
    gla_s_fail(s, GLA_ARGUMENT_ERROR,
               "%s: row %lld (counted from 1) has the same unit and period as an earlier row, so lags are "
               "not defined; check unit and time",
               s->op, (long long)row + 1);
}

static void sort_rows(builder *b, lag_order *o, gla_array *units)
{
    gla_scope *s = b->s;
    int64_t span = o->last - o->first + 1;
    double groups = units ? number_of(s, gla_s_reduce_all(s, gla_max, units)) + 1 : 1;
    if (!s->status && groups * (double)span > 4e18)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the periods are too far apart to compute lags; give whole numbers that count periods, such as years",
                   s->op);
    gla_array *keys = gla_s_combine(s, gla_subtract, o->periods, model_integer(s, o->first)), *made;
    if (units)
        keys = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, units, model_integer(s, span)), keys);
    o->keys = gla_s_where(s, o->known, keys, model_integer(s, -1));
    o->position = s->status ? NULL : gla_s_adopt(s, gla_argsort(o->keys, &made, -1, false, true), &made);
    o->sorted = model_take(s, o->keys, o->position);
    if (b->rows > 1)
        refuse_twice(b, o);
}

static lag_order *order_rows(builder *b, const node *call)
{
    gla_scope *s = b->s;
    if (b->order || s->status)
        return b->order;
    if (!b->time) {
        model_fail_at(s, GLA_ARGUMENT_ERROR, &b->e.formula, call->at,
                      "%s() needs the periods; give the arguments time and, for a panel, unit", call->text);
        return NULL;
    }
    lag_order *o = gla_s_memory(s, 1, sizeof *o);
    gla_array *units = b->unit ? unit_codes(s, b->unit) : NULL;
    gla_array *known = gla_s_apply(s, gla_isfinite, b->time->values);
    if (units)
        known = gla_s_combine(s, gla_logical_and, known, gla_s_combine(s, gla_greater_equal, units, model_integer(s, 0)));
    gla_array *periods = read_periods(s, b->time, known);
    if (s->status)
        return NULL;
    o->known = known;
    o->periods = periods;
    if (b->rows) { /* missing periods are 0 here, so that the range may be wider than necessary */
        o->first = (int64_t)number_of(
            s, gla_s_reduce_all(s, gla_min, gla_s_where(s, known, b->time->values, gla_s_number(s, INFINITY))));
        o->last = (int64_t)number_of(
            s, gla_s_reduce_all(s, gla_max, gla_s_where(s, known, b->time->values, gla_s_number(s, -INFINITY))));
        if (o->last < o->first)
            o->first = o->last = 0;
    }
    sort_rows(b, o, units);
    return b->order = s->status ? NULL : o;
}

static gla_array *shift(builder *b, const lag_order *o, const gla_array *x, int64_t k)
{
    gla_scope *s = b->s;
    gla_array *made = NULL;
    if (s->status || b->rows == 0)
        return s->status ? NULL : (gla_array *)x;
    gla_array *period = gla_s_combine(s, gla_subtract, o->periods, model_integer(s, k));
    gla_array *inside = gla_s_combine(s, gla_logical_and,
                                      gla_s_combine(s, gla_greater_equal, period, model_integer(s, o->first)),
                                      gla_s_combine(s, gla_less_equal, period, model_integer(s, o->last)));
    inside = gla_s_combine(s, gla_logical_and, inside, o->known);
    gla_array *wanted = gla_s_where(s, inside, gla_s_combine(s, gla_subtract, o->keys, model_integer(s, k)),
                                    model_integer(s, -2));
    gla_array *at = s->status ? NULL : gla_s_adopt(s, gla_searchsorted(o->sorted, wanted, &made, NULL, NULL), &made);
    at = at ? gla_s_combine(s, gla_minimum, gla_s_astype(s, GLA_INT64, at), model_integer(s, b->rows - 1)) : NULL;
    gla_array *found = at ? gla_s_combine(s, gla_equal, model_take(s, o->sorted, at), wanted) : NULL;
    found = found ? gla_s_combine(s, gla_logical_and, found, inside) : NULL;
    return found ? gla_s_where(s, found, model_take(s, x, model_take(s, o->position, at)), gla_s_number(s, NAN)) : NULL;
}

gla_array *model_lag_call(evaluation *e, const node *call)
{
    int which = find_call(call);
    int64_t k = 1;
    builder *b = e->context;
    if (which < 0 || e->s->status)
        return NULL;
    if (call->n < 1 || call->n > 2 || (call->n == 2 && !model_whole(call->items[1], &k))) {
        model_fail_at(e->s, GLA_ARGUMENT_ERROR, &e->formula, call->at, "write %s(x) or %s(x, 2)", call->text, call->text);
        return NULL;
    }
    lag_order *o = order_rows(b, call);
    gla_array *x = o ? model_numbers(e, call->items[0]) : NULL;
    if (x && x->ndim == 0)
        x = gla_s_broadcast(e->s, x, 1, &b->rows);
    gla_array *shifted = x ? shift(b, o, x, calls[which].sign * k) : NULL;
    return shifted && calls[which].difference ? gla_s_combine(e->s, gla_subtract, x, shifted) : shifted;
}
