/* triangle.c - Copy one triangle of each matrix and set the rest to zero. */
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

#include <string.h>

/* Only the element size matters, because values are only moved. */
typedef struct wide {
    uint64_t re, im;
} wide;
enum { TILE = 32 }; /* a tile of src and a tile of dst fit in the cache together during a transposition */

typedef struct part {
    const char *src;
    char *dst;
    int64_t m, n, srs, scs, drs, dcs; /* strides in elements */
    bool lower, unit;
    const void *one;
} part;

/* Loop over the rows of dst, which may be columns of src.  Copy columns [first, last) of row i. */
#define PART(type)                                                                            \
    static void part_##type(const part *p)                                                    \
    {                                                                                         \
        const type *src = (const type *)p->src, zero = {0};                                   \
        type *dst = (type *)p->dst, one;                                                      \
        memcpy(&one, p->one, sizeof one);                                                     \
        for (int64_t i0 = 0; i0 < p->m && !(i0 % 1024 == 992 && gla_host_stop()); i0 += TILE) \
            for (int64_t j0 = 0; j0 < p->n; j0 += TILE)                                       \
                for (int64_t i = i0; i < i0 + TILE && i < p->m; i++) {                        \
                    int64_t end = j0 + TILE < p->n ? j0 + TILE : p->n;                        \
                    int64_t first = p->lower ? j0 : clamp(i, j0, end);                        \
                    int64_t last = p->lower ? clamp(i + 1, j0, end) : end;                    \
                    type *to = dst + i * p->drs;                                              \
                    const type *from = src + i * p->srs;                                      \
                    for (int64_t j = j0; j < first; j++)                                      \
                        to[j * p->dcs] = zero;                                                \
                    if (p->dcs == 1)                                                          \
                        for (int64_t j = first; j < last; j++)                                \
                            to[j] = from[j * p->scs];                                         \
                    else                                                                      \
                        for (int64_t j = first; j < last; j++)                                \
                            to[j * p->dcs] = from[j * p->scs];                                \
                    for (int64_t j = last; j < end; j++)                                      \
                        to[j * p->dcs] = zero;                                                \
                    if (p->unit && i >= j0 && i < end)                                        \
                        to[i * p->dcs] = one;                                                 \
                }                                                                             \
    }

static int64_t clamp(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

PART(uint32_t)
PART(uint64_t)
PART(wide)

/* Return the address of a constant that represents 1 in the dtype. complex64 uses the first eight bytes of its constant. */
static const void *one_of(gla_dtype dtype)
{
    static const _Alignas(16) float f[2] = {1, 0};
    static const _Alignas(16) double d[2] = {1, 0};
    return gla_host_real_of(dtype) == GLA_FLOAT32 ? (const void *)f : (const void *)d;
}

typedef struct stack {
    const gla_array *src;
    gla_array *dst;
    part part;
} stack;

/* Copy matrices [begin, end) of the stack. */
static void walk_stack(void *arg, int64_t begin, int64_t end)
{
    const stack *s = arg;
    part p = s->part;
    int nb = s->dst->ndim - 2;
    int64_t item = (int64_t)gla_itemsize(s->dst->dtype), position[GLA_MAX_NDIM] = {0}, from = 0, to = 0;
    for (int64_t at = begin; at < end && !(at > begin && gla_host_stop()); at++) {
        p.src = (const char *)gla_data(s->src) + from * item;
        p.dst = (char *)gla_data(s->dst) + to * item;
        (item == 4 ? part_uint32_t : item == 8 ? part_uint64_t : part_wide)(&p);
        for (int d = nb; d-- > 0;) { /* move to the next matrix of the stack */
            from += s->src->strides[d];
            to += s->dst->strides[d];
            if (++position[d] < s->dst->shape[d])
                break;
            from -= s->dst->shape[d] * s->src->strides[d];
            to -= s->dst->shape[d] * s->dst->strides[d];
            position[d] = 0;
        }
    }
}

gla_status gla_host_triangle(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst)
{
    int nb = dst->ndim - 2;
    int64_t count = 1;
    part p = {NULL,
              NULL,
              dst->shape[nb],
              dst->shape[nb + 1],
              src->strides[nb],
              src->strides[nb + 1],
              dst->strides[nb],
              dst->strides[nb + 1],
              lower,
              unit,
              one_of(dst->dtype)};
    (void)dev;
    if (p.drs == 1) /* a column-major dst is processed by columns: copy the other triangle of the transposes */
        p = (part){NULL, NULL, p.n, p.m, p.scs, p.srs, p.dcs, p.drs, !lower, unit, p.one};
    for (int d = 0; d < nb; d++)
        count *= dst->shape[d];
    stack s = {src, dst, p};
    return gla_host_parallel(count, count, walk_stack, &s);
}
