/* transfer.h - Threads with pinned chunks (lanes) that upload data, including data that is processed as it arrives. */
#ifndef GLA_BACKENDS_CUDA_TRANSFER_H
#define GLA_BACKENDS_CUDA_TRANSFER_H

#include "cuda.h"

#define GLA_CUDA_MAX_LANES 16
#define GLA_CUDA_CHUNK ((size_t)4 << 20)

/* One thread of a transfer, with two pinned chunks.  Each chunk has an event that follows the last copy from or to it. */
typedef struct gla_cuda_lane {
    int index; /* counted from 0 */
    cudaStream_t stream;
    cudaEvent_t done[2];
    void *pinned[2];
} gla_cuda_lane;

/* Call body for the first n lanes (at most GLA_CUDA_MAX_LANES), each in its own thread with the device set.  Return the first
 * error.  Only one such call runs at a time on a device.  Wait for the thread's own stream before the call, because the lanes'
 * streams do not wait for that stream. */
typedef cudaError_t (*gla_cuda_lane_body)(gla_cuda_lane *lane, void *arg);
cudaError_t gla_cuda_each_lane(int ordinal, int n, gla_cuda_lane_body body, void *arg);
/* Return the best number of lanes for this machine. */
int gla_cuda_lane_count(void);

/* Upload immediately, concurrently with the thread's stream.  No work pending in the thread's stream may use the destination.
 * The call returns when the upload is complete. */
gla_status gla_cuda_send(const char *op, gla_cuda *cuda, void *device, const void *host, size_t bytes);

/* Rows of a matrix on the host, and their destination on the device. */
typedef struct gla_cuda_rows {
    const char *host;
    int64_t rows;
    size_t row_bytes, stride; /* size of a row (at most GLA_CUDA_CHUNK), and distance between rows */
    char *device;             /* destination without gaps; if NULL, rows are kept on the device only while they are used */
} gla_cuda_rows;

/* Enqueue work that uses some rows in the stream of the thread that called gla_cuda_upload_rows.  The function is called for
 * consecutive rows, by one lane's thread at a time. */
typedef cudaError_t (*gla_cuda_use_rows)(void *arg, const char *data, int64_t first, int64_t rows);

/* Upload rows and use them in portions whose size depends only on the shape.  After the return, the caller may change the host
 * memory. */
gla_status gla_cuda_upload_rows(const char *op, gla_device *dev, const gla_cuda_rows *rows, gla_cuda_use_rows use, void *arg);

#endif
