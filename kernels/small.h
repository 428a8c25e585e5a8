/* small.h - linear systems and Cholesky factors of small order: a group for each matrix, which it holds in local memory, reads
 * and writes in whatever strides, and checks.  Before it: T and its kind, ORDER (the largest order), SLICES, COLUMNS; EPSILON,
 * LEAST, MOST and DOUBTFUL, as before condition.h.
 *
 * Thread t of a group works on row t % ORDER, on every SLICES-th column from t / ORDER on.  Where it says that a step has one
 * barrier, the step reads what it does not write. */
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define SIZE_OF(v) (R_FABS((v).re) + R_FABS((v).im))
#define SUB(a, b) C_SUB(a, b)
#define MUL(a, b) C_MUL(a, b)
#define DIV(a, b) C_DIV(a, b)
#define CONJ(a) C_CONJ(a)
#define OVER(a, s) c_make((a).re / (s), (a).im / (s))
#define TIMES(a, s) c_scale(a, s)
#define REAL_PART(a) ((a).re)
#define NUMBER(v) c_make((R)(v), 0)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define SIZE_OF(v) R_FABS(v)
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define DIV(a, b) ((a) / (b))
#define CONJ(a) (a)
#define OVER(a, s) ((a) / (s))
#define TIMES(a, s) ((a) * (s))
#define REAL_PART(a) (a)
#define NUMBER(v) ((T)(v))
#endif
/* Short code starts sooner, which is most of the time that the smallest matrices take. */
#if ORDER <= 8
#define LOOP NOT_UNROLLED
#else
#define LOOP
#endif
/* Rows are neighbouring threads, those of a column in one warp. */
#if defined(WARP) && ORDER <= WARP
#define ROWS_IN_WARP
#endif
/* Threads of one warp wait for each other and exchange numbers faster; for complex numbers that code is longer, and slower. */
#if defined(WARP) && ORDER * SLICES == WARP && !defined(KIND_COMPLEX)
#define ONE_WARP
#define GROUP_BARRIER() WARP_BARRIER()
#else
#define GROUP_BARRIER() BARRIER()
#endif
#define LD (ORDER + 1)       /* odd, so that neighbouring rows lie in different banks */
#define WIDTH (COLUMNS + 3)  /* one column more is for the estimate */
#define PARTS 8              /* of a column that is searched for a pivot by several threads */

#define NOT_FINITE_A (-1)
#define NOT_FINITE_B (-2)

DEVICE int stored_by_rows(stack_strides s)
{
    int64 r = s.row < 0 ? -s.row : s.row, c = s.col < 0 ? -s.col : s.col;
    return c < r;
}

/* What a thread reads of a matrix and of columns: first all of it, so that the loads are under way together, then it goes to
 * local memory, with zeros where nothing was read.  Neighbouring threads read neighbouring elements of a matrix, whether it lies
 * by rows or by columns. */
typedef struct {
    T of_matrix[ORDER / SLICES], of_columns[COLUMNS / SLICES];
} elements;

DEVICE void read_matrix(int n, int lower, const GLOBAL T *x, stack_strides s, elements *v)
{
    int at = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER, by_rows = stored_by_rows(s);
    int64 near = by_rows ? s.col : s.row, far = by_rows ? s.row : s.col;
    for (int e = 0; e < ORDER / SLICES; e++) {
        int other = slice + e * SLICES, belongs = !lower || (by_rows ? at <= other : other <= at);
        v->of_matrix[e] = NUMBER(0);
        if (at < n && other < n && belongs)
            v->of_matrix[e] = x[at * near + other * far];
    }
}

/* Whether a number is not finite. */
DEVICE int store_matrix(stack_strides s, int conjugate, const elements *v, LOCAL_POINTER T *m)
{
    int bad = 0, at = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER, by_rows = stored_by_rows(s);
    for (int e = 0; e < ORDER / SLICES; e++) {
        int other = slice + e * SLICES;
        bad |= !IS_FINITE(v->of_matrix[e]);
        m[by_rows ? other * LD + at : at * LD + other] = conjugate ? CONJ(v->of_matrix[e]) : v->of_matrix[e];
    }
    return bad;
}

/* Columns first, first + 1, ... of x; of the identity where x is NULL. */
DEVICE void read_columns(int n, int64 first, int count, const GLOBAL T *x, stack_strides s, elements *v)
{
    int i = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int e = 0; e < COLUMNS / SLICES; e++) {
        int j = slice + e * SLICES;
        v->of_columns[e] = NUMBER(x == 0 && i == first + j);
        if (x && i < n && j < count)
            v->of_columns[e] = x[i * s.row + (first + j) * s.col];
    }
}

