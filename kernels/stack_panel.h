/* stack_panel.h - LU factors with partial pivoting and Cholesky factors of stacks of matrices of medium order, on any device. A
 * group factors a panel of WIDTH columns of a matrix in registers; stack_update.h updates the other columns. The caller defines
 * the element type T, the matching KIND_* macro, WIDTH, and THREADS, which is at least the number of rows. */
#include "lu_pivot.h"
#define SEARCHERS 16 /* number of threads that search for a pivot if lanes cannot compare values */

/* Return the thread with the largest element among the threads `from`, `from` + step, ... below `count`, or -1 if there is
 * none. On ties, the thread with the lowest position is returned. */
DEVICE int largest_thread(int from, int step, int count, const LOCAL_POINTER R *sizes, const LOCAL_POINTER int *places)
{
    int found = -1;
    for (int i = from; i < count; i += step)
        if (sizes[i] >= 0 && (found < 0 || sizes[i] > sizes[found] || (sizes[i] == sizes[found] && places[i] < places[found])))
            found = i;
    return found;
}

/* Factor a panel by LU. Each thread has one row; `position` is the row's index after the exchanges so far. Each step moves a
 * finished element to the end of the row, so that the current column is always the first. Pivots are counted from 0. moves[k]:
 * the row that is moved to row k of the panel; moves[WIDTH + k]: the new position of row k. */
#define lu_stack_panel BOUNDED(THREADS, 1) lu_stack_panel
KERNEL lu_stack_panel(stack_panel_sizes s, GLOBAL T *a, GLOBAL int *pivots, GLOBAL int *moves, GLOBAL int *info)
{
    LOCAL T row[WIDTH], inverse[1];
    LOCAL int place[1];
#ifdef LANES_COMPARE
    LOCAL uint64 keys[THREADS / 32];
    LOCAL int places[THREADS / 32];
    const int lane = (int)LOCAL_ID % 32, warp = (int)LOCAL_ID / 32;
#else
    LOCAL R sizes[THREADS];
    LOCAL int places[THREADS], found[SEARCHERS];
#endif
    const int t = (int)LOCAL_ID, first = (int)s.first, w = (int)(s.last - s.first), m = (int)(s.n - s.first);
    for (int64 at = GROUP_ID; at < s.batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * s.step + s.first * (s.ld + 1);
        int position = t, zero = 0;
        T v[WIDTH];
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            v[c] = t < m && c < w ? x[t + c * s.ld] : zero_element();
        NOT_UNROLLED
        for (int k = 0; k < w; k++) {
            const int waits = t < m && position >= k;
            T factor, pivot;
            int other;
#ifdef LANES_COMPARE
            const uint64 key = size_key(v[0], waits);
            const int winner = best_lane(key, position);
            if (lane == winner) {
                keys[warp] = key;
                places[warp] = position;
            }
            BARRIER();
            const int chosen = best_lane(lane < THREADS / 32 ? keys[lane] : 0, lane < THREADS / 32 ? places[lane] : 0);
            const int mine = warp == chosen && lane == winner;
#else
            sizes[t] = !waits ? (R)-1 : F_SIZE(v[0]) < R_INF ? F_SIZE(v[0]) : R_INF;
            places[t] = position;
            BARRIER();
            if (t < SEARCHERS)
                found[t] = largest_thread(t, SEARCHERS, THREADS, sizes, places);
            BARRIER();
            other = -1;
            for (int i = 0; i < SEARCHERS; i++) {
                int j = found[i];
                if (j >= 0 &&
                    (other < 0 || sizes[j] > sizes[other] || (sizes[j] == sizes[other] && places[j] < places[other])))
                    other = j;
            }
            const int mine = t == other;
#endif
            if (mine) {
                place[0] = position;
                inverse[0] = inverse_of(v[0]);
#pragma unroll
                for (int c = 0; c < WIDTH; c++)
                    row[c] = c < WIDTH - k ? v[c] : zero_element(); /* finished elements are not changed */
            }
            BARRIER();
            other = place[0];
            pivot = row[0];
            zero = zero || F_SIZE(pivot) != 0 ? zero : first + k + 1;
            if (t == 0)
                pivots[at * s.n + first + k] = first + other;
            factor = v[0];
            pivot = waits && position != other ? multiplier(v[0], pivot, inverse[0]) : zero_element();
            factor = waits && position != other ? pivot : factor;
            position = position == other ? k : position == k ? other : position;
#pragma unroll
            for (int c = 0; c + 1 < WIDTH; c++)
                v[c] = F_FUSED_LESS(v[c + 1], pivot, row[c + 1]);
            v[WIDTH - 1] = factor;
        }
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            if (t < m && c >= WIDTH - w)
                x[position + (c - WIDTH + w) * s.ld] = v[c];
        if (t < m && position < w)
            moves[at * (2 * WIDTH) + position] = t;
        if (t < m && t < w)
            moves[at * (2 * WIDTH) + WIDTH + t] = position;
        if (t == 0 && zero && info[at] == 0)
            info[at] = zero;
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}

/* Factor a panel by Cholesky in the same way, with L in the lower triangle. */
#define cholesky_stack_panel BOUNDED(THREADS, 1) cholesky_stack_panel
KERNEL cholesky_stack_panel(stack_panel_sizes s, GLOBAL T *a, GLOBAL int *info)
{
    LOCAL T columns[2][WIDTH];
    const int t = (int)LOCAL_ID, w = (int)(s.last - s.first), m = (int)(s.n - s.first);
    for (int64 at = GROUP_ID; at < s.batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * s.step + s.first * (s.ld + 1);
        int failed = 0;
        T v[WIDTH];
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            v[c] = t < m && c < w ? x[t + c * s.ld] : zero_element();
        NOT_UNROLLED
        for (int k = 0; k < w; k++) {
            LOCAL_POINTER T *column = columns[k & 1]; /* from row k on, without finished elements */
            R square, root, inverse;
            T factor, finished;
            if (t < WIDTH)
                column[t < k ? WIDTH - k + t : t - k] = t < k ? zero_element() : v[0];
            BARRIER();
            square = F_REAL(column[0]);
            if (!(square > 0)) {
                failed = failed ? failed : (int)s.first + k + 1;
                square = 1;
            }
            root = R_SQRT(square);
            inverse = 1 / root;
            factor = t > k ? F_MAKE(F_REAL(v[0]) * inverse, F_IMAG(v[0]) * inverse) : zero_element();
            finished = t > k ? factor : t == k ? F_NUMBER(root) : v[0];
#pragma unroll
            for (int c = 0; c + 1 < WIDTH; c++) {
                const T other = column[c + 1];
                v[c] = F_FUSED_LESS(v[c + 1], factor, F_MAKE(F_REAL(other) * inverse, -F_IMAG(other) * inverse));
            }
            v[WIDTH - 1] = finished;
        }
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            if (t < m && c >= WIDTH - w && t >= c - WIDTH + w)
                x[t + (c - WIDTH + w) * s.ld] = v[c];
        if (t == 0 && failed && info[at] == 0)
            info[at] = failed;
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}
