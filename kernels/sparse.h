/* sparse.h - Products of a sparse matrix with dense vectors (src/contract/sparse.h). The caller defines the element type T, the
 * matching KIND_* macro, and INDEX, the type of indices.
 *
 * Each element of the result is the sum over a row. The sum is computed by one thread, or by several lanes whose sums are added
 * in a tree. If rows are short and x is a vector, a group computes the products of consecutive rows in memory order
 * (sparse_together). Rows of more than long_row elements are handled by two kernels: sparse_segments, with one group for each
 * segment of long_row elements, and sparse_long_rows, which adds the sums of the segments in order. Therefore the order of
 * additions depends only on the matrix. */
#define SPARSE_GROUP 256
#include "sparse_number.h"

/* Return the sum of the products with indices begin, begin + step, ... below end. */
DEVICE T sparse_sum(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL T *x, int64 begin,
                    int64 end, int64 step, int64 column)
{
    T sum = no_sum();
    for (int64 p = begin; p < end; p += step)
        sum = add(sum, multiply(data[p], x[(int64)indices[p] * s.x_row + column * s.x_col]));
    return sum;
}

/* One thread for each element of the result. */
KERNEL sparse_rows(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                   const GLOBAL T *x, GLOBAL T *out)
{
    for (int64 e = GLOBAL_ID; e < s.rows * s.k; e += GLOBAL_SIZE) {
        int64 row = e / s.k, begin = indptr[row], end = indptr[row + 1];
        if (s.longs == 0 || end - begin <= s.long_row)
            out[e] = sparse_sum(s, data, indices, x, begin, end, 1, e - row * s.k);
    }
}

/* Each of SPARSE_GROUP rows has one thread. The group computes the products of all these rows together; each thread loads EACH
 * elements at once. */
#define EACH 5
#define TOGETHER (SPARSE_GROUP * EACH)
KERNEL sparse_together(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                       const GLOBAL T *x, GLOBAL T *out)
{
    LOCAL T products[TOGETHER + TOGETHER / 16];
    int apart = s.lanes > 1 ? -1 : 0; /* padding, to avoid bank conflicts if rows have many elements */
    for (int64 first = GROUP_ID * SPARSE_GROUP; first < s.rows; first += GROUP_COUNT * SPARSE_GROUP) {
        int64 row = first + LOCAL_ID, last = first + SPARSE_GROUP < s.rows ? first + SPARSE_GROUP : s.rows;
        int64 high = indptr[last], begin = high, end = high;
        T sum = no_sum();
        if (row < s.rows) {
            begin = indptr[row];
            end = indptr[row + 1];
        }
        for (int64 at = indptr[first]; at < high; at += TOGETHER) {
            int count = high - at < TOGETHER ? (int)(high - at) : TOGETHER;
            T value[EACH];
            INDEX column[EACH];
            for (int u = 0; u < EACH; u++) {
                int p = (int)LOCAL_ID + u * SPARSE_GROUP;
                value[u] = p < count ? data[at + p] : no_sum();
                column[u] = p < count ? indices[at + p] : 0;
            }
            for (int u = 0; u < EACH; u++)
                value[u] = multiply(value[u], x[(int64)column[u] * s.x_row]);
            for (int u = 0; u < EACH; u++) {
                int to = (int)LOCAL_ID + u * SPARSE_GROUP;
                products[to + (to >> 4 & apart)] = value[u];
            }
            BARRIER();
            int stop = end - at < count ? (int)(end - at) : count;
            for (int p = begin > at ? (int)(begin - at) : 0; p < stop; p++)
                sum = add(sum, products[p + (p >> 4 & apart)]);
            BARRIER();
        }
        if (row < s.rows)
            out[row] = sum;
    }
}

/* `lanes` threads for each element of the result. */
KERNEL sparse_lanes(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                    const GLOBAL T *x, GLOBAL T *out)
{
    LOCAL T sums[SPARSE_GROUP];
    int64 together = SPARSE_GROUP / s.lanes, all = s.rows * s.k, lane = LOCAL_ID & (s.lanes - 1), mine = LOCAL_ID / s.lanes;
    for (int64 first = GROUP_ID * together; first < all; first += GROUP_COUNT * together) {
        int64 e = first + mine, row = e / s.k, begin = 0, end = 0;
        if (e < all) {
            begin = indptr[row];
            end = indptr[row + 1];
        }
        int skip = e >= all || (s.longs > 0 && end - begin > s.long_row);
        T sum = no_sum();
        if (!skip)
            sum = sparse_sum(s, data, indices, x, begin + lane, end, s.lanes, e - row * s.k);
        sums[LOCAL_ID] = sum;
        for (int64 span = s.lanes / 2; span > 0; span /= 2) {
            BARRIER();
            if (lane < span)
                sums[LOCAL_ID] = add(sums[LOCAL_ID], sums[LOCAL_ID + span]);
        }
        if (lane == 0 && !skip)
            out[e] = sums[LOCAL_ID];
        BARRIER();
    }
}

/* Compute the sum of each segment of the long rows, for each column. */
KERNEL sparse_segments(sparse_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                       const GLOBAL T *x, const GLOBAL int64 *long_rows, const GLOBAL int64 *long_starts, GLOBAL T *parts)
{
    LOCAL T sums[SPARSE_GROUP];
    for (int64 e = GROUP_ID; e < s.segments * s.k; e += GROUP_COUNT) {
        int64 segment = e / s.k, low = 0, high = s.longs;
        while (high - low > 1) { /* find the row of the segment */
            int64 middle = (low + high) / 2;
            if (long_starts[middle] <= segment)
                low = middle;
            else
                high = middle;
        }
        int64 row = long_rows[low], begin = indptr[row] + (segment - long_starts[low]) * s.long_row, end = indptr[row + 1];
        if (end > begin + s.long_row)
            end = begin + s.long_row;
        sums[LOCAL_ID] = sparse_sum(s, data, indices, x, begin + LOCAL_ID, end, LOCAL_SIZE, e - segment * s.k);
        for (int64 span = LOCAL_SIZE / 2; span > 0; span /= 2) {
            BARRIER();
            if (LOCAL_ID < span)
                sums[LOCAL_ID] = add(sums[LOCAL_ID], sums[LOCAL_ID + span]);
        }
        if (LOCAL_ID == 0)
            parts[e] = sums[0];
        BARRIER();
    }
}

KERNEL sparse_long_rows(sparse_sizes s, const GLOBAL int64 *long_rows, const GLOBAL int64 *long_starts, const GLOBAL T *parts,
                        GLOBAL T *out)
{
    for (int64 e = GLOBAL_ID; e < s.longs * s.k; e += GLOBAL_SIZE) {
        int64 of = e / s.k, column = e - of * s.k;
        T sum = no_sum();
        for (int64 segment = long_starts[of]; segment < long_starts[of + 1]; segment++)
            sum = add(sum, parts[segment * s.k + column]);
        out[long_rows[of] * s.k + column] = sum;
    }
}
