/* tridiagonal_values.h - the scale of a symmetric tridiagonal matrix, and its eigenvalues by multisection: as many points of an
 * interval at a time as there are threads for.  Before it: T and its kind.  Groups have GROUP threads.
 *
 * The eigenvalues below x are as many as there are changes of sign in the sequence of the leading minors of A - x
 * (J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 5), without a division.  It is rescaled as it goes;
 * off-diagonals that are zero, or nearly, count as FLOOR, so that a minor that vanishes is followed by one that does not: of an
 * error of eps * norm the floor is a small part. */
#define GROUP 256
#define ULP (sizeof(T) == 4 ? (T)5.9604645e-8 : (T)1.1102230246251565e-16)
#define FLOOR (ULP / 32)
#define BOUND ((T)3) /* of the eigenvalues, where elements are at most 1 */
#define IS_FINITE(v) (R_FABS(v) < R_INF)

/* A step makes minors at least FLOOR^2/6 of those before, and at most six times as large: so often they are looked at. */
#define PERIOD (sizeof(T) == 4 ? 1 : 4)
#define SMALL_MINOR (sizeof(T) == 4 ? (T)0x1p-60 : (T)0x1p-200)
#define LARGE_MINOR (sizeof(T) == 4 ? (T)0x1p60 : (T)0x1p400)
#define RAISE (sizeof(T) == 4 ? (T)0x1p60 : (T)0x1p500)

/* d and e over a power of two, so that the largest element is near 1; zeros where one is not finite.  `state` becomes what went
 * wrong and the exponent.  One group. */
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

/* squares[i] of the element between rows i - 1 and i. */
KERNEL tridiagonal_squares(int64 n, const GLOBAL T *e, GLOBAL T *squares)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        T v = i > 0 ? R_FABS(e[i - 1]) : 0;
        v = v > FLOOR ? v : FLOOR;
        squares[i] = v * v;
    }
}

/* Eigenvalues below x.  All threads of the group come here; those behind the last row add rows that change nothing. */
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

/* Point i of `points` between the ends of an interval. */
DEVICE T point_between(T low, T high, int64 i, int64 points)
{
    return low + (high - low) * ((T)(i + 1) / (T)(points + 1));
}

/* Of all eigenvalues at once: how many are below each of the points, a multiple of GROUP, between -BOUND and BOUND. */
KERNEL tridiagonal_counts(int64 n, int64 points, const GLOBAL T *d, const GLOBAL T *squares, GLOBAL int *counts)
{
    LOCAL T diagonal[GROUP], beside[GROUP];
    for (int64 g = GROUP_ID; g < points / GROUP; g += GROUP_COUNT) {
        int64 i = g * GROUP + LOCAL_ID;
        counts[i] = count_below(n, d, squares, point_between(-BOUND, BOUND, i, points), diagonal, beside);
    }
}

/* The points that eigenvalue `which` is between, low and high. */
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

/* Each interval by so many points, a power of two up to GROUP, into a smaller one.  A thread for each point. */
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
            int first = 0, last = (int)points + 1; /* of low, the points, high */
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

/* The middles of the intervals, none smaller than one before it, in the matrix's own scale.  One group. */
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
