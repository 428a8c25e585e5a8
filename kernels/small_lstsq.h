/* small_lstsq.h - Least squares for stacks of small matrices of full rank, several matrices per group: Householder QR, refined
 * with residuals and gradients in twice the working precision, and singular values of R by one-sided Jacobi rotations. The
 * caller defines:
 * - the element type T and the matching KIND_* macro;
 * - ORDER, the maximum number of columns;
 * - ROWS, the maximum number of rows;
 * - SIDES, the maximum number of right-hand sides;
 * - TEAMS, the number of matrices per group.
 *
 * A team of ORDER/2 threads handles one matrix. [A B] is stored by columns, each scaled by a power of two. Thread t owns
 * columns t, t + TEAM, ... Between two barriers no other thread accesses these columns, except the column of the current step.
 * All teams reach all barriers, regardless of their matrices. */
#define SLICES 1
#include "doubled.h"
#include "small_jacobi.h"
#define TEAM (ORDER / 2)
#define LDX (ROWS + 1)
#define LDT (ORDER + 1)
/* Number of elements reserved for each team, padded so that neighbouring teams begin TEAM banks apart. */
#define APART(count) (((count) + 15) / 16 * 16 + TEAM % 16)
/* Exponents of two. Columns with exponents within FAR cause neither overflow nor underflow in products and quotients. If the
 * exponents of two columns differ by more than SPREAD, the matrix might be rank-deficient. */
#define FAR (sizeof(R) == 4 ? 100 : 300)
#define SPREAD (sizeof(R) == 4 ? 24 : 53)
#define AT_ONCE (ROWS < 16 || sizeof(T) > 8 ? 8 : 16)
#if ORDER <= 8
#define SPAN(n) ORDER /* a constant, so that a pair of columns is kept in registers; elements from index n on are zero */
#else
#define SPAN(n) (n)
#endif
#if defined(WARP) && TEAM * TEAMS == 32
#define TEAM_BARRIER() WARP_BARRIER()
#else
#define TEAM_BARRIER() BARRIER()
#endif

typedef union {
    T x[APART((ORDER + SIDES) * LDX)]; /* [A B], later the reflectors, R and Qᴴ B */
    sum r[ROWS];                       /* residuals, once x is no longer needed */
} team_rows;

typedef struct {
    WIDE solution[SIDES * ORDER];
    sum squares[TEAM];  /* partial squared norms of the residual, one per thread */
    float64 dots[TEAM]; /* partial products of the gradient and a step */
    T diagonal[ORDER], g[ORDER], y[ORDER];
    R lengths[ORDER]; /* squared norms of the remaining rows of each column; later the singular values */
    int power[ORDER + SIDES];
} team_numbers;

/* A thread's view of its matrix. */
typedef struct {
    int m, n, sides, t;
    const GLOBAL T *a, *b;
    stack_strides sa, sb;
    LOCAL_POINTER T *x;        /* columns of team_rows */
    LOCAL_POINTER sum *r;      /* the same memory */
    LOCAL_POINTER T *triangle; /* R(i, j) is at j LDT + i; its inverse W(i, j) is at i LDT + j + 1 */
    LOCAL_POINTER team_numbers *s;
} team;
#define W(p, i, j) (p).triangle[(i) * LDT + (j) + 1]

DEVICE WIDE widened(T v, float64 scale)
{
#ifdef KIND_COMPLEX
    WIDE w;
    w.re = v.re * scale;
    w.im = v.im * scale;
    return w;
#else
    return v * scale;
#endif
}

DEVICE T narrowed(WIDE v, float64 scale)
{
    return F_MAKE((R)(F_REAL(v) * scale), (R)(F_IMAG(v) * scale));
}

DEVICE R add_square_of(R s, T v)
{
#ifdef KIND_COMPLEX
    s = R_FMA(v.im, v.im, s);
#endif
    return R_FMA(F_REAL(v), F_REAL(v), s);
}

/* Load column c of [A B], scaled, and fill the rows from m on with zeros. Many loads are issued together, because latency
 * dominates. Return true if an element is not finite or the magnitude of the column is out of range. */
