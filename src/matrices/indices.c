/* indices.c - tril_indices and triu_indices: the positions of the elements of a triangle, row by row. */
#include "core/scope.h"

/* For each nonempty row i, starting at row `first`, write the columns [0, i + k) or [i + k, m). */
typedef struct triangle {
    bool lower;
    int64_t n, m, k, first, end;
} triangle;

static int64_t clip(__int128 value, int64_t most)
{
    return value < 0 ? 0 : value > most ? most : (int64_t)value;
}

static int64_t begin_of(const triangle *t, int64_t row)
{
    return t->lower ? 0 : clip((__int128)row + t->k, t->m);
}

static int64_t end_of(const triangle *t, int64_t row)
{
    return t->lower ? clip((__int128)row + t->k + 1, t->m) : t->m;
}

/* Count the elements.  The lengths of consecutive rows differ by one, unless the rows are full or empty. */
static __int128 count(triangle *t)
{
    __int128 total = 0, k = t->k;
    if (t->m == 0)
        return t->first = t->end = 0;
    t->first = t->lower ? clip(-k, t->n) : 0;
    t->end = t->lower ? t->n : clip(t->m - k, t->n);
    int64_t slope = t->lower ? clip(t->m - k, t->n) : clip(-k, t->end);
    if (t->lower && slope > t->first)
        total += (end_of(t, t->first) + (__int128)end_of(t, slope - 1)) * (slope - t->first) / 2;
    if (t->lower)
        return total + (__int128)(t->n - (slope > t->first ? slope : t->first)) * t->m;
    if (t->end > slope)
        total += (2 * (__int128)t->m - begin_of(t, slope) - begin_of(t, t->end - 1)) * (t->end - slope) / 2;
    return total + (__int128)slope * t->m;
}

static void write(const triangle *t, int64_t *rows, int64_t *columns)
{
    for (int64_t i = t->first; i < t->end; i++)
        for (int64_t j = begin_of(t, i), end = end_of(t, i); j < end; j++) {
            *rows++ = i;
            *columns++ = j;
        }
}

static gla_status positions(const char *op, bool lower, int64_t n, gla_arrays **out, int64_t k, const gla_ints *m,
                            const char *device)
{
    gla_scope s;
    gla_array *none, *made[2] = {NULL, NULL};
    void *rows, *columns;
    *out = NULL;
    if (m && m->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: m has %d values, but it must be a scalar", op, m->n);
    triangle t = {.lower = lower, .n = n, .m = m ? m->v[0] : n, .k = k};
    if (n < 0 || t.m < 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: the shape (%lld, %lld) is negative; give non-negative integers", op, (long long)n,
                        (long long)t.m);
    __int128 total = count(&t);
    if (total > INT64_MAX / 16)
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: the number of positions is too large for an array", op);
    int64_t length = (int64_t)total;
    gla_scope_begin(&s, op);
    none = gla_s_adopt(&s, gla_zeros(&(gla_ints){1, {0}}, &none, GLA_INT64, device), &none);
    if (none && gla_s_adopt(&s, gla_array_new_host(op, GLA_INT64, 1, &length, &made[0], &rows), &made[0]) &&
        gla_s_adopt(&s, gla_array_new_host(op, GLA_INT64, 1, &length, &made[1], &columns), &made[1])) {
        write(&t, rows, columns);
        for (int i = 0; i < 2; i++)
            made[i] = gla_s_convert(&s, made[i], GLA_INT64, gla_device_of(none), GLA_MAYBE);
    }
    gla_scope_give_all(&s, 2, made, out);
    return gla_scope_end(&s);
}

gla_status gla_tril_indices(int64_t n, gla_arrays **out, int64_t k, const gla_ints *m, const char *device)
{
    return positions("tril_indices", true, n, out, k, m, device);
}

gla_status gla_triu_indices(int64_t n, gla_arrays **out, int64_t k, const gla_ints *m, const char *device)
{
    return positions("triu_indices", false, n, out, k, m, device);
}
