/* scan.h - the loops of running sums and their like, for one operation and type: on elements that lie together. */
#ifndef GLA_BACKENDS_HOST_ARRAY_SCAN_H
#define GLA_BACKENDS_HOST_ARRAY_SCAN_H

#include "backends/host/host.h"
#include "contract/reduction.h"

/* A line is cut into blocks, and these into parts, which are gone through side by side: each step of a part waits for the one
 * before.  (Parts are no power of two long, so that they do not fall into the same lines of the cache.) */
#define GLA_SCAN_PARTS 8
#define GLA_SCAN_PART 500
#define GLA_SCAN_BLOCK (GLA_SCAN_PARTS * GLA_SCAN_PART)

typedef struct gla_scan_loops {
    gla_dtype dtype;
    /* Each of n elements, at most a block, combined with those before it in its part; out may be x. */
    void (*run)(const void *x, void *out, int64_t n);
    /* All of such a block. */
    void (*total)(const void *out, int64_t n, void *total);
    /* Such a block complete: combined with the parts before, and what came before the block (NULL: nothing).  False if a part
     * may have left the range of the type, which elements one by one need not do: call `step` instead. */
    bool (*finish)(void *out, int64_t n, const void *before);
    /* *a combined with *b, into z. */
    void (*join)(const void *a, const void *b, void *z);
    /* Where elements may be combined in any order, and that is sooner done one by one: each of n elements with *last, which
     * becomes the last one; begun: there was one before.  Else NULL. */
    void (*follow)(const void *x, void *out, int64_t n, void *last, bool begun);
    void (*all)(const void *x, int64_t n, void *total); /* only the last one; NULL where follow is */
    /* Each of n elements with *last, one by one; *last becomes the last one.  NULL where nothing leaves the range. */
    void (*step)(const void *x, void *out, int64_t n, void *last, bool begun);
    bool (*fine)(const void *a); /* whether *a is within the range, with all digits; NULL where step is */
    /* Side by side: sum[i] becomes (fresh) x[i] or is combined with it; out[i] is before[i] (NULL: nothing) and this.  False as
     * of finish. */
    bool (*columns)(void *sum, bool fresh, const void *x, const void *before, void *out, int64_t n);
} gla_scan_loops;

const gla_scan_loops *gla_scan_choose(gla_scan_op op, gla_dtype out);

#endif
