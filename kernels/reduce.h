/* reduce.h - Reductions. The caller defines:
 * - T, the accumulator type, and the matching KIND_* macro;
 * - IN, the type of the elements;
 * - FROM_IN, which converts an element to T;
 * - OUT, the type of the result;
 * - one of OP_SUM OP_PROD OP_MIN OP_MAX OP_ARGMIN OP_ARGMAX OP_ANY OP_ALL OP_VAR OP_STD.
 *
 * The elements that are reduced to one result are divided into `splits` ranges of `chunk` elements. A range is reduced by one
 * thread, or by `lanes` consecutive threads, whose values are combined in a tree. Then the ranges are combined. Sums are
 * therefore blocked, and the order of additions depends only on the shape. ALONE is for CPUs: one thread reduces each range or,
 * if PARTS is also defined, combines the ranges of each result. */
#define GROUP 256
#ifdef OP_STD
#define OP_VAR
#endif

#if defined(OP_PROD) && (defined(KIND_REAL) || defined(KIND_COMPLEX))
#define SCALED /* partial products never overflow or underflow: the value is v STEP^steps */
#endif

#if defined(OP_ARGMIN) || defined(OP_ARGMAX)
typedef struct { T v; int64 i; } acc;
#elif defined(SCALED)
typedef struct { T v; int steps; } acc;
#elif defined(OP_VAR)
typedef struct { T s1; R s2; } acc; /* sums of x - mean and of |x - mean|^2 */
#elif defined(OP_ANY) || defined(OP_ALL)
typedef struct { int v; } acc;
#else
typedef struct { T v; } acc;
#endif

#if defined(KIND_COMPLEX)
#define ADD(a, b) C_ADD(a, b)
#define SUB(a, b) C_SUB(a, b)
#define MUL(a, b) C_MUL(a, b)
#define SQUARE(a) ((a).re * (a).re + (a).im * (a).im)
#define ZERO c_make(0, 0)
#define NOTHING c_make((R)-0.0, (R)-0.0)
#define UNIT c_make(1, 0)
#define IS_TRUE(a) ((a).re != 0 || (a).im != 0)
#else
#ifdef KIND_BOOL
#define ADD(a, b) ((T)((a) | (b)))
#else
#define ADD(a, b) ((T)((a) + (b)))
#endif
#define SUB(a, b) ((T)((a) - (b)))
#define MUL(a, b) ((T)((a) * (b)))
#define SQUARE(a) ((a) * (a))
#define ZERO ((T)0)
#define NOTHING ((T)-0.0) /* -0 if values are real, because adding -0 never changes the sign of a zero */
#define UNIT ((T)1)
#define IS_TRUE(a) ((a) != 0)
#endif

#ifdef SCALED
#define STEP (sizeof(R) == 4 ? (R)18446744073709551616.0 : (R)1.3407807929942597e154) /* 2^64, 2^512 */
#define STEP_ROOT (sizeof(R) == 4 ? (R)4294967296.0 : (R)1.157920892373162e77)
#ifdef KIND_COMPLEX
#define SIZE(a) (R_FABS((a).re) > R_FABS((a).im) ? R_FABS((a).re) : R_FABS((a).im))
#define TIMES(a, r) c_make((a).re * (r), (a).im * (r))
#else
#define SIZE(a) R_FABS(a)
#define TIMES(a, r) ((a) * (r))
#endif
/* Scale the value so that the product of two such values is in range. */
DEVICE acc settle(acc a)
{
    while (SIZE(a.v) > STEP_ROOT && SIZE(a.v) < R_INF) {
        a.v = TIMES(a.v, 1 / STEP);
        a.steps++;
    }
    while (SIZE(a.v) < 1 / STEP_ROOT && SIZE(a.v) > 0) {
        a.v = TIMES(a.v, STEP);
        a.steps--;
    }
    return a;
}

DEVICE T product(acc a)
{
    for (int i = 0; i < 4 && a.steps != 0; i++) {
        a.v = TIMES(a.v, a.steps > 0 ? STEP : 1 / STEP);
        a.steps += a.steps > 0 ? -1 : 1;
    }
    return a.v;
}
#else
#define product(a) ((a).v)
#endif

