/* sort_values.h - Sort eigenvalues or singular values, and reorder their vectors. The caller defines the element type T and the
 * matching KIND_* macro. A group has 256 threads.
 *
 * The values are nearly always sorted already; then the kernel only checks the order. NaN sorts last, so that ranks are always
 * a permutation. */
#define GROUP 256

/* Return true if a precedes b. NaN comes last in either order. */
DEVICE int is_before(R a, R b, int descends)
{
    return b != b ? a == a : descends ? a > b : a < b;
}

/* Sort the n values of each matrix. from: original position of each sorted value. ready: 1 if the values were already sorted.
 */
KERNEL order_values(int64 batch, int64 n, int descends, GLOBAL R *values, GLOBAL R *sorted, GLOBAL int *from,
                    GLOBAL int *ready)
{
    LOCAL int is_ready;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL R *own = values + at * n, *to = sorted + at * n;
        if (LOCAL_ID == 0)
            is_ready = 1;
        BARRIER();
        for (int64 i = LOCAL_ID; i + 1 < n; i += GROUP)
            if (is_before(own[i + 1], own[i], descends))
                MARK(&is_ready, 0);
        BARRIER();
        for (int64 i = LOCAL_ID; i < n && !is_ready; i += GROUP) {
            R v = own[i];
            int64 rank = 0;
            for (int64 j = 0; j < n; j++)
                rank += is_before(own[j], v, descends) || (j < i && !is_before(v, own[j], descends));
            to[rank] = v;
            from[at * n + rank] = (int)i;
        }
        GLOBAL_BARRIER(); /* wait until all ranks are known */
        for (int64 i = LOCAL_ID; i < n && !is_ready; i += GROUP)
            own[i] = to[i];
        if (LOCAL_ID == 0)
            ready[at] = is_ready;
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}

/* Move column from[c] of a to column c, for n columns. Each thread handles one row and follows each cycle of the permutation,
 * beginning at the lowest column of the cycle. */
KERNEL order_columns(int64 batch, int64 n, int64 rows, const GLOBAL int *from, const GLOBAL int *ready, stack_strides sa,
                     GLOBAL T *a)
{
    for (int64 row = GLOBAL_ID; row < batch * rows; row += GLOBAL_SIZE) {
        int64 at = row / rows;
        const GLOBAL int *source = from + at * n;
        GLOBAL T *own = a + at * sa.step + row % rows * sa.row;
        for (int64 first = 0; first < n && !ready[at]; first++) {
            int64 to = source[first];
            while (to > first)
                to = source[to];
            if (to < first || source[first] == first)
                continue; /* this cycle has been handled already */
            T held = own[first * sa.col];
            for (to = first; source[to] != first; to = source[to])
                own[to * sa.col] = own[source[to] * sa.col];
            own[to * sa.col] = held;
        }
    }
}
