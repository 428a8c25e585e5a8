/* tridiagonal_merge.h - Merge two halves of a symmetric tridiagonal matrix: deflation, and the columns of the products. The
 * caller defines the element type T and the matching KIND_* macro.
 *
 * In the basis of the eigenvectors of both halves the matrix is D + rho z zᵀ, where z consists of the last row of the upper
 * eigenvectors and the first row of the lower eigenvectors. An eigenvalue is deflated if its element of z is negligible, or
 * can be made negligible by rotating two columns with nearly equal eigenvalues (J. J. M. Cuppen 1981; J. J. Dongarra and D.
 * C. Sorensen 1987; LAPACK's laed2). All nodes of a level are merged in the same launches. Columns of the upper half are
 * zero in the rows of the lower half and vice versa. Therefore each half is multiplied only by the columns that are nonzero
 * in it. */
#define GROUP 256
#define ULP (sizeof(T) == 4 ? (T)5.9604645e-8 : (T)1.1102230246251565e-16)
#define UPPER 1
#define LOWER 2
#define BOTH (UPPER | LOWER)

/* Return the number of rows of the node that begins at `begin`. */
DEVICE int rows_of(merge_sizes s, int64 begin)
{
    return (int)(s.n - begin < s.size ? s.n - begin : s.size);
}

/* Merge the eigenvalues of both halves in ascending order, together with their columns and elements of z. */
KERNEL merge_halves(merge_sizes s, const GLOBAL T *e, const GLOBAL T *q, GLOBAL T *reals, GLOBAL int *ints)
{
    int cut = (int)(s.size / 2);
    for (int64 at = GLOBAL_ID; at < s.n; at += GLOBAL_SIZE) {
        int64 begin = at / s.size * s.size, seam = begin + cut;
        int rows = rows_of(s, begin), i = (int)(at - begin), is_lower = i >= cut;
        if (rows <= cut)
            continue;
        const GLOBAL T *sorted = reals + s.n * MERGE_SORTED + begin;
        T value = sorted[i];
        int first = is_lower ? 0 : cut, low = first, high = is_lower ? cut : rows;
        while (low < high) { /* on ties, eigenvalues of the upper half come first */
            int middle = (low + high) / 2;
            if (sorted[middle] < value || (is_lower && sorted[middle] == value))
                low = middle + 1;
            else
                high = middle;
        }
        int column = ints[s.n * MERGE_COLUMNS + at] + (is_lower ? cut : 0);
        int64 to = begin + (is_lower ? i - cut : i) + low - first;
        T end = q[(begin + column) * s.ldq + seam - (is_lower ? 0 : 1)] * (T)0.70710678118654752440;
        reals[s.n * MERGE_VALUES + to] = value;
        reals[s.n * MERGE_ENDS + to] = is_lower && e[seam - 1] < 0 ? -end : end;
        ints[s.n * MERGE_SOURCES + to] = column;
    }
}

/* ---- deflation ---------------------------------------------------------------------------------------------------------- */
/* Up to GROUP eigenvalues whose element of z is not negligible, after the candidate, if any, that the previous step left
 * open. */
typedef struct {
    T values[GROUP + 1], z[GROUP + 1];
    int columns[GROUP + 1], kinds[GROUP + 1]; /* kind 0: already deflated */
    int count, is_near, turns;
} candidates;

/* Return true if the first of two neighbouring eigenvalues can be deflated. This is possible if the rotation of their columns
 * that makes the first element of z zero leaves only a negligible coupling between the two eigenvalues. */
DEVICE int are_near(const LOCAL_POINTER candidates *c, int i, int j, T tolerance)
{
    T x = c->z[i], y = c->z[j];
    return (c->values[j] - c->values[i]) * R_FABS(x * y) <= tolerance * (x * x + y * y);
}

/* Apply the rotations one after the other, because each changes the operands of the next. One thread does this. `reals` and
 * `ints` point to the rows of the node in the first of several arrays of length n. Return the total number of rotations. */
