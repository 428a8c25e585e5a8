/* effects.c - Estimated fixed effects, normalised.  All effects of the first grouping variable are kept.  For each other
 * grouping variable, consider the graph that joins its groups with the groups of the first.  In each component of this graph,
 * the group of the first row is the reference group, whose effect is set to 0. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/shape.h"
#include "sparse/sparse.h"

void panel_begin_effects(panel *p)
{
    for (int64_t b = 0; b < p->n_blocks && !p->s.status; b++) {
        int64_t shape[2] = {p->levels[p->blocks[b].way], p->k};
        p->blocks[b].effect = gla_s_zeros(&p->s, p->dev, p->dtype, 2, shape);
    }
}

static int64_t intercept_of(const panel *p, int64_t way)
{
    for (int64_t b = 0; b < p->n_blocks; b++)
        if (p->blocks[b].way == way && !p->blocks[b].slope)
            return b;
    return -1;
}

/* In each component, subtract the effect of the reference group from the effects of `block`, and add it to the effects of
 * `first`. */
static void move_reference(panel *p, panel_block *first, panel_block *block, const panel_components *c)
{
    gla_scope *s = &p->s;
    gla_array *reference = gla_s_convert(s, c->reference, GLA_INT64, p->dev, GLA_MAYBE);
    gla_array *of_first = gla_s_convert(s, c->of_x, GLA_INT64, p->dev, GLA_MAYBE);
    gla_array *of_block = gla_s_convert(s, c->of_y, GLA_INT64, p->dev, GLA_MAYBE);
    gla_array *moved = sparse_take(s, block->effect, reference);
    first->effect = gla_s_combine(s, gla_add, first->effect, sparse_take(s, moved, of_first));
    block->effect = gla_s_combine(s, gla_subtract, block->effect, sparse_take(s, moved, of_block));
}

static void normalise(panel *p)
{
    gla_scope *s = &p->s;
    int64_t first = -1;
    for (int64_t i = 0; i < p->ways && !s->status && p->n > 0; i++) {
        int64_t b = intercept_of(p, i);
        if (b >= 0 && first >= 0) {
            panel_components c = {0};
            panel_find_components(p, p->blocks[first].way, i, &c);
            if (!s->status)
                move_reference(p, &p->blocks[first], &p->blocks[b], &c);
        }
        first = first < 0 ? b : first;
    }
}

/* Return the effects of a grouping variable.  If the variable has slopes, return one array (groups, effects, columns). */
static gla_array *of_grouping(panel *p, int64_t first, int64_t count)
{
    gla_scope *s = &p->s;
    int64_t levels = p->levels[p->blocks[first].way];
    if (count == 1 && !p->blocks[first].slope)
        return gla_s_contiguous(s, p->dev, p->dtype, p->blocks[first].effect);
    gla_array *all = gla_s_new(s, p->dev, p->dtype, 3, (int64_t[]){levels, count, p->k});
    for (int64_t b = 0; b < count && levels > 0 && !s->status; b++) {
        int64_t strides[2] = {count * p->k, 1};
        gla_array *part = gla_s_view(s, all, 2, (int64_t[]){levels, p->k}, strides, b * p->k);
        gla_s_assign(s, part, p->blocks[first + b].effect);
    }
    return all;
}

/* Return the number of blocks of a grouping variable, given its first block. */
static int64_t blocks_from(const panel *p, int64_t first)
{
    int64_t count = 1;
    while (first + count < p->n_blocks && p->blocks[first + count].way == p->blocks[first].way)
        count++;
    return count;
}

void panel_finish_effects(panel *p, const gla_array *scales, gla_array *results[])
{
    gla_scope *s = &p->s;
    for (int64_t b = 0; b < p->n_blocks && scales && !s->status; b++)
        p->blocks[b].effect = gla_s_combine(s, gla_divide, p->blocks[b].effect, scales);
    for (int64_t b = 0, count; b < p->n_blocks && !s->status; b += count) {
        count = blocks_from(p, b);
        panel_effects_of_slopes(p, b, count);
    }
    normalise(p);
    for (int64_t b = 0, count; b < p->n_blocks && !s->status; b += count) {
        count = blocks_from(p, b);
        results[p->blocks[b].way] = of_grouping(p, b, count);
    }
}
