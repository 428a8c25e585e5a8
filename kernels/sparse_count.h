/* sparse_count.h - Product of two sparse matrices: number of elements in each row of the result. The caller defines INDEX, the
 * type of indices. The kernels in sparse_fill.h compute the elements. */
#include "sparse_expand.h"
#define COUNT_GROUP 64

/* Count the rows of each class except the first. */
KERNEL product_classes(sparse_product_sizes s, const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr,
                       const GLOBAL INDEX *b_indptr, GLOBAL uint32 *counters)
{
    for (int64 row = GLOBAL_ID; row < s.rows; row += GLOBAL_SIZE) {
        int which = class_of(products_of(a_indices, a_indptr, b_indptr, row));
        if (which)
            ATOMIC_ADD(&counters[which], 1);
    }
}

/* List the rows of each class except the first, in any order. */
KERNEL product_lists(sparse_product_sizes s, const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr,
                     const GLOBAL INDEX *b_indptr, GLOBAL uint32 *counters, GLOBAL int64 *list)
{
    for (int64 row = GLOBAL_ID; row < s.rows; row += GLOBAL_SIZE) {
        int which = class_of(products_of(a_indices, a_indptr, b_indptr, row));
        if (which)
            list[s.starts[which] + ATOMIC_ADD(&counters[which], 1)] = row;
    }
}

/* One thread counts one row, whose sorted columns are in local memory. */
KERNEL product_count_rows(sparse_product_sizes s, const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr,
                          const GLOBAL INDEX *b_indices, const GLOBAL INDEX *b_indptr, GLOBAL int64 *counts)
{
    LOCAL int32 columns[PRODUCT_THREAD * COUNT_GROUP];
    LOCAL_POINTER int32 *mine = columns + LOCAL_ID;
    for (int64 row = GLOBAL_ID; row < s.rows; row += GLOBAL_SIZE) {
        int64 end = a_indptr[row + 1];
        int count = 0;
        if (class_of(products_of(a_indices, a_indptr, b_indptr, row)))
            continue;
        for (int64 p = a_indptr[row]; p < end; p++) {
            int64 k = a_indices[p], last = b_indptr[k + 1];
            int at = 0;
            for (int64 q = b_indptr[k]; q < last; q++, at++) {
                int32 column = (int32)b_indices[q];
                while (at < count && mine[at * COUNT_GROUP] < column)
                    at++;
                if (at < count && mine[at * COUNT_GROUP] == column)
                    continue;
                for (int i = count++; i > at; i--)
                    mine[i * COUNT_GROUP] = mine[(i - 1) * COUNT_GROUP];
                mine[at * COUNT_GROUP] = column;
            }
        }
        counts[row] = count;
    }
}

/* One group counts one row of the list. The products of the row are sorted in local memory. */
KERNEL product_count_local(sparse_product_sizes s, const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr,
                           const GLOBAL INDEX *b_indices, const GLOBAL INDEX *b_indptr, const GLOBAL int64 *list,
                           GLOBAL int64 *counts)
{
    LOCAL uint64 keys[PRODUCT_LOCAL];
    LOCAL int64 begins[EXPAND_GROUP], offsets[EXPAND_GROUP + 1];
    for (int64 g = GROUP_ID; g < s.count; g += GROUP_COUNT) {
        int64 row = list[s.first + g], end = a_indptr[row + 1];
        int filled = 0;
        for (int64 first = a_indptr[row]; first < end; first += LOCAL_SIZE) {
            int count = end - first < LOCAL_SIZE ? (int)(end - first) : (int)LOCAL_SIZE;
            int total = (int)begin_tile(a_indices, b_indptr, first, count, begins, offsets);
            for (int e = LOCAL_ID; e < total; e += LOCAL_SIZE) {
                int of = element_of(offsets, count, e);
                uint64 column = b_indices[begins[of] + (e - offsets[of])];
                keys[filled + e] = column << POSITION_BITS | (uint64)(filled + e);
            }
            filled += total;
        }
        BARRIER();
        sort_keys(keys, filled);
        count_heads(keys, filled, offsets);
        if (LOCAL_ID == 0)
            counts[row] = offsets[LOCAL_SIZE];
        BARRIER();
    }
}

/* One group counts one row of the list, with one bit for each column. The bits are zero before and after. */
KERNEL product_count_long(sparse_product_sizes s, const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr,
                          const GLOBAL INDEX *b_indices, const GLOBAL INDEX *b_indptr, const GLOBAL int64 *list,
                          GLOBAL uint32 *marks, GLOBAL int64 *counts)
{
    LOCAL int64 begins[EXPAND_GROUP], offsets[EXPAND_GROUP + 1];
    int64 words = (s.cols + 31) / 32;
    GLOBAL uint32 *seen = marks + GROUP_ID * words;
    for (int64 g = GROUP_ID; g < s.count; g += GROUP_COUNT) {
        int64 row = list[s.first + g], end = a_indptr[row + 1], found = 0;
        for (int64 first = a_indptr[row]; first < end; first += LOCAL_SIZE) {
            int count = end - first < LOCAL_SIZE ? (int)(end - first) : (int)LOCAL_SIZE;
            int64 total = begin_tile(a_indices, b_indptr, first, count, begins, offsets);
            for (int64 e = LOCAL_ID; e < total; e += LOCAL_SIZE) {
                int of = element_of(offsets, count, e);
                uint32 column = (uint32)b_indices[begins[of] + (e - offsets[of])];
                ATOMIC_OR(&seen[column / 32], 1u << (column & 31));
            }
        }
        GLOBAL_BARRIER();
        for (int64 w = LOCAL_ID; w < words; w += LOCAL_SIZE) {
            found += bits_of(seen[w]);
            seen[w] = 0;
        }
        offsets[LOCAL_ID + 1] = found;
        scan_offsets(offsets, LOCAL_SIZE);
        if (LOCAL_ID == 0)
            counts[row] = offsets[LOCAL_SIZE];
        GLOBAL_BARRIER();
    }
}
