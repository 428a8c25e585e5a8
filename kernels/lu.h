/* lu.h - LU factorisation with partial pivoting of a panel of up to WIDTH columns, in one launch per column; and row exchanges.
 * The caller defines the element type T and the matching KIND_* macro; WIDTH; and GROUP, which is both the number of threads
 * per group and the maximum number of groups per matrix.
 *
 * The launch for column j eliminates the column with its pivot. In the same launch, each group finds one candidate for the
 * pivot of column j + 1. No group may write elements that other groups read in the same launch. Therefore the two rows that are
 * exchanged in step j are first saved in `rows`, and the next launch writes these rows into the matrix. The arrays `best`,
 * `where` and `rows` have two halves: a launch reads one half and writes the other half. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif

#define HALF(b, size) (((s.column & 1) * s.batch + (b)) * (size))
#define OTHER(b, size) ((((s.column + 1) & 1) * s.batch + (b)) * (size))

/* Compare candidates t and t + reach, and store the larger candidate as candidate t. If both candidates are equal, store the
 * candidate in the upper row. */
DEVICE void choose(int t, int reach, LOCAL_POINTER R *sizes, LOCAL_POINTER int *rows)
{
    if (t < reach && (sizes[t + reach] > sizes[t] || (sizes[t + reach] == sizes[t] && rows[t + reach] < rows[t]))) {
        sizes[t] = sizes[t + reach];
        rows[t] = rows[t + reach];
    }
}

#define AT_ONCE 8 /* number of independent loads between stores */

KERNEL lu_column(panel_sizes s, GLOBAL T *a, GLOBAL R *best, GLOBAL int *where, GLOBAL T *rows, GLOBAL int *pivots,
                 GLOBAL int *order, GLOBAL int *info)
{
    LOCAL R sizes[GROUP];
    LOCAL int at[GROUP];
    LOCAL T upper[WIDTH], lower[WIDTH]; /* the pivot row, and the row with which it is exchanged */
    int t = LOCAL_ID, width = (int)(s.last - s.first), c = (int)(s.column - s.first), begins = s.column < s.first;
    for (int64 g = GROUP_ID; g < s.batch * s.groups; g += GROUP_COUNT) {
        int64 b = g / s.groups, chunk = g % s.groups;
        GLOBAL T *x = a + b * s.step + s.first * s.ld;
        const GLOBAL T *pending = rows + HALF(b, 2 * WIDTH);
        GLOBAL T *leaving = rows + OTHER(b, 2 * WIDTH);
        int j = (int)s.column, before = c > 0 ? pivots[b * s.steps + j - 1] : -1, p = -1;
        R size = 0;
        /* In the first launch of a panel these values are unused, but all launches must pass the same barriers. */
        sizes[t] = t < s.groups ? best[HALF(b, GROUP) + t] : -1;
        at[t] = t < s.groups ? where[HALF(b, GROUP) + t] : 0x7fffffff;
        BARRIER();
        for (int reach = GROUP / 2; reach > 0; reach /= 2) {
            choose(t, reach, sizes, at);
            BARRIER();
        }
        if (!begins) {
            p = at[0];
            size = sizes[0];
        }
        for (int k = t; k < width && !begins; k += GROUP) {
            upper[k] = p == before ? pending[WIDTH + k] : x[k * s.ld + p];
            lower[k] = j == before ? pending[WIDTH + k] : x[k * s.ld + j];
        }
        BARRIER();
        for (int k = t; k < width && !begins && chunk == 0; k += GROUP) {
            if (c > 0)
                x[k * s.ld + j - 1] = pending[k];
            leaving[k] = upper[k];
        }
        int found = 0x7fffffff;
        R largest = -1;
        for (int64 i = s.column + 1 + chunk * GROUP + t; i < s.m; i += s.groups * GROUP) {
            T next;
            if (begins) {
                next = x[i];
            } else {
                const GLOBAL T *from = x + i;
                GLOBAL T *to = x + i;
                int64 from_step = s.ld, to_step = s.ld;
                if (i == before) {
                    from = pending + WIDTH;
                    from_step = 1;
                }
                if (i == p) {
                    to = leaving + WIDTH;
                    to_step = 1;
                }
                for (int k = 0; (i == before || i == p) && k < c; k++)
                    to[k * to_step] = i == p ? lower[k] : from[k * from_step];
                T factor = i == p ? lower[c] : from[c * from_step];
                factor = size == 0 ? F_NUMBER(0) : F_DIV(factor, upper[c]);
                to[c * to_step] = factor;
                next = F_NUMBER(0);
                for (int k = c + 1; k < width; k += AT_ONCE) {
                    T v[AT_ONCE];
                    for (int u = 0; u < AT_ONCE; u++)
                        if (k + u < width)
                            v[u] = i == p ? lower[k + u] : from[(k + u) * from_step];
                    for (int u = 0; u < AT_ONCE; u++)
                        if (k + u < width)
                            v[u] = F_LESS_PRODUCT(v[u], factor, upper[k + u]);
                    for (int u = 0; u < AT_ONCE; u++)
                        if (k + u < width)
                            to[(k + u) * to_step] = v[u];
                    if (k == c + 1)
                        next = v[0];
                }
            }
            if (found == 0x7fffffff || F_SIZE(next) > largest) {
                largest = F_SIZE(next);
                found = (int)i;
            }
        }
        BARRIER();
        sizes[t] = largest;
        at[t] = found;
        BARRIER();
        for (int reach = GROUP / 2; reach > 0; reach /= 2) {
            choose(t, reach, sizes, at);
            BARRIER();
        }
        if (t == 0) {
            if (chunk == 0 && !begins) {
                int row = order[b * s.m + j];
                order[b * s.m + j] = order[b * s.m + p];
                order[b * s.m + p] = row;
                pivots[b * s.steps + j] = p;
                if (size == 0 && info[b] == 0)
                    info[b] = j + 1;
            }
            where[OTHER(b, GROUP) + chunk] = at[0];
            best[OTHER(b, GROUP) + chunk] = sizes[0];
        }
        BARRIER();
    }
}

