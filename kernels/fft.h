/* fft.h - Passes of Fourier transforms along one axis, by Stockham's method. Each pass handles one factor RADIX of the length
 * and leaves the elements in natural order. The caller defines T, a complex type; R, the real type of T; RADIX; and INDEX, an
 * integer type for positions.
 *
 * Arrays have the shape (outer, n, inner). Consecutive threads handle consecutive elements. Sources: Govindaraju et al., High
 * performance discrete Fourier transforms on graphics processors (2008); Bluestein, A linear filtering approach to the
 * computation of discrete Fourier transform (1970). */

/* Return exp(-2 pi i k/n), or the conjugate for an inverse transform. For long transforms, the root is the product of an entry
 * of a low table and an entry of a high table. */
DEVICE T fft_root(const fft_sizes *s, const GLOBAL T *table, INDEX k)
{
    T w = table[k & (((INDEX)1 << s->low_bits) - 1)];
    if (s->has_high)
        w = c_mul(w, table[((INDEX)1 << s->low_bits) + (k >> s->low_bits)]);
    w.im = s->inverse ? -w.im : w.im;
    return w;
}

/* Load element k of a line of the input. */
DEVICE T fft_load(const fft_sizes *s, const GLOBAL R *source, INDEX outer, INDEX k, INDEX inner)
{
    INDEX n = (INDEX)s->n, from = k;
    if (s->load == FFT_HALF && k > n / 2)
        from = n - k;
    INDEX at = (outer * (INDEX)s->source_n + from) * (INDEX)s->inner + inner;
    if (s->load == FFT_REAL)
        return c_make(source[at], 0);
    T z = ((const GLOBAL T *)source)[at];
    if (s->load == FFT_HALF && k > n / 2)
        z.im = -z.im;
    if (s->load == FFT_HALF && (k == 0 || 2 * k == n)) /* these elements must be real */
        z.im = 0;
    return z;
}

DEVICE void fft_store(const fft_sizes *s, GLOBAL R *target, INDEX outer, INDEX k, INDEX inner, T z, R scale)
{
    if (s->store == FFT_HALF && k > (INDEX)s->n / 2)
        return;
    INDEX at = (outer * (INDEX)s->target_n + k) * (INDEX)s->inner + inner;
    if (s->store == FFT_REAL)
        target[at] = z.re * scale;
    else
        ((GLOBAL T *)target)[at] = c_scale(z, scale);
}

#if RADIX == 2 || RADIX == 4 || RADIX == 8
/* Multiply z by -i (forward) or i (inverse). */
DEVICE T fft_times_i(T z, R sign)
{
    return c_make(sign * z.im, -sign * z.re);
}

DEVICE void fft_two(T *a, T *b)
{
    T sum = C_ADD(*a, *b);
    *b = C_SUB(*a, *b);
    *a = sum;
}
#endif

#if RADIX == 4 || RADIX == 8
/* Transform four elements. Elements 1 and 2 of the result are exchanged. */
DEVICE void fft_four(T *a, T *b, T *c, T *d, R sign)
{
    fft_two(a, c);
    fft_two(b, d);
    *d = fft_times_i(*d, sign);
    fft_two(a, b);
    fft_two(c, d);
}
#endif

