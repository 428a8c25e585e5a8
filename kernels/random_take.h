/* random_take.h - Copy rows in an order computed by the library, without checking the indices. The caller defines T, a type of
 * the same size as an element. */

/* Copy row order[i] of x to row i of out, for each i. Rows have `length` elements. */
KERNEL take_rows(int64 n, int64 length, const GLOBAL T *x, const GLOBAL int64 *order, GLOBAL T *out)
{
    if (length == 1) { /* avoids a 64-bit division, which takes as long as a memory access */
        for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
            out[i] = x[order[i]];
        return;
    }
    for (int64 i = GLOBAL_ID; i < n * length; i += GLOBAL_SIZE) {
        int64 row = i / length;
        out[i] = x[order[row] * length + (i - row * length)];
    }
}
