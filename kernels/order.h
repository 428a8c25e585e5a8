/* order.h - Order statistics: find the elements of given ranks in each row, without sorting the row. The caller defines the
 * macros of sort_key.h. Elements are not complex.
 *
 * Radix selection determines the key of each rank digit by digit, beginning with the most significant digit. For each rank, two
 * values are stored: the known leading digits of the key, and the rank of the key among all keys with the same leading digits.
 * Each pass counts the keys with these leading digits by their next digit. The counts determine the next digit of each rank's
 * key. Long rows are counted by many groups and are read once per digit. If there are many rows, one group handles each row.
 * The group collects the remaining candidate keys in local memory as soon as these keys fit.
 *
 * Ranks with equal leading digits share one histogram. If all ranks have equal leading digits, the keys are counted in several
 * copies of the shared histogram, so that fewer threads update the same bin. The unused histograms of the other ranks serve as
 * the copies. */
#include "sort_key.h"
#define GROUP 256
#define DIGIT ORDER_DIGIT
#define BINS (1 << DIGIT)
#define OWN_BINS (BINS / GROUP)
#define DIGITS ((KEY_BITS + DIGIT - 1) / DIGIT)
#define KEPT 1024
#define OWN_KEYS 8 /* number of keys that a thread loads at once */
#define NOWHERE (~(uint32)0)

/* Macros for digit i of a key: the position of the digit's lowest bit, the digit's number of bits, and the more significant
 * digits of key k. */
#define SHIFT_OF(i) (KEY_BITS > ((i) + 1) * DIGIT ? KEY_BITS - ((i) + 1) * DIGIT : 0)
#define BITS_OF(i) (KEY_BITS > ((i) + 1) * DIGIT ? DIGIT : KEY_BITS - (i) * DIGIT)
#define BEGIN_OF(k, i) ((i) == 0 ? 0 : (k) >> (SHIFT_OF(i) + BITS_OF(i)))

/* Return the index of the histogram for rank k. This is the index of the first rank whose key has the same leading digits. */
DEVICE int bins_of(const LOCAL_POINTER sort_key *begins, int k)
{
    int slot = 0;
    while (begins[slot] != begins[k])
        slot++;
    return slot;
}

/* Return true if all ranks have the same leading digits. */
DEVICE int are_alike(const LOCAL_POINTER sort_key *begins, int count)
{
    int alike = 1;
    for (int k = 1; k < count; k++)
        alike = alike && begins[k] == begins[0];
    return alike;
}

/* ---- long rows: one group for each chunk --------------------------------------------------------------------------------- */
/* Add the counts of a chunk to counts[row][rank][BINS], which is initially zero. */
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

/* Determine the next digit of each rank's key from the counts, and then reset the counts to zero. */
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

/* Convert complete keys to elements. */
KERNEL order_take(order_sizes s, const GLOBAL uint64 *keys, GLOBAL element *out)
{
    for (int64 i = GLOBAL_ID; i < s.rows * s.count; i += GLOBAL_SIZE) {
        int64 row = i / s.count, k = i % s.count;
        out[row * s.all + s.first + k] = element_of((sort_key)keys[row * ORDER_RANKS + k]);
    }
}

/* ---- many rows: one group for each --------------------------------------------------------------------------------------- */
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
