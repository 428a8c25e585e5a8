/* spline.h - Piecewise cubic interpolation along rows. The caller defines T and R as the same real type. */
#define OF_TYPE(name) name
#include "spline_value.h"

KERNEL spline(spline_sizes s, const GLOBAL T *places, const GLOBAL T *grid, const GLOBAL T *values, const GLOBAL T *slopes,
              GLOBAL T *out)
{
    int64 guess = 0;
    for (int64 i = GLOBAL_ID; i < s.rows * s.m; i += GLOBAL_SIZE) {
        int64 row = i / s.m;
        spline_element(s, places, grid, values, slopes, out, row, i - row * s.m, &guess);
    }
}

KERNEL pchip_slopes(spline_sizes s, const GLOBAL T *grid, const GLOBAL T *values, GLOBAL T *slopes)
{
    for (int64 i = GLOBAL_ID; i < s.rows * s.n; i += GLOBAL_SIZE) {
        int64 row = i / s.n;
        slopes[i] = pchip_slope(s, grid, values, row, i - row * s.n);
    }
}
