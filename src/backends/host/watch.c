/* watch.c - see watch.h. */
#include "watch.h"

#include "clones.h"

gla_watch gla_watch_sums(gla_dtype x, gla_dtype out, int64_t count)
{
    bool is_signed = x != GLA_BOOL && !gla_dtype_is_unsigned(x);
    int k = 8 * (int)gla_itemsize(out) - !gla_dtype_is_unsigned(out); /* elements within [-2^k, 2^k) are safe */
    for (int64_t n = 1; n < count && k > 0; n *= 2)
        k--;
    if (k == 0 || (is_signed && gla_dtype_is_unsigned(out))) /* none are */
        return (gla_watch){0, 0};
    int bits = k + is_signed;
    return (gla_watch){is_signed ? (uint64_t)1 << k : 0, bits > 63 ? UINT64_MAX : ((uint64_t)1 << bits) - 1};
}

CLONES uint64_t gla_watch_bits(const gla_watch *w, const uint64_t *x, int64_t n)
{
    uint64_t bits = 0, bias = w->bias;
    for (int64_t i = 0; i < n; i++)
        bits |= x[i] + bias;
    return bits;
}
