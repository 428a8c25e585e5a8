/* dot.c - Products of a matrix and a vector, by kernels/dot.h. */
#include "dense.h"

#include "backends/device/list/list.h"

GLA_LIST_FLOATING(dot)
{
    gla_list_add(list, gla_device_typed("dot.h", t), "matmul", gla_list_common(t));
    gla_list_add(list, gla_device_typed_with("dot.h", t, "#define TURNED\n"), "matmul", 0);
}

/* Describe the product.  If c is a column, the product is op(A) op(B), where B is a vector.  If c is a row, its transpose is
 * op(B)ᵀ op(A)ᵀ. */
static dot_sizes describe(bool row, gla_trans ta, gla_trans tx, const gla_matrix *a, const gla_matrix *x, const gla_matrix *c)
{
    bool turned = (ta == GLA_NO_TRANS) == row; /* each sum is over a column of a */
    bool x_is_row = (tx == GLA_NO_TRANS) == row;
    return (dot_sizes){.rows = turned ? a->cols : a->rows,
                       .k = turned ? a->rows : a->cols,
                       .splits = 1,
                       .row = turned ? a->ld : 1,
                       .col = turned ? 1 : a->ld,
                       .step_a = a->stride,
                       .x_step = x_is_row ? x->ld : 1,
                       .step_x = x->stride,
                       .y_step = row ? c->ld : 1,
                       .step_y = c->stride,
                       .conj_a = ta == GLA_CONJ_TRANS,
                       .conj_x = tx == GLA_CONJ_TRANS};
}

#define SHORTEST 4096 /* bounds on the number of elements per part of a sum; LONGEST is 64 for each thread of a group */
#define LONGEST 16384

static void cut(gla_device *dev, bool by_thread, dot_sizes *s)
{
    int64_t workers = s->rows * s->batch, wanted = (int64_t)gla_device_units(dev) * (by_thread ? 1024 : 8);
    int64_t shortest = by_thread ? 256 : SHORTEST, longest = by_thread ? 4096 : LONGEST;
    int64_t least = (s->k + longest - 1) / longest, most = (s->k + shortest - 1) / shortest;
    s->splits = workers >= wanted ? 1 : (wanted + workers - 1) / workers;
    s->splits = s->splits > most ? most : s->splits < least ? least : s->splits;
    s->chunk = (s->k + s->splits - 1) / s->splits;
    s->splits = (s->k + s->chunk - 1) / s->chunk;
}

gla_status gla_device_dots(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                           const gla_matrix *b, const gla_matrix *c, int64_t batch)
{
    bool row = c->cols != 1, wide = gla_dtype_is_complex(dtype);
    dot_sizes s = row ? describe(true, tb, ta, b, a, c) : describe(false, ta, tb, a, b, c);
    const gla_matrix *matrix = row ? b : a, *vector = row ? a : b;
    bool by_thread = s.rows >= 32 && s.row == 1 && s.col != 1;
    void *parts = NULL;
    s.batch = batch;
    cut(dev, by_thread, &s);
    const gla_device_program dot = gla_device_typed_with("dot.h", dtype, by_thread ? "#define TURNED\n" : NULL);
    gla_status st = gla_device_enter("matmul", dev);
    if (!st && s.splits > 1)
        st = gla_device_scratch("matmul", dev, (size_t)(s.rows * batch * s.splits) * (wide ? 16 : 8), &parts);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(matrix->data), GLA_BUFFER(vector->data), GLA_BUFFER(parts),
                                 GLA_BUFFER(c->data)};
    int64_t sums = s.rows * batch * s.splits, results = s.rows * batch;
    if (!st)
        st = gla_device_run_for("matmul", dev, &dot, "dots", by_thread ? sums : sums * GLA_GROUP, 5, args);
    const gla_argument rest[] = {GLA_VALUE(s), GLA_BUFFER(parts), GLA_BUFFER(c->data)};
    if (!st && parts)
        st = gla_device_run_for("matmul", dev, &dot, "join_dots", results * GLA_GROUP, 3, rest);
    gla_device_drop(dev, parts);
    return st;
}
