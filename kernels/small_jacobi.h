/* small_jacobi.h - One-sided Jacobi rotations, for small_svd.h and small_lstsq.h. The caller defines the element type T, the
 * matching KIND_* macro, and SLICES, the number of threads that share the rows of a pair of columns. */
#define SWEEPS 60 /* maximum; six to ten are usual */
/* The largest element is scaled to 2^LARGE. As a result, the squared norms of columns do not overflow, and the squared norms of
 * much smaller columns do not underflow. A column is treated as zero if its squared norm is below NEGLIGIBLE. */
#define LARGE (sizeof(R) == 4 ? 50 : 500)
#define NEGLIGIBLE (sizeof(R) == 4 ? (R)7.8886091e-31 : (R)1.4996968138956309e-241)
#define ULP (sizeof(R) == 4 ? (R)1.1920929e-7 : (R)2.220446049250313e-16)
#define STEEP (sizeof(R) == 4 ? (R)1e4 : (R)1e8) /* 1 is negligible relative to its square */
#define SQUARE_OF(a) (F_REAL(a) * F_REAL(a) + F_IMAG(a) * F_IMAG(a))
#ifdef KIND_COMPLEX
#define SIZE_OF(a) R_HYPOT((a).re, (a).im)
#define TIMES(a, s) c_scale(a, s)
#define OVER(a, s) c_make((a).re / (s), (a).im / (s))
#else
#define SIZE_OF(a) R_FABS(a)
#define TIMES(a, s) ((a) * (s))
#define OVER(a, s) ((a) / (s))
#endif

/* Rotation that makes columns x and y orthogonal, computed from their squared norms a and b and their product `dot`. The
 * rotated columns are (c x - s y conj(phase), s x phase + c y). The rotation is applied as a correction, so that small angles
 * cause small errors; tau is s/(1 + c) = (1 - c)/s. */
typedef struct { R s, tau; T phase; } rotation;

DEVICE rotation find_rotation(R a, R b, T dot, R size)
{
    rotation r;
    R zeta = (b - a) / size / 2, steep = R_FABS(zeta);
    R t = steep > STEEP ? 1 / (2 * steep) : 1 / (steep + R_SQRT(1 + steep * steep)), c = 1 / R_SQRT(1 + t * t);
    r.s = (zeta < 0 ? -t : t) * c;
    r.tau = r.s / (1 + c);
    r.phase = OVER(dot, size);
    return r;
}

/* Return an element of x, or of y, after the rotation. */
DEVICE T rotated_left(T a, T b, rotation r)
{
    return F_SUB(a, TIMES(F_ADD(F_MUL(F_CONJ(r.phase), b), TIMES(a, r.tau)), r.s));
}

DEVICE T rotated_right(T a, T b, rotation r)
{
    return F_ADD(b, TIMES(F_SUB(F_MUL(r.phase, a), TIMES(b, r.tau)), r.s));
}

/* Rotate the rows `slice`, `slice` + SLICES, ... of two columns. */
DEVICE void rotate_columns(int n, int slice, LOCAL_POINTER T *x, LOCAL_POINTER T *y, rotation r)
{
    for (int i = slice; i < n; i += SLICES) {
        T a = x[i], b = y[i];
        x[i] = rotated_left(a, b, r);
        y[i] = rotated_right(a, b, r);
    }
}

/* Round-robin schedule for `players`, an even number, in players - 1 steps: find the columns of pair number `pair` in the given
 * step. Return true if both columns exist. */
DEVICE int pair_of(int step, int pair, int players, int q, int *i, int *j)
{
    int rest = players - 1, after = step + pair, before = step - pair;
    int a = pair == 0 ? rest : after < rest ? after : after - rest, b = before < 0 ? before + rest : before;
    *i = a < b ? a : b;
    *j = a < b ? b : a;
    return pair < players / 2 && *j < q;
}
