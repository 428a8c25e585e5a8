/* lu_panel.h - LU with partial pivoting of a narrow panel, in the registers of one cluster of thread blocks: CUDA from compute
 * capability 9.0 on.  Before it: T and its kind, ROWS of the panel for each thread, WIDTH, the most columns.
 *
 * A row stays in its thread's registers, and `position` is where it stands after the exchanges so far.  For each column every
 * block proposes its row with the largest element, whole, to all blocks; each decides for itself which one is the best, so
 * there is one exchange of messages for a column and no barrier of the cluster.  A thread writes the finished elements to
 * local memory and moves the rest of its row by one, so that the column in work is always the first register. */
#include "cluster.h"
#include "lu_pivot.h"
#define THREADS 256
#define WARPS (THREADS / 32)
#define LISTED (1 << 30)
#define MOVES 64 /* places in a leaf's list: [0] is the number of moves, their rows follow, and then where those come from */

typedef struct ALIGNED(16) {
    int position; /* -1: the block has no row left */
    int unused[3];
    T inverse[16 / sizeof(T)]; /* of its first element, and padding */
    T row[WIDTH];
} message;
#define MESSAGE_PIECES(columns) (2 + (columns) * (int)sizeof(T) / 16) /* of 16 bytes */

/* The panel a of m rows and w columns; base, its first row in the matrix.  pivots count from 1, in the matrix; `moves` are the
 * rows that stand elsewhere now.  The panel is part of a wide one of `wide` columns, `before` rows below its beginning:
 * `order` has for each row of that where it came from, and `far` lists those below its first `wide` that moved. */
#define lu_panel BOUNDED(THREADS, 1) lu_panel
KERNEL lu_panel(int m, int w, GLOBAL T *a_, int64 lda, int64 base, GLOBAL int64 *pivots, GLOBAL int *info, GLOBAL int *moves,
                int before, int wide, GLOBAL int *order, GLOBAL int *far)
{
    USE_DYNAMIC_LOCAL(T, kept); /* finished elements: WIDTH columns of the block's rows */
    LOCAL message got[STAGES][CLUSTER], mine[2];
    LOCAL uint64 counters[STAGES], keys[WARPS];
    LOCAL int places[WARPS];
    const int t = (int)LOCAL_ID, lane = t % 32, warp = t / 32, blocks = (int)GROUP_COUNT, block = (int)GROUP_ID;
    const int first = block * (ROWS * THREADS) + t;
    T a[ROWS][WIDTH], next[ROWS], factor[ROWS];
    int position[ROWS], done[ROWS], begun = 0, zero = 0, stage = 0, j = 0;
    uint32 parity = 0;
    const LOCAL_POINTER message *from = mine;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int row = first + r * THREADS;
        position[r] = row;
        done[r] = row >= m;
        factor[r] = zero_element();
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            a[r][c] = row < m && c < w ? a_[row + c * lda] : zero_element();
        next[r] = a[r][0];
        if (before == 0 && row < m)
            order[row] = row;
    }
    if (first == 0) {
        moves[0] = WIDTH;
        if (before == 0)
            far[0] = 0;
    }
    begin_messages(counters);
#define N 32
#include "lu_panel_step.h"
#undef N
#define N 24
#include "lu_panel_step.h"
#undef N
#define N 16
#include "lu_panel_step.h"
#undef N
#define N 8
#include "lu_panel_step.h"
#undef N
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int row = first + r * THREADS, to = position[r];
        for (int c = 0; c < w && row < m; c++)
            a_[to + c * lda] = kept[c * (ROWS * THREADS) + r * THREADS + t];
        if (to < WIDTH) {
            moves[1 + to] = to;
            moves[1 + MOVES + to] = row;
        } else if (to != row) {
            int place = ATOMIC_ADD(moves, 1);
            moves[1 + place] = to;
            moves[1 + MOVES + place] = row;
        }
    }
    if (first == 0 && zero && *info == 0)
        *info = (int)base + zero;
    __threadfence();
    cluster_barrier();
    if (block > 0)
        return;
    int there = t < moves[0], to = there ? moves[1 + t] + before : 0, source = there ? moves[1 + MOVES + t] + before : 0;
    there = there && to != source;
    int origin = there ? order[source] & ~LISTED : 0, listed = there ? order[to] & LISTED : 0;
    BARRIER();
    if (there) {
        order[to] = origin | LISTED;
        if (!listed && to >= wide)
            far[1 + ATOMIC_ADD(far, 1)] = to;
    }
}
