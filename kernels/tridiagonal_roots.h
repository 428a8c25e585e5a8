/* tridiagonal_roots.h - Eigenvalues and eigenvectors of D + rho z zᵀ, with ascending diagonal D and no small elements of z. The
 * eigenvalues are the roots of the secular equation 1/rho + Σ z(i)²/(D(i) - x) = 0. There is one root between any two
 * consecutive poles D(i), and one after the last pole. The caller defines the element type T, the matching KIND_* macro, and
 * LANES, the number of threads per group. Each group handles one root, weight or vector.
 *
 * Each step moves to the root of an approximating function with the same two neighbouring poles (R.-C. Li, LAPACK Working Note
 * 89, 1994). Each step uses one of two schemes, and a slow step causes a switch to the other scheme. All steps stay within
 * shrinking bounds. A root is stored as its distance from the nearest pole. Eigenvectors are computed from the vector z for
 * which the computed roots are exact, so the eigenvectors are orthogonal however close the roots are (M. Gu and S. C. Eisenstat
 * 1995; LAPACK's laed3 and laed4). */
#define ULP (sizeof(T) == 4 ? (T)5.9604645e-8 : (T)1.1102230246251565e-16)
#define ROUNDS 100 /* maximum number of steps; five are usual */
#define PARTS 4

typedef struct {
    T left, right;               /* sums over the poles up to the split, and after it */
    T left_slope, right_slope;
} sums;

/* Store a lane's contribution to the sums in `parts`. If `skips`, omit the two poles next to the split. */
DEVICE void add_terms(int k, int split, const GLOBAL T *poles, const GLOBAL T *weights, int nearest, T offset, int skips,
                      LOCAL_POINTER T *parts)
{
    T left = 0, right = 0, left_slope = 0, right_slope = 0, origin = poles[nearest];
    for (int i = LOCAL_ID; i < k; i += LANES) {
        T z = skips && (i == split || i == split + 1) ? 0 : weights[i], t = z / ((poles[i] - origin) - offset);
        if (i <= split) {
            left += z * t;
            left_slope += t * t;
        } else {
            right += z * t;
            right_slope += t * t;
        }
    }
    parts[LOCAL_ID] = left;
    parts[LANES + 1 + LOCAL_ID] = right;
    parts[2 * (LANES + 1) + LOCAL_ID] = left_slope;
    parts[3 * (LANES + 1) + LOCAL_ID] = right_slope;
}

DEVICE void add_lanes(const LOCAL_POINTER T *parts, LOCAL_POINTER T *totals)
{
    T total = 0;
    for (int i = 0; i < LANES; i++)
        total += parts[LOCAL_ID * (LANES + 1) + i];
    totals[LOCAL_ID] = total;
}

/* Return a point between two bounds, which must not have opposite signs. */
DEVICE T between(T low, T high)
{
    T sign = low < 0 ? -1 : 1, a = low < 0 ? -high : low, b = low < 0 ? -low : high;
    return sign * (a == 0 ? b / 1024 : b > 4 * a ? R_SQRT(a) * R_SQRT(b) : (a + b) / 2);
}

typedef struct {
    int nearest;
    T offset, low, high; /* the root and its bounds, relative to the nearest pole */
    T before;            /* value of the function one step before */
    int keeps_weight, round, found;
} root_state;

/* Choose the nearest pole, the bounds and a first offset. The sums in f omit the two poles next to the split. The sums were
 * computed at the midpoint between these poles or, for the last root, at the midpoint of its possible range. */
DEVICE root_state begin_root(root_state r, int split, const GLOBAL T *poles, const GLOBAL T *z, T inverse, int is_last, sums f)
{
    T gap = poles[split + 1] - poles[split], zl = z[split], zr = z[split + 1], middle = r.offset;
    T left = is_last ? -gap - middle : -middle, right = is_last ? -middle : gap - middle;
    T rest = inverse + f.left + f.right, w = rest + zl * zl / left + zr * zr / right;
    if (is_last) {
        T a = zl * zl + zr * zr - rest * gap, b = zr * zr * gap, root = R_SQRT(R_FABS(a * a + 4 * b * rest));
        r.low = w > 0 ? 0 : middle;
        r.high = w > 0 ? middle : (T)1.0625 / inverse;
        r.offset = a < 0 ? 2 * b / (root - a) : (a + root) / (2 * rest);
    } else if (w > 0) {
        T a = rest * gap + zl * zl + zr * zr, b = zl * zl * gap, root = R_SQRT(R_FABS(a * a - 4 * b * rest));
        r.low = 0;
        r.high = middle;
        r.offset = a > 0 ? 2 * b / (a + root) : (a - root) / (2 * rest);
    } else {
        T a = rest * gap - zl * zl - zr * zr, b = zr * zr * gap, root = R_SQRT(R_FABS(a * a + 4 * b * rest));
        r.nearest = split + 1;
        r.low = -right;
        r.high = 0;
        r.offset = a < 0 ? 2 * b / (a - root) : -(a + root) / (2 * rest);
    }
    if (!(r.offset > r.low && r.offset < r.high))
        r.offset = between(r.low, r.high);
    r.keeps_weight = !is_last;
    r.round = 1;
    return r;
}