DEVICE int rotate_all(int turns, int settled, T tolerance, int64 n, LOCAL_POINTER candidates *c, GLOBAL T *reals,
                      GLOBAL int *ints)
{
    for (int i = 1; i < c->count; i++) {
        if (!are_near(c, i - 1, i, tolerance))
            continue;
        T x = c->z[i - 1], y = c->z[i], size = R_SQRT(x * x + y * y), cosine = y / size, sine = -x / size;
        T value = c->values[i - 1], next = c->values[i];
        reals[n * MERGE_COSINES + turns] = cosine;
        reals[n * MERGE_SINES + turns] = sine;
        ints[n * MERGE_FROM + turns] = c->columns[i - 1];
        ints[n * MERGE_TO + turns] = c->columns[i];
        turns++;
        reals[n * MERGE_DEFLATED + settled] = value * (cosine * cosine) + next * (sine * sine);
        ints[n * MERGE_DROPPED + settled] = c->columns[i - 1];
        settled++;
        c->values[i] = value * (sine * sine) + next * (cosine * cosine);
        c->z[i] = size;
        c->kinds[i] |= c->kinds[i - 1];
        c->kinds[i - 1] = 0;
    }
    return turns;
}

/* Store candidate i as pole k, with index `place` among the poles of its kind. */
DEVICE void keep_pole(int64 n, int i, int k, int place, const LOCAL_POINTER candidates *c, GLOBAL T *reals, GLOBAL int *ints)
{
    reals[n * MERGE_POLES + k] = c->values[i];
    reals[n * MERGE_WEIGHTS + k] = c->z[i];
    ints[n * MERGE_KEPT + k] = c->columns[i];
    ints[n * MERGE_KINDS + k] = c->kinds[i];
    ints[n * MERGE_UPPER + k] = place;
}

/* Three counts packed in one integer. */
#define BITS 10
#define PART_OF(packed, kind) (((packed) >> (BITS * ((kind) - 1))) & ((1 << BITS) - 1))
#define ONE_OF(kind) ((kind) ? 1 << (BITS * ((kind) - 1)) : 0)
#define ALL_OF(packed) (PART_OF(packed, UPPER) + PART_OF(packed, LOWER) + PART_OF(packed, BOTH))

/* Assign the poles to columns of the left operands. In the upper half, columns that belong only to the upper half come first,
 * then columns that belong to both halves. In the lower half the order is reversed. */
DEVICE void place_columns(merge_sizes s, int64 begin, int poles, int upper, int both, GLOBAL int *ints)
{
    int cut = (int)(s.size / 2);
    for (int i = LOCAL_ID; i < poles; i += GROUP) {
        GLOBAL int *above = ints + s.n * MERGE_UPPER + begin + i, *below = ints + s.n * MERGE_LOWER + begin + i;
        int kind = ints[s.n * MERGE_KINDS + begin + i], place = *above;
        *above = kind == UPPER ? place : kind == BOTH ? upper + place : -1;
        *below = kind == LOWER ? cut + both + place : kind == BOTH ? cut + place : -1;
    }
}

/* Inclusive prefix sums over the group. */
DEVICE void add_running(LOCAL_POINTER int *sums)
{
    int t = LOCAL_ID;
    BARRIER();
    for (int step = 1; step < GROUP; step *= 2) {
        int before = t >= step ? sums[t - step] : 0;
        BARRIER();
        sums[t] += before;
        BARRIER();
    }
}

/* Counters, which are the same in all threads. */
typedef struct {
    int poles, upper, both, settled, turns, is_open; /* is_open: a candidate remains that is neither kept nor deflated */
} progress;

/* Process eigenvalues [first, first + width) of the node. Deflate the eigenvalues whose element of z is negligible; the others
 * become candidates. */
