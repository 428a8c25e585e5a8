/* indices.c - tril_indices, triu_indices: the positions of a triangle. */
#include "core/scope.h"

typedef gla_status triangle(const gla_array *x, gla_array **out, int64_t k);

static gla_status positions(const char *op, triangle *take, int64_t n, gla_arrays **out, int64_t k, const gla_ints *m,
                            const char *device)
{
    gla_scope s;
    gla_array *all, *part = NULL;
    *out = NULL;
    if (m && m->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: m has %d numbers; give one", op, m->n);
    gla_ints shape = {.n = 2, .v = {n, m ? m->v[0] : n}};
    if (n < 0 || shape.v[1] < 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: a matrix cannot have %lld rows and %lld columns; give numbers from 0", op,
                        (long long)n, (long long)shape.v[1]);
    gla_scope_begin(&s, op);
    all = gla_s_made(&s, gla_ones(&shape, &all, GLA_BOOL, device), &all);
    if (all)
        gla_s_made(&s, take(all, &part, k), &part);
    if (part)
        gla_s_check(&s, gla_nonzero(part, out));
    return gla_scope_end(&s);
}

gla_status gla_tril_indices(int64_t n, gla_arrays **out, int64_t k, const gla_ints *m, const char *device)
{
    return positions("tril_indices", gla_tril, n, out, k, m, device);
}

gla_status gla_triu_indices(int64_t n, gla_arrays **out, int64_t k, const gla_ints *m, const char *device)
{
    return positions("triu_indices", gla_triu, n, out, k, m, device);
}