DEVICE int store_columns(const elements *v, LOCAL_POINTER T *y)
{
    int bad = 0, i = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int e = 0; e < COLUMNS / SLICES; e++) {
        bad |= !IS_FINITE(v->of_columns[e]);
        y[i * WIDTH + slice + e * SLICES] = v->of_columns[e];
    }
    return bad;
}

/* The row with the largest element in column k among those not used yet, the first of equals.  `place` is the step in which the
 * thread's own row was used, n for none yet; the bits of `used` say it of all rows. */
#ifdef ROWS_IN_WARP
DEVICE int find_pivot(int n, int k, int row, int place, uint64 used, const LOCAL_POINTER T *m, LOCAL_POINTER R *sizes,
                      LOCAL_POINTER int *rows, R *best)
{
    R size = row < n && place == n ? SIZE_OF(m[row * LD + k]) : -1;
    int found = row;
    size = size < R_INF ? size : R_INF; /* NaN too, so that all threads find the same row */
    LOOP for (int mask = 1; mask < ORDER; mask *= 2) {
        R other = SHUFFLE_XOR(size, mask);
        int of_other = SHUFFLE_XOR(found, mask);
        if (other > size || (other == size && of_other < found)) {
            size = other;
            found = of_other;
        }
    }
    *best = size;
    return found;
}
#else
/* In the rows from `from` on below `to`; -1 when all are used. */
DEVICE int largest(int k, uint64 used, const LOCAL_POINTER T *m, int from, int to, R *best)
{
    int found = -1;
    *best = -1;
    for (int i = from; i < to; i++) {
        R size = SIZE_OF(m[i * LD + k]);
        if (!(used >> i & 1) && (found < 0 || size > *best)) {
            *best = size;
            found = i;
        }
    }
    return found;
}

DEVICE int find_pivot(int n, int k, int row, int place, uint64 used, const LOCAL_POINTER T *m, LOCAL_POINTER R *sizes,
                      LOCAL_POINTER int *rows, R *best)
{
#if ORDER > 16
    int found, t = LOCAL_ID;
    if (t < PARTS) {
        int length = (n + PARTS - 1) / PARTS, end = (t + 1) * length;
        rows[t] = largest(k, used, m, t * length, end < n ? end : n, best);
        sizes[t] = *best;
    }
    BARRIER();
    found = rows[0];
    *best = sizes[0];
    LOOP for (int i = 1; i < PARTS; i++) {
        if (rows[i] >= 0 && (found < 0 || sizes[i] > *best)) {
            *best = sizes[i];
            found = rows[i];
        }
    }
    return found;
#else
    return largest(k, used, m, 0, n, best);
#endif
}
#endif

/* As in condition.h. */
DEVICE R irregular(int i)
{
    uint32 h = (uint32)(i + 64) * 0x9E3779B9u;
    R size;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h ^= h >> 13;
    size = (R)0.5f + (R)(h >> 16) * (R)(1.0f / 65536);
    return h & 1 ? -size : size;
}

DEVICE int out_of_range(R size)
{
    return size != 0 && !(size >= LEAST && size <= MOST);
}

/* The largest size in a column of x. */
DEVICE R largest_of(int n, const LOCAL_POINTER T *x, int step, int at)
{
    R most = 0;
    for (int i = 0; i < n; i++) {
        R size = SIZE_OF(x[i * step + at]);
        if (size > most)
            most = size;
    }
    return most;
}

/* Whether the largest of a right-hand side is out of range, or may vanish in a division by the largest of a column. */
DEVICE int may_vanish(R right, R of_column)
{
    return out_of_range(right) || (right > 0 && right < LEAST * of_column);
}

/* The column that shows what rounding does to X goes behind the `count` columns of B in y: a row's sum of |A| in units of its
 * columns, times an irregular number.  `sizes` become the largest sizes in the columns of A, with those of B behind them.
 * Whether numbers are out of range. */
#ifdef ONE_WARP
DEVICE R max_in_rows(R v)
{
    LOOP for (int mask = 1; mask < ORDER; mask *= 2) {
        R other = SHUFFLE_XOR(v, mask);
        if (other > v)
            v = other;
    }
    return v;
}

