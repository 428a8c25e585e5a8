/* small_eig_hessenberg.h - Complex arithmetic, scaling, balancing and reduction to Hessenberg form, for small_eig.h. */
#include "small_power.h"
#define THREADS 32
#define LD (ORDER + 1)
#define NOT_FINITE_A (-1)
#define ROUNDS 40 /* maximum number of QR steps per eigenvalue; two are usual */
#define ULP (sizeof(R) == 4 ? (R)1.1920929e-7 : (R)2.220446049250313e-16)
#define SAFE_MIN (sizeof(R) == 4 ? (R)1e-18 : (R)1e-150) /* negligible relative to norm 1, with a normal square */
#define SAFE_MAX (sizeof(R) == 4 ? (R)1e10 : (R)1e100)    /* divided by SAFE_MIN it does not overflow */
#define MAX_EXPONENT (sizeof(R) == 4 ? 60 : 500)     /* bound of a balancing exponent */
#define SQUARE_OF(a) (F_REAL(a) * F_REAL(a) + F_IMAG(a) * F_IMAG(a))
#ifdef KIND_COMPLEX
#define TIMES(a, s) c_scale(a, s)
#else
#define TIMES(a, s) ((a) * (s))
#endif

/* A complex value, used even if the matrix is real. */
typedef struct { R re, im; } pair;

typedef struct {
    T h[ORDER * LD];    /* by rows: the matrix, then its Hessenberg form, then its Schur form */
    T z[ORDER * LD];    /* unitary matrix of the transformation */
    pair y[ORDER * LD]; /* eigenvectors of the Schur form, by columns */
    T v[ORDER];
    R sizes[THREADS];
    int exponents[ORDER]; /* balancing exponents */
    int bad;
} work_space;

DEVICE pair pair_of(R re, R im)
{
    pair p;
    p.re = re;
    p.im = im;
    return p;
}

DEVICE pair pair_times(pair a, R s)
{
    return pair_of(a.re * s, a.im * s);
}

DEVICE pair pair_less(pair a, pair b)
{
    return pair_of(a.re - b.re, a.im - b.im);
}

