/* scan.c - Derivatives of cumulative sums, products and extremes. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

/* ---- lines ------------------------------------------------------------------------------------------------------- */
/* The arguments are x and axis; a scalar is a line of one element. */
static int axis_of(const gla_vjp *c)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_axis axis = c->node->in[1].axis;
    return axis == GLA_NO_AXIS || !x->ndim ? 0 : (int)((axis + x->ndim) % x->ndim);
}

static int64_t length_of(const gla_vjp *c)
{
    const gla_operand *x = gla_r_like(c, 0);
    return x->ndim ? x->shape[axis_of(c)] : 1;
}

/* Elements start, start + step … along the axis; count elements for step 1, all for step −1. */
static gla_array *part(gla_vjp *c, const gla_array *x, int64_t start, int64_t count, int step)
{
    int axis = axis_of(c);
    gla_index key = {.n = axis + 1};
    gla_array *made = NULL;
    if (!x || c->s.status)
        return NULL;
    for (int i = 0; i < axis; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    bool whole = step < 0;
    key.v[axis] = (gla_index_item){
        .kind = GLA_INDEX_SLICE, .has_start = !whole, .has_stop = !whole, .start = start, .stop = start + count, .step = step};
    return gla_r_adopt(c, gla_getitem(x, &key, &made), &made);
}

static gla_array *cumulate(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_cumulative_sum(x, &made, axis_of(c), GLA_NO_DTYPE, false), &made) : NULL;
}

/* Sums from each element to the end. */
static gla_array *cumulate_back(gla_vjp *c, const gla_array *x)
{
    return part(c, cumulate(c, part(c, x, 0, 0, -1)), 0, 0, -1);
}

/* Zeros, or ones, of n elements along the axis, like x. */
static gla_array *constant(gla_vjp *c, const gla_array *x, int64_t n, double value)
{
    int64_t shape[GLA_MAX_NDIM];
    if (!x || c->s.status)
        return NULL;
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[axis_of(c)] = n;
    gla_array *zeros = gla_s_zeros(&c->s, gla_device_of(x), x->dtype, x->ndim, shape);
    return value == 0 ? zeros : gla_r_combine(c, gla_add, zeros, gla_r_number(c, value));
}

static gla_array *join(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    gla_array *made = NULL;
    return x && y && !c->s.status
               ? gla_r_adopt(c, gla_concat(&(gla_arrays){.n = 2, .v = (const gla_array *[]){x, y}}, &made, axis_of(c)), &made)
               : NULL;
}

/* Shift the elements by n places to the front, and append zeros. */
static gla_array *advance(gla_vjp *c, const gla_array *x, int64_t n)
{
    return join(c, part(c, x, n, length_of(c) - n, 1), constant(c, x, n, 0));
}

/* Return x in one dimension at least. */
static gla_array *line(gla_vjp *c)
{
    return gla_r_like(c, 0)->ndim ? gla_r_x(c, 0) : gla_r_add_last(c, gla_r_x(c, 0), 1);
}

static gla_array *without_initial(gla_vjp *c, gla_array *y)
{
    return y && c->node->in[3].truth ? part(c, y, 1, length_of(c), 1) : y;
}

/* Set the cotangent of x; that of a scalar is a line. */
static void give_line(gla_vjp *c, gla_array *d)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_r_give(c, 0, gla_r_reshape(c, d, x->ndim, x->shape));
}

static bool is_constant(const gla_vjp *c)
{
    return gla_r_like_out(c, 0)->dtype < GLA_FLOAT32;
}

/* ---- sums and products ------------------------------------------------------------------------------------------- */
GLA_VJP(cumulative_sum)
{
    if (!is_constant(c))
        give_line(c, cumulate_back(c, without_initial(c, gla_r_g(c, 0))));
}

/* Σ_{k ≥ i} g_k Π_{i < j ≤ k} x_j for each i, without division: spans of 1, 2, 4 … elements are joined. */
static gla_array *weighted_back(gla_vjp *c, const gla_array *g, const gla_array *x)
{
    gla_array *sum = (gla_array *)g, *factor = advance(c, x, 1);
    for (int64_t n = 1; n < length_of(c) && !c->s.status; n *= 2) {
        sum = gla_r_add(c, sum, gla_r_multiply(c, factor, advance(c, sum, n)));
        factor = gla_r_multiply(c, factor, advance(c, factor, n));
    }
    return sum;
}

GLA_VJP(cumulative_prod)
{
    gla_array *x = gla_r_conj(c, line(c)), *g = without_initial(c, gla_r_g(c, 0)), *made = NULL;
    gla_array *y = gla_r_conj(c, without_initial(c, gla_r_out(c, 0)));
    gla_array *zeros = gla_r_combine(c, gla_equal, x, gla_r_number(c, 0));
    if (is_constant(c) || !g || c->s.status)
        return;
    if (!gla_s_truth(&c->s, gla_r_adopt(c, gla_any(zeros, &made, NULL, false), &made))) {
        give_line(c, gla_r_divide(c, cumulate_back(c, gla_r_multiply(c, g, y)), x));
        return;
    }
    gla_array *before = join(c, constant(c, y, 1, 1), part(c, y, 0, length_of(c) - 1, 1));
    give_line(c, gla_r_multiply(c, before, weighted_back(c, g, x)));
}

/* ---- extremes ---------------------------------------------------------------------------------------------------- */
/* Sum the cotangents of each run of equal results at its first element, where the extreme was found. */
static void extreme(gla_vjp *c)
{
    gla_array *y = gla_r_out(c, 0), *g = gla_r_g(c, 0), *made = NULL;
    int64_t n = length_of(c), size;
    if (!y || !g || y->size == 0)
        return;
    size = y->size;
    gla_array *last = part(c, y, 0, n - 1, 1), *next = part(c, y, 1, n - 1, 1);
    gla_array *is_new = gla_r_combine(c, gla_not_equal, next, last);
    is_new = gla_r_combine(c, gla_logical_and, is_new, gla_r_combine(c, gla_equal, last, last));
    if (c->s.status)
        return;
    const char *device = gla_device_of(y)->name;
    gla_array *count = gla_r_number(c, (double)size);
    gla_array *numbers = gla_r_adopt(c, gla_arange(count, &made, NULL, NULL, GLA_INT64, device), &made);
    numbers = gla_r_reshape(c, numbers, y->ndim, y->shape);
    gla_array *starts = join(c, part(c, numbers, 0, 1, 1), gla_r_multiply(c, is_new, part(c, numbers, 1, n - 1, 1)));
    gla_array *keys = starts && !c->s.status ? gla_r_adopt(c, gla_cumulative_max(starts, &made, axis_of(c)), &made) : NULL;
    keys = gla_r_reshape(c, keys, 1, &size);
    g = gla_r_reshape(c, g, 1, &size);
    if (!c->s.status)
        give_line(c, gla_r_adopt(c, gla_group_sum(g, keys, &made, size), &made));
}

GLA_VJP(cumulative_max)
{
    extreme(c);
}

GLA_VJP(cumulative_min)
{
    extreme(c);
}
