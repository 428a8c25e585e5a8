/* group.h - Declarations that the files of the slot `group` share. */
#ifndef GLA_BACKENDS_HOST_ARRAY_GROUP_H
#define GLA_BACKENDS_HOST_ARRAY_GROUP_H

#include "backends/host/host.h"

#include <string.h>

#define MIN_ROWS 65536               /* minimum number of rows for one thread */
#define WORDS 65536                  /* number of words per thread, when tables are added */
#define MAX_TABLES ((size_t)1 << 28) /* maximum size of all tables, in bytes */
#define APART 32                     /* minimum number of words between the tables of two threads */

/* Keys access a table in random order.  Tables larger than the nearest caches are prefetched. */
#define AHEAD 40      /* prefetch distance in rows */
#define MIN_FAR 65536 /* words of 8 bytes */

static inline int64_t gla_host_first_row(int64_t n, int64_t parts, int64_t part)
{
    return n / parts * part + (part < n % parts ? part : n % parts);
}

/* Return the number of threads that have separate tables of `each` bytes.  Clearing and adding a table must cost less than
 * adding the rows of the thread. */
static inline int64_t gla_host_group_parts(int64_t n, size_t each)
{
    int64_t parts = gla_host_threads();
    while (parts > 1 && (n / parts < MIN_ROWS || (size_t)(n / parts) * 8 < each || (size_t)parts * each > MAX_TABLES))
        parts--;
    return parts;
}

/* Return the stride between the tables of two threads in words of 8 bytes.  The stride is chosen so that no two threads share a
 * cache line, or a pair of cache lines. */
static inline int64_t gla_host_group_stride(int64_t words, int64_t parts)
{
    return parts > 1 ? words + APART : words;
}

static inline double gla_host_add_exactly(double a, double b, double *error)
{
    double sum = a + b, other = sum - a;
    *error = (a - (sum - other)) + (b - other);
    return sum;
}

/* Round to odd (Boldo and Melquiond).  A nonzero `rest` is recorded in the last bit of the number, so that a later addition
 * rounds only once. */
static inline double gla_host_to_odd(double number, double rest)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (rest != 0 && bits % 2 == 0) {
        bits += (rest > 0) == (number > 0) ? 1 : UINT64_MAX;
        memcpy(&number, &bits, sizeof bits);
    }
    return number;
}

/* Compute the exactly rounded sum of each group, for elements of magnitude less than 2^(exponent + 1).  Set *done to false if
 * an element needs more than three parts or a key is out of range; then `out` must be recomputed.  If is_guess, elements may
 * exceed the bound, and only the fastest method is tried; *done is also set to false if an element exceeds the bound. */
gla_status gla_host_group_sums(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, int exponent,
                               bool is_guess, gla_array *out, bool *done);
/* Compute the same sums in one thread, if few elements of each group have low digits. */
gla_status gla_host_group_pairs(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, gla_array *out,
                                bool *done);

#endif
