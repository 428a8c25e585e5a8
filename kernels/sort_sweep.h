/* sort_sweep.h - Radix sort of long rows with one pass over memory for each digit of eight bits. The device must have warps of
 * 32 threads, and must allow a group to wait for groups that began earlier. The caller defines:
 * - the macros of sort_key.h;
 * - GROUP, the number of threads per group;
 * - ITEMS, the number of elements per thread;
 * - POSITIONS, if the result is positions instead of elements;
 * - PLAIN, if all values are known to be plain (see find_digits).
 *
 * All digits are counted first. Then, for each digit, a group handles one tile. The group counts the digit values of the tile
 * and publishes the counts. The group adds the counts of earlier tiles, going backwards until a tile has published its prefix
 * sum (decoupled look-back), and publishes its own prefix sum. Finally the group sorts its elements by the digit in local
 * memory, so that consecutive threads write consecutive positions. Tiles are claimed in the order in which groups begin. Digits
 * that are equal in all keys are skipped. */
#include "sort_key.h"
#define WARPS (GROUP / WARP)
#define TILE (ITEMS * GROUP)
#define DIGITS (KEY_BITS / 8)
#define COUNT_GROUP 256 /* threads of a group in sweep_count and sweep_plan */
#define COUNT_ITEMS 8
#define COPIES 8 /* number of copies of the highest digit's counters; lanes collide less if the digit has few values */
#define LOWER ((DIGITS - 1) * 256)

/* State of a tile for one digit value. 0: nothing is published yet; KNOWN: the count of this tile; COMPLETE: the count of this
 * tile and all earlier tiles. */
#define KNOWN 0x40000000u
#define COMPLETE 0x80000000u
#define VALUE_OF(word) ((word) & 0x3fffffffu)

#define LOOK_BACK 4 /* words loaded at once, to hide latency */

#ifdef SORT_REAL
#if BYTES == 8
#define IS_NEGATIVE(e) ((int64)(e) < 0)
#define NEGATIVE_ZERO SIGN_64
#else
#define IS_NEGATIVE(e) ((int32)(e) < 0)
#define NEGATIVE_ZERO SIGN_32
#endif
#endif

/* Find the digits of a thread's elements. Real values except NaN and negative zero are plain: their keys are formed by
 * inverting all bits of negative values, and only the sign bit of nonnegative values. */
DEVICE void find_digits(const element *own, uint32 *digits, int64 shift, int64 turned, int plain)
{
#ifdef SORT_REAL
    if (plain) {
        uint32 negative = turned ? 0 : 255, positive = (shift == KEY_BITS - 8 ? 128 : 0) ^ (turned ? 255 : 0);
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            digits[i] = ((uint32)(own[i] >> shift) & 255) ^ (IS_NEGATIVE(own[i]) ? negative : positive);
        return;
    }
#endif
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        digits[i] = KEY_DIGIT(key_of(own[i], turned), shift, 255);
}

/* Compute counts[row][digit][256]. Each group handles one chunk of a row. Set moves[DIGITS] if an element is not plain. */
KERNEL sweep_count(sort_sizes s, const GLOBAL element *x, GLOBAL uint32 *counts, GLOBAL uint32 *moves)
{
    LOCAL uint32 bins[LOWER + COPIES * 256];
    int plain = 1;
    for (int64 g = GROUP_ID; g < s.rows * s.chunks; g += GROUP_COUNT) {
        int64 row = g / s.chunks, begin = g % s.chunks * s.chunk, end = begin + s.chunk < s.n ? begin + s.chunk : s.n;
        const GLOBAL element *from = x + row * s.n;
        for (int i = LOCAL_ID; i < LOWER + COPIES * 256; i += COUNT_GROUP)
            bins[i] = 0;
        BARRIER();
        for (int64 base = begin + LOCAL_ID; base < end; base += COUNT_ITEMS * COUNT_GROUP) {
            element own[COUNT_ITEMS];
#pragma unroll
            for (int i = 0; i < COUNT_ITEMS; i++)
                if (base + i * COUNT_GROUP < end)
                    own[i] = from[base + i * COUNT_GROUP];
#pragma unroll
            for (int i = 0; i < COUNT_ITEMS; i++)
                if (base + i * COUNT_GROUP < end) {
                    sort_key k = key_of(own[i], s.turned);
#ifdef SORT_REAL
                    plain = plain && own[i] != NEGATIVE_ZERO && !is_nan_element(own[i]);
#endif
#pragma unroll
                    for (int d = 0; d < DIGITS - 1; d++)
                        ATOMIC_ADD(&bins[d * 256 + KEY_DIGIT(k, 8 * d, 255)], 1u);
                    ATOMIC_ADD(&bins[LOWER + KEY_DIGIT(k, KEY_BITS - 8, 255) * COPIES + LOCAL_ID % COPIES], 1u);
                }
        }
        BARRIER();
        for (int i = LOCAL_ID; i < DIGITS * 256; i += COUNT_GROUP) {
            uint32 count = i < LOWER ? bins[i] : 0;
            for (int copy = 0; i >= LOWER && copy < COPIES; copy++)
                count += bins[LOWER + (i - LOWER) * COPIES + copy];
            if (count)
                ATOMIC_ADD(&counts[row * (DIGITS * 256) + i], count);
        }
        BARRIER();
    }
    if (!plain)
        MARK(&moves[DIGITS], 1);
}