/* Transform RADIX elements. */
DEVICE void fft_radix(const fft_sizes *s, const GLOBAL T *table, T *v)
{
#if RADIX == 2
    fft_two(&v[0], &v[1]);
#elif RADIX == 4
    fft_four(&v[0], &v[1], &v[2], &v[3], s->inverse ? (R)-1 : (R)1);
    T swapped = v[1];
    v[1] = v[2];
    v[2] = swapped;
#elif RADIX == 8
    R sign = s->inverse ? (R)-1 : (R)1, cosine = (R)0.70710678118654752440;
    T even[4], odd[4];
    for (int i = 0; i < 4; i++) {
        even[i] = v[2 * i];
        odd[i] = v[2 * i + 1];
    }
    fft_four(&even[0], &even[1], &even[2], &even[3], sign);
    fft_four(&odd[0], &odd[1], &odd[2], &odd[3], sign);
    T one = odd[2], two = fft_times_i(odd[1], sign), three = odd[3]; /* elements 1, 2 and 3, which are multiplied by eighth
                                                                      * roots of unity below */
    one = c_make(cosine * (one.re + sign * one.im), cosine * (one.im - sign * one.re));
    three = c_make(cosine * (sign * three.im - three.re), -cosine * (three.im + sign * three.re));
    v[0] = C_ADD(even[0], odd[0]);
    v[4] = C_SUB(even[0], odd[0]);
    v[1] = C_ADD(even[2], one);
    v[5] = C_SUB(even[2], one);
    v[2] = C_ADD(even[1], two);
    v[6] = C_SUB(even[1], two);
    v[3] = C_ADD(even[3], three);
    v[7] = C_SUB(even[3], three);
#elif RADIX > 1
    T w[RADIX], sum[RADIX / 2 + 1], difference[RADIX / 2 + 1], all = v[0], out[RADIX];
    for (int k = 0; k < RADIX; k++)
        w[k] = fft_root(s, table, (INDEX)k * (INDEX)(s->n / RADIX));
    for (int k = 1; k <= RADIX / 2; k++) {
        sum[k] = C_ADD(v[k], v[RADIX - k]);
        difference[k] = C_SUB(v[k], v[RADIX - k]);
        all = C_ADD(all, sum[k]);
    }
    out[0] = all;
    for (int j = 1; j <= RADIX / 2; j++) {
        R re = v[0].re, im = v[0].im, turned_re = 0, turned_im = 0;
        for (int k = 1; k <= RADIX / 2; k++) {
            T root = w[j * k % RADIX];
            re += root.re * sum[k].re;
            im += root.re * sum[k].im;
            turned_re -= root.im * difference[k].im;
            turned_im += root.im * difference[k].re;
        }
        out[j] = c_make(re + turned_re, im + turned_im);
        out[RADIX - j] = c_make(re - turned_re, im - turned_im);
    }
    for (int k = 0; k < RADIX; k++)
        v[k] = out[k];
#endif
}

/* Run one pass. The member s.done is the product of the factors of earlier passes. */
KERNEL fft_pass(fft_sizes s, const GLOBAL T *table, const GLOBAL R *source, GLOBAL R *target, float64 scale)
{
    INDEX each = (INDEX)(s.n / RADIX), inner = (INDEX)s.inner, done = (INDEX)s.done, total = (INDEX)s.outer * each * inner;
    INDEX stride = (INDEX)(s.n / (s.done * RADIX));
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX i = t % inner, rest = t / inner, j = rest % each, o = rest / each, first = j % done;
        T v[RADIX];
        for (int r = 0; r < RADIX; r++)
            v[r] = fft_load(&s, source, o, j + (INDEX)r * each, i);
        for (int r = 1; r < RADIX; r++)
            if (first)
                v[r] = c_mul(v[r], fft_root(&s, table, first * (INDEX)r * stride));
        fft_radix(&s, table, v);
        INDEX to = (j - first) * RADIX + first;
        for (int r = 0; r < RADIX; r++)
            fft_store(&s, target, o, to + (INDEX)r * done, i, v[r], (R)scale);
    }
}

/* ---- transforms of any length as convolutions, in lines of m elements (Bluestein) ---------------------------------------- */
/* Multiply elements by the chirp and pad with zeros. */
KERNEL fft_chirp(fft_sizes s, int64 m, const GLOBAL T *chirp, const GLOBAL R *source, GLOBAL T *lines)
{
    INDEX inner = (INDEX)s.inner, total = (INDEX)s.outer * (INDEX)m * inner;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX i = t % inner, rest = t / inner, k = rest % (INDEX)m, o = rest / (INDEX)m;
        lines[t] = k < (INDEX)s.n ? c_mul(fft_load(&s, source, o, k, i), chirp[k]) : c_make(0, 0);
    }
}