/* Return the change of the offset by a step to the root of c + s/(left - x) + t/(right - x). */
DEVICE T step_of(int split, const GLOBAL T *poles, const GLOBAL T *z, root_state r, sums f, T w, int is_last)
{
    T origin = poles[r.nearest], slope = f.left_slope + f.right_slope;
    T left = (poles[split] - origin) - r.offset, right = (poles[split + 1] - origin) - r.offset;
    T a = (left + right) * w - left * right * slope, b = left * right * w, c = w - left * f.left_slope - right * f.right_slope;
    T gap = poles[split + 1] - poles[split], step;
    if (r.keeps_weight && r.nearest == split)
        c = w - right * slope + gap * (z[split] / left) * (z[split] / left);
    else if (r.keeps_weight)
        c = w - left * slope - gap * (z[split + 1] / right) * (z[split + 1] / right);
    if (is_last) {
        c = R_FABS(c);
        T root = R_SQRT(R_FABS(a * a - 4 * b * c));
        step = a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
    } else {
        T root = R_SQRT(R_FABS(a * a - 4 * b * c));
        step = a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
    }
    return w * step < 0 ? step : -w / slope;
}

/* Compute the next offset from the sums at r.offset, or set r.found. */
DEVICE root_state improve(root_state r, int split, const GLOBAL T *poles, const GLOBAL T *z, T inverse, int is_last, sums f)
{
    T w = inverse + f.left + f.right, size = 8 * (R_FABS(f.left) + R_FABS(f.right)) + inverse;
    if (R_FABS(w) <= ULP * (size + R_FABS(r.offset) * (f.left_slope + f.right_slope)))
        r.found = 1;
    else {
        if (w > 0)
            r.high = r.offset;
        else
            r.low = r.offset;
        if (r.round > 1 && !is_last && R_FABS(w) > R_FABS(r.before) / 10)
            r.keeps_weight = !r.keeps_weight;
        T next = r.offset + step_of(split, poles, z, r, f, w, is_last);
        if (!(next > r.low && next < r.high) || r.round % 8 == 7)
            next = between(r.low, r.high);
        r.found = R_FABS(next - r.offset) <= ULP * R_FABS(next) || !(next > r.low && next < r.high);
        r.offset = next > r.low && next < r.high ? next : r.offset;
        r.before = w;
    }
    r.round++;
    return r;
}

/* Return the number of roots of a node, or 0 if it was not merged. */
DEVICE int roots_of(merge_sizes s, int64 node, const GLOBAL int *counts)
{
    return node * s.size + s.size / 2 < s.n ? counts[node * MERGE_COUNTS + MERGE_COUNT_POLES] : 0;
}

/* Find the roots. Round 0 computes the sums for begin_root(). All barriers are in this function, as some compilers for CPUs
 * require. */
KERNEL merge_roots(merge_sizes s, const GLOBAL T *e, const GLOBAL int *counts, GLOBAL T *reals, GLOBAL int *ints,
                   GLOBAL int *state)
{
    LOCAL T parts[PARTS * (LANES + 1)], totals[PARTS];
    for (int64 at = GROUP_ID; at < s.n; at += GROUP_COUNT) {
        int64 node = at / s.size, begin = node * s.size;
        int k = roots_of(s, node, counts), j = (int)(at - begin), is_last = j == k - 1, is_root = j < k;
        const GLOBAL T *poles = reals + s.n * MERGE_POLES + begin, *z = reals + s.n * MERGE_WEIGHTS + begin;
        int split = is_last ? k - 2 : j; /* the last pole on the left side; for the last root, the second to last pole */
        T rho = is_root ? 2 * R_FABS(e[begin + s.size / 2 - 1]) : 1, inverse = 1 / rho;
        root_state r;
        r.round = 0;
        r.found = k == 1 || !is_root;
        r.nearest = is_root ? j : 0;
        r.offset = r.found ? rho * z[0] * z[0] : is_last ? rho / 2 : (poles[j + 1] - poles[j]) / 2;
        r.before = r.low = r.high = 0;
        while (!r.found && r.round < ROUNDS) {
            sums f;
            add_terms(k, split, poles, z, r.nearest, r.offset, r.round == 0, parts);
            BARRIER();
            if (LOCAL_ID < PARTS)
                add_lanes(parts, totals);
            BARRIER();
            f.left = totals[0];
            f.right = totals[1];
            f.left_slope = totals[2];
            f.right_slope = totals[3];
            if (r.round == 0)
                r = begin_root(r, split, poles, z, inverse, is_last, f);
            else
                r = improve(r, split, poles, z, inverse, is_last, f);
        }
        if (LOCAL_ID == 0 && is_root) {
            reals[s.n * MERGE_ROOTS + at] = poles[r.nearest] + r.offset;
            reals[s.n * MERGE_OFFSETS + at] = r.offset;
            ints[s.n * MERGE_NEAREST + at] = r.nearest;
            if (!r.found)
                ATOMIC_OR(state, TRIDIAGONAL_NOT_CONVERGED);
        }
        BARRIER();
    }
}

