/* order.h - order statistics: the elements of given ranks, of each row if it were sorted.  Before it: what sort_key.h takes;
 * numbers are not complex.
 *
 * Keys are taken digit by digit, the highest first.  Of each rank is known how the key of its element begins, and how many of
 * the keys that begin so are before it; those keys are counted by their next digit, and the counts say what that is.  A long
 * row is counted by many groups, and goes through memory once for each digit; of many rows each has a group, which keeps the
 * keys that still matter in local memory as soon as there is space for them.
 *
 * Ranks whose keys begin alike are counted together; where all do so, the bins of the others share the work, so that fewer
 * threads meet at the same one. */
#include "sort_key.h"
#define GROUP 256
#define DIGIT ORDER_DIGIT
#define BINS (1 << DIGIT)
#define OWN_BINS (BINS / GROUP)
#define DIGITS ((KEY_BITS + DIGIT - 1) / DIGIT)
#define KEPT 1024
#define OWN_KEYS 8 /* of a thread, read at once */
#define NOWHERE (~(uint32)0)

/* Digit i of a key: its first bit, how many bits it has, and what is before it. */
#define SHIFT_OF(i) (KEY_BITS > ((i) + 1) * DIGIT ? KEY_BITS - ((i) + 1) * DIGIT : 0)
#define BITS_OF(i) (KEY_BITS > ((i) + 1) * DIGIT ? DIGIT : KEY_BITS - (i) * DIGIT)
#define BEGIN_OF(k, i) ((i) == 0 ? 0 : (k) >> (SHIFT_OF(i) + BITS_OF(i)))

/* The bins in which rank k counts: those of the first rank that begins alike. */
DEVICE int bins_of(const LOCAL_POINTER sort_key *begins, int k)
{
    int slot = 0;
    while (begins[slot] != begins[k])
        slot++;
    return slot;
}

/* Whether all ranks begin alike. */
DEVICE int are_alike(const LOCAL_POINTER sort_key *begins, int count)
{
    int alike = 1;
    for (int k = 1; k < count; k++)
        alike = alike && begins[k] == begins[0];
    return alike;
}

/* ---- long rows: a group for each chunk ----------------------------------------------------------------------------------- */
/* counts[row][rank][BINS], which are zero. */
KERNEL order_count(order_sizes s, const GLOBAL element *x, const GLOBAL uint64 *begins, GLOBAL uint32 *counts)
{
    LOCAL uint32 bins[ORDER_RANKS * BINS];
    LOCAL sort_key own[ORDER_RANKS];
    int t = LOCAL_ID, n = (int)s.count, digit = (int)s.digit;
    for (int64 g = GROUP_ID; g < s.rows * s.chunks; g += GROUP_COUNT) {
        int64 row = g / s.chunks, begin = g % s.chunks * s.chunk, end = begin + s.chunk < s.n ? begin + s.chunk : s.n;
        const GLOBAL element *from = x + row * s.n;
        for (int i = t; i < ORDER_RANKS * BINS; i += GROUP)
            bins[i] = 0;
        if (t < n)
            own[t] = digit ? (sort_key)begins[row * ORDER_RANKS + t] : 0;
        BARRIER();
#define SOURCE(i) key_of(from[i], 0)
#include "order_count.h"
#undef SOURCE
        for (int i = t; i < ORDER_RANKS * BINS; i += GROUP)
            if (bins[i])
                ATOMIC_ADD(&counts[row * ORDER_RANKS * BINS + i], bins[i]);
        BARRIER();
    }
}

/* What the counts say: how keys begin, with one digit more.  They are zero afterwards. */
KERNEL order_step(order_sizes s, GLOBAL uint64 *begins, GLOBAL uint32 *left, GLOBAL uint32 *counts)
{
    LOCAL uint32 bins[ORDER_RANKS * BINS], sums[2 * GROUP], before[ORDER_RANKS];
    LOCAL sort_key own[ORDER_RANKS], next[ORDER_RANKS];
    int t = LOCAL_ID, n = (int)s.count, digit = (int)s.digit;
    for (int64 row = GROUP_ID; row < s.rows; row += GROUP_COUNT) {
        for (int i = t; i < ORDER_RANKS * BINS; i += GROUP) {
            bins[i] = counts[row * ORDER_RANKS * BINS + i];
            counts[row * ORDER_RANKS * BINS + i] = 0;
        }
        if (t < n) {
            own[t] = digit ? (sort_key)begins[row * ORDER_RANKS + t] : 0;
            before[t] = digit ? left[row * ORDER_RANKS + t] : (uint32)s.rank[t];
        }
        BARRIER();
#include "order_step.h"
        if (t < n) {
            begins[row * ORDER_RANKS + t] = next[t];
            left[row * ORDER_RANKS + t] = before[t];
        }
        BARRIER();
    }
}

/* Whole keys become elements. */
KERNEL order_take(order_sizes s, const GLOBAL uint64 *keys, GLOBAL element *out)
{
    for (int64 i = GLOBAL_ID; i < s.rows * s.count; i += GLOBAL_SIZE) {
        int64 row = i / s.count, k = i % s.count;
        out[row * s.all + s.first + k] = element_of((sort_key)keys[row * ORDER_RANKS + k]);
    }
}

/* ---- many rows: a group for each ---------------------------------------------------------------------------------------- */
KERNEL order_rows(order_sizes s, const GLOBAL element *x, GLOBAL element *out)
{
    LOCAL uint32 bins[ORDER_RANKS * BINS], sums[2 * GROUP], before[ORDER_RANKS], kept;
    LOCAL sort_key own[ORDER_RANKS], next[ORDER_RANKS], keys[KEPT];
    int t = LOCAL_ID, n = (int)s.count;
    for (int64 row = GROUP_ID; row < s.rows; row += GROUP_COUNT) {
        const GLOBAL element *from = x + row * s.n;
        uint32 matter = s.n <= KEPT ? (uint32)s.n : NOWHERE;
        int collected = 0;
        if (t < n) {
            own[t] = 0;
            before[t] = (uint32)s.rank[t];
        }
        if (t == 0)
            kept = 0;
        BARRIER();
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int i = t; i < ORDER_RANKS * BINS; i += GROUP)
                bins[i] = 0;
            if (!collected && matter <= KEPT) {
                for (int64 i = t; i < s.n; i += GROUP) {
                    sort_key key = key_of(from[i], 0);
                    int matters = 0;
                    for (int k = 0; k < n; k++)
                        matters = matters || BEGIN_OF(key, digit) == own[k];
                    if (matters)
                        keys[ATOMIC_ADD(&kept, 1u)] = key;
                }
                collected = 1;
            }
            BARRIER();
            int64 begin = 0, end = collected ? kept : s.n;
            if (collected) {
#define SOURCE(i) keys[i]
#include "order_count.h"
#undef SOURCE
            } else {
#define SOURCE(i) key_of(from[i], 0)
#include "order_count.h"
#undef SOURCE
            }
#include "order_step.h"
            matter = 0;
            for (int k = 0; k < n; k++)
                if (bins_of(next, k) == k)
                    matter += bins[bins_of(own, k) * BINS + (int)(next[k] & (((sort_key)1 << BITS_OF(digit)) - 1))];
            BARRIER();
            if (t < n)
                own[t] = next[t];
            BARRIER();
        }
        if (t < n)
            out[row * s.all + s.first + t] = element_of(own[t]);
        BARRIER();
    }
}
