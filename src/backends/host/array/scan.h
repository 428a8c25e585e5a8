/* scan.h - Loops of cumulative operations for one operation and one dtype, on contiguous elements. */
#ifndef GLA_BACKENDS_HOST_ARRAY_SCAN_H
#define GLA_BACKENDS_HOST_ARRAY_SCAN_H

#include "backends/host/host.h"
#include "contract/reduction.h"

/* Number of parts per block.  A line is cut into blocks, and a block into parts.  The parts of a block are scanned
 * concurrently, because each step within a part depends on the previous step.  The length of a part is not a power of two, so
 * that parts do not map to the same cache lines. */
#define GLA_SCAN_PARTS 8
#define GLA_SCAN_PART 500
#define GLA_SCAN_BLOCK (GLA_SCAN_PARTS * GLA_SCAN_PART)

typedef struct gla_scan_loops {
    gla_dtype dtype;
    /* Scan each part of n elements, which are at most a block.  `out` may be x. */
    void (*run)(const void *x, void *out, int64_t n);
    /* Return the total of a scanned block. */
    void (*total)(const void *out, int64_t n, void *total);
    /* Complete a scanned block: combine each part with the preceding parts, and with the total before the block, unless
     * `before` is NULL. Return false if a part may be out of the range of the dtype although elements combined one by one may
     * not be; then call `step`. */
    bool (*finish)(void *out, int64_t n, const void *before);
    /* Combine *a with *b into z. */
    void (*join)(const void *a, const void *b, void *z);
    /* Combine n elements one by one with *last, which is set to the last result.  If `begun` is false, *last is not yet valid.
     * `follow` is NULL unless elements may be combined in any order and combining them one by one is faster. */
    void (*follow)(const void *x, void *out, int64_t n, void *last, bool begun);
    void (*all)(const void *x, int64_t n, void *total); /* compute the total only; NULL unless `follow` is set */
    /* Combine n elements one by one with *last, which is set to the last result.  NULL if no result can be out of range. */
    void (*step)(const void *x, void *out, int64_t n, void *last, bool begun);
    bool (*fine)(const void *a); /* return true if *a is in range, with full precision; NULL if step is NULL */
    /* Scan adjacent lines.  If `fresh`, sum[i] is set to x[i], and otherwise sum[i] is combined with x[i].  out[i] is set to
     * before[i] combined with sum[i], or to sum[i] if `before` is NULL.  Return false in the same cases as `finish`. */
    bool (*columns)(void *sum, bool fresh, const void *x, const void *before, void *out, int64_t n);
} gla_scan_loops;

const gla_scan_loops *gla_scan_choose(gla_scan_op op, gla_dtype out);

#endif
