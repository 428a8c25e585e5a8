/* sparse_codes.h - Product of a vector and a sparse matrix with few diagonals. The caller defines the element type T and the
 * matching KIND_* macro. The caller also defines INDEX, the type of indices, and EACH, the number of elements of a tile that a
 * thread loads.
 *
 * Each element has a code of one byte: an index into the table of distances from the diagonal (column minus row). Therefore an
 * element of float64 needs 9 bytes of memory traffic instead of 12. Sums equal the results of sparse_together bit for bit. A
 * row has no duplicate columns, so it has at most SPARSE_CODES elements. */
#include "sparse_number.h"

/* Set seen[column - row + rows - 1] to 1 for each element. */
KERNEL sparse_mark(int64 rows, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr, GLOBAL uint8 *seen)
{
    for (int64 row = GLOBAL_ID; row < rows; row += GLOBAL_SIZE) {
        GLOBAL uint8 *from = seen + (rows - 1 - row);
        for (int64 p = indptr[row], end = indptr[row + 1]; p < end; p++)
            if (!PEEK(&from[indices[p]]))
                MARK(&from[indices[p]], 1);
    }
}

/* Number the distances in `seen`, in any order: write the distances to `distances` and their numbers to `seen`. If there are
 * too many distances, *count exceeds SPARSE_CODES at the end, and the other results are meaningless. */
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

/* Store the code of each element, and the start of each row relative to the first row of its group. */
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

/* One thread computes one row of a group. The group loads values and codes in memory order. Consecutive threads usually handle
 * the same diagonal at the same time, so they read consecutive elements of x. */
#define TILE (SPARSE_CODED_ROWS * EACH)
#define AHEAD 5 /* number of elements of x that a thread loads at once */
KERNEL sparse_coded(sparse_sizes s, const GLOBAL T *data, const GLOBAL uint8 *codes, const GLOBAL uint16 *starts,
                    const GLOBAL int64 *distances, const GLOBAL INDEX *indptr, const GLOBAL T *x, GLOBAL T *out)
{
    LOCAL T values[TILE + TILE / 16];
    LOCAL uint8 numbers[TILE];
    LOCAL int64 distance[SPARSE_CODES];
    int apart = s.lanes > 1 ? -1 : 0; /* padding, to avoid bank conflicts if rows have many elements */
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
