/* cholesky_panel.h - a block of 64 columns of a Cholesky factor: CUDA from compute capability 9.0 on, whose tensor cores take
 * float64 in pieces of 16 x 8 x 8.  Before it: T.
 *
 * A group has 64 rows below the diagonal block and, as all others, the diagonal block itself: every group factors it again, so
 * that one launch does the block without waiting for anybody.  First the products of the `before` columns to the left are
 * subtracted.  Then a row is in the registers of its thread; of column j the rows of the diagonal block are sent around, with
 * the diagonal element behind it as it is by then, so that the next inverse root is made while the columns are updated. */
#include "inverse.h"
#define WIDTH 64
#define THREADS 128
#define PITCH 132 /* of staged columns: a multiple of 16 and four, for which the pieces are read from all banks */
#define DEPTH 32  /* columns that are staged at a time */
#define SMALL 1e-290

#if __CUDA_ARCH__ >= 900
#define NEW_CODE(...) asm volatile(__VA_ARGS__)
#else
#define NEW_CODE(...)
#endif

/* An element to local memory, 0 unless it is there, without waiting for it. */
DEVICE void fetch(T *to, const GLOBAL T *from, int is_there)
{
    NEW_CODE("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"((uint32)__cvta_generic_to_shared(to)), "l"(from),
             "r"(is_there ? 8 : 0)
             : "memory");
}

DEVICE void end_of_fetches(void)
{
    NEW_CODE("cp.async.commit_group;" ::: "memory");
}

/* c = a b + c; of a, 16 x 8, this lane has rows g and g + 8 of columns l and l + 4, of b, 8 x 8, column g of those rows, and
 * of c columns 2 l and 2 l + 1 of rows g and g + 8, where l = lane % 4, g = lane / 4. */
DEVICE void multiply_piece(T *c, const T *a, const T *b)
{
    NEW_CODE("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
             : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
             : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

/* Columns 0 to w of a, m rows from the diagonal on, of which finished columns stand before.  The diagonal block goes to `kept`,
 * 64 x 64, since other groups read what stands in its place.  The first column, counted from base + 1, whose pivot is not
 * positive becomes *info, unless that is set. */
#define cholesky_panel BOUNDED(THREADS, 1) cholesky_panel
KERNEL cholesky_panel(int m, int w, GLOBAL T *a_, int64 lda, int before, GLOBAL T *kept, int base, GLOBAL int *info)
{
    USE_DYNAMIC_LOCAL(T, staged); /* WIDTH columns: those of two stages, or the block itself */
    LOCAL ALIGNED(16) T column[2][WIDTH + 8];
    LOCAL T diagonal[2];
    const int t = (int)LOCAL_ID, lane = t % 32, first = t / 32 * 32, group = (int)GROUP_ID, count = before / DEPTH;
    const int row = t < WIDTH ? t : t + group * WIDTH, below = t >= WIDTH;
    T a[WIDTH];
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int c = 0; c < WIDTH / 8; c++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int at = first + 16 * i + lane / 4 + e / 2 * 8, col = 8 * c + lane % 4 * 2 + e % 2;
                at = at < WIDTH ? at : at + group * WIDTH;
                a[(i * (WIDTH / 8) + c) * 4 + e] = at < m && col < w ? -a_[at + col * lda] : 0;
            }
    for (int p = 0; p < count + 1; p++) {
        if (p == count - WIDTH / DEPTH) /* what follows is the work of the launch before, which may still be running */
            NEW_CODE("griddepcontrol.wait;" ::: "memory");
        if (p < count)
            for (int q = 0; q < DEPTH; q++)
                fetch(&staged[(p % 2 * DEPTH + q) * PITCH + t], a_ + (row < m ? row : 0) + (p * DEPTH + q - before) * lda,
                      row < m);
        end_of_fetches();
        if (p == 0)
            continue;
        NEW_CODE("cp.async.wait_group 1;" ::: "memory");
        BARRIER();
        const T *x = staged + (p - 1) % 2 * DEPTH * PITCH + lane % 4 * PITCH + lane / 4;
#pragma unroll
        for (int q = 0; q < DEPTH; q += 8) {
            T rows[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    rows[i][e] = x[(q + e / 2 * 4) * PITCH + first + 16 * i + e % 2 * 8];
#pragma unroll
            for (int c = 0; c < WIDTH / 8; c++) {
                T cols[2] = {x[q * PITCH + 8 * c], x[(q + 4) * PITCH + 8 * c]};
#pragma unroll
                for (int i = 0; i < 2; i++)
                    multiply_piece(&a[(i * (WIDTH / 8) + c) * 4], rows[i], cols);
            }
        }
        BARRIER();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int c = 0; c < WIDTH / 8; c++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                staged[(8 * c + lane % 4 * 2 + e % 2) * PITCH + first + 16 * i + lane / 4 + e / 2 * 8] =
                    -a[(i * (WIDTH / 8) + c) * 4 + e];
    BARRIER();
#pragma unroll
    for (int c = 0; c < WIDTH; c++)
        a[c] = staged[c * PITCH + t];
    NEW_CODE("griddepcontrol.launch_dependents;");
    if (!below)
        column[0][t] = a[0];
    if (t == 1)
        diagonal[0] = a[1];
    BARRIER();
    T d = column[0][0], r = d >= SMALL && d < 1 / SMALL ? inverse_root(d) : 1 / sqrt(d);
    int j = 0, failed = 0;
    GLOBAL T *out = below ? a_ + row : kept + t;
    const int64 step = below ? lda : WIDTH;
    const int writes = below ? row < m : group == 0;
#define N 64
#include "cholesky_panel_step.h"
#undef N
#define N 56
#include "cholesky_panel_step.h"
#undef N
#define N 48
#include "cholesky_panel_step.h"
#undef N
#define N 40
#include "cholesky_panel_step.h"
#undef N
#define N 32
#include "cholesky_panel_step.h"
#undef N
#define N 24
#include "cholesky_panel_step.h"
#undef N
#define N 16
#include "cholesky_panel_step.h"
#undef N
#define N 8
#include "cholesky_panel_step.h"
#undef N
    if (failed && group == 0 && t == 0 && *info == 0)
        *info = base + failed;
}

/* Around the panels: the diagonal blocks of an n x n factor in place, and zeros in what products left above the diagonal, in
 * blocks of `outer` columns; a group for each column. */
KERNEL cholesky_finish(int n, int outer, GLOBAL T *a, int64 lda, const GLOBAL T *kept)
{
    const int c = (int)GROUP_ID, block = c / WIDTH * WIDTH;
    GLOBAL T *x = a + c * lda;
    for (int i = c / outer * outer + (int)LOCAL_ID; i < n && i < block + WIDTH; i += (int)LOCAL_SIZE)
        x[i] = i < c ? 0 : kept[i - block + (int64)c * WIDTH];
}