#if defined(OP_SUM) || defined(OP_PROD)
DEVICE acc combine(acc a, acc b)
{
#ifdef OP_SUM
    a.v = ADD(a.v, b.v);
#else
    a.v = MUL(a.v, b.v);
#endif
#ifdef SCALED
    a.steps += b.steps;
    a = settle(a);
#endif
    return a;
}
#elif defined(OP_ANY) || defined(OP_ALL)
DEVICE acc combine(acc a, acc b)
{
#ifdef OP_ANY
    a.v |= b.v;
#else
    a.v &= b.v;
#endif
    return a;
}
#elif defined(OP_VAR)
DEVICE acc combine(acc a, acc b)
{
    a.s1 = ADD(a.s1, b.s1);
    a.s2 += b.s2;
    return a;
}
#endif

#if defined(OP_MIN) || defined(OP_ARGMIN)
#define BETTER(a, b) ((a) < (b))
#else
#define BETTER(a, b) ((a) > (b))
#endif
#ifdef KIND_REAL
#define IS_NAN(a) ((a) != (a))
#else
#define IS_NAN(a) 0
#endif
#if defined(OP_MIN) || defined(OP_MAX)
DEVICE acc combine(acc a, acc b)
{
    return IS_NAN(a.v) || BETTER(a.v, b.v) || (!IS_NAN(b.v) && a.v == b.v) ? a : b;
}
#elif defined(OP_ARGMIN) || defined(OP_ARGMAX)
/* Return the operand that is NaN or, if neither is NaN, the better operand. On ties, return the operand with the lower
 * index. */
DEVICE acc combine(acc a, acc b)
{
    int na = IS_NAN(a.v), nb = IS_NAN(b.v);
    if (na != nb)
        return na ? a : b;
    if (!na && a.v != b.v)
        return BETTER(a.v, b.v) ? a : b;
    return a.i < b.i ? a : b;
}
#endif

/* Return the value to subtract from each element: the mean, or the first element if both are equal up to rounding. As a result,
 * equal elements have zero variance. */
DEVICE T centre(T mean, IN first)
{
#ifdef OP_VAR
    const R most = sizeof(R) == 4 ? (R)0x1p-18 : (R)0x1p-40;
    T v = FROM_IN(first);
#ifdef KIND_COMPLEX
    return R_FABS(mean.re - v.re) <= most * R_FABS(v.re) && R_FABS(mean.im - v.im) <= most * R_FABS(v.im) ? v : mean;
#else
    return R_FABS(mean - v) <= most * R_FABS(v) ? v : mean;
#endif
#else
    return mean;
#endif
}

DEVICE acc take(IN element, int64 i, T mean)
{
    acc a;
    T v = FROM_IN(element);
#if defined(OP_ANY) || defined(OP_ALL)
    a.v = IS_TRUE(v);
#elif defined(OP_VAR)
    a.s1 = SUB(v, mean);
    a.s2 = SQUARE(a.s1);
#else
    a.v = v;
#if defined(OP_ARGMIN) || defined(OP_ARGMAX)
    a.i = i;
#elif defined(SCALED)
    a.steps = 0;
    a = settle(a);
#endif
#endif
    return a;
}

/* Return the identity element for a range that contains `element`. */
DEVICE acc neutral(IN element, int64 i, T mean)
{
    acc a = take(element, i, mean);
#if defined(OP_SUM)
    a.v = NOTHING;
#elif defined(SCALED)
    a.v = UNIT;
    a.steps = 0;
#elif defined(OP_PROD)
    a.v = UNIT;
#elif defined(OP_VAR)
    a.s1 = NOTHING;
    a.s2 = 0;
#endif
    return a;
}

/* Convert an accumulator to the result. n: number of elements. divisor: n for a mean, n - correction for a variance, otherwise
 * 1. */
