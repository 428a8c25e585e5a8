/* places.c - a table of the places of bits. */
#include "places.h"

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
