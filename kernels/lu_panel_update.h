/* lu_panel_update.h - Part of lu_panel.h: subtract multiples of the last pivot row from the remaining columns, and shift these
 * columns by one. The first of the remaining columns has already been updated; its updated elements are in `next`. */
{
#pragma unroll
    for (int c = 1; c < N - 1; c++)
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            a[r][c] = F_FUSED_LESS(a[r][c + 1], factor[r], from->row[c + 1]);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        a[r][N - 1] = zero_element();
        a[r][0] = next[r];
    }
}