DEVICE int load_column(team p, int c)
{
    int of_b = c >= p.n, bad = 0, power = 0;
    const GLOBAL T *from = of_b ? p.b + (c - p.n) * p.sb.col : p.a + c * p.sa.col;
    int64 step = of_b ? p.sb.row : p.sa.row;
    LOCAL_POINTER T *x = p.x + c * LDX;
    R size = 0, scale, square = 0;
    for (int first = 0; first < p.m; first += AT_ONCE) {
        T held[AT_ONCE];
        for (int e = 0; e < AT_ONCE; e++)
            held[e] = first + e < p.m ? from[(first + e) * step] : F_NUMBER(0);
        for (int e = 0; e < AT_ONCE; e++) {
            R re = R_FABS(F_REAL(held[e])), im = R_FABS(F_IMAG(held[e]));
            bad |= !(re < R_INF && im < R_INF);
            size = re > size ? re : size;
            size = im > size ? im : size;
            x[first + e] = held[e];
        }
    }
    if (size > 0 && size < R_INF)
        power = ilogb(size);
    bad |= power > FAR || power < -FAR;
    power = bad ? 0 : power;
    scale = ldexp((R)1, -power);
    for (int i = 0; i < p.m; i++) {
        T value = TIMES(x[i], scale);
        x[i] = value;
        square = add_square_of(square, value);
    }
    if (!of_b)
        p.s->lengths[c] = square;
    p.s->power[c] = power;
    return bad;
}

/* Apply the reflection of step j, I - factor v vᴴ with v = (first; column j), to column c. Return the squared norm of the
 * remaining rows of column c. */
DEVICE R reflect(team p, int j, int c, T first, R factor)
{
    const LOCAL_POINTER T *v = p.x + j * LDX;
    LOCAL_POINTER T *y = p.x + c * LDX;
    T dot = F_MUL(F_CONJ(first), y[j]), other = F_NUMBER(0); /* two independent sums */
    R square = 0;
    int i = j + 1;
    for (; i + 1 < p.m; i += 2) {
        dot = F_FUSED_ADD(dot, F_CONJ(v[i]), y[i]);
        other = F_FUSED_ADD(other, F_CONJ(v[i + 1]), y[i + 1]);
    }
    if (i < p.m)
        dot = F_FUSED_ADD(dot, F_CONJ(v[i]), y[i]);
    dot = TIMES(F_ADD(dot, other), factor);
    y[j] = F_FUSED_LESS(y[j], first, dot);
    for (i = j + 1; i < p.m; i++) {
        T value = F_FUSED_LESS(y[i], v[i], dot);
        y[i] = value;
        square = add_square_of(square, value);
    }
    return square;
}

DEVICE void factorize(team p)
{
    for (int j = 0; j < p.n; j++) {
        T alpha = p.x[j * LDX + j];
        R length = R_SQRT(p.s->lengths[j]), size = SIZE_OF(alpha);
        T phase = size > 0 ? OVER(alpha, size) : F_NUMBER(1);
        T first = F_ADD(alpha, TIMES(phase, length));
        R by = length > 0 ? 1 / (length * (length + size)) : 0;
        for (int c = j + 1 + ((p.t - j - 1) & (TEAM - 1)); c < p.n + p.sides; c += TEAM) {
            R square = reflect(p, j, c, first, by);
            if (c < p.n)
                p.s->lengths[c] = square;
        }
        if (p.t == j % TEAM)
            p.s->diagonal[j] = F_NEG(TIMES(phase, length));
        TEAM_BARRIER(); /* column j has been read; other threads access the later columns next */
    }
}

/* Compute column c of R and of its inverse. */
DEVICE void invert_column(team p, int c)
{
    for (int i = 0; i < c; i++) {
        p.triangle[c * LDT + i] = p.x[c * LDX + i];
        W(p, i, c) = F_NUMBER(0);
    }
    p.triangle[c * LDT + c] = p.s->diagonal[c];
    W(p, c, c) = F_NUMBER(1);
    for (int l = c; l >= 0; l--) {
        T w = F_DIV(W(p, l, c), p.s->diagonal[l]);
        W(p, l, c) = w;
        for (int i = 0; i < l; i++)
            W(p, i, c) = F_FUSED_LESS(W(p, i, c), p.x[l * LDX + i], w);
    }
}

