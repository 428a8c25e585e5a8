/* in_order.h - eigenvalues or singular values in order, and what belongs to them.  Before it: T and its kind.  A group has 256
 * threads.
 *
 * Values that are in order, as nearly all are, are only looked at.  NaN is behind all numbers, so that ranks are a permutation
 * whatever there is. */
#define GROUP 256

/* Whether a belongs before b, in ascending order. */
DEVICE int is_before(R a, R b, int descends)
{
    return b != b ? a == a : descends ? a > b : a < b;
}

/* Of each matrix: its n values in order; where its values were before (`from`), and whether they were in order (`ready`). */
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
        GLOBAL_BARRIER(); /* all ranks are known */
        for (int64 i = LOCAL_ID; i < n && !is_ready; i += GROUP)
            own[i] = to[i];
        if (LOCAL_ID == 0)
            ready[at] = is_ready;
        BARRIER(); /* before the next matrix */
    }
}

/* Column c of a becomes what column from[c] was, for n of them; a thread has a row, and walks each cycle of the permutation
 * from its first column on. */
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
                continue; /* another column of the cycle has been its first */
            T held = own[first * sa.col];
            for (to = first; source[to] != first; to = source[to])
                own[to * sa.col] = own[source[to] * sa.col];
            own[to * sa.col] = held;
        }
    }
}
