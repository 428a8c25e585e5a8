/* ranges.c - Bounds of integers in a formula, derived from its text. */
#include "formula/expr.h"
#include "elementwise/ops.h"

typedef struct range {
    int64_t low, high;
} range;

static const range ANY = {INT64_MIN, INT64_MAX};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static range of(const gla_expr *e, int value)
{
    return (range){e->values[value].low, e->values[value].high};
}

static range of_dtype(gla_dtype dtype)
{
    if (dtype == GLA_BOOL || dtype == GLA_UINT64)
        return (range){0, dtype == GLA_BOOL ? 1 : INT64_MAX}; /* INT64_MAX means unbounded */
    int bits = 8 * (int)gla_itemsize(dtype);
    if (gla_dtype_is_unsigned(dtype))
        return (range){0, (int64_t)(UINT64_MAX >> (64 - bits))};
    return (range){INT64_MIN >> (64 - bits), INT64_MAX >> (64 - bits)};
}

/* Range of a loop counter: from the begin to just before the end, in either direction. */
static range of_counter(const gla_expr *e, const gla_value *loop)
{
    range begin = of(e, loop->arg[0]), end = of(e, loop->arg[1]);
    int64_t inside = loop->reached ? 0 : 1;
    if (loop->value.integer > 0)
        return (range){begin.low, larger(begin.low, end.high == INT64_MIN ? end.high : end.high - inside)};
    return (range){smaller(begin.high, end.low == INT64_MAX ? end.low : end.low + inside), begin.high};
}

static range of_sum(range a, range b)
{
    range r;
    if (__builtin_add_overflow(a.low, b.low, &r.low) || __builtin_add_overflow(a.high, b.high, &r.high))
        return ANY;
    return r;
}

static range of_negative(range a)
{
    return a.low == INT64_MIN ? ANY : (range){-a.high, -a.low};
}

static range of_product(range a, range b)
{
    int64_t p[4];
    if (__builtin_mul_overflow(a.low, b.low, &p[0]) || __builtin_mul_overflow(a.low, b.high, &p[1]) ||
        __builtin_mul_overflow(a.high, b.low, &p[2]) || __builtin_mul_overflow(a.high, b.high, &p[3]))
        return ANY;
    return (range){smaller(smaller(p[0], p[1]), smaller(p[2], p[3])), larger(larger(p[0], p[1]), larger(p[2], p[3]))};
}

static range of_operation(const gla_expr *e, const gla_value *v)
{
    if (v->compute != GLA_INT64) /* other dtypes wrap around within their range */
        return of_dtype(v->dtype);
    range a = of(e, v->op == GLA_OP_where ? v->arg[1] : v->arg[0]);
    switch (v->op) {
    case GLA_OP_where: {
        range b = of(e, v->arg[2]);
        return (range){smaller(a.low, b.low), larger(a.high, b.high)};
    }
    case GLA_OP_add: return of_sum(a, of(e, v->arg[1]));
    case GLA_OP_subtract: return of_sum(a, of_negative(of(e, v->arg[1])));
    case GLA_OP_multiply: return of_product(a, of(e, v->arg[1]));
    case GLA_OP_negative: return of_negative(a);
    default: return of_dtype(v->dtype);
    }
}

static range find(const gla_expr *e, const gla_value *v)
{
    range whole = of_dtype(v->dtype);
    switch (v->kind) {
    case GLA_EXPR_CONSTANT:
        return v->dtype == GLA_UINT64 && v->value.integer < 0 ? (range){INT64_MAX, INT64_MAX}
                                                              : (range){v->value.integer, v->value.integer};
    case GLA_EXPR_COUNTER: return of_counter(e, &e->values[v->loop]);
    case GLA_EXPR_OPERATION: return of_operation(e, v);
    case GLA_EXPR_CARRIED: return v->weak ? of(e, v->arg[0]) : whole;
    case GLA_EXPR_CAST: {
        range r = of(e, v->arg[0]);
        bool integer = e->values[v->arg[0]].dtype < GLA_FLOAT32;
        return integer && r.low >= whole.low && r.high <= whole.high ? r : whole;
    }
    default: return whole;
    }
}

/* The END of a loop has no dtype. */
static bool is_integer(const gla_value *v)
{
    return v->dtype != GLA_NO_DTYPE && v->dtype < GLA_FLOAT32;
}

void gla_expr_find_range(const gla_expr *e, gla_value *v)
{
    range r = is_integer(v) ? find(e, v) : ANY;
    v->low = r.low;
    v->high = r.high;
}

bool gla_expr_range_fits(const gla_value *v, gla_dtype dtype)
{
    range whole = of_dtype(dtype);
    if (v->dtype == GLA_UINT64 && v->high == INT64_MAX)
        return dtype == GLA_UINT64;
    return v->low >= whole.low && v->high <= whole.high;
}

bool gla_expr_range_within(const gla_value *v, const gla_value *other)
{
    return v->low >= other->low && v->high <= other->high;
}

void gla_expr_widen(gla_value *v)
{
    range whole = is_integer(v) ? of_dtype(v->dtype) : ANY;
    v->low = whole.low;
    v->high = whole.high;
}
