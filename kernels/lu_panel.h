/* lu_panel.h - LU with partial pivoting of a narrow panel in the registers of one thread block cluster. CUDA, compute
 * capability 9.0 or later. The caller defines the element type T and the matching KIND_* macro; ROWS, the number of panel rows
 * per thread; and WIDTH, the maximum number of columns.
 *
 * Each thread keeps its rows in registers throughout; `position` is a row's index after the exchanges so far. For each column,
 * every block sends its row with the largest element to all blocks. Each block independently selects the pivot row from the
 * rows that it has received, so that one exchange of messages per column is enough and no cluster barrier is needed. A thread
 * writes finished elements to local memory and shifts the remaining elements of the row by one, so that the current column is
 * always in the first register. */
#include "cluster.h"
#include "lu_pivot.h"
#define THREADS 256
#define WARPS (THREADS / 32)
#define LISTED (1 << 30)
#define MOVES 64 /* maximum number of moves; a list contains the number of moves, MOVES target rows and MOVES source rows */

typedef struct ALIGNED(16) {
    int position; /* -1: the block has no row left */
    int unused[3];
    T inverse[16 / sizeof(T)]; /* reciprocal of the first element, and padding */
    T row[WIDTH];
} message;
#define MESSAGE_PIECES(columns) (2 + (columns) * (int)sizeof(T) / 16) /* in units of 16 bytes */

/* Factor the panel `a` of m rows and w columns, whose first row is row `base` of the matrix. The array `pivots` receives row
 * numbers of the matrix, counted from 1. The array `moves` receives a list of the rows that changed position. The panel is part
 * of a wide panel of `wide` columns, and begins `before` rows below the top of the wide panel. The array `order` contains the
 * original index of each row of the wide panel. The array `far` lists the moved rows that are below the first `wide` rows of
 * the wide panel. */
#define lu_panel BOUNDED(THREADS, 1) lu_panel
KERNEL lu_panel(int m, int w, GLOBAL T *a_, int64 lda, int64 base, GLOBAL int64 *pivots, GLOBAL int *info, GLOBAL int *moves,
                int before, int wide, GLOBAL int *order, GLOBAL int *far)
{
    USE_DYNAMIC_LOCAL(T, kept); /* finished elements of the block's rows, in WIDTH columns */
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