KERNEL fft_filter(fft_sizes s, int64 m, const GLOBAL T *spectrum, GLOBAL T *lines)
{
    INDEX inner = (INDEX)s.inner, total = (INDEX)s.outer * (INDEX)m * inner;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE)
        lines[t] = c_mul(lines[t], spectrum[t / inner % (INDEX)m]);
}

KERNEL fft_unchirp(fft_sizes s, int64 m, const GLOBAL T *chirp, const GLOBAL T *lines, GLOBAL R *target, float64 scale)
{
    INDEX inner = (INDEX)s.inner, n = (INDEX)s.n, total = (INDEX)s.outer * n * inner;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX i = t % inner, rest = t / inner, k = rest % n, o = rest / n;
        fft_store(&s, target, o, k, i, c_mul(lines[(o * (INDEX)m + k) * inner + i], chirp[k]), (R)scale);
    }
}

/* ---- helpers for vendor transforms --------------------------------------------------------------------------------------- */
/* In each half line, clear the imaginary parts of the elements that must be real. */
KERNEL fft_ends(fft_sizes s, GLOBAL T *lines)
{
    INDEX inner = (INDEX)s.inner, total = (INDEX)s.outer * inner, middle = (INDEX)s.n / 2;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX at = t / inner * (middle + 1) * inner + t % inner;
        lines[at].im = 0;
        if (2 * middle == (INDEX)s.n)
            lines[at + middle * inner].im = 0;
    }
}

/* Do the same as fft_ends(), but before the transforms along the other axes. At this stage, the ends of the half lines form
 * pairs that must be complex conjugates of each other. Averaging makes each pair exactly conjugate. */
KERNEL fft_plane_ends(fft_planes p, GLOBAL T *halves)
{
    INDEX n0 = (INDEX)p.n0, n1 = (INDEX)p.n1, total = (INDEX)p.batch * n0 * n1;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX j = t % n1, i = t / n1 % n0, across_j = j ? n1 - j : 0, across_i = i ? n0 - i : 0;
        if (across_i * n1 + across_j < i * n1 + j)
            continue; /* the thread of the partner handles both elements */
        GLOBAL T *plane = halves + t / n1 / n0 * (INDEX)p.batch_step;
        GLOBAL T *one = plane + i * (INDEX)p.step0 + j * (INDEX)p.step1;
        GLOBAL T *other = plane + across_i * (INDEX)p.step0 + across_j * (INDEX)p.step1;
        for (INDEX end = 0;; end = (INDEX)p.last) {
            R re = (R)0.5 * one[end].re + (R)0.5 * other[end].re, im = (R)0.5 * one[end].im - (R)0.5 * other[end].im;
            one[end].re = other[end].re = re;
            other[end].im = -im;
            one[end].im = one == other ? 0 : im;
            if (end == (INDEX)p.last)
                break;
        }
    }
}

/* Fill the second half of each line with the conjugate of the first half. */
KERNEL fft_mirror(fft_sizes s, GLOBAL T *lines)
{
    INDEX inner = (INDEX)s.inner, n = (INDEX)s.n, rest = n - n / 2 - 1, total = (INDEX)s.outer * rest * inner;
    for (INDEX t = (INDEX)GLOBAL_ID; t < total; t += (INDEX)GLOBAL_SIZE) {
        INDEX i = t % inner, k = t / inner % rest + 1, o = t / inner / rest;
        T z = lines[(o * n + k) * inner + i];
        z.im = -z.im;
        lines[(o * n + n - k) * inner + i] = z;
    }
}

KERNEL fft_scale(int64 n, GLOBAL R *numbers, float64 scale)
{
    for (INDEX t = (INDEX)GLOBAL_ID; t < (INDEX)n; t += (INDEX)GLOBAL_SIZE)
        numbers[t] *= (R)scale;
}

KERNEL fft_scaled(int64 n, const GLOBAL R *numbers, GLOBAL R *target, float64 scale)
{
    for (INDEX t = (INDEX)GLOBAL_ID; t < (INDEX)n; t += (INDEX)GLOBAL_SIZE)
        target[t] = numbers[t] * (R)scale;
}
