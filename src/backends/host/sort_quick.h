/* sort_quick.h - quicksort by instructions of AVX2 and of AVX-512, one text for both: sort_quick.inc. */
#ifndef GLA_BACKENDS_HOST_SORT_QUICK_H
#define GLA_BACKENDS_HOST_SORT_QUICK_H

#include "places.h"
#include "sort.h"

#define FEWEST (16 * LANES) /* keys for a network */
#define MANY 1024           /* keys, from which on a pivot is chosen with care */
#define SAMPLES 64          /* keys then */
#define NEAR 4096           /* keys, which become elements together */

/* Bytes that are asked for before, since processors do not look ahead beyond a page. */
#define AHEAD 2048

/* Rows of elements, false where some are special: NaN or a negative zero.  Of negative elements the bits of `fold` are turned
 * over, then those of `flip` of all: so unsigned keys are made.  row_f64 has float64, up or down; NULL: they are words.  Then
 * keys in place.  NULL: not compiled. */
typedef struct gla_quicksort {
    bool (*row_u32)(const uint32_t *x, int64_t n, uint32_t *spare, uint32_t *out, uint32_t fold, uint32_t flip, bool is_float);
    bool (*row_u64)(const uint64_t *x, int64_t n, uint64_t *spare, uint64_t *out, uint64_t fold, uint64_t flip, bool is_float);
    bool (*row_f64)(const uint64_t *x, int64_t n, uint64_t *spare, uint64_t *out, bool descending);
    void (*keys_u32)(uint32_t *a, uint32_t *spare, int64_t n);
    void (*keys_u64)(uint64_t *a, uint64_t *spare, int64_t n);
} gla_quicksort;
extern const gla_quicksort gla_host_quicksort_v3, gla_host_quicksort_v4;

#endif
