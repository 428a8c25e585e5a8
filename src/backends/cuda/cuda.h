/* cuda.h - Shared declarations of the CUDA backend. */
#ifndef GLA_BACKENDS_CUDA_H
#define GLA_BACKENDS_CUDA_H

#include "backend.h"
#include "backends/device/programs.h"
#include "backends/device/queue.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

typedef struct gla_cuda_program gla_cuda_program;
typedef struct gla_cuda_module gla_cuda_module; /* module compiled from user sources */

/* A stream, the names of its last operations, and small memory blocks that were freed in it. */
#define GLA_CUDA_SLOTS 32
#define GLA_CUDA_SLOT_BYTES 8192
#define GLA_CUDA_LISTS 8 /* blocks up to 64 KiB */
#define GLA_CUDA_KEPT 32
typedef struct gla_cuda_queue {
    int ordinal; /* ordinal of the queue's device */
    cudaStream_t stream;
    cudaEvent_t end; /* recorded when another queue must wait for this queue */
    unsigned n_operations;
    const char *operations[GLA_DEVICE_REMEMBERED]; /* ring of operation names, for the error message if one of the operations
                                                    * fails */
    char *pinned;                                  /* pinned memory for small results: GLA_CUDA_SLOTS slots that kernels can
                                                    * write to */
    atomic_uint slots_taken;                       /* one bit for each slot */
    atomic_uint slots_left;                        /* slots whose wait was interrupted; not reused until the stream is idle */
    pthread_mutex_t mark_lock;
    struct gla_cuda_mark *mark; /* mark to record before more work enters the queue; may be NULL */
    pthread_mutex_t block_lock;
    int n_blocks[GLA_CUDA_LISTS];
    void *blocks[GLA_CUDA_LISTS][GLA_CUDA_KEPT];
    struct gla_cuda_queue *side; /* second queue; NULL until it is needed */
} gla_cuda_queue;

/* A memory block and its size. */
typedef struct gla_cuda_block {
    void *data;
    size_t bytes;
} gla_cuda_block;

/* One GPU: its memory pool and the programs compiled for it. */
typedef struct gla_cuda {
    gla_device *dev;
    int ordinal;
    int compute_capability; /* 90 for 9.0 */
    int multiprocessors;
    gla_traits traits;
    cudaMemPool_t pool;
    atomic_int n_marks;          /* number of queues with an unrecorded mark */
    atomic_uint_least64_t peers; /* one bit for each GPU with which this GPU has exchanged data */
    pthread_mutex_t ledger_lock; /* guards the ledger, the list of workspace blocks */
    gla_cuda_block *ledger;
    size_t n_ledger, ledger_room;
    pthread_mutex_t lock; /* guards the members below */
    gla_cuda_program *programs;
    gla_cuda_module *modules;
    void *math; /* handles of cuBLAS and cuSOLVER; math.c creates them at first use */
} gla_cuda;

/* Make dev the current device of the thread.  Every slot of the backend calls this function first.  In a process forked from
 * the process that opened the device, the call fails, because CUDA does not survive fork(). */
gla_status gla_cuda_enter(const char *op, gla_device *dev, gla_cuda **cuda);

/* Return true if this process opened the devices.  If this process did not open the devices, no CUDA function may be called. */
bool gla_cuda_is_ours(void);

/* Return the queue that receives the work of this thread. */
gla_cuda_queue *gla_cuda_queue_of(const gla_cuda *cuda);
static inline cudaStream_t gla_cuda_stream(const gla_cuda *cuda)
{
    return gla_cuda_queue_of(cuda)->stream;
}
/* Run work in two queues concurrently.  After gla_cuda_fork, work of this thread is enqueued in the second queue of its current
 * queue and runs after the work that the current queue already contains.  gla_cuda_return switches back to the current queue.
 * gla_cuda_join makes the current queue wait for the second queue; every gla_cuda_fork must be followed by a gla_cuda_join. */
gla_status gla_cuda_fork(gla_cuda *cuda);
void gla_cuda_return(void);
gla_status gla_cuda_join(gla_cuda *cuda);
/* Wait for all work in the current queue.  All waits of the backend call this function.  A wait can be interrupted, and its
 * error message lists the operations that may have failed. */
gla_status gla_cuda_wait(const char *op, gla_cuda *cuda);
/* Defined in math.c: Call gla_interrupted without holding the lock of the handles, because a signal handler may compute. */
bool gla_cuda_interrupted(void);
gla_status gla_cuda_wait_event(const char *op, gla_cuda_queue *q, cudaEvent_t event);
/* Convert the result of a wait or a query to a status. */
gla_status gla_cuda_check_wait(const char *op, gla_cuda_queue *q, cudaError_t error);
/* Record the pending mark of a queue.  Call this before work is enqueued in a queue that is not the current one. */
gla_status gla_cuda_record_mark(gla_cuda_queue *q);
/* Copy bytes from the device to the host after the work in the current queue, and wait for the copy. */
gla_status gla_cuda_read(const char *op, gla_cuda *cuda, void *host, const void *device, size_t bytes);
/* Return GLA_CUDA_SLOT_BYTES bytes of pinned memory that kernels can write to, or NULL if all slots are taken.  There are
 * several slots because other threads and signal handlers may need results while one call waits.  Release the slot when the
 * result has been read.  Pass the status of the call as `st`, because the device may still write to the slot after a failed
 * call. */