/* Compute the z for which the roots are exact. Each factor is the distance to a root divided by the distance to a neighbouring
 * pole. */
KERNEL merge_weights(merge_sizes s, const GLOBAL int *counts, GLOBAL T *reals, const GLOBAL int *ints)
{
    LOCAL T parts[LANES];
    for (int64 at = GROUP_ID; at < s.n; at += GROUP_COUNT) {
        int64 node = at / s.size, begin = node * s.size;
        const GLOBAL T *poles = reals + s.n * MERGE_POLES + begin, *offsets = reals + s.n * MERGE_OFFSETS + begin;
        const GLOBAL int *nearest = ints + s.n * MERGE_NEAREST + begin;
        int k = roots_of(s, node, counts), i = (int)(at - begin), factors = i < k ? k : 0;
        T product = 1, own = poles[i];
        for (int j = LOCAL_ID; j < factors; j += LANES) {
            T distance = (own - poles[nearest[j]]) - offsets[j];
            product *= j == i ? distance : distance / (own - poles[j]);
        }
        parts[LOCAL_ID] = product;
        BARRIER();
        if (LOCAL_ID == 0 && i < k) {
            for (int l = 1; l < LANES; l++)
                product *= parts[l];
            T root = R_SQRT(R_FABS(product));
            reals[s.n * MERGE_RENEWED + at] = reals[s.n * MERGE_WEIGHTS + at] < 0 ? -root : root;
        }
        BARRIER();
    }
}

/* Store the normalised eigenvectors in columns of `right`. The rows of the vectors match the columns of the left operands, so
 * the rows for poles that belong to both halves occur twice; rows for padding columns are zero. */
KERNEL merge_vectors(merge_sizes s, const GLOBAL int *counts, const GLOBAL T *reals, const GLOBAL int *ints, GLOBAL T *right)
{
    LOCAL T parts[LANES];
    int cut = (int)(s.size / 2);
    for (int64 at = GROUP_ID; at < s.n; at += GROUP_COUNT) {
        int64 node = at / s.size, begin = node * s.size;
        const GLOBAL T *poles = reals + s.n * MERGE_POLES + begin, *z = reals + s.n * MERGE_RENEWED + begin;
        const GLOBAL int *above = ints + s.n * MERGE_UPPER + begin, *below = ints + s.n * MERGE_LOWER + begin;
        const GLOBAL int *found = counts + node * MERGE_COUNTS;
        int k = roots_of(s, node, counts), j = (int)(at - begin), rows = (int)(s.n - begin < s.size ? s.n - begin : s.size);
        int is_root = j < k, elements = is_root ? k : 0;
        GLOBAL T *column = right + node * s.size * s.size + (int64)j * rows;
        T origin = is_root ? poles[ints[s.n * MERGE_NEAREST + at]] : 0, offset = is_root ? reals[s.n * MERGE_OFFSETS + at] : 0;
        T square = 0;
        for (int i = LOCAL_ID; i < elements; i += LANES) {
            T v = z[i] / ((poles[i] - origin) - offset);
            square += v * v;
            if (above[i] >= 0)
                column[above[i]] = v;
            if (below[i] >= 0)
                column[below[i]] = v;
        }
        parts[LOCAL_ID] = square;
        BARRIER();
        square = 0;
        for (int l = 0; l < LANES; l++)
            square += parts[l];
        T length = R_SQRT(square);
        for (int i = LOCAL_ID; i < elements; i += LANES) {
            if (above[i] >= 0)
                column[above[i]] /= length;
            if (below[i] >= 0)
                column[below[i]] /= length;
        }
        int both = is_root ? found[MERGE_COUNT_BOTH] : 0, upper = is_root ? found[MERGE_COUNT_UPPER] + both : cut;
        int lower = is_root ? found[MERGE_COUNT_LOWER] + both : rows;
        for (int i = upper + LOCAL_ID; i < s.upper && i < cut; i += LANES)
            column[i] = 0;
        for (int i = lower + LOCAL_ID; i < s.lower && cut + i < rows; i += LANES)
            column[cut + i] = 0;
        BARRIER();
    }
}
