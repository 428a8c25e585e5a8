/* tridiagonal_values.h - Scaling of a symmetric tridiagonal matrix, and its eigenvalues by multisection, with one point of
 * an interval per available thread. The caller defines the element type T and the matching KIND_* macro. Groups have GROUP
 * threads.
 *
 * The number of eigenvalues below x is the number of sign changes in the sequence of leading minors of A - x (J. H.
 * Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 5), computed without divisions. The sequence is rescaled
 * regularly. Off-diagonals smaller than FLOOR are replaced by FLOOR, so that a zero minor is followed by a nonzero minor.
 * FLOOR is a small fraction of the error eps * norm. */
#define GROUP 256
#define ULP (sizeof(T) == 4 ? (T)5.9604645e-8 : (T)1.1102230246251565e-16)
#define FLOOR (ULP / 32)
#define BOUND ((T)3) /* bound of the eigenvalues if all elements are at most 1 */
#define IS_FINITE(v) (R_FABS(v) < R_INF)

/* One step multiplies the magnitude of the minors by at most 6, and by at least FLOOR^2/6. Minors are rescaled every PERIOD
 * steps. */
#define PERIOD (sizeof(T) == 4 ? 1 : 4)
#define SMALL_MINOR (sizeof(T) == 4 ? (T)0x1p-60 : (T)0x1p-200)
#define LARGE_MINOR (sizeof(T) == 4 ? (T)0x1p60 : (T)0x1p400)
#define RAISE (sizeof(T) == 4 ? (T)0x1p60 : (T)0x1p500)

/* Divide d and e by a power of two, so that the largest element is near 1, or set d and e to zero if an element is not finite.
 * Store the error code and the exponent in `state`. Runs as one group. */
KERNEL tridiagonal_scale(int64 n, GLOBAL T *d, GLOBAL T *e, GLOBAL int *state)
{
    LOCAL T sizes[GROUP];
    LOCAL int bad;
    int exponent = 0;
    T size = 0;
    if (LOCAL_ID == 0)
        bad = 0;
    BARRIER();
    for (int64 i = LOCAL_ID; i < n; i += GROUP) {
        T a = R_FABS(d[i]), b = i < n - 1 ? R_FABS(e[i]) : 0;
        if (!IS_FINITE(a) || !IS_FINITE(b))
            MARK(&bad, 1);
        size = a > size ? a : size;
        size = b > size ? b : size;
    }
    sizes[LOCAL_ID] = size;
    BARRIER();
    for (int i = 0; i < GROUP; i++)
        size = sizes[i] > size ? sizes[i] : size;
    if (size > 0 && !bad)
        frexp(size, &exponent);
    for (int64 i = LOCAL_ID; i < n; i += GROUP) {
        d[i] = bad ? 0 : ldexp(d[i], -exponent);
        if (i < n - 1)
            e[i] = bad ? 0 : ldexp(e[i], -exponent);
    }
    if (LOCAL_ID == 0) {
        state[0] = bad ? TRIDIAGONAL_NOT_FINITE : 0;
        state[1] = exponent;
    }
}

/* Set squares[i] to the square of the element between rows i - 1 and i. */
KERNEL tridiagonal_squares(int64 n, const GLOBAL T *e, GLOBAL T *squares)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        T v = i > 0 ? R_FABS(e[i - 1]) : 0;
        v = v > FLOOR ? v : FLOOR;
        squares[i] = v * v;
    }
}

/* Return the number of eigenvalues below x. All threads of the group must call this function. Rows past the last row are
 * padding that does not change the result. */
DEVICE int count_below(int64 n, const GLOBAL T *d, const GLOBAL T *squares, T x, LOCAL_POINTER T *diagonal,
                       LOCAL_POINTER T *beside)
{
    T before = 0, now = 1;
    int count = 0;
    for (int64 first = 0; first < n; first += GROUP) {
        int64 own = first + LOCAL_ID;
        BARRIER();
        diagonal[LOCAL_ID] = own < n ? d[own] : 2 * BOUND;
        beside[LOCAL_ID] = own < n ? squares[own] : 0;
        BARRIER();
        int rows = n - first < GROUP ? (int)(n - first) : GROUP;
        for (int i = 0; i < rows; i += PERIOD) {
#pragma unroll
            for (int k = i; k < i + PERIOD; k++) {
                T next = R_FMA(diagonal[k] - x, now, -(beside[k] * before));
                count += (next < 0) != (now < 0);
                before = now;
                now = next;
            }
            T size = R_FABS(now) > R_FABS(before) ? R_FABS(now) : R_FABS(before);
            T scale = size < SMALL_MINOR ? RAISE : size > LARGE_MINOR ? 1 / RAISE : 1;
            now *= scale;
            before *= scale;
        }
    }
    return count;
}

