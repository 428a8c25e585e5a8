/* random_integers.h - whole numbers of ranges.  Before it: T, a whole type, its kind, and P, int64 or uint64, the type of the
 * bounds. */
#include "random_words.h"
#include "random_parameter.h"

/* Of an element whose bounds are in arrays: 1 where there is nothing between them, 2 where the type has not all of that. */
DEVICE int check_bounds(P low, P *high, int excluded)
{
    if (low > *high || (excluded && low == *high))
        return 1;
    if (excluded)
        *high -= 1;
    return (P)(T)low != low || (P)(T)*high != *high ? 2 : 0;
}

KERNEL integers(random_sizes s, GLOBAL T *out, const GLOBAL P *p0, const GLOBAL P *p1, P v0, P v1, GLOBAL int *bad)
{
    random_stream g = random_stream_of(s.key, s.substream);
    int64 shift = s.position & 1, blocks = (s.n + shift + 1) / 2;
    for (int64 t = GLOBAL_ID; t < blocks; t += GLOBAL_SIZE) {
        random_words w = random_plain(g, (uint64)s.position, t);
        for (int64 side = 0; side < 2; side++) {
            int64 i = 2 * t - shift + side;
            if (i < 0 || i >= s.n)
                continue;
            P low = PARAMETER(0, i), high = PARAMETER(1, i);
            int wrong = ARRAYS ? check_bounds(low, &high, p1 && s.excluded) : 0;
            if (wrong)
                ATOMIC_MAX(bad, wrong);
            else
                out[i] = (T)((uint64)low + random_below(g, (uint64)s.position + (uint64)i, side ? w.b : w.a,
                                                         (uint64)high - (uint64)low));
        }
    }
}