DEVICE OUT finish(acc a, float64 n, float64 divisor)
{
#if defined(OP_ANY) || defined(OP_ALL)
    return (OUT)a.v;
#elif defined(OP_VAR)
    R excess = a.s2 == R_INF ? 0 : SQUARE(a.s1) / (R)n; /* avoids Inf - Inf */
    R sum = a.s2 < excess ? 0 : a.s2 - excess;
    R v = divisor > 0 ? sum / (R)divisor : (R)NAN_VALUE;
#ifdef OP_STD
    return (OUT)R_SQRT(v);
#else
    return (OUT)v;
#endif
#elif defined(OP_ARGMIN) || defined(OP_ARGMAX)
    return (OUT)a.i;
#elif defined(KIND_COMPLEX)
    T v = product(a);
    OUT r;
    r.re = divisor == 1 ? v.re : v.re / (R)divisor;
    r.im = divisor == 1 ? v.im : v.im / (R)divisor;
    return r;
#elif defined(KIND_REAL)
    return (OUT)(divisor == 1 ? product(a) : product(a) / (T)divisor);
#else
    return (OUT)a.v;
#endif
}

DEVICE int64 offset_of(int64 i, int nd, const int64 *shape, const int64 *strides)
{
    int64 at = 0;
    for (int d = nd - 1; d > 0; d--) {
        at += i % shape[d] * strides[d];
        i /= shape[d];
    }
    return nd ? at + i * strides[0] : 0;
}

#define AT(i) (base + (l->nred == 1 ? (i) * l->red_strides[0] : offset_of(i, l->nred, l->red_shape, l->red_strides)))
#ifdef ALONE
/* Pairwise combination, which limits rounding errors. level[k] is the combination of 2^k values, and is in use if bit k of
 * `count` is set. */
#define LEVELS 40
DEVICE void collect(acc *level, int64 count, acc a)
{
    int k = 0;
    for (; count & 1; count >>= 1)
        a = combine(level[k++], a);
    level[k] = a;
}

DEVICE acc collected(const acc *level, int64 count)
{
    acc a;
    for (int k = 0, found = 0; count >> k; k++)
        if (count >> k & 1) {
            a = found ? combine(level[k], a) : level[k];
            found = 1;
        }
    return a;
}

/* Reduce elements begin ... end - 1 of the result that starts at `base`, in blocks of SHORT elements. */
#define SHORT 16
DEVICE acc run(const GLOBAL IN *x, const reduce_layout *l, int64 base, int64 begin, int64 end, T mean)
{
    acc level[LEVELS], a;
    int64 blocks = 0;
    for (int64 i = begin; i < end; i++) {
        acc b = take(x[AT(i)], i, mean);
        a = (i - begin) % SHORT ? combine(a, b) : b;
        if ((i - begin) % SHORT == SHORT - 1 || i == end - 1)
            collect(level, blocks++, a);
    }
    return collected(level, blocks);
}
#else
/* Reduce the elements first, first + step, ... below `end` of the result that starts at `base`, in four independent chains. All
 * chains begin with the identity element, so that every thread has a value. */
DEVICE acc run(const GLOBAL IN *x, const reduce_layout *l, int64 base, int64 begin, int64 first, int64 step, int64 end, T mean)
{
    acc a = neutral(x[AT(begin)], begin, mean), b = a, c = a, d = a;
    int64 i = first;
    for (; i + 3 * step < end; i += 4 * step) {
        IN p = x[AT(i)], q = x[AT(i + step)], r = x[AT(i + 2 * step)], s = x[AT(i + 3 * step)];
        a = combine(a, take(p, i, mean));
        b = combine(b, take(q, i + step, mean));
        c = combine(c, take(r, i + 2 * step, mean));
        d = combine(d, take(s, i + 3 * step, mean));
    }
    for (; i < end; i += step)
        a = combine(a, take(x[AT(i)], i, mean));
    return combine(combine(a, b), combine(c, d));
}

/* Elements that are loaded at once: 16 bytes. */
typedef struct ALIGNED(PACK * sizeof(IN)) { IN v[PACK]; } pack;

DEVICE acc fold(acc a, pack p, int64 i, T mean)
{
    for (int j = 0; j < PACK; j++)
        a = combine(a, take(p.v[j], i + j, mean));
    return a;
}

