/* interpn.h - Multilinear interpolation on regular grids. The caller defines T and R as the same real type. The kernel stores
 * the largest nonzero result of interpn_point() in *flag. */
#define OF_TYPE(name) name
#include "spline_value.h"
#include "interpn_value.h"

KERNEL interpn(interpn_sizes s, const GLOBAL T *places, const GLOBAL T *grid, const GLOBAL T *values, const GLOBAL T *fill,
               GLOBAL T *out, GLOBAL int *flag)
{
    int64 guess[MAX_NDIM];
    for (int d = 0; d < MAX_NDIM; d++)
        guess[d] = 0;
    for (int64 i = GLOBAL_ID; i < s.points * s.trailing; i += GLOBAL_SIZE) {
        int64 place = i / s.trailing, c = i - place * s.trailing;
        int outside = interpn_point(s, places, grid, values, fill, out, place, c, c + 1, guess);
        if (outside && !s.extrapolate)
            ATOMIC_MAX(flag, outside);
    }
}