DEVICE pair pair_product(pair a, pair b)
{
    return pair_of(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

DEVICE R pair_size(pair a)
{
    return R_FABS(a.re) > R_FABS(a.im) ? R_FABS(a.re) : R_FABS(a.im);
}

/* Return a/b by Smith's formula; b is never so small or large that its real and imaginary parts lose digits. */
DEVICE pair pair_quotient(pair a, pair b)
{
    if (R_FABS(b.re) >= R_FABS(b.im)) {
        R ratio = b.im / b.re, divisor = b.re + b.im * ratio;
        return pair_of((a.re + a.im * ratio) / divisor, (a.im - a.re * ratio) / divisor);
    }
    R ratio = b.re / b.im, divisor = b.im + b.re * ratio;
    return pair_of((a.re * ratio + a.im) / divisor, (a.im * ratio - a.re) / divisor);
}

DEVICE pair pair_root(pair a)
{
    R size = pair_size(a);
    if (size == 0)
        return a;
    R re = a.re / size, im = a.im / size, length = R_SQRT(re * re + im * im), root = R_SQRT(size);
    R larger = R_SQRT((R_FABS(re) + length) / 2), smaller = im / (2 * larger);
    if (re >= 0)
        return pair_of(larger * root, smaller * root);
    return pair_of(R_FABS(smaller) * root, (im < 0 ? -larger : larger) * root);
}

DEVICE pair number_of(T v)
{
    return pair_of(F_REAL(v), F_IMAG(v));
}

DEVICE void load(int n, const GLOBAL T *a, stack_strides sa, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID;
    if (me == 0)
        s->bad = 0;
    BARRIER(); /* after this any thread may set `bad` */
    for (int i = 0; i < n && me < n; i++) {
        T value = a[i * sa.row + me * sa.col];
        if (!(R_FABS(F_REAL(value)) < R_INF && R_FABS(F_IMAG(value)) < R_INF))
            MARK(&s->bad, 1);
        s->h[i * LD + me] = value;
        s->z[i * LD + me] = F_NUMBER(i == me ? 1 : 0);
    }
    if (me < n)
        s->exponents[me] = 0;
}

/* Scale the matrix by a power of two, so that its largest element is near 1, and return the exponent. Each thread scales the
 * column that it loaded. */
DEVICE int scale_to_one(int n, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID, exponent = 0;
    R size = 0;
    for (int i = 0; i < n && me < n; i++) {
        R largest = pair_size(number_of(s->h[i * LD + me]));
        size = largest > size ? largest : size;
    }
    s->sizes[me] = size;
    BARRIER(); /* all threads then read all sizes */
    for (int i = 0; i < THREADS; i++)
        size = s->sizes[i] > size ? s->sizes[i] : size;
    if (size > 0)
        exponent = exponent_of(size);
    for (int i = 0; i < n && me < n; i++) {
        T value = s->h[i * LD + me];
        s->h[i * LD + me] = F_MAKE(shifted(F_REAL(value), -exponent), shifted(F_IMAG(value), -exponent));
    }
    BARRIER(); /* columns and sizes are done; rows, or new sizes, are computed next */
    return exponent;
}

/* Return an exponent e such that multiplying column i by 2^e and row i by 2^-e makes their norms nearly equal, or 0 if the
 * scaling gains little. Norms include the diagonal, because balancing without the diagonal harms some Hessenberg matrices (R.
 * James, J. Langou, B. Lowery, On matrix balancing and eigenvector computation, 2014). */
DEVICE int balancing_exponent(int n, int i, const LOCAL_POINTER work_space *s)
{
    R column = 0, row = 0;
    int e = 0;
    for (int j = 0; j < n; j++) {
        column += SQUARE_OF(s->h[j * LD + i]);
        row += SQUARE_OF(s->h[i * LD + j]);
    }
    column = R_SQRT(column);
    row = R_SQRT(row);
    if (column == 0 || row == 0)
        return 0;
    R sum = column + row, c = column;
    for (; c < row / 2 && e < MAX_EXPONENT; e++)
        c *= 4;
    for (; c > row * 2 && e > -MAX_EXPONENT; e--)
        c /= 4;
    return shifted(column, e) + shifted(row, -e) < (R)0.95 * sum ? e : 0;
}

DEVICE void balance(int n, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID, changed = 1;
    for (int pass = 0; pass < 20 && changed; pass++) {
        changed = 0;
        for (int i = 0; i < n; i++) {
            int e = balancing_exponent(n, i, s);
            if (e == 0) /* the same in all threads */
                continue;
            changed = 1;
            BARRIER(); /* all threads have read row and column i, which change next */
            if (me < n && me != i) {
                T below = s->h[me * LD + i], beside = s->h[i * LD + me];
                s->h[me * LD + i] = F_MAKE(shifted(F_REAL(below), e), shifted(F_IMAG(below), e));
                s->h[i * LD + me] = F_MAKE(shifted(F_REAL(beside), -e), shifted(F_IMAG(beside), -e));
            }
            if (me == 0)
                s->exponents[i] += e;
            BARRIER(); /* row and column i have changed; all threads read the next row and column */
        }
    }
}

/* Set column k below the subdiagonal to zero by applying a reflection I - tau v vᴴ from both sides. */
DEVICE void reflect(int n, int k, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID;
    LOCAL_POINTER T *h = s->h;
    T alpha = h[(k + 1) * LD + k], beta = alpha;
    R rest = 0, tau = 0, size = R_SQRT(SQUARE_OF(alpha));
    for (int i = k + 2; i < n; i++)
        rest += SQUARE_OF(h[i * LD + k]);
    R length = R_SQRT(size * size + rest);
    if (rest > 0 && length > SAFE_MIN) { /* otherwise the column is negligible relative to the matrix */
        T phase = size > 0 ? TIMES(alpha, 1 / size) : F_NUMBER(1);
        beta = TIMES(phase, -length);
        tau = 1 / (length * (length + size));
    }
    BARRIER(); /* all threads have read column k; v is stored next */
    if (me > k && me < n)
        s->v[me] = me == k + 1 ? F_SUB(alpha, beta) : h[me * LD + k];
    BARRIER(); /* v is complete; columns change next */
    if (me >= k && me < n) { /* from the left, one column per thread */
        if (me == k) {
            h[(k + 1) * LD + k] = beta;
            for (int i = k + 2; i < n; i++)
                h[i * LD + k] = F_NUMBER(0);
        } else {
            T sum = F_NUMBER(0);
            for (int i = k + 1; i < n; i++)
                sum = F_ADD_PRODUCT(sum, F_CONJ(s->v[i]), h[i * LD + me]);
            sum = TIMES(sum, tau);
            for (int i = k + 1; i < n; i++)
                h[i * LD + me] = F_LESS_PRODUCT(h[i * LD + me], s->v[i], sum);
        }
    }
    BARRIER(); /* columns are done; rows follow */
    if (me < n) {
        T sum = F_NUMBER(0), of_z = F_NUMBER(0);
        for (int j = k + 1; j < n; j++) {
            sum = F_ADD_PRODUCT(sum, h[me * LD + j], s->v[j]);
            of_z = F_ADD_PRODUCT(of_z, s->z[me * LD + j], s->v[j]);
        }
        sum = TIMES(sum, tau);
        of_z = TIMES(of_z, tau);
        for (int j = k + 1; j < n; j++) {
            h[me * LD + j] = F_LESS_PRODUCT(h[me * LD + j], sum, F_CONJ(s->v[j]));
            s->z[me * LD + j] = F_LESS_PRODUCT(s->z[me * LD + j], of_z, F_CONJ(s->v[j]));
        }
    }
    BARRIER(); /* rows are done, and v is no longer read; all threads read the next column */
}

/* Return the first row of the unreduced block that ends in row `last`. */
DEVICE int first_of(int last, const LOCAL_POINTER work_space *s)
{
    int l = last;
    for (; l > 0; l--) {
        R beside = F_SIZE(s->h[l * LD + l - 1]), sum = F_SIZE(s->h[(l - 1) * LD + l - 1]) + F_SIZE(s->h[l * LD + l]);
        if (beside <= ULP * sum || beside <= SAFE_MIN)
            break;
    }
    return l;
}

/* Set the negligible subdiagonal element of row l to zero. The barriers ensure that all threads have read the element before
 * one thread writes it. */
DEVICE void clear_beside(int l, LOCAL_POINTER work_space *s)
{
    BARRIER(); /* all threads have read the subdiagonal */
    if (l > 0 && LOCAL_ID == 0)
        s->h[l * LD + l - 1] = F_NUMBER(0);
    BARRIER(); /* the element is zero; all threads read the block */
}
