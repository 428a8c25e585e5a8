/* sparse_blocks.h - Product of a vector and a sparse matrix that consists of dense square blocks. The caller defines the
 * element type T, the matching KIND_* macro, and INDEX, the type of indices.
 *
 * The rows of a block have the same contiguous columns, so one column index per block is enough. With 4 x 4 blocks, an element
 * of float64 needs 8.25 bytes of memory traffic instead of 12. Values are still stored row by row. Sums equal the results of
 * sparse_together bit for bit. */
#include "sparse_number.h"

/* Set *differs to 1 unless all elements form blocks of size x size. One thread handles one row of blocks. */
KERNEL sparse_compare_blocks(int64 rows, int64 size, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                             GLOBAL int *differs)
{
    const volatile GLOBAL int *known = differs;
    for (int64 first = GLOBAL_ID * size; first < rows && !*known; first += GLOBAL_SIZE * size) {
        int64 low = indptr[first], count = indptr[first + 1] - low;
        int same = count % size == 0;
        for (int64 y = 1; y < size; y++)
            same = same && indptr[first + y + 1] - indptr[first + y] == count;
        for (int64 p = 0; p < count && same; p++) {
            INDEX column = indices[low + p];
            same = p % size ? column == indices[low + p - 1] + 1 : column % size == 0;
            for (int64 y = 1; y < size; y++)
                same = same && indices[low + y * count + p] == column;
        }
        if (!same)
            MARK(differs, 1);
    }
}

/* Store the column of each block. */
KERNEL sparse_write_blocks(int64 rows, int64 size, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                           GLOBAL INDEX *columns)
{
    for (int64 first = GLOBAL_ID * size; first < rows; first += GLOBAL_SIZE * size) {
        int64 low = indptr[first], count = (indptr[first + 1] - low) / size;
        for (int64 k = 0; k < count; k++)
            columns[low / (size * size) + k] = indices[low + k * size];
    }
}

/* One thread computes one row of a group. The group loads values in memory order. */
#define EACH 5
#define TILE (SPARSE_BLOCK_ROWS * EACH)
#define AHEAD 4 /* number of elements of x that a thread loads at once */
KERNEL sparse_in_blocks(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *columns, const GLOBAL INDEX *indptr,
                        const GLOBAL T *x, GLOBAL T *out)
{
    LOCAL T values[TILE + TILE / 16];
    int apart = s.lanes > 1 ? -1 : 0, size = (int)s.block; /* `apart` is padding, to avoid bank conflicts if rows have many
                                                            * elements */
    for (int64 first = GROUP_ID * SPARSE_BLOCK_ROWS; first < s.rows; first += GROUP_COUNT * SPARSE_BLOCK_ROWS) {
        int64 last = first + SPARSE_BLOCK_ROWS < s.rows ? first + SPARSE_BLOCK_ROWS : s.rows, row = first + LOCAL_ID;
        int64 low = indptr[first], column = 0, from = 0, next = 0;
        int all = (int)(indptr[last] - low), begin = all, end = all, within = 0, left = 0;
        if (row < last) {
            begin = (int)(indptr[row] - low);
            end = (int)(indptr[row + 1] - low);
            left = (end - begin) / size;
            column = indptr[row / size * size] / (size * size);
        }
        if (left > 0)
            from = columns[column] * s.x_row;
        if (left > 1)
            next = columns[column + 1] * s.x_row;
        T sum = no_sum();
        for (int done = 0; done < all; done += TILE) {
            int count = all - done < TILE ? all - done : TILE;
            T value[EACH];
            for (int u = 0; u < EACH; u++) {
                int p = (int)LOCAL_ID + u * SPARSE_BLOCK_ROWS;
                value[u] = p < count ? load_once(data + low + done + p) : no_sum();
            }
            for (int u = 0; u < EACH; u++) {
                int p = (int)LOCAL_ID + u * SPARSE_BLOCK_ROWS;
                values[p + (p >> 4 & apart)] = value[u];
            }
            BARRIER();
            int stop = end - done < count ? end - done : count;
            for (int p = begin > done ? begin - done : 0; p < stop; p += AHEAD) {
                T factor[AHEAD];
                for (int u = 0; u < AHEAD; u++) {
                    factor[u] = p + u < stop ? x[from + within * s.x_row] : no_sum();
                    if (p + u < stop && ++within == size) { /* next block; the columns of this block and the following block are
                                                             * prefetched */
                        within = 0;
                        from = next;
                        column++;
                        next = --left > 1 ? columns[column + 1] * s.x_row : 0;
                    }
                }
                for (int u = 0; u < AHEAD; u++)
                    if (p + u < stop)
                        sum = add(sum, multiply(values[p + u + ((p + u) >> 4 & apart)], factor[u]));
            }
            BARRIER();
        }
        if (row < last)
            out[row] = sum;
    }
}
