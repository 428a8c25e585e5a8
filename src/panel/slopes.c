/* slopes.c - Slopes that vary by group: orthogonal blocks of a grouping variable, and effects of the original slopes.
 *
 * Within each group a slope is replaced by its residuals from a regression on the preceding slopes (Gram-Schmidt, twice).  The
 * blocks of a grouping variable are then orthogonal to each other, like columns of dummies. */
#include "panel/panel.h"

#include "elementwise/where.h"
#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"
#include "sparse/sparse.h"

#include <math.h>

#define SPANNED 1e-11 /* residuals less than this fraction of the slope's norm are treated as rounding errors */

static int64_t width(const gla_array *x)
{
    return !x || (x->size == 0 && x->ndim < 2) ? 0 : x->ndim == 1 ? 1 : x->shape[1];
}

static const gla_array *slopes_of(const panel *p, int64_t way)
{
    return p->slopes && way < p->slopes->n ? p->slopes->v[way] : NULL;
}

/* ---- validation
 * ----------------------------------------------------------------------------------------------------------- */
static void check_slope(panel *p, int64_t way, int64_t n)
{
    gla_scope *s = &p->s;
    char text[GLA_SHAPE_TEXT];
    const gla_array *x = p->slopes->v[way];
    if (width(x) == 0)
        return;
    if (gla_dtype_is_complex(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: slopes[%lld] is %s, but it must be real", s->op, (long long)way,
                   gla_dtype_name(x->dtype));
    else if (x->ndim > 2 || x->ndim < 1 || x->shape[0] != n)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: slopes[%lld] has shape %s, but y has %lld rows; give shape (n,) or (n, "
                   "m), or an empty list for a grouping variable without slopes",
                   s->op, (long long)way, gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)n);
}

static void read_intercepts(panel *p, const gla_array *given)
{
    gla_scope *s = &p->s;
    void *data = NULL;
    p->has_intercept = gla_s_memory(s, p->ways, sizeof *p->has_intercept);
    for (int64_t i = 0; i < p->ways && !s->status; i++)
        p->has_intercept[i] = true;
    if (!given || s->status)
        return;
    if (given->ndim != 1 || given->shape[0] != p->ways || given->dtype != GLA_BOOL) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: intercepts must be one bool for each of the %lld grouping variables", s->op,
                   (long long)p->ways);
        return;
    }
    given = gla_s_to_host(s, gla_s_contiguous(s, gla_device_of(given), GLA_BOOL, given), &data);
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        p->has_intercept[i] = ((const bool *)data)[i];
        if (!p->has_intercept[i] && width(slopes_of(p, i)) == 0)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: grouping variable %lld has neither an intercept nor slopes", s->op,
                       (long long)i);
    }
}

void panel_check_slopes(panel *p, const gla_array *intercepts, int64_t n)
{
    gla_scope *s = &p->s;
    bool any = false;
    if (p->slopes && p->slopes->n > 0 && p->slopes->n != p->ways)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: slopes has %lld item%s for %lld grouping variable%s; give one for "
                   "each, with an empty list [] for one without slopes",
                   s->op, (long long)p->slopes->n, p->slopes->n == 1 ? "" : "s", (long long)p->ways, p->ways == 1 ? "" : "s");
    for (int64_t i = 0; p->slopes && i < p->slopes->n && !s->status; i++) {
        check_slope(p, i, n);
        any |= width(p->slopes->v[i]) > 0;
    }
    if (any && p->method == PANEL_LSMR)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: method \"lsmr\" does not support slopes; use \"map\"", s->op);
    if (!s->status)
        read_intercepts(p, intercepts);
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */
/* Return a column, scaled so that the squares of its elements can be summed. */
static gla_array *scaled(panel *p, panel_block *block, const gla_array *all, int64_t column)
{
    gla_scope *s = &p->s;
    void *data = NULL;
    gla_array *x = all->ndim == 2 ? gla_s_slice(s, all, 1, column, 1) : gla_s_add_last(s, all);
    x = s->status ? NULL : panel_kept(p, gla_s_to_device(s, p->dev, x));
    if (s->status || p->n == 0)
        return x;
    gla_array *most = gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, x)), *host = gla_s_to_host(s, most, &data);
    double largest = s->status ? 1 : panel_real(host, data, 0);
    if (!(largest < INFINITY))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: slopes[%lld] contains NaN or Inf; drop these rows first", s->op,
                   (long long)block->way);
    block->scale = largest > 0 && largest < INFINITY ? ldexp(1, -ilogb(largest)) : 1;
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, block->scale));
}

