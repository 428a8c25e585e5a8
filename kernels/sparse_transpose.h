/* sparse_transpose.h - Transpose of a sparse matrix, by sorting its elements by column. The caller defines T, a type of the
 * same size as a value; INDEX, the type of indices; and PLACE, the type of positions. */

/* Row and value of an element. In random order, loading a struct needs one memory access; loading from two arrays needs two. */
typedef struct ALIGNED(2 * (sizeof(T) > sizeof(INDEX) ? sizeof(T) : sizeof(INDEX))) {
    T value;
    INDEX row;
} transpose_pack;

/* Return how many of n nondecreasing values are at most `most`. The result must be at least `known`; the search is fastest if
 * the result is less than known + step. */
DEVICE int64 count_upto(const GLOBAL INDEX *x, int64 n, int64 known, int64 step, int64 most)
{
    int64 low = known;
    for (; low + step <= n && x[low + step - 1] <= most; step *= 2)
        low += step;
    int64 high = low + step - 1 < n ? low + step - 1 : n;
    while (low < high) {
        int64 middle = low + (high - low) / 2;
        if (x[middle] <= most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Return the expected distance between the results of consecutive searches by a thread; the searches are for values LOCAL_SIZE
 * apart. */
DEVICE int64 usual_step(int64 n, int64 m)
{
    return 1 + n / (m / LOCAL_SIZE + 1);
}

/* Store each element together with its row, which is found from the row pointers. */
KERNEL transpose_packs(int64 rows, int64 n, const GLOBAL INDEX *begins, const GLOBAL T *data, GLOBAL transpose_pack *packs)
{
    int64 usual = usual_step(rows, n);
    for (int64 g = GROUP_ID; g * TRANSPOSE_CHUNK < n; g += GROUP_COUNT) {
        int64 end = (g + 1) * TRANSPOSE_CHUNK < n ? (g + 1) * TRANSPOSE_CHUNK : n, count = 0, step = rows;
        for (int64 i = g * TRANSPOSE_CHUNK + LOCAL_ID; i < end; i += LOCAL_SIZE) {
            transpose_pack p;
            count = count_upto(begins, rows, count, step, i);
            p.value = data[i];
            p.row = (INDEX)(count - 1);
            packs[i] = p;
            step = usual;
        }
    }
}

/* Find the beginning of each column among the sorted column indices, and the end of the last column. */
KERNEL transpose_begins(int64 n, int64 cols, const GLOBAL INDEX *sorted, GLOBAL INDEX *begins)
{
    int64 usual = usual_step(n, cols);
    for (int64 g = GROUP_ID; g * TRANSPOSE_CHUNK <= cols; g += GROUP_COUNT) {
        int64 end = (g + 1) * TRANSPOSE_CHUNK <= cols ? (g + 1) * TRANSPOSE_CHUNK : cols + 1, count = 0, step = n;
        for (int64 j = g * TRANSPOSE_CHUNK + LOCAL_ID; j < end; j += LOCAL_SIZE) {
            count = count_upto(sorted, n, count, step, j - 1);
            begins[j] = (INDEX)count;
            step = usual;
        }
    }
}

/* Store rows and values in column order. */
KERNEL transpose_gather(int64 n, const GLOBAL PLACE *order, const GLOBAL transpose_pack *packs, GLOBAL INDEX *rows,
                        GLOBAL T *data)
{
    for (int64 first = GLOBAL_ID; first < n; first += TRANSPOSE_AT_ONCE * GLOBAL_SIZE) {
        transpose_pack p[TRANSPOSE_AT_ONCE];
#pragma unroll
        for (int i = 0; i < TRANSPOSE_AT_ONCE; i++)
            p[i] = packs[first + i * GLOBAL_SIZE < n ? order[first + i * GLOBAL_SIZE] : 0];
#pragma unroll
        for (int i = 0; i < TRANSPOSE_AT_ONCE; i++)
            if (first + i * GLOBAL_SIZE < n) {
                rows[first + i * GLOBAL_SIZE] = p[i].row;
                data[first + i * GLOBAL_SIZE] = p[i].value;
            }
    }
}
