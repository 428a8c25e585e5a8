/* lu_panel_update.h - within lu_panel.h: take the multiples of the last pivot's row from the columns behind the first, whose
 * number is `next`, and move all by one. */
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
