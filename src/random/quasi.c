/* quasi.c - Common part of the quasi-random sequences. */
#include "quasi.h"

#include "random/random.h"

#define MAX_POINTS ((int64_t)1 << 32)

gla_status gla_quasi_read(const char *op, int64_t n, int64_t d, int64_t dimensions, const gla_array *seed, int64_t skip,
                          bool scramble, const char *device, gla_quasi *q, gla_device **dev)
{
    *q = (gla_quasi){.n = n, .d = d, .first = skip, .scramble = scramble};
    if (n < 0 || d < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %lld, but it must not be negative", op, n < 0 ? "n" : "d",
                        (long long)(n < 0 ? n : d));
    if (d > dimensions)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: d is %lld, but it must be at most %lld", op, (long long)d,
                        (long long)dimensions);
    if (skip < 0 || skip > MAX_POINTS || n > MAX_POINTS - skip)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: n = %lld points after skip = %lld exceed the sequence, which has "
                        "2**32 points; use fewer points and a non-negative skip",
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
    return s->status ? NULL : gla_s_adopt(s, gla_array_new_host(s->op, dtype, 1, &n, &made, data), &made);
}
