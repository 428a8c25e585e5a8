/* places.c - where bits and bytes are set. */
#include "places.h"

#include "clones.h"

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
#define ROUNDS 255 /* that a byte can count */

CLONES static int64_t count_lanes(const uint8_t *hit, int64_t n)
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

/* Eight hits are the bits of a number, whose places the table has: no branch for each, which would be mispredicted. */
CLONES static int64_t collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place)
{
    int64_t count = 0, i = 0;
    for (; i + 8 <= n && count + 8 <= most; i += 8) {
        uint64_t eight;
        memcpy(&eight, hit + i, sizeof eight);
        if (eight == 0)
            continue;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        eight = __builtin_bswap64(eight);
#endif
        const unsigned bits = (unsigned)(eight * 0x0102040810204080 >> 56);
        const uint64_t places = gla_host_places[bits];
        for (int k = 0; k < 8; k++)
            place[count + k] = first + i + (int64_t)(places >> 8 * k & 0xff);
        count += __builtin_popcount(bits);
    }
    for (; i < n; i++) {
        if (hit[i] && count < most)
            place[count] = first + i;
        count += hit[i];
    }
    return count;
}

/* Clones have symbols of their own, which a module would export. */
int64_t gla_host_count_hits(const uint8_t *hit, int64_t n)
{
    int64_t i = n / LANES * LANES, count = i ? count_lanes(hit, i) : 0;
    for (; i + 8 <= n; i += 8)
        count += (int64_t)(gla_host_hits_of_eight(hit + i) * 0x0101010101010101 >> 56);
    for (; i < n; i++)
        count += hit[i] != 0;
    return count;
}

int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place)
{
    return collect(hit, n, first, most, place);
}
