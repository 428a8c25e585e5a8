/* rule.c - Arguments, results and operations of the rules (rule.h). */
#undef GLA_INSIDE /* rules call the checked entries, which record */
#include "gpulinalg.h"
#include "tape/rule.h"

#include <stdio.h>
#include <string.h>

/* ---- arguments and results -------------------------------------------------------------------------------------------- */
const gla_operand *gla_r_like_item(const gla_vjp *c, int argument, int k)
{
    return &c->node->x[gla_node_operand(c->node, argument) + k];
}

const gla_operand *gla_r_like(const gla_vjp *c, int argument)
{
    return gla_r_like_item(c, argument, 0);
}

const gla_operand *gla_r_like_out(const gla_vjp *c, int result)
{
    return &c->node->out[result];
}

gla_array *gla_r_item(gla_vjp *c, int argument, int k)
{
    return gla_operand_array(gla_r_like_item(c, argument, k));
}

gla_array *gla_r_x(gla_vjp *c, int argument)
{
    return gla_r_item(c, argument, 0);
}

int gla_r_items(const gla_vjp *c, int argument)
{
    return gla_node_operand(c->node, argument + 1) - gla_node_operand(c->node, argument);
}

gla_array *gla_r_out(gla_vjp *c, int result)
{
    return gla_operand_array(&c->node->out[result]);
}

gla_array *gla_r_g(gla_vjp *c, int result)
{
    return c->g[result];
}

bool gla_r_wants_item(const gla_vjp *c, int argument, int k)
{
    return c->wanted[gla_node_operand(c->node, argument) + k];
}

bool gla_r_wants(const gla_vjp *c, int argument)
{
    return gla_r_wants_item(c, argument, 0);
}

/* Return the cotangent of what was broadcast or converted to the shape and dtype of g. */
static gla_array *fit(gla_vjp *c, gla_array *g, const gla_operand *like)
{
    gla_ints axes = {.n = 0};
    if (!g || c->s.status)
        return NULL;
    int extra = g->ndim - like->ndim;
    for (int i = 0; i < g->ndim; i++)
        if (i < extra || (like->shape[i - extra] == 1 && g->shape[i] != 1))
            axes.v[axes.n++] = i;
    if (axes.n)
        g = gla_r_sum(c, g, &axes, true);
    if (extra > 0)
        g = gla_r_reshape(c, g, like->ndim, like->shape);
    if (g && (extra < 0 || memcmp(g->shape, like->shape, (size_t)like->ndim * sizeof *like->shape) != 0))
        g = gla_r_broadcast(c, g, like->ndim, like->shape);
    if (g && g->dtype >= GLA_COMPLEX64 && like->dtype < GLA_COMPLEX64)
        g = gla_r_apply(c, gla_real, g);
    return gla_r_astype(c, g, like->dtype);
}

void gla_r_give_item(gla_vjp *c, int argument, int k, gla_array *cotangent)
{
    int i = gla_node_operand(c->node, argument) + k;
    if (c->wanted[i])
        c->d[i] = fit(c, cotangent, &c->node->x[i]);
}

void gla_r_give(gla_vjp *c, int argument, gla_array *cotangent)
{
    gla_r_give_item(c, argument, 0, cotangent);
}

/* Arrays that the script, a tape or another cotangent may see are not changed. */
gla_array *gla_r_into(gla_vjp *c, int argument)
{
    gla_array *sum = *c->into[gla_node_operand(c->node, argument)];
    bool alone = sum && atomic_load(&sum->object.refs) == 1 && atomic_load(&sum->buffer->refs) == 1 &&
                 !(sum->flags & GLA_READONLY) && !gla_tape_knows(sum);
    return alone ? sum : NULL;
}

void gla_r_fail(gla_vjp *c, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gla_s_fail(&c->s, GLA_ARGUMENT_ERROR, "gradient: %s %s", c->node->f->name, text);
}

