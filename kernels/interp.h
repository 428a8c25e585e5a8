/* interp.h - Piecewise linear interpolation by rows. The caller defines T, the type of the values; the matching KIND_* macro;
 * and R, the type of the points.
 *
 * Between grid[j] and grid[j + 1], the result lies on the straight line through the values at these two grid points. Below the
 * first grid point, the result is the value at the first grid point. Above the last grid point, the result is the value at the
 * last grid point. The result at NaN is NaN. */
#ifdef KIND_COMPLEX
#define REAL_OF(v) (v).re
#else
#define REAL_OF(v) (v)
#endif

/* Return one part (real or imaginary) of the interpolated value. Interpolate from the left point or, if this yields NaN, from
 * the right point. */
DEVICE R on_line(R at, R left, R right, R from, R to)
{
    R slope = (to - from) / (right - left), value = slope * (at - left) + from;
    if (value != value) {
        value = slope * (at - right) + to;
        if (value != value && from == to)
            value = from;
    }
    return value;
}

KERNEL interp(interp_sizes s, const GLOBAL R *places, const GLOBAL R *grid, const GLOBAL T *values, GLOBAL T *out)
{
    for (int64 i = GLOBAL_ID; i < s.rows * s.m; i += GLOBAL_SIZE) {
        int64 row = i / s.m, low = 0, high = s.n;
        const GLOBAL R *g = grid + row * s.grid_step;
        const GLOBAL T *v = values + row * s.values_step;
        R at = places[i];
        while (low < high) { /* find the number of grid points <= at */
            int64 middle = low + (high - low) / 2;
            if (g[middle] <= at)
                low = middle + 1;
            else
                high = middle;
        }
        int64 j = low > 0 ? low - 1 : 0;
        T value = v[j];
        if (at != at) {
            REAL_OF(value) = at;
#ifdef KIND_COMPLEX
            value.im = 0;
#endif
        } else if (low > 0 && low < s.n && g[j] != at) {
            T next = v[j + 1];
#ifdef KIND_COMPLEX
            value = c_make(on_line(at, g[j], g[j + 1], value.re, next.re), on_line(at, g[j], g[j + 1], value.im, next.im));
#else
            value = on_line(at, g[j], g[j + 1], value, next);
#endif
        }
        out[i] = value;
    }
}
