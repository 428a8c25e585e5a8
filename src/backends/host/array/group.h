/* group.h - what the files of the slot `group` share. */
#ifndef GLA_BACKENDS_HOST_ARRAY_GROUP_H
#define GLA_BACKENDS_HOST_ARRAY_GROUP_H

#include "backends/host/host.h"

#include <string.h>

#define MIN_ROWS 65536               /* of a thread */
#define WORDS 65536                  /* of a thread, when tables are put together */
#define MAX_TABLES ((size_t)1 << 28) /* bytes */
#define APART 32                     /* words between the tables of two threads */

/* Rows lie anywhere in a table: those that come soon are asked for before, where it is larger than the nearest caches. */
#define AHEAD 40      /* rows */
#define MIN_FAR 65536 /* words of 8 bytes */

static inline int64_t gla_host_first_row(int64_t n, int64_t parts, int64_t part)
{
    return n / parts * part + (part < n % parts ? part : n % parts);
}

/* How many threads have a table of their own, of so many bytes: to empty and join it must be less than what its rows are. */
static inline int64_t gla_host_group_parts(int64_t n, size_t each)
{
    int64_t parts = gla_host_threads();
    while (parts > 1 && (n / parts < MIN_ROWS || (size_t)(n / parts) * 8 < each || (size_t)parts * each > MAX_TABLES))
        parts--;
    return parts;
}

/* From one thread's table to the next, of so many words of 8 bytes or more: no cache line, nor a pair of them, has words of two
 * threads. */
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

/* What stands below the last digit of a number is in its last bit (Boldo and Melquiond, rounding to odd): so what the number is
 * added to is rounded once. */
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

/* Sums of floating-point numbers below 2^(exponent + 1), none of which is beyond: of each group the exact one, rounded once.
 * *done: false where that needs more than three parts of a number, or a key is out of range; then `out` is to be made again.
 * is_guess: numbers may be beyond, and only the fastest way is tried; not done where that is so. */
gla_status gla_host_group_sums(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, int exponent,
                               bool is_guess, gla_array *out, bool *done);
/* The same of numbers of which few in a group reach far down, by one thread. */
gla_status gla_host_group_pairs(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, gla_array *out,
                                bool *done);

#endif