/* ---- operations ------------------------------------------------------------------------------------------------------- */
gla_array *gla_r_number(gla_vjp *c, double value)
{
    return gla_s_number(&c->s, value);
}

gla_array *gla_r_apply(gla_vjp *c, gla_unary *function, const gla_array *x)
{
    return x ? gla_s_apply(&c->s, function, x) : NULL;
}

gla_array *gla_r_combine(gla_vjp *c, gla_binary *function, const gla_array *x, const gla_array *y)
{
    return x && y ? gla_s_combine(&c->s, function, x, y) : NULL;
}

gla_array *gla_r_adopt(gla_vjp *c, gla_status st, gla_array **made)
{
    return gla_s_adopt(&c->s, st, made);
}

gla_array *gla_r_add(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return x && y ? gla_s_combine(&c->s, gla_add, x, y) : (gla_array *)(x ? x : y);
}

gla_array *gla_r_subtract(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return x && y ? gla_s_combine(&c->s, gla_subtract, x, y) : y ? gla_r_negative(c, y) : (gla_array *)x;
}

gla_array *gla_r_multiply(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_combine(c, gla_multiply, x, y);
}

gla_array *gla_r_divide(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_combine(c, gla_divide, x, y);
}

gla_array *gla_r_negative(gla_vjp *c, const gla_array *x)
{
    return gla_r_apply(c, gla_negative, x);
}

gla_array *gla_r_scale(gla_vjp *c, const gla_array *x, double factor)
{
    return gla_r_multiply(c, x, gla_r_number(c, factor));
}

gla_array *gla_r_conj(gla_vjp *c, const gla_array *x)
{
    return x && x->dtype >= GLA_COMPLEX64 ? gla_r_apply(c, gla_conj, x) : (gla_array *)x;
}

gla_array *gla_r_matmul(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_combine(c, gla_matmul, x, y);
}

gla_array *gla_r_t(gla_vjp *c, const gla_array *x)
{
    return gla_r_apply(c, gla_matrix_transpose, x);
}

gla_array *gla_r_h(gla_vjp *c, const gla_array *x)
{
    return gla_r_conj(c, gla_r_t(c, x));
}

gla_array *gla_r_where(gla_vjp *c, const gla_array *condition, const gla_array *x, const gla_array *y)
{
    gla_array *made = NULL;
    return condition && x && y && !c->s.status ? gla_s_adopt(&c->s, gla_where(condition, x, y, &made), &made) : NULL;
}

/* Return true if a small array on the host has no NaN, which is quicker to see than to compute. */
static bool has_no_nan(const gla_array *x)
{
    enum { SMALL = 4096 };
    bool is_double = x->dtype == GLA_FLOAT64 || x->dtype == GLA_COMPLEX128;
    bool is_here = gla_device_of(x)->is_host && gla_is_array(x) && !gla_buffer_is_watched(x->buffer);
    if (!is_here || !x->contiguous || x->size > SMALL || x->dtype < GLA_FLOAT32)
        return false;
    int64_t n = x->dtype >= GLA_COMPLEX64 ? 2 * x->size : x->size;
    const void *data = gla_data(x);
    bool some = false;
    for (int64_t i = 0; i < n; i++) {
        double value = is_double ? ((const double *)data)[i] : (double)((const float *)data)[i];
        some = some || value != value;
    }
    return !some;
}

gla_array *gla_r_mask(gla_vjp *c, const gla_array *x)
{
    gla_array *zero;
    if (!x || c->s.status || has_no_nan(x))
        return (gla_array *)x;
    zero = gla_r_number(c, 0);
    gla_array *undefined = gla_r_combine(c, gla_logical_and, gla_r_combine(c, gla_equal, gla_r_g(c, 0), zero),
                                         gla_r_apply(c, gla_isnan, x));
    return gla_r_where(c, undefined, zero, x);
}

