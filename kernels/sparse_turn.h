/* sparse_turn.h - the rows of the transpose of a sparse matrix, around a sort of its columns.  Before it: T, of the size of a
 * value, INDEX, the type of places, and PLACE, that of positions. */

/* A row's number and a value: fetched in any order they cost one access, where two arrays cost two. */
typedef struct ALIGNED(2 * (sizeof(T) > sizeof(INDEX) ? sizeof(T) : sizeof(INDEX))) {
    T value;
    INDEX row;
} turn_pack;

/* How many of n numbers that never fall are `most` at most: `known` or more, and as a guess fewer than `step` more. */
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

/* A thread counts from where it was one group of threads before; in the mean that is so much further on. */
DEVICE int64 usual_step(int64 n, int64 m)
{
    return 1 + n / (m / LOCAL_SIZE + 1);
}

/* Elements with their rows, of where the rows begin. */
KERNEL turn_packs(int64 rows, int64 n, const GLOBAL INDEX *begins, const GLOBAL T *data, GLOBAL turn_pack *packs)
{
    int64 usual = usual_step(rows, n);
    for (int64 g = GROUP_ID; g * TURN_STRETCH < n; g += GROUP_COUNT) {
        int64 end = (g + 1) * TURN_STRETCH < n ? (g + 1) * TURN_STRETCH : n, count = 0, step = rows;
        for (int64 i = g * TURN_STRETCH + LOCAL_ID; i < end; i += LOCAL_SIZE) {
            turn_pack p;
            count = count_upto(begins, rows, count, step, i);
            p.value = data[i];
            p.row = (INDEX)(count - 1);
            packs[i] = p;
            step = usual;
        }
    }
}

/* Where each of the columns begins among their sorted numbers, and the end of the last one. */
KERNEL turn_begins(int64 n, int64 cols, const GLOBAL INDEX *sorted, GLOBAL INDEX *begins)
{
    int64 usual = usual_step(n, cols);
    for (int64 g = GROUP_ID; g * TURN_STRETCH <= cols; g += GROUP_COUNT) {
        int64 end = (g + 1) * TURN_STRETCH <= cols ? (g + 1) * TURN_STRETCH : cols + 1, count = 0, step = n;
        for (int64 j = g * TURN_STRETCH + LOCAL_ID; j < end; j += LOCAL_SIZE) {
            count = count_upto(sorted, n, count, step, j - 1);
            begins[j] = (INDEX)count;
            step = usual;
        }
    }
}

/* Rows and values in the order of the columns. */
KERNEL turn_take(int64 n, const GLOBAL PLACE *order, const GLOBAL turn_pack *packs, GLOBAL INDEX *rows, GLOBAL T *data)
{
    for (int64 first = GLOBAL_ID; first < n; first += TURN_TAKEN * GLOBAL_SIZE) {
        turn_pack p[TURN_TAKEN];
#pragma unroll
        for (int i = 0; i < TURN_TAKEN; i++)
            p[i] = packs[first + i * GLOBAL_SIZE < n ? order[first + i * GLOBAL_SIZE] : 0];
#pragma unroll
        for (int i = 0; i < TURN_TAKEN; i++)
            if (first + i * GLOBAL_SIZE < n) {
                rows[first + i * GLOBAL_SIZE] = p[i].row;
                data[first + i * GLOBAL_SIZE] = p[i].value;
            }
    }
}
