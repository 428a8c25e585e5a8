/* sort.h - Stable radix sort of rows, least significant digit first. The caller defines:
 * - the macros of sort_key.h;
 * - ITEMS, the number of elements per thread;
 * - PLACE, an unsigned integer type that can count the elements of a row;
 * - POSITIONS, if the result is positions instead of elements (argsort).
 *
 * A tile of elements is sorted in local memory by four bits at a time. Each thread counts its elements for each digit value,
 * and a scan over all counters yields the positions of the elements. Rows that fit in a tile are sorted there, several at once;
 * finally, sorting by the bits of the row number separates the rows. Longer rows are divided into chunks, and are read and
 * written once for every eight bits. */
#include "sort_key.h"
#define GROUP 256
#define TILE (ITEMS * GROUP)
#define NIBBLES (KEY_BITS / 4)
#define ROW_NIBBLES 3 /* number of digits of the row number within a tile */

#ifdef POSITIONS
#define RESULT int64
#else
#define RESULT element
#endif

/* Sort rows that fit in a tile, `together` rows at a time. */
KERNEL sort_rows(sort_sizes s, const GLOBAL element *x, GLOBAL RESULT *out)
{
    LOCAL element tile[TILE];
    LOCAL uint16 at[TILE], counts[16 * GROUP];
    LOCAL uint32 sums[2 * GROUP], varies[NIBBLES + ROW_NIBBLES];
    element own[ITEMS];
    uint16 own_at[ITEMS], own_rank[ITEMS];
    uint8 own_value[ITEMS];
    int t = LOCAL_ID, n = (int)s.n;
    for (int64 first = GROUP_ID * s.together; first < s.rows; first += GROUP_COUNT * s.together) {
        int rows = (int)(s.rows - first < s.together ? s.rows - first : s.together), count = rows * n;
        for (int i = t; i < count; i += GROUP) {
            tile[i] = x[first * n + i];
            at[i] = (uint16)i;
        }
        for (int r = t; r < NIBBLES + ROW_NIBBLES; r += GROUP)
            varies[r] = r >= NIBBLES && (rows - 1) >> 4 * (r - NIBBLES) != 0;
        BARRIER();
        sort_key one = key_of(tile[0], s.turned);
        for (int i = t; i < count; i += GROUP) {
            sort_key k = key_of(tile[i], s.turned);
            for (int r = 0; r < NIBBLES; r++)
                if (KEY_DIGIT(k, 4 * r, 15) != KEY_DIGIT(one, 4 * r, 15))
                    MARK(&varies[r], 1);
        }
        BARRIER();
        for (int r = 0; r < NIBBLES + ROW_NIBBLES; r++)
            if (varies[r]) {
#define VALUE(e, a) (r < NIBBLES ? KEY_DIGIT(key_of(e, s.turned), 4 * r, 15) : (a / (uint32)n >> 4 * (r - NIBBLES)) & 15)
#include "sort_round.h"
#undef VALUE
            }
        for (int i = t; i < count; i += GROUP)
#ifdef POSITIONS
            out[first * n + i] = at[i] % (uint32)n;
#else
            out[first * n + i] = tile[i];
#endif
        BARRIER();
    }
}

#if BYTES < 16 && !defined(SORT_COMPLEX)
/* Extract the elements of given ranks from sorted rows. Negative zero becomes positive zero. */
KERNEL sort_ranked(sort_ranks r, const GLOBAL element *sorted, GLOBAL element *out)
{
    for (int64 i = GLOBAL_ID; i < r.rows * r.count; i += GLOBAL_SIZE)
        out[i / r.count * r.all + r.first + i % r.count] =
            element_of(key_of(sorted[i / r.count * r.n + r.rank[i % r.count]], 0));
}
#endif

/* Find the bits in which keys differ from the first key. Each group handles one part of the keys. */
KERNEL sort_survey(int64 n, const GLOBAL element *x, GLOBAL uint64 *parts)
{
    LOCAL uint64 low[GROUP], high[GROUP];
    sort_key one = key_of(x[0], 0);
    int t = LOCAL_ID;
    uint64 differs = 0, differs_high = 0;
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        sort_key k = key_of(x[i], 0);
#if BYTES == 16
        differs |= k.low ^ one.low;
        differs_high |= k.high ^ one.high;
#else
        differs |= k ^ one;
#endif
    }
    low[t] = differs;
    high[t] = differs_high;
    BARRIER();
    for (int step = GROUP / 2; step > 0; step /= 2) {
        if (t < step) {
            low[t] |= low[t + step];
            high[t] |= high[t + step];
        }
        BARRIER();
    }
    if (t == 0) {
        parts[2 * GROUP_ID] = low[0];
        parts[2 * GROUP_ID + 1] = high[0];
    }
}

