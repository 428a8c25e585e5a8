/* One pass of a separable filter along an axis of an image: out[i] = sum of weights[radius + d] in[i + d], |d| <= radius.
 *
 * T is the type of the elements, an option of the compiler.  The mode says what lies beyond the borders, with the names of
 * scipy.ndimage, for pixels a b c d:
 *   REFLECT   d c b a | a b c d | d c b a        MIRROR    d c b | a b c d | c b a
 *   NEAREST   a a a a | a b c d | d d d d        WRAP      a b c d | a b c d | a b c d
 *   CONSTANT  the value of `outside` */
#define MODE_REFLECT 0
#define MODE_CONSTANT 1
#define MODE_NEAREST 2
#define MODE_MIRROR 3
#define MODE_WRAP 4

/* Return the index of the pixel that replaces pixel i of n, or -1.  Reflection is periodic. */
DEVICE int32 pixel(int32 i, int32 n, int32 mode)
{
    const int32 period = mode == MODE_REFLECT ? 2 * n : mode == MODE_MIRROR ? 2 * n - 2 : n;
    if (i >= 0 && i < n)
        return i;
    if (mode == MODE_CONSTANT)
        return -1;
    if (mode == MODE_NEAREST)
        return i < 0 ? 0 : n - 1;
    if (period == 0)
        return 0; /* a single pixel is its own mirror image */
    i %= period;
    if (i < 0)
        i += period;
    return i < n ? i : mode == MODE_REFLECT ? 2 * n - 1 - i : 2 * n - 2 - i;
}

/* Dimension 0 of the launch is the column index, dimension 1 the row index. */
KERNEL blur(const GLOBAL T *in, GLOBAL T *out, int32 rows, int32 columns, int32 axis, int32 mode, T outside,
            const GLOBAL T *weights, int32 radius)
{
    const int32 row = (int32)GLOBAL_ID_OF(1), column = (int32)GLOBAL_ID_OF(0);
    if (row >= rows || column >= columns)
        return;
    T sum = 0;
    for (int32 d = -radius; d <= radius; d++) {
        int32 i = axis == 0 ? pixel(row + d, rows, mode) : row;
        int32 j = axis == 1 ? pixel(column + d, columns, mode) : column;
        sum += weights[radius + d] * (i < 0 || j < 0 ? outside : in[i * columns + j]);
    }
    out[row * columns + column] = sum;
}
