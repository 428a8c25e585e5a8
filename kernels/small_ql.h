/* small_ql.h - Implicit QL iteration for a tridiagonal matrix in local memory (J. H. Wilkinson and C. Reinsch, Handbook for
 * Automatic Computation II, 1971, tql2), for small_eigh.h and tridiagonal_leaves.h. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - ORDER and LD;
 * - work_space, with d, e, cosines, sines, first, and the eigenvectors q, with one row per thread;
 * - ADD, SUB and TIMES (by a real factor). */
#define R_RSQRT(a) rsqrt(a)
#define ULP (sizeof(R) == 4 ? (R)5.9604645e-8 : (R)1.1102230246251565e-16)
#define TINY (sizeof(R) == 4 ? (R)1e-18 : (R)1e-150) /* negligible relative to a norm of 1, but its square does not underflow */
#define ROUNDS 30 /* maximum per eigenvalue; two are usual */

/* Perform one QL step on rows l ... last of the tridiagonal matrix, with one thread. The rotations from s->first on are stored
 * in cosines and sines. Operands of the next rotation are loaded before the results of the current rotation are stored. */
DEVICE void chase(int l, int last, LOCAL_POINTER work_space *s)
{
    LOCAL_POINTER R *d = s->d;
    LOCAL_POINTER R *e = s->e;
    R g = (d[l + 1] - d[l]) / (2 * e[l]), r = R_SQRT(g * g + 1), sine = 1, cosine = 1, p = 0;
    R above = d[last], here = d[last - 1], beside = e[last - 1];
    g = above - d[l] + e[l] / (g + (g < 0 ? -r : r));
    s->first = l;
    for (int i = last - 1; i >= l; i--) {
        R next = i > l ? d[i - 1] : 0, next_beside = i > l ? e[i - 1] : 0;
        R f = sine * beside, b = cosine * beside, square = f * f + g * g;
        if (!(square > TINY * TINY)) { /* such small values define no rotation */
            d[i + 1] = above - p;
            e[i + 1] = 0;
            e[last] = 0;
            s->first = i + 1;
            return;
        }
        R inverse = R_RSQRT(square);
        e[i + 1] = square * inverse;
        sine = f * inverse;
        cosine = g * inverse;
        g = above - p;
        r = (here - g) * sine + 2 * cosine * b;
        p = sine * r;
        d[i + 1] = g + p;
        g = cosine * r - b;
        s->cosines[i] = cosine;
        s->sines[i] = sine;
        above = here;
        here = next;
        beside = next_beside;
    }
    d[l] = above - p;
    e[l] = g;
    e[last] = 0;
}

DEVICE void rotate(int last, LOCAL_POINTER T *row, const LOCAL_POINTER work_space *s)
{
    int first = s->first;
    T upper = row[last], lower = row[last - 1];
    R cosine = s->cosines[last - 1], sine = s->sines[last - 1];
    for (int i = last - 1; i >= first; i--) {
        int next = i > first ? i - 1 : i;
        T next_lower = row[next];
        R next_cosine = s->cosines[next], next_sine = s->sines[next];
        row[i + 1] = ADD(TIMES(lower, sine), TIMES(upper, cosine));
        upper = SUB(TIMES(lower, cosine), TIMES(upper, sine));
        lower = next_lower;
        cosine = next_cosine;
        sine = next_sine;
    }
    row[first] = upper;
}

/* Run the QL iteration. Return 0, or the position, counted from 1, of an eigenvalue that did not converge. */
DEVICE int iterate(int n, int vectors, LOCAL_POINTER work_space *s)
{
    int l = 0, rounds = ROUNDS * n, row = LOCAL_ID;
    while (l < n) {
        int last = l;
        while (last < n - 1 && R_FABS(s->e[last]) > ULP * (R_FABS(s->d[last]) + R_FABS(s->d[last + 1])) + TINY)
            last++;
        if (last == l) {
            l++;
            continue;
        }
        if (rounds-- == 0)
            return l + 1;
        BARRIER();
        if (LOCAL_ID == 0)
            chase(l, last, s);
        BARRIER();
        if (vectors && row < n)
            rotate(last, s->q + row * LD, s);
    }
    return 0;
}
