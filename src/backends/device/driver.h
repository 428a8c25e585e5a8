/* driver.h - what a GPU interface (CUDA, OpenCL, ...) translates.  All else is here: array/ and dense/ run on any driver.
 *
 * A backend is a driver, compiled into one module with this folder, and overrides: rooms or slots of the contract
 * (src/backend.h) for which a library of the vendor is faster. */
#ifndef GLA_BACKENDS_DEVICE_DRIVER_H
#define GLA_BACKENDS_DEVICE_DRIVER_H

#include "backend.h"
#include "contract/launch.h"
#include "contract/matrix.h"

/* Arguments in the order of a kernel's parameters. */
#define GLA_BUFFER(address)               \
    {                                     \
        GLA_ARGUMENT_BUFFER, (address), 0 \
    }
#define GLA_VALUE(variable)                               \
    {                                                     \
        GLA_ARGUMENT_VALUE, &(variable), sizeof(variable) \
    }

#define GLA_GROUP 256 /* threads of a group */

/* What the algorithms choose their ways by. */
typedef struct gla_traits {
    int units; /* that work side by side, each on several groups */
    bool is_cpu;
    bool is_serial; /* the threads of a group run one after the other: each does its work alone, in a plain loop */
    bool has_int64_atomics;
    bool groups_wait;    /* a group may wait for one that began before it */
    bool has_warps;      /* of 32 threads, for which kernels have all words of prelude.h; groups_wait too */
    int nvidia;          /* its architecture, 90 for 9.0, where instructions of its own may be used; else 0 */
    bool warps_multiply; /* tiles of float64, and groups_wait too */
    int resident_groups; /* of 256 threads that run side by side, so that each may wait for the others; 0: not known */
    size_t max_group;    /* threads of a group */
    size_t local_memory; /* bytes that a kernel may declare */
    size_t most_local;   /* that a launch may have beside them, as its last argument, GLA_ARGUMENT_LOCAL; 0: none */
} gla_traits;

/* Threads that a group of any kernel may have: to one with many registers NVIDIA's OpenCL grants no more, whatever it says. */
static inline size_t gla_traits_threads(const gla_traits *t)
{
    return t->nvidia && !t->has_warps && t->max_group > GLA_GROUP ? GLA_GROUP : t->max_group;
}

typedef struct gla_fft gla_fft;
typedef struct gla_list gla_list;
typedef struct gla_dense gla_dense;
typedef struct gla_product gla_product;

typedef struct gla_driver {
    const char *name; /* of the backend */
    /* Devices, their properties, memory, queues, events, and users' modules: rooms of the contract, as they are. */
    const gla_device_ops *device;
    const gla_memory_ops *memory;
    const gla_stream_ops *stream;
    const gla_kernel_ops *modules;

    /* Every operation begins with it. */
    gla_status (*enter)(const char *op, gla_device *dev);
    const gla_traits *(*traits)(const gla_device *dev);
    /* A kernel by its name from a program that is compiled on first use: the source that gla_kernel_source makes of a file and
     * lines.  Programs are distinguished by these; programs.h finds kernels without them. */
    gla_status (*kernel)(gla_device *dev, const char *file, const char *lines, const char *name, void **kernel);
    /* Compile a program into the cache on disk, without loading it, for dev or, where that is NULL, for the architecture;
     * *kept when it was there already.  NULL: programs are not kept. */
    gla_status (*compile)(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept);
    /* Programs of its own for elements of that type, added to the list (list/list.h), or NULL. */
    void (*list)(const gla_list *list, gla_dtype t);
    bool has_solver; /* a library of the vendor factors matrices */
    /* Enqueue so many groups of `threads` threads. */
    gla_status (*launch)(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n_args,
                         const gla_argument *args);
    /* The same `times` times, for counters *counter, + 1, + 2 ...; it is part of the first argument, a value.  NULL: launches
     * one by one. */
    gla_status (*launch_each)(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n_args,
                              const gla_argument *args, int64_t times, int64_t *counter);

    /* Memory in the order of the stream; `release` takes NULL. */
    gla_status (*allocate)(const char *op, gla_device *dev, size_t bytes, void **data);
    void (*release)(gla_device *dev, void *data);
    gla_status (*fill)(const char *op, gla_device *dev, void *data, int byte, size_t bytes);
    gla_status (*copy)(const char *op, gla_device *dev, void *to, const void *from, size_t bytes);
    /* To and from a block on the host, which has been consumed, or is complete, on return. */
    gla_status (*write)(const char *op, gla_device *dev, void *to, const void *host, size_t bytes);
    gla_status (*read)(const char *op, gla_device *dev, void *host, const void *from, size_t bytes);
    /* Optional, all or none: some bytes of the host's memory for one operation, to which kernels can write, or NULL when there
     * are none left; their end, with what became of the operation, after a failure of which the device may still write there;
     * and a wait for what is in the queue, after which the host reads them. */
    void *(*result_slot)(gla_device *dev, size_t *bytes);
    void (*drop_slot)(gla_device *dev, void *slot, gla_status st);
    gla_status (*wait)(const char *op, gla_device *dev);

    /* An override, or NULL: products of matrices (dense/dense.h) by the vendor's library; *done false where it does not take
     * them, or where they do not pay there. */
    gla_status (*multiply)(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, bool *done);
    /* The same of QR of a panel of m rows and few columns, as kernels/qr.h leaves it; V goes to v too, whole, without gaps. */
    gla_status (*factor_panel)(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done);
    /* The same of Fourier transforms, and whether the vendor's library takes an input with the strides of f. */
    gla_status (*transform)(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out, bool *done);
    bool (*transforms_strides)(gla_device *dev, const gla_fft *f);
} gla_driver;

/* Each module defines its own. */
extern const gla_driver gla_device_driver;

/* The backend of this driver without any override. */
gla_backend gla_device_backend(const char *description);

/* ---- the driver by names, for the algorithms -------------------------------------------------------------------------- */
static inline gla_status gla_device_enter(const char *op, gla_device *dev)
{
    return gla_device_driver.enter(op, dev);
}

static inline const gla_traits *gla_device_traits(const gla_device *dev)
{
    return gla_device_driver.traits(dev);
}

/* complex128 -> float64; real types unchanged. */
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
