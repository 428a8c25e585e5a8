/* places.c - Positions of set bits and bytes. */
#include "places.h"

#include <string.h>

#define BIT(m, lane) ((m) >> (lane)&1)
#define PAIR(m, lane) (BIT(m, lane) + BIT(m, (lane) + 1))
#define BITS(m) (PAIR(m, 0) + PAIR(m, 2) + PAIR(m, 4) + PAIR(m, 6))
#define BEFORE(m, lane) BITS((m) & ((1 << (lane)) - 1))
#define PLACE(m, lane) (BIT(m, lane) ? BEFORE(m, lane) : BITS(m) + (lane)-BEFORE(m, lane))
#define LANE(m, lane) (uint64_t)(lane) << 8 * PLACE(m, lane)
#define ENTRY(m) LANE(m, 1) | LANE(m, 2) | LANE(m, 3) | LANE(m, 4) | LANE(m, 5) | LANE(m, 6) | LANE(m, 7)
#define ENTRIES4(m) ENTRY(m), ENTRY((m) + 1), ENTRY((m) + 2), ENTRY((m) + 3)
#define ENTRIES16(m) ENTRIES4(m), ENTRIES4((m) + 4), ENTRIES4((m) + 8), ENTRIES4((m) + 12)
#define ENTRIES64(m) ENTRIES16(m), ENTRIES16((m) + 16), ENTRIES16((m) + 32), ENTRIES16((m) + 48)
const uint64_t gla_host_places[256] = {ENTRIES64(0), ENTRIES64(64), ENTRIES64(128), ENTRIES64(192)};

#define LANES 64
#define ROUNDS 255 /* largest count in a byte */
#define SOME 512   /* number of groups of eight that are tested together */

static int64_t count_lanes(const uint8_t *hit, int64_t n)
{
    int64_t count = 0;
    while (n >= LANES) {
        uint8_t lane[LANES] = {0};
        const int64_t rounds = n / LANES < ROUNDS ? n / LANES : ROUNDS;
        for (int64_t k = 0; k < rounds; k++, hit += LANES)
            for (int l = 0; l < LANES; l++)
                lane[l] += hit[l] != 0;
        for (int l = 0; l < LANES; l++)
            count += lane[l];
        n -= rounds * LANES;
    }
    return count;
}

/* Store the eight bytes of a word, the lowest byte first, as positions relative to `first`.  (Compilers translate a loop to
 * eight scalar steps.) */
typedef uint64_t four __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) void put_eight(uint64_t eight, int64_t first, int64_t *place)
{
    const four bytes = {0, 8, 16, 24}, from = (four){0} + (uint64_t)first;
    const four low = ((eight >> bytes) & 0xff) + from, high = ((eight >> 32 >> bytes) & 0xff) + from;
    memcpy(place, &low, sizeof low);
    memcpy(place + 4, &high, sizeof high);
}

static int64_t collect_singly(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t count, int64_t *place)
{
    for (int64_t i = 0; i < n; i++) {
        if (hit[i] && count < most)
            place[count] = first + i;
        count += hit[i];
    }
    return count;
}

/* The tests of eight bytes form an index into a table of positions.  A first pass selects the groups of eight bytes with any
 * hit.  Both steps avoid branches that would be mispredicted. */
int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place)
{
    int64_t count = 0, i = 0;
    uint16_t some[SOME];
    while (n - i >= 8) {
        const int eights = n - i < 8 * SOME ? (int)((n - i) / 8) : SOME;
        int k = 0;
        for (int e = 0; e < eights; e++) {
            uint64_t eight;
            memcpy(&eight, hit + i + 8 * e, sizeof eight);
            some[k] = (uint16_t)e;
            k += eight != 0;
        }
        for (int s = 0; s < k; s++) {
            const int64_t at = i + 8 * some[s];
            uint64_t eight;
            if (count + 8 > most) {
                count = collect_singly(hit + at, 8, first + at, most, count, place);
                continue;
            }
            memcpy(&eight, hit + at, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            eight = __builtin_bswap64(eight);
#endif
            const unsigned bits = (unsigned)(eight * 0x0102040810204080 >> 56);
            put_eight(gla_host_places[bits], first + at, place + count);
            count += __builtin_popcount(bits);
        }
        i += 8 * (int64_t)eights;
    }
    return collect_singly(hit + i, n - i, first + i, most, count, place);
}

int64_t gla_host_count_hits(const uint8_t *hit, int64_t n)
{
    int64_t i = n / LANES * LANES, count = i ? count_lanes(hit, i) : 0;
    for (; i + 8 <= n; i += 8)
        count += (int64_t)(gla_host_hits_of_eight(hit + i) * 0x0101010101010101 >> 56);
    for (; i < n; i++)
        count += hit[i] != 0;
    return count;
}
