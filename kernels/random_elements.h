/* random_elements.h - Draws by rejection, one thread per element. The caller defines T, the type of the result; P, the type of
 * the parameters; and DRAW, the ending of a function name in random_reject.h (element_DRAW). */
#include "random_reject.h"
#include "random_parameter.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

KERNEL draw(random_sizes s, GLOBAL T *out, const GLOBAL P *p0, const GLOBAL P *p1, const GLOBAL P *p2, const GLOBAL P *p3, P v0,
            P v1, P v2, P v3, GLOBAL int *bad)
{
    random_stream g = random_stream_of(s.key, s.substream);
    for (int64 i = GLOBAL_ID; i < s.n; i += GLOBAL_SIZE) {
        P a = PARAMETER(0, i), b = PARAMETER(1, i), c = PARAMETER(2, i), d = PARAMETER(3, i);
        int wrong = ARRAYS ? JOIN(bad_, DRAW)(a, b, c, d) : 0;
        if (wrong)
            ATOMIC_MAX(bad, wrong);
        else
            out[i] = (T)JOIN(element_, DRAW)(g, (uint64)s.position + (uint64)i, a, b, c, d);
    }
}
