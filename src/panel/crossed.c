/* crossed.c - Cross-products of groups as sparse matrices: D'W D, where D contains the columns of all blocks and W the
 * weights. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/sparse_arithmetic.h"
#include "sparse/sparse.h"

/* Pairs of blocks, with one triplet for each combination of a pair and a row. */
typedef struct pairs {
    int64_t count, done;
    sparse_triplets t;
} pairs;

static pairs begin(projections *q, int64_t rows, int64_t count)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t size = count * p->n;
    pairs x = {.count = count, .t = {.rows = rows, .cols = q->length}};
    x.t.data = gla_s_new(s, p->dev, p->dtype, 1, &size);
    x.t.row = gla_s_new(s, p->dev, GLA_INT64, 1, &size);
    x.t.col = gla_s_new(s, p->dev, GLA_INT64, 1, &size);
    return x;
}

static gla_array *multiplied(gla_scope *s, gla_array *x, gla_array *slope)
{
    return !slope ? x : x ? gla_s_combine(s, gla_multiply, x, slope) : slope;
}

static void put(projections *q, pairs *to, int64_t row_block, int64_t col_block)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    const panel_block *a = &p->blocks[row_block], *b = &p->blocks[col_block];
    int mark = gla_scope_mark(s);
    int64_t at = to->done++ * p->n;
    gla_array *data = s->status ? NULL : gla_s_slice(s, to->t.data, 0, at, p->n), *values = NULL;
    if (s->status)
        return;
    values = p->weights ? gla_s_view(s, p->weights, 1, &p->n, NULL, 0) : NULL;
    values = multiplied(s, multiplied(s, values, a->slope), b->slope);
    if (values)
        gla_s_assign(s, data, values);
    else
        gla_s_fill(s, data, 1);
    gla_s_assign(s, gla_s_slice(s, to->t.row, 0, at, p->n), sparse_with(s, gla_add, p->codes[a->way], q->begins[row_block]));
    gla_s_assign(s, gla_s_slice(s, to->t.col, 0, at, p->n), sparse_with(s, gla_add, p->codes[b->way], q->begins[col_block]));
    gla_scope_keep(s, mark, NULL);
}

static sparse_rows summed(projections *q, const pairs *x)
{
    sparse_rows none = {0};
    return q->p->s.status ? none : sparse_compress(&q->p->s, &x->t);
}

gla_sparse *panel_matrix(gla_scope *s, const sparse_rows *rows)
{
    gla_scope inner;
    gla_sparse *made = NULL;
    if (s->status)
        return NULL;
    gla_scope_begin(&inner, s->op);
    gla_s_check(s, sparse_return(&inner, rows, false, &made));
    return made;
}

static gla_sparse *transpose(gla_scope *s, const gla_sparse *a)
{
    gla_sparse *turned = NULL, *made = NULL;
    if (s->status || gla_s_check(s, gla_sparse_transpose(a, &turned)))
        return NULL;
    gla_s_check(s, gla_sparse_tocsr(turned, &made));
    gla_object_unref(turned);
    return made;
}

/* Multiply each eliminated block by each of the other blocks. */
static void cross_with_first(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t own = 0;
    int mark = gla_scope_mark(s);
    for (int64_t b = 0; b < p->n_blocks; b++)
        own += p->blocks[b].way == q->first;
    pairs x = begin(q, q->eliminated, own * (p->n_blocks - own));
    for (int64_t a = 0; a < p->n_blocks && !s->status; a++)
        for (int64_t b = 0; b < p->n_blocks && p->blocks[a].way == q->first; b++)
            if (p->blocks[b].way != q->first)
                put(q, &x, a, b);
    sparse_rows rows = summed(q, &x);
    q->means = panel_matrix(s, &rows);
    gla_scope_keep(s, mark, NULL);
    q->sums = transpose(s, q->means);
}

/* Multiply the other blocks by one another: compute a triangle, its transpose, and the diagonal. */
static void cross_others(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t count = 0;
    int mark = gla_scope_mark(s);
    for (int step = 0; step < 2 && !s->status; step++) {
        pairs x = {0};
        if (step > 0)
            x = begin(q, q->length, count);
        for (int64_t a = 0; a < p->n_blocks; a++)
            for (int64_t b = a + 1; b < p->n_blocks && p->blocks[a].way != q->first; b++) {
                if (p->blocks[b].way == q->first || p->blocks[b].way == p->blocks[a].way)
                    continue;
                if (step > 0)
                    put(q, &x, a, b);
                count += step == 0;
            }
        if (step > 0 && count > 0) {
            sparse_rows rows = summed(q, &x);
            gla_sparse *upper = panel_matrix(s, &rows), *lower = transpose(s, upper);
            if (!s->status)
                gla_s_check(s, gla_sparse_add(upper, lower, &q->among));
            gla_object_unref(upper);
            gla_object_unref(lower);
        }
    }
    gla_scope_keep(s, mark, NULL);
}

void panel_cross(projections *q)
{
    cross_with_first(q);
    cross_others(q);
}