/* Return row i of W times y. */
DEVICE T row_product(team p, int i, const LOCAL_POINTER T *y)
{
    T value = F_NUMBER(0);
    for (int j = i; j < p.n; j++)
        value = F_FUSED_ADD(value, W(p, i, j), y[j]);
    return value;
}

/* Return row i of Wᴴ times y. */
DEVICE T adjoint_product(team p, int i, const LOCAL_POINTER T *y)
{
    T value = F_NUMBER(0);
    for (int j = 0; j <= i; j++)
        value = F_FUSED_ADD(value, F_CONJ(W(p, j, i)), y[j]);
    return value;
}

/* Compute this thread's residuals b - A x, two independent rows at a time. Return the sum of squares of these residuals. */
DEVICE sum find_residuals(team p, const GLOBAL T *b, const LOCAL_POINTER WIDE *x)
{
    sum squares = sum_zero();
    for (int i = p.t; i < p.m; i += 2 * TEAM) {
        int next = i + TEAM < p.m ? TEAM : 0;
        const GLOBAL T *row = p.a + i * p.sa.row, *other = row + next * p.sa.row;
        sum r = sum_zero(), s = sum_zero();
        for (int j = 0; j < p.n; j++) {
            take(&r, row[j * p.sa.col], x[j]);
            take(&s, other[j * p.sa.col], x[j]);
        }
        p.r[i] = r = sum_with(r, b[i * p.sb.row]);
        add_square(&squares.re, r);
        if (next) {
            p.r[i + TEAM] = s = sum_with(s, b[(i + TEAM) * p.sb.row]);
            add_square(&squares.re, s);
        }
    }
    return squares;
}

/* Compute the two elements of Aᴴ r that belong to this thread. Elements with an index of n or more are arbitrary. */
DEVICE void find_gradient(team p, WIDE *g)
{
    int j = p.t < p.n ? p.t : 0, next = j + TEAM < p.n ? TEAM : 0;
    const GLOBAL T *column = p.a + j * p.sa.col, *other = column + next * p.sa.col;
    sum first = sum_zero(), second = sum_zero();
    for (int i = 0; i < p.m; i++) {
        give(&first, column[i * p.sa.row], p.r[i]);
        give(&second, other[i * p.sa.row], p.r[i]);
    }
    g[0] = sum_rounded(first);
    g[1] = sum_rounded(second);
}

/* Refine the solution for right-hand side k in two steps. The second step is applied only if it is clearly smaller than the
 * first. Return the residual sum of squares. */
DEVICE float64 refine(team p, int k)
{
    LOCAL_POINTER WIDE *x = p.s->solution + k * ORDER;
    const GLOBAL T *b = p.b + k * p.sb.col;
    R before = R_INF;
    float64 left = 0;
    for (int step = 0; step < 2; step++) {
        WIDE g[2];
        sum total = sum_zero();
        R size = 0;
        float64 dot = 0;
        p.s->squares[p.t] = find_residuals(p, b, x);
        TEAM_BARRIER(); /* x has been read; all residuals and squares are read next */
        find_gradient(p, g);
        for (int h = 0; h < 2; h++) {
            int j = p.t + h * TEAM;
            if (j < p.n)
                p.s->g[j] = narrowed(g[h], ldexp((float64)1, -p.s->power[j] - p.s->power[p.n + k]));
        }
        total = sum_zero();
        for (int i = 0; i < TEAM; i++)
            total = sum_plus(total, p.s->squares[i]);
        TEAM_BARRIER(); /* residuals have been read; g is read next */
        for (int i = p.t; i < p.n; i += TEAM)
            p.s->y[i] = adjoint_product(p, i, p.s->g);
        TEAM_BARRIER(); /* g has been read; y is read next */
        for (int i = 0; i < p.n; i++)
            size = add_square_of(size, p.s->y[i]);
        int good = step == 0 || size <= before / 4;
        for (int h = 0; h < 2; h++) {
            int i = p.t + h * TEAM;
            if (i < p.n && good) {
                WIDE dx = widened(row_product(p, i, p.s->y), ldexp((float64)1, p.s->power[p.n + k] - p.s->power[i]));
#ifdef KIND_COMPLEX
                x[i].re += dx.re;
                x[i].im += dx.im;
                dot += dx.re * g[h].re + dx.im * g[h].im;
#else
                x[i] += dx;
                dot += dx * g[h];
#endif
            }
        }
        p.s->dots[p.t] = dot;
        TEAM_BARRIER(); /* y has been read; x and the products are read next */
        before = size;
        left = total.re.hi + total.re.lo;
        for (int i = 0; i < TEAM; i++)
            left -= p.s->dots[i];
    }
    return left > 0 ? left : 0;
}

