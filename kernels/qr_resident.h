/* qr_resident.h - Householder QR of a panel of up to WIDTH columns in one launch, on devices that run all groups of the launch
 * concurrently. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - WORD (see messages.h);
 * - WIDTH, a multiple of 8;
 * - MAX_GROUPS, the maximum number of groups per matrix;
 * - THREADS, the number of threads per group;
 * - ROWS, the number of panel rows per thread;
 * - AT_A_TIME, the number of columns whose terms are in local memory at once.
 *
 * A thread keeps ROWS rows of the panel. For each column x, each group computes, over its rows, the dot products of the part of
 * x below the diagonal with itself and with the later columns. The groups publish these sums, and the first group publishes the
 * row of the diagonal. All groups add the sums in the same order, so each group computes the same reflector and the same
 * updates. Finished elements are moved to `kept`, and the rest of a row is shifted by one element, so that the current column
 * is always the first. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#include "messages.h"
#include "reflector.h"
#define SLICES (THREADS / AT_A_TIME)
#define MESSAGE (WIDTH * WORDS) /* words per message: the sums of a group; the diagonal row follows the sums of all groups */
#define TERMS (THREADS * (AT_A_TIME + 1) * WORDS)
#define GOT ((MAX_GROUPS + 1) * MESSAGE)

/* Factor columns s.first to s.last - 1, beginning at row s.first. The arrays `messages` and `lost` are used as in
 * lu_resident(). `messages` has space for up to `most` groups and for the row of the diagonal. */
#define qr_resident BOUNDED(THREADS, 1) qr_resident
KERNEL qr_resident(panel_sizes s, int64 most, GLOBAL T *a_, GLOBAL WORD *messages, GLOBAL T *taus, GLOBAL int *lost)
{
    LOCAL WORD space[TERMS > GOT ? TERMS : GOT]; /* used first for terms, then for the messages of the groups */
    LOCAL T parts[SLICES * WIDTH], factors[WIDTH];
    LOCAL int gives_up;
    const int t = (int)LOCAL_ID, groups = (int)s.groups, group = (int)GROUP_ID % groups, w = (int)(s.last - s.first);
    const int row = group * (ROWS * THREADS) + t, m = (int)(s.m - s.first), begins = row == 0;
    const int64 matrix = GROUP_ID / groups, all = (most + 1) * WIDTH * MESSAGE, next = (s.column + 1) & 1;
    GLOBAL WORD *mine = messages + ((s.column & 1) * s.batch + matrix) * all;
    GLOBAL WORD *for_next = messages + (next * s.batch + matrix) * all;
    GLOBAL T *x = a_ + matrix * s.step + s.first * s.ld + s.first;
    T a[ROWS][WIDTH], kept[ROWS][WIDTH];
    int j = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            a[r][c] = row + r * THREADS < m && c < w ? x[row + r * THREADS + c * s.ld] : F_NUMBER(0);
    for (int i = group * THREADS + t; i < (groups + 1) * WIDTH * MESSAGE; i += groups * THREADS)
        for_next[i] = MISSING;
    if (t == 0)
        gives_up = *(const volatile GLOBAL int *)lost;
#define N 32
#include "qr_resident_step.h"
#undef N
#define N 24
#include "qr_resident_step.h"
#undef N
#define N 16
#include "qr_resident_step.h"
#undef N
#define N 8
#include "qr_resident_step.h"
#undef N
    if (j < w) /* a wait timed out */
        return;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < w && row + r * THREADS < m; c++)
            x[row + r * THREADS + c * s.ld] = kept[r][c];
}