/* After the last column, write the last two exchanged rows into the matrix. One group handles one matrix. */
KERNEL lu_finish(panel_sizes s, GLOBAL T *a, const GLOBAL T *rows, const GLOBAL int *pivots)
{
    int width = (int)(s.last - s.first);
    for (int64 b = GROUP_ID; b < s.batch; b += GROUP_COUNT) {
        GLOBAL T *x = a + b * s.step + s.first * s.ld;
        const GLOBAL T *pending = rows + HALF(b, 2 * WIDTH);
        int64 j = s.column - 1, p = pivots[b * s.steps + j];
        for (int k = LOCAL_ID; k < width; k += LOCAL_SIZE) {
            x[k * s.ld + j] = pending[k];
            if (p != j)
                x[k * s.ld + p] = pending[WIDTH + k];
        }
    }
}

/* Invert a row order: order[b][i] is the original index of the row that is now row i of matrix b, and place[b][order[b][i]] =
 * i. */
KERNEL lu_places(int64 m, int64 batch, int64 begin, GLOBAL int *order, GLOBAL int *place)
{
    for (int64 i = GLOBAL_ID; i < m * batch; i += GLOBAL_SIZE) {
        if (begin)
            order[i] = (int)(i % m);
        place[i / m * m + (begin ? i % m : order[i])] = (int)(i % m);
    }
}

/* Copy the rows that are affected by `count` exchanges, beginning with pivot `first`, to the workspace `room`. The array
 * `place` contains the previous positions of the rows. */