gla_array *gla_r_selected(gla_vjp *c, const gla_array *condition, const gla_array *x)
{
    return gla_r_where(c, condition, x, gla_r_number(c, 0));
}

gla_array *gla_r_sum_along(gla_vjp *c, const gla_array *x, int axis)
{
    return gla_r_sum(c, x, &(const gla_ints){1, {axis}}, axis != 0);
}

gla_array *gla_r_sum(gla_vjp *c, const gla_array *x, const gla_ints *axes, bool keepdims)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_s_adopt(&c->s, gla_sum(x, &made, axes, GLA_NO_DTYPE, keepdims), &made) : NULL;
}

static gla_ints ints_of(int n, const int64_t *v)
{
    gla_ints list = {.n = n};
    memcpy(list.v, v, (size_t)n * sizeof *v);
    return list;
}

static bool has_shape(const gla_array *x, int ndim, const int64_t *shape)
{
    return x->ndim == ndim && memcmp(x->shape, shape, (size_t)ndim * sizeof *shape) == 0;
}

gla_array *gla_r_reshape(gla_vjp *c, const gla_array *x, int ndim, const int64_t *shape)
{
    gla_array *made = NULL;
    if (!x || c->s.status || has_shape(x, ndim, shape))
        return (gla_array *)x;
    gla_ints to = ints_of(ndim, shape);
    return gla_s_adopt(&c->s, gla_reshape(x, &to, &made, GLA_MAYBE, "C"), &made);
}

gla_array *gla_r_broadcast(gla_vjp *c, const gla_array *x, int ndim, const int64_t *shape)
{
    gla_array *made = NULL;
    if (!x || c->s.status || has_shape(x, ndim, shape))
        return (gla_array *)x;
    gla_ints to = ints_of(ndim, shape);
    return gla_s_adopt(&c->s, gla_broadcast_to(x, &to, &made), &made);
}

gla_array *gla_r_add_last(gla_vjp *c, const gla_array *x, int n)
{
    int64_t shape[2 * GLA_MAX_NDIM];
    if (!x || c->s.status)
        return NULL;
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    for (int i = 0; i < n; i++)
        shape[x->ndim + i] = 1;
    return gla_r_reshape(c, x, x->ndim + n, shape);
}

gla_array *gla_r_astype(gla_vjp *c, const gla_array *x, gla_dtype dtype)
{
    gla_array *made = NULL;
    if (!x || c->s.status || x->dtype == dtype)
        return (gla_array *)x;
    return gla_s_adopt(&c->s, gla_astype(x, dtype, &made, false, NULL), &made);
}

gla_array *gla_r_tril(gla_vjp *c, const gla_array *x, int64_t k)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_s_adopt(&c->s, gla_tril(x, &made, k), &made) : NULL;
}

gla_array *gla_r_triu(gla_vjp *c, const gla_array *x, int64_t k)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_s_adopt(&c->s, gla_triu(x, &made, k), &made) : NULL;
}

gla_array *gla_r_zeros(gla_vjp *c, int argument)
{
    const gla_operand *like = gla_r_like(c, argument);
    return c->s.status ? NULL : gla_s_zeros(&c->s, like->dev, like->dtype, like->ndim, like->shape);
}

bool gla_r_is_reduced(const gla_ints *axis, int ndim, int i)
{
    bool reduced = !axis;
    for (int k = 0; axis && k < axis->n; k++)
        reduced = reduced || (axis->v[k] + ndim) % ndim == i;
    return reduced;
}

gla_array *gla_r_spread(gla_vjp *c, const gla_array *y, const gla_operand *x, const gla_ints *axis)
{
    int64_t shape[GLA_MAX_NDIM];
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    for (int i = 0; i < x->ndim; i++)
        if (gla_r_is_reduced(axis, x->ndim, i))
            shape[i] = 1;
    return gla_r_reshape(c, y, x->ndim, shape);
}
