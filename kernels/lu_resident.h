/* lu_resident.h - LU with partial pivoting of a panel of up to WIDTH columns in one launch, on devices that run all groups of
 * the launch concurrently. The caller defines the element type T and the matching KIND_* macro; WORD (see messages.h); WIDTH, a
 * multiple of 8; and MAX_GROUPS, the maximum number of groups per matrix.
 *
 * A thread keeps one row of the panel; `position` is the row's index after the exchanges so far. For each column, every group
 * publishes its row with the largest element. Each group independently selects the pivot row from the published rows, so that
 * groups wait for one another only once per column. Finished elements are moved to `kept`, and the remaining elements of the
 * row are shifted by one, so that the current column is always the first column. The next column is updated first; all later
 * columns are updated while messages are in flight. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#include "messages.h"
#define THREADS 256
#define SLICES 16                   /* number of threads in the second stage of the pivot search */
#define MESSAGE (1 + WIDTH * WORDS) /* words per message: 1 + position (0 if the group has no row left), followed by the row */

#include "lu_pivot_search.h"

/* Return the candidate in a group's message. */
DEVICE candidate candidate_in(const LOCAL_POINTER WORD *got, int group)
{
    const LOCAL_POINTER WORD *word = got + group * MESSAGE;
    return candidate_of(value_of(word + 1), word[0] != 0, (int)word[0] - 1, group);
}

/* Subtract multiples of the pivot row from the n - 1 columns after the first, and shift these columns by one. The second
 * column's element has already been updated and is passed as `next`. */
DEVICE void update_row(T *a, int n, T next, T factor, const LOCAL_POINTER WORD *pivot)
{
    a[0] = next;
#pragma unroll
    for (int c = 1; c < WIDTH - 1; c++)
        if (c < n - 1)
            a[c] = F_FUSED_LESS(a[c + 1], factor, value_of(pivot + (c + 1) * WORDS));
    a[n - 1] = F_NUMBER(0);
}

/* Factor the panel that begins at row s.first. The array `messages` has two halves, each with space for up to `most` groups per
 * matrix, and is initially filled with MISSING. The launch uses half s.column & 1 and resets the other half for the next
 * launch. The next launch must not have more groups than this launch. If a wait timed out, *lost is set to 1. */
#define lu_resident BOUNDED(THREADS, 1) lu_resident
KERNEL lu_resident(panel_sizes s, int64 most, GLOBAL T *a_, GLOBAL WORD *messages, GLOBAL int *pivots, GLOBAL int *order,
                   GLOBAL int *info, GLOBAL int *lost)
{
    LOCAL WORD got[MAX_GROUPS * MESSAGE];
    LOCAL candidate all[THREADS];
#ifndef NEIGHBOURS
    LOCAL candidate best_of[SLICES];
#endif
    LOCAL int gives_up;
    const int t = (int)LOCAL_ID, groups = (int)s.groups, group = (int)GROUP_ID % groups, w = (int)(s.last - s.first);
    const int row = group * THREADS + t, m = (int)(s.m - s.first), begins = row == 0;
    const int64 matrix = GROUP_ID / groups, space = s.batch * most * WIDTH * MESSAGE;
    GLOBAL WORD *mine = messages + (s.column & 1) * space + matrix * most * WIDTH * MESSAGE;
    GLOBAL WORD *for_next = messages + ((s.column + 1) & 1) * space + (matrix * most + group) * WIDTH * MESSAGE;
    GLOBAL T *x = a_ + matrix * s.step + s.first * s.ld + s.first;
    GLOBAL int *places = order + matrix * s.m + s.first;
    const LOCAL_POINTER WORD *pivot = got;
    T a[WIDTH], kept[WIDTH], next, factor = F_NUMBER(0);
    int position = row, done = row >= m, begun = 0, zero = 0, j = 0, place = 0;
    if (!done)
        place = *(const volatile GLOBAL int *)(places + row); /* read early, because another group may overwrite it later */
#pragma unroll
    for (int c = 0; c < WIDTH; c++)
        a[c] = !done && c < w ? x[row + c * s.ld] : F_NUMBER(0);
    next = a[0];
    for (int i = t; i < WIDTH * MESSAGE; i += THREADS)
        for_next[i] = MISSING;
    if (t == 0)
        gives_up = *(const volatile GLOBAL int *)lost;
#define N 32
#include "lu_resident_step.h"
#undef N
#define N 24
#include "lu_resident_step.h"
#undef N
#define N 16
#include "lu_resident_step.h"
#undef N
#define N 8
#include "lu_resident_step.h"
#undef N
    if (j < w) /* a wait timed out */
        return;
    for (int c = 0; c < w && row < m; c++)
        x[position + c * s.ld] = kept[c];
    if (row < m && position != row)
        places[position] = place;
    if (begins && zero && info[matrix] == 0)
        info[matrix] = (int)s.first + zero;
}
