/* schur.c - the Schur form of a small complex matrix on the host, its order, and eigenvectors from it. */
#include "eigen/eigen.h"

#include <math.h>

#define AT(a, i, j) ((a)[(i) + (int64_t)(j)*n])

/* [c s; -conj(s) c] takes (a, b) to (r, 0). */
typedef struct rotation {
    double c;
    double complex s;
} rotation;

static rotation rotation_for(double complex a, double complex b)
{
    double of_a = eigen_length2(a), all = of_a + eigen_length2(b), length = sqrt(of_a), size = sqrt(all);
    if (of_a > 0x1p-800 && all < 0x1p800 && b != 0) {
        double complex turned = eigen_sum(0, a, conj(b));
        return (rotation){length / size, CMPLX(creal(turned) / (length * size), cimag(turned) / (length * size))};
    }
    size = hypot(cabs(a), cabs(b));
    if (cabs(b) == 0)
        return (rotation){1, 0};
    if (cabs(a) == 0)
        return (rotation){0, conj(b) / cabs(b)};
    return (rotation){cabs(a) / size, a / cabs(a) * conj(b) / size};
}

/* The two numbers at x and y, turned.  In real arithmetic: C's complex products look for infinities each time. */
static inline void turn_pair(rotation g, double *x, double *y)
{
    const double re = creal(g.s), im = cimag(g.s), a = x[0], b = x[1], c = y[0], d = y[1];
    x[0] = g.c * a + re * c - im * d;
    x[1] = g.c * b + re * d + im * c;
    y[0] = g.c * c - re * a - im * b;
    y[1] = g.c * d - re * b + im * a;
}

/* Rows i and j = i + 1 of columns [from, n). */
static void turn_rows(int n, double complex *a, int i, rotation g, int from)
{
    for (int k = from; k < n; k++)
        turn_pair(g, (double *)&AT(a, i, k), (double *)&AT(a, i + 1, k));
}

/* Columns i and i + 1 of rows [0, to): times the adjoint. */
static void turn_columns(int n, double complex *a, int i, rotation g, int to)
{
    const rotation adjoint = {g.c, conj(g.s)};
    double *restrict x = (double *)&AT(a, 0, i), *restrict y = (double *)&AT(a, 0, i + 1);
    for (int k = 0; k < to; k++)
        turn_pair(adjoint, x + 2 * (int64_t)k, y + 2 * (int64_t)k);
}

/* Rows and columns of h, which has zeros in those rows before column `from`, and the columns of z. */
static void turn(int n, double complex *h, double complex *z, int i, rotation g, int from)
{
    turn_rows(n, h, i, g, from);
    turn_columns(n, h, i, g, n);
    turn_columns(n, z, i, g, n);
}

/* Zeros below the diagonal next to the main one, from below upwards, column by column. */
static void reduce(int n, double complex *h, double complex *z)
{
    for (int j = 0; j + 2 < n; j++)
        for (int i = n - 2; i > j; i--)
            if (AT(h, i + 1, j) != 0) {
                turn(n, h, z, i, rotation_for(AT(h, i, j), AT(h, i + 1, j)), j);
                AT(h, i + 1, j) = 0;
            }
}

/* The eigenvalue of the last 2 x 2 block up to `last` that is nearer to its last element. */
static double complex shift_for(int n, const double complex *h, int last)
{
    double complex a = AT(h, last - 1, last - 1), b = AT(h, last - 1, last), c = AT(h, last, last - 1), d = AT(h, last, last);
    double complex half = (a - d) / 2, root = csqrt(half * half + b * c);
    double complex plus = half + root, minus = half - root, larger = cabs(plus) > cabs(minus) ? plus : minus;
    return larger == 0 ? d : d - b * c / larger;
}

static void sweep(int n, double complex *h, double complex *z, int first, int last, double complex shift)
{
    rotation before = {1, 0};
    for (int i = first; i <= last; i++)
        AT(h, i, i) -= shift;
    for (int i = first; i < last; i++) {
        rotation g = rotation_for(AT(h, i, i), AT(h, i + 1, i));
        turn_rows(n, h, i, g, i);
        AT(h, i + 1, i) = 0;
        if (i > first) { /* the columns of the rotation before: its rows are finished now */
            turn_columns(n, h, i - 1, before, i + 1);
            turn_columns(n, z, i - 1, before, n);
        }
        before = g;
    }
    turn_columns(n, h, last - 1, before, last + 1);
    turn_columns(n, z, last - 1, before, n);
    for (int i = first; i <= last; i++)
        AT(h, i, i) += shift;
}

bool eigen_schur(int n, double complex *h, double complex *z)
{
    int count = 0;
    double size = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            AT(z, i, j) = i == j;
            size = fmax(size, fmax(fabs(creal(AT(h, i, j))), fabs(cimag(AT(h, i, j)))));
        }
    reduce(n, h, z);
    for (int last = n - 1; last > 0;) {
        int first = last;
        for (; first > 0; first--) {
            double near = cabs(AT(h, first, first)) + cabs(AT(h, first - 1, first - 1));
            if (cabs(AT(h, first, first - 1)) <= 0x1p-52 * (near > 0 ? near : size))
                break;
        }
        if (first > 0)
            AT(h, first, first - 1) = 0;
        if (first == last) {
            last--;
            count = 0;
            continue;
        }
        if (++count > 60)
            return false;
        double complex shift = count % 10 ? shift_for(n, h, last) : AT(h, last, last) + cabs(AT(h, last, last - 1));
        sweep(n, h, z, first, last, shift);
    }
    return true;
}

void eigen_schur_move(int n, double complex *t, double complex *z, int from, int to)
{
    for (int i = from - 1; i >= to; i--) {
        double complex upper = AT(t, i, i), lower = AT(t, i + 1, i + 1);
        turn(n, t, z, i, rotation_for(AT(t, i, i + 1), lower - upper), i);
        AT(t, i + 1, i) = 0;
        AT(t, i, i) = lower;
        AT(t, i + 1, i + 1) = upper;
    }
}

void eigen_schur_vector(int n, const double complex *t, const double complex *z, int i, double complex *x)
{
    double complex *y = x + n;
    double size = 0, length = 0;
    for (int k = 0; k <= i; k++)
        for (int j = k; j <= i; j++)
            size = fmax(size, fmax(fabs(creal(AT(t, k, j))), fabs(cimag(AT(t, k, j)))));
    size = size > 0 ? size : 1;
    y[i] = 1;
    for (int k = i - 1; k >= 0; k--) {
        double complex sum = 0, gap = AT(t, i, i) - AT(t, k, k);
        for (int j = k + 1; j <= i; j++)
            sum = eigen_sum(sum, AT(t, k, j), y[j]);
        y[k] = sum / (cabs(gap) > 0x1p-52 * size ? gap : 0x1p-52 * size);
        double large = fmax(fabs(creal(y[k])), fabs(cimag(y[k])));
        for (int j = k; large > 1e100 && j <= i; j++)
            y[j] /= large;
    }
    for (int k = 0; k < n; k++) {
        x[k] = 0;
        for (int j = 0; j <= i; j++)
            x[k] = eigen_sum(x[k], AT(z, k, j), y[j]);
        length += eigen_length2(x[k]);
    }
    for (int k = 0; k < n; k++)
        x[k] /= sqrt(length);
}
