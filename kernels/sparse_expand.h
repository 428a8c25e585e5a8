/* sparse_expand.h - Product of two sparse matrices: enumerate the products of a row in the order in which they are added. For
 * each element in the row of A, in order, all elements in the corresponding row of B are enumerated.
 *
 * The number of products determines how a row is computed (PRODUCT_...): by one thread, by a group with all products in local
 * memory, or by a group with a dense row of sums in global memory. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#endif
#define EXPAND_GROUP 256 /* number of threads per group */
#define POSITION_BITS 10
#define POSITION ((1 << POSITION_BITS) - 1)

DEVICE int64 products_of(const GLOBAL INDEX *a_indices, const GLOBAL INDEX *a_indptr, const GLOBAL INDEX *b_indptr, int64 row)
{
    int64 sum = 0, end = a_indptr[row + 1];
    for (int64 p = a_indptr[row]; p < end; p++) {
        int64 k = a_indices[p];
        sum += b_indptr[k + 1] - b_indptr[k];
    }
    return sum;
}

DEVICE int class_of(int64 products)
{
    return products <= PRODUCT_THREAD ? 0 : products <= PRODUCT_SHORT ? 1 : products <= PRODUCT_LOCAL ? 2 : 3;
}

/* Replace offsets[1] ... offsets[count] by their running sums, with offsets[0] = 0. */
DEVICE void scan_offsets(LOCAL_POINTER int64 *offsets, int count)
{
    int t = LOCAL_ID;
    if (t == 0)
        offsets[0] = 0;
    for (int span = 1; span < count; span *= 2) {
        BARRIER();
        int64 before = t < count && t >= span ? offsets[t + 1 - span] : 0;
        BARRIER();
        if (t < count)
            offsets[t + 1] += before;
    }
    BARRIER();
}

/* For `count` elements of A from `first` on, at most one per thread, compute the beginning of the corresponding row of B, and
 * the number of products that precede each element. Return the total number of products. */
DEVICE int64 begin_tile(const GLOBAL INDEX *a_indices, const GLOBAL INDEX *b_indptr, int64 first, int count,
                        LOCAL_POINTER int64 *begins, LOCAL_POINTER int64 *offsets)
{
    int t = LOCAL_ID;
    BARRIER(); /* the previous tile is no longer read */
    if (t < count) {
        int64 k = a_indices[first + t], begin = b_indptr[k];
        begins[t] = begin;
        offsets[t + 1] = b_indptr[k + 1] - begin;
    }
    scan_offsets(offsets, count);
    return offsets[count];
}

/* Return the index, within the tile, of the element that product e belongs to. */
DEVICE int element_of(const LOCAL_POINTER int64 *offsets, int count, int64 e)
{
    int low = 0, high = count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (offsets[middle] <= e)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Sort the first n keys by a bitonic network. A key consists of a column and the number of a product, so the sort is stable. */
DEVICE void sort_keys(LOCAL_POINTER uint64 *keys, int n)
{
    int width = 2;
    while (width < n)
        width *= 2;
    for (int e = n + LOCAL_ID; e < width; e += LOCAL_SIZE)
        keys[e] = ~(uint64)0;
    for (int size = 2; size <= width; size *= 2)
        for (int span = size / 2; span > 0; span /= 2) {
            BARRIER();
            for (int i = LOCAL_ID; i < width / 2; i += LOCAL_SIZE) {
                int low = 2 * i - (i & (span - 1)), high = low + span;
                uint64 x = keys[low], y = keys[high];
                if ((x > y) == ((low & size) == 0)) {
                    keys[low] = y;
                    keys[high] = x;
                }
            }
        }
    BARRIER();
}

DEVICE int is_head(const LOCAL_POINTER uint64 *keys, int e)
{
    return e == 0 || keys[e] >> POSITION_BITS != keys[e - 1] >> POSITION_BITS;
}

/* Count the runs of equal columns that begin before each thread's first key. Store the count in offsets[LOCAL_ID], and the
 * total number of runs in offsets[LOCAL_SIZE]. Return the number of consecutive keys per thread. */
DEVICE int count_heads(const LOCAL_POINTER uint64 *keys, int n, LOCAL_POINTER int64 *offsets)
{
    int each = (n + LOCAL_SIZE - 1) / LOCAL_SIZE, begin = LOCAL_ID * each, heads = 0;
    for (int e = begin; e < begin + each && e < n; e++)
        heads += is_head(keys, e);
    offsets[LOCAL_ID + 1] = heads;
    scan_offsets(offsets, LOCAL_SIZE);
    return each;
}

DEVICE int bits_of(uint32 v)
{
    v = v - ((v >> 1) & 0x55555555u);
    v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
    return (int)((((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}
