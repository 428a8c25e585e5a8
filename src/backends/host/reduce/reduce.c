/* reduce.c - The slot for reductions: choose the loops for the operation and dtypes, plan the layout, and run the loops. */
#include "reduce.h"
#include "backends/host/array/slots.h"

static bool is_single(gla_dtype t)
{
    return t == GLA_FLOAT32 || t == GLA_COMPLEX64;
}

/* Return the type in which sums and products are accumulated, which is the widest type of the result's kind. */
static gla_reduce_type sum_loops(gla_reduce_plan *p, gla_dtype from)
{
    bool in_complex = gla_dtype_is_complex(p->out_dtype);
    p->in_double = p->out_dtype >= GLA_FLOAT32;
    p->components = in_complex ? 2 : 1;
    if (p->op == GLA_REDUCE_PROD) {
        p->loops = in_complex ? &gla_reduce_prod_complex128 : p->in_double ? &gla_reduce_prod_float64 : &gla_reduce_prod_uint64;
    } else if (from == GLA_BOOL && !in_complex) {
        p->loops = p->in_double ? &gla_reduce_count_float64 : &gla_reduce_count_uint64;
        return GLA_IN_BOOL;
    } else if (gla_dtype_is_complex(from) || (!in_complex && gla_dtype_is_real_floating(from))) {
        p->loops = is_single(from) ? &gla_reduce_sum_float32 : &gla_reduce_sum_float64;
        return GLA_IN_OWN;
    } else {
        p->loops = p->in_double ? &gla_reduce_sum_float64 : &gla_reduce_sum_uint64;
    }
    return in_complex ? GLA_IN_COMPLEX128 : p->in_double ? GLA_IN_FLOAT64 : GLA_IN_UINT64;
}

static gla_reduce_type var_loops(gla_reduce_plan *p, gla_dtype from)
{
    bool narrow = is_single(from);
    p->components = gla_dtype_is_complex(from) ? 2 : 1;
    p->loops = narrow ? &gla_reduce_var_float32 : &gla_reduce_var_float64;
    p->mean_loops = narrow ? &gla_reduce_sum_float32 : &gla_reduce_sum_float64;
    return from >= GLA_FLOAT32 ? GLA_IN_OWN : GLA_IN_FLOAT64;
}

static gla_reduce_type choose_loops(gla_reduce_plan *p, gla_dtype from)
{
    switch (p->op) {
    case GLA_REDUCE_SUM:
    case GLA_REDUCE_PROD:
    case GLA_REDUCE_MEAN: return sum_loops(p, from);
    case GLA_REDUCE_VAR:
    case GLA_REDUCE_STD: return var_loops(p, from);
    case GLA_REDUCE_ANY:
    case GLA_REDUCE_ALL: p->loops = p->op == GLA_REDUCE_ANY ? &gla_reduce_any_bool : &gla_reduce_all_bool; return GLA_IN_BOOL;
    default: p->loops = &gla_reduce_extremes[p->op - GLA_REDUCE_MIN][from]; return GLA_IN_OWN;
    }
}

/* `present` contains loops that ignore NaN, or is NULL to use the loops of op.  For `beyond`, see gla_reduce_plan. */
static gla_status reduce(gla_reduction op, const gla_reduce_loops *present, const gla_array *x, int nkeep, double correction,
                         gla_array *out, _Atomic bool *beyond)
{
    static const struct {
        gla_dtype dtype;
        unsigned char size;
    } loaded[] = {[GLA_IN_UINT64] = {GLA_UINT64, 8},
                  [GLA_IN_FLOAT64] = {GLA_FLOAT64, 8},
                  [GLA_IN_COMPLEX128] = {GLA_COMPLEX128, 16},
                  [GLA_IN_BOOL] = {GLA_BOOL, 1}};
    gla_reduce_plan p;
    p.op = op;
    p.out_dtype = out->dtype;
    p.mean_loops = NULL;
    p.in_double = false;
    p.components = 1;
    p.correction = correction;
    p.is_signed = gla_dtype_is_integer(x->dtype) && !gla_dtype_is_unsigned(x->dtype);
    p.beyond = beyond;
    p.nkept = p.nreduced = 0;
    p.itemsize = (int64_t)gla_itemsize(x->dtype);
    gla_reduce_type type = choose_loops(&p, x->dtype);
    p.loops = present ? present : beyond && type == GLA_IN_UINT64 ? gla_reduce_integers(op, p.is_signed) : p.loops;
    p.native = type == GLA_IN_OWN || loaded[type].dtype == x->dtype || (type == GLA_IN_UINT64 && x->dtype == GLA_INT64);
    p.loaded_size = type == GLA_IN_OWN ? p.itemsize : loaded[type].size;
    p.load = gla_reduce_loader(x->dtype, type);
    gla_reduce_layout(&p, x, nkeep, out);
    return gla_reduce_run(&p);
}

gla_status gla_host_reduce(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out)
{
    (void)dev;
    return reduce(op, NULL, x, nkeep, correction, out, NULL);
}

gla_status gla_host_reduce_present(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out)
{
    (void)dev;
    return reduce(op, &gla_reduce_present[op - GLA_REDUCE_MIN][x->dtype], x, nkeep, 0, out, NULL);
}

gla_status gla_host_reduce_integers(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out,
                                    bool *beyond)
{
    _Atomic bool found = false;
    (void)dev;
    gla_status st = reduce(op, NULL, x, nkeep, 0, out, &found);
    *beyond = found;
    return st;
}
