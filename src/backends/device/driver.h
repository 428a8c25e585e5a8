/* driver.h - The interface that a GPU API (CUDA, OpenCL, ...) implements.  The other code of a backend is in this folder:
 * array/ and dense/ run on any driver.
 *
 * A backend consists of a driver, the code of this folder, and overrides, compiled into one module.  An override is an area or
 * a slot of the contract (src/backend.h) for which a vendor's library is faster. */
#ifndef GLA_BACKENDS_DEVICE_DRIVER_H
#define GLA_BACKENDS_DEVICE_DRIVER_H

#include "backend.h"
#include "contract/launch.h"
#include "contract/matrix.h"

/* Arguments, in the order of the kernel's parameters. */
#define GLA_BUFFER(address)               \
    {                                     \
        GLA_ARGUMENT_BUFFER, (address), 0 \
    }
#define GLA_VALUE(variable)                               \
    {                                                     \
        GLA_ARGUMENT_VALUE, &(variable), sizeof(variable) \
    }

#define GLA_GROUP 256 /* number of threads in a group */

/* Properties of a device from which the algorithms choose their method. */
typedef struct gla_traits {
    int units; /* number of compute units, which work in parallel, each on several groups */
    bool is_cpu;
    bool is_serial; /* the threads of a group run one after another, so each thread does its work alone in a plain loop */
    bool has_int64_atomics;
    bool groups_wait;    /* a group may wait for a group that began before it */
    bool has_warps;      /* groups have warps of 32 threads, so kernels can use all macros of prelude.h; implies groups_wait */
    int nvidia;          /* compute capability (90 for 9.0) if NVIDIA's own instructions may be used, otherwise 0 */
    bool warps_multiply; /* warps multiply tiles of float64; implies groups_wait */
    int resident_groups; /* number of groups of 256 threads that are resident together, so that each may wait for all others; 0:
                          * unknown */
    size_t max_group;    /* largest number of threads in a group */
    size_t local_memory; /* bytes of local memory that a kernel may declare */
    size_t most_local;   /* number of further bytes that a launch may request as its last argument, GLA_ARGUMENT_LOCAL; 0:
                          * none */
} gla_traits;

/* Return the group size that every kernel can use.  For kernels with many registers, NVIDIA's OpenCL supports only GLA_GROUP
 * threads, although it reports a larger limit. */
static inline size_t gla_traits_threads(const gla_traits *t)
{
    return t->nvidia && !t->has_warps && t->max_group > GLA_GROUP ? GLA_GROUP : t->max_group;
}

typedef struct gla_fft gla_fft;
typedef struct gla_list gla_list;
typedef struct gla_dense gla_dense;
typedef struct gla_product gla_product;

