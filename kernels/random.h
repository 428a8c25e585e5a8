/* random.h - Draws from distributions that need one word per element. A thread computes both elements of a block. The caller
 * defines T, the type of the result; P, the type of the parameters; and DRAW and STANDARD, the endings of function names in
 * random_draws.h (finish_DRAW, standard_STANDARD). */
#include "random_draws.h"
#include "random_parameter.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

typedef struct ALIGNED(2 * sizeof(T)) {
    T v[2];
} random_pack;

DEVICE T element_of(float64 z, P a, P b, int64 checked, GLOBAL int *bad)
{
    int wrong = checked ? JOIN(bad_, DRAW)(a, b, 0, 0) : 0;
    if (wrong)
        ATOMIC_MAX(bad, wrong);
    return (T)JOIN(finish_, DRAW)(z, a, b);
}
#define ELEMENT(z, i) element_of(z, PARAMETER(0, i), PARAMETER(1, i), ARRAYS, bad)

KERNEL draw(random_sizes s, GLOBAL T *out, const GLOBAL P *p0, const GLOBAL P *p1, const GLOBAL P *p2, const GLOBAL P *p3, P v0,
            P v1, P v2, P v3, GLOBAL int *bad)
{
    random_stream g = random_stream_of(s.key, s.substream);
    int64 shift = s.position & 1, blocks = (s.n + shift + 1) / 2;
    for (int64 t = GLOBAL_ID; t < blocks; t += GLOBAL_SIZE) {
        random_words w = random_plain(g, (uint64)s.position, t);
        random_two z = JOIN(standard_, STANDARD)(w.a, w.b, sizeof(T) == 4);
        int64 i = 2 * t - shift;
        if (!shift && i + 1 < s.n) {
            random_pack r;
            r.v[0] = ELEMENT(z.a, i);
            r.v[1] = ELEMENT(z.b, i + 1);
            *(GLOBAL random_pack *)(out + i) = r;
            continue;
        }
        if (i >= 0)
            out[i] = ELEMENT(z.a, i);
        if (i + 1 < s.n)
            out[i + 1] = ELEMENT(z.b, i + 1);
    }
}
