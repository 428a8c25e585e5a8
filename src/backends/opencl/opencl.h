/* opencl.h - what the files of the OpenCL backend share. */
#ifndef GLA_BACKENDS_OPENCL_H
#define GLA_BACKENDS_OPENCL_H

#include "backend.h"
#include "backends/device/driver.h"
#include "backends/device/queue.h"
#include "backends/opencl/signature.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>

#define GLA_CL_LANES_FROM 80 /* architectures of NVIDIA's whose threads exchange numbers by instructions of theirs */
#define GLA_CL_SLOTS 32
#define GLA_CL_SLOT_BYTES 8192

typedef struct gla_cl_program gla_cl_program;
typedef struct gla_cl_kernel gla_cl_kernel;
typedef struct gla_cl_pool gla_cl_pool;
typedef struct gla_cl_stage gla_cl_stage;

/* One device, in a context of its own. */
typedef struct gla_cl {
    gla_device *dev;
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    bool is_cpu, is_serial; /* the threads of a group run one after the other */
    bool shares_host;       /* its memory is the host's */
    bool keeps_kernels;     /* PoCL: what is launched is kept by its compiler */
    atomic_bool declares;   /* PoCL: programs of kernels/ declare the functions that they call (kernels/opencl_functions.h) */
    bool has_float64, has_int64_atomics, rounds_float32_division;
    int version; /* 120 for OpenCL 1.2 */
    int resident_groups;
    unsigned compute_units;
    size_t max_group, max_parameters;
    uint64_t memory, local_memory;
    gla_traits traits;
    pthread_mutex_t lock;               /* guards programs and modules */
    gla_cl_program *programs, *modules; /* of kernels/, of users */
    gla_cl_pool *pool;
    gla_cl_stage *stage;
} gla_cl;

/* A queue, and what was put into it last. */
typedef struct gla_cl_queue {
    gla_cl *cl;
    cl_command_queue queue;
    atomic_uint n_operations;
    const char *operations[GLA_DEVICE_REMEMBERED]; /* a ring of names, for the message when one has failed */
    char *ring;                                    /* where small blocks wait on their way: GLA_CL_SLOTS places, used in turn */
    pthread_mutex_t ring_lock;
    cl_event slot_events[GLA_CL_SLOTS]; /* the command that used the place last; NULL: none */
    unsigned slots_used;
    pthread_mutex_t probe_lock; /* guards what a query has put into the queue */
    struct gla_cl_queue *next;  /* of a CPU's, which the end of the process waits for */
    cl_event probe;             /* a mark behind the first `probed` operations; NULL: none */
    unsigned probed;
} gla_cl_queue;

/* ---- device.c ---- */
/* Every slot begins with it: OpenCL does not survive fork(). */
gla_status gla_cl_enter(const char *op, gla_device *dev, gla_cl **cl);
/* Whether this process is the one that opened the devices; else nothing of OpenCL may be called. */
bool gla_cl_is_ours(void);
/* GLA_OK for CL_SUCCESS, else the thread's error with the name of the code. */
gla_status gla_cl_check(const char *op, cl_int error);
const char *gla_cl_error_name(cl_int error);

/* ---- platforms.c ---- */
/* The devices of all platforms: GPUs first, CPUs last. */
typedef struct gla_cl_found {
    cl_platform_id platform;
    cl_device_id id;
    cl_device_type type;
} gla_cl_found;
int gla_cl_find_devices(const gla_cl_found **found);
/* Whether there may be a device other than a CPU, without loading the platforms. */
bool gla_cl_may_have_gpu(void);
/* A text that the device or its platform reports of itself, without blanks around it. */
void gla_cl_device_text(cl_device_id id, cl_device_info what, char *buf, size_t size);
void gla_cl_platform_text(cl_platform_id id, cl_platform_info what, char *buf, size_t size);
/* What the device can do, into cl. */
gla_status gla_cl_describe(gla_cl *cl);

/* ---- memory.c: addresses ---- */
/* An OpenCL buffer is an object, not an address.  Arrays hold addresses, so each buffer gets a range of addresses that no
 * memory can have (bit 62 set); what lies at one is found from its bits: docs/decisions/0020-opencl-addresses.md. */
typedef struct gla_cl_block {
    cl_mem mem;
    size_t bytes; /* of the buffer, at least what was asked for */
    unsigned number;
    gla_cl_queue *freed_in;
    struct gla_cl_block *next; /* of the idle ones of its size */
} gla_cl_block;

/* The buffer behind an address and the offset into it, in bytes; false when it is no address of this backend. */
bool gla_cl_locate(const void *address, cl_mem *mem, size_t *offset);

