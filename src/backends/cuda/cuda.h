/* cuda.h - what the files of the CUDA backend share. */
#ifndef GLA_BACKENDS_CUDA_H
#define GLA_BACKENDS_CUDA_H

#include "backend.h"
#include "backends/device/programs.h"
#include "backends/device/queue.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

typedef struct gla_cuda_program gla_cuda_program;
typedef struct gla_cuda_module gla_cuda_module; /* of users' texts */

/* A stream, what was put into it last, and small blocks of memory that were freed in it. */
#define GLA_CUDA_SLOTS 32
#define GLA_CUDA_SLOT_BYTES 8192
#define GLA_CUDA_LISTS 8 /* blocks up to 64 KiB */
#define GLA_CUDA_KEPT 32
typedef struct gla_cuda_queue {
    int ordinal; /* of its device */
    cudaStream_t stream;
    cudaEvent_t end; /* recorded when another queue is to wait for this one */
    unsigned n_operations;
    const char *operations[GLA_DEVICE_REMEMBERED]; /* a ring of names, for the message when one has failed */
    char *pinned;                                  /* memory where the device puts small answers: GLA_CUDA_SLOTS places */
    atomic_uint slots_taken;                       /* a bit for each place */
    atomic_uint slots_left;                        /* those whose answer nobody waited for: taken until the stream is idle */
    pthread_mutex_t mark_lock;
    struct gla_cuda_mark *mark; /* to be recorded before anything else goes into the queue, or NULL */
    pthread_mutex_t block_lock;
    int n_blocks[GLA_CUDA_LISTS];
    void *blocks[GLA_CUDA_LISTS][GLA_CUDA_KEPT];
    struct gla_cuda_queue *side; /* its second queue, once it was needed */
} gla_cuda_queue;

/* A block of memory whose size is remembered. */
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
    atomic_int n_marks;          /* queues that have a mark to be recorded */
    atomic_uint_least64_t peers; /* a bit for each GPU that it has exchanged data with */
    pthread_mutex_t ledger_lock; /* guards the ledger: blocks of work space */
    gla_cuda_block *ledger;
    size_t n_ledger, ledger_room;
    pthread_mutex_t lock; /* guards what follows */
    gla_cuda_program *programs;
    gla_cuda_module *modules;
    void *math; /* handles of the vendor libraries, made by the math module at first use */
} gla_cuda;

/* Make dev the thread's device; every slot begins with it.  Its process must be the one that opened the device: CUDA does
 * not survive fork(). */
gla_status gla_cuda_enter(const char *op, gla_device *dev, gla_cuda **cuda);

/* Whether this process is the one that opened the devices; else nothing of CUDA may be called. */
bool gla_cuda_is_ours(void);

/* The queue that this thread's work goes to. */
gla_cuda_queue *gla_cuda_queue_of(const gla_cuda *cuda);
static inline cudaStream_t gla_cuda_stream(const gla_cuda *cuda)
{
    return gla_cuda_queue_of(cuda)->stream;
}
/* Let two things go on at the same time: fork sends this thread's work to the second queue of its current one, behind what is
 * in that; return sends it to the current one again, and join, always, makes that wait for the second. */
gla_status gla_cuda_fork(gla_cuda *cuda);
void gla_cuda_return(void);
gla_status gla_cuda_join(gla_cuda *cuda);
/* Wait for all that is in it.  All waits of the backend are made here: they can be interrupted, and name what has failed. */
gla_status gla_cuda_wait(const char *op, gla_cuda *cuda);
/* math.c: gla_interrupted without the lock of the handles, since a signal handler of the script may compute. */
bool gla_cuda_interrupted(void);
gla_status gla_cuda_wait_event(const char *op, gla_cuda_queue *q, cudaEvent_t event);
/* What a wait or a query said. */
gla_status gla_cuda_check_wait(const char *op, gla_cuda_queue *q, cudaError_t error);
/* Record the mark that waits for that; to be called before anything is put into a queue that is not the current one. */
gla_status gla_cuda_settle(gla_cuda_queue *q);
/* Bring bytes from the device to the host, behind what is in the queue, and wait for them. */
gla_status gla_cuda_read(const char *op, gla_cuda *cuda, void *host, const void *device, size_t bytes);
/* GLA_CUDA_SLOT_BYTES bytes of pinned memory, which kernels can write to, or NULL when all are taken: other threads and
 * handlers of signals may ask for results while one call waits for its own.  Released when the answer has been read; st is
 * what became of the call, after a failure of which the device may still write there. */