/* Replace counts by positions in the row. Set moves[digit] if some row contains keys that differ in this digit. */
KERNEL sweep_plan(sort_sizes s, GLOBAL uint32 *counts, GLOBAL uint32 *moves)
{
    LOCAL uint32 sums[2 * 256];
    int t = LOCAL_ID;
    for (int64 g = GROUP_ID; g < s.rows * DIGITS; g += GROUP_COUNT) {
        uint32 here = counts[g * 256 + t], sum = here;
        sums[t] = sum;
        BARRIER();
        for (int step = 1, side = 0; step < 256; step *= 2, side ^= 256) {
            sum += t >= step ? sums[side + t - step] : 0;
            sums[(side ^ 256) + t] = sum;
            BARRIER();
        }
        counts[g * 256 + t] = sum - here;
        if (here && here < (uint32)s.n)
            MARK(&moves[g % DIGITS], 1);
        BARRIER();
    }
}

/* Sort by one digit. The pass for the first digit that moves elements reads x; each later pass reads the block that the
 * previous pass wrote. The last pass writes the second block or, if the result is positions, only `out`. The local memory
 * `pool` has space for a tile of elements or positions, and for 2048 bytes per warp. Both `turns` and `words` must be zero on
 * entry. The array `words` has two blocks; each pass clears the block that the next pass uses. Registers are limited so that
 * two groups fit on a multiprocessor. */
