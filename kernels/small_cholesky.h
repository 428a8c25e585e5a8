/* small_cholesky.h - Cholesky factorisation of matrices of small order. */
#include "small.h"

/* Return element (i, j) of L, or of L^H if `turned`. */
DEVICE T triangle_at(const LOCAL_POINTER T *l, int turned, int i, int j)
{
    return turned ? CONJ(l[j * LD + i]) : l[i * LD + j];
}

/* Compute `to` = L^-1 `from`, or L^-H `from` if `turned`, given the reciprocals of the diagonal elements of L; `from` is
 * overwritten. Every thread computes the next two elements redundantly, which is faster than another barrier, and then updates
 * its row. */
DEVICE void substitute(int n, int row, const LOCAL_POINTER T *l, const LOCAL_POINTER R *inverses, int turned,
                       LOCAL_POINTER T *from, LOCAL_POINTER T *to)
{
    int first = turned ? n - 1 : 0, down = turned ? -1 : 1, at = first + down * row;
    for (int k = 0; k < n; k += 2) {
        int i = first + down * k, j = k + 1 < n ? i + down : i;
        T y = TIMES(from[i], inverses[i]);
        T z = TIMES(SUB(from[j], MUL(triangle_at(l, turned, j, i), y)), inverses[j]);
        if (row == k)
            to[i] = y;
        else if (row == k + 1 && row < n)
            to[j] = z;
        else if (row > k && row < n)
            from[at] = SUB(SUB(from[at], MUL(triangle_at(l, turned, at, i), y)), MUL(triangle_at(l, turned, at, j), z));
        GROUP_BARRIER();
    }
}

/* Compute the condition estimate of L L^H, as survey_product and two substitutions do on the host, and return the code from
 * doubt(). On entry, `roots` contains the diagonal elements of L; on return, their reciprocals. The last four arguments are
 * workspace of n elements. All threads reach all barriers, even if n is 0, because PoCL miscompiles functions with barriers
 * that are called conditionally or twice. */
DEVICE int factor_estimate_code(int n, int t, const LOCAL_POINTER T *l, LOCAL_POINTER R *roots, LOCAL_POINTER int *flags,
                           LOCAL_POINTER R *inverses, LOCAL_POINTER R *sums, LOCAL_POINTER T *w, LOCAL_POINTER T *z)
{
    R sum = 0;
    GROUP_BARRIER();
    if (t < n) {
        R largest = largest_of(t + 1, l, 1, t * LD), square = largest * largest;
        if (!(square >= SAFE_MIN && square <= SAFE_MAX))
            MARK(&flags[0], 1);
        inverses[t] = 1 / largest;
        roots[t] = 1 / roots[t];
    }
    GROUP_BARRIER();
    for (int i = t; i < n; i++)
        sum += SIZE_OF(l[i * LD + t]) * inverses[i];
    if (t < n)
        sums[t] = sum;
    GROUP_BARRIER();
    sum = 0;
    for (int j = 0; j <= t && t < n; j++)
        sum += SIZE_OF(l[t * LD + j]) * sums[j];
    if (t < n)
        w[t] = NUMBER(sum * irregular(t));
    GROUP_BARRIER();
    for (int turned = 0; turned < 2; turned++)
        substitute(n, t, l, roots, turned, turned ? z : w, turned ? w : z);
    if (t < n) {
        sums[t] = SIZE_OF(w[t]) / inverses[t];
        if (!((float)(sums[t] * EPSILON) <= DOUBTFUL))
            MARK(&flags[1], 1);
    }
    GROUP_BARRIER();
    return t == 0 && (flags[0] || flags[1]) ? doubt(n, sums, flags[0]) : 0;
}

/* Compute L with L L^H = A from the lower triangle of A, with zeros above the diagonal. The columns of L are divided by the
 * square roots of the pivots only at the end, so that each step needs only one barrier. */
KERNEL cholesky_small(int64 batch, int n, const GLOBAL T *a, stack_strides sa, GLOBAL T *x, stack_strides sx,
                      GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T w[ORDER], z[ORDER];
    LOCAL R roots[ORDER], inverses[ORDER], sums[ORDER];
    LOCAL int is_bad, flags[2];
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        const GLOBAL T *from = a + at * sa.step;
        int bad = 0, code, by_rows = stored_by_rows(sa);
        if (t == 0)
            is_bad = flags[0] = flags[1] = 0;
        GROUP_BARRIER();
        for (int other = slice; other < n && row < n; other += SLICES) {
            int i = by_rows ? other : row, j = by_rows ? row : other;
            if (j <= i) {
                T v = from[i * sa.row + j * sa.col];
                if (!IS_FINITE(v))
                    bad = 1;
                m[i * LD + j] = v;
            }
        }
        if (bad)
            MARK(&is_bad, 1);
        GROUP_BARRIER();
        code = is_bad ? NOT_FINITE_A : 0;
        for (int k = 0; k < n && code == 0; k++) {
            R pivot = REAL_PART(m[k * LD + k]);
            if (!(pivot > 0))
                code = k + 1;
            else if (row == k && slice == 0)
                roots[k] = R_SQRT(pivot);
            if (code == 0 && row > k && row < n) {
                T factor = OVER(m[row * LD + k], pivot);
                for (int j = k + 1 + slice; j <= row; j += SLICES)
                    m[row * LD + j] = SUB(m[row * LD + j], MUL(factor, CONJ(m[j * LD + k])));
            }
            GROUP_BARRIER();
        }
        for (int j = slice; j < n && row < n; j += SLICES) {
            T v = NUMBER(0);
            if (j < row && code == 0)
                v = OVER(m[row * LD + j], roots[j]);
            else if (j == row && code == 0)
                v = NUMBER(roots[row]);
            x[at * sx.step + row * sx.row + j * sx.col] = v;
            m[row * LD + j] = v;
        }
        code += factor_estimate_code(code ? 0 : n, t, m, roots, flags, inverses, sums, w, z);
        if (t == 0) {
            info[at] = code;
            if (code)
                MARK(failed, 1);
        }
        GROUP_BARRIER();
    }
}