void *gla_cuda_take_slot(const gla_cuda *cuda);
void gla_cuda_release_slot(const gla_cuda *cuda, void *slot, gla_status st);
/* To be called when op, a text that stays, has been put into it. */
gla_status gla_cuda_queued(const char *op, gla_cuda *cuda);

/* GLA_OK for cudaSuccess, else the thread's error with CUDA's own words. */
gla_status gla_cuda_check(const char *op, cudaError_t error);

/* Scratch memory in stream order. */
gla_status gla_cuda_alloc(const char *op, gla_device *dev, size_t bytes, void **data);
void gla_cuda_free(gla_device *dev, void *data);
/* Release to the driver what nothing uses, and say how much that was (waits for all streams). */
gla_status gla_cuda_trim(const char *op, gla_cuda *cuda, size_t *bytes);

/* Blocks in stream order, the small ones from the queue's own lists. */
gla_status gla_cuda_take_block(const char *op, gla_cuda *cuda, size_t bytes, void **data);
void gla_cuda_give_block(gla_cuda_queue *q, void *data, size_t bytes);
void gla_cuda_drop_blocks(gla_cuda_queue *q);

/* Page-locked memory on the host, and copies that are queued. */
gla_status gla_cuda_alloc_pinned(gla_device *dev, size_t bytes, void **data);
void gla_cuda_free_pinned(gla_device *dev, void *data, size_t bytes);
gla_status gla_cuda_copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up);
void gla_cuda_pinned_trim(void);

/* Source text to machine code for one architecture, by NVRTC; *code is gla_malloc'ed.  GLA_COMPILE_ERROR with the log. */
typedef struct gla_cuda_text {
    const char *name, *source;
    int n_headers;
    const char *const *headers, *const *header_names;
    int n_options;
    const char *const *options;
} gla_cuda_text;
gla_status gla_cuda_compile_text(const gla_cuda_text *text, int capability, void **code, size_t *size);
/* Relocatable machine codes to one. */
gla_status gla_cuda_link(const char *op, int capability, int n, const gla_source *parts, void **code, size_t *size);

/* A kernel by its name from a program that is compiled on first use: `source` is the file's text (kernels/NAME), `defines`
 * are lines put before it.  Programs are distinguished by (file, defines). */
gla_status gla_cuda_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Compile it into the cache on disk, for dev or, where that is NULL, for an architecture such as "sm_90". */
gla_status gla_cuda_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);
/* Launch with enough threads for n grid-stride steps. */
gla_status gla_cuda_launch_for(const char *op, gla_device *dev, cudaKernel_t kernel, int64_t n, void **args);
gla_status gla_cuda_launch(const char *op, gla_device *dev, cudaKernel_t kernel, unsigned blocks, unsigned threads,
                           size_t shared, void **args);

/* Copies between ordinary host memory and the device through pinned chunks filled by several threads. */
gla_status gla_cuda_upload(gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cuda_download(gla_device *dev, void *host, const void *src, size_t bytes);
/* The same with a host array that has gaps. */
gla_status gla_cuda_upload_array(gla_device *dev, void *dst, const gla_array *src);
gla_status gla_cuda_download_array(gla_device *dev, gla_array *dst, const void *src);

/* Events: event.c. */
gla_status gla_cuda_event_record(gla_device *dev, void *stream, bool timing, void **event);
void gla_cuda_event_free(gla_device *dev, void *event);
gla_status gla_cuda_event_synchronize(gla_device *dev, void *event);
gla_status gla_cuda_event_query(gla_device *dev, void *event, bool *done);
gla_status gla_cuda_event_wait(gla_device *dev, void *stream, void *event);
gla_status gla_cuda_event_elapsed(gla_device *dev, void *start, void *end, double *milliseconds);

/* Other libraries: foreign.c. */
gla_status gla_cuda_sync_external(gla_device *dev, void *stream, uintptr_t native, bool it_waits);
gla_status gla_cuda_synchronize(gla_device *dev);
gla_status gla_cuda_locate(gla_device *dev, const void *data, int *index);

/* kernels/tall.h for a matrix of `cols` columns. */
gla_device_program gla_cuda_tall_program(gla_dtype dtype, int64_t cols);

extern const gla_device_ops gla_cuda_device_ops;
extern const gla_memory_ops gla_cuda_memory_ops;
extern const gla_stream_ops gla_cuda_stream_ops;
extern const gla_kernel_ops gla_cuda_kernel_ops;
extern const gla_blas_ops gla_cuda_blas_ops;
extern const gla_lapack_ops gla_cuda_lapack_ops;

#endif
