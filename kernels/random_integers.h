/* random_integers.h - Uniform integers in a range. The caller defines T, an integer type, and the matching KIND_* macro. The
 * caller also defines P, the type of the bounds, which is int64 or uint64. */
#include "random_words.h"
#include "random_parameter.h"

/* Check the bounds of one element and make *high inclusive. Return 1 if the range is empty, 2 if T cannot represent all of the
 * range, else 0. */
DEVICE int check_bounds(P low, P *high, int excluded)
{
    if (low > *high || (excluded && low == *high))
        return 1;
    if (excluded)
        *high -= 1;
    return (P)(T)low != low || (P)(T)*high != *high ? 2 : 0;
}

typedef struct ALIGNED(2 * sizeof(T)) {
    T v[2];
} random_pack;

DEVICE T integer_of(random_stream g, uint64 at, uint64 word, P low, P high)
{
    return (T)((uint64)low + random_below(g, at, word, (uint64)high - (uint64)low));
}

/* Return both elements of a block. `at` is the position of the first element. */
DEVICE random_pack integers_of(random_stream g, uint64 at, random_words w, P low, P high)
{
    random_pack r;
    r.v[0] = integer_of(g, at, w.a, low, high);
    r.v[1] = integer_of(g, at + 1, w.b, low, high);
    return r;
}

#ifdef NUMBERS
/* Store the elements of block t that belong to this call. */
DEVICE void put_integers(random_sizes s, GLOBAL T *out, int64 t, random_pack r)
{
    int64 i = 2 * t - (s.position & 1);
    if (i >= 0 && i + 1 < s.n && !(s.position & 1)) {
        *(GLOBAL random_pack *)(out + i) = r;
        return;
    }
    if (i >= 0)
        out[i] = r.v[0];
    if (i + 1 < s.n)
        out[i + 1] = r.v[1];
}

/* Each thread computes RANDOM_EACH blocks: first the blocks that need no rejection, then the remaining blocks. */
KERNEL integers(random_sizes s, GLOBAL T *out, const GLOBAL P *p0, const GLOBAL P *p1, P v0, P v1, GLOBAL int *bad)
{
    random_stream g = random_stream_of(s.key, s.substream);
    int64 shift = s.position & 1, blocks = (s.n + shift + 1) / 2, step = (int64)LOCAL_SIZE * RANDOM_EACH;
    uint64 range = (uint64)v1 - (uint64)v0;
    uint32 n = (uint32)range + 1;
    for (int64 first = GROUP_ID * step + LOCAL_ID; first < blocks; first += GROUP_COUNT * step) {
        uint32 left = range < 0xffffffffu ? 0 : (1u << RANDOM_EACH) - 1;
#pragma unroll
        for (int k = 0; k < RANDOM_EACH; k++) {
            int64 t = first + k * (int64)LOCAL_SIZE;
            if (t < blocks && range < 0xffffffffu) {
                random_words w = random_plain(g, (uint64)s.position, t);
                uint64 a, b;
                int known = random_below_at_once(w.a, n, &a) & random_below_at_once(w.b, n, &b);
                random_pack r;
                r.v[0] = (T)((uint64)v0 + a);
                r.v[1] = (T)((uint64)v0 + b);
                left |= (uint32)!known << k;
                put_integers(s, out, t, r);
            }
        }
        for (int k = 0; left; k++, left >>= 1) {
            int64 t = first + k * (int64)LOCAL_SIZE;
            if ((left & 1) && t < blocks) {
                uint64 at = (uint64)s.position + (uint64)(2 * t - shift);
                put_integers(s, out, t, integers_of(g, at, random_plain(g, (uint64)s.position, t), v0, v1));
            }
        }
    }
}
#else
KERNEL integers(random_sizes s, GLOBAL T *out, const GLOBAL P *p0, const GLOBAL P *p1, P v0, P v1, GLOBAL int *bad)
{
    random_stream g = random_stream_of(s.key, s.substream);
    int64 shift = s.position & 1, blocks = (s.n + shift + 1) / 2;
    for (int64 t = GLOBAL_ID; t < blocks; t += GLOBAL_SIZE) {
        random_words w = random_plain(g, (uint64)s.position, t);
        int64 i = 2 * t - shift;
        for (int64 end = i + 2 < s.n ? i + 2 : s.n; i < end; i++) {
            if (i < 0)
                continue;
            P low = PARAMETER(0, i), high = PARAMETER(1, i);
            int wrong = check_bounds(low, &high, p1 && s.excluded);
            if (wrong)
                ATOMIC_MAX(bad, wrong);
            else
                out[i] = integer_of(g, (uint64)s.position + (uint64)i, i == 2 * t - shift ? w.a : w.b, low, high);
        }
    }
}
#endif
