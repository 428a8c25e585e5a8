/* integer.c - products of integer matrices.  Sums that wrap around are the same bits for signed and unsigned types, so
 * there is one loop for each width. */
#include "integer.h"

#include <string.h>

typedef struct integer_product {
    gla_matrix a, b, c;
    int64_t k, ars, acs, brs, bcs; /* strides of op(A), op(B) from row to row and from column to column */
    int64_t columns;               /* of one matrix of c */
} integer_product;

/* Columns [begin, end) of all the matrices of the stack, counted through. */
#define COLUMNS(type)                                                                   \
    static void columns_##type(void *arg, int64_t begin, int64_t end)                   \
    {                                                                                   \
        const integer_product *p = arg;                                                 \
        for (int64_t at = begin; at < end; at++) {                                      \
            int64_t batch = at / p->columns, j = at % p->columns;                       \
            const type *a = (const type *)p->a.data + batch * p->a.stride;              \
            const type *b = (const type *)p->b.data + batch * p->b.stride + j * p->bcs; \
            type *c = (type *)p->c.data + batch * p->c.stride + j * p->c.ld;            \
            memset(c, 0, (size_t)p->c.rows * sizeof *c);                                \
            for (int64_t l = 0; l < p->k; l++) {                                        \
                if (l % 256 == 255 && gla_host_stop())                                  \
                    return;                                                             \
                type factor = b[l * p->brs];                                            \
                const type *column = a + l * p->acs;                                    \
                if (p->ars == 1)                                                        \
                    for (int64_t i = 0; i < p->c.rows; i++)                             \
                        c[i] = (type)(c[i] + (uint64_t)column[i] * factor);             \
                else                                                                    \
                    for (int64_t i = 0; i < p->c.rows; i++)                             \
                        c[i] = (type)(c[i] + (uint64_t)column[i * p->ars] * factor);    \
            }                                                                           \
        }                                                                               \
    }

COLUMNS(uint8_t)
COLUMNS(uint16_t)
COLUMNS(uint32_t)
COLUMNS(uint64_t)

gla_status gla_host_integer_gemm(gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                                 const gla_matrix *c, int64_t batch)
{
    bool na = ta == GLA_NO_TRANS, nb = tb == GLA_NO_TRANS;
    integer_product p = {*a,     *b, *c, na ? a->cols : a->rows, na ? 1 : a->ld, na ? a->ld : 1, nb ? 1 : b->ld, nb ? b->ld : 1,
                         c->cols};
    double work = (double)c->rows * (double)p.k;
    gla_host_body body = gla_itemsize(dtype) == 1   ? columns_uint8_t
                         : gla_itemsize(dtype) == 2 ? columns_uint16_t
                         : gla_itemsize(dtype) == 4 ? columns_uint32_t
                                                    : columns_uint64_t;
    return gla_host_parallel(c->cols * batch, (int64_t)(5e4 / (work + 1)) + 1, body, &p);
}