/* Return weighted sums over groups of one column times another, (groups, 1). */
static gla_array *sums(panel *p, const gla_array *x, const gla_array *y, int64_t way)
{
    gla_scope *s = &p->s;
    gla_array *made, *product = gla_s_combine(s, gla_multiply, x, y);
    product = p->weights ? gla_s_combine(s, gla_multiply, product, p->weights) : product;
    return s->status ? NULL : gla_s_adopt(s, gla_group_sum(product, p->codes[way], &made, p->levels[way]), &made);
}

/* Subtract from x its projections on the earlier blocks of the grouping variable, and store the coefficients in the block. */
static gla_array *residual(panel *p, int64_t first, int64_t block, gla_array *x)
{
    gla_scope *s = &p->s;
    int64_t way = p->blocks[block].way;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t b = first; b < block && !s->status; b++) {
            gla_array *sum = panel_sums(p, p->weights ? gla_s_combine(s, gla_multiply, x, p->weights) : x, b);
            gla_array *part = gla_s_combine(s, gla_divide, sum, panel_totals(p, b)), **on = &p->blocks[block].on[b - first];
            gla_array *of_rows = sparse_take(s, part, p->codes[way]), *slope = p->blocks[b].slope;
            if (slope)
                of_rows = gla_s_combine(s, gla_multiply, of_rows, gla_s_add_last(s, slope));
            x = gla_s_combine(s, gla_subtract, x, of_rows);
            *on = *on ? gla_s_combine(s, gla_add, *on, part) : part;
        }
    return x;
}

static void add_slope(panel *p, int64_t first, const gla_array *all, int64_t column)
{
    gla_scope *s = &p->s;
    int64_t at = p->n_blocks++, way = p->blocks[first].way;
    panel_block *block = &p->blocks[at];
    block->way = way;
    block->on = gla_s_memory(s, at - first + 1, sizeof *block->on);
    gla_array *x = scaled(p, block, all, column);
    if (s->status || p->n == 0)
        return;
    gla_array *length = sums(p, x, x, way), *rest = residual(p, first, at, x);
    gla_array *limit = gla_s_combine(s, gla_multiply, length, gla_s_number(s, SPANNED * SPANNED));
    gla_array *is_free = gla_s_combine(s, gla_greater, sums(p, rest, rest, way), limit), *count = NULL;
    count = s->status ? NULL : gla_s_adopt(s, gla_sum(is_free, &count, NULL, GLA_INT64, false), &count);
    block->rank = count ? sparse_integer(s, count) : 0;
    rest = gla_s_where(s, sparse_take(s, is_free, p->codes[way]), rest, gla_s_number(s, 0));
    block->slope = s->status ? NULL : gla_s_drop_last(s, gla_s_contiguous(s, p->dev, p->dtype, rest));
}

void panel_find_blocks(panel *p)
{
    gla_scope *s = &p->s;
    int64_t most = 0;
    for (int64_t i = 0; i < p->ways; i++)
        most += 1 + width(slopes_of(p, i));
    p->blocks = gla_s_memory(s, most, sizeof *p->blocks);
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        int64_t first = p->n_blocks;
        p->blocks[first].way = i;
        if (p->has_intercept[i])
            p->blocks[p->n_blocks++].scale = 1;
        for (int64_t c = 0; c < width(slopes_of(p, i)) && !s->status; c++)
            add_slope(p, first, slopes_of(p, i), c);
    }
}

/* ---- effects of the slopes as given
 * ---------------------------------------------------------------------------------------- */
void panel_effects_of_slopes(panel *p, int64_t first, int64_t count)
{
    gla_scope *s = &p->s;
    for (int64_t later = count - 1; later > 0; later--) /* the effect of this block is final */
        for (int64_t b = 0; b < later && !s->status; b++) {
            gla_array *part = gla_s_combine(s, gla_multiply, p->blocks[first + later].on[b], p->blocks[first + later].effect);
            p->blocks[first + b].effect = gla_s_combine(s, gla_subtract, p->blocks[first + b].effect, part);
        }
    for (int64_t b = 0; b < count && !s->status; b++)
        if (p->blocks[first + b].scale != 1)
            p->blocks[first + b].effect = gla_s_combine(s, gla_multiply, p->blocks[first + b].effect,
                                                        gla_s_number(s, p->blocks[first + b].scale));
}
