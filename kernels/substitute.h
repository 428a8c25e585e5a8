/* substitute.h - Solve L X = B for a lower triangular matrix L and few columns. The device must have warps of 32 threads, and
 * must allow a group to wait for groups that began earlier. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - CHUNK, which is 32 or 64;
 * - WORD, an unsigned integer type of the same size as R;
 * - SAFE_MIN and SAFE_MAX, between which reciprocals are accurate.
 *
 * A group handles CHUNK rows of X, in WIDTH columns. The group subtracts the contributions of earlier rows, CHUNK rows at a
 * time, as soon as other groups have finished these rows. Then the group solves with its own diagonal block of L. Groups claim
 * rows in the order in which they begin, so a group waits only for groups that are running or finished. X is initially filled
 * with MISSING, a bit pattern that no value has; an element is ready when its bits have changed. The order of additions is
 * fixed, regardless of timing.
 *
 * For a condition estimate, a group inverts its diagonal block while it waits, and then needs one product instead of CHUNK
 * steps. The loss of accuracy is limited by the condition number of the block. */
#define WIDTH 4
#define SLICES WIDTH /* number of threads per row; each thread has EACH columns of a tile */
#define EACH (CHUNK / SLICES)
#define LD (CHUNK + 1)
#define WORDS ((int)(sizeof(T) / sizeof(WORD)))
#define MISSING (~(WORD)0)

typedef union {
    T value;
    WORD words[WORDS];
} bits;

DEVICE T wait_for(const GLOBAL T *x)
{
    const volatile GLOBAL WORD *from = (const volatile GLOBAL WORD *)x;
    bits v;
    for (int i = 0; i < WORDS; i++)
        do
            v.words[i] = from[i];
        while (v.words[i] == MISSING);
    return v.value;
}

DEVICE void publish(GLOBAL T *x, T value)
{
    volatile GLOBAL WORD *to = (volatile GLOBAL WORD *)x;
    bits v;
    v.value = value;
    for (int i = 0; i < WORDS; i++)
        to[i] = v.words[i] == MISSING ? MISSING - 1 : v.words[i]; /* another NaN with different bits */
}

DEVICE T from_lane(T value, int lane)
{
    bits v;
    v.value = value;
    for (int i = 0; i < WORDS; i++)
        v.words[i] = SHUFFLE(v.words[i], lane);
    return v.value;
}

/* Sum EACH terms over the lanes of a warp. Lane l receives the sum of term l*EACH/32. In each step, lanes exchange half of
 * their terms with a partner. */
#define FOLD(half, mask)                                                     \
    for (int e = 0; e < (half); e++) {                                       \
        T first = terms[e], second = terms[(half) + e];                      \
        T other = from_lane(lane & (mask) ? first : second, lane ^ (mask));  \
        first = lane & (mask) ? second : first;                              \
        terms[e] = F_ADD(first, other);                                      \
    }
#define FOLD_LAST(mask)                                                      \
    {                                                                        \
        T other = from_lane(terms[0], lane ^ (mask));                        \
        terms[0] = F_ADD(terms[0], other);                                   \
    }

DEVICE T sum_of_lanes(T *terms, int lane)
{
#if CHUNK == 64
#pragma unroll
    FOLD(8, 16)
#pragma unroll
    FOLD(4, 8)
#pragma unroll
    FOLD(2, 4)
    FOLD(1, 2)
#else
#pragma unroll
    FOLD(4, 16)
#pragma unroll
    FOLD(2, 8)
    FOLD(1, 4)
    FOLD_LAST(2)
#endif
    FOLD_LAST(1)
    return terms[0];
}

/* Solve for 32 rows of the triangle, from row `from` on, with one lane per row. `below` is the right-hand side of the next 32
 * rows, or unused. The steps have no branches, so that loads from local memory are issued early. */
