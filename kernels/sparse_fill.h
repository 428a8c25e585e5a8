/* sparse_fill.h - Product of two sparse matrices: columns and values of the result, row by row. The caller defines the element
 * type T, the matching KIND_* macro, and INDEX, the type of indices. The number of elements in each row is computed beforehand
 * by sparse_count.h.
 *
 * The products of one element are always added in the order of A's columns, however the row is computed. */
#include "sparse_number.h"
#include "sparse_expand.h"
#ifdef KIND_COMPLEX
#define FILL_GROUP 32
#else
#define FILL_GROUP 64
#endif

/* Return the sum of the run of equal columns that begins with key e. If has_sum, add it to `sum`. */
DEVICE T sum_of_run(const LOCAL_POINTER uint64 *keys, const LOCAL_POINTER T *values, int e, int n, int has_sum, T sum)
{
    T first = values[keys[e] & POSITION];
    sum = has_sum ? add(sum, first) : first;
    for (e++; e < n && !is_head(keys, e); e++)
        sum = add(sum, values[keys[e] & POSITION]);
    return sum;
}

/* Each thread computes one row and keeps its sorted columns and their sums in local memory. The group then writes all rows. */
KERNEL product_fill_rows(sparse_product_sizes s, const GLOBAL T *a_data, const GLOBAL INDEX *a_indices,
                         const GLOBAL INDEX *a_indptr, const GLOBAL T *b_data, const GLOBAL INDEX *b_indices,
                         const GLOBAL INDEX *b_indptr, const GLOBAL int64 *ends, GLOBAL INDEX *indices, GLOBAL T *data)
{
    LOCAL int32 columns[PRODUCT_THREAD * FILL_GROUP];
    LOCAL T sums[PRODUCT_THREAD * FILL_GROUP];
    LOCAL int64 starts[FILL_GROUP];
    LOCAL int32 held[FILL_GROUP];
    LOCAL_POINTER int32 *mine = columns + LOCAL_ID;
    LOCAL_POINTER T *my_sums = sums + LOCAL_ID;
    for (int64 first = (int64)GROUP_ID * FILL_GROUP; first < s.rows; first += (int64)GROUP_COUNT * FILL_GROUP) {
        int64 row = first + LOCAL_ID, after = first + FILL_GROUP < s.rows ? first + FILL_GROUP : s.rows;
        int count = 0;
        if (row < s.rows && class_of(products_of(a_indices, a_indptr, b_indptr, row)) == 0) {
            int64 end = a_indptr[row + 1];
            for (int64 p = a_indptr[row]; p < end; p++) {
                int64 k = a_indices[p], last = b_indptr[k + 1];
                T factor = a_data[p];
                int at = 0;
                for (int64 q = b_indptr[k]; q < last; q++, at++) {
                    int32 column = (int32)b_indices[q];
                    T value = multiply(factor, b_data[q]);
                    while (at < count && mine[at * FILL_GROUP] < column)
                        at++;
                    if (at < count && mine[at * FILL_GROUP] == column) {
                        my_sums[at * FILL_GROUP] = add(my_sums[at * FILL_GROUP], value);
                        continue;
                    }
                    for (int i = count++; i > at; i--) {
                        mine[i * FILL_GROUP] = mine[(i - 1) * FILL_GROUP];
                        my_sums[i * FILL_GROUP] = my_sums[(i - 1) * FILL_GROUP];
                    }
                    mine[at * FILL_GROUP] = column;
                    my_sums[at * FILL_GROUP] = value;
                }
            }
        }
        starts[LOCAL_ID] = row < s.rows ? ends[row] : ends[s.rows];
        held[LOCAL_ID] = count;
        BARRIER();
        int64 last = ends[after];
        for (int64 e = starts[0] + LOCAL_ID; e < last; e += FILL_GROUP) {
            int of = element_of(starts, (int)(after - first), e);
            int64 i = e - starts[of];
            if (i < held[of]) { /* otherwise another kernel computes the row */
                indices[e] = columns[i * FILL_GROUP + of];
                data[e] = sums[i * FILL_GROUP + of];
            }
        }
        BARRIER();
    }
}