/* Restore the scales of the columns of R, relative to the largest column, and store zeros below the diagonal. Return true if
 * the scales differ too much. */
DEVICE int prepare_values(team p, int *most)
{
    int bad = 0;
    *most = p.s->power[0];
    for (int c = 1; c < p.n; c++)
        *most = p.s->power[c] > *most ? p.s->power[c] : *most;
    for (int c = p.t; c < p.n; c += TEAM) {
        int apart = p.s->power[c] - *most;
        R scale = ldexp((R)1, apart < -SPREAD ? -SPREAD : apart);
        bad |= apart < -SPREAD;
        for (int i = 0; i < SPAN(p.n); i++)
            p.triangle[c * LDT + i] = i <= c ? TIMES(p.triangle[c * LDT + i], scale) : F_NUMBER(0);
    }
    return bad;
}

/* Apply a Jacobi rotation to columns x and y with one division, without accumulating V. The rotated columns are (c x - conj(w)
 * y, w x + c y). With d = b - a and h² = d² + 4 |dot|², the rotation has 2 c² = 1 + |d|/h and w = ±dot/(c h). The rotation is
 * applied as a correction, with 1 - c = |w|²/(1 + c). Return true if a rotation was needed. */
DEVICE int rotate_pair(int n, R bound, LOCAL_POINTER T *x, LOCAL_POINTER T *y)
{
    R a = 0, b = 0, d, h, c, square, rest;
    T dot = F_NUMBER(0), w;
    for (int k = 0; k < SPAN(n); k++) {
        a = add_square_of(a, x[k]);
        b = add_square_of(b, y[k]);
        dot = F_FUSED_ADD(dot, F_CONJ(x[k]), y[k]);
    }
    square = add_square_of(0, dot);
    if (!(square > bound * a * b))
        return 0;
    d = b - a;
    h = rsqrt(R_FMA(d, d, 4 * square)); /* h and c first contain the reciprocals 1/h and 1/c */
    rest = R_FMA(R_FABS(d) * h, (R)0.5, (R)0.5);
    c = rsqrt(rest);
    h *= d < 0 ? -c : c;
    w = TIMES(dot, h);
    rest = square * h * h / R_FMA(rest, c, (R)1);
    for (int k = 0; k < SPAN(n); k++) {
        T left = x[k], right = y[k];
        x[k] = F_SUB(left, F_FUSED_ADD(TIMES(left, rest), F_CONJ(w), right));
        y[k] = F_ADD(right, F_SUB(F_MUL(w, left), TIMES(right, rest)));
    }
    return 1;
}

/* Rotate until the columns of the triangles of all teams are orthogonal. Set *rotated to the number of the last sweep, counted
 * from 1, that rotated columns. Return true if the iteration did not converge. */
DEVICE int orthogonalize(team p, LOCAL_POINTER int *rotated)
{
    R bound = ULP * ULP * (R)p.n;
    int players = p.n + p.n % 2, more = 1;
    for (int sweep = 1; sweep <= SWEEPS && more; sweep++) {
        for (int step = 0; step < players - 1; step++) {
            int i, j;
            if (pair_of(step, p.t, players, p.n, &i, &j) &&
                rotate_pair(p.n, bound, p.triangle + i * LDT, p.triangle + j * LDT))
                MARK(rotated, sweep);
            TEAM_BARRIER(); /* columns change pairs; all threads read *rotated, which never decreases */
        }
        more = PEEK(rotated) >= sweep;
    }
    return more;
}