#define sweep BOUNDED(GROUP, 2) sweep
KERNEL sweep(sort_sizes s, const GLOBAL uint32 *counts, const GLOBAL uint32 *moves, GLOBAL uint32 *turns, GLOBAL uint32 *words,
             const GLOBAL element *x, GLOBAL element *first, GLOBAL element *second, GLOBAL uint32 *first_at,
             GLOBAL uint32 *second_at, GLOBAL int64 *out)
{
    USE_DYNAMIC_LOCAL(uint64, pool);
    LOCAL uint32 starts[256], bases[256], sums[WARPS], shared_turn;
    LOCAL_POINTER uint32 *warp_counts = (LOCAL_POINTER uint32 *)pool, *warp_lanes = warp_counts + WARPS * 256;
    LOCAL_POINTER element *tile = (LOCAL_POINTER element *)pool;
    int t = LOCAL_ID, lane = t % WARP, warp = t / WARP, digit = (int)(s.shift / 8), before = 0, all = 0;
    for (int d = 0; d < DIGITS; d++) {
        all += moves[d] != 0;
        before += d < digit && moves[d];
    }
    if (!moves[digit] && (all || digit))
        return;
    if (all == 0)
        all = 1; /* all keys are equal: the first digit copies the elements unchanged */
    if (t == 0)
        shared_turn = ATOMIC_NEXT(&turns[digit]) - 1;
    for (int i = t; i < 2 * WARPS * 256; i += GROUP)
        warp_counts[i] = 0;
    BARRIER();
#ifdef PLAIN
    int plain = 1;
#else
    int plain = !moves[DIGITS];
#endif
    int64 turn = shared_turn, row = turn / s.together, c = turn % s.together, begin = c * TILE;
    int count = (int)(s.n - begin < TILE ? s.n - begin : TILE), to_second = (all - before) % 2, last = before == all - 1 && out;
    const GLOBAL element *from = (before == 0 ? x : to_second ? first : second) + row * s.n + begin;
    volatile GLOBAL uint32 *mine = words + (before % 2 * s.rows * s.together + turn) * 256;
    GLOBAL uint32 *next = words + ((before + 1) % 2 * s.rows * s.together + turn) * 256;
    element own[ITEMS];
    uint32 rank[ITEMS];

    int place = warp * (WARP * ITEMS) + lane;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) /* past the end, load any element */
        own[i] = from[place + i * WARP < count ? place + i * WARP : 0];
    find_digits(own, rank, s.shift, s.turned, plain);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) { /* elements past the end are treated as having the last digit value */
        uint32 d = place + i * WARP < count ? rank[i] : 255;
        LOCAL_POINTER uint32 *with = warp_lanes + warp * 256 + d;
        ATOMIC_OR(with, (uint32)1 << lane);
        WARP_BARRIER();
        uint32 lanes = *(volatile LOCAL_POINTER uint32 *)with, known = 0;
        int last = LAST_BIT(lanes);
        if (lane == last) {
            known = warp_counts[warp * 256 + d];
            warp_counts[warp * 256 + d] = known + POPCOUNT(lanes);
        }
        known = SHUFFLE(known, last);
        if (lane == last)
            *with = 0;
        WARP_BARRIER();
        rank[i] = d << 16 | (known + POPCOUNT(lanes & (((uint32)1 << lane) - 1)));
    }
    BARRIER();
    uint32 total = 0;
    if (t < 256) {
        for (int w = 0; w < WARPS; w++) {
            uint32 here = warp_counts[w * 256 + t];
            warp_counts[w * 256 + t] = total;
            total += here;
        }
        if (t == 255)
            total -= TILE - count;
        mine[t] = (c ? KNOWN : COMPLETE) | total;
        next[t] = 0;
    }
    uint32 sum = total;
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        uint32 left = SHUFFLE(sum, lane >= step ? lane - step : lane);
        sum += lane >= step ? left : 0;
    }
    if (lane == WARP - 1)
        sums[warp] = sum;
    BARRIER();
    if (t < 256) {
        for (int w = 0; w < warp; w++)
            sum += sums[w];
        starts[t] = sum - total;
    }
    BARRIER();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32 d = rank[i] >> 16;
        rank[i] = (rank[i] & 0xffff) + starts[d] + warp_counts[warp * 256 + d];
    }
    BARRIER();
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (place + i * WARP < count)
            tile[rank[i]] = own[i];
    if (t < 256) {
        uint32 earlier = 0, word = 0, ahead[LOOK_BACK];
        for (int64 k = 1; k <= c && !(word & COMPLETE); k += LOOK_BACK) {
#pragma unroll
            for (int j = 0; j < LOOK_BACK; j++)
                ahead[j] = k + j <= c ? mine[t - (k + j) * 256] : COMPLETE;
#pragma unroll
            for (int j = 0; j < LOOK_BACK; j++)
                if (!(word & COMPLETE)) {
                    for (word = ahead[j]; word == 0;)
                        word = mine[t - (k + j) * 256];
                    earlier += VALUE_OF(word);
                }
        }
        if (c)
            mine[t] = COMPLETE | (earlier + total);
        bases[t] = counts[(row * DIGITS + digit) * 256 + t] + earlier - starts[t];
    }
    BARRIER();
    uint32 to[ITEMS];
    GLOBAL element *elements = (to_second ? second : first) + row * s.n;
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        own[i] = tile[t + i * GROUP < count ? t + i * GROUP : 0];
    find_digits(own, to, s.shift, s.turned, plain);
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (t + i * GROUP < count) {
            to[i] = bases[to[i]] + t + i * GROUP;
#ifdef POSITIONS
            if (!last)
#endif
                elements[to[i]] = own[i];
        }
#ifdef POSITIONS
    LOCAL_POINTER uint32 *at = (LOCAL_POINTER uint32 *)pool;
    const GLOBAL uint32 *from_at = (to_second ? first_at : second_at) + row * s.n + begin;
    GLOBAL uint32 *to_at = (to_second ? second_at : first_at) + row * s.n;
    uint32 own_at[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (place + i * WARP < count)
            own_at[i] = before ? from_at[place + i * WARP] : (uint32)begin + place + i * WARP;
    BARRIER();
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (place + i * WARP < count)
            at[rank[i]] = own_at[i];
    BARRIER();
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (t + i * GROUP < count) {
            if (last)
                out[row * s.n + to[i]] = at[t + i * GROUP];
            else
                to_at[to[i]] = at[t + i * GROUP];
        }
#endif
}