void *gla_cuda_take_slot(const gla_cuda *cuda);
void gla_cuda_release_slot(const gla_cuda *cuda, void *slot, gla_status st);
/* Record that an operation has been enqueued.  `op` is the name of the operation, a string with static lifetime. */
gla_status gla_cuda_queued(const char *op, gla_cuda *cuda);

/* Return GLA_OK for cudaSuccess; otherwise set the error of the thread, with the message from CUDA. */
gla_status gla_cuda_check(const char *op, cudaError_t error);

/* Allocate and free workspace on the device, in stream order. */
gla_status gla_cuda_alloc(const char *op, gla_device *dev, size_t bytes, void **data);
void gla_cuda_free(gla_device *dev, void *data);
/* Return unused memory to the driver and report its size.  This waits for all streams. */
gla_status gla_cuda_trim(const char *op, gla_cuda *cuda, size_t *bytes);

/* Memory blocks in stream order.  Small blocks come from the free lists of the queue. */
gla_status gla_cuda_take_block(const char *op, gla_cuda *cuda, size_t bytes, void **data);
void gla_cuda_release_block(gla_cuda_queue *q, void *data, size_t bytes);
void gla_cuda_release_blocks(gla_cuda_queue *q);

/* Page-locked host memory, and asynchronous copies. */
gla_status gla_cuda_alloc_pinned(gla_device *dev, size_t bytes, void **data);
void gla_cuda_free_pinned(gla_device *dev, void *data, size_t bytes);
gla_status gla_cuda_copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up);
void gla_cuda_pinned_trim(void);

/* Compile source code for one architecture with NVRTC.  *code is allocated with gla_malloc.  If the compilation fails, set a
 * GLA_COMPILE_ERROR that quotes the compiler's log. */
typedef struct gla_cuda_text {
    const char *name, *source;
    int n_headers;
    const char *const *headers, *const *header_names;
    int n_options;
    const char *const *options;
} gla_cuda_text;
gla_status gla_cuda_compile_text(const gla_cuda_text *text, int capability, void **code, size_t *size);
/* Link relocatable object code into one module. */
gla_status gla_cuda_link(const char *op, int capability, int n, const gla_source *parts, void **code, size_t *size);

/* Find a kernel by name in a program that is compiled on first use.  `file` is the name of a source in kernels/, and `defines`
 * are lines inserted before that source.  Programs are identified by (file, defines). */
gla_status gla_cuda_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Compile a program into the disk cache: for `dev` or, if `dev` is NULL, for an architecture such as "sm_90". */
gla_status gla_cuda_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);
/* Launch enough threads for a grid-stride loop of n steps. */
gla_status gla_cuda_launch_for(const char *op, gla_device *dev, cudaKernel_t kernel, int64_t n, void **args);
gla_status gla_cuda_launch(const char *op, gla_device *dev, cudaKernel_t kernel, unsigned blocks, unsigned threads,
                           size_t shared, void **args);

/* Copy between ordinary host memory and the device, through pinned chunks that several threads fill. */
gla_status gla_cuda_upload(gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cuda_download(gla_device *dev, void *host, const void *src, size_t bytes);
/* Copy between the device and a host array whose elements need not be contiguous. */
gla_status gla_cuda_upload_array(gla_device *dev, void *dst, const gla_array *src);
gla_status gla_cuda_download_array(gla_device *dev, gla_array *dst, const void *src);

/* event.c: events. */
gla_status gla_cuda_event_record(gla_device *dev, void *stream, bool timing, void **event);
void gla_cuda_event_free(gla_device *dev, void *event);
gla_status gla_cuda_event_synchronize(gla_device *dev, void *event);
gla_status gla_cuda_event_query(gla_device *dev, void *event, bool *done);
gla_status gla_cuda_event_wait(gla_device *dev, void *stream, void *event);
gla_status gla_cuda_event_elapsed(gla_device *dev, void *start, void *end, double *milliseconds);

/* interop.c: interoperation with other libraries. */
gla_status gla_cuda_sync_external(gla_device *dev, void *stream, uintptr_t native, bool it_waits);
gla_status gla_cuda_synchronize(gla_device *dev);
gla_status gla_cuda_locate(gla_device *dev, const void *data, int *index);

/* Return the program of kernels/tall.h for a matrix of `cols` columns. */
gla_device_program gla_cuda_tall_program(gla_dtype dtype, int64_t cols);

extern const gla_device_ops gla_cuda_device_ops;
extern const gla_memory_ops gla_cuda_memory_ops;
extern const gla_stream_ops gla_cuda_stream_ops;
extern const gla_kernel_ops gla_cuda_kernel_ops;
extern const gla_blas_ops gla_cuda_blas_ops;
extern const gla_lapack_ops gla_cuda_lapack_ops;

#endif
