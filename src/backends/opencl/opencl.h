/* opencl.h - Shared declarations of the OpenCL backend. */
#ifndef GLA_BACKENDS_OPENCL_H
#define GLA_BACKENDS_OPENCL_H

#include "backend.h"
#include "backends/device/driver.h"
#include "backends/device/queue.h"
#include "backends/opencl/signature.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>

#define GLA_CL_LANES_FROM 80 /* NVIDIA architecture from which kernels use warp instructions to exchange values */
#define GLA_CL_SLOTS 32
#define GLA_CL_SLOT_BYTES 8192

typedef struct gla_cl_program gla_cl_program;
typedef struct gla_cl_kernel gla_cl_kernel;
typedef struct gla_cl_pool gla_cl_pool;
typedef struct gla_cl_stage gla_cl_stage;

/* A device with its own context. */
typedef struct gla_cl {
    gla_device *dev;
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    bool is_cpu, is_serial; /* is_serial: the threads of a group run one after another */
    bool shares_host;       /* device and host share memory */
    bool keeps_kernels;     /* for PoCL: its compiler caches launched kernels on disk */
    atomic_bool declares;   /* for PoCL: programs of kernels/ declare the built-in functions that they call
                             * (kernels/opencl_functions.h) */
    bool has_float64, has_int64_atomics, rounds_float32_division;
    int version; /* 120 for OpenCL 1.2 */
    int resident_groups;
    unsigned compute_units;
    size_t max_group, max_parameters;
    uint64_t memory, local_memory;
    gla_traits traits;
    pthread_mutex_t lock;               /* guards programs and modules */
    gla_cl_program *programs, *modules; /* programs of kernels/; modules of users */
    gla_cl_pool *pool;
    gla_cl_stage *stage;
} gla_cl;

/* A queue and the names of its last operations. */
typedef struct gla_cl_queue {
    gla_cl *cl;
    cl_command_queue queue;
    atomic_uint n_operations;
    const char *operations[GLA_DEVICE_REMEMBERED]; /* ring of operation names, for the error message if one of the operations
                                                    * fails */
    char *ring;                                    /* GLA_CL_SLOTS slots, used in turn, through which small blocks are copied */
    pthread_mutex_t ring_lock;
    cl_event slot_events[GLA_CL_SLOTS]; /* last command that used each slot; may be NULL */
    unsigned slots_used;
    pthread_mutex_t probe_lock; /* guards the probe */
    struct gla_cl_queue *next;  /* next queue of a CPU; all queues of CPUs are finished when the process ends */
    cl_event probe;             /* marker after the first `probed` operations; may be NULL */
    unsigned probed;
} gla_cl_queue;

/* ---- device.c ---- */
/* Enter the device.  Every slot of the backend calls this function first.  In a forked child the call fails, because OpenCL
 * does not survive fork(). */
gla_status gla_cl_enter(const char *op, gla_device *dev, gla_cl **cl);
/* Return true if this process opened the devices.  If this process did not open the devices, no OpenCL function may be
 * called. */
bool gla_cl_is_ours(void);
/* Return GLA_OK for CL_SUCCESS.  Otherwise set the error of the thread, with the name of the OpenCL error code. */
gla_status gla_cl_check(const char *op, cl_int error);
const char *gla_cl_error_name(cl_int error);

/* ---- platforms.c ---- */
/* A device of any platform.  GPUs are listed first, CPUs last. */
typedef struct gla_cl_found {
    cl_platform_id platform;
    cl_device_id id;
    cl_device_type type;
} gla_cl_found;
int gla_cl_find_devices(const gla_cl_found **found);
/* Return true if there may be a device other than a CPU.  The function does not load the platforms. */
bool gla_cl_may_have_gpu(void);
/* Read a string of the device or its platform, and remove leading, trailing and repeated blanks. */
void gla_cl_device_text(cl_device_id id, cl_device_info what, char *buf, size_t size);
void gla_cl_platform_text(cl_platform_id id, cl_platform_info what, char *buf, size_t size);
/* Query the capabilities of the device and store them in cl. */
gla_status gla_cl_describe(gla_cl *cl);

/* ---- memory.c: addresses ---- */
/* An OpenCL buffer is an object without an address, but arrays need addresses.  Each buffer therefore gets a range of addresses
 * that no memory can have (bit 62 is set).  The bits of an address identify its buffer; see docs/design/device-programs.md. */
typedef struct gla_cl_block {
    cl_mem mem;
    size_t bytes; /* size of the buffer, at least the requested size */
    unsigned number;
    gla_cl_queue *freed_in;
    struct gla_cl_block *next; /* next idle buffer of this size */
} gla_cl_block;

/* Find the buffer of an address, and the offset of the address in the buffer in bytes.  Return false if the address does not
 * belong to this backend. */
bool gla_cl_locate(const void *address, cl_mem *mem, size_t *offset);

gla_status gla_cl_pool_new(gla_cl *cl);
void gla_cl_pool_delete(gla_cl *cl);
gla_status gla_cl_alloc(const char *op, gla_device *dev, size_t bytes, void **data);
/* Free a block in the order of the thread's stream. */
void gla_cl_free(gla_device *dev, void *data);

