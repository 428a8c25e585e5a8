/* small_eig_vectors.h - Eigenvectors from a Schur form, with one thread per vector, for small_eig.h. */
#ifdef KIND_COMPLEX
#define IS_SECOND(i) 0 /* true if row i is the second row of a block */
#else
#define IS_SECOND(i) ((i) > 0 && s->h[(i) * LD + (i) - 1] != 0)
#endif

/* Scale down rows i, i + 1, ..., `end` of column k if their elements are large. */
DEVICE void limit(int i, int k, int end, R size, LOCAL_POINTER pair *y)
{
    if (size > SAFE_MAX)
        for (int j = i; j <= end; j++)
            y[j * LD + k] = pair_times(y[j * LD + k], 1 / size);
}

/* Return the sum of h_ij y_j over j from `from` to `end`. */
DEVICE pair sum_of_row(int i, int from, int end, int k, const LOCAL_POINTER work_space *s)
{
    pair sum = pair_of(0, 0);
    for (int j = from; j <= end; j++) {
        pair part = pair_product(number_of(s->h[i * LD + j]), s->y[j * LD + k]);
        sum = pair_of(sum.re + part.re, sum.im + part.im);
    }
    return sum;
}

DEVICE pair not_below(pair d, R least)
{
    return pair_size(d) < least ? pair_of(least, 0) : d;
}

#ifndef KIND_COMPLEX
/* Solve for rows i - 1 and i, which form a block, by elimination with the largest of the four elements as pivot. */
DEVICE void solve_block(int i, int k, int end, pair value, R least, LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    pair a = pair_of(h[(i - 1) * LD + i - 1] - value.re, -value.im), d = pair_of(h[i * LD + i] - value.re, -value.im);
    pair b = pair_of(h[(i - 1) * LD + i], 0), c = pair_of(h[i * LD + i - 1], 0), swap;
    pair f = sum_of_row(i - 1, i + 1, end, k, s), g = sum_of_row(i, i + 1, end, k, s);
    R diagonal = pair_size(a) > pair_size(d) ? pair_size(a) : pair_size(d);
    R others = pair_size(b) > pair_size(c) ? pair_size(b) : pair_size(c);
    int columns = others > diagonal, rows;
    if (columns) {
        swap = a, a = b, b = swap;
        swap = c, c = d, d = swap;
    }
    rows = pair_size(d) > pair_size(a);
    if (rows) { /* the pivot is in the lower row: exchange rows and columns */
        swap = a, a = d, d = swap;
        swap = b, b = c, c = swap;
        swap = f, f = g, g = swap;
    }
    a = not_below(a, least);
    pair factor = pair_quotient(c, a), u = not_below(pair_less(d, pair_product(factor, b)), least);
    pair second = pair_quotient(pair_less(pair_product(factor, f), g), u);
    pair first = pair_quotient(pair_less(pair_of(-f.re, -f.im), pair_product(b, second)), a);
    int exchanged = columns != rows;
    s->y[(i - 1) * LD + k] = exchanged ? second : first;
    s->y[i * LD + k] = exchanged ? first : second;
}

/* Store the eigenvector of block (k, k + 1). */
DEVICE void begin_block(int k, pair value, LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    T b = h[k * LD + k + 1], c = h[(k + 1) * LD + k];
    pair one = pair_of(1, 0), a = pair_of(value.re - h[k * LD + k], value.im);
    pair d = pair_of(value.re - h[(k + 1) * LD + k + 1], value.im);
    int upper = R_FABS(b) >= R_FABS(c);
    s->y[k * LD + k] = upper ? one : pair_of(d.re / c, d.im / c);
    s->y[(k + 1) * LD + k] = upper ? pair_of(a.re / b, a.im / b) : one;
}
#endif

/* Compute column k of y, an eigenvector of the triangular matrix; called by thread k. Return 0 if the column is the conjugate
 * of the previous column. */
DEVICE int substitute(int n, int k, LOCAL_POINTER work_space *s)
{
    pair value = eigenvalue(n, k, s);
    R least = ULP * pair_size(value);
    int end = k;
    least = least > SAFE_MIN ? least : SAFE_MIN;
    s->y[k * LD + k] = pair_of(1, 0);
#ifndef KIND_COMPLEX
    if (IS_SECOND(k))
        return 0;
    if (k < n - 1 && IS_SECOND(k + 1)) {
        begin_block(k, value, s);
        end = k + 1;
    }
#endif
    for (int i = k - 1; i >= 0; i--) {
        R size;
#ifndef KIND_COMPLEX
        if (IS_SECOND(i)) {
            solve_block(i, k, end, value, least, s);
            i--;
            size = pair_size(s->y[(i + 1) * LD + k]);
        } else
#endif
        {
            pair sum = sum_of_row(i, i + 1, end, k, s), d = not_below(pair_less(value, number_of(s->h[i * LD + i])), least);
            s->y[i * LD + k] = pair_quotient(sum, d);
            size = 0;
        }
        R other = pair_size(s->y[i * LD + k]);
        limit(i, k, end, other > size ? other : size, s->y);
    }
    for (int i = end + 1; i < n; i++)
        s->y[i * LD + k] = pair_of(0, 0);
    return 1;
}

/* Return row i of eigenvector k of the balanced matrix. */
DEVICE pair row_of(int n, int i, int k, const LOCAL_POINTER work_space *s)
{
    pair sum = pair_of(0, 0);
    for (int j = 0; j < n; j++) {
        pair part = pair_product(number_of(s->z[i * LD + j]), s->y[j * LD + k]);
        sum = pair_of(sum.re + part.re, sum.im + part.im);
    }
    return sum;
}

/* Store the normalised eigenvector in column k of x. If the eigenvalue is complex, make the largest element of the vector real.
 * If the conjugate vector is an eigenvector too, store it in the next column. */
DEVICE void transform(int n, int k, const LOCAL_POINTER work_space *s, GLOBAL pair *x, stack_strides sx)
{
    int top = -100000, at = 0, twice = k < n - 1 && IS_SECOND(k + 1);
    R best = 0, length = 0;
    for (int i = 0; i < n; i++) {
        pair v = row_of(n, i, k, s);
        int exponent = pair_size(v) > 0 ? exponent_of(pair_size(v)) + s->exponents[i] : top;
        top = exponent > top ? exponent : top;
        x[i * sx.row + k * sx.col] = v;
    }
    for (int i = 0; i < n; i++) { /* undo balancing; scale the largest element to about one */
        pair v = x[i * sx.row + k * sx.col];
        v = pair_of(shifted(v.re, s->exponents[i] - top), shifted(v.im, s->exponents[i] - top));
        R square = v.re * v.re + v.im * v.im;
        length += square;
        if (square > best) {
            best = square;
            at = i;
        }
        x[i * sx.row + k * sx.col] = v;
    }
    pair turned = pair_of(1 / R_SQRT(length), 0), largest = x[at * sx.row + k * sx.col];
#ifdef KIND_COMPLEX
    int turns = 1;
#else
    int turns = twice;
#endif
    if (turns)
        turned = pair_times(pair_of(largest.re, -largest.im), turned.re / R_SQRT(best));
    for (int i = 0; i < n; i++) {
        pair v = pair_product(x[i * sx.row + k * sx.col], turned);
        if (turns && i == at)
            v.im = 0;
        x[i * sx.row + k * sx.col] = v;
        if (twice)
            x[i * sx.row + (k + 1) * sx.col] = pair_of(v.re, -v.im);
    }
}