DEVICE int weigh(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *sizes,
                 LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    R sum = 0;
    for (int j = slice; j < ORDER; j += SLICES) { /* unrolled, so that no division waits for another */
        R own = SIZE_OF(m[row * LD + j]), size = max_in_rows(own);
        sizes[j] = size;
        extreme |= out_of_range(size);
        sum += size > 0 ? own / size : 0;
    }
    LOOP for (int mask = ORDER; mask < WARP; mask *= 2)
        sum += SHUFFLE_XOR(sum, mask);
    if (slice == 0 && row < n)
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
    GROUP_BARRIER();
    LOOP for (int j = slice; j - slice < count; j += SLICES) { /* no thread leaves the others */
        R right = max_in_rows(j < count ? SIZE_OF(y[row * WIDTH + j]) : 0);
        extreme |= row < n && may_vanish(right, sizes[row]);
    }
    return extreme | out_of_range(sum);
}
#else
DEVICE int weigh(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *sizes,
                 LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    LOOP for (int j = LOCAL_ID; j < n + count; j += ORDER * SLICES) { /* the same instructions for A and B, which costs once */
        R size = largest_of(n, j < n ? m : y, j < n ? LD : WIDTH, j < n ? j : j - n);
        sizes[j < n ? j : ORDER + j - n] = size;
        if (j < n) { /* a thread that divided for each column would hold up all others */
            inverses[j] = size > 0 ? 1 / size : 0;
            extreme |= out_of_range(size);
        }
    }
    GROUP_BARRIER();
    LOOP for (int j = slice; j < count && row < n; j += SLICES)
        extreme |= may_vanish(sizes[ORDER + j], sizes[row]);
    if (slice == 0 && row < n) {
        R sum = 0;
        for (int j = 0; j < n; j++)
            sum += SIZE_OF(m[row * LD + j]) * inverses[j];
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
        extreme |= out_of_range(sum);
    }
    return extreme;
}
#endif

/* An estimate as a code of its own, above all others: its bits as those of a float; 0 where all is well. */
DEVICE int doubt(int n, const LOCAL_POINTER R *errors, int is_extreme)
{
    union { float value; int bits; } code;
    R worst = 0;
    for (int i = 0; i < n; i++)
        if (!(errors[i] <= worst))
            worst = errors[i] == errors[i] ? errors[i] : R_INF;
    code.value = is_extreme ? (float)NAN_VALUE : (float)(worst * EPSILON);
    return code.value <= DOUBTFUL ? 0 : code.bits & 0x7fffffff;
}

/* op(A) X = B by Gaussian elimination with partial pivoting.  Rows stay where they are; pivots[k] is the row of step k.  A
 * group takes COLUMNS columns of B; the groups of one matrix do the same elimination.  info has a place for each group. */
