/* sort_short.h - Sort rows of at most 512 elements in the registers of a warp or part of a warp, by a bitonic network over
 * pairs of key and position. All positions differ, so the sort is stable. The device must have warps of 32 threads. The caller
 * defines:
 * - the macros of sort_key.h;
 * - LANES, the number of threads per row;
 * - ITEMS, the number of elements per thread;
 * - POSITIONS, if the result is positions instead of elements. */
#include "sort_key.h"
#define GROUP 256
#define TOGETHER (GROUP / LANES) /* number of rows per group */

#if BYTES == 8
typedef struct { sort_key key; uint32 at; } ranked;
#define IS_BEFORE(a, b) ((a).key < (b).key || ((a).key == (b).key && (a).at < (b).at))
#define POSITION_OF(r) ((r).at)
#else
typedef uint64 ranked;
#define IS_BEFORE(a, b) ((a) < (b))
#define POSITION_OF(r) ((uint32)(r) & 0xffff)
#endif

#ifdef POSITIONS
#define RESULT int64
#else
#define RESULT element
#endif

/* Elements past the end of a row sort last. */
DEVICE ranked rank_of(const GLOBAL element *x, int i, int n, int64 turned)
{
    ranked r;
#if BYTES == 8
    r.key = i < n ? key_of(x[i], turned) : ~(sort_key)0;
    r.at = (uint32)i;
#else
    r = (i < n ? (uint64)key_of(x[i], turned) : (uint64)0xffffffffu) << 16 | (uint32)i;
#endif
    return r;
}

DEVICE ranked of_lane(ranked r, int lane)
{
#if BYTES == 8
    ranked o;
    o.key = SHUFFLE(r.key, lane);
    o.at = SHUFFLE(r.at, lane);
    return o;
#else
    return SHUFFLE(r, lane);
#endif
}

KERNEL sort_short(sort_sizes s, const GLOBAL element *x, GLOBAL RESULT *out)
{
    int n = (int)s.n, in_warp = LOCAL_ID % WARP, lane = LOCAL_ID % LANES, below = lane * ITEMS;
    for (int64 first = GROUP_ID * (int64)TOGETHER; first < s.rows; first += GROUP_COUNT * (int64)TOGETHER) {
        int64 row = first + LOCAL_ID / LANES;
        int count = row < s.rows ? n : 0;
        const GLOBAL element *from = x + row * n;
        ranked own[ITEMS];
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            own[k] = rank_of(from, k * LANES + lane, count, s.turned);
#pragma unroll
        for (int size = 2; size <= LANES * ITEMS; size *= 2)
#pragma unroll
            for (int stride = size / 2; stride > 0; stride /= 2)
#pragma unroll
                for (int k = 0; k < ITEMS; k++) {
                    int falls = ((below + k) & size) != 0;
                    if (stride >= ITEMS) {
                        ranked other = of_lane(own[k], in_warp ^ (stride / ITEMS));
                        int wants_last = ((below & stride) != 0) != falls;
                        if (IS_BEFORE(other, own[k]) != wants_last)
                            own[k] = other;
                    } else if (!(k & stride)) {
                        ranked a = own[k], b = own[k + stride % ITEMS];
                        if (IS_BEFORE(b, a) != falls) {
                            own[k] = b;
                            own[k + stride % ITEMS] = a;
                        }
                    }
                }
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            if (below + k < count)
#ifdef POSITIONS
                out[row * n + below + k] = POSITION_OF(own[k]);
#else
                out[row * n + below + k] = from[POSITION_OF(own[k])];
#endif
    }
}