KERNEL lu_gather(exchange_sizes s, const GLOBAL T *a, const GLOBAL int *pivots, const GLOBAL int *order,
                 const GLOBAL int *place, GLOBAL T *room)
{
    int64 n = 2 * s.count;
    for (int64 i = GLOBAL_ID; i < n * s.columns * s.batch; i += GLOBAL_SIZE) {
        int64 b = i, e = split_off(&b, n), c = split_off(&b, s.columns);
        int64 row = e < s.count ? s.first + e : pivots[b * s.pivots + s.first + e - s.count];
        int64 from = place[b * s.m + order[b * s.m + row]];
        room[i] = a[b * s.step + (s.column + c) * s.ld + from];
    }
}

/* Copy the rows from `room` to their new positions. */
KERNEL lu_scatter(exchange_sizes s, GLOBAL T *a, const GLOBAL int *pivots, const GLOBAL T *room)
{
    int64 n = 2 * s.count;
    for (int64 i = GLOBAL_ID; i < n * s.columns * s.batch; i += GLOBAL_SIZE) {
        int64 b = i, e = split_off(&b, n), c = split_off(&b, s.columns);
        int64 row = e < s.count ? s.first + e : pivots[b * s.pivots + s.first + e - s.count];
        a[b * s.step + (s.column + c) * s.ld + row] = room[i];
    }
}

#define EXCHANGERS 256 /* threads */
#define HELD (32768 / (int)sizeof(T))

/* Gather and scatter in one launch. Local memory must have space for the moved rows of `beside` columns. If `whole` is true,
 * all rows from s.first on are moved, so that each cache line is read once; otherwise only the exchanged rows are moved. If
 * `noted` is not NULL, it receives the inverse of the row order, as computed by lu_places(). */
KERNEL lu_exchange(exchange_sizes s, int64 beside, int64 whole, GLOBAL T *a, const GLOBAL int *pivots, const GLOBAL int *order,
                   const GLOBAL int *place, GLOBAL int *noted)
{
    LOCAL T held[HELD];
    int n = whole ? (int)(s.m - s.first) : 2 * (int)s.count, count = whole ? n : (int)s.count;
    int64 sets = (s.columns + beside - 1) / beside;
    for (int64 i = GLOBAL_ID; noted && i < s.m * s.batch; i += GLOBAL_SIZE)
        noted[i / s.m * s.m + order[i]] = (int)(i % s.m);
    for (int64 g = GROUP_ID; g < sets * s.batch; g += GROUP_COUNT) {
        int64 b = g, first = split_off(&b, sets) * beside;
        int all = n * (int)(s.columns - first < beside ? s.columns - first : beside);
        const GLOBAL int *pivot = pivots + b * s.pivots + s.first;
        GLOBAL T *x = a + b * s.step + (s.column + first) * s.ld;
        for (int i = LOCAL_ID; i < all; i += EXCHANGERS) {
            int e = i % n, row = e < count ? (int)s.first + e : pivot[e - count];
            held[i] = x[i / n * s.ld + place[b * s.m + order[b * s.m + row]]];
        }
        BARRIER();
        for (int i = LOCAL_ID; i < all; i += EXCHANGERS) {
            int e = i % n, row = e < count ? (int)s.first + e : pivot[e - count];
            MARK(&x[i / n * s.ld + row], held[i]); /* a row may be in the list twice */
        }
        BARRIER();
    }
}

/* Permute the rows of each matrix of a stack. If `back` is false, copy row order[i] of `in` to row i of `out`; if `back` is
 * true, copy row i of `in` to row order[i] of `out`. If `order` is NULL, rows are copied unchanged. */
KERNEL lu_reorder(int64 rows, int64 cols, int64 batch, int64 back, const GLOBAL int *order, const GLOBAL T *in,
                  stack_strides si, GLOBAL T *out, stack_strides so)
{
    for (int64 i = GLOBAL_ID; i < rows * cols * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, rows), c = split_off(&b, cols), other = order ? order[b * rows + r] : r;
        T v = in[b * si.step + (back ? r : other) * si.row + c * si.col];
        out[b * so.step + (back ? other : r) * so.row + c * so.col] = v;
    }
}