/* Store the singular values in descending order. Return true if the matrix might be rank-deficient or x might have few correct
 * digits. */
DEVICE int store_values(team p, int most, R least, int there, GLOBAL R *values)
{
    R largest = 0, smallest = R_INF;
    for (int c = p.t; c < p.n; c += TEAM) {
        R square = 0;
        for (int i = 0; i < p.n; i++)
            square = add_square_of(square, p.triangle[c * LDT + i]);
        p.s->lengths[c] = R_SQRT(square);
    }
    TEAM_BARRIER(); /* all values are compared next */
    for (int c = p.t; c < p.n; c += TEAM) {
        int place = 0;
        R value = p.s->lengths[c];
        for (int i = 0; i < p.n; i++)
            place += p.s->lengths[i] > value || (p.s->lengths[i] == value && i < c);
        if (there && value == value) /* skip NaN and unused teams */
            values[place] = ldexp(value, most);
    }
    for (int i = 0; i < p.n; i++) {
        R value = p.s->lengths[i];
        largest = value > largest ? value : largest;
        smallest = value < smallest ? value : smallest;
    }
    return !(smallest > least * largest);
}

/* Solve a stack of problems. The solution x has n rows and `sides` columns. Residuals and values are contiguous. Set *failed if
 * a matrix is not finite or might be rank-deficient. A matrix has full rank if s(n) > least s(1). */
KERNEL lstsq_small(int64 batch, int m, int n, int sides, R least, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                   stack_strides sb, GLOBAL T *x, stack_strides sx, GLOBAL R *residuals, GLOBAL R *values, GLOBAL int *failed)
{
    LOCAL team_rows rows[TEAMS];
    LOCAL T triangles[TEAMS * APART(ORDER * LDT)];
    LOCAL team_numbers numbers[TEAMS];
    LOCAL int rotated;
    int of = LOCAL_ID / TEAM;
    for (int64 first = (int64)GROUP_ID * TEAMS; first < batch; first += (int64)GROUP_COUNT * TEAMS) {
        int there = first + of < batch, bad = 0, most;
        int64 at = there ? first + of : batch - 1; /* surplus teams repeat the last matrix and store nothing */
        team p = {m, n, sides, LOCAL_ID % TEAM, a + at * sa.step, b + at * sb.step, sa, sb, rows[of].x, rows[of].r,
                  triangles + of * APART(ORDER * LDT), &numbers[of]};
        if (LOCAL_ID == 0)
            rotated = 0;
        for (int c = p.t; c < n + sides; c += TEAM)
            bad |= load_column(p, c);
        TEAM_BARRIER(); /* the first column and the powers are read next */
        factorize(p);
        for (int c = p.t; c < n; c += TEAM)
            invert_column(p, c);
        TEAM_BARRIER(); /* rows of the inverse are read next */
        for (int k = 0; k < sides; k++)
            for (int i = p.t; i < n; i += TEAM)
                p.s->solution[k * ORDER + i] = widened(row_product(p, i, p.x + (n + k) * LDX),
                                                       ldexp((float64)1, p.s->power[n + k] - p.s->power[i]));
        TEAM_BARRIER(); /* the columns of B have been read; residuals overwrite them, and solutions are read next */
        for (int k = 0; k < sides; k++) {
            float64 left = refine(p, k);
            for (int i = p.t; i < n; i += TEAM) {
                T value = narrowed(p.s->solution[k * ORDER + i], 1);
                bad |= !(R_FABS(F_REAL(value)) < R_INF && R_FABS(F_IMAG(value)) < R_INF);
                if (there)
                    x[at * sx.step + i * sx.row + k * sx.col] = value;
            }
            if (there && p.t == 0)
                residuals[at * sides + k] = (R)left;
        }
        bad |= prepare_values(p, &most);
        TEAM_BARRIER(); /* other threads read columns of the triangle next */
        bad |= orthogonalize(p, &rotated);
        bad |= store_values(p, most, least, there, values + at * n);
        if (bad)
            MARK(failed, 1);
        TEAM_BARRIER(); /* this matrix is finished before the next one begins */
    }
}
