/* blocks.c - Cache of small memory blocks, kept with the queue in which they were freed.
 *
 * The driver's pool takes a microsecond for each block, as long as a small operation.  Memory that was freed in a queue may be
 * reused by later work in the same queue.  Free blocks are kept in one list per size. */
#include "cuda.h"

#define SMALLEST 512 /* smallest block of the driver's pool */

/* Return the list of blocks of this size; GLA_CUDA_LISTS if the size is too large for all lists. */
static int list_of(size_t bytes)
{
    int list = 0;
    while (list < GLA_CUDA_LISTS && (size_t)SMALLEST << list < bytes)
        list++;
    return list;
}

gla_status gla_cuda_take_block(const char *op, gla_cuda *cuda, size_t bytes, void **data)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    int list = list_of(bytes);
    *data = NULL;
    if (list < GLA_CUDA_LISTS) {
        bytes = (size_t)SMALLEST << list;
        pthread_mutex_lock(&q->block_lock);
        if (q->n_blocks[list])
            *data = q->blocks[list][--q->n_blocks[list]];
        pthread_mutex_unlock(&q->block_lock);
    }
    return *data ? GLA_OK : gla_cuda_check(op, cudaMallocAsync(data, bytes, q->stream));
}

void gla_cuda_give_block(gla_cuda_queue *q, void *data, size_t bytes)
{
    int list = list_of(bytes);
    if (list < GLA_CUDA_LISTS) {
        pthread_mutex_lock(&q->block_lock);
        if (q->n_blocks[list] < GLA_CUDA_KEPT) {
            q->blocks[list][q->n_blocks[list]++] = data;
            data = NULL;
        }
        pthread_mutex_unlock(&q->block_lock);
    }
    if (data)
        cudaFreeAsync(data, q->stream);
}

void gla_cuda_drop_blocks(gla_cuda_queue *q)
{
    pthread_mutex_lock(&q->block_lock);
    for (int list = 0; list < GLA_CUDA_LISTS; list++)
        while (q->n_blocks[list])
            cudaFreeAsync(q->blocks[list][--q->n_blocks[list]], q->stream);
    pthread_mutex_unlock(&q->block_lock);
}