/* Return point i of `points` equally spaced points inside an interval. */
DEVICE T point_between(T low, T high, int64 i, int64 points)
{
    return low + (high - low) * ((T)(i + 1) / (T)(points + 1));
}

/* Count the eigenvalues below each of `points` points between -BOUND and BOUND; `points` is a multiple of GROUP. */
KERNEL tridiagonal_counts(int64 n, int64 points, const GLOBAL T *d, const GLOBAL T *squares, GLOBAL int *counts)
{
    LOCAL T diagonal[GROUP], beside[GROUP];
    for (int64 g = GROUP_ID; g < points / GROUP; g += GROUP_COUNT) {
        int64 i = g * GROUP + LOCAL_ID;
        counts[i] = count_below(n, d, squares, point_between(-BOUND, BOUND, i, points), diagonal, beside);
    }
}

/* Set low[which] and high[which] to the points that enclose eigenvalue `which`. */
DEVICE void narrow(int64 which, int64 points, const GLOBAL int *counts, GLOBAL T *low, GLOBAL T *high)
{
    int64 a = -1, b = points;
    while (b - a > 1) {
        int64 middle = (a + b) / 2;
        if (counts[middle] <= which)
            a = middle;
        else
            b = middle;
    }
    low[which] = a < 0 ? -BOUND : point_between(-BOUND, BOUND, a, points);
    high[which] = b == points ? BOUND : point_between(-BOUND, BOUND, b, points);
}

KERNEL tridiagonal_intervals(int64 n, int64 points, const GLOBAL int *counts, GLOBAL T *low, GLOBAL T *high)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        narrow(i, points, counts, low, high);
}

/* Narrow each interval by evaluating `points` points, one per thread; `points` is a power of two up to GROUP. */
KERNEL tridiagonal_section(int64 n, int64 points, const GLOBAL T *d, const GLOBAL T *squares, GLOBAL T *low, GLOBAL T *high)
{
    LOCAL T diagonal[GROUP], beside[GROUP];
    LOCAL int counts[GROUP];
    int64 groups = (n * points + GROUP - 1) / GROUP;
    for (int64 g = GROUP_ID; g < groups; g += GROUP_COUNT) {
        int64 at = g * GROUP + LOCAL_ID, which = at / points, point = at % points;
        T a = which < n ? low[which] : 0, b = which < n ? high[which] : 0;
        counts[LOCAL_ID] = count_below(n, d, squares, point_between(a, b, point, points), diagonal, beside);
        BARRIER();
        if (which < n && point == 0) {
            int first = 0, last = (int)points + 1; /* indices into the sequence low, points, high */
            while (last - first > 1) {
                int middle = (first + last) / 2;
                if (counts[LOCAL_ID + middle - 1] <= which)
                    first = middle;
                else
                    last = middle;
            }
            if (first > 0)
                low[which] = point_between(a, b, first - 1, points);
            if (last <= points)
                high[which] = point_between(a, b, last - 1, points);
        }
        BARRIER();
    }
}

/* Store the midpoints of the intervals, made nondecreasing and with the scaling undone. Runs as one group. */
KERNEL tridiagonal_finish(int64 n, const GLOBAL T *low, const GLOBAL T *high, const GLOBAL int *state, GLOBAL T *values)
{
    LOCAL T largest[GROUP];
    int64 each = (n + GROUP - 1) / GROUP, first = LOCAL_ID * each, end = first + each < n ? first + each : n;
    T most = -BOUND;
    for (int64 i = first; i < end; i++)
        most = low[i] / 2 + high[i] / 2 > most ? low[i] / 2 + high[i] / 2 : most;
    largest[LOCAL_ID] = most;
    BARRIER();
    most = -BOUND;
    for (int i = 0; i < (int)LOCAL_ID; i++)
        most = largest[i] > most ? largest[i] : most;
    for (int64 i = first; i < end; i++) {
        most = low[i] / 2 + high[i] / 2 > most ? low[i] / 2 + high[i] / 2 : most;
        values[i] = ldexp(most, state[1]);
    }
}
