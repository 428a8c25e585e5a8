/* await.c - Waiting for other streams that wrote parts of a sparse matrix. */
#include "sparse/sparse.h"

void sparse_await(gla_scope *s, const gla_sparse *a)
{
    gla_array *const parts[] = {a->own.data, a->own.indices, a->own.indptr};
    for (int i = 0; i < 3; i++)
        gla_s_to_device(s, sparse_device(a), parts[i]);
}