/* Like run(), but for contiguous elements x[begin ... end), where x + begin is aligned. */
DEVICE acc run_packed(const GLOBAL IN *x, int64 begin, int lane, int64 lanes, int64 end, T mean)
{
    const GLOBAL pack *p = (const GLOBAL pack *)(x + begin);
    int64 packs = (end - begin) / PACK, tail = begin + packs * PACK + lane, i = lane;
    acc a = neutral(x[begin], begin, mean), b = a, c = a, d = a;
    for (; i + 3 * lanes < packs; i += 4 * lanes) {
        pack u = p[i], v = p[i + lanes], w = p[i + 2 * lanes], z = p[i + 3 * lanes];
        a = fold(a, u, begin + i * PACK, mean);
        b = fold(b, v, begin + (i + lanes) * PACK, mean);
        c = fold(c, w, begin + (i + 2 * lanes) * PACK, mean);
        d = fold(d, z, begin + (i + 3 * lanes) * PACK, mean);
    }
    for (; i < packs; i += lanes)
        a = fold(a, p[i], begin + i * PACK, mean);
    for (; tail < end; tail += lanes)
        a = combine(a, take(x[tail], tail, mean));
    return combine(combine(a, b), combine(c, d));
}

/* Combine the values of `lanes` threads that are `step` apart. */
DEVICE acc tree(acc a, LOCAL_POINTER acc *room, int lane, int lanes, int step)
{
    int t = LOCAL_ID;
    room[t] = a;
    BARRIER();
    for (int apart = lanes / 2; apart > 0; apart /= 2) {
        if (lane < apart)
            room[t] = combine(room[t], room[t + apart * step]);
        BARRIER();
    }
    return room[t];
}

/* Reduce each range of each result with `lanes` consecutive threads, a power of two. If `packed`, the elements to reduce are
 * contiguous and each range is aligned to packs. */
KERNEL reduce_lanes(int64 results, int64 n, int64 splits, int64 chunk, int lanes, int packed, reduce_layout l,
                    const GLOBAL IN *x, const GLOBAL T *means, GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    LOCAL acc room[GROUP];
    int lane = LOCAL_ID % lanes, at_once = GROUP / lanes;
    for (int64 first = (int64)GROUP_ID * at_once; first < results * splits; first += (int64)GROUP_COUNT * at_once) {
        int64 g = first + LOCAL_ID / lanes, last = results * splits - 1;
        int64 r = (g < last ? g : last) / splits, s = (g < last ? g : last) % splits; /* surplus threads repeat the last range
                                                                                       */
        int64 begin = s * chunk, end = begin + chunk < n ? begin + chunk : n;
        int64 base = offset_of(r, l.nkeep, l.keep_shape, l.keep_strides);
        T mean = means ? centre(means[r], x[base]) : ZERO;
        acc a = packed ? run_packed(x + base, begin, lane, lanes, end, mean)
                       : run(x, &l, base, begin, begin + lane, lanes, end, mean);
        a = tree(a, room, lane, lanes, 1);
        if (lane == 0 && g <= last) {
            if (splits == 1)
                out[r] = finish(a, (float64)n, divisor);
            else
                parts[s * results + r] = a;
        }
        BARRIER();
    }
}

#endif

#ifndef PARTS
/* Reduce each range of each result with one thread. Consecutive threads read elements of consecutive results. */
KERNEL reduce_thread(int64 results, int64 n, int64 splits, int64 chunk, reduce_layout l, const GLOBAL IN *x,
                     const GLOBAL T *means, GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    for (int64 g = GLOBAL_ID; g < results * splits; g += GLOBAL_SIZE) {
        int64 r = g % results, s = g / results, begin = s * chunk, end = begin + chunk < n ? begin + chunk : n;
        int64 base = offset_of(r, l.nkeep, l.keep_shape, l.keep_strides);
#ifdef ALONE
        acc a = run(x, &l, base, begin, end, means ? centre(means[r], x[base]) : ZERO);
#else
        acc a = run(x, &l, base, begin, begin, 1, end, means ? centre(means[r], x[base]) : ZERO);
#endif
        if (splits == 1)
            out[r] = finish(a, (float64)n, divisor);
        else
            parts[g] = a;
    }
}