DEVICE progress take(progress p, merge_sizes s, int64 begin, int first, int width, T rho, T tolerance, GLOBAL T *reals,
                     GLOBAL int *ints, LOCAL_POINTER candidates *c, LOCAL_POINTER int *sums)
{
    int t = LOCAL_ID, column = t < width ? ints[s.n * MERGE_SOURCES + begin + first + t] : 0;
    T value = t < width ? reals[s.n * MERGE_VALUES + begin + first + t] : 0;
    T z = t < width ? reals[s.n * MERGE_ENDS + begin + first + t] : 0;
    int is_candidate = rho * R_FABS(z) > tolerance;
    sums[t] = is_candidate;
    MARK(&c->is_near, 0);
    add_running(sums);
    int to = p.is_open + sums[t] - is_candidate;
    if (is_candidate) {
        c->values[to] = value;
        c->z[to] = z;
        c->columns[to] = column;
        c->kinds[to] = column < s.size / 2 ? UPPER : LOWER;
    } else if (t < width) {
        reals[s.n * MERGE_DEFLATED + begin + p.settled + t - sums[t]] = value;
        ints[s.n * MERGE_DROPPED + begin + p.settled + t - sums[t]] = column;
    }
    c->count = p.is_open + sums[GROUP - 1];
    p.settled += width - sums[GROUP - 1];
    BARRIER();
    return p;
}

/* Store as poles the candidates that no rotation has deflated. The last candidate is not stored; it remains a candidate for the
 * next call. */
DEVICE progress keep(progress p, int64 n, GLOBAL T *reals, GLOBAL int *ints, LOCAL_POINTER candidates *c,
                     LOCAL_POINTER int *sums)
{
    int t = LOCAL_ID, count = c->count, kind = t < count - 1 ? c->kinds[t] : 0, lower = p.poles - p.upper - p.both;
    sums[t] = ONE_OF(kind);
    add_running(sums);
    int kept = sums[GROUP - 1], before = sums[t] - ONE_OF(kind);
    int place = kind == UPPER   ? p.upper + PART_OF(before, UPPER)
                : kind == LOWER ? lower + PART_OF(before, LOWER)
                                : p.both + PART_OF(before, BOTH);
    if (kind)
        keep_pole(n, t, p.poles + ALL_OF(before), place, c, reals, ints);
    BARRIER();
    if (t == 0 && count > 1) {
        c->values[0] = c->values[count - 1];
        c->z[0] = c->z[count - 1];
        c->columns[0] = c->columns[count - 1];
        c->kinds[0] = c->kinds[count - 1];
    }
    p.poles += ALL_OF(kept);
    p.upper += PART_OF(kept, UPPER);
    p.both += PART_OF(kept, BOTH);
    p.is_open = count > 0;
    BARRIER();
    return p;
}

DEVICE progress keep_last(progress p, int64 n, GLOBAL T *reals, GLOBAL int *ints, const LOCAL_POINTER candidates *c)
{
    int kind = c->kinds[0], lower = p.poles - p.upper - p.both;
    if (LOCAL_ID == 0)
        keep_pole(n, 0, p.poles, kind == UPPER ? p.upper : kind == LOWER ? lower : p.both, c, reals, ints);
    p.poles++;
    p.upper += kind == UPPER;
    p.both += kind == BOTH;
    return p;
}

