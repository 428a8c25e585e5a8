/* integer_gemm.c - Products of integer matrices. */
#include "dense.h"

#include "backends/device/list/list.h"

GLA_LIST(integer_gemm)
{
    if (gla_kind_of(t) == GLA_KIND_INT)
        gla_list_add(list, gla_device_typed("integer_gemm.h", t), "matmul", 0);
}

gla_status gla_device_integer_gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                                   const gla_matrix *b, const gla_matrix *c, int64_t batch)
{
    int64_t one = 1, m = c->rows, n = c->cols, k = ta == GLA_NO_TRANS ? a->cols : a->rows;
    int64_t tiles = (m + 15) / 16 * ((n + 15) / 16) * batch;
    bool na = ta == GLA_NO_TRANS, nb = tb == GLA_NO_TRANS;
    const int64_t *a_row = na ? &one : &a->ld, *a_col = na ? &a->ld : &one;
    const int64_t *b_row = nb ? &one : &b->ld, *b_col = nb ? &b->ld : &one;
    gla_status st = gla_device_enter("matmul", dev);
    const gla_device_program product = gla_device_typed("integer_gemm.h", dtype);
    const gla_argument args[] = {GLA_VALUE(m),        GLA_VALUE(n),      GLA_VALUE(k),        GLA_VALUE(batch),
                                 GLA_BUFFER(a->data), GLA_VALUE(*a_row), GLA_VALUE(*a_col),   GLA_VALUE(a->stride),
                                 GLA_BUFFER(b->data), GLA_VALUE(*b_row), GLA_VALUE(*b_col),   GLA_VALUE(b->stride),
                                 GLA_BUFFER(c->data), GLA_VALUE(c->ld),  GLA_VALUE(c->stride)};
    return st ? st : gla_device_run("matmul", dev, &product, "integer_gemm", tiles, 15, args);
}
