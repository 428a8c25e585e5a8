/* watch.h - how large integers may be whose sums are within their type.
 *
 * Elements with `bias` added, which makes none of those negative that are large enough, are put together by `or`; where that is
 * more than `most` a sum may be beyond the type. */
#ifndef GLA_BACKENDS_HOST_WATCH_H
#define GLA_BACKENDS_HOST_WATCH_H

#include "host.h"

typedef struct gla_watch {
    uint64_t bias, most;
} gla_watch;

/* Of sums of `count` elements of type x in the type of `out`. */
gla_watch gla_watch_sums(gla_dtype x, gla_dtype out, int64_t count);
/* n elements, as 64 bits, put together. */
uint64_t gla_watch_bits(const gla_watch *w, const uint64_t *x, int64_t n);

#endif
