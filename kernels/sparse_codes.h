/* sparse_codes.h - products of a vector and a sparse matrix whose elements lie on few diagonals.  Before it: T, its kind,
 * INDEX, the type of places, and EACH, how many elements of a tile a thread loads.
 *
 * Such a matrix has a code of one byte for each element: a number in the table of distances, column minus row.  So an element
 * of float64 takes 9 bytes of memory traffic in place of 12.  Sums are those of sparse_together, bit for bit.
 * No place stands twice in a row, so a row has at most SPARSE_CODES elements. */
#include "sparse_number.h"

/* seen[column - row + rows - 1] = 1 for each element. */
KERNEL sparse_mark(int64 rows, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr, GLOBAL uint8 *seen)
{
    for (int64 row = GLOBAL_ID; row < rows; row += GLOBAL_SIZE) {
        GLOBAL uint8 *from = seen + (rows - 1 - row);
        for (int64 p = indptr[row], end = indptr[row + 1]; p < end; p++)
            if (!PEEK(&from[indices[p]]))
                MARK(&from[indices[p]], 1);
    }
}

/* Number what has been seen, in any order: distances, and the numbers in `seen`.  Where there are too many, *count is larger
 * than SPARSE_CODES at the end, and what else is written is of no use. */
KERNEL sparse_number(int64 rows, int64 places, GLOBAL uint8 *seen, GLOBAL int64 *distances, GLOBAL int *count)
{
    const volatile GLOBAL int *many = count;
    for (int64 i = GLOBAL_ID; i < places; i += GLOBAL_SIZE) {
        if (!seen[i] || *many > SPARSE_CODES)
            continue;
        int number = ATOMIC_ADD(count, 1);
        if (number < SPARSE_CODES) {
            distances[number] = i - (rows - 1);
            seen[i] = (uint8)number;
        }
    }
}

/* The code of each element, and where each row begins behind the first one of its group. */
KERNEL sparse_encode(int64 rows, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr, const GLOBAL uint8 *numbers,
                     GLOBAL uint8 *codes, GLOBAL uint16 *starts)
{
    for (int64 row = GLOBAL_ID; row < rows; row += GLOBAL_SIZE) {
        const GLOBAL uint8 *from = numbers + (rows - 1 - row);
        int64 begin = indptr[row], end = indptr[row + 1];
        starts[row] = (uint16)(begin - indptr[row / SPARSE_CODED_ROWS * SPARSE_CODED_ROWS]);
        for (int64 p = begin; p < end; p++)
            codes[p] = from[indices[p]];
    }
}

/* A thread for each row of a group.  The group loads values and codes as they lie in memory; neighbouring threads have the
 * same diagonal at a time, and neighbouring elements of x. */
#define TILE (SPARSE_CODED_ROWS * EACH)
#define AHEAD 5 /* elements of x that a thread waits for at once */
KERNEL sparse_coded(sparse_sizes s, const GLOBAL T *data, const GLOBAL uint8 *codes, const GLOBAL uint16 *starts,
                    const GLOBAL int64 *distances, const GLOBAL INDEX *indptr, const GLOBAL T *x, GLOBAL T *out)
{
    LOCAL T values[TILE + TILE / 16];
    LOCAL uint8 numbers[TILE];
    LOCAL int64 distance[SPARSE_CODES];
    int apart = s.lanes > 1 ? -1 : 0; /* so that rows of many elements are in different banks */
    if (LOCAL_ID < s.distances)
        distance[LOCAL_ID] = distances[LOCAL_ID] * s.x_row;
    for (int64 first = GROUP_ID * SPARSE_CODED_ROWS; first < s.rows; first += GROUP_COUNT * SPARSE_CODED_ROWS) {
        int64 last = first + SPARSE_CODED_ROWS < s.rows ? first + SPARSE_CODED_ROWS : s.rows, row = first + LOCAL_ID;
        int64 low = indptr[first];
        int all = (int)(indptr[last] - low);
        int begin = row < last ? starts[row] : all, end = row + 1 < last ? starts[row + 1] : all;
        T sum = no_sum();
        for (int done = 0; done < all; done += TILE) {
            int count = all - done < TILE ? all - done : TILE;
            T value[EACH];
            uint8 number[EACH];
            for (int u = 0; u < EACH; u++) {
                int p = (int)LOCAL_ID + u * SPARSE_CODED_ROWS;
                value[u] = p < count ? load_once(data + low + done + p) : no_sum();
                number[u] = p < count ? LOAD_ONCE(codes + low + done + p) : 0;
            }
            for (int u = 0; u < EACH; u++) {
                int p = (int)LOCAL_ID + u * SPARSE_CODED_ROWS;
                values[p + (p >> 4 & apart)] = value[u];
                numbers[p] = number[u];
            }
            BARRIER();
            int stop = end - done < count ? end - done : count;
            for (int p = begin > done ? begin - done : 0; p < stop; p += AHEAD) {
                T factor[AHEAD];
                for (int u = 0; u < AHEAD; u++)
                    factor[u] = p + u < stop ? x[row * s.x_row + distance[numbers[p + u]]] : no_sum();
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
