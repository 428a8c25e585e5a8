/* random_take.h - rows in an order that the library has made, so that no number of it need be checked.  Before it: T, of the
 * size of an element. */

/* Row i, of `length` elements, is that with the number order[i]. */
KERNEL take_rows(int64 n, int64 length, const GLOBAL T *x, const GLOBAL int64 *order, GLOBAL T *out)
{
    if (length == 1) { /* a division of 64 bits takes as long as an access */
        for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
            out[i] = x[order[i]];
        return;
    }
    for (int64 i = GLOBAL_ID; i < n * length; i += GLOBAL_SIZE) {
        int64 row = i / length;
        out[i] = x[order[row] * length + (i - row * length)];
    }
}