/* Count each digit value in each chunk of each row: counts[row][digit][chunk]. */
KERNEL sort_count(sort_sizes s, const GLOBAL element *x, GLOBAL PLACE *counts)
{
    LOCAL uint32 bins[256];
    for (int64 g = GROUP_ID; g < s.rows * s.chunks; g += GROUP_COUNT) {
        int64 row = g / s.chunks, c = g % s.chunks, begin = c * s.chunk, end = begin + s.chunk < s.n ? begin + s.chunk : s.n;
        for (int d = LOCAL_ID; d < 256; d += GROUP)
            bins[d] = 0;
        BARRIER();
        for (int64 i = begin + LOCAL_ID; i < end; i += GROUP) {
            sort_key k = key_of(x[row * s.n + i], s.turned);
            ATOMIC_ADD(&bins[KEY_DIGIT(k, s.shift, 255)], 1u);
        }
        BARRIER();
        for (int d = LOCAL_ID; d < 256; d += GROUP)
            counts[(row * 256 + d) * s.chunks + c] = bins[d];
        BARRIER();
    }
}

/* Replace counts by positions in the row, with one thread per digit value. */
KERNEL sort_places(sort_sizes s, GLOBAL PLACE *counts)
{
    LOCAL PLACE sums[2 * 256];
    int t = LOCAL_ID;
    for (int64 row = GROUP_ID; row < s.rows; row += GROUP_COUNT) {
        GLOBAL PLACE *mine = counts + (row * 256 + t) * s.chunks;
        PLACE total = 0, sum = 0;
        for (int64 c = 0; c < s.chunks; c++)
            total += mine[c];
        sums[t] = sum = total;
        BARRIER();
        for (int step = 1, side = 0; step < 256; step *= 2, side ^= 256) {
            sum += t >= step ? sums[side + t - step] : 0;
            sums[(side ^ 256) + t] = sum;
            BARRIER();
        }
        sum -= total;
        for (int64 c = 0; c < s.chunks; c++) {
            PLACE here = mine[c];
            mine[c] = sum;
            sum += here;
        }
        BARRIER();
    }
}

/* Move elements to their positions by one digit. If the result is positions, from_at contains the original positions of the
 * elements of x, or is NULL if the elements are in their original order. If the result is positions and `to` is NULL, `out`
 * receives the sorted positions; otherwise `to` and to_at receive the elements and their original positions. */
KERNEL sort_move(sort_sizes s, const GLOBAL PLACE *places, const GLOBAL element *x, GLOBAL element *to,
                 const GLOBAL PLACE *from_at, GLOBAL PLACE *to_at, GLOBAL int64 *out)
{
    LOCAL element tile[TILE];
    LOCAL uint16 at[TILE], counts[16 * GROUP], begins[256], ends[256];
    LOCAL uint32 sums[2 * GROUP];
    LOCAL PLACE next[256];
    element own[ITEMS];
    uint16 own_at[ITEMS], own_rank[ITEMS];
    uint8 own_value[ITEMS];
    int t = LOCAL_ID;
    for (int64 g = GROUP_ID; g < s.rows * s.chunks; g += GROUP_COUNT) {
        int64 row = g / s.chunks, c = g % s.chunks, end = (c + 1) * s.chunk < s.n ? (c + 1) * s.chunk : s.n;
        for (int d = t; d < 256; d += GROUP)
            next[d] = places[(row * 256 + d) * s.chunks + c];
        for (int64 begin = c * s.chunk; begin < end; begin += TILE) {
            int count = (int)(end - begin < TILE ? end - begin : TILE);
            for (int i = t; i < count; i += GROUP) {
                tile[i] = x[row * s.n + begin + i];
                at[i] = (uint16)i;
            }
            for (int d = t; d < 256; d += GROUP)
                begins[d] = ends[d] = 0;
            BARRIER();
            for (int side = 0; side < 8; side += 4) {
#define VALUE(e, a) KEY_DIGIT(key_of(e, s.turned), s.shift + side, 15)
#include "sort_round.h"
#undef VALUE
            }
            for (int i = t; i < count; i += GROUP) {
                uint32 d = KEY_DIGIT(key_of(tile[i], s.turned), s.shift, 255);
                if (i == 0 || d != KEY_DIGIT(key_of(tile[i - 1], s.turned), s.shift, 255))
                    begins[d] = (uint16)i;
                if (i == count - 1 || d != KEY_DIGIT(key_of(tile[i + 1], s.turned), s.shift, 255))
                    ends[d] = (uint16)(i + 1);
            }
            BARRIER();
            for (int i = t; i < count; i += GROUP) {
                uint32 d = KEY_DIGIT(key_of(tile[i], s.turned), s.shift, 255);
                int64 place = row * s.n + (int64)(next[d] + (PLACE)(i - begins[d]));
#ifdef POSITIONS
                int64 source = begin + at[i];
                PLACE position = from_at ? from_at[row * s.n + source] : (PLACE)source;
                if (to) {
                    to[place] = tile[i];
                    to_at[place] = position;
                } else {
                    out[place] = position;
                }
#else
                to[place] = tile[i];
#endif
            }
            BARRIER();
            for (int d = t; d < 256; d += GROUP)
                next[d] += ends[d] - begins[d];
            BARRIER();
        }
    }
}