gla_status gla_cl_pool_new(gla_cl *cl);
void gla_cl_pool_delete(gla_cl *cl);
gla_status gla_cl_alloc(const char *op, gla_device *dev, size_t bytes, void **data);
/* In the order of the thread's stream. */
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
/* Wait for all that is in the thread's queue, or for one command of q.  All waits of the backend are made here: they can be
 * interrupted, and name what has failed. */
gla_status gla_cl_wait(const char *op, gla_cl *cl);
gla_status gla_cl_wait_event(const char *op, gla_cl_queue *q, cl_event event);
/* `q` waits for what is in `other` now. */
gla_status gla_cl_join(const char *op, gla_cl_queue *q, gla_cl_queue *other);
/* To be called when op, a text that stays, has been put into the thread's queue. */
gla_status gla_cl_queued(const char *op, gla_cl *cl);

/* ---- transfer.c ---- */
gla_status gla_cl_upload(gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cl_download(gla_device *dev, void *host, const void *src, size_t bytes);
/* The driver's.  The same on behalf of op; between two blocks of the device; set all bytes to one value. */
gla_status gla_cl_write(const char *op, gla_device *dev, void *dst, const void *host, size_t bytes);
gla_status gla_cl_read(const char *op, gla_device *dev, void *host, const void *src, size_t bytes);
gla_status gla_cl_copy_block(const char *op, gla_device *dev, void *dst, const void *src, size_t bytes);
gla_status gla_cl_fill(const char *op, gla_device *dev, void *dst, int byte, size_t bytes);

/* ---- compile.c ---- */
/* Texts that become one program. */
typedef struct gla_cl_text {
    const char *what; /* for messages: the operation */
    int n, n_headers;
    const char *const *sources, *const *headers, *const *header_names;
    const char *options;
    bool ahead; /* of its first use: all kernels, to be kept */
} gla_cl_text;

/* Compile and link, or take it from the disk cache; GLA_COMPILE_ERROR with the log. */
gla_status gla_cl_compile(gla_cl *cl, const gla_cl_text *text, cl_program *program);
/* What compiled code of the device is kept under besides its text. */
void gla_cl_tag(const gla_cl *cl, char *tag, size_t size);
/* Whether it is in the disk cache. */
bool gla_cl_is_kept(gla_cl *cl, const gla_cl_text *text);
/* Options for our own texts; declared: for those that declare the functions which they call. */
const char *gla_cl_options(const gla_cl *cl, bool declared);

/* ---- cubin.c ---- */
/* Machine code of what NVIDIA calls a binary, from gla_malloc; NULL when it is of another vendor, or cannot be had. */
void *gla_cl_cubin(const gla_cl *cl, const void *binary, size_t size, size_t *code_size);

/* ---- kernel.c ---- */
/* A program and its kernels that somebody has asked for; kept for the life of the process. */
struct gla_cl_program {
    gla_cl_program *next;
    char *key; /* everything that it was made of */
    cl_program program;
    gla_cl_signature *signatures; /* of its kernels, where their text is known */
    gla_cl_kernel *kernels;
};

/* A kernel of the program by its name: GLA_ARGUMENT_ERROR when it has none.  Called with cl->lock held. */
gla_status gla_cl_kernel_of(const char *op, gla_cl *cl, gla_cl_program *program, const char *name, gla_cl_kernel **kernel);
gla_status gla_cl_launch(gla_device *dev, gla_cl_kernel *kernel, const gla_launch *launch);
/* So many times, for counters *counter, + 1, + 2 ...; it is part of the first argument, a value; only that is passed again. */
gla_status gla_cl_launch_each(gla_device *dev, gla_cl_kernel *kernel, const gla_launch *launch, int64_t times,
                              int64_t *counter);
void gla_cl_kernel_properties(const gla_cl_kernel *kernel, gla_record *record);

/* ---- program.c ---- */
/* The source of a program of kernels/, rewritten for OpenCL C, with the signatures of its kernels; gla_malloc'ed. */
char *gla_cl_source(const gla_cl *cl, const char *file, const char *defines, gla_cl_signature **signatures);
/* A kernel by its name from a program that is compiled on first use: `file` is a text of kernels/, `defines` are lines put
 * before it.  Programs are distinguished by (file, defines). */
gla_status gla_cl_find_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Compile it into the disk cache. */
gla_status gla_cl_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);

extern const gla_device_ops gla_cl_device_ops;
extern const gla_memory_ops gla_cl_memory_ops;
extern const gla_stream_ops gla_cl_stream_ops;
extern const gla_kernel_ops gla_cl_kernel_ops;

#endif
