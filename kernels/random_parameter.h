/* random_parameter.h - Distribution parameter of an element: a scalar, or an element of an array that is broadcast. If all
 * parameters are scalars, defining NUMBERS saves code and registers. */
#ifdef NUMBERS
#define PARAMETER(k, i) v##k
#define ARRAYS 0
#else
#define PARAMETER(k, i) random_parameter(p##k, v##k, s.inner[k], s.count[k], i)
#define ARRAYS s.arrays
#endif

DEVICE P random_parameter(const GLOBAL P *of, P value, int64 inner, int64 count, int64 i)
{
    return !of ? value : inner == 1 && i < count ? of[i] : of[i / inner % count];
}
