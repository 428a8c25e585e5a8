/* quasi.c - what sequences of quasi-random points share. */
#include "quasi.h"

#include "random/random.h"

#define MAX_POINTS ((int64_t)1 << 32)

gla_status gla_quasi_read(const char *op, int64_t n, int64_t d, int64_t dimensions, const gla_array *seed, int64_t skip,
                          bool scramble, const char *device, gla_quasi *q, gla_device **dev)
{
    *q = (gla_quasi){.n = n, .d = d, .first = skip, .scramble = scramble};
    if (n < 0 || d < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %lld; give a number from 0", op, n < 0 ? "n" : "d",
                        (long long)(n < 0 ? n : d));
    if (d > dimensions)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: d is %lld, but there are %lld dimensions; take fewer", op, (long long)d,
                        (long long)dimensions);
    if (skip < 0 || skip > MAX_POINTS || n > MAX_POINTS - skip)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: %lld points behind skip = %lld are not all in the sequence, which has 2**32; take fewer, and a "
                        "skip from 0",
                        op, (long long)n, (long long)skip);
    uint64_t key = 0;
    gla_status st = scramble ? gla_random_read_seed(op, seed, &key) : GLA_OK;
    q->seed = (int64_t)key;
    return st ? st : gla_find_device(device, dev);
}

gla_array *gla_quasi_table(gla_scope *s, gla_dtype dtype, int64_t n, void **data)
{
    gla_array *made;
    *data = NULL;
    return s->status ? NULL : gla_s_made(s, gla_array_new_host(s->op, dtype, 1, &n, &made, data), &made);
}