/* Deflate the nodes, with one group per node. */
KERNEL merge_deflate(merge_sizes s, const GLOBAL T *e, GLOBAL T *reals, GLOBAL int *ints, GLOBAL int *counts)
{
    LOCAL candidates c;
    LOCAL T ends[GROUP];
    LOCAL int sums[GROUP];
    int cut = (int)(s.size / 2), t = LOCAL_ID;
    for (int64 node = GROUP_ID; node * s.size + cut < s.n; node += GROUP_COUNT) {
        int64 begin = node * s.size;
        int rows = rows_of(s, begin);
        const GLOBAL T *all = reals + s.n * MERGE_VALUES + begin, *z = reals + s.n * MERGE_ENDS + begin;
        T rho = 2 * R_FABS(e[begin + cut - 1]), largest = R_FABS(all[0]), last = R_FABS(all[rows - 1]), end = 0;
        progress p = {0, 0, 0, 0, 0, 0};
        for (int i = t; i < rows; i += GROUP)
            end = R_FABS(z[i]) > end ? R_FABS(z[i]) : end;
        ends[t] = end;
        BARRIER();
        largest = last > largest ? last : largest;
        for (int i = 0; i < GROUP; i++)
            largest = ends[i] > largest ? ends[i] : largest;
        T tolerance = 8 * ULP * largest;
        for (int first = 0; first < rows; first += GROUP) {
            int width = rows - first < GROUP ? rows - first : GROUP;
            p = take(p, s, begin, first, width, rho, tolerance, reals, ints, &c, sums);
            if (t < c.count - 1 && are_near(&c, t, t + 1, tolerance))
                MARK(&c.is_near, 1);
            BARRIER();
            if (t == 0)
                c.turns = c.is_near ? rotate_all(p.turns, p.settled, tolerance, s.n, &c, reals + begin, ints + begin) : p.turns;
            BARRIER();
            p.settled += c.turns - p.turns;
            p.turns = c.turns;
            p = keep(p, s.n, reals + begin, ints + begin, &c, sums);
        }
        if (p.is_open)
            p = keep_last(p, s.n, reals + begin, ints + begin, &c);
        if (t == 0) {
            counts[node * MERGE_COUNTS + MERGE_COUNT_POLES] = p.poles;
            counts[node * MERGE_COUNTS + MERGE_COUNT_UPPER] = p.upper;
            counts[node * MERGE_COUNTS + MERGE_COUNT_LOWER] = p.poles - p.upper - p.both;
            counts[node * MERGE_COUNTS + MERGE_COUNT_BOTH] = p.both;
            counts[node * MERGE_COUNTS + MERGE_COUNT_ROTATIONS] = p.turns;
        }
        GLOBAL_BARRIER();
        place_columns(s, begin, p.poles, p.upper, p.both, ints);
        BARRIER();
    }
}

/* ---- columns ------------------------------------------------------------------------------------------------------------ */
/* Apply the rotations of deflation in order, with one thread per row. An element that the next rotation changes again is kept
 * in a register. */
KERNEL merge_rotate(merge_sizes s, GLOBAL T *q, const GLOBAL T *reals, const GLOBAL int *ints, const GLOBAL int *counts)
{
    for (int64 at = GLOBAL_ID; at < s.n; at += GLOBAL_SIZE) {
        int64 node = at / s.size, begin = node * s.size;
        const GLOBAL T *cosines = reals + s.n * MERGE_COSINES + begin, *sines = reals + s.n * MERGE_SINES + begin;
        const GLOBAL int *from = ints + s.n * MERGE_FROM + begin, *to = ints + s.n * MERGE_TO + begin;
        int turns = begin + s.size / 2 < s.n ? counts[node * MERGE_COUNTS + MERGE_COUNT_ROTATIONS] : 0;
        GLOBAL T *row = q + begin * s.ldq + at;
        T held = 0;
        for (int i = 0; i < turns; i++) {
            T x = i > 0 && from[i] == to[i - 1] ? held : row[from[i] * s.ldq], y = row[to[i] * s.ldq];
            row[from[i] * s.ldq] = cosines[i] * x + sines[i] * y;
            held = cosines[i] * y - sines[i] * x;
            if (i == turns - 1 || from[i + 1] != to[i])
                row[to[i] * s.ldq] = held;
        }
    }
}

/* Copy the left operands of the products to `left`, contiguously for each half. Copy deflated columns to `right`, after the
 * space for the eigenvectors that belong to the roots. One group handles one column. */
