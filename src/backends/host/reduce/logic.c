/* logic.c - Test whether any or all elements are true.  Elements are bytes, and any nonzero byte is true. */
#include "reduce.h"

#include <string.h>

static void any_row(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)
{
    uint8_t any = 0;
    for (int64_t i = 0; i < n; i++)
        any |= ((const uint8_t *)x)[i];
    ((uint8_t *)f->acc)[result] = any != 0;
}

static void all_row(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)
{
    ((uint8_t *)f->acc)[result] = memchr(x, 0, (size_t)n) == NULL;
}

static void any_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh)
{
    uint8_t *restrict acc = f->acc;
    if (fresh)
        memset(acc, 0, (size_t)n);
    for (int r = 0; r < nrows; r++)
        for (int64_t j = 0; j < n; j++)
            acc[j] |= ((const uint8_t *)rows[r])[j] != 0;
}

static void all_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh)
{
    uint8_t *restrict acc = f->acc;
    if (fresh)
        memset(acc, 1, (size_t)n);
    for (int r = 0; r < nrows; r++)
        for (int64_t j = 0; j < n; j++)
            acc[j] &= ((const uint8_t *)rows[r])[j] != 0;
}

static void any_merge(void *acc, const void *later, int64_t plane)
{
    for (int64_t i = 0; i < plane; i++)
        ((uint8_t *)acc)[i] |= ((const uint8_t *)later)[i];
}

static void all_merge(void *acc, const void *later, int64_t plane)
{
    for (int64_t i = 0; i < plane; i++)
        ((uint8_t *)acc)[i] &= ((const uint8_t *)later)[i];
}

static bool any_settled(const void *acc, int64_t plane)
{
    return memchr(acc, 0, (size_t)plane) == NULL;
}

static bool all_settled(const void *acc, int64_t plane)
{
    return memchr(acc, 1, (size_t)plane) == NULL;
}

const gla_reduce_loops gla_reduce_any_bool = {1, any_row, any_columns, any_merge, any_settled, NULL};
const gla_reduce_loops gla_reduce_all_bool = {1, all_row, all_columns, all_merge, all_settled, NULL};
