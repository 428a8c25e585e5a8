/* await.c - what a sparse matrix consists of may have been written in another stream. */
#include "sparse/sparse.h"

void sparse_await(gla_scope *s, const gla_sparse *a)
{
    gla_array *const parts[] = {a->own.data, a->own.indices, a->own.indptr};
    for (int i = 0; i < 3; i++)
        gla_s_bring(s, sparse_device(a), parts[i]);
}
