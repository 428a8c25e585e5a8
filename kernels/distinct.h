/* distinct.h - First occurrence of each distinct element, for arrays with few distinct elements. The caller defines the macros
 * of sort_key.h.
 *
 * The array `slots` is a hash table. A slot is 0 (empty) or 1 + the position of an element. Equal elements share a slot. The
 * value of a slot never increases, and in the end refers to the first of the equal elements. A thread may read an outdated
 * value of a slot without harm. If the outdated value is 0, the atomic exchange fails and returns the current value; otherwise
 * the outdated value refers to a later element with the same key. */
#include "sort_key.h"
#define GROUP 256
#define ITEMS (BYTES > 8 ? 4 : 8)
#define TILE (ITEMS * GROUP)
#define MAX_STEPS 128 /* maximum number of probes; not reached if at least three quarters of the slots are empty */

/* Final mixing steps of MurmurHash3, which spread every bit of the key to the low bits. */
DEVICE uint32 hash_of(sort_key k)
{
#if BYTES == 16
    uint64 h = k.high ^ (k.low * 0x9e3779b97f4a7c15UL);
#else
    uint64 h = k;
#endif
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdUL;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53UL;
    return (uint32)(h >> 32);
}

/* Insert an element into the table. Return 1 if the element's key is new, 2 if no free slot was found, and 0 otherwise. */
DEVICE int enter_element(uint32 place, element e, uint32 mask, const GLOBAL element *x, GLOBAL uint32 *slots)
{
    sort_key k = key_of(e, 0);
    uint32 at = hash_of(k) & mask;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        uint32 held = PEEK(&slots[at]);
        if (!held) {
            held = ATOMIC_EXCHANGE_IF(&slots[at], 0u, place + 1u);
            if (!held)
                return 1;
        }
        sort_key other = key_of(x[held - 1], 0);
        if (KEY_EQUAL(k, other)) {
            if (place + 1u < held)
                ATOMIC_MIN(&slots[at], place + 1u);
            return 0;
        }
        at = (at + 1u) & mask;
    }
    return 2;
}

/* Insert elements begin ... end - 1 into the table, and add the number of elements with new keys to *count. If there are more
 * than `limit` distinct elements, or if an element is NaN, *count exceeds `limit` on return. */
KERNEL enter_elements(int64 begin, int64 end, uint32 mask, uint32 limit, const GLOBAL element *x, GLOBAL uint32 *slots,
                      GLOBAL uint32 *count)
{
    int t = LOCAL_ID;
    for (int64 base = begin + GROUP_ID * (int64)TILE; base < end; base += GROUP_COUNT * (int64)TILE) {
        element mine[ITEMS];
        uint32 added = 0, bad = PEEK(count) > limit;
        if (bad)
            return;
        for (int i = 0; i < ITEMS; i++) {
            int64 at = base + i * GROUP + t;
            mine[i] = x[at < end ? at : end - 1];
        }
        for (int i = 0; i < ITEMS && !bad; i++) {
            int64 at = base + i * GROUP + t;
            if (at < end) {
                int what = is_nan_element(mine[i]) ? 2 : enter_element((uint32)at, mine[i], mask, x, slots);
                added += what == 1;
                bad = what == 2;
            }
        }
        if (bad)
            ATOMIC_MAX(count, limit + 1u);
        else if (added)
            (void)ATOMIC_ADD(count, added);
    }
}

/* List the positions stored in the slots, in any order. Each thread handles one slot. On entry, *next is 0. */
KERNEL list_slots(uint32 size, const GLOBAL uint32 *slots, GLOBAL uint32 *next, GLOBAL int64 *first)
{
    LOCAL uint32 taken, begin;
    uint32 at = GROUP_ID * (uint32)GROUP + LOCAL_ID, held = at < size ? slots[at] : 0, mine = 0;
    if (LOCAL_ID == 0)
        taken = 0;
    BARRIER();
    if (held)
        mine = ATOMIC_ADD(&taken, 1u);
    BARRIER();
    if (LOCAL_ID == 0)
        begin = ATOMIC_ADD(next, taken);
    BARRIER();
    if (held)
        first[begin + mine] = held - 1u;
}