/* ---- pinned.c ---- */
gla_status gla_cl_alloc_pinned(gla_device *dev, size_t bytes, void **data);
void gla_cl_free_pinned(gla_device *dev, void *data, size_t bytes);
gla_status gla_cl_copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up);

/* ---- stream.c ---- */
gla_cl_queue *gla_cl_queue_of(const gla_cl *cl);
static inline cl_command_queue gla_cl_commands(const gla_cl *cl)
{
    return gla_cl_queue_of(cl)->queue;
}
/* Wait for all work in the thread's queue, or for one command of q.  All waits of the backend call one of these functions.  A
 * wait can be interrupted, and its error message lists the operations that may have failed. */
gla_status gla_cl_wait(const char *op, gla_cl *cl);
gla_status gla_cl_wait_event(const char *op, gla_cl_queue *q, cl_event event);
/* Make `q` wait for the work that is now in `other`. */
gla_status gla_cl_join(const char *op, gla_cl_queue *q, gla_cl_queue *other);
/* Record that an operation has been enqueued in the thread's queue.  `op` is the name of the operation, a string with static
 * lifetime. */
gla_status gla_cl_queued(const char *op, gla_cl *cl);

/* ---- transfer.c ---- */
gla_status gla_cl_upload(gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cl_download(gla_device *dev, void *host, const void *src, size_t bytes);
/* Slots of the driver interface.  The slots copy from and to the host, copy between two blocks of the device, and set all bytes
 * to one value.  Messages name the operation `op`. */
gla_status gla_cl_write(const char *op, gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cl_read(const char *op, gla_device *dev, void *host, const void *src, size_t bytes);
gla_status gla_cl_copy_block(const char *op, gla_device *dev, void *dst, const void *src, size_t bytes);
gla_status gla_cl_fill(const char *op, gla_device *dev, void *dst, int byte, size_t bytes);

/* ---- compile.c ---- */
/* Sources that are compiled into one program. */
typedef struct gla_cl_text {
    const char *what; /* name of the operation, for messages */
    int n, n_headers;
    const char *const *sources, *const *headers, *const *header_names;
    const char *options;
    bool ahead; /* compile all kernels before their first use, and cache the binary */
} gla_cl_text;

/* Compile and link a program, or load it from the disk cache.  If the compilation fails, set a GLA_COMPILE_ERROR that quotes
 * the compiler's log. */
gla_status gla_cl_compile(gla_cl *cl, const gla_cl_text *text, cl_program *program);
/* Write the tag of entries in the disk cache, which identifies the device, driver and platform. */
void gla_cl_tag(const gla_cl *cl, char *tag, size_t size);
/* Return true if the program is in the disk cache. */
bool gla_cl_is_cached(gla_cl *cl, const gla_cl_text *text);
/* Return the options for our own sources.  If `declared`, the sources declare the built-in functions that they call. */
const char *gla_cl_options(const gla_cl *cl, bool declared);

/* ---- cubin.c ---- */
/* Convert an NVIDIA binary (PTX) to machine code, allocated with gla_malloc.  Return NULL for other vendors, or if the
 * conversion fails. */
void *gla_cl_cubin(const gla_cl *cl, const void *binary, size_t size, size_t *code_size);

/* ---- kernel.c ---- */
/* A program and the kernels requested from it so far.  A program is kept until the process ends. */
struct gla_cl_program {
    gla_cl_program *next;
    char *key; /* all inputs of the build */
    cl_program program;
    gla_cl_signature *signatures; /* signatures of its kernels, if their source is known */
    gla_cl_kernel *kernels;
};

/* Find a kernel of the program by name.  Fail with GLA_ARGUMENT_ERROR if there is no such kernel.  The caller holds
 * cl->lock. */
gla_status gla_cl_kernel_of(const char *op, gla_cl *cl, gla_cl_program *program, const char *name, gla_cl_kernel **kernel);
gla_status gla_cl_launch(gla_device *dev, gla_cl_kernel *kernel, const gla_launch *launch);
/* Launch a kernel `times` times, with counters *counter, *counter + 1 and so on.  The counter is part of the first argument,
 * which is passed by value.  Only the first argument is set again for each launch. */
gla_status gla_cl_launch_each(gla_device *dev, gla_cl_kernel *kernel, const gla_launch *launch, int64_t times,
                              int64_t *counter);
void gla_cl_kernel_properties(const gla_cl_kernel *kernel, gla_record *record);

/* ---- program.c ---- */
/* Return the source of a program of kernels/, rewritten for OpenCL C and allocated with gla_malloc.  Also return the signatures
 * of its kernels. */
char *gla_cl_source(const gla_cl *cl, const char *file, const char *defines, gla_cl_signature **signatures);
/* Find a kernel by name in a program that is compiled on first use.  `file` is the name of a source in kernels/, and `defines`
 * are lines inserted before that source.  Programs are identified by (file, defines). */
gla_status gla_cl_find_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Compile a program into the disk cache. */
gla_status gla_cl_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);

extern const gla_device_ops gla_cl_device_ops;
extern const gla_memory_ops gla_cl_memory_ops;
extern const gla_stream_ops gla_cl_stream_ops;
extern const gla_kernel_ops gla_cl_kernel_ops;

#endif