/* One group computes one row of the list. The products of the row are sorted in local memory. */
KERNEL product_fill_local(sparse_product_sizes s, const GLOBAL T *a_data, const GLOBAL INDEX *a_indices,
                          const GLOBAL INDEX *a_indptr, const GLOBAL T *b_data, const GLOBAL INDEX *b_indices,
                          const GLOBAL INDEX *b_indptr, const GLOBAL int64 *list, const GLOBAL int64 *ends,
                          GLOBAL INDEX *indices, GLOBAL T *data)
{
    LOCAL uint64 keys[PRODUCT_LOCAL];
    LOCAL T values[PRODUCT_LOCAL];
    LOCAL int64 begins[EXPAND_GROUP], offsets[EXPAND_GROUP + 1];
    for (int64 g = GROUP_ID; g < s.count; g += GROUP_COUNT) {
        int64 row = list[s.first + g], end = a_indptr[row + 1];
        int filled = 0;
        for (int64 first = a_indptr[row]; first < end; first += LOCAL_SIZE) {
            int count = end - first < LOCAL_SIZE ? (int)(end - first) : (int)LOCAL_SIZE;
            int total = (int)begin_tile(a_indices, b_indptr, first, count, begins, offsets);
            for (int e = LOCAL_ID; e < total; e += LOCAL_SIZE) {
                int of = element_of(offsets, count, e);
                int64 q = begins[of] + (e - offsets[of]);
                keys[filled + e] = (uint64)b_indices[q] << POSITION_BITS | (uint64)(filled + e);
                values[filled + e] = multiply(a_data[first + of], b_data[q]);
            }
            filled += total;
        }
        BARRIER();
        sort_keys(keys, filled);
        int each = count_heads(keys, filled, offsets), begin = LOCAL_ID * each;
        int64 at = ends[row] + offsets[LOCAL_ID];
        for (int e = begin; e < begin + each && e < filled; e++)
            if (is_head(keys, e)) {
                indices[at] = (INDEX)(keys[e] >> POSITION_BITS);
                data[at++] = sum_of_run(keys, values, e, filled, 0, values[0]);
            }
        BARRIER();
    }
}

/* One group computes one row of the list, with a sum and a bit for each column in global memory. The bits are zero before and
 * after. Products are handled in tiles, which are sorted in local memory. */
KERNEL product_fill_long(sparse_product_sizes s, const GLOBAL T *a_data, const GLOBAL INDEX *a_indices,
                         const GLOBAL INDEX *a_indptr, const GLOBAL T *b_data, const GLOBAL INDEX *b_indices,
                         const GLOBAL INDEX *b_indptr, const GLOBAL int64 *list, GLOBAL uint32 *marks, GLOBAL T *all_sums,
                         const GLOBAL int64 *ends, GLOBAL INDEX *indices, GLOBAL T *data)
{
    LOCAL uint64 keys[PRODUCT_LOCAL];
    LOCAL T values[PRODUCT_LOCAL];
    LOCAL int64 begins[EXPAND_GROUP], offsets[EXPAND_GROUP + 1];
    int64 words = (s.cols + 31) / 32, share = (words + LOCAL_SIZE - 1) / LOCAL_SIZE;
    GLOBAL uint32 *seen = marks + GROUP_ID * words;
    GLOBAL T *sums = all_sums + GROUP_ID * s.cols;
    for (int64 g = GROUP_ID; g < s.count; g += GROUP_COUNT) {
        int64 row = list[s.first + g], end = a_indptr[row + 1];
        for (int64 first = a_indptr[row]; first < end; first += LOCAL_SIZE) {
            int count = end - first < LOCAL_SIZE ? (int)(end - first) : (int)LOCAL_SIZE;
            int64 total = begin_tile(a_indices, b_indptr, first, count, begins, offsets);
            for (int64 base = 0; base < total; base += PRODUCT_LOCAL) {
                int n = total - base < PRODUCT_LOCAL ? (int)(total - base) : PRODUCT_LOCAL;
                for (int e = LOCAL_ID; e < n; e += LOCAL_SIZE) {
                    int of = element_of(offsets, count, base + e);
                    int64 q = begins[of] + (base + e - offsets[of]);
                    keys[e] = (uint64)b_indices[q] << POSITION_BITS | (uint64)e;
                    values[e] = multiply(a_data[first + of], b_data[q]);
                }
                sort_keys(keys, n);
                for (int e = LOCAL_ID; e < n; e += LOCAL_SIZE)
                    if (is_head(keys, e)) {
                        uint32 column = (uint32)(keys[e] >> POSITION_BITS), bit = 1u << (column & 31);
                        int has_sum = (seen[column / 32] & bit) != 0;
                        sums[column] = sum_of_run(keys, values, e, n, has_sum, has_sum ? sums[column] : values[0]);
                        if (!has_sum)
                            ATOMIC_OR(&seen[column / 32], bit);
                    }
                GLOBAL_BARRIER();
            }
        }
        int64 begin = LOCAL_ID * share, stop = begin + share < words ? begin + share : words, found = 0;
        for (int64 w = begin; w < stop; w++)
            found += bits_of(seen[w]);
        BARRIER();
        offsets[LOCAL_ID + 1] = found;
        scan_offsets(offsets, LOCAL_SIZE);
        int64 at = ends[row] + offsets[LOCAL_ID];
        for (int64 w = begin; w < stop; w++) {
            uint32 rest = seen[w];
            for (; rest; rest &= rest - 1) {
                int64 column = w * 32 + bits_of((rest & (0u - rest)) - 1);
                indices[at] = (INDEX)column;
                data[at++] = sums[column];
            }
            seen[w] = 0;
        }
        GLOBAL_BARRIER();
    }
}
