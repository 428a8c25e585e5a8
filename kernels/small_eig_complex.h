/* small_eig_complex.h - QR steps on a complex Hessenberg matrix, for small_eig.h. */
/* Return the Wilkinson shift: the eigenvalue of the trailing 2 x 2 block that is nearest to the last diagonal element. Every
 * tenth round uses an exceptional shift. */
DEVICE T find_shift(int last, int round, const LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    pair a = number_of(h[(last - 1) * LD + last - 1]), b = number_of(h[(last - 1) * LD + last]);
    pair c = number_of(h[last * LD + last - 1]), d = number_of(h[last * LD + last]);
    if (round % 10 == 0)
        return c_make(d.re + (R)0.75 * pair_size(c), d.im);
    pair p = pair_times(pair_less(a, d), (R)0.5), product = pair_product(b, c), square = pair_product(p, p);
    pair root = pair_root(pair_of(square.re + product.re, square.im + product.im));
    pair sum = p.re * root.re + p.im * root.im < 0 ? pair_less(p, root) : pair_of(p.re + root.re, p.im + root.im);
    if (pair_size(sum) > SAFE_MIN)
        d = pair_less(d, pair_quotient(product, sum));
    return c_make(d.re, d.im);
}

/* Rotate rows k and k + 1, and columns k and k + 1, by the rotation that maps (x, y) to a multiple of (1, 0). */
DEVICE void turn(int n, int k, int first, int last, T x, T y, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID;
    LOCAL_POINTER T *h = s->h;
    R size = pair_size(number_of(x)), other = pair_size(number_of(y));
    size = other > size ? other : size;
    BARRIER(); /* all threads have x and y; rows change next */
    if (size == 0) /* the same in all threads */
        return;
    x = c_make(x.re / size, x.im / size);
    y = c_make(y.re / size, y.im / size);
    R inverse = 1 / R_SQRT(SQUARE_OF(x) + SQUARE_OF(y));
    x = TIMES(x, inverse);
    y = TIMES(y, inverse);
    if (me < n && me >= (k > first ? k - 1 : k)) {
        T upper = h[k * LD + me], lower = h[(k + 1) * LD + me];
        h[k * LD + me] = F_ADD(F_MUL(F_CONJ(x), upper), F_MUL(F_CONJ(y), lower));
        h[(k + 1) * LD + me] = k > first && me == k - 1 ? F_NUMBER(0) : F_SUB(F_MUL(x, lower), F_MUL(y, upper));
    }
    BARRIER(); /* rows are done; columns follow */
    for (int of_z = 0; of_z < 2; of_z++) {
        LOCAL_POINTER T *row = (of_z ? s->z : h) + me * LD;
        if (me >= n || (!of_z && me > (k + 2 < last ? k + 2 : last)))
            continue;
        T left = row[k], right = row[k + 1];
        row[k] = F_ADD(F_MUL(x, left), F_MUL(y, right));
        row[k + 1] = F_SUB(F_MUL(F_CONJ(x), right), F_MUL(F_CONJ(y), left));
    }
    BARRIER(); /* columns are done; all threads read the next x and y, or the subdiagonal */
}

/* Perform one QR step on rows first ... last. */
DEVICE void chase(int n, int first, int last, int round, LOCAL_POINTER work_space *s)
{
    T x = F_SUB(s->h[first * LD + first], find_shift(last, round, s)), y = s->h[(first + 1) * LD + first];
    for (int k = first; k < last; k++) {
        if (k > first) {
            x = s->h[k * LD + k - 1];
            y = s->h[(k + 1) * LD + k - 1];
        }
        turn(n, k, first, last, x, y, s);
    }
}

/* Run the QR iteration. Return 0, or the position, counted from 1, of an eigenvalue that did not converge. */
DEVICE int iterate(int n, LOCAL_POINTER work_space *s)
{
    int last = n - 1, round = 0;
    while (last > 0) {
        int l = first_of(last, s);
        clear_beside(l, s);
        if (l == last) {
            last--;
            round = 0;
        } else if (++round > ROUNDS) {
            return last + 1;
        } else {
            chase(n, l, last, round, s);
        }
    }
    return 0;
}

DEVICE pair eigenvalue(int n, int k, const LOCAL_POINTER work_space *s)
{
    return number_of(s->h[k * LD + k]);
}