#define UNIT 0
#define BY_INVERSES 1
#define BY_DIVISION 2
DEVICE T solve_rows(int way, int from, int lane, const LOCAL_POINTER T *diagonal, const LOCAL_POINTER T *inverses, T own,
                    T *below)
{
    const LOCAL_POINTER T *column = diagonal + from * LD + from;
    T solution = own;
#pragma unroll
    for (int k = 0; k < 32; k++, column += LD) {
        T v = from_lane(own, k);
        if (way == BY_INVERSES)
            v = f_quotient(v, column[k], inverses[from + k]);
        else if (way == BY_DIVISION)
            v = F_DIV(v, column[k]);
        own = F_FUSED_LESS(own, column[lane], v);
        if (from + 32 < CHUNK)
            *below = F_FUSED_LESS(*below, column[lane + 32], v);
        solution = lane == k ? v : solution;
    }
    return solution;
}

DEVICE T solve_rows_any(int way, int from, int lane, const LOCAL_POINTER T *diagonal, const LOCAL_POINTER T *inverses, T own,
                        T *below)
{
    if (way == UNIT)
        return solve_rows(UNIT, from, lane, diagonal, inverses, own, below);
    if (way == BY_INVERSES)
        return solve_rows(BY_INVERSES, from, lane, diagonal, inverses, own, below);
    return solve_rows(BY_DIVISION, from, lane, diagonal, inverses, own, below);
}

/* Compute rows part, part + 4, ... of a column of the triangle's inverse. Four neighbouring lanes share a column. */
DEVICE void invert_column(int column, int part, int lane, const LOCAL_POINTER T *diagonal, const LOCAL_POINTER T *inverses,
                          T *x)
{
#pragma unroll
    for (int e = 0; e < EACH; e++)
        x[e] = F_NUMBER(part + 4 * e == column);
#pragma unroll
    for (int k = 0; k < CHUNK; k++) {
        T solved = from_lane(x[k / 4], lane - part + k % 4);
        solved = F_MUL(solved, inverses[k]);
        T coefficient = diagonal[k * LD + k / 4 * 4 + part], less = F_FUSED_LESS(x[k / 4], coefficient, solved);
        x[k / 4] = part == k % 4 ? solved : part > k % 4 ? less : x[k / 4];
#pragma unroll
        for (int e = k / 4 + 1; e < EACH; e++)
            x[e] = F_FUSED_LESS(x[e], diagonal[k * LD + part + 4 * e], solved);
    }
}

