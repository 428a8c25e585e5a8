/* triangle.h - one triangle of each matrix of a stack, and whether all elements are finite.  Before it: T and its kind. */
#define MAX_NDIM 16

typedef struct {
    int ndim;
    int64 shape[MAX_NDIM], from[MAX_NDIM], to[MAX_NDIM];
} pair_layout;

/* The last two dimensions are the matrix. */
KERNEL triangle(int64 n, pair_layout l, int lower, int unit, const GLOBAL T *src, GLOBAL T *dst)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 rest = i, from = 0, to = 0, at[2] = {0, 0};
        for (int d = l.ndim - 1; d >= 0; d--) {
            int64 p;
            if (n <= 0x7fffffff) { /* 64-bit division is slow */
                p = (uint32)rest % (uint32)l.shape[d];
                rest = (uint32)rest / (uint32)l.shape[d];
            } else {
                p = rest % l.shape[d];
                rest /= l.shape[d];
            }
            from += p * l.from[d];
            to += p * l.to[d];
            if (d >= l.ndim - 2)
                at[d - (l.ndim - 2)] = p;
        }
        int inside = lower ? at[1] <= at[0] : at[1] >= at[0];
        T v;
#ifdef KIND_COMPLEX
        v = c_make(at[0] == at[1] ? (R)1 : (R)0, 0);
#else
        v = at[0] == at[1] ? (T)1 : (T)0;
#endif
        if (at[0] == at[1] ? !unit : inside)
            v = src[from];
        dst[to] = v;
    }
}

KERNEL all_finite(int64 n, pair_layout l, const GLOBAL T *x, GLOBAL int *found)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 rest = i, from = 0;
        for (int d = l.ndim - 1; d >= 0; d--) {
            from += rest % l.shape[d] * l.from[d];
            rest /= l.shape[d];
        }
        T v = x[from];
#ifdef KIND_COMPLEX
        if (!(R_FABS(v.re) < R_INF && R_FABS(v.im) < R_INF))
#else
        if (!(R_FABS(v) < R_INF))
#endif
            *found = 1;
    }
}
