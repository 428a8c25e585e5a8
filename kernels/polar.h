/* polar.h - Steps of Halley's iteration for the polar decomposition (src/backends/device/dense/polar.c). The caller defines the
 * element type T and the matching KIND_* macro. Matrices are column-major and contiguous. A group has 256 threads. */
#ifdef KIND_COMPLEX
#define TIMES(f, v) c_make((f) * (v).re, (f) * (v).im)
#define POWER_TIMES(v, power) c_make(ldexp((v).re, power), ldexp((v).im, power))
#else
#define TIMES(f, v) ((f) * (v))
#define POWER_TIMES(v, power) ldexp(v, power)
#endif
#define GROUP 256

/* For each column of x = a * 2^power, compute the largest magnitude of a real or imaginary part or, if `squares` is true, the
 * sum of |x|². */
KERNEL polar_columns(int64 rows, int64 cols, int squares, int power, const GLOBAL T *a, GLOBAL R *out)
{
    LOCAL R parts[GROUP];
    const int t = (int)LOCAL_ID;
    for (int64 c = GROUP_ID; c < cols; c += GROUP_COUNT) {
        R own = 0;
        for (int64 i = t; i < rows; i += GROUP) {
            T v = POWER_TIMES(a[c * rows + i], power);
            R re = R_FABS(F_REAL(v)), im = R_FABS(F_IMAG(v)), larger = re > im ? re : im;
            own = squares ? own + re * re + im * im : larger > own ? larger : own;
        }
        parts[t] = own;
        BARRIER();
        for (int step = GROUP / 2; step > 0; step /= 2) {
            if (t < step) {
                R other = parts[t + step];
                parts[t] = squares ? parts[t] + other : other > parts[t] ? other : parts[t];
            }
            BARRIER();
        }
        if (t == 0)
            out[c] = parts[0];
        BARRIER();
    }
}

/* x = a * 2^power * factor */
KERNEL polar_scale(int64 n, int power, R factor, const GLOBAL T *a, GLOBAL T *x)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        T v = POWER_TIMES(a[i], power);
        x[i] = TIMES(factor, v);
    }
}

/* b = [root * x; I], with p + q rows and q columns. */
KERNEL polar_stack(int64 p, int64 q, R root, const GLOBAL T *x, GLOBAL T *b)
{
    for (int64 c = GROUP_ID; c < q; c += GROUP_COUNT)
        for (int64 i = LOCAL_ID; i < p + q; i += LOCAL_SIZE)
            b[c * (p + q) + i] = i < p ? TIMES(root, x[c * p + i]) : F_NUMBER(i - p == c);
}

/* x = f x + g y */
KERNEL polar_combine(int64 n, R f, R g, GLOBAL T *x, const GLOBAL T *y)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        T v = TIMES(f, x[i]), w = TIMES(g, y[i]);
        x[i] = F_ADD(v, w);
    }
}

/* w = I + c w, of order q. */
KERNEL polar_gram(int64 q, R c, GLOBAL T *w)
{
    for (int64 col = GROUP_ID; col < q; col += GROUP_COUNT)
        for (int64 i = LOCAL_ID; i < q; i += LOCAL_SIZE) {
            T v = TIMES(c, w[col * q + i]);
            w[col * q + i] = i == col ? F_ADD(v, F_NUMBER(1)) : v;
        }
}

/* h = (h + hᴴ) / 2 */
KERNEL polar_symmetric(int64 q, GLOBAL T *h)
{
    for (int64 col = GROUP_ID; col < q; col += GROUP_COUNT)
        for (int64 i = col + LOCAL_ID; i < q; i += LOCAL_SIZE) {
            T below = h[col * q + i], above = F_CONJ(h[i * q + col]), mean = F_ADD(below, above);
            mean = TIMES((R)0.5, mean);
            h[col * q + i] = mean;
            h[i * q + col] = F_CONJ(mean);
        }
}

/* For each column of w, compute the largest deviation of an element from the corresponding element of the identity. */
KERNEL polar_departure(int64 q, const GLOBAL T *w, GLOBAL R *out)
{
    LOCAL R parts[GROUP];
    const int t = (int)LOCAL_ID;
    for (int64 c = GROUP_ID; c < q; c += GROUP_COUNT) {
        R own = 0;
        for (int64 i = t; i < q; i += GROUP) {
            R re = R_FABS(F_REAL(w[c * q + i]) - (i == c)), im = R_FABS(F_IMAG(w[c * q + i]));
            own = !(re + im <= own) ? re + im : own; /* NaN is kept */
        }
        parts[t] = own;
        BARRIER();
        for (int step = GROUP / 2; step > 0; step /= 2) {
            if (t < step && !(parts[t + step] <= parts[t]))
                parts[t] = parts[t + step];
            BARRIER();
        }
        if (t == 0)
            out[c] = parts[0];
        BARRIER();
    }
}

/* Convert ascending eigenvalues to descending singular values. Negative eigenvalues become 0. */
KERNEL polar_values(int64 q, int power, const GLOBAL R *w, GLOBAL R *s)
{
    for (int64 i = GLOBAL_ID; i < q; i += GLOBAL_SIZE) {
        R v = w[q - 1 - i];
        s[i] = v < 0 ? 0 : ldexp(v, power);
    }
}

/* out = inᴴ, where `in` is a rows x cols matrix. */
KERNEL polar_adjoint(int64 rows, int64 cols, const GLOBAL T *in, int64 ldi, GLOBAL T *out, int64 ldo)
{
    for (int64 i = GLOBAL_ID; i < rows * cols; i += GLOBAL_SIZE) {
        int64 r = i / cols, c = i % cols;
        out[r * ldo + c] = F_CONJ(in[c * ldi + r]);
    }
}

/* Copy the columns of h in reverse order. */
KERNEL polar_reverse(int64 q, const GLOBAL T *h, GLOBAL T *v)
{
    for (int64 c = GROUP_ID; c < q; c += GROUP_COUNT)
        for (int64 i = LOCAL_ID; i < q; i += LOCAL_SIZE)
            v[c * q + i] = h[(q - 1 - c) * q + i];
}