KERNEL substitute(lower_sizes s, const GLOBAL T *a, GLOBAL T *b, GLOBAL T *x, GLOBAL uint32 *next)
{
    LOCAL T diagonal[CHUNK * LD]; /* by columns */
    LOCAL T sums[SLICES * WIDTH * CHUNK], known[2 * WIDTH * CHUNK], inverses[CHUNK];
    LOCAL uint32 shared_turn;
    LOCAL int divides;
    int t = LOCAL_ID, row = t % CHUNK, slice = t / CHUNK, lane = t % 32, warp = t / 32;
    if (t == 0) {
        shared_turn = next ? ATOMIC_NEXT(next) : GROUP_ID;
        divides = 0;
    }
    BARRIER();
    int64 sets = s.batch * ((s.columns + WIDTH - 1) / WIDTH), set = shared_turn % sets, first = shared_turn / sets * CHUNK;
    int64 matrix = set % s.batch, column = set / s.batch * WIDTH;
    int width = s.columns - column < WIDTH ? (int)(s.columns - column) : WIDTH;
    int count = s.n - first < CHUNK ? (int)(s.n - first) : CHUNK, adjacent_rows, rough = 0;
    const GLOBAL T *rows = a + matrix * s.a.step + first * s.a.row;
    GLOBAL T *right = b + matrix * s.b.step + column * s.b.col + first * s.b.row;
    GLOBAL T *all = x + (matrix * s.columns + column) * s.n;
    T rest = F_NUMBER(0), sum[WIDTH];

    adjacent_rows = (s.a.row < 0 ? -s.a.row : s.a.row) <= (s.a.col < 0 ? -s.a.col : s.a.col);
    for (int i = slice; i < CHUNK; i += SLICES) {
        int r = adjacent_rows ? row : i, k = adjacent_rows ? i : row;
        T v = F_NUMBER(k == r); /* padded with the identity */
        if (r < count && (k < r || (k == r && !s.unit)))
            v = rows[r * s.a.row + (first + k) * s.a.col];
        diagonal[k * LD + r] = s.conjugate ? F_CONJ(v) : v;
    }
    if (row < count && slice < width)
        rest = right[row * s.b.row + slice * s.b.col];
    for (int c = 0; c < WIDTH; c++)
        sum[c] = F_NUMBER(0);
    BARRIER();
    if (t < CHUNK) {
        T d = diagonal[t * LD + t];
        inverses[t] = F_DIV(F_NUMBER(1), d);
        if (!(F_SIZE(d) >= SAFE_MIN && F_SIZE(d) <= SAFE_MAX))
            MARK(&divides, 1);
    }
    if (s.rough) {
        T inverse[EACH];
        BARRIER();
        rough = !divides;
        invert_column(t / SLICES, t % SLICES, lane, diagonal, inverses, inverse);
        BARRIER();
        for (int e = 0; e < EACH && rough; e++)
            diagonal[t / SLICES * LD + t % SLICES + SLICES * e] = inverse[e];
    }
    for (int64 k0 = 0; k0 < first; k0 += CHUNK) {
        LOCAL_POINTER T *here = known + k0 / CHUNK % 2 * (WIDTH * CHUNK);
        T tile[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            int r = adjacent_rows ? row : slice * EACH + e, k = adjacent_rows ? slice * EACH + e : row;
            T v = r < count ? rows[r * s.a.row + (k0 + k) * s.a.col] : F_NUMBER(0);
            tile[e] = s.conjugate ? F_CONJ(v) : v;
        }
        if (slice < width)
            here[slice * CHUNK + row] = wait_for(all + slice * s.n + k0 + row);
        BARRIER();
#pragma unroll
        for (int c = 0; c < WIDTH; c++) {
            if (c < width && adjacent_rows) {
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    sum[c] = F_FUSED_ADD(sum[c], tile[e], here[c * CHUNK + slice * EACH + e]);
            } else if (c < width) {
                T terms[EACH], v = here[c * CHUNK + row];
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    terms[e] = F_MUL(tile[e], v);
                v = sum_of_lanes(terms, lane);
                sum[c] = F_ADD(sum[c], v);
            }
        }
    }
    if (first > 0) {
        int part = adjacent_rows ? slice : row / 32, parts = adjacent_rows ? SLICES : CHUNK / 32;
        int r = adjacent_rows ? row : slice * EACH + lane * EACH / 32;
        if (adjacent_rows || lane % (32 / EACH) == 0) {
#pragma unroll
            for (int c = 0; c < WIDTH; c++)
                sums[(part * WIDTH + c) * CHUNK + r] = sum[c];
        }
        BARRIER();
        T total = sums[slice * CHUNK + row];
        for (int p = 1; p < parts; p++)
            total = F_ADD(total, sums[(p * WIDTH + slice) * CHUNK + row]);
        rest = F_SUB(rest, total);
    }
    known[slice * CHUNK + row] = rest;
    BARRIER();
    if (rough) {
        for (int c = 0; c < width; c++) {
            T part = F_NUMBER(0);
#pragma unroll
            for (int e = 0; e < EACH; e++)
                part = F_FUSED_ADD(part, diagonal[(slice * EACH + e) * LD + row], known[c * CHUNK + slice * EACH + e]);
            sums[(slice * WIDTH + c) * CHUNK + row] = part;
        }
        BARRIER();
        if (slice < width && row < count) {
            T v = sums[slice * CHUNK + row];
            for (int p = 1; p < SLICES; p++)
                v = F_ADD(v, sums[(p * WIDTH + slice) * CHUNK + row]);
            if (next)
                publish(all + slice * s.n + first + row, v);
            right[row * s.b.row + slice * s.b.col] = v;
        }
    } else if (warp < width) { /* one warp per column */
        int way = s.unit ? UNIT : divides ? BY_DIVISION : BY_INVERSES;
        T below = known[warp * CHUNK + lane + CHUNK - 32];
        for (int from = 0; from < CHUNK; from += 32) {
            T own = from == 0 ? known[warp * CHUNK + lane] : below;
            T v = solve_rows_any(way, from, lane, diagonal, inverses, own, &below);
            if (from + lane < count) {
                if (next)
                    publish(all + warp * s.n + first + from + lane, v);
                right[(from + lane) * s.b.row + warp * s.b.col] = v;
            }
        }
    }
}
