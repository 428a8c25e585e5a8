/* spline_value.h - Piecewise cubic interpolation at one point, for kernels/spline.h and for the host. The caller defines R, the
 * type of all values; OF_TYPE, which makes a name specific to R; and spline_sizes. The real and imaginary part of a complex
 * value are treated as two adjacent real values. */

/* Return the number of grid points that are at most `at`, which is not NaN. The previous result is tried first. */
DEVICE int64 OF_TYPE(spline_search)(const GLOBAL R *grid, int64 n, R at, int64 guess)
{
    int64 low = 0, left = n;
    if (guess > 0 && grid[guess - 1] <= at && (guess == n || !(grid[guess] <= at)))
        return guess;
    while (left > 0) {
        int64 middle = (left + 1) / 2;
        low += grid[low + middle - 1] <= at ? middle : 0;
        left -= middle;
    }
    return low;
}

/* Return the interval that contains a point, as the index of its first grid point. The first and the last interval are
 * unbounded. */
DEVICE int64 OF_TYPE(spline_interval)(const GLOBAL R *grid, int64 n, R at, int64 *guess)
{
    int64 found = *guess = OF_TYPE(spline_search)(grid, n, at, *guess);
    return found < 1 || n < 2 ? 0 : found > n - 1 ? n - 2 : found - 1;
}

/* Evaluate a cubic, or its derivative of order nu, at distance u from the left end of an interval of length h. The cubic has
 * values y and slopes s at the ends of the interval. */
DEVICE R OF_TYPE(spline_cubic)(R u, R h, R y0, R y1, R s0, R s1, int64 nu)
{
    R r = 1 / h, slope = (y1 - y0) * r, t = (s0 + s1 - 2 * slope) * r;
    R a = t * r, b = (slope - s0) * r - t;
    if (nu == 0)
        return ((a * u + b) * u + s0) * u + y0;
    if (nu == 1)
        return (3 * a * u + 2 * b) * u + s0;
    if (nu == 2)
        return 6 * a * u + 2 * b;
    return nu == 3 ? 6 * a : 0 * a;
}

/* Compute the result at point i of a row. */
DEVICE void OF_TYPE(spline_element)(spline_sizes s, const GLOBAL R *places, const GLOBAL R *grid, const GLOBAL R *values,
                                    const GLOBAL R *slopes, GLOBAL R *out, int64 row, int64 i, int64 *guess)
{
    R at = places[i];
    out += (row * s.m + i) * s.parts;
    if (at != at || (!s.extrapolate && (at < grid[0] || at > grid[s.n - 1]))) {
        for (int64 p = 0; p < s.parts; p++)
            out[p] = (R)NAN_VALUE;
        return;
    }
    int64 j = OF_TYPE(spline_interval)(grid, s.n, at, guess), k = (row * s.n + j) * s.parts;
    R h = grid[j + 1] - grid[j], u = at - grid[j];
    for (int64 p = 0; p < s.parts; p++)
        out[p] = OF_TYPE(spline_cubic)(u, h, values[k + p], values[k + s.parts + p], slopes[k + p], slopes[k + s.parts + p],
                                       s.nu);
}

/* Return a slope that preserves monotonicity: a weighted harmonic mean of the secant slopes on both sides, or zero at a local
 * extremum (Fritsch and Butland, 1984). */
DEVICE R OF_TYPE(pchip_inside)(R h0, R h1, R m0, R m1)
{
    R w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    if (m0 != m0 || m1 != m1)
        return m0 + m1;
    if (!(m0 > 0 && m1 > 0) && !(m0 < 0 && m1 < 0))
        return 0;
    return (w0 + w1) / (w0 / m0 + w1 / m1);
}

/* Return the slope at an end: the slope of the parabola through three points, limited to preserve the shape (Moler, Numerical
 * Computing with MATLAB). */
DEVICE R OF_TYPE(pchip_end)(R h0, R h1, R m0, R m1)
{
    R d = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1), size = d < 0 ? -d : d, most = 3 * (m0 < 0 ? -m0 : m0);
    int same = (m0 > 0 && m1 > 0) || (m0 < 0 && m1 < 0) || (m0 == 0 && m1 == 0);
    if (d != d)
        return d;
    if (!((d > 0 && m0 > 0) || (d < 0 && m0 < 0)))
        return 0;
    return !same && size > most ? 3 * m0 : d;
}

/* Return the slope at node j of a row. */
DEVICE R OF_TYPE(pchip_slope)(spline_sizes s, const GLOBAL R *grid, const GLOBAL R *values, int64 row, int64 j)
{
    const GLOBAL R *y = values + row * s.n;
    if (s.n == 2)
        return (y[1] - y[0]) / (grid[1] - grid[0]);
    int64 left = j > 0 ? j - 1 : 0, right = j < s.n - 1 ? j : j - 1; /* the intervals on both sides, or the two intervals at an
                                                                      * end */
    if (j == 0)
        right = 1;
    else if (j == s.n - 1)
        left = j - 2;
    R h0 = grid[left + 1] - grid[left], h1 = grid[right + 1] - grid[right];
    R m0 = (y[left + 1] - y[left]) / h0, m1 = (y[right + 1] - y[right]) / h1;
    if (j == 0)
        return OF_TYPE(pchip_end)(h0, h1, m0, m1);
    return j == s.n - 1 ? OF_TYPE(pchip_end)(h1, h0, m1, m0) : OF_TYPE(pchip_inside)(h0, h1, m0, m1);
}
