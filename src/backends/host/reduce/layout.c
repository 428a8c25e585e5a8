/* layout.c - Put the axes of a reduction in memory order, and locate its elements. */
#include "reduce.h"

static int64_t distance(int64_t step)
{
    return step < 0 ? -step : step;
}

/* Sort axes by decreasing step.  Broadcast axes (step 0) come first, so that they do not interrupt the memory order. */
static void sort_axes(int n, gla_reduce_axis *axes)
{
    for (int i = 1; i < n; i++) {
        gla_reduce_axis axis = axes[i];
        int j = i;
        if (axis.step == 0)
            for (; j > 0; j--)
                axes[j] = axes[j - 1];
        for (; j > 0 && axes[j - 1].step != 0 && distance(axes[j - 1].step) < distance(axis.step); j--)
            axes[j] = axes[j - 1];
        axes[j] = axis;
    }
}

/* Merge neighbouring axes that form one axis.  Return the number of axes left. */
static int collapse_axes(int n, gla_reduce_axis *axes)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        gla_reduce_axis *last = &axes[kept - 1];
        if (kept && last->step == axes[i].n * axes[i].step && last->out_step == axes[i].n * axes[i].out_step)
            *last = (gla_reduce_axis){last->n * axes[i].n, axes[i].step, axes[i].out_step};
        else
            axes[kept++] = axes[i];
    }
    return kept;
}

static void take_axes(gla_reduce_plan *p, const gla_array *x, int nkeep, const gla_array *out)
{
    bool ordered = p->op == GLA_REDUCE_ARGMIN || p->op == GLA_REDUCE_ARGMAX;
    int64_t out_step = (int64_t)gla_itemsize(out->dtype);
    p->count = 1;
    for (int i = nkeep; i-- > 0; out_step *= x->shape[i])
        if (x->shape[i] != 1)
            p->kept[p->nkept++] = (gla_reduce_axis){x->shape[i], x->strides[i] * p->itemsize, out_step};
    for (int i = 0; i < p->nkept / 2; i++) { /* the axes were collected from last to first */
        gla_reduce_axis axis = p->kept[i];
        p->kept[i] = p->kept[p->nkept - 1 - i];
        p->kept[p->nkept - 1 - i] = axis;
    }
    for (int i = nkeep; i < x->ndim; i++) {
        int64_t n = x->shape[i], step = x->strides[i] * p->itemsize;
        if (n == 1)
            continue;
        if (step < 0 && !ordered) {
            p->x += (n - 1) * step;
            step = -step;
        }
        p->reduced[p->nreduced++] = (gla_reduce_axis){n, step, 0};
        p->count *= n;
    }
    sort_axes(p->nkept, p->kept);
    if (!ordered)
        sort_axes(p->nreduced, p->reduced);
    p->nkept = collapse_axes(p->nkept, p->kept);
    p->nreduced = collapse_axes(p->nreduced, p->reduced);
}

/* Return the panel width.  Panels are narrow enough to keep the accumulators in the first-level cache and, unless there are few
 * results, narrow enough that every thread has a panel.  The width does not affect results. */
static int64_t panel_width(const gla_reduce_plan *p)
{
    int64_t width = 256;
    if (p->by_columns && p->panel.step == p->itemsize)
        width = 1024;
    if (!p->by_columns && p->nblocks > 1 && distance(p->reduced[0].step) <= distance(p->panel.step))
        width = 1; /* if the elements of one result are contiguous; otherwise compute neighbouring results together */
    if (p->by_columns && p->panel.n * p->count > 1 << 17 && gla_host_threads() > 1)
        while (width > 128 && p->panel.n / width < 2 * gla_host_threads())
            width /= 2;
    return width < p->panel.n ? width : p->panel.n;
}

/* Use rows if the reduced elements have the smallest step and their number is not very small; otherwise use columns. */
static void choose_blocks(gla_reduce_plan *p)
{
    gla_reduce_axis inner = {1, 0, 0};
    if (p->nreduced)
        inner = p->reduced[p->nreduced - 1];
    bool closest = inner.step != 0 && distance(inner.step) <= distance(p->panel.step);
    p->by_columns = p->panel.n > 1 && (!closest || p->count < 32);
    p->block = p->by_columns ? GLA_REDUCE_COLUMN_BLOCK : GLA_REDUCE_ROW_BLOCK;
    p->in_place = !p->by_columns && p->native && inner.step == p->itemsize && (p->nreduced == 1 || inner.n >= 64);
    p->run = p->in_place ? inner.n : p->count;
    p->nblocks = p->count / p->run * ((p->run + p->block - 1) / p->block);
}

int64_t gla_reduce_block(const gla_reduce_plan *p, int64_t index, int64_t *first)
{
    int64_t begin = index * p->block, run = 0;
    if (p->run < p->count) {
        int64_t each = (p->run + p->block - 1) / p->block;
        run = index / each * p->run;
        begin = index % each * p->block;
    }
    *first = run + begin;
    return p->run - begin < p->block ? p->run - begin : p->block;
}

void gla_reduce_layout(gla_reduce_plan *p, const gla_array *x, int nkeep, const gla_array *out)
{
    p->x = gla_data(x);
    p->out = gla_data(out);
    p->panel = (gla_reduce_axis){1, 0, 0};
    p->single = nkeep == 0 && x->contiguous && p->native && x->size <= GLA_REDUCE_ROW_BLOCK;
    if (p->single) {
        p->count = p->run = p->block = x->size;
        p->by_columns = false;
        p->in_place = true;
        p->reduced[p->nreduced++] = (gla_reduce_axis){x->size, p->itemsize, 0};
        return;
    }
    take_axes(p, x, nkeep, out);
    if (p->nkept)
        p->panel = p->kept[--p->nkept];
    choose_blocks(p);
    p->width = panel_width(p);
    p->npanels = (p->panel.n + p->width - 1) / p->width;
    p->ncells = p->npanels;
    for (int i = 0; i < p->nkept; i++)
        p->ncells *= p->kept[i].n;
}

void gla_reduce_offsets(const gla_reduce_plan *p, int64_t first, int n, int64_t *offsets)
{
    int64_t at[GLA_MAX_NDIM], offset = 0;
    for (int i = p->nreduced; i-- > 0; first /= p->reduced[i].n) {
        at[i] = first % p->reduced[i].n;
        offset += at[i] * p->reduced[i].step;
    }
    for (int k = 0; k < n; k++) {
        offsets[k] = offset;
        for (int i = p->nreduced; i-- > 0;) {
            offset += p->reduced[i].step;
            if (++at[i] < p->reduced[i].n)
                break;
            offset -= at[i] * p->reduced[i].step;
            at[i] = 0;
        }
    }
}

const void *gla_reduce_fetch(const gla_reduce_plan *p, const char *x, int64_t first, int64_t n, void *buffer)
{
    char *to = buffer;
    if (p->nreduced == 0) {
        p->load(buffer, x, n, 0);
        return buffer;
    }
    const gla_reduce_axis *inner = &p->reduced[p->nreduced - 1];
    if (p->in_place) {
        int64_t offset = first * inner->step;
        if (p->nreduced > 1)
            gla_reduce_offsets(p, first, 1, &offset);
        return x + offset;
    }
    int64_t at = first % inner->n;
    while (n > 0) {
        int64_t offset, run = inner->n - at < n ? inner->n - at : n;
        gla_reduce_offsets(p, first, 1, &offset);
        p->load(to, x + offset, run, inner->step);
        to += run * p->loaded_size;
        first += run;
        n -= run;
        at = 0;
    }
    return buffer;
}
