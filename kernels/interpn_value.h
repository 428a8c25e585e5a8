/* interpn_value.h - Interpolation on a regular grid at one point, for kernels/interpn.h and for the host. The caller defines R,
 * the type of all values; OF_TYPE, a macro that makes a name specific to R; and interpn_sizes, a struct. The caller also
 * includes kernels/spline_value.h. */

/* Compute values first ... end - 1 at point i. Each value is a weighted mean of the values at the corners of the cell that
 * contains the point. Corners with zero weight are skipped, so that the result at a grid node is exactly the node's value.
 * Return 0 if the point is inside the grid, or dims - d, where d is the first dimension in which the point is outside the
 * grid. */
DEVICE int OF_TYPE(interpn_point)(interpn_sizes s, const GLOBAL R *places, const GLOBAL R *grid, const GLOBAL R *values,
                                  const GLOBAL R *fill, GLOBAL R *out, int64 i, int64 first, int64 end, int64 *guess)
{
    R share[MAX_NDIM];
    int64 stride[MAX_NDIM], base = 0, size = s.trailing;
    int outside = 0, nowhere = 0, dims = (int)s.dims;
    for (int d = 0; d < dims; d++) {
        R at = places[i * dims + d];
        const GLOBAL R *g = grid + s.first[d];
        nowhere = nowhere || at != at;
        if (!outside && (at < g[0] || at > g[s.n[d] - 1]))
            outside = dims - d;
    }
    if (nowhere || (outside && !s.extrapolate)) {
        for (int64 c = first; c < end; c++)
            out[i * s.trailing + c] = nowhere ? (R)NAN_VALUE : fill[s.parts == 2 ? c % 2 : 0];
        return outside;
    }
    for (int d = dims; d-- > 0;) {
        R at = places[i * dims + d];
        const GLOBAL R *g = grid + s.first[d];
        int64 low = OF_TYPE(spline_interval)(g, s.n[d], at, &guess[d]);
        share[d] = s.n[d] > 1 ? (at - g[low]) / (g[low + 1] - g[low]) : 0;
        stride[d] = size;
        if (s.nearest) {
            low += share[d] > (R)0.5 ? 1 : 0;
            share[d] = 0;
        }
        base += low * size;
        size *= s.n[d];
    }
    for (int64 c = first; c < end; c++) {
        R sum = 0;
        for (int64 corner = 0; corner < (int64)1 << dims; corner++) {
            R weight = 1;
            int64 at = base;
            for (int d = 0; d < dims; d++) {
                int up = (int)(corner >> (dims - 1 - d) & 1);
                weight *= up ? share[d] : 1 - share[d];
                at += up ? stride[d] : 0;
            }
            if (weight != 0)
                sum += values[at + c] * weight;
        }
        out[i * s.trailing + c] = sum;
    }
    return outside;
}