KERNEL solve_small(int64 batch, int n, int64 columns, int conjugate, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                   stack_strides sb, GLOBAL T *x, stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL T reciprocals[ORDER]; /* of the pivots */
    LOCAL R sizes_of[ORDER + COLUMNS], inverses[ORDER]; /* of A's columns, and behind them of B's */
    LOCAL int pivots[ORDER], is_bad[2], is_extreme, is_doubtful;
    LOCAL R sizes[PARTS]; /* of find_pivot */
    LOCAL int rows[PARTS];
    int64 chunks = (columns + COLUMNS - 1) / COLUMNS;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    LOOP for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        int64 at = g, first = chunks == 1 ? 0 : split_off(&at, chunks) * COLUMNS;
        int count = columns - first < COLUMNS ? (int)(columns - first) : COLUMNS, place = n, code;
        uint64 used = 0;
        elements read;
        if (t < 2)
            is_bad[t] = 0;
        if (t == 0)
            is_extreme = is_doubtful = 0;
        read_matrix(n, 0, a + at * sa.step, sa, &read);
        read_columns(n, first, count, b ? b + at * sb.step : b, sb, &read);
        GROUP_BARRIER();
        if (store_matrix(sa, conjugate, &read, m))
            is_bad[0] = 1;
        if (store_columns(&read, y))
            is_bad[1] = 1;
        GROUP_BARRIER();
        code = is_bad[0] ? NOT_FINITE_A : is_bad[1] ? NOT_FINITE_B : 0;
        if (weigh(n, count, row, slice, m, y, sizes_of, inverses))
            is_extreme = 1;
        GROUP_BARRIER();
        LOOP for (int k = 0; k < n && code == 0; k++) { /* all threads of the group agree on code */
            R best;
            int p = find_pivot(n, k, row, place, used, m, sizes, rows, &best);
            if (best == 0)
                code = k + 1;
            used |= (uint64)1 << p;
            if (row == p) {
                place = k;
                if (slice == 0)
                    pivots[k] = p;
            }
            if (code == 0 && row < n && place >= k) {
                T factor = DIV(row == p ? NUMBER(1) : m[row * LD + k], m[p * LD + k]);
                if (row == p) { /* its division is one of those that all wait for */
                    reciprocals[k] = factor;
                    if (out_of_range(best))
                        is_extreme = 1;
                } else {
                    LOOP for (int j = k + 1 + slice; j < n; j += SLICES)
                        m[row * LD + j] = SUB(m[row * LD + j], MUL(factor, m[p * LD + j]));
                    LOOP for (int j = slice; j <= count; j += SLICES)
                        y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(factor, y[p * WIDTH + j]));
                }
            }
            GROUP_BARRIER();
        }
        LOOP for (int k = n - 1; k > 0 && code == 0; k--) { /* one barrier */
            int p = pivots[k];
            LOOP for (int j = slice; j <= count && place < k; j += SLICES) {
                T v = f_quotient(y[p * WIDTH + j], m[p * LD + k], reciprocals[k]);
                y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(m[row * LD + k], v));
            }
            GROUP_BARRIER();
        }
        LOOP for (int j = slice; j <= count && row < n && code == 0; j += SLICES) {
            int p = pivots[row];
            T v = f_quotient(y[p * WIDTH + j], m[p * LD + row], reciprocals[row]);
            if (j == count) {
                sizes_of[row] *= SIZE_OF(v);
                if (!((float)(sizes_of[row] * EPSILON) <= DOUBTFUL))
                    is_doubtful = 1;
            } else {
                x[at * sx.step + row * sx.row + (first + j) * sx.col] = v;
                if (!IS_FINITE(v))
                    is_extreme = 1;
            }
        }
        GROUP_BARRIER();
        if (t == 0) {
            if (code == 0 && (is_doubtful || is_extreme))
                code = doubt(n, sizes_of, is_extreme);
            info[g] = code;
            if (code)
                *failed = 1;
        }
        GROUP_BARRIER();
    }
}

/* Element (i, j) of L, or of L^H. */
DEVICE T triangle_at(const LOCAL_POINTER T *l, int turned, int i, int j)
{
    return turned ? CONJ(l[j * LD + i]) : l[i * LD + j];
}

/* to = L^-1 from, or L^-H from, with the inverses of L's diagonal; from is lost.  Every thread finds the two next elements
 * itself, which takes less than one more barrier, and takes them off its row. */
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

/* What the host's survey_product and its two substitutions say of systems with L L^H, as a code of doubt().  roots, the
 * diagonal of L, become their inverses; the last four are workspace of n.  All threads take all barriers, also where n is 0:
 * PoCL's results are wrong for a function with barriers that is called under a condition, or twice. */
DEVICE int doubt_of_factor(int n, int t, const LOCAL_POINTER T *l, LOCAL_POINTER R *roots, LOCAL_POINTER int *flags,
                           LOCAL_POINTER R *inverses, LOCAL_POINTER R *sums, LOCAL_POINTER T *w, LOCAL_POINTER T *z)
{
    R sum = 0;
    GROUP_BARRIER();
    if (t < n) {
        R largest = largest_of(t + 1, l, 1, t * LD), square = largest * largest;
        if (!(square >= LEAST && square <= MOST))
            flags[0] = 1;
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
            flags[1] = 1;
    }
    GROUP_BARRIER();
    return t == 0 && (flags[0] || flags[1]) ? doubt(n, sums, flags[0]) : 0;
}

/* L L^H = A from A's lower triangle, zeros above.  Until the end the columns of L lack their division by the root of the
 * pivot: so a step has one barrier. */
KERNEL cholesky_small(int64 batch, int n, const GLOBAL T *a, stack_strides sa, GLOBAL T *x, stack_strides sx,
                      GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T w[ORDER], z[ORDER];
    LOCAL R roots[ORDER], inverses[ORDER], sums[ORDER];
    LOCAL int is_bad, flags[2];
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        int code;
        elements read;
        if (t == 0)
            is_bad = flags[0] = flags[1] = 0;
        read_matrix(n, 1, a + at * sa.step, sa, &read);
        GROUP_BARRIER();
        if (store_matrix(sa, 0, &read, m))
            is_bad = 1;
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
        code += doubt_of_factor(code ? 0 : n, t, m, roots, flags, inverses, sums, w, z);
        if (t == 0) {
            info[at] = code;
            if (code)
                *failed = 1;
        }
        GROUP_BARRIER();
    }
}
