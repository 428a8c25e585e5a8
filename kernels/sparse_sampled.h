/* sparse_sampled.h - Product of dense matrices, computed only at the elements of a sparse matrix. The caller defines the
 * element type T, the matching KIND_* macro, and INDEX, the type of indices. */
#include "sparse_number.h"

/* One thread computes one element: the dot product of a row of x and a row of y, whose terms are added in order. */
KERNEL sparse_sampled(sparse_sampled_sizes s, const GLOBAL T *weights, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                      const GLOBAL T *x, const GLOBAL T *y, GLOBAL T *out)
{
    for (int64 p = GLOBAL_ID; p < s.nnz; p += GLOBAL_SIZE) {
        int64 low = 0, high = s.rows;
        while (high - low > 1) { /* find the row */
            int64 middle = (low + high) / 2;
            if (indptr[middle] <= p)
                low = middle;
            else
                high = middle;
        }
        const GLOBAL T *left = x + low * s.k, *right = y + (int64)indices[p] * s.k;
        T sum = no_sum();
        for (int64 l = 0; l < s.k; l++)
            sum = add_product(sum, left[l], right[l]);
        out[p] = s.weighted ? multiply(weights[p], sum) : sum;
    }
}
