/* integer_gemm.c - Products of integer matrices.  Signed and unsigned sums that wrap around have the same bits, so there is one
 * loop for each width. */
#include "integer_gemm.h"

#include <string.h>

typedef struct integer_product {
    gla_matrix a, b, c;
    int64_t k, ars, acs, brs, bcs; /* row and column strides of op(A) and op(B) */
    int64_t columns;               /* number of columns of one matrix of c */
} integer_product;

/* Compute columns [begin, end), numbered across all matrices of the stack. */
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

/* Multiply one row by columns, one inner product at a time.  If corresponding elements of the matrices in a stack are
 * contiguous, compute SOME inner products at a time. */
#define SOME 128
#define DOTS(type)                                                                                                     \
    static inline __attribute__((always_inline))                                                                       \
    type dot_##type(int64_t n, const type *a, int64_t as, const type *b, int64_t bs)                                   \
    {                                                                                                                  \
        type sum = 0;                                                                                                  \
        if (as == 1 && bs == 1)                                                                                        \
            for (int64_t l = 0; l < n; l++)                                                                            \
                sum = (type)(sum + (uint64_t)a[l] * b[l]);                                                             \
        else                                                                                                           \
            for (int64_t l = 0; l < n; l++)                                                                            \
                sum = (type)(sum + (uint64_t)a[l * as] * b[l * bs]);                                                   \
        return sum;                                                                                                    \
    }                                                                                                                  \
    static void beside_##type(int64_t count, int64_t n, const type *a, int64_t as, const type *b, int64_t bs,          \
                              type *restrict sum)                                                                      \
    {                                                                                                                  \
        memset(sum, 0, (size_t)count * sizeof *sum);                                                                   \
        for (int64_t l = 0; l < n; l++)                                                                                \
            for (int64_t j = 0; j < count; j++)                                                                        \
                sum[j] = (type)(sum[j] + (uint64_t)a[l * as + j] * b[l * bs + j]);                                     \
    }                                                                                                                  \
    static void dots_##type(void *arg, int64_t begin, int64_t end)                                                     \
    {                                                                                                                  \
        const integer_product *p = arg;                                                                                \
        const type *a = p->a.data, *b = p->b.data;                                                                     \
        type *c = p->c.data, sums[SOME];                                                                               \
        const bool lie_beside = p->columns == 1 && p->a.stride == 1 && p->b.stride == 1;                               \
        for (int64_t at = begin, n; at < end && !gla_host_stop(); at += n) {                                           \
            n = end - at < SOME ? end - at : SOME;                                                                     \
            if (lie_beside && n >= 8)                                                                                  \
                beside_##type(n, p->k, a + at, p->acs, b + at, p->brs, sums);                                          \
            for (int64_t i = 0, batch = at / p->columns, j = at % p->columns; i < n; i++) {                            \
                c[batch * p->c.stride + j * p->c.ld] = lie_beside && n >= 8                                            \
                                                           ? sums[i]                                                   \
                                                           : dot_##type(p->k, a + batch * p->a.stride, p->acs,         \
                                                                        b + batch * p->b.stride + j * p->bcs, p->brs); \
                j = j + 1 < p->columns ? j + 1 : 0;                                                                    \
                batch += j == 0;                                                                                       \
            }                                                                                                          \
        }                                                                                                              \
    }

DOTS(uint8_t)
DOTS(uint16_t)
DOTS(uint32_t)
DOTS(uint64_t)

gla_status gla_host_integer_gemm(gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                                 const gla_matrix *c, int64_t batch)
{
    bool na = ta == GLA_NO_TRANS, nb = tb == GLA_NO_TRANS;
    integer_product p = {*a,     *b, *c, na ? a->cols : a->rows, na ? 1 : a->ld, na ? a->ld : 1, nb ? 1 : b->ld, nb ? b->ld : 1,
                         c->cols};
    double work = (double)c->rows * (double)p.k;
    static const gla_host_body bodies[2][4] = {{columns_uint8_t, columns_uint16_t, columns_uint32_t, columns_uint64_t},
                                               {dots_uint8_t, dots_uint16_t, dots_uint32_t, dots_uint64_t}};
    gla_host_body body = bodies[c->rows == 1][__builtin_ctzll(gla_itemsize(dtype))];
    return gla_host_parallel(c->cols * batch, (int64_t)(5e4 / (work + 1)) + 1, body, &p);
}