typedef struct gla_driver {
    const char *name; /* name of the backend */
    /* Areas of the contract that the driver implements itself: devices and their properties, memory, queues and events, and
     * users' modules. */
    const gla_device_ops *device;
    const gla_memory_ops *memory;
    const gla_stream_ops *stream;
    const gla_kernel_ops *modules;

    /* Called at the start of every operation. */
    gla_status (*enter)(const char *op, gla_device *dev);
    const gla_traits *(*traits)(const gla_device *dev);
    /* Return a kernel by name.  The program of a kernel is compiled on first use, from the source that gla_kernel_source makes
     * of a file and lines.  Programs are identified by file and lines.  See programs.h for finding kernels without writing the
     * lines. */
    gla_status (*kernel)(gla_device *dev, const char *file, const char *lines, const char *name, void **kernel);
    /* Compile a program into the disk cache without loading it, for dev or, if dev is NULL, for the architecture.  Set *kept if
     * the program was already in the cache.  This member is NULL if the driver does not cache programs. */
    gla_status (*compile)(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);
    /* Add the driver's own programs for elements of dtype t to the list (list/list.h).  This member may be NULL. */
    void (*list)(const gla_list *list, gla_dtype t);
    bool has_solver; /* a vendor's library factors matrices */
    /* Enqueue `groups` groups of `threads` threads. */
    gla_status (*launch)(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n_args,
                         const gla_argument *args);
    /* Enqueue the same launch `times` times, with *counter, *counter + 1, ...  The counter is part of the first argument, which
     * is passed by value.  If this member is NULL, the launches are enqueued one by one. */
    gla_status (*launch_each)(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n_args,
                              const gla_argument *args, int64_t times, int64_t *counter);

    /* Allocate and release memory in stream order.  `release` accepts NULL. */
    gla_status (*allocate)(const char *op, gla_device *dev, size_t bytes, void **data);
    void (*release)(gla_device *dev, void *data);
    gla_status (*fill)(const char *op, gla_device *dev, void *data, int byte, size_t bytes);
    gla_status (*copy)(const char *op, gla_device *dev, void *to, const void *from, size_t bytes);
    /* Copy to and from a block on the host.  On return, the source has been read or the destination is complete. */
    gla_status (*write)(const char *op, gla_device *dev, void *to, const void *host, size_t bytes);
    gla_status (*read)(const char *op, gla_device *dev, void *host, const void *from, size_t bytes);
    /* Optional: a driver defines all three members or none.  `result_slot` returns a few bytes of host memory for one
     * operation, to which kernels can write, or NULL if no slot is free.  `drop_slot` releases a slot; pass the operation's
     * status, because after some failures the device may still write to the slot.  `wait` waits for the queue, after which the
     * host can read the slot. */
    void *(*result_slot)(gla_device *dev, size_t *bytes);
    void (*drop_slot)(gla_device *dev, void *slot, gla_status st);
    gla_status (*wait)(const char *op, gla_device *dev);

    /* Optional override: compute matrix products (dense/dense.h) by the vendor's library.  Set *done to false if the library
     * does not support the product or is not faster. */
    gla_status (*multiply)(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, bool *done);
    /* Optional override: compute the QR factorisation of a panel with m rows and few columns, in the format of kernels/qr.h.
     * The reflectors, including their zeros and ones, are also written to v, without gaps. */
    gla_status (*factor_panel)(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done);
    /* Optional override: compute Fourier transforms.  `transforms_strides` returns true if the vendor's library accepts an
     * input with the strides of f. */
    gla_status (*transform)(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out, bool *done);
    bool (*transforms_strides)(gla_device *dev, const gla_fft *f);
} gla_driver;

/* Each module defines its own driver. */
extern const gla_driver gla_device_driver;

/* Return the backend of this driver without overrides. */
gla_backend gla_device_backend(const char *description);

/* ---- short names for the driver's functions, for the algorithms ---------------------------------------------------------- */
static inline gla_status gla_device_enter(const char *op, gla_device *dev)
{
    return gla_device_driver.enter(op, dev);
}

static inline const gla_traits *gla_device_traits(const gla_device *dev)
{
    return gla_device_driver.traits(dev);
}

/* Return the dtype of the real part: float64 for complex128, float32 for complex64.  A real dtype is returned unchanged. */
static inline gla_dtype gla_device_real_of(gla_dtype dtype)
{
    return dtype == GLA_COMPLEX128 ? GLA_FLOAT64 : dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : dtype;
}

static inline bool gla_device_is_serial(const gla_device *dev)
{
    return gla_device_driver.traits(dev)->is_serial;
}

static inline int gla_device_units(const gla_device *dev)
{
    return gla_device_driver.traits(dev)->units;
}

static inline gla_status gla_device_launch_groups(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads,
                                                  int n_args, const gla_argument *args)
{
    return gla_device_driver.launch(op, dev, kernel, groups, threads, n_args, args);
}

static inline gla_status gla_device_scratch(const char *op, gla_device *dev, size_t bytes, void **data)
{
    return gla_device_driver.allocate(op, dev, bytes, data);
}

static inline void gla_device_drop(gla_device *dev, void *data)
{
    gla_device_driver.release(dev, data);
}

static inline gla_status gla_device_fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    return gla_device_driver.fill(op, dev, data, byte, bytes);
}

static inline gla_status gla_device_copy_block(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    return gla_device_driver.copy(op, dev, to, from, bytes);
}

static inline gla_status gla_device_write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes)
{
    return gla_device_driver.write(op, dev, to, host, bytes);
}

static inline gla_status gla_device_read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes)
{
    return gla_device_driver.read(op, dev, host, from, bytes);
}

#endif