KERNEL merge_pack(merge_sizes s, const GLOBAL T *q, const GLOBAL int *ints, const GLOBAL int *counts, GLOBAL T *left,
                  GLOBAL T *right)
{
    int cut = (int)(s.size / 2);
    for (int64 at = GROUP_ID; at < s.n; at += GROUP_COUNT) {
        int64 node = at / s.size, begin = node * s.size;
        int rows = rows_of(s, begin), below = rows - cut, j = (int)(at - begin);
        if (rows <= cut)
            continue;
        const GLOBAL int *found = counts + node * MERGE_COUNTS;
        GLOBAL T *upper = left + node * s.size * s.size, *lower = upper + (int64)cut * cut;
        int both = found[MERGE_COUNT_BOTH], k = found[MERGE_COUNT_POLES], above = -1, under = -1, column;
        if (j < k) {
            column = ints[s.n * MERGE_KEPT + begin + j];
            above = ints[s.n * MERGE_UPPER + begin + j];
            under = ints[s.n * MERGE_LOWER + begin + j];
        } else
            column = ints[s.n * MERGE_DROPPED + begin + j - k];
        const GLOBAL T *from = q + (begin + column) * s.ldq + begin;
        for (int i = LOCAL_ID; i < cut && above >= 0; i += LOCAL_SIZE)
            upper[(int64)above * cut + i] = from[i];
        for (int i = LOCAL_ID; i < below && under >= 0; i += LOCAL_SIZE)
            lower[(int64)(under - cut) * below + i] = from[cut + i];
        for (int i = LOCAL_ID; i < rows && j >= k; i += LOCAL_SIZE)
            right[node * s.size * s.size + (int64)j * rows + i] = from[i];
        for (int i = LOCAL_ID; i < cut && j >= found[MERGE_COUNT_UPPER] + both && j < s.upper; i += LOCAL_SIZE)
            upper[(int64)j * cut + i] = 0;
        for (int i = LOCAL_ID; i < below && j >= found[MERGE_COUNT_LOWER] + both && j < s.lower && j < below; i += LOCAL_SIZE)
            lower[(int64)j * below + i] = 0;
    }
}

/* Copy deflated columns to q, after the columns of the products. */
KERNEL merge_unpack(merge_sizes s, const GLOBAL int *counts, const GLOBAL T *right, GLOBAL T *q)
{
    for (int64 at = GROUP_ID; at < s.n; at += GROUP_COUNT) {
        int64 node = at / s.size, begin = node * s.size;
        int rows = rows_of(s, begin), j = (int)(at - begin);
        if (begin + s.size / 2 >= s.n || j < counts[node * MERGE_COUNTS + MERGE_COUNT_POLES])
            continue;
        for (int i = LOCAL_ID; i < rows; i += LOCAL_SIZE)
            q[at * s.ldq + begin + i] = right[node * s.size * s.size + (int64)j * rows + i];
    }
}

/* Merge the roots and the deflated eigenvalues in ascending order, with the columns of their eigenvectors. */
KERNEL merge_order(merge_sizes s, const GLOBAL int *counts, GLOBAL T *reals, GLOBAL int *ints)
{
    for (int64 at = GLOBAL_ID; at < s.n; at += GLOBAL_SIZE) {
        int64 node = at / s.size, begin = node * s.size;
        if (begin + s.size / 2 >= s.n)
            continue;
        const GLOBAL T *roots = reals + s.n * MERGE_ROOTS + begin, *settled = reals + s.n * MERGE_DEFLATED + begin;
        int k = counts[node * MERGE_COUNTS + MERGE_COUNT_POLES], j = (int)(at - begin), others = rows_of(s, begin) - k;
        int is_root = j < k, low = is_root ? j : 0, high = is_root ? j : k, rank = 0;
        T value = is_root ? roots[j] : settled[j - k];
        while (low < high) {
            int middle = (low + high) / 2;
            if (roots[middle] <= value)
                low = middle + 1;
            else
                high = middle;
        }
        for (int i = 0; i < others; i++)
            rank += settled[i] < value || (!is_root && settled[i] == value && i < j - k);
        reals[s.n * MERGE_SORTED + begin + low + rank] = value;
        ints[s.n * MERGE_COLUMNS + begin + low + rank] = j;
    }
}
