/* transfer.h - the ring of pinned chunks and its threads, for those who work on data while it arrives. */
#ifndef GLA_BACKENDS_CUDA_TRANSFER_H
#define GLA_BACKENDS_CUDA_TRANSFER_H

#include "cuda.h"

#define GLA_CUDA_LANES 8 /* of work whose result depends on how it is divided */
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
    char *device;             /* where they are put without gaps; NULL: each lane has room for one chunk, in rooms */
    char *rooms[GLA_CUDA_LANES];
} gla_cuda_rows;

/* Some rows that are on their way in the lane's stream: `use` puts there what is to be done with them. */
typedef struct gla_cuda_some_rows {
    const gla_cuda_lane *lane;
    const char *data; /* on the device */
    int64_t first, rows;
} gla_cuda_some_rows;
typedef cudaError_t (*gla_cuda_use_rows)(const gla_cuda_some_rows *some, void *arg);

/* Upload rows; which lane takes which rows depends on the shape alone, and each takes its own in order.  All is done on
 * return (blocks). */
gla_status gla_cuda_upload_rows(const char *op, gla_device *dev, const gla_cuda_rows *rows, gla_cuda_use_rows use, void *arg);

#endif
