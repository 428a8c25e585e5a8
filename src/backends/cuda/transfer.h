/* transfer.h - the ring of pinned chunks and its threads, for those who work on data while it arrives. */
#ifndef GLA_BACKENDS_CUDA_TRANSFER_H
#define GLA_BACKENDS_CUDA_TRANSFER_H

#include "cuda.h"

#define GLA_CUDA_MAX_LANES 16
#define GLA_CUDA_CHUNK ((size_t)4 << 20)

/* What one thread of a transfer has: two pinned chunks, each with the event behind the copy that used it last. */
typedef struct gla_cuda_lane {
    int index; /* from 0 */
    cudaStream_t stream;
    cudaEvent_t done[2];
    void *pinned[2];
} gla_cuda_lane;

/* Call body for the first n lanes (at most GLA_CUDA_MAX_LANES), each in a thread of its own with the device set; the first
 * error.  One such call at a time on a device.  The lanes' streams know nothing of the thread's own: wait for it
 * before. */
typedef cudaError_t (*gla_cuda_lane_body)(gla_cuda_lane *lane, void *arg);
cudaError_t gla_cuda_each_lane(int ordinal, int n, gla_cuda_lane_body body, void *arg);
/* How many lanes make the best of this machine. */
int gla_cuda_lane_count(void);

/* Upload at once, beside what the thread's stream is doing; that must have nothing to do with this memory any more (blocks). */
gla_status gla_cuda_send(const char *op, gla_cuda *cuda, void *device, const void *host, size_t bytes);

/* The rows of a matrix on the host, and where they go. */
typedef struct gla_cuda_rows {
    const char *host;
    int64_t rows;
    size_t row_bytes, stride; /* of a row, and from one to the next; row_bytes is at most GLA_CUDA_CHUNK */
    char *device;             /* where they are put without gaps, and stay; NULL: they are there only while they are used */
} gla_cuda_rows;

/* Put work with some rows into the calling thread's stream; called in their order, by one of the lanes' threads at a time. */
typedef cudaError_t (*gla_cuda_use_rows)(void *arg, const char *data, int64_t first, int64_t rows);

/* Upload rows and use them in portions, which depend on the shape alone.  The host's memory has been consumed on return. */
gla_status gla_cuda_upload_rows(const char *op, gla_device *dev, const gla_cuda_rows *rows, gla_cuda_use_rows use, void *arg);

#endif
