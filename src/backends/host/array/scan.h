/* scan.h - Loops of cumulative operations for one operation and dtype, on contiguous elements. */
#ifndef GLA_BACKENDS_HOST_ARRAY_SCAN_H
#define GLA_BACKENDS_HOST_ARRAY_SCAN_H

#include "backends/host/host.h"
#include "contract/reduction.h"

/* A line is cut into blocks, and blocks into parts.  The parts are scanned concurrently, because each step within a part
 * depends on the previous one.  The length of a part is not a power of two, so that parts do not map to the same cache
 * lines. */
#define GLA_SCAN_PARTS 8
#define GLA_SCAN_PART 500
#define GLA_SCAN_BLOCK (GLA_SCAN_PARTS * GLA_SCAN_PART)

typedef struct gla_scan_loops {
    gla_dtype dtype;
    /* Scan each part of n elements, at most a block; out may be x. */
    void (*run)(const void *x, void *out, int64_t n);
    /* Return the total of a scanned block. */
    void (*total)(const void *out, int64_t n, void *total);
    /* Complete a scanned block: combine each part with the preceding parts, and with the total before the block (NULL: none).
     * Return false if a part may have left the range of the dtype, although elements combined one by one may not; then call
     * `step`. */
    bool (*finish)(void *out, int64_t n, const void *before);
    /* Combine *a with *b into z. */
    void (*join)(const void *a, const void *b, void *z);
    /* Combine n elements one by one with *last, which becomes the last result; `begun`: *last is valid.  `follow` is NULL
     * unless elements may be combined in any order and one by one is faster. */
    void (*follow)(const void *x, void *out, int64_t n, void *last, bool begun);
    void (*all)(const void *x, int64_t n, void *total); /* compute the total only; NULL unless `follow` is set */
    /* Combine n elements one by one with *last, which becomes the last result.  NULL if nothing can leave the range. */
    void (*step)(const void *x, void *out, int64_t n, void *last, bool begun);
    bool (*fine)(const void *a); /* return true if *a is in range, with full precision; NULL if step is NULL */
    /* Scan adjacent lines: sum[i] becomes x[i] if fresh, otherwise sum[i] combined with x[i]; out[i] is before[i] (NULL: none)
     * combined with sum[i].  Return false in the same cases as `finish`. */
    bool (*columns)(void *sum, bool fresh, const void *x, const void *before, void *out, int64_t n);
} gla_scan_loops;

const gla_scan_loops *gla_scan_choose(gla_scan_op op, gla_dtype out);

#endif
