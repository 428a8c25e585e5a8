/* random_order.h - Random permutation, by a stable sort of the positions 0, 1, … by the random words of a stream.
 *
 * Positions are first sorted by the upper halves of their words, which needs half the passes and a third of the memory traffic
 * of a sort by whole words. The few runs of equal upper halves are then sorted by the lower halves. The final order is the same
 * as after a sort by whole words. */
#include "random_words.h"
#define GROUP 256
#define TILE 1024 /* number of positions that a group checks at once */

/* Return the word of element `number`. */
DEVICE uint64 word_of(random_sizes s, int64 number)
{
    return random_word(random_stream_of(s.key, s.substream), (uint64)s.position + (uint64)number);
}

/* Compute the upper halves of the words. */
KERNEL order_keys(random_sizes s, GLOBAL uint32 *keys)
{
    random_stream g = random_stream_of(s.key, s.substream);
    int64 shift = s.position & 1, blocks = (s.n + shift + 1) / 2;
    for (int64 t = GLOBAL_ID; t < blocks; t += GLOBAL_SIZE) {
        random_words w = random_plain(g, (uint64)s.position, t);
        int64 i = 2 * t - shift;
        if (i >= 0)
            keys[i] = (uint32)(w.a >> 32);
        if (i + 1 < s.n)
            keys[i + 1] = (uint32)(w.b >> 32);
    }
}

/* Sort a run of equal upper halves, which begins at position `at`, by the lower halves. Runs are short, so one thread uses
 * insertion sort. */
DEVICE void settle_run(random_sizes s, GLOBAL int64 *order, int64 at)
{
    uint32 upper = (uint32)(word_of(s, order[at]) >> 32);
    for (int64 i = at + 1; i < s.n; i++) {
        int64 number = order[i], to = i;
        uint64 word = word_of(s, number);
        if ((uint32)(word >> 32) != upper)
            return;
        for (; to > at && word_of(s, order[to - 1]) > word; to--)
            order[to] = order[to - 1];
        order[to] = number;
    }
}

/* Sort each run of equal upper halves by the lower halves. While a thread sorts a run, the upper halves at the positions of the
 * run do not change, and other threads read only upper halves. */
KERNEL order_sort_runs(random_sizes s, GLOBAL int64 *order)
{
    LOCAL uint32 upper[TILE + 2]; /* including the positions before and after the tile */
    for (int64 first = (int64)GROUP_ID * TILE; first < s.n; first += (int64)GROUP_COUNT * TILE) {
        for (int i = LOCAL_ID; i < TILE + 2; i += GROUP) {
            int64 place = first - 1 + i;
            if (place >= 0 && place < s.n)
                upper[i] = (uint32)(word_of(s, order[place]) >> 32);
        }
        BARRIER();
        for (int i = LOCAL_ID + 1; i <= TILE; i += GROUP) {
            int64 place = first - 1 + i;
            if (place + 1 < s.n && upper[i] == upper[i + 1] && (place == 0 || upper[i] != upper[i - 1]))
                settle_run(s, order, place);
        }
        BARRIER();
    }
}
