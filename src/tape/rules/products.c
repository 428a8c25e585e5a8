/* products.c - Derivatives of products. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

/* (k) @ (..., k, n): g has the shape (..., n). */
static void vector_left(gla_vjp *c, const gla_array *g)
{
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0,
                   gla_r_sum(c, gla_r_matmul(c, gla_r_conj(c, gla_r_x(c, 1)), gla_r_add_last(c, g, 1)),
                             &(const gla_ints){1, {-1}}, false));
    if (gla_r_wants(c, 1)) {
        int64_t shape[GLA_MAX_NDIM + 1];
        memcpy(shape, g->shape, (size_t)g->ndim * sizeof *shape);
        shape[g->ndim] = shape[g->ndim - 1];
        shape[g->ndim - 1] = 1;
        gla_array *row = gla_r_reshape(c, g, g->ndim + 1, shape);
        gla_r_give(c, 1, gla_r_multiply(c, gla_r_add_last(c, gla_r_conj(c, gla_r_x(c, 0)), 1), row));
    }
}

/* (..., m, k) @ (k): g has the shape (..., m). */
static void vector_right(gla_vjp *c, const gla_array *g)
{
    gla_array *column = gla_r_add_last(c, g, 1);
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, gla_r_multiply(c, column, gla_r_conj(c, gla_r_x(c, 1))));
    if (gla_r_wants(c, 1)) {
        gla_array *p = gla_r_matmul(c, gla_r_h(c, gla_r_x(c, 0)), column);
        gla_r_give(c, 1, p ? gla_r_reshape(c, p, p->ndim - 1, p->shape) : NULL);
    }
}

GLA_VJP(matmul)
{
    int a = gla_r_like(c, 0)->ndim, b = gla_r_like(c, 1)->ndim;
    gla_array *g = gla_r_g(c, 0);
    if (!g)
        return;
    if (a == 1 && b == 1) {
        if (gla_r_wants(c, 0))
            gla_r_give(c, 0, gla_r_multiply(c, g, gla_r_conj(c, gla_r_x(c, 1))));
        if (gla_r_wants(c, 1))
            gla_r_give(c, 1, gla_r_multiply(c, g, gla_r_conj(c, gla_r_x(c, 0))));
    } else if (a == 1) {
        vector_left(c, g);
    } else if (b == 1) {
        vector_right(c, g);
    } else {
        if (gla_r_wants(c, 0))
            gla_r_give(c, 0, gla_r_matmul(c, g, gla_r_h(c, gla_r_x(c, 1))));
        if (gla_r_wants(c, 1))
            gla_r_give(c, 1, gla_r_matmul(c, gla_r_h(c, gla_r_x(c, 0)), g));
    }
}
