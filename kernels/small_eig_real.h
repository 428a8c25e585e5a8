/* small_eig_real.h - QR steps with double shifts on a real Hessenberg matrix, for small_eig.h. */
/* Split a 2 x 2 block with real eigenvalues: rotate rows and columns k and k + 1 by (q, p; -p, q), which makes the lower left
 * element of the block zero. */
DEVICE void split_block(int n, int k, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID;
    LOCAL_POINTER T *h = s->h;
    T beside = h[(k + 1) * LD + k], p = (h[k * LD + k] - h[(k + 1) * LD + k + 1]) / 2;
    T square = p * p + beside * h[k * LD + k + 1];
    BARRIER(); /* all threads have read the block; rows change next */
    if (square < 0) /* the same in all threads */
        return;
    T root = p < 0 ? p - R_SQRT(square) : p + R_SQRT(square), size = R_FABS(beside) + R_FABS(root);
    p = beside / size;
    T q = root / size, inverse = 1 / R_SQRT(p * p + q * q);
    p *= inverse;
    q *= inverse;
    if (me >= k && me < n) {
        T upper = h[k * LD + me], lower = h[(k + 1) * LD + me];
        h[k * LD + me] = q * upper + p * lower;
        h[(k + 1) * LD + me] = q * lower - p * upper;
    }
    BARRIER(); /* rows are done; columns follow */
    for (int of_z = 0; of_z < 2; of_z++) {
        LOCAL_POINTER T *row = (of_z ? s->z : h) + me * LD;
        if (me >= n || (!of_z && me > k + 1))
            continue;
        T left = row[k], right = row[k + 1];
        row[k] = q * left + p * right;
        row[k + 1] = q * right - p * left;
    }
    if (me == k + 1)
        h[me * LD + k] = 0;
    BARRIER(); /* columns are done; all threads read the subdiagonal */
}

typedef struct { R p, q, r; } triple;

/* Return the first column of (H - a)(H - b), from row m on. The shifts a and b are the eigenvalues of the trailing 2 x 2
 * block. */
DEVICE triple first_column(int m, int last, int round, const LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    R x = h[last * LD + last], y = h[(last - 1) * LD + last - 1], w = h[last * LD + last - 1] * h[(last - 1) * LD + last];
    if (round % 10 == 0) { /* exceptional shift in every tenth round */
        R size = R_FABS(h[last * LD + last - 1]) + R_FABS(h[(last - 1) * LD + last - 2]);
        x += (R)0.75 * size;
        y = x;
        w = (R)-0.4375 * size * size;
    }
    R z = h[m * LD + m], r = x - z, t = y - z;
    triple c;
    c.p = (r * t - w) / h[(m + 1) * LD + m] + h[m * LD + m + 1];
    c.q = h[(m + 1) * LD + m + 1] - z - r - t;
    c.r = h[(m + 2) * LD + m + 1];
    R size = R_FABS(c.p) + R_FABS(c.q) + R_FABS(c.r);
    if (size > 0) {
        c.p /= size;
        c.q /= size;
        c.r /= size;
    }
    return c;
}

/* Reflect rows and columns k, k + 1 and, unless k is the second to last, k + 2. The reflection maps c to a multiple of (1, 0,
 * 0). */
DEVICE void turn(int n, int k, int m, int first, int last, triple c, LOCAL_POINTER work_space *s)
{
    int me = LOCAL_ID, three = k < last - 1;
    LOCAL_POINTER T *h = s->h;
    R size = R_FABS(c.p) + R_FABS(c.q) + R_FABS(c.r);
    BARRIER(); /* all threads have read the elements of c; rows change next */
    if (size == 0) /* the same in all threads */
        return;
    R p = c.p / size, q = c.q / size, r = c.r / size, length = R_SQRT(p * p + q * q + r * r);
    length = p < 0 ? -length : length;
    R x = (p + length) / length, y = q / length, z = r / length;
    q /= p + length;
    r /= p + length;
    if (me == k - 1 && k > first) {
        h[k * LD + me] = k > m ? -length * size : -h[k * LD + me];
        if (k > m) {
            h[(k + 1) * LD + me] = 0;
            if (three)
                h[(k + 2) * LD + me] = 0;
        }
    }
    if (me >= k && me < n) {
        R sum = h[k * LD + me] + q * h[(k + 1) * LD + me];
        if (three) {
            sum += r * h[(k + 2) * LD + me];
            h[(k + 2) * LD + me] -= sum * z;
        }
        h[k * LD + me] -= sum * x;
        h[(k + 1) * LD + me] -= sum * y;
    }
    BARRIER(); /* rows are done; columns follow */
    for (int of_z = 0; of_z < 2; of_z++) {
        LOCAL_POINTER T *row = (of_z ? s->z : h) + me * LD;
        if (me >= n || (!of_z && me > (k + 3 < last ? k + 3 : last)))
            continue;
        R sum = x * row[k] + y * row[k + 1];
        if (three) {
            sum += z * row[k + 2];
            row[k + 2] -= sum * r;
        }
        row[k] -= sum;
        row[k + 1] -= sum * q;
    }
    BARRIER(); /* columns are done; all threads read the next column, or the subdiagonal */
}

/* Perform one QR step on rows first ... last, at least three rows. The step begins after two consecutive small subdiagonal
 * elements, if they exist. */
DEVICE void chase(int n, int first, int last, int round, LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    int m = last - 2;
    triple c = first_column(m, last, round, s);
    for (; m > first; m--) {
        R sum = R_FABS(h[(m - 1) * LD + m - 1]) + R_FABS(h[m * LD + m]) + R_FABS(h[(m + 1) * LD + m + 1]);
        if (R_FABS(h[m * LD + m - 1]) * (R_FABS(c.q) + R_FABS(c.r)) <= ULP * R_FABS(c.p) * sum)
            break;
        c = first_column(m - 1, last, round, s);
    }
    for (int k = m; k < last; k++) {
        if (k > m) {
            c.p = h[k * LD + k - 1];
            c.q = h[(k + 1) * LD + k - 1];
            c.r = k < last - 1 ? h[(k + 2) * LD + k - 1] : 0;
        }
        turn(n, k, m, first, last, c, s);
    }
}

/* Run the QR iteration. Return 0, or the position, counted from 1, of an eigenvalue that did not converge. */
DEVICE int iterate(int n, LOCAL_POINTER work_space *s)
{
    int last = n - 1, round = 0;
    while (last > 0) {
        int l = first_of(last, s);
        clear_beside(l, s);
        if (l >= last - 1) {
            if (l < last)
                split_block(n, l, s);
            last = l - 1;
            round = 0;
        } else if (++round > ROUNDS) {
            return last + 1;
        } else {
            chase(n, l, last, round, s);
        }
    }
    return 0;
}

/* Return eigenvalue k. In a complex pair, the eigenvalue with the positive imaginary part comes first. */
DEVICE pair eigenvalue(int n, int k, const LOCAL_POINTER work_space *s)
{
    const LOCAL_POINTER T *h = s->h;
    int second = k > 0 && h[k * LD + k - 1] != 0, i = second ? k - 1 : k;
    if (!second && (k == n - 1 || h[(k + 1) * LD + k] == 0))
        return pair_of(h[k * LD + k], 0);
    T p = (h[i * LD + i] - h[(i + 1) * LD + i + 1]) / 2, square = p * p + h[(i + 1) * LD + i] * h[i * LD + i + 1];
    R root = R_SQRT(R_FABS(square)); /* negative, because otherwise split_block() would have split the block */
    return pair_of(h[(i + 1) * LD + i + 1] + p, second ? -root : root);
}
