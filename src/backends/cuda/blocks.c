/* blocks.c - Cache of small memory blocks, kept with the queue in which they were freed.
 *
 * Allocating a block from the driver's pool takes a microsecond, which is as long as a small operation.  Memory that was freed
 * in a queue can be reused by later work in the same queue.  There is one list of free blocks for each size. */
#include "cuda.h"

#define SMALLEST 512 /* smallest block of the driver's pool */

/* Return the list of blocks of this size, or GLA_CUDA_LISTS if the size is too large for every list. */
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

void gla_cuda_release_block(gla_cuda_queue *q, void *data, size_t bytes)
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

void gla_cuda_release_blocks(gla_cuda_queue *q)
{
    pthread_mutex_lock(&q->block_lock);
    for (int list = 0; list < GLA_CUDA_LISTS; list++)
        while (q->n_blocks[list])
            cudaFreeAsync(q->blocks[list][--q->n_blocks[list]], q->stream);
    pthread_mutex_unlock(&q->block_lock);
}