#endif

#ifdef PARTS
KERNEL reduce_parts(int64 results, int64 n, int64 splits, int lanes, const GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    for (int64 r = GLOBAL_ID; r < results; r += GLOBAL_SIZE) {
        acc level[LEVELS];
        for (int64 s = 0; s < splits; s++)
            collect(level, s, parts[s * results + r]);
        out[r] = finish(collected(level, splits), (float64)n, divisor);
    }
}
#endif

#ifndef ALONE
/* Like reduce_thread(), but for PACK consecutive results at once. The elements must be aligned for joint loads. */
KERNEL reduce_columns(int64 results, int64 n, int64 splits, int64 chunk, reduce_layout layout, const GLOBAL IN *x,
                      const GLOBAL T *means, GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    const reduce_layout *l = &layout;
    int64 across = results / PACK;
    for (int64 g = GLOBAL_ID; g < across * splits; g += GLOBAL_SIZE) {
        int64 r = g % across * PACK, s = g / across, i = s * chunk, end = i + chunk < n ? i + chunk : n;
        int64 base = offset_of(r, l->nkeep, l->keep_shape, l->keep_strides);
        acc a[PACK], b[PACK];
        T mean[PACK];
        for (int j = 0; j < PACK; j++) {
            mean[j] = means ? centre(means[r + j], x[base + j]) : ZERO;
            a[j] = b[j] = neutral(x[AT(i) + j], i, mean[j]);
        }
        for (; i + 3 < end; i += 4) {
            pack u = *(const GLOBAL pack *)(x + AT(i)), v = *(const GLOBAL pack *)(x + AT(i + 1));
            pack w = *(const GLOBAL pack *)(x + AT(i + 2)), z = *(const GLOBAL pack *)(x + AT(i + 3));
            for (int j = 0; j < PACK; j++) {
                a[j] = combine(combine(a[j], take(u.v[j], i, mean[j])), take(w.v[j], i + 2, mean[j]));
                b[j] = combine(combine(b[j], take(v.v[j], i + 1, mean[j])), take(z.v[j], i + 3, mean[j]));
            }
        }
        for (; i < end; i++) {
            pack u = *(const GLOBAL pack *)(x + AT(i));
            for (int j = 0; j < PACK; j++)
                a[j] = combine(a[j], take(u.v[j], i, mean[j]));
        }
        for (int j = 0; j < PACK; j++) {
            a[j] = combine(a[j], b[j]);
            if (splits == 1)
                out[r + j] = finish(a[j], (float64)n, divisor);
            else
                parts[s * results + r + j] = a[j];
        }
    }
}

/* Combine the ranges of each result with `lanes` threads that are GROUP / lanes apart, so that consecutive threads handle
 * consecutive results. */
KERNEL reduce_parts(int64 results, int64 n, int64 splits, int lanes, const GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    LOCAL acc room[GROUP];
    int at_once = GROUP / lanes, lane = LOCAL_ID / at_once;
    for (int64 first = (int64)GROUP_ID * at_once; first < results; first += (int64)GROUP_COUNT * at_once) {
        int64 r = first + LOCAL_ID % at_once;
        int64 q = r < results ? r : results - 1;
        int64 s = lane + lanes, step = lanes * results;
        acc a = parts[lane * results + q]; /* there are at least as many ranges as lanes */
        for (; s + 3 * lanes < splits; s += 4 * lanes) {
            const GLOBAL acc *p = parts + s * results + q;
            acc b = p[0], c = p[step], d = p[2 * step], e = p[3 * step];
            a = combine(a, combine(combine(b, c), combine(d, e)));
        }
        for (; s < splits; s += lanes)
            a = combine(a, parts[s * results + q]);
        a = tree(a, room, lane, lanes, at_once);
        if (lane == 0 && r < results)
            out[r] = finish(a, (float64)n, divisor);
        BARRIER();
    }
}
#endif
