/* reduce.h - reductions.  Before it: T and its kind (the type to accumulate in), OUT (the type of the result), and one of
 * OP_SUM OP_PROD OP_MIN OP_MAX OP_ARGMIN OP_ARGMAX OP_ANY OP_ALL OP_VAR OP_STD.
 *
 * The reduced elements of one result are cut into `splits` ranges of `chunk`; the threads of a group take every
 * LOCAL_SIZE-th element of a range and are combined in a tree, then the ranges are.  So sums are blocked, and the order of
 * additions depends on the shape alone. */
#define MAX_NDIM 16
#define GROUP 256
#ifdef OP_STD
#define OP_VAR
#endif

typedef struct {
    int nkeep, nred, dtype;
    int64 keep_shape[MAX_NDIM], keep_strides[MAX_NDIM];
    int64 red_shape[MAX_NDIM], red_strides[MAX_NDIM];
} reduce_layout;

#if defined(OP_ARGMIN) || defined(OP_ARGMAX)
typedef struct { T v; int64 i; } acc;
#elif defined(OP_VAR)
typedef struct { T s1; R s2; } acc; /* sums of x - mean and of its square */
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
#define IS_TRUE(a) ((a) != 0)
#endif

#if defined(OP_SUM) || defined(OP_PROD)
DEVICE acc combine(acc a, acc b)
{
#ifdef OP_SUM
    a.v = ADD(a.v, b.v);
#else
    a.v = MUL(a.v, b.v);
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
/* The first NaN, else the first of the best. */
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

DEVICE acc take(const GLOBAL void *x, int64 at, int64 i, int dtype, T mean)
{
    acc a;
    T v = load(x, at, dtype);
#if defined(OP_ANY) || defined(OP_ALL)
    a.v = IS_TRUE(v);
#elif defined(OP_VAR)
    a.s1 = SUB(v, mean);
    a.s2 = SQUARE(a.s1);
#else
    a.v = v;
#if defined(OP_ARGMIN) || defined(OP_ARGMAX)
    a.i = i;
#endif
#endif
    return a;
}

/* n: how many elements the result stands for; divisor: what it is divided by (1, n for a mean, n - correction). */
DEVICE OUT finish(acc a, float64 n, float64 divisor)
{
#if defined(OP_ANY) || defined(OP_ALL)
    return (OUT)a.v;
#elif defined(OP_VAR)
    R v = divisor > 0 ? (a.s2 - SQUARE(a.s1) / (R)n) / (R)divisor : (R)NAN_VALUE;
#ifdef OP_STD
    return (OUT)R_SQRT(v);
#else
    return (OUT)v;
#endif
#elif defined(OP_ARGMIN) || defined(OP_ARGMAX)
    return (OUT)a.i;
#elif defined(KIND_COMPLEX)
    OUT r;
    r.re = divisor == 1 ? a.v.re : a.v.re / (R)divisor;
    r.im = divisor == 1 ? a.v.im : a.v.im / (R)divisor;
    return r;
#elif defined(KIND_REAL)
    return (OUT)(divisor == 1 ? a.v : a.v / (T)divisor);
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

DEVICE acc element(const GLOBAL void *x, const reduce_layout *l, int64 base, int64 i, T mean)
{
    int64 at = l->nred == 1 ? i * l->red_strides[0] : offset_of(i, l->nred, l->red_shape, l->red_strides);
    return take(x, base + at, i, l->dtype, mean);
}

/* The reduced elements first, first + step, ... below end of the result that starts at base, in four chains that do not wait
 * for each other. */
DEVICE acc run(const GLOBAL void *x, const reduce_layout *l, int64 base, int64 first, int64 step, int64 end, T mean)
{
    acc a = element(x, l, base, first, mean);
    int64 i = first + step;
    if (i + 2 * step < end) {
        acc b = element(x, l, base, i, mean), c = element(x, l, base, i + step, mean);
        acc d = element(x, l, base, i + 2 * step, mean);
        for (i += 3 * step; i + 3 * step < end; i += 4 * step) {
            acc p = element(x, l, base, i, mean), q = element(x, l, base, i + step, mean);
            acc r = element(x, l, base, i + 2 * step, mean), s = element(x, l, base, i + 3 * step, mean);
            a = combine(a, p);
            b = combine(b, q);
            c = combine(c, r);
            d = combine(d, s);
        }
        a = combine(combine(a, b), combine(c, d));
    }
    for (; i < end; i += step)
        a = combine(a, element(x, l, base, i, mean));
    return a;
}

/* Combine the group's values; those of threads from `count` on do not count. */
DEVICE acc tree(acc a, LOCAL_POINTER acc *room, int count)
{
    int t = LOCAL_ID;
    room[t] = a;
    BARRIER();
    for (int half = GROUP / 2; half > 0; half /= 2) {
        if (t < half && t + half < count)
            room[t] = combine(room[t], room[t + half]);
        BARRIER();
    }
    return room[0];
}

/* A group for each range of each result. */
KERNEL reduce_group(int64 results, int64 n, int64 splits, int64 chunk, reduce_layout l, const GLOBAL void *x,
                    const GLOBAL T *means, GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    LOCAL acc room[GROUP];
    for (int64 g = GROUP_ID; g < results * splits; g += GROUP_COUNT) {
        int64 r = g / splits, begin = g % splits * chunk, end = begin + chunk < n ? begin + chunk : n;
        int64 base = offset_of(r, l.nkeep, l.keep_shape, l.keep_strides), first = begin + LOCAL_ID;
        T mean = means ? means[r] : ZERO;
        acc a;
        if (first < end)
            a = run(x, &l, base, first, GROUP, end, mean);
        a = tree(a, room, end - begin < GROUP ? (int)(end - begin) : GROUP);
        if (LOCAL_ID == 0) {
            if (splits == 1)
                out[r] = finish(a, (float64)n, divisor);
            else
                parts[g] = a;
        }
        BARRIER();
    }
}

/* A thread for each range of each result: neighbouring threads read neighbouring results. */
KERNEL reduce_thread(int64 results, int64 n, int64 splits, int64 chunk, reduce_layout l, const GLOBAL void *x,
                     const GLOBAL T *means, GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    for (int64 g = GLOBAL_ID; g < results * splits; g += GLOBAL_SIZE) {
        int64 r = g % results, s = g / results, begin = s * chunk, end = begin + chunk < n ? begin + chunk : n;
        int64 base = offset_of(r, l.nkeep, l.keep_shape, l.keep_strides);
        acc a = run(x, &l, base, begin, 1, end, means ? means[r] : ZERO);
        if (splits == 1)
            out[r] = finish(a, (float64)n, divisor);
        else
            parts[r * splits + s] = a;
    }
}

/* Combine the ranges of each result; a group for each. */
KERNEL reduce_parts(int64 results, int64 n, int64 splits, const GLOBAL acc *parts, GLOBAL OUT *out, float64 divisor)
{
    LOCAL acc room[GROUP];
    for (int64 r = GROUP_ID; r < results; r += GROUP_COUNT) {
        acc a;
        if ((int64)LOCAL_ID < splits) {
            a = parts[r * splits + LOCAL_ID];
            for (int64 s = LOCAL_ID + GROUP; s < splits; s += GROUP)
                a = combine(a, parts[r * splits + s]);
        }
        a = tree(a, room, splits < GROUP ? (int)splits : GROUP);
        if (LOCAL_ID == 0)
            out[r] = finish(a, (float64)n, divisor);
        BARRIER();
    }
}
